" JSON with dice, for those who have no JSON parser for tree-sitter.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/json.vim
unlet! b:current_syntax

syntax match modwrightDice /"\@<=[1-9][0-9]\{0,2}d[1-9][0-9]\{0,3}\%([+-][0-9]\{1,4}\)\?"\@=/ contained containedin=jsonString
highlight default link modwrightDice Number

let b:current_syntax = 'ruleset'
