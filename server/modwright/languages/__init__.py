"""Languages: what is true of a file. One folder a language, one registry.

Invariant: reads other files only through the package it is handed.
"""
