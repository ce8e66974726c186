"""Characters that a text may not hold: the `x-safe` keyword of our schemas.

`prompt`: text that goes into the prompt of a model (specs/ruleset-format.md, section 0,
prompt-safe text). `line`: text on one line (the same section, one-line text). `unquoted`: without
double quotes (R4).
"""

from __future__ import annotations

import re
from typing import NamedTuple

KINDS = ("prompt", "line", "unquoted")

_BREAKS = re.compile("[\r\n\x85\u2028\u2029]+")
_CONTROLS = re.compile("[\x00-\x1f\x7f]+")
_BRACKETS = re.compile(r"[\[\]]")
_BRACES = re.compile(r"\{{2,}|\}{2,}")
_QUOTES = re.compile('"')
_NOT_ON_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ANY_UNSAFE = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029\\[\\]]|\\{\\{|\\}\\}")


class Unsafe(NamedTuple):
    """What a text holds of one group of characters; `spans` are offsets of the text."""

    group: str
    spans: tuple[tuple[int, int], ...]


def unsafe_in(text: str, kind: str) -> list[Unsafe]:
    """The groups of characters in `text` that its kind does not allow, one entry a group."""
    if kind == "line":
        return _groups(text, ("control", _NOT_ON_A_LINE))
    if kind == "unquoted":
        return _groups(text, ("quotes", _QUOTES))
    if _ANY_UNSAFE.search(text) is None:
        return []
    # A text with a line break is refused for that, whatever other control characters it has.
    control = ("break", _BREAKS) if _BREAKS.search(text) else ("control", _CONTROLS)
    return _groups(text, control, ("brackets", _BRACKETS), ("braces", _BRACES))


def _groups(text: str, *groups: tuple[str, re.Pattern[str]]) -> list[Unsafe]:
    found = ((name, tuple(match.span() for match in each.finditer(text))) for name, each in groups)
    return [Unsafe(name, spans) for name, spans in found if spans]
