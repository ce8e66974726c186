"""NimBlock plugin specs (specs/nimblock.md), driven by grammars/nimblock/catalogue-1.json.

Invariant: no id of the catalogue is repeated in code; flags of the catalogue say what an entry does.
"""
