"""Colour swatches over `&0` to `&f`, and the code for a colour that was picked."""

from __future__ import annotations

from modwright.languages.nimblock import colour_table
from modwright.languages.nimblock.pieces import placed_pieces
from modwright.languages.nimblock.template import PieceKind
from modwright.languages.nimblock.view import rules_of
from modwright.languages.results import Colour
from modwright.syntax.tree import SyntaxTree


def colours(document: SyntaxTree) -> list[Colour]:
    """The colour codes of all templates, in text order."""
    known = colour_table.by_code()
    found: list[Colour] = []
    for rule in rules_of(document.root, document.root_offset):
        for placed in placed_pieces(rule):
            if placed.piece.kind is not PieceKind.COLOUR:
                continue
            components = known[placed.piece.name].components
            if components is not None:
                found.append(
                    Colour(rule.offset + placed.start, rule.offset + placed.end, *components)
                )
    return found


def colour_code(red: float, green: float, blue: float) -> tuple[str, str]:
    """(English name, code with its `&`) of the colour nearest to one picked.

    "Nearest" as the eye sees it: after "redmean", https://www.compuphase.com/cmetric.htm.
    """
    picked = red, green, blue
    best = min(
        (colour for colour in colour_table.colours() if colour.components is not None),
        key=lambda colour: _distance(picked, colour.components or picked),
    )
    return best.name.en, f"&{best.code}"


def _distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    mean = (one[0] + other[0]) / 2
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return (2 + mean) * red * red + 4 * green * green + (3 - mean) * blue * blue
