vim.cmd('runtime! ftplugin/json.vim ftplugin/json.lua indent/json.vim')
require('modwright.highlighting').start(0, 'ruleset', 'json')
