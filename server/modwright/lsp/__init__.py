"""The Language Server Protocol: the only layer that imports pygls or lsprotocol.

Invariant: no language knowledge; short handlers, wrapped in one place for cancellation and failure.
"""
