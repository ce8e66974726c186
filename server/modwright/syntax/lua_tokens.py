"""The tokens of a line of Lua, to find the one that the compiler speaks of."""

from __future__ import annotations

import re
from typing import NamedTuple

from modwright.syntax.lua_text import line_end

_SHORT = r"""(?:[^{0}\\\r\n]+|\\(?:\r\n|\n\r|z\s*|[\s\S]))*{0}?"""
_TEXTS = (
    r"--\[(?P<c>=*)\[[\s\S]*?(?:\](?P=c)\]|\Z)|--[^\r\n]*"
    r"|\[(?P<s>=*)\[[\s\S]*?(?:\](?P=s)\]|\Z)|"
    + '"'
    + _SHORT.format('"')
    + "|'"
    + _SHORT.format("'")
)
_COARSE = re.compile(_TEXTS, re.ASCII)
_TOKEN = re.compile(
    r"(?P<comment>--(?:\[(?P<c>=*)\[[\s\S]*?(?:\](?P=c)\]|\Z)|[^\r\n]*))"
    r"|(?P<token>\[(?P<s>=*)\[[\s\S]*?(?:\](?P=s)\]|\Z)|"
    + '"'
    + _SHORT.format('"')
    + "|'"
    + _SHORT.format("'")
    + r"|[A-Za-z_][A-Za-z0-9_]*|\.?[0-9](?:[eEpP][+-]?|[0-9A-Za-z_.])*"
    r"|\.\.\.?|//|<<|>>|[=~<>]=|::|\S)",
    re.ASCII,
)
_SPACE = " \t\n\r\f\v"
"""What separates tokens: wider spaces are none of Lua's."""


class Token(NamedTuple):
    start: int
    end: int


def tokens_between(text: str, start: int, end: int) -> list[Token]:
    """The tokens that begin in [start, end) or reach into it, without comments.

    Linear: the text before `start` is passed over by its strings and comments.
    """
    at = start
    for found in _COARSE.finditer(text, 0):
        if found.start() >= start:
            break
        if found.end() > start:
            at = found.start()
    tokens: list[Token] = []
    while True:
        found = _TOKEN.search(text, at)
        if found is None or found.start() >= end:
            return tokens
        at = found.end()
        if found.lastgroup != "comment" and found["comment"] is None:
            tokens.append(Token(found.start(), found.end()))


def tokens_of_line(text: str, start: int) -> list[Token]:
    """The tokens that touch the line beginning at `start`."""
    return tokens_between(text, start, line_end(text, start) + 1)


def last_token(text: str) -> Token | None:
    """The last token of the text."""
    end = len(text.rstrip(_SPACE))
    start = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
    tokens = tokens_between(text, start, end)
    while not tokens and start > 0:
        # A line of comments: look at twice as much, so that the work stays linear.
        start = max(0, end - 2 * max(end - start, 64))
        tokens = tokens_between(text, start, end)
    return tokens[-1] if tokens else None
