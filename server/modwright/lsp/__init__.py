"""The Language Server Protocol: the only layer that imports pygls or lsprotocol.

Invariant: no language knowledge; short handlers, wrapped in one place (`guard`) for cancellation
and failure. Offsets turn into positions in `to_lsp` and back in `from_lsp`, nowhere else. A
document's text is kept by the workspace layer, never by pygls.
"""
