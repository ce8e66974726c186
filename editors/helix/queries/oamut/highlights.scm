; Made by scripts/make_highlighting.py: change the catalogue or the table, not this file.

((flow_node
  [(double_quote_scalar) (single_quote_scalar)] @constant.numeric)
  (#match? @constant.numeric "^.[<>=][=]? *[0-9]+[.][0-9]+[.][0-9]+([, <>=]+[0-9]+[.][0-9]+[.][0-9]+)*.$"))

((flow_node
  [(double_quote_scalar) (single_quote_scalar)] @constant.numeric)
  (#match? @constant.numeric "^.[*].$"))

; inherits: yaml
