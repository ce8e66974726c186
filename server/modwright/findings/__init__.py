"""Findings: code, severity, range, message, fixes: the shape and the texts.

Invariant: knows no language; every text comes from grammars/findings.
"""
