"""Inlay hints."""

from __future__ import annotations

from modwright.ide.types import InlayHint
from modwright.languages.language import Analysis


def inlay_hints(analysis: Analysis, start: int, end: int, locale: str) -> list[InlayHint]:
    """The hints of [start, end], in text order."""
    if analysis.document is None:
        return []
    return analysis.language.inlay_hints(analysis.document, start, end, locale)
