"""Structure: what a JSON Schema says of a node tree, remembered on the nodes.

Invariant: the jsonschema library decides; no language's keys or codes are known here.
"""
