-- 冬の長さと寒さ。How long the winter is, and how cold.

local season = {}

local HEAT = { short = 1, long = 2, endless = 3 }

--- 暖房の費用。fixed で数えると、どのマシンでも同じ結果になります。
--- What heating costs. Counted in fixed, it is the same on every machine.
function season.heat(length)
  return fixed(HEAT[length]) * fixed(1.25)
end

--- 地形物を凍らせます。Freezes map features.
function season.freeze(features)
  for _, feature in pairs(features) do
    if feature.flamable then
      feature.flamable = 0
      feature.burnmax = nil
    end
  end
end

--- 名前の表に季節を書き込みます。Writes the season into the table of names.
function season.rename(tables, length)
  for _, entries in pairs(tables) do
    entries.season = "winter-" .. length
  end
end

return season
