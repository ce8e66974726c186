"""textDocument/selectionRange."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import selection as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.view import View


def selection_range(
    view: View, params: types.SelectionRangeParams
) -> Sequence[types.SelectionRange]:
    """One chain for each position asked about, from the innermost range outwards."""
    return [_chain(view, position) for position in params.positions]


def _chain(view: View, position: types.Position) -> types.SelectionRange:
    offset = from_lsp.offset(view.ruler, position)
    innermost_first = ide.selection_ranges(view.analysis, offset) or [(offset, offset)]
    parent: types.SelectionRange | None = None
    for span in reversed(to_lsp.ranges(view.ruler, innermost_first)):
        parent = types.SelectionRange(span, parent)
    assert parent is not None
    return parent
