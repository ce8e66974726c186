"""NimBlock plugin specs (specs/nimblock.md), driven by grammars/nimblock/catalogue-1.json.

Invariant: no id of the catalogue is repeated in code; its flags say what an entry does.
"""
