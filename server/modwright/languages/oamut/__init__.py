"""The oamut languages: the manifest of a mutator package, its layout, and its scripts.

Invariant: what the engine knows by name (keys, layers, tags, places) is data below
`grammars/oamut/`; no module repeats a list that stands there.
"""
