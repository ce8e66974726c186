"""How a document is laid out: its line breaks and its indentation."""

from __future__ import annotations

import re
from itertools import islice

from modwright.text.source import SourceText

_LEADING = re.compile(r"[ \t]*")
_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_INDENTED = re.compile(r"[\r\n](\t| {1,8})(?=[^ \t\r\n])")
_DEFAULT_UNIT = "  "
_LOOKED_AT = 20_000


def line_break(source: SourceText) -> str:
    """The line break that the text uses first; "\\n" for a text of one line."""
    match = _LINE_BREAK.search(source.text)
    return match[0] if match else "\n"


def indentation_at(source: SourceText, offset: int) -> str:
    """The blanks that begin the line of `offset`, as far as they stand before it."""
    _, start, _, _ = source.line_at(offset)
    match = _LEADING.match(source.text, start, offset)
    return match[0] if match else ""


def indentation_unit(source: SourceText) -> str:
    """What one level of indentation is written as: the smallest found near the top."""
    found = _INDENTED.finditer(source.text, 0, _LOOKED_AT)
    units = [match[1] for match in islice(found, 50)]
    return min(units, key=len, default=_DEFAULT_UNIT)
