; inherits: json

; Made by scripts/make_highlighting.py: change the catalogue or the table, not this file.

((pair
  key: (string) @_entries
  value: (array
    (object
      (pair
        key: (string) @_params
        value: (object
          (pair
            key: (string) @_key
            value: (string) @string.special))))))
  (#any-of? @_entries "\"actions\"" "\"conditions\"")
  (#any-of? @_params "\"params\"")
  (#any-of? @_key "\"command\"" "\"left\"" "\"message\"" "\"permission\"" "\"reason\"" "\"right\"" "\"search\"" "\"subtitle\"" "\"text\"" "\"title\"" "\"value\"" "\"world\"")
  (#match? @string.special "[{}&]"))
