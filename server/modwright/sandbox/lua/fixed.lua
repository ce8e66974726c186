-- `fixed`: numbers counted in units of 1/65,536. No floating point is involved once one is made.
--
-- How the engine rounds is not documented. Here a product, a quotient and a number given go to the
-- nearest unit, halves away from zero; `//` goes down, as everywhere in Lua.
local box = ...

local floor, format, math_type, setmetatable, type =
  math.floor, string.format, math.type, setmetatable, type

local unit = 65536
-- Products of two raw numbers are put together from parts below 2^63.
local most = 2 ^ 47

local meta = { __name = "fixed", __metatable = "fixed" }
-- Raw numbers are kept here, where the script cannot write them.
local raw_of = setmetatable({}, { __mode = "k" })
box.raw_of = raw_of

local function make(raw)
  if raw >= most or raw <= -most then
    box.fail("runtime", "a fixed number out of its range")
  end
  local value = setmetatable({}, meta)
  raw_of[value] = raw
  return value
end

--- Raw number of `value`; `operation` is named when it has none.
local function raw(value, operation)
  local known = raw_of[value]
  if known then
    return known
  end
  local kind = math_type(value)
  if kind == "integer" then
    if value >= most // unit or value <= -(most // unit) then
      box.fail("runtime", "a fixed number out of its range")
    end
    return value * unit
  elseif kind == "float" then
    local scaled = value * unit
    if scaled ~= scaled or scaled >= most or scaled <= -most then
      box.fail("runtime", "a fixed number out of its range")
    end
    return scaled < 0 and -floor(-scaled + 0.5) or floor(scaled + 0.5)
  end
  box.fail("runtime", "cannot " .. operation .. " a fixed number and a " .. type(value) .. " value")
end

--- `n / d` to the nearest integer, halves away from zero; d > 0.
local function nearest(n, d)
  local negative = n < 0
  n = negative and -n or n
  local result, rest = n // d, n % d
  if rest >= d - rest then
    result = result + 1
  end
  return negative and -result or result
end

local function product(a, b)
  local negative = (a < 0) ~= (b < 0)
  a, b = a < 0 and -a or a, b < 0 and -b or b
  if a * 1.0 * b / unit >= most then
    box.fail("runtime", "a fixed number out of its range")
  end
  local whole, rest = a // unit, a % unit
  local result = whole * b + nearest(rest * b, unit)
  return negative and -result or result
end

local function divisor(value)
  if value == 0 then
    box.fail("runtime", "a fixed number divided by zero")
  end
  return value
end

function meta.__add(a, b)
  return make(raw(a, "add") + raw(b, "add"))
end

function meta.__sub(a, b)
  return make(raw(a, "subtract") - raw(b, "subtract"))
end

function meta.__mul(a, b)
  return make(product(raw(a, "multiply"), raw(b, "multiply")))
end

function meta.__div(a, b)
  local n, d = raw(a, "divide"), divisor(raw(b, "divide"))
  if d < 0 then
    n, d = -n, -d
  end
  return make(nearest(n * unit, d))
end

function meta.__idiv(a, b)
  return make(raw(a, "divide") // divisor(raw(b, "divide")) * unit)
end

function meta.__mod(a, b)
  return make(raw(a, "divide") % divisor(raw(b, "divide")))
end

function meta.__unm(a)
  return make(-raw(a, "negate"))
end

function meta.__eq(a, b)
  return raw_of[a] ~= nil and raw_of[a] == raw_of[b]
end

function meta.__lt(a, b)
  return raw(a, "compare") < raw(b, "compare")
end

function meta.__le(a, b)
  return raw(a, "compare") <= raw(b, "compare")
end

--- Exact: a unit has sixteen decimals at most.
function meta.__tostring(value)
  local n = raw(value, "show")
  local sign = n < 0 and "-" or ""
  n = n < 0 and -n or n
  local text = format("%d", n // unit)
  local rest = n % unit
  if rest > 0 then
    text = text .. "."
    while rest > 0 do
      rest = rest * 10
      text = text .. format("%d", rest // unit)
      rest = rest % unit
    end
  end
  return sign .. text
end

function meta.__concat(a, b)
  return box.measured(box.to_text(a) .. box.to_text(b))
end

function meta.__newindex()
  box.fail("runtime", "a fixed number cannot be changed")
end

function box.fixed(value)
  if raw_of[value] then
    return value
  end
  if math_type(value) == nil then
    box.fail("runtime", "bad argument #1 to 'fixed' (number expected, got " .. type(value) .. ")")
  end
  return make(raw(value, "make"))
end
