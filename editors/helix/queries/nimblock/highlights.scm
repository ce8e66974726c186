; Made by scripts/make_highlighting.py: change the catalogue or the table, not this file.

((pair
  key: (string) @variable.other.member.entries
  value: (array
    (object
      (pair
        key: (string) @variable.other.member.params
        value: (object
          (pair
            key: (string) @variable.other.member.key
            value: (string) @string.special))))))
  (#any-of? @variable.other.member.entries "\"actions\"" "\"conditions\"")
  (#any-of? @variable.other.member.params "\"params\"")
  (#any-of? @variable.other.member.key "\"command\"" "\"left\"" "\"message\"" "\"permission\"" "\"reason\"" "\"right\"" "\"search\"" "\"subtitle\"" "\"text\"" "\"title\"" "\"value\"" "\"world\"")
  (#match? @string.special "[{}&]"))

; inherits: json
