"""Semantic tokens."""

from __future__ import annotations

from modwright.ide.types import Token
from modwright.languages.language import Analysis


def tokens(analysis: Analysis, start: int, end: int) -> list[Token]:
    """The tokens in [start, end), in text order, apart from each other."""
    if analysis.document is None:
        return []
    return analysis.language.tokens(analysis.document, start, end)
