-- 一番小さなミューテータです。ルールが一つあるだけで、オプションはありません。
-- As small as a mutator gets: one rule, no options.

function mutate(ctx)
  return {
    rules = {
      named("armcom", "corcom"):change {
        set = { metalstorage = 5000, energystorage = 5000 },
      },
    },
  }
end
