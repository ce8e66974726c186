"""Hover."""

from __future__ import annotations

from modwright.ide.types import Hover
from modwright.languages.language import Analysis


def hover(analysis: Analysis, offset: int, locale: str) -> Hover | None:
    """What stands at `offset`."""
    if analysis.document is None:
        return None
    around = analysis.language.around
    found = None
    if around is not None:
        found = around.describe(analysis.document, offset, locale, analysis.package, analysis.path)
    if found is None:
        found = analysis.language.describe(analysis.document, offset, locale)
    return Hover(found.start, found.end, found.markdown) if found else None
