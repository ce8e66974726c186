"""Between offsets (code points) and the lines and columns of the three position encodings.

A byte order mark at offset 0 is part of the text and zero columns wide, in both directions
(specs/nimblock.md, Findings): column 0 of line 0 lies behind it. A lone surrogate counts as one
UTF-16 unit and as three UTF-8 units. Nothing here raises.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import NamedTuple

from modwright.text.source import SourceText

_BYTE_ORDER_MARK = "\ufeff"
# UTF-8 writes exactly the characters outside the basic plane, two units in UTF-16, as four bytes.
_FOUR_BYTE_LEADS = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")


class PositionEncoding(enum.Enum):
    """What a column counts. The values are the names of LSP's `PositionEncodingKind`."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Position(NamedTuple):
    """A place in a text; both numbers are zero-based, `column` in units of an encoding."""

    line: int
    column: int


class Range(NamedTuple):
    """A half-open piece of a text."""

    start: Position
    end: Position


def position_at(source: SourceText, offset: int, encoding: PositionEncoding) -> Position:
    """The position of an offset, clamped into the text.

    An offset between the two characters of a CRLF is at the end of the line's text, as the offset
    before them is.
    """
    return positions_at(source, (offset,), encoding)[0]


def range_at(source: SourceText, start: int, end: int, encoding: PositionEncoding) -> Range:
    """The positions of [start, end); the same range when they are given backwards."""
    return Range(*positions_at(source, (min(start, end), max(start, end)), encoding))


def positions_at(
    source: SourceText, offsets: Iterable[int], encoding: PositionEncoding
) -> list[Position]:
    """`position_at` of many offsets, in the order they came in.

    However many offsets lie on a line, its characters are measured once.
    """
    wanted = list(offsets)
    text = source.text
    one_unit_each = _one_unit_each(text, encoding)
    found: dict[int, Position] = {}
    line = column = measured_to = line_end = next_start = 0
    for offset in sorted(set(wanted)):
        at = min(max(0, offset), len(text))
        if at >= next_start:
            line, measured_to, line_end, next_start = source.line_at(at)
            measured_to = _behind_mark(text, measured_to)
            column = 0
        at = min(at, line_end)
        if at > measured_to:
            column += at - measured_to if one_unit_each else _units(text[measured_to:at], encoding)
            measured_to = at
        found[offset] = Position(line, column)
    return [found[offset] for offset in wanted]


def offset_at(source: SourceText, position: Position, encoding: PositionEncoding) -> int:
    """The offset of a position.

    A column past the end means the end of the line's text (before the break), a line past the end
    the end of the text, a negative number 0. A column inside a character means its start.
    """
    line, column = max(0, position.line), max(0, position.column)
    if line >= source.line_count:
        return len(source)
    start = _behind_mark(source.text, source.line_start(line))
    # A character is at least one unit wide, so no later one can be meant.
    end = min(start + column, source.line_end(line))
    if _one_unit_each(source.text, encoding):
        return end
    return start + _characters_within(source.text[start:end], column, encoding)


def _behind_mark(text: str, line_start: int) -> int:
    """The offset of column 0 of a line."""
    return 1 if line_start == 0 and text.startswith(_BYTE_ORDER_MARK) else line_start


def _one_unit_each(text: str, encoding: PositionEncoding) -> bool:
    # isascii() reads a flag of the string, not its characters.
    return encoding is PositionEncoding.UTF32 or text.isascii()


def _units(text: str, encoding: PositionEncoding) -> int:
    if _one_unit_each(text, encoding):
        return len(text)
    if encoding is PositionEncoding.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    try:
        return len(text.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        # A lone surrogate. The UTF-16 codec would call its error handler for each of them, which
        # takes seconds on a hostile text; the UTF-8 codec knows "surrogatepass" by itself.
        encoded = text.encode("utf-8", "surrogatepass")
        return len(text) + sum(map(encoded.count, _FOUR_BYTE_LEADS))


def _characters_within(text: str, units: int, encoding: PositionEncoding) -> int:
    """How many whole characters from the start of `text` are at most `units` wide.

    Halves the text, measuring each half once: decoding the encoded units again would join two lone
    surrogates that stand side by side into one character.
    """
    if _one_unit_each(text, encoding):
        return min(len(text), units)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        width = _units(text[low:middle], encoding)
        if width <= units:
            units -= width
            low = middle
        else:
            high = middle - 1
    return low
