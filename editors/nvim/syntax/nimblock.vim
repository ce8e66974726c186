" JSON with the parts of templates, for those who have no JSON parser for tree-sitter.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/json.vim
unlet! b:current_syntax

syntax match modwrightEscape /{{\|}}/ contained containedin=jsonString
syntax match modwrightVariable /{[A-Za-z][A-Za-z0-9_]*}/ contained containedin=jsonString
syntax match modwrightColour /&[0-9a-fk-or]/ contained containedin=jsonString
highlight default link modwrightEscape SpecialChar
highlight default link modwrightVariable Identifier
highlight default link modwrightColour PreProc

let b:current_syntax = 'nimblock'
