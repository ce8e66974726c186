"""Snippets: texts with tab stops, and the same texts without them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from modwright.languages.oamut.edits import line_break

_SPECIAL = re.compile(r"[\\$}]")
_SPECIAL_IN_CHOICE = re.compile(r"[\\$},|]")
_PART = re.compile(
    r"\\(?P<escaped>[\\$}])"
    r"|\$(?P<bare>\d+)"
    r"|\$\{\d+:(?P<text>(?:\\.|[^\\}])*)\}"
    r"|\$\{\d+\|(?P<first>(?:\\.|[^\\|,])*)(?:\\.|[^\\|])*\|\}"
)
_INDENTATION = re.compile(r"[\r\n]( {1,8})(?=[^ \t\r\n#])")
_DEFAULT_UNIT = 2


class Stops:
    """Numbers the tab stops of a snippet, from 1 on."""

    def __init__(self) -> None:
        self._number = 0

    def stop(self, text: str = "") -> str:
        """A stop with `text` selected in it."""
        self._number += 1
        return f"${{{self._number}:{escaped(text)}}}" if text else f"${self._number}"

    def choice(self, texts: Sequence[str]) -> str:
        """A stop with a few texts to choose from, the first one written."""
        self._number += 1
        shown = ",".join(_SPECIAL_IN_CHOICE.sub(r"\\\g<0>", text) for text in texts)
        return f"${{{self._number}|{shown}|}}"


def escaped(text: str) -> str:
    """A literal text inside a snippet."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def has_stops(snippet: str) -> bool:
    return any(match["escaped"] is None for match in _PART.finditer(snippet))


def expanded(snippet: str) -> str:
    """What a client without snippets inserts: every stop with the text that it begins with."""

    def part(match: re.Match[str]) -> str:
        if match["escaped"] is not None:
            return match["escaped"]
        inner = match["text"] if match["first"] is None else match["first"]
        return re.sub(r"\\(.)", r"\1", inner or "")

    return _PART.sub(part, snippet)


def with_breaks(body: str, text: str) -> str:
    """`body` with the line breaks that `text` has."""
    return body.replace("\n", line_break(text)) if "\n" in body else body


def indentation_unit(text: str) -> int:
    """How many columns one level takes: the fewest that a line of the text begins with."""
    return min((len(match[1]) for match in _INDENTATION.finditer(text)), default=_DEFAULT_UNIT)
