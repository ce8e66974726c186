-- Sources: loading them as text only, and `require`, which reads lua/ of the package alone.
local box = ...

local concat, error, find, gsub, load, lower, match, select, sub, tonumber, type =
  table.concat, error, string.find, string.gsub, load, string.lower, string.match, select,
  string.sub, tonumber, type

--- Compile, and in the run that measures strings compile the measuring form.
local function compile(source, chunk_name, env, path)
  local chunk, message = load(source, chunk_name, "t", env)
  if chunk and box.measuring then
    chunk = box.load_guarded(source, chunk_name, env, path) or chunk
  end
  return chunk, message
end

--- A byte order mark and a first line that begins with # are passed over, as Lua does for files.
local function without_first_line(source)
  if sub(source, 1, 3) == "\xEF\xBB\xBF" then
    source = sub(source, 4)
  end
  if sub(source, 1, 1) == "#" then
    return (gsub(source, "^[^\n]*", "", 1))
  end
  return source
end

local binary_mark = "\27"

--- Raise `kind` at a place of the package that no frame stands at.
function box.fail_at(kind, detail, path, line)
  local message = box.short_name(path) .. ":" .. (line or 1) .. ": " .. detail
  box.kinds[message] = { kind = kind, detail = detail, path = path, line = line or 1 }
  error(message, 0)
end

function box.load_file(path)
  local source = box.sources[path]
  local short = box.short_name(path)
  local chunk_name = "=" .. short
  box.chunks[chunk_name] = path
  box.shown[short] = path
  if sub(source, 1, 1) == binary_mark then
    box.fail_at("binary-chunk", "precompiled chunks are refused", path)
  end
  local chunk, message = compile(without_first_line(source), chunk_name, box.env, path)
  if not chunk then
    local line, detail = match(message, "^.-:(%d+): (.*)$")
    box.fail_at("syntax", detail or message, path, tonumber(line))
  end
  return chunk
end

local loaded, loading, order = {}, {}, {}

function box.require(name)
  if type(name) ~= "string" then
    box.fail("runtime", "bad argument #1 to 'require' (string expected, got " .. type(name) .. ")")
  end
  local key = "lua/" .. lower(gsub(name, "%.", "/")) .. ".lua"
  local path = box.paths[key]
  local shown = #name <= 200 and name or sub(name, 1, 200) .. "..."
  if not path then
    box.fail("missing-module", "module '" .. shown .. "' is not below lua/", shown)
  end
  if loaded[path] ~= nil then
    return loaded[path]
  end
  order[#order + 1] = path
  if loading[path] then
    local first = 1
    while order[first] ~= path do
      first = first + 1
    end
    local circle = concat(order, " > ", first)
    order[#order] = nil
    box.fail("require-cycle", "modules require each other: " .. circle, circle)
  end
  loading[path] = true
  local value = box.load_file(path)(name, path)
  order[#order] = nil
  loading[path] = nil
  if value == nil then
    value = true
  end
  loaded[path] = value
  return value
end

--- `load` for scripts: text alone, and the script's own globals unless it names others.
function box.load(...)
  local chunk, _, mode = ...
  local env = box.env
  if select("#", ...) >= 4 then
    local _, _, _, given = ...
    env = given
  end
  if type(chunk) == "function" then
    local pieces, n, size = {}, 0, 0
    while true do
      local piece = chunk()
      if piece == nil or piece == "" then
        break
      end
      if type(piece) ~= "string" then
        return nil, "reader function must return a string"
      end
      n = n + 1
      size = size + #piece
      pieces[n] = piece
      if size > box.limits.memoryBytes then
        break
      end
    end
    chunk = concat(pieces)
  elseif type(chunk) ~= "string" then
    box.fail("runtime", "bad argument #1 to 'load' (string expected, got " .. type(chunk) .. ")")
  end
  if sub(chunk, 1, 1) == binary_mark then
    return nil, "attempt to load a binary chunk (precompiled chunks are refused)"
  end
  if type(mode) == "string" and not find(mode, "t", 1, true) then
    return nil, "attempt to load a text chunk (mode is '" .. mode .. "')"
  end
  return compile(chunk, "=(load)", env)
end
