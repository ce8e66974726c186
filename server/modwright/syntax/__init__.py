"""Syntax: text to a position-free, immutable, shared node tree, incrementally.

Invariant: never raises on any input; returns a tree and errors; knows no language of ours.
"""
