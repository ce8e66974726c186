"""Rulesets: one JSON file full of ids that name each other, and the files around it."""
