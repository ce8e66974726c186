-- What a test of mutators asks of a running Neovim, besides `neovim.lua`.

local asked = _G.asked

-- The text that the editor has of a file, open in a window or not; nothing where it has none.
function asked.text_of(path)
  local buffer = vim.fn.bufnr(path)
  if buffer >= 0 and vim.api.nvim_buf_is_loaded(buffer) then
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')
  end
end

-- The titles of the code lenses of the current buffer.
function asked.lenses()
  return vim.tbl_map(function(lens)
    return lens.command.title
  end, vim.lsp.codelens.get(0))
end

-- What the server answers to a command.
function asked.command(name, arguments)
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'modwright' })[1]
  local params = { command = name, arguments = arguments }
  local answer = client:request_sync('workspace/executeCommand', params, 10000, 0)
  return answer.err and { problem = answer.err.message } or answer.result
end

function asked.uri()
  return vim.uri_from_bufnr(0)
end
