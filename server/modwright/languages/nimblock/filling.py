"""Templates with values in their holes: the text, and its colours.

What `&` codes do is the game's: a colour ends the styles before it, `reset` ends everything, and a
code inside a *value* is no code (specs/nimblock.md, Templates: codes belong to the template).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from modwright.languages.nimblock.colour_table import ColourCode, by_code
from modwright.languages.nimblock.template import Piece, PieceKind, pieces_of
from modwright.languages.tracing import TextRun
from modwright.syntax.node import Node

_RESET = "reset"
# What the game itself marks a colour with.
_SECTION = "§"


@dataclass(frozen=True)
class Filled:
    """`text` is what is left without colour codes; `coded` has them, as the engine compares it."""

    text: str
    coded: str
    runs: tuple[TextRun, ...]

    @property
    def is_coloured(self) -> bool:
        return any(run.words for run in self.runs)


def fill(node: Node, values: Mapping[str, str], locale: str) -> Filled:
    """The template of a string node with `values` in place of its variables. A variable without a
    value and a broken piece stay as they are written."""
    text = node.text
    runs: list[TextRun] = []
    coded: list[str] = []
    brush = _Brush(locale)
    for piece, plain in _parts(text, pieces_of(node)):
        written = plain
        if piece is not None:
            written = text[piece.start : piece.end]
            if piece.kind is PieceKind.COLOUR:
                brush.take(by_code()[piece.name])
                coded.append(_SECTION + piece.name)
                continue
            if piece.kind is PieceKind.ESCAPE:
                written = piece.name
            elif piece.kind is PieceKind.VARIABLE:
                written = values.get(piece.name, written)
        coded.append(written)
        brush.paint(runs, written)
    whole = "".join(run.text for run in runs)
    return Filled(whole, "".join(coded), tuple(runs))


def _parts(text: str, pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece | None, str]]:
    at = 0
    for piece in pieces:
        if piece.start > at:
            yield None, text[at : piece.start]
        yield piece, ""
        at = piece.end
    if at < len(text):
        yield None, text[at:]


class _Brush:
    """The colour and the styles that the next characters get."""

    def __init__(self, locale: str) -> None:
        self._locale = locale
        self._codes: tuple[ColourCode, ...] = ()

    def take(self, code: ColourCode) -> None:
        if code.rgb is not None:
            self._codes = (code,)
        elif code.style == _RESET:
            self._codes = ()
        elif code not in self._codes:
            self._codes = (*self._codes, code)

    def paint(self, runs: list[TextRun], written: str) -> None:
        run = TextRun(
            written,
            next((code.rgb for code in self._codes if code.rgb is not None), None),
            tuple(code.style for code in self._codes if code.style is not None),
            tuple(code.name.in_locale(self._locale) for code in self._codes),
        )
        last = runs[-1] if runs else None
        if last is not None and last.words == run.words:
            runs[-1] = replace(last, text=last.text + written)
        elif written:
            runs.append(run)
