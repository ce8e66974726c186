" YAML with version ranges, for those who have no YAML parser for tree-sitter.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/yaml.vim
unlet! b:current_syntax

syntax match modwrightRange /["']\@<=[<>=]=\?[ 0-9.,<>=]\+["']\@=/ contained containedin=yamlFlowString
highlight default link modwrightRange Number

let b:current_syntax = 'oamut'
