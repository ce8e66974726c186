"""Colour swatches, and what a colour picker writes."""

from __future__ import annotations

from modwright.findings.model import TextEdit
from modwright.ide.types import Colour, ColourPresentation
from modwright.languages.language import Analysis


def colours(analysis: Analysis) -> list[Colour]:
    """The colours of the document in text order."""
    if analysis.document is None:
        return []
    return analysis.language.colours(analysis.document)


def presentations(
    analysis: Analysis, start: int, end: int, red: float, green: float, blue: float
) -> list[ColourPresentation]:
    """How the colour picked (components from 0 to 1) is written in place of the one at
    [start, end). Empty where there is no colour: the text has changed since."""
    here = (start, end)
    if not any((colour.start, colour.end) == here for colour in colours(analysis)):
        return []
    name, code = analysis.language.colour_code(red, green, blue)
    return [ColourPresentation(f"{code} {name}", TextEdit(start, end, code))]
