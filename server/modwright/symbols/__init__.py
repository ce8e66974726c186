"""Names: where they are defined, where they are used, read off one table a language.

Invariant: never reads a file and knows no language's names.
"""
