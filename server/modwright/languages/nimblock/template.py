"""Templates: text, variables, brace escapes, colour codes (specs/nimblock.md, Templates).

Works on the decoded text of a string; offsets are code points of that text.
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from modwright.syntax.node import Node

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
VARIABLE = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)\}")
COLOUR_CODES = "0123456789abcdefklmnor"

# A template has at most 2,000 code points, so no template that loads has more pieces; of a longer
# text enough is said by then.
MAX_PIECES = 2_000

_SPECIAL = re.compile(rf"\{{\{{|\}}\}}|\{{|\}}|&[{COLOUR_CODES}]")
_NAME_CHARACTERS = re.compile(r"[A-Za-z0-9_]*")


class PieceKind(enum.Enum):
    VARIABLE = "variable"
    ESCAPE = "escape"
    COLOUR = "colour"
    LONE_BRACE = "lone-brace"
    BAD_PAIR = "bad-pair"


class Piece(NamedTuple):
    """A part of a template that is not plain text.

    `name` is a variable's name, a colour's code letter, or the brace itself.
    """

    kind: PieceKind
    start: int
    end: int
    name: str


def pieces_of(node: Node) -> tuple[Piece, ...]:
    """The pieces of a string node's template, remembered on the node."""
    return node.remember(pieces_of, lambda: tuple(_pieces(node.text)))


def _pieces(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    while len(pieces) < MAX_PIECES and (match := _SPECIAL.search(text, at)):
        piece = _piece(text, match[0], match.start())
        pieces.append(piece)
        at = piece.end
    return pieces


def _piece(text: str, token: str, start: int) -> Piece:
    if token in ("{{", "}}"):
        return Piece(PieceKind.ESCAPE, start, start + 2, token[0])
    if token[0] == "&":
        return Piece(PieceKind.COLOUR, start, start + 2, token[1])
    if token == "}":
        return Piece(PieceKind.LONE_BRACE, start, start + 1, "}")
    following = text.find("{", start + 1)
    close = text.find("}", start + 1, following if following >= 0 else len(text))
    if close < 0:
        rest = _NAME_CHARACTERS.match(text, start + 1)
        return Piece(PieceKind.LONE_BRACE, start, rest.end() if rest else start + 1, "{")
    name = text[start + 1 : close]
    if NAME.fullmatch(name):
        return Piece(PieceKind.VARIABLE, start, close + 1, name)
    return Piece(PieceKind.BAD_PAIR, start, close + 1, name)
