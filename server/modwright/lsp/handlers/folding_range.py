"""textDocument/foldingRange."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import folding as ide
from modwright.lsp.view import View


def folding_range(view: View, params: types.FoldingRangeParams) -> Sequence[types.FoldingRange]:
    """Whole lines, the outer ranges first where the client takes only so many."""
    line_of = view.analysis.source.line_of
    found = [(line_of(item.start), line_of(item.end)) for item in ide.folding_ranges(view.analysis)]
    foldable = [(start, end) for start, end in found if start < end]
    limit = view.features.folding_limit
    if limit is not None and len(foldable) > limit:
        longest = sorted(foldable, key=lambda lines: lines[0] - lines[1])[:limit]
        foldable = sorted(longest)
    return [types.FoldingRange(start, end) for start, end in foldable]
