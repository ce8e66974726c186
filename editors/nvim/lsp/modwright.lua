-- The server for Neovim 0.11 or newer. With the folder `editors/nvim` on the runtime path:
--
--     vim.lsp.enable('modwright')
--
-- `vim.lsp.config('modwright', { settings = { modwright = { locale = 'ja' } } })` changes settings.

---@type vim.lsp.Config
return {
  cmd = { 'modwright', 'serve' },
  -- The last three are silent for files that are none of ours.
  filetypes = { 'nimblock', 'oamut', 'ruleset', 'ruleset-locale', 'json', 'yaml', 'lua' },
  root_markers = { 'modwright.toml', '.git' },
}
