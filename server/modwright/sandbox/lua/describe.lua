-- Values of the script as JSON, within a budget, without running anything of the script: raw reads
-- alone, no metamethod is asked.
--
-- A text becomes a JSON string with one character a byte, so that bytes which are not UTF-8 come
-- through. null, booleans and integers are themselves; the rest is an object of one key:
--   {"f": text}             a number that is no integer
--   {"t": [[key, value]…]}  a table, in the order of box.sorted_keys
--   {"x": integer}          a fixed number, in units of 1/65,536
--   {"fn": place}           a function     {"o": type}   something else
--   {"b": {…}}, {"sm": {…}} a rule block, a rule file (plan.lua)
-- A place is [path, line], or [] when it is none of the package's.
local box = ...

local char, concat, format, getinfo, gsub, math_type, pcall, rawget, type =
  string.char, table.concat, string.format, debug.getinfo, string.gsub, math.type, pcall, rawget,
  type

local escaped = {}
for byte = 0, 255 do
  escaped[char(byte)] = format("\\u%04x", byte)
end

local function quoted(text)
  return '"' .. gsub(text, "[^ !#-Z%[%]^-~]", escaped) .. '"'
end
box.quoted = quoted

function box.place_json(path, line)
  if path then
    return "[" .. quoted(path) .. "," .. format("%d", line) .. "]"
  end
  return "[]"
end

function box.function_place(f)
  local about = getinfo(f, "S")
  local path = box.chunks[about.source]
  return box.place_json(path, about.linedefined > 0 and about.linedefined or 1)
end

--- What is left to describe: shared by all parts of one plan.
function box.new_budget(values, bytes)
  return { values = values, bytes = bytes, longest = box.limits.stringBytes }
end

local simple_name = "^[%a_][%w_]*$"
local find = string.find

--- `plan.rules[3]["a b"]`, from the keys on the way down.
local function trail_text(root, trail)
  local text = root
  for i = 1, #trail do
    local key = trail[i]
    if type(key) == "string" then
      if find(key, simple_name) and #key <= 64 then
        text = text .. "." .. key
      else
        text = text .. "[...]"
      end
    else
      text = text .. "[" .. box.to_text(key) .. "]"
    end
  end
  return text
end

local describers = {} -- metatable → how its objects are described
box.describers = describers
local debug_getmetatable = debug.getmetatable

--- Describe `value`, called `root` in errors. Raises through box.fail.
function box.describe(value, root, budget)
  local out, n = {}, 0
  local trail, open = {}, {}

  local function add(piece)
    budget.bytes = budget.bytes - #piece
    if budget.bytes < 0 then
      box.fail("plan-too-large", trail_text(root, trail), "bytes")
    end
    n = n + 1
    out[n] = piece
  end

  local visit

  local function visit_table(t)
    local meta = debug_getmetatable(t)
    local describer = meta ~= nil and describers[meta]
    if describer then
      return add(describer(t))
    end
    if box.raw_of[t] then
      return add('{"x":' .. format("%d", box.raw_of[t]) .. "}")
    end
    if open[t] then
      box.fail("plan-cycle", trail_text(root, trail))
    end
    local depth = #trail
    if depth >= box.limits.planDepth then
      box.fail("plan-too-large", trail_text(root, trail), "depth")
    end
    local keys, count, others = box.sorted_keys(t, budget.values)
    if not keys then
      box.fail("plan-too-large", trail_text(root, trail), "values")
    end
    if others > 0 then
      box.fail("bad-plan", trail_text(root, trail), type(keys[count]))
    end
    budget.values = budget.values - count
    open[t] = true
    add('{"t":[')
    for i = 1, count do
      local key = keys[i]
      add(i == 1 and "[" or ",[")
      visit(key)
      add(",")
      trail[depth + 1] = key
      visit(rawget(t, key))
      trail[depth + 1] = nil
      add("]")
    end
    add("]}")
    open[t] = nil
  end

  function visit(v)
    local kind = type(v)
    if kind == "nil" then
      add("null")
    elseif kind == "boolean" then
      add(v and "true" or "false")
    elseif kind == "number" then
      if math_type(v) == "integer" then
        add(format("%d", v))
      elseif v ~= v then
        add('{"f":"nan"}')
      else
        add('{"f":"' .. format("%.17g", v) .. '"}')
      end
    elseif kind == "string" then
      if #v > budget.longest then
        box.too_long()
      end
      add(quoted(v))
    elseif kind == "table" then
      visit_table(v)
    elseif kind == "function" then
      add('{"fn":' .. box.function_place(v) .. "}")
    else
      add('{"o":' .. quoted(kind) .. "}")
    end
  end

  visit(value)
  return concat(out, "", 1, n)
end

--- A short description of an error value: what does not fit is left out, nothing raises.
function box.describe_briefly(value)
  local ok, text = pcall(box.describe, value, "value", box.new_budget(40, 4000))
  if ok then
    return text
  end
  return '{"o":' .. quoted(type(value)) .. "}"
end
