vim.cmd('runtime! ftplugin/yaml.vim ftplugin/yaml.lua indent/yaml.vim')
require('modwright.highlighting').start(0, 'oamut', 'yaml')
