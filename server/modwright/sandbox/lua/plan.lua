-- What a plan is made with: rule blocks, rule files, and `ctx`. The names come with the request.
local box = ...

local concat, pack, select, setmetatable, type = table.concat, table.pack, select, setmetatable, type

-- Blocks are empty tables to the script; what they hold is here, out of its reach.
local held = setmetatable({}, { __mode = "k" })

local methods = {}
local block_meta = { __name = "block", __metatable = "block", __index = methods }
local starter_meta = { __name = "selector", __metatable = "selector", __index = methods }

function block_meta.__newindex()
  box.fail("runtime", "a rule block cannot be changed by hand")
end

--- The block that `value` is, or begins when it is a selector that was not called (`all:change`).
local function block_of(value, method)
  local content = held[value]
  if content and content.selector then
    return box.new_block({ '{"name":' .. box.quoted(content.selector) .. ',"args":[]}' })
  elseif content then
    return value
  end
  box.fail("runtime", "'" .. method .. "' is called on a " .. type(value) .. ", not on a rule block")
end

function box.new_block(steps)
  local block = setmetatable({}, block_meta)
  local path, line = box.place(2)
  held[block] = { steps = steps, changes = {}, place = box.place_json(path, line) }
  return block
end

local function step_json(name, ...)
  local values = pack(...)
  local args = {}
  for i = 1, values.n do
    args[i] = box.describe(values[i], name, box.budget)
  end
  return '{"name":' .. box.quoted(name) .. ',"args":[' .. concat(args, ",") .. "]}"
end

local function add_selector(env, name)
  local starter = setmetatable({}, starter_meta)
  held[starter] = { selector = name }
  env[name] = starter
  methods[name] = function(block, ...)
    block = block_of(block, name)
    local steps = held[block].steps
    steps[#steps + 1] = step_json(name, ...)
    return block
  end
end

function starter_meta.__call(starter, ...)
  return box.new_block({ step_json(held[starter].selector, ...) })
end

function starter_meta.__newindex()
  box.fail("runtime", "a selector cannot be changed")
end

-- Changes are described when they are given: a table changed afterwards does not change the block.
local function add_finisher(name)
  methods[name] = function(block, changes, ...)
    block = block_of(block, name)
    if type(changes) ~= "table" or select("#", ...) > 0 then
      box.fail("runtime", "'" .. name .. "' takes one table")
    end
    local list = held[block].changes
    list[#list + 1] = box.describe(changes, name, box.budget)
    return block
  end
end

box.describers[block_meta] = function(block)
  local content = held[block]
  return '{"b":{"place":'
    .. content.place
    .. ',"steps":['
    .. concat(content.steps, ",")
    .. '],"changes":['
    .. concat(content.changes, ",")
    .. "]}}"
end

box.describers[starter_meta] = function(starter)
  return '{"b":{"place":[],"steps":[{"name":'
    .. box.quoted(held[starter].selector)
    .. ',"args":[]}],"changes":[]}}'
end

local source_meta = { __name = "rule file", __metatable = "rule file" }

function source_meta.__newindex()
  box.fail("runtime", "a rule file cannot be changed")
end

box.describers[source_meta] = function(source)
  return held[source].json
end

local function new_source(path, ...)
  if type(path) ~= "string" or select("#", ...) > 0 then
    box.fail("runtime", "'" .. box.api.source .. "' takes one text")
  end
  local source = setmetatable({}, source_meta)
  local file, line = box.place(1)
  held[source] = {
    json = '{"sm":{"path":'
      .. box.describe(path, "path", box.budget)
      .. ',"place":'
      .. box.place_json(file, line)
      .. "}}",
  }
  return source
end

function box.add_plan_functions(env)
  for i = 1, #box.api.selectors do
    add_selector(env, box.api.selectors[i])
  end
  add_finisher(box.api.finisher)
  env[box.api.source] = new_source
  env[box.api.fixed] = box.fixed
end

local function incompatible(...)
  local reason, second = ...
  if reason == box.context and select("#", ...) > 1 then
    reason = second
  end
  if type(reason) ~= "string" then
    box.fail("runtime", "'incompatible' takes one text, the reason")
  end
  box.stop("incompatible", reason, 2)
  box.raise_if_over()
end

--- The table that `mutate` is called with.
function box.new_context()
  local context = box.context_values
  context[box.api.incompatible] = incompatible
  local absent = {}
  for i = 1, #box.api.collections do
    absent[box.api.collections[i]] = true
  end
  box.context = setmetatable(context, {
    __metatable = "ctx",
    __index = function(_, key)
      if absent[key] then
        box.fail("collection-not-loaded", "ctx." .. key .. " is not loaded yet", key)
      end
    end,
  })
  return context
end
