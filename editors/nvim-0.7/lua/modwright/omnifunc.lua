-- Completion for `CTRL-X CTRL-O` before Neovim 0.11, whose own compares what is offered with the
-- word before the cursor only: it finds nothing behind a dot or a quote.

local M = {}

local items = {}
local rest = ''

local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == 'modwright' then
      return client
    end
  end
end

local function bytes(line, column, encoding)
  return encoding == 'utf-8' and column or vim.str_byteindex(line, column, encoding == 'utf-16')
end

-- Asks the server, and returns where what is written now begins, in bytes.
local function begin()
  local client = client_of(0)
  if not client then
    return -3
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  -- By its number: for 0, 0.7 does not tell the server first what was typed.
  local buffer = vim.api.nvim_get_current_buf()
  local answer = client.request_sync('textDocument/completion', params, 2000, buffer)
  local result = answer and answer.result or {}
  items = result.items or result
  local line, cursor = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local defaults = result.itemDefaults and result.itemDefaults.editRange
  local first = items[1]
  local range = first and (first.textEdit and (first.textEdit.range or first.textEdit.replace))
    or defaults and (defaults.replace or defaults)
  if not range then
    return -3
  end
  -- The quote behind the cursor, say, is part of what is offered, but stays where it is.
  rest = line:sub(cursor + 1, bytes(line, range['end'].character, client.offset_encoding))
  return bytes(line, range.start.character, client.offset_encoding)
end

local function offered(base)
  local found = {}
  for _, item in ipairs(items) do
    local text = item.textEdit and item.textEdit.newText or item.textEditText or item.insertText
    local word = text or item.label
    if rest ~= '' and vim.endswith(word, rest) then
      word = word:sub(1, #word - #rest)
    end
    if vim.startswith(item.filterText or item.label, base) then
      table.insert(found, { word = word, abbr = item.label, menu = item.detail, dup = 1 })
    end
  end
  return found
end

-- See `:help complete-functions`.
function M.complete(findstart, base)
  if findstart == 1 or findstart == '1' then
    return begin()
  end
  return offered(base)
end

return M
