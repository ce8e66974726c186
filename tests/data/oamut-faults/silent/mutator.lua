local function mutate(ctx)
  return {}
end
