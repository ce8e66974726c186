-- What the server answers to its commands, shown in a window. For Neovim 0.7 or newer.

local M = {}

-- The client of a buffer, or nil.
local function client_of(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer })
    or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(clients) do
    if client.name == 'modwright' then
      return client
    end
  end
end

-- Call `answered(problem, result)` with the answer to a request.
local function request(client, method, params, answered)
  local function handler(problem, result)
    answered(problem, result)
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, handler)
  else
    client.request(method, params, handler, vim.api.nvim_get_current_buf())
  end
end

-- Show lines in a window of their own below; `q` closes it.
function M.show(title, text, filetype)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buffer, ('modwright://%d/%s'):format(buffer, title))
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(text:gsub('\n+$', ''), '\n'))
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modifiable = false
  if filetype then
    vim.bo[buffer].filetype = filetype
  end
  local most = math.floor(vim.o.lines / 2)
  vim.cmd('resize ' .. math.max(3, math.min(vim.api.nvim_buf_line_count(buffer), most)))
  vim.api.nvim_buf_set_keymap(buffer, 'n', 'q', '<Cmd>close<CR>', { noremap = true, silent = true })
end

-- Ask the server to do `command`, and show its text.
function M.run(command, arguments, filetype, client)
  client = client or client_of(0)
  if not client then
    vim.notify('modwright does not look after this file', vim.log.levels.WARN)
    return
  end
  local params = { command = command, arguments = arguments }
  request(client, 'workspace/executeCommand', params, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    else
      M.show(command:gsub('^modwright%.', ''), result.text, filetype)
    end
  end)
end

local function uri()
  return vim.uri_from_bufnr(0)
end

-- Words such as `tide=9` as a table. What reads as JSON is that value, everything else a text.
local function given(words)
  local found = vim.empty_dict()
  for _, word in ipairs(words) do
    local name, value = word:match('^([^=]+)=(.*)$')
    if not name then
      error(('%q is not NAME=VALUE'):format(word), 0)
    end
    local is_json, decoded = pcall(vim.json.decode, value)
    found[name] = is_json and decoded or value
  end
  return found
end

-- What the plan of this mutator would do, with these options.
function M.plan(words)
  M.run('modwright.plan', { uri(), { options = given(words) } })
end

-- What the rule under the cursor would do, with these variables.
function M.trace(words)
  local client = client_of(0)
  local encoding = client and client.offset_encoding or 'utf-16'
  local place = vim.lsp.util.make_position_params(0, encoding).position
  M.run('modwright.trace', { uri(), place, { variables = given(words) } })
end

-- The ruleset as it plays with these layers on, as what changes.
function M.layers(words)
  local ids = {}
  for _, word in ipairs(words) do
    vim.list_extend(ids, vim.split(word, ',', { trimempty = true }))
  end
  M.run('modwright.layers', { uri(), ids }, 'diff')
end

-- How far the ruleset is translated, as it is on disk.
function M.locales()
  local client = client_of(0)
  local program = client and client.config.cmd[1] or 'modwright'
  local text = vim.fn.system({ program, 'locales', vim.api.nvim_buf_get_name(0) })
  M.show('locales', text)
end

return M
