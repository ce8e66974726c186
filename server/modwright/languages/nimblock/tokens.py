"""Semantic tokens inside templates: variables, doubled braces, colour codes."""

from __future__ import annotations

from collections.abc import Mapping

from modwright.languages.nimblock.pieces import placed_pieces, rules_within
from modwright.languages.nimblock.template import PieceKind
from modwright.languages.results import Token, TokenType
from modwright.syntax.tree import SyntaxTree

_TYPES: Mapping[PieceKind, TokenType] = {
    PieceKind.VARIABLE: TokenType.VARIABLE,
    PieceKind.ESCAPE: TokenType.ESCAPE,
    PieceKind.COLOUR: TokenType.COLOUR,
}


def tokens(document: SyntaxTree, start: int, end: int) -> list[Token]:
    """The tokens that lie in [start, end), in text order. A string, and so a token, is on one line
    always: the parser ends it at the line's end."""
    found: list[Token] = []
    for rule in rules_within(document, start, end):
        for placed in placed_pieces(rule):
            kind = _TYPES.get(placed.piece.kind)
            begin, stop = rule.offset + placed.start, rule.offset + placed.end
            if kind is not None and start <= begin and stop <= end:
                found.append(Token(begin, stop, kind))
    return found
