-- Walking over tables in an order that no machine and no run changes: numbers, then strings by
-- their bytes, then false and true. Lua's own order follows addresses and a random seed.
local box = ...

local debug_getmetatable, next, rawget, select, setmetatable, sort, type =
  debug.getmetatable, next, rawget, select, setmetatable, table.sort, type

--- Keys of `t` in order, how many, and how many of them (the last ones) have no order at all.
-- Nil when there are more than `most`.
function box.sorted_keys(t, most)
  local numbers, strings, number_count, string_count = {}, {}, 0, 0
  local has_false, has_true, others, other_count = false, false, {}, 0
  local count = 0
  for key in next, t do
    local kind = type(key)
    if kind == "number" then
      number_count = number_count + 1
      numbers[number_count] = key
    elseif kind == "string" then
      string_count = string_count + 1
      strings[string_count] = key
    elseif key == true then
      has_true = true
    elseif key == false then
      has_false = true
    else
      other_count = other_count + 1
      others[other_count] = key
    end
    count = count + 1
    if most and count > most then
      return nil
    end
  end
  sort(numbers)
  sort(strings)
  local keys, n = numbers, number_count
  for i = 1, string_count do
    n = n + 1
    keys[n] = strings[i]
  end
  if has_false then
    n = n + 1
    keys[n] = false
  end
  if has_true then
    n = n + 1
    keys[n] = true
  end
  for i = 1, other_count do
    n = n + 1
    keys[n] = others[i]
  end
  return keys, n, other_count
end

local function ordered_keys(t)
  local keys, n, others = box.sorted_keys(t)
  if others > 1 then
    box.fail("unordered-keys", "keys that are tables or functions have no fixed order")
  end
  return keys, n
end

function box.pairs(...)
  local t = ...
  local meta = debug_getmetatable(t)
  local own = type(meta) == "table" and rawget(meta, "__pairs")
  if own then
    local step, state, first = own(t)
    return step, state, first
  end
  if type(t) ~= "table" then
    local what = select("#", ...) == 0 and "no value" or type(t)
    box.fail("runtime", "bad argument #1 to 'pairs' (table expected, got " .. what .. ")")
  end
  local keys, n = ordered_keys(t)
  local i = 0
  local function step()
    while i < n do
      i = i + 1
      local key = keys[i]
      local value = rawget(t, key)
      if value ~= nil then
        return key, value
      end
    end
  end
  return step, t, nil
end

-- Orders remembered for box.next: a walk asks once for every key.
local walks = setmetatable({}, { __mode = "k" })

local function begin_walk(t)
  local keys, n = ordered_keys(t)
  local places = {}
  for i = 1, n do
    places[keys[i]] = i
  end
  local walk = { keys = keys, n = n, places = places }
  walks[t] = walk
  return walk
end

function box.next(t, key)
  if type(t) ~= "table" then
    box.fail("runtime", "bad argument #1 to 'next' (table expected, got " .. type(t) .. ")")
  end
  local walk = walks[t]
  local i = 0
  if key == nil then
    if next(t) == nil then
      return nil
    end
    walk = begin_walk(t)
  else
    i = walk and walk.places[key]
    if not i then
      walk = begin_walk(t)
      i = walk.places[key]
    end
    if not i then
      box.fail("runtime", "invalid key to 'next'")
    end
  end
  local keys = walk.keys
  for at = i + 1, walk.n do
    local value = rawget(t, keys[at])
    if value ~= nil then
      return keys[at], value
    end
  end
  return nil
end

-- Above 100 elements Lua's sort may draw its pivots from the clock, which shows where elements
-- compare as equal. What cannot show it goes to Lua's sort all the same.
local most_without_clock = 100

local function plain(t, n)
  local kind = type(rawget(t, 1))
  if kind ~= "string" and box.integer(rawget(t, 1)) == nil then
    return false
  end
  for i = 2, n do
    local value = rawget(t, i)
    if type(value) ~= kind or (kind == "number" and box.integer(value) == nil) then
      return false
    end
  end
  return true
end

--- `n` if it is an integer by its subtype, not by its value.
local math_type = math.type
function box.integer(n)
  if math_type(n) == "integer" then
    return n
  end
end

function box.sort(t, less)
  if type(t) ~= "table" or (less ~= nil and type(less) ~= "function") then
    return sort(t, less)
  end
  local n = #t
  if n <= most_without_clock or n >= 0x7fffffff or (less == nil and plain(t, n)) then
    return sort(t, less)
  end
  less = less or function(a, b)
    return a < b
  end
  local from, to = {}, {}
  for i = 1, n do
    from[i] = t[i]
  end
  local width = 1
  while width < n do
    for left = 1, n, 2 * width do
      local middle, last = left + width, left + 2 * width - 1
      last = last > n and n or last
      local i, j = left, middle
      for k = left, last do
        if i < middle and (j > last or not less(from[j], from[i])) then
          to[k] = from[i]
          i = i + 1
        else
          to[k] = from[j]
          j = j + 1
        end
      end
    end
    from, to = to, from
    width = width * 2
  end
  for i = 1, n do
    t[i] = from[i]
  end
end
