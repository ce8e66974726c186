"""Patterns of a schema, which are ECMAScript (JSON Schema says so), as Python reads them."""

from __future__ import annotations

import re

_PIECE = re.compile(r"\\[\s\S]|\[\^?|[\s\S]")
_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_"}
_NEGATED = {"D": "[^0-9]", "W": "[^A-Za-z0-9_]"}


def python_pattern(pattern: str) -> str:
    r"""The same pattern for `re`: `\d` and `\w` are ASCII, `$` is the end of the text only.

    Raises ValueError for `\D` or `\W` in a class: such a pattern is better written out.
    """
    pieces: list[str] = []
    is_in_class = False
    for match in _PIECE.finditer(pattern):
        piece = match[0]
        if piece[0] == "\\":
            pieces.append(_escape(piece, is_in_class))
        elif is_in_class:
            is_in_class = piece != "]"
            # What Python may read as an operation on sets one day.
            pieces.append(f"\\{piece}" if piece[0] in "[&~|" else piece)
        elif piece[0] == "[":
            is_in_class = True
            pieces.append(piece)
        else:
            pieces.append(r"\Z" if piece == "$" else piece)
    return "".join(pieces)


def _escape(piece: str, is_in_class: bool) -> str:
    letter = piece[1:]
    if letter in _CLASSES:
        return _CLASSES[letter] if is_in_class else f"[{_CLASSES[letter]}]"
    if letter in _NEGATED:
        if is_in_class:
            raise ValueError(f"{piece} inside a class")
        return _NEGATED[letter]
    return piece
