-- What a test of the files in editors/nvim asks of a running Neovim, besides `neovim.lua`.

local asked = _G.asked

function asked.filetype()
  return vim.bo.filetype
end

-- The text of the window that shows an answer, empty where there is none.
function asked.answer()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):find('^modwright://') then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')
    end
  end
  return ''
end

-- What the cursor's character is coloured as: by the server, by tree-sitter, by Vim's syntax.
function asked.colours()
  local row, column = vim.fn.line('.') - 1, vim.fn.col('.') - 1
  local found = vim.inspect_pos(0, row, column)
  local names = {}
  for _, token in ipairs(found.semantic_tokens) do
    table.insert(names, token.opts.hl_group)
  end
  for _, capture in ipairs(found.treesitter) do
    table.insert(names, '@' .. capture.capture .. '.' .. capture.lang)
  end
  for _, item in ipairs(found.syntax) do
    table.insert(names, item.hl_group)
  end
  return names
end
