"""The characters of a string and where each of them comes from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class DecodedText:
    r"""A decoded string whose characters know their place in the source.

    `\u00e9`, `\"` and surrogate pairs take several characters of the source for one of the text;
    a range of the text is mapped to the range of the source that spells it. Offsets of the source
    are relative to the first character of the string node, its quote included.
    """

    __slots__ = ("_jumps", "text")

    def __init__(self, text: str, jumps: Sequence[tuple[int, int]]) -> None:
        """`jumps`: (text offset, source offset) wherever source and text fall out of step."""
        self.text = text
        self._jumps = jumps

    @staticmethod
    def plain(text: str, offset: int) -> DecodedText:
        """A text that is spelled in the source as it is, from `offset` on."""
        return DecodedText(text, ((0, offset),))

    def source(self, offset: int) -> int:
        """The source offset where the character `offset` of the text begins.

        The length of the text maps to where the string's content ends.
        """
        jumps = self._jumps
        at = len(jumps) - 1
        if at:
            at = bisect_right(jumps, offset, key=_text_offset) - 1
        start, source = jumps[at]
        return source + offset - start

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """The source range that spells [start, end) of the text."""
        if end <= start:
            at = self.source(start)
            return at, at
        return self.source(start), self.source(end)

    def offset(self, source: int) -> int:
        """The text offset of a source offset; inside an escape, that of its character."""
        jumps = self._jumps
        at = max(bisect_right(jumps, source, key=_source_offset) - 1, 0)
        start, begin = jumps[at]
        offset = start + max(source - begin, 0)
        if at + 1 < len(jumps):
            offset = min(offset, jumps[at + 1][0] - 1)
        return min(offset, len(self.text))


def _text_offset(jump: tuple[int, int]) -> int:
    return jump[0]


def _source_offset(jump: tuple[int, int]) -> int:
    return jump[1]
