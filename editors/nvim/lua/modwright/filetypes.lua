-- Which files are ours by their names, as the server tells them. Everything else stays JSON, YAML
-- or Lua, and the server finds out what it is.

local M = {}

local function is_file(path)
  return vim.fn.filereadable(path) == 1
end

-- A JSON file of a ruleset's family: the ruleset, a locale pack; nil for whatever else.
local function of_ruleset(path)
  local folder, name = path:match('^(.*)/([^/]*)$')
  if not folder then
    folder, name = '.', path
  end
  if name == 'ruleset.json' or name:find('%.ruleset%.json$') then
    return 'ruleset'
  end
  if folder:find('/locales$') and is_file(folder:gsub('/locales$', '/ruleset.json')) then
    return 'ruleset-locale'
  end
  local stem = name:match('^(.*%-%d[%d.]*)%.%a[%w-]*%.json$')
  if stem and is_file(folder .. '/' .. stem .. '.ruleset.json') then
    return 'ruleset-locale'
  end
end

-- The file type of a path, or nil.
function M.of(path)
  path = path:gsub('\\', '/')
  if path:find('%.nimblock%.json$') or path:find('/nimblock/.*%.json$') then
    return 'nimblock'
  end
  if path:find('%.json$') then
    return of_ruleset(path)
  end
  if path == 'oamut.yaml' or path:find('/oamut%.yaml$') then
    return 'oamut'
  end
end

return M
