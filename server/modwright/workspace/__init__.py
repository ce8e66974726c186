"""Workspace: which documents are open, which files make a package, which settings hold.

Invariant: knows no protocol; every analysis it hands out is of the newest text.
"""
