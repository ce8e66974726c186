-- 長い冬 Long Winter
--
-- エンジンは対戦の前に mutate を一度だけ呼び、返したテーブル（プラン）を適用します。
-- The engine calls mutate once, before the match, and applies the table it returns: the plan.

local season = require "season"
local blizzard = require "weather.blizzard"

function mutate(ctx)
  local options = ctx.options

  -- 燃やすもののない冬は終わりません。理由はプレイヤーに表示されます。
  -- A winter with nothing to burn would never end. The player is shown the reason.
  if options.length == "endless" and fixed(options.metal) < fixed(0.3) then
    ctx.incompatible("終わらない冬には、金属が 0.3 以上必要です。An endless winter needs 0.3 metal or more.")
  end

  -- ctx.mod.id は、MOD がないとき ta-3.1c です。
  -- ctx.mod.id is ta-3.1c when no MOD is on.
  local mod = ctx.mod
  print(string.format("%s %s (%s), engine %s", mod.id, mod.version, mod.game, ctx.engine.version))

  local heat = season.heat(options.length)
  local snow = options.snow
  local storm = options.blizzards and blizzard.strength(snow) or fixed(1)

  return {
    -- 同じパスは、後のフォルダーのファイルが使われます。
    -- Where both folders hold the same path, the later one wins.
    files = {
      add = { "files/common", "files/snow" },
      mask = { "features/summer/palmtree.tdf" },
    },

    -- ルールは上から順に適用されます。
    -- Rules apply from top to bottom.
    rules = {
      all("units"):change {
        -- 上下限は、この倍率だけに効きます。The bounds hold for this one multiplier.
        scale = { buildcostenergy = { heat, min = 1, max = 4 } },
      },
      named("armmex", "cormex", "armmoho", "cormoho"):change {
        scale = { extractsmetal = fixed(options.metal) },
        append = { category = " WINTER" },
      },
      named("armwin", "corwin"):change {
        -- lock した項目は、後のミューテータには変えられません。
        -- What is locked, no later mutator can change.
        lock = { windgenerator = 60 },
        set = { description = "雪嵐でも回る風車 Storm turbine" },
        remove = { "soundcategory" },
      },
      where { category = "PLANT" }:on("units"):change {
        scale = { workertime = storm },
      },
      sm "rules/commanders.sm",
    },

    -- フックはこの順に実行され、maps だけはマップが決まってから実行されます。
    -- Hooks run in this order; maps runs once the match has its map.
    units = function(game)
      blizzard.dim(game.units, snow)
    end,
    weapons = function(game)
      blizzard.slow(game.weapons, storm)
    end,
    features = function(game)
      season.freeze(game.features)
    end,
    sides = function(game)
      for _, side in pairs(game.sides) do
        side.winter = true
      end
    end,
    tables = function(game)
      season.rename(game.tables, options.length)
    end,
    menus = function(game)
      -- 雪に埋もれた太陽光発電は、メニューに出しません。
      -- Nobody builds solar collectors under the snow.
      for _, menu in pairs(game.menus) do
        menu.armsolar, menu.corsolar = nil, nil
      end
    end,
    maps = function(game)
      season.freeze(game.features)
    end,

    hacks = { unitlimit = 250 * snow },
  }
end
