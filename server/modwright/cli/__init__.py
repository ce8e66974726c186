"""The command line: modwright check, explain, schema, trace, serve.

Invariant: never imports lsprotocol; the same findings as the editor, from the same ide layer.
"""
