"""textDocument/hover."""

from __future__ import annotations

from lsprotocol import types

from modwright.ide import hover as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.view import View


def hover(view: View, params: types.HoverParams) -> types.Hover | None:
    found = ide.hover(view.analysis, from_lsp.offset(view.ruler, params.position), view.locale)
    if found is None:
        return None
    return types.Hover(
        to_lsp.markup(found.markdown, view.features.hover_markdown),
        to_lsp.range_(view.ruler, found.start, found.end),
    )
