"""Features: one function a feature, (analysis, offset) to a plain result.

Invariant: no I/O, no protocol types, never raises on any text.
"""
