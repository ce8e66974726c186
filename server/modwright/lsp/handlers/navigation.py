"""textDocument/definition, textDocument/references, textDocument/documentHighlight."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import highlights as ide_highlights
from modwright.ide import navigation as ide
from modwright.ide.types import Location
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.files import Files
from modwright.lsp.view import View


def definition(view: View, params: types.DefinitionParams) -> Sequence[types.Location]:
    files = Files(view)
    offset = from_lsp.offset(view.ruler, params.position)
    return _locations(files, ide.definition(view.analysis, offset, files.own_path))


def references(view: View, params: types.ReferenceParams) -> Sequence[types.Location]:
    files = Files(view)
    offset = from_lsp.offset(view.ruler, params.position)
    declared = params.context.include_declaration
    return _locations(files, ide.references(view.analysis, offset, declared, files.own_path))


def document_highlight(
    view: View, params: types.DocumentHighlightParams
) -> Sequence[types.DocumentHighlight]:
    found = ide_highlights.highlights(view.analysis, from_lsp.offset(view.ruler, params.position))
    ranges = to_lsp.ranges(view.ruler, [(item.start, item.end) for item in found])
    return [
        types.DocumentHighlight(
            span,
            types.DocumentHighlightKind.Write
            if item.is_write
            else types.DocumentHighlightKind.Read,
        )
        for span, item in zip(ranges, found, strict=True)
    ]


def _locations(files: Files, found: Sequence[Location]) -> list[types.Location]:
    locations: list[types.Location] = []
    for place in found:
        file = files.file(place.path, place.package)
        if file is not None:
            span = to_lsp.range_(file.ruler, place.start, place.end)
            locations.append(types.Location(file.uri, span))
    return locations
