-- What a test asks of a running Neovim. Loaded once; each function answers with plain values.

local asked = {}

-- The text of the range [line, column) .. [line, column), both in bytes and from zero.
local function text_of(buffer, range)
  local lines = vim.api.nvim_buf_get_text(buffer, range[1], range[2], range[3], range[4], {})
  return table.concat(lines, '\n')
end

-- Each diagnostic shown anywhere: its code, the text under its squiggle, and its severity.
function asked.diagnostics()
  local found = {}
  for _, item in ipairs(vim.diagnostic.get()) do
    table.insert(found, {
      code = item.code,
      text = text_of(item.bufnr, { item.lnum, item.col, item.end_lnum, item.end_col }),
      severity = vim.diagnostic.severity[item.severity],
      source = item.source,
    })
  end
  return found
end

function asked.client()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'modwright' })[1]
  return client and { encoding = client.offset_encoding, initialized = client.initialized }
end

function asked.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
end

-- Puts the cursor on the first character of `needle`, which is literal text.
function asked.go(needle)
  vim.fn.cursor(1, 1)
  return vim.fn.search('\\V' .. vim.fn.escape(needle, '\\'), 'cW') > 0
end

-- The words in the floating window, if there is one.
function asked.floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local buffer = vim.api.nvim_win_get_buf(window)
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')
    end
  end
end

-- What the completion menu offers right now.
function asked.menu()
  local words = {}
  local info = vim.fn.complete_info({ 'items', 'pum_visible' })
  if info.pum_visible == 1 then
    for _, item in ipairs(info.items) do
      table.insert(words, item.abbr)
    end
  end
  return words
end

-- Applies the one code action at the cursor whose title is `title`.
function asked.act(title)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.title == title end,
  })
end

-- The titles of the code actions at the cursor.
function asked.actions()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'modwright' })[1]
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {} }
  local answer = client:request_sync('textDocument/codeAction', params, 10000, 0)
  return vim.tbl_map(function(action) return action.title end, answer.result)
end

function asked.rename(name)
  vim.lsp.buf.rename(name)
end

-- The outline as Neovim lists it: each entry, and the text of the line it leads to.
function asked.outline()
  local found = {}
  for _, item in ipairs(vim.fn.getloclist(0)) do
    table.insert(found, { item.text, vim.trim(vim.fn.getline(item.lnum)) })
  end
  return found
end

function asked.messages()
  return vim.fn.execute('messages')
end

_G.asked = asked
