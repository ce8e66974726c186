"""The outline of a document."""

from __future__ import annotations

from modwright.ide.types import OutlineItem
from modwright.languages.language import Analysis


def outline(analysis: Analysis, locale: str) -> list[OutlineItem]:
    """The outline in text order."""
    if analysis.document is None:
        return []
    return analysis.language.outline(analysis.document, locale)
