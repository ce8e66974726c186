-- Measuring what `..` makes. Lua offers no hook for it, so in the run that looks for strings over
-- the limit each `..` of a source is written as `.. G ..`. The operator binds to the right, so
-- `a .. G .. b` is `a .. (G .. b)`: G's metamethod takes b, and what it gives takes a. The whole
-- expression keeps its meaning, and its result passes through this file.
local box = ...

local concat, find, getmetatable, gsub, load, match, rawget, rawset, setmetatable, sub, type =
  table.concat, string.find, debug.getmetatable, string.gsub, load, string.match, rawget, rawset,
  setmetatable, string.sub, type

local function has_concat(value)
  local meta = getmetatable(value)
  return type(meta) == "table" and rawget(meta, "__concat") ~= nil
end

local function joins(value)
  local kind = type(value)
  return kind == "string" or kind == "number"
end

local pending = { __name = "string", __metatable = "string" }

local function join(left, right)
  if not (joins(left) and joins(right) or has_concat(left) or has_concat(right)) then
    local culprit = joins(left) and right or left
    box.fail("runtime", "attempt to concatenate a " .. type(culprit) .. " value")
  end
  local result = left .. right
  if type(result) == "string" and #result > box.limits.stringBytes then
    box.too_long()
  end
  return result
end

-- What waits is kept in the object itself: a weak table of them would cost more than the script.
function pending.__concat(left, right)
  return join(left, rawget(right, 1))
end

local guard = setmetatable({}, {
  __concat = function(_, right)
    return setmetatable({ right }, pending)
  end,
})

local wrappers = setmetatable({}, { __mode = "k" })

--- A left operand's own __concat sees the value, not what waits for it.
function box.unwrap_concat(meta)
  local own = rawget(meta, "__concat")
  if type(own) == "function" and not wrappers[own] then
    local wrapped = function(left, right)
      if getmetatable(right) == pending then
        right = rawget(right, 1)
      end
      return own(left, right)
    end
    wrappers[wrapped] = true
    rawset(meta, "__concat", wrapped)
  end
end

--- Where the long bracket whose level is `equals` ends, searched from `at`.
local function after_long(source, equals, at)
  local _, last = find(source, "]" .. equals .. "]", at, true)
  return (last or #source) + 1
end

local function after_quoted(source, quote, at)
  local look_for = "[\\" .. quote .. "]"
  while true do
    local place = find(source, look_for, at)
    if not place then
      return #source + 1
    end
    if sub(source, place, place) == quote then
      return place + 1
    end
    at = place + 2
  end
end

--- The number that begins at `at`, read as greedily as Lua reads it.
local function after_number(source, at)
  local exponent = "^[eE][+-]"
  if find(source, "^0[xX]", at) then
    exponent = "^[pP][+-]"
    at = at + 2
  end
  while true do
    if find(source, exponent, at) then
      at = at + 2
    elseif find(source, "^[%w_.]", at) then
      at = at + 1
    else
      return at
    end
  end
end

local function check_literal(source, from, to, path)
  if to - from > box.limits.stringBytes then
    local value = load("return " .. sub(source, from, to - 1), "=sandbox", "t", {})
    if value and #value() > box.limits.stringBytes then
      local _, lines_before = gsub(sub(source, 1, from - 1), "\n", "")
      box.too_long(path, lines_before + 1)
    end
  end
end

--- `source`, which compiles, with each `..` guarded by the name `name`; nil when it has none.
-- `path` is where it lies in the package, nil for a text given to load.
function box.guarded(source, name, path)
  local out, n, from, at = {}, 0, 1, 1
  while true do
    at = find(source, "[-%[\"'.%w_]", at)
    if not at then
      break
    end
    local first = sub(source, at, at)
    if first == "-" then
      if sub(source, at, at + 1) ~= "--" then
        at = at + 1
      else
        local equals = match(source, "^%[(=*)%[", at + 2)
        if equals then
          at = after_long(source, equals, at + 4 + #equals)
        else
          at = find(source, "[\n\r]", at) or #source + 1
        end
      end
    elseif first == "[" then
      local equals = match(source, "^%[(=*)%[", at)
      if equals then
        local last = after_long(source, equals, at + 2 + #equals)
        check_literal(source, at, last, path)
        at = last
      else
        at = at + 1
      end
    elseif first == '"' or first == "'" then
      local last = after_quoted(source, first, at + 1)
      check_literal(source, at, last, path)
      at = last
    elseif find(source, "^%.?%d", at) then
      at = after_number(source, at)
    elseif first == "." then
      local _, last = find(source, "^%.+", at)
      if last - at == 1 then
        n = n + 1
        out[n] = sub(source, from, last) .. " " .. name .. " .."
        from = last + 1
      end
      -- `...` and then more dots: only three belong together.
      at = last - at >= 3 and at + 3 or last + 1
    else
      local _, last = find(source, "^[%w_]+", at)
      at = last + 1
    end
  end
  if n == 0 then
    return nil
  end
  out[n + 1] = sub(source, from)
  return concat(out)
end

local function unused_name(source)
  local name = "guard"
  while find(source, name, 1, true) do
    name = name .. "_"
  end
  return name
end

--- Compile `source`, which compiles as it is, with its `..` measured. Nil when that is not possible.
function box.load_guarded(source, chunk_name, env, path)
  local name = unused_name(source)
  local guarded = box.guarded(source, name, path)
  if not guarded then
    return nil
  end
  -- All on the first line, so that the lines keep their numbers.
  local outer = load(
    "local " .. name .. " = ... return function(...) " .. guarded .. "\nend",
    chunk_name,
    "t",
    env
  )
  if not outer then
    -- Doubling the operands of a very long expression can exceed Lua's registers.
    box.notes["strings-unchecked"] = true
    return nil
  end
  return outer(guard)
end
