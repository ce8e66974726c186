"""Numbers inside texts (specs/nimblock.md, Borders)."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_BLANK = " \t\r\n"


def number_of(text: str) -> float | None:
    """The number that a text is, spaces around it allowed; None for any other text."""
    written = text.strip(_BLANK)
    return float(written) if _NUMBER.fullmatch(written) else None
