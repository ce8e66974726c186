"""textDocument/inlayHint."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import inlay_hints as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.view import View


def inlay_hint(view: View, params: types.InlayHintParams) -> Sequence[types.InlayHint]:
    if not view.settings.shows_inlay_hints:
        return ()
    start, end = from_lsp.span(view.ruler, params.range)
    hints = ide.inlay_hints(view.analysis, start, end, view.locale)
    positions = to_lsp.positions(view.ruler, [hint.offset for hint in hints])
    return [
        types.InlayHint(
            position=position,
            label=hint.label,
            tooltip=hint.tooltip or None,
            padding_left=hint.pad_left,
        )
        for position, hint in zip(positions, hints, strict=True)
    ]
