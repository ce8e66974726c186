-- Puts the sandbox together: the globals that a script has, the run, and its outcome as JSON.
--
-- Called with the box and the request; empties the real globals. Nothing in this state is a Python
-- object, and no Python function can be reached from it.
local box, request = ...

local concat, debug_setmetatable, error, format, move, next, pcall, random, randomseed, rawget =
  table.concat, debug.setmetatable, error, string.format, table.move, next, pcall, math.random,
  math.randomseed, rawget
local getinfo, rawequal, rawset, select, sethook, setmetatable, sub, type, xpcall =
  debug.getinfo, rawequal, rawset, select, debug.sethook, setmetatable, string.sub, type, xpcall

box.limits = request.limits
box.api = request.api
box.sources = request.sources
box.paths = request.paths
box.context_values = request.context
box.measuring = request.measuring
box.step = box.limits.instructions < 1000 and box.limits.instructions or 1000
box.budget = box.new_budget(box.limits.planValues, box.limits.planBytes)

local function copy(library, changes)
  local result = {}
  for name, value in next, library do
    result[name] = value
  end
  for name, value in next, changes do
    result[name] = value or nil
  end
  return result
end

-- A caught fault shows the script's places, never ours; a run that is over is not caught at all.
local function caught(ok, ...)
  box.raise_if_over()
  if ok then
    return true, ...
  end
  return false, (box.without_own_place((...)))
end

local function safe_pcall(...)
  return caught(pcall(...))
end

local function safe_xpcall(f, handler, ...)
  local function guarded(raised)
    if box.stopped then
      return raised
    end
    return handler((box.without_own_place(raised)))
  end
  return caught(xpcall(f, guarded, ...))
end

-- Finalisers run whenever memory is collected, out of reach of the hook: they are never registered.
-- Lua looks for the field when the metatable is set, and at no other time.
local function safe_setmetatable(...)
  local t, meta = ...
  local finaliser = type(meta) == "table" and rawget(meta, "__gc")
  if type(meta) == "table" and box.measuring then
    box.unwrap_concat(meta)
  end
  if finaliser == nil or finaliser == false then
    return setmetatable(...)
  end
  box.notes.finalisers = true
  rawset(meta, "__gc", nil)
  local ok, raised = pcall(setmetatable, t, meta)
  rawset(meta, "__gc", finaliser)
  if not ok then
    error(raised, 2)
  end
  return t
end

-- More than fits into memory is refused at once: inside of table.move no hook is called.
local function safe_move(from, first, last, ...)
  if type(first) == "number" and type(last) == "number" and last - first > 0x1000000 then
    box.fail("runtime", "too many elements to move")
  end
  return move(from, first, last, ...)
end

local function fixed_random(...)
  box.notes.random = true
  return random(...)
end

-- Without arguments Lua takes the seed from the clock and from an address.
local function fixed_seed(...)
  box.notes.random = true
  if select("#", ...) == 0 then
    return randomseed(0)
  end
  return randomseed(...)
end
randomseed(0)

-- What it would answer differs between machines, and so does what it would do.
local function collect_nothing()
  return 0
end

local env = {
  _VERSION = _VERSION,
  assert = assert,
  collectgarbage = collect_nothing,
  error = error,
  getmetatable = getmetatable,
  ipairs = ipairs,
  load = box.load,
  math = copy(math, { random = fixed_random, randomseed = fixed_seed }),
  next = box.next,
  pairs = box.pairs,
  pcall = safe_pcall,
  print = box.print,
  rawequal = rawequal,
  rawget = rawget,
  rawlen = rawlen,
  rawset = rawset,
  require = box.require,
  select = select,
  setmetatable = safe_setmetatable,
  string = copy(string, {
    char = box.char,
    dump = false,
    format = box.format,
    gsub = box.gsub,
    pack = box.pack,
    rep = box.rep,
  }),
  table = copy(table, { concat = box.concat, move = safe_move, sort = box.sort }),
  tonumber = tonumber,
  tostring = box.tostring,
  type = type,
  utf8 = copy(utf8, { char = box.utf8_char }),
  warn = box.warn,
  xpcall = safe_xpcall,
}
env._G = env
box.env = env
box.add_plan_functions(env)

-- ("x"):rep() must meet the measured functions too; the script cannot get at the metatable.
debug_setmetatable("", { __index = env.string, __metatable = false, __name = "string" })

local globals = _G
for name in next, globals do
  globals[name] = nil
end

local function script()
  box.load_file(box.api.entry)()
  local mutate = rawget(env, box.api.mutate)
  if type(mutate) ~= "function" then
    box.failure = { kind = "no-mutate", detail = "", subject = box.api.mutate }
    return
  end
  box.mutate = mutate
  local plan = mutate(box.new_context())
  if type(plan) ~= "table" then
    local about = getinfo(mutate, "S")
    local path = box.chunks[about.source]
    box.failure =
      { kind = "not-a-table", detail = type(plan), path = path, line = about.linedefined }
    return
  end
  box.plan = plan
end

--- Run the entry script and its `mutate`. Returns nothing; box.report tells what came of it.
function box.run()
  sethook(box.tick, "", box.step)
  local ok, raised = xpcall(script, box.on_error)
  sethook()
  if ok or box.stopped then
    return
  end
  if box.handled_failure and rawequal(box.handled, raised) then
    box.failure = box.handled_failure
  elseif type(raised) == "string" and raised == "not enough memory" then
    -- Lua reports it without asking the handler, and a fault in the handler too.
    box.failure = { kind = "memory", detail = "" }
  else
    box.failure = { kind = "stack-overflow", detail = type(raised) == "string" and raised or "" }
  end
end

-- A fault that no frame of the script stands behind (a tail call, no memory) is shown where the
-- script was last seen, at worst at the function that was called.
local function place_of(failure)
  if failure.path then
    return box.place_json(failure.path, failure.line)
  elseif box.last_path then
    return box.place_json(box.last_path, box.last_line)
  elseif box.mutate then
    return box.function_place(box.mutate)
  end
  return box.place_json()
end

local function failure_json(failure)
  local detail = failure.detail or ""
  if #detail > 1000 then
    detail = sub(detail, 1, 1000) .. "..."
  end
  local parts = {
    '{"kind":' .. box.quoted(failure.kind),
    '"detail":' .. box.quoted(detail),
    '"place":' .. place_of(failure),
  }
  if failure.subject then
    parts[#parts + 1] = '"subject":' .. box.quoted(failure.subject)
  end
  if failure.kind == "error-object" then
    parts[#parts + 1] = '"value":' .. box.describe_briefly(failure.raised)
  end
  return concat(parts, ",") .. "}"
end

--- What came of the run, as one JSON object. The script can do nothing any more.
function box.report()
  local parts = { '"instructions":' .. format("%d", box.instructions) }
  local failure = box.stopped or box.failure
  if not failure and box.plan then
    local ok, described = xpcall(box.describe, box.failure_of, box.plan, "plan", box.budget)
    if ok then
      parts[#parts + 1] = '"plan":' .. described
    else
      failure = type(described) == "table" and described or { kind = "memory", detail = "" }
    end
  end
  if failure then
    parts[#parts + 1] = '"failure":' .. failure_json(failure)
  end
  local lines = {}
  for i = 1, #box.log do
    lines[i] = box.quoted(box.log[i])
  end
  parts[#parts + 1] = '"log":[' .. concat(lines, ",") .. "]"
  parts[#parts + 1] = '"logCut":' .. (box.log_cut and "true" or "false")
  local notes = {}
  for name in next, box.notes do
    notes[#notes + 1] = box.quoted(name)
  end
  parts[#parts + 1] = '"notes":[' .. concat(notes, ",") .. "]"
  return "{" .. concat(parts, ",") .. "}"
end

--- Whether a string over the limit was made (even if the script caught the fault), whether the run
-- failed, and whether some strings could not be measured.
function box.state()
  local failed = box.stopped ~= nil or box.failure ~= nil
  return box.too_long_seen == true, failed, box.notes["strings-unchecked"] == true
end

return box.run, box.report, box.state
