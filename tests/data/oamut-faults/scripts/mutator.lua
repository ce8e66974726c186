-- 鉄の雨 ☔
local clouds = require "cloud"

function mutate(ctx)
  local options = ctx.options
  print(os.time(), options.rain, options.snow)
  return {
    rules = {
      all("units"):change { scale = { maxdamage = options.rain / 3 } },
      sm "rules/rain.sm",
    },
    units = function(ctx) end,
    unit = clouds,
  }
end
