"""The pieces of all templates of a rule with their places in the source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modwright.languages.nimblock.template import Piece, pieces_of
from modwright.languages.nimblock.view import RuleView, rules_of
from modwright.syntax.tree import SyntaxTree


class Placed(NamedTuple):
    """A piece of a template. [start, end) is its place relative to the rule; [inner_start,
    inner_end) that of the characters between its first and its last one."""

    piece: Piece
    start: int
    end: int
    inner_start: int
    inner_end: int


def placed_pieces(rule: RuleView) -> tuple[Placed, ...]:
    """The pieces in text order, remembered on the rule's node."""
    return rule.node.remember(placed_pieces, lambda: tuple(_placed(RuleView(rule.node, 0))))


def _placed(rule: RuleView) -> list[Placed]:
    found: list[Placed] = []
    for entry in (*rule.conditions, *rule.actions):
        for _, value in entry.templates:
            for piece in pieces_of(value.node):
                inner_end = max(piece.start + 1, piece.end - 1)
                found.append(
                    Placed(
                        piece,
                        *value.span(piece.start, piece.end),
                        *value.span(piece.start + 1, inner_end),
                    )
                )
    return sorted(found, key=lambda placed: placed.start)


def rules_within(document: SyntaxTree, start: int, end: int) -> Iterator[RuleView]:
    """The rules that touch [start, end]."""
    for rule in rules_of(document.root, document.root_offset):
        if rule.offset <= end and start <= rule.offset + rule.node.width:
            yield rule
