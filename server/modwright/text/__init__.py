"""Text: code points, lines, columns of the three position encodings, edits.

Invariant: never raises on any input, knows no format and no protocol.
"""
