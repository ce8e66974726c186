"""textDocument/documentColor, textDocument/colorPresentation."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import colours as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.view import View


def document_colour(
    view: View, params: types.DocumentColorParams
) -> Sequence[types.ColorInformation]:
    found = ide.colours(view.analysis)
    ranges = to_lsp.ranges(view.ruler, [(colour.start, colour.end) for colour in found])
    return [
        types.ColorInformation(span, types.Color(colour.red, colour.green, colour.blue, 1.0))
        for span, colour in zip(ranges, found, strict=True)
    ]


def colour_presentation(
    view: View, params: types.ColorPresentationParams
) -> Sequence[types.ColorPresentation]:
    start, end = from_lsp.span(view.ruler, params.range)
    colour = params.color
    found = ide.presentations(view.analysis, start, end, colour.red, colour.green, colour.blue)
    return [
        types.ColorPresentation(item.label, to_lsp.text_edits(view.ruler, [item.edit])[0])
        for item in found
    ]
