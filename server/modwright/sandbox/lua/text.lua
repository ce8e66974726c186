-- Texts: what makes one is measured, and none shows an address, which would differ on every run.
local box = ...

local debug_getmetatable, gmatch, pack, pcall, rawget, setmetatable, tostring, type, unpack =
  debug.getmetatable, string.gmatch, table.pack, pcall, rawget, setmetatable, tostring, type,
  table.unpack
local char, concat, format, gsub, rep, string_pack, utf8_char =
  string.char, table.concat, string.format, string.gsub, string.rep, string.pack, utf8.char
local math_type = math.type

--- Raise the fault of a string over the limit, at `path` and `line` where the script does not run.
function box.too_long(path, line)
  box.too_long_seen = true
  local text = "a string of more than " .. box.limits.stringBytes .. " bytes"
  if path then
    box.fail_at("string-too-long", text, path, line)
  end
  box.fail("string-too-long", text)
end

local function measured(text, ...)
  if #text > box.limits.stringBytes then
    box.too_long()
  end
  return text, ...
end
box.measured = measured

-- Tables and functions are numbered in the order in which somebody asks for their text.
local numbers, numbered = setmetatable({}, { __mode = "k" }), 0

local function to_text(value)
  local kind = type(value)
  if kind == "table" then
    local meta = debug_getmetatable(value)
    local own = type(meta) == "table" and rawget(meta, "__tostring")
    if own then
      local text = own(value)
      if type(text) ~= "string" then
        box.fail("runtime", "'__tostring' must return a string")
      end
      return text
    end
    local name = type(meta) == "table" and rawget(meta, "__name")
    if type(name) == "string" then
      kind = name
    end
  elseif kind ~= "function" then
    if value ~= value then
      return "nan"
    end
    return (tostring(value))
  end
  local number = numbers[value]
  if not number then
    numbered = numbered + 1
    number = numbered
    numbers[value] = number
  end
  return kind .. ": " .. number
end
box.to_text = to_text

function box.tostring(...)
  if pack(...).n == 0 then
    box.fail("runtime", "bad argument #1 to 'tostring' (value expected)")
  end
  return measured(to_text((...)))
end

function box.format(pattern, ...)
  local values = pack(...)
  if type(pattern) == "string" then
    local n = 0
    for letter in gmatch(pattern, "%%[^%a%%]*([%a%%])") do
      if letter ~= "%" then
        n = n + 1
        local kind = n <= values.n and type(values[n])
        if letter == "p" then
          box.fail("runtime", "'%p' would show an address")
        elseif letter == "s" and (kind == "table" or kind == "function") then
          values[n] = to_text(values[n])
        end
      end
    end
  end
  return measured(format(pattern, unpack(values, 1, values.n)))
end

function box.rep(text, count, separator)
  local length, times = box.length(text), math_type(count) == "integer" and count or nil
  if math_type(count) == "float" and count % 1 == 0 and count < 2 ^ 53 then
    times = count
  end
  if length and times and times > 0 then
    -- In floats: the product of two large integers would wrap around.
    if length * 1.0 * times + (box.length(separator) or 0) * (times - 1.0) > box.limits.stringBytes then
      box.too_long()
    end
    -- Lua would repeat nothing a thousand million million times without stopping for the hook.
    if length == 0 and (box.length(separator) or 0) == 0 then
      return ""
    end
  end
  return rep(text, count, separator)
end

function box.length(text)
  if type(text) == "number" then
    return #tostring(text)
  end
  return type(text) == "string" and #text or nil
end

function box.char(...)
  return measured(char(...))
end

function box.utf8_char(...)
  return measured(utf8_char(...))
end

function box.pack(...)
  return measured(string_pack(...))
end

function box.gsub(...)
  return measured(gsub(...))
end

function box.concat(...)
  return measured(concat(...))
end

box.log, box.log_bytes = {}, 0

--- A line of the log; what does not fit is left out, and that is said once.
function box.write(line)
  local room = box.limits.logBytes - box.log_bytes
  if #line + 1 > room then
    box.log_cut = true
    box.log_bytes = box.limits.logBytes
    return
  end
  box.log_bytes = box.log_bytes + #line + 1
  box.log[#box.log + 1] = line
end

function box.print(...)
  local values = pack(...)
  for i = 1, values.n do
    values[i] = to_text(values[i])
  end
  box.write(concat(values, "\t", 1, values.n))
end

function box.warn(...)
  -- A control message ("@on") says nothing.
  local ok, text = pcall(concat, { ... })
  if ok and text ~= "@on" and text ~= "@off" then
    box.write("warning: " .. text)
  end
end
