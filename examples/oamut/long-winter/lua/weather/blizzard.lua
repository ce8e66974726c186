-- 吹雪。Blizzards.

local blizzard = {}

--- 吹雪の強さ。雪が深いほど強くなります。
--- How strong blizzards are: the deeper the snow, the stronger.
function blizzard.strength(snow)
  return fixed(1) + fixed(0.25) * snow
end

--- 雪で視界が狭くなります。Units see less far in the snow.
function blizzard.dim(units, snow)
  for _, unit in pairs(units) do
    if unit.sightdistance then
      unit.sightdistance = unit.sightdistance - 10 * snow
    end
  end
end

--- 凍った武器は装填に時間がかかります。Frozen weapons take longer to reload.
function blizzard.slow(weapons, storm)
  for _, weapon in pairs(weapons) do
    if weapon.reloadtime then
      weapon.reloadtime = fixed(weapon.reloadtime) * storm
    end
  end
end

return blizzard
