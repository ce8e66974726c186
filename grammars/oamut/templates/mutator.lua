-- @oamut.comment@
function mutate(ctx)
  local storage = ctx.options.storage
  return {
    rules = {
      named("armcom", "corcom"):change {
        set = { metalstorage = storage, energystorage = storage },
      },
    },
  }
end
