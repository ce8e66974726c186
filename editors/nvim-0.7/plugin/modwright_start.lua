-- Starts the server in Neovim 0.7 to 0.10, where `vim.lsp.enable` does not exist. Put both folders,
-- `editors/nvim` and `editors/nvim-0.7`, on the runtime path.
--
-- `vim.g.modwright_settings = { locale = 'ja' }` before that changes settings.

if vim.fn.has('nvim-0.11') == 1 then
  return
end

local FILETYPES = { 'nimblock', 'oamut', 'ruleset', 'ruleset-locale', 'json', 'yaml', 'lua' }

-- One server for each folder.
local clients = {}

local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  for _, marker in ipairs({ 'modwright.toml', '.git' }) do
    local above = folder
    while true do
      local file = above .. '/' .. marker
      if vim.fn.filereadable(file) == 1 or vim.fn.isdirectory(file) == 1 then
        return above
      end
      local parent = vim.fn.fnamemodify(above, ':h')
      if parent == above then
        break
      end
      above = parent
    end
  end
  return folder
end

local function client_for(root)
  local known = clients[root]
  if known and vim.lsp.get_client_by_id(known) then
    return known
  end
  clients[root] = vim.lsp.start_client({
    name = 'modwright',
    cmd = { 'modwright', 'serve' },
    root_dir = root,
    settings = { modwright = vim.g.modwright_settings or vim.empty_dict() },
    -- The server is told the settings when it is ready: 0.7 answers what it is asked, no more.
    on_init = function(client)
      client.notify('workspace/didChangeConfiguration', { settings = client.config.settings })
    end,
    on_exit = function()
      clients[root] = nil
    end,
  })
  return clients[root]
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = FILETYPES,
  callback = function(event)
    -- A file may be JSON for a moment before it is ours.
    vim.schedule(function()
      local buffer = event.buf
      if not vim.api.nvim_buf_is_loaded(buffer) or vim.bo[buffer].buftype ~= '' then
        return
      end
      local path = vim.api.nvim_buf_get_name(buffer)
      local client = path ~= '' and client_for(root_of(path))
      if client then
        vim.lsp.buf_attach_client(buffer, client)
        vim.bo[buffer].omnifunc = "v:lua.require'modwright.omnifunc'.complete"
      end
    end)
  end,
})
