-- How a script is stopped, how a fault gets its kind and place, and the count of instructions.
--
-- `box` is shared by the files of this folder. They run before the script, take what they need
-- into locals, and never look a global up afterwards: a script may change whatever it can reach.
local box = ...

local error, find, getinfo, match, sethook, sub, tonumber, type =
  error, string.find, debug.getinfo, string.match, debug.sethook, string.sub, tonumber, type

-- What is thrown when the run is over. No handler of the script gets to see it.
local over = {}

box.kinds = {} -- message → what box.fail knew about it
box.chunks = {} -- name of a chunk, as debug.getinfo gives it → its path in the package
box.shown = {} -- name of a chunk, as messages give it → its path in the package
box.notes = {}
box.instructions = 0

local own_prefix = "^sandbox:%d+: "

--- Path and line of the innermost frame of the script, from `level` on.
function box.place(level)
  for above = level + 1, level + 60 do
    local frame = getinfo(above, "Sl")
    if not frame then
      return nil
    end
    local path = box.chunks[frame.source]
    if path and frame.currentline > 0 then
      return path, frame.currentline
    end
  end
end

--- Raise an error that a script may catch, and remember its kind. `subject` names what it is about.
function box.fail(kind, text, subject)
  local path, line = box.place(2)
  local message = text
  if path then
    message = box.short_name(path) .. ":" .. line .. ": " .. text
  end
  box.kinds[message] = { kind = kind, detail = text, path = path, line = line, subject = subject }
  error(message, 0)
end

--- A path as it fits into Lua's messages, which cut the name of a chunk at 59 bytes.
function box.short_name(path)
  if #path <= 50 then
    return path
  end
  return "..." .. sub(path, -47)
end

--- End the run, whatever the script has wrapped around itself.
function box.stop(kind, detail, level)
  if not box.stopped then
    local path, line = box.place(level)
    box.stopped = { kind = kind, detail = detail, path = path, line = line }
    -- From now on every instruction of the script raises, so no pcall and no __close goes on.
    sethook(box.tick, "", 1)
  end
end

function box.raise_if_over()
  if box.stopped then
    error(over, 0)
  end
end

--- Counts, every `box.step` instructions.
function box.tick()
  if not box.stopped then
    box.instructions = box.instructions + box.step
    -- Where the script was, for the faults that no frame is left of.
    local path, line = box.place(2)
    if path then
      box.last_path, box.last_line = path, line
    end
    if box.instructions < box.limits.instructions then
      return
    end
    box.stop("instructions", "", 2)
  end
  -- The frame that puts the outcome together is the one that may go on.
  if getinfo(2, "f").func ~= box.run then
    error(over, 0)
  end
end

--- The message without the place that a wrapper of ours put in front.
function box.without_own_place(message)
  if type(message) == "string" then
    local _, last = find(message, own_prefix)
    if last then
      return sub(message, last + 1), true
    end
  end
  return message, false
end

--- The outermost handler: keeps what is known about `raised`, and runs nothing of the script.
-- That it is called does not mean that the run is over: Lua asks it about faults that `load` then
-- answers with nil, too.
function box.on_error(raised)
  if not box.stopped then
    box.handled, box.handled_failure = raised, box.failure_of(raised)
  end
  return raised
end

--- What `raised` is, and where.
function box.failure_of(raised)
  if type(raised) ~= "string" then
    local path, line = box.place(2)
    return { kind = "error-object", raised = raised, path = path, line = line }
  end
  local known = box.kinds[raised]
  if known then
    return known
  end
  local detail, from_us = box.without_own_place(raised)
  local path, line
  if not from_us then
    local name, number, rest = match(raised, "^(.-):(%d+): (.*)$")
    if name and box.shown[name] then
      path, line, detail = box.shown[name], tonumber(number), rest
    end
  end
  if not path then
    path, line = box.place(2)
  end
  local deep = find(detail, "stack overflow", 1, true)
  return { kind = deep and "stack-overflow" or "runtime", detail = detail, path = path, line = line }
end
