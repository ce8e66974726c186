-- Our file types coloured by tree-sitter: the parser of JSON or YAML under a name of ours, so that
-- our queries colour our files and no other.

local M = {}

local function parser_file(language)
  return vim.api.nvim_get_runtime_file('parser/' .. language .. '.*', false)[1]
end

-- Whether there is a language `name`, which is the parser of `base` with the queries of `name`.
local function add(name, base)
  local path = parser_file(base)
  if not path then
    return false
  end
  return pcall(vim.treesitter.language.add, name, { path = path, symbol_name = base })
end

-- Colour a buffer of the file type `name`. Without a parser, Vim's own syntax does what it can.
function M.start(buffer, name, base)
  if vim.fn.has('nvim-0.9') == 0 then
    return
  end
  -- A language's name has no hyphen. Packs of texts are plain JSON.
  local language = name:find('-') and base or name
  if language == base then
    if not parser_file(base) then
      return
    end
  elseif not add(language, base) then
    return
  end
  vim.treesitter.language.register(language, name)
  pcall(vim.treesitter.start, buffer, language)
end

return M
