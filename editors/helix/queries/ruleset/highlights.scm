; Made by scripts/make_highlighting.py: change the catalogue or the table, not this file.

((string) @constant.numeric
  (#match? @constant.numeric "^\"[1-9][0-9]{0,2}d[1-9][0-9]{0,3}([+-][0-9]{1,4})?\"$"))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"_catalog\"" "\"abilityMod\"" "\"abilityModFromField\"" "\"abilityScore\"" "\"action\"" "\"budget\"" "\"category\"" "\"coins\"" "\"column\"" "\"condition\"" "\"countColumn\"" "\"damageType\"" "\"derived\"" "\"else\"" "\"failures\"" "\"field\"" "\"filter\"" "\"groupBy\"" "\"holding\"" "\"item\"" "\"list\"" "\"listPools\"" "\"livePool\"" "\"liveState\"" "\"liveTrack\"" "\"loot\"" "\"maxColumn\"" "\"nameColumn\"" "\"onlyWhen\"" "\"penaltyColumn\"" "\"penaltyFrom\"" "\"place\"" "\"pool\"" "\"poolGroup\"" "\"rarity\"" "\"rechargeColumn\"" "\"reload\"" "\"route\"" "\"saveMod\"" "\"section\"" "\"skill\"" "\"skillMod\"" "\"slot\"" "\"stat\"" "\"state\"" "\"stock\"" "\"successes\"" "\"tag\"" "\"tier\"" "\"track\"" "\"unit\""))

((pair
  key: (string) @variable.other.member.key
  value: (array (string) @constant))
  (#any-of? @variable.other.member.key "\"abilities\"" "\"cases\"" "\"catalogs\"" "\"checks\"" "\"columns\"" "\"conditionImmunities\"" "\"conditions\"" "\"conflicts\"" "\"derived\"" "\"except\"" "\"failsSaves\"" "\"feeds\"" "\"fields\"" "\"immune\"" "\"in\"" "\"recharge\"" "\"removeFamilies\"" "\"removeSellers\"" "\"removeUnits\"" "\"removeValues\"" "\"resist\"" "\"rests\"" "\"saveTiers\"" "\"saves\"" "\"skillTiers\"" "\"skills\"" "\"sources\"" "\"tags\"" "\"text\"" "\"vulnerable\""))

((pair
  key: (string) @variable.other.member.key
  value: (object (pair key: (string) @constant)))
  (#any-of? @variable.other.member.key "\"abilities\"" "\"bonuses\"" "\"byKind\"" "\"checks\"" "\"fields\"" "\"filters\"" "\"lists\"" "\"scaled\"" "\"slots\"" "\"stats\"" "\"table\"" "\"valueLabels\"" "\"values\"" "\"where\""))

((pair
  key: (string) @variable.other.member.key
  value: (object (pair key: (string) @constant value: (_) @constant)))
  (#any-of? @variable.other.member.key "\"byType\"" "\"saves\"" "\"skills\""))

((pair
  key: (string) @variable.other.member.key
  value: (string) @type)
  (#any-of? @variable.other.member.key "\"group\"" "\"id\""))

((pair
  key: (string) @variable.other.member.key
  value: (array (string) @type))
  (#any-of? @variable.other.member.key "\"damageTypes\"" "\"values\""))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"ability\"")
  (#not-match? @constant "^.(full|penalty-only).$"))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"by\"")
  (#not-match? @constant "^.(filled|remaining).$"))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"kind\"")
  (#not-match? @constant "^.(attack|attack-vs-defense|buff|debuff|dice-pool|dice-sum|heal|rider|saves|utility).$"))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"save\"")
  (#not-match? @constant "^.(both|max-only|min-only|none).$"))

((pair
  key: (string) @variable.other.member.key
  value: (string) @constant)
  (#any-of? @variable.other.member.key "\"type\"")
  (#not-match? @constant "^.(boolean|dice|enum|longtext|number|tags|text).$"))

; inherits: json
