function mutate(ctx)
  print(ctx.options.rain, ctx.options.drops, ctx.options.metal)
  return {}
end
