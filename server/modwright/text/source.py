"""The text of a document together with its lines."""

from __future__ import annotations

from modwright.text.lines import LineIndex


class SourceText:
    """An immutable text that knows its lines and yields an edited text cheaply.

    Offsets are code points, ranges half-open; lines are zero-based and end at "\\n", "\\r\\n" or
    "\\r" only. No argument makes a method raise: offsets are clamped into the text, a negative line
    means the first, a line past the last means the empty place at the end of the text, and a range
    given backwards means the same range. Two texts are equal when their characters are.
    """

    __slots__ = ("_lines", "_text")

    def __init__(self, text: str, lines: LineIndex) -> None:
        """Use `of`. `lines` must be the index of `text`."""
        self._text = text
        self._lines = lines

    @staticmethod
    def of(text: str) -> SourceText:
        """The text with its lines found. It may hold lone surrogates."""
        return SourceText(text, LineIndex.of(text))

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def line_count(self) -> int:
        """At least 1: a text that ends in a line break has an empty line after it."""
        return self._lines.line_count

    def __len__(self) -> int:
        return len(self._text)

    def __bool__(self) -> bool:
        # Without this, `source or default` would take an empty document for a missing one.
        return True

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, SourceText) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<SourceText of {len(self)} code points, {self.line_count} lines>"

    def line_of(self, offset: int) -> int:
        """The line with `offset` in it; the characters of a line break belong to its line."""
        return self._lines.line_of(offset)

    def line_at(self, offset: int) -> tuple[int, int, int, int]:
        """The line with `offset` in it, its start, its end, and where the next line starts.

        In one step what `line_of`, `line_start` and `line_end` say. Offsets from the start up to
        the last number, exclusive, are on the line; for the last line it is len + 1 therefore.
        """
        line, start, next_start = self._lines.line_at(offset)
        if next_start is None:
            return line, start, len(self._text), len(self._text) + 1
        return line, start, self._before_break(next_start), next_start

    def line_start(self, line: int) -> int:
        """The offset of the first character of `line`."""
        if line >= self._lines.line_count:
            return len(self._text)
        return self._lines.start(max(0, line))

    def line_end(self, line: int) -> int:
        """The offset just before the line break of `line`, or the end of the text."""
        line = max(0, line)
        if line + 1 >= self._lines.line_count:
            return len(self._text)
        return self._before_break(self._lines.start(line + 1))

    def line_text(self, line: int) -> str:
        """The characters of `line` without its line break."""
        return self._text[self.line_start(line) : self.line_end(line)]

    def slice(self, start: int, end: int) -> str:
        """The characters of [start, end)."""
        start, end = self._range(start, end)
        return self._text[start:end]

    def replace(self, start: int, end: int, new_text: str) -> SourceText:
        """This text with [start, end) replaced. Looks for lines in `new_text` only."""
        start, end = self._range(start, end)
        if start == end and not new_text:
            return self
        text = "".join((self._text[:start], new_text, self._text[end:]))
        return SourceText(text, self._lines.patched(text, start, end, len(new_text)))

    def _before_break(self, next_start: int) -> int:
        # Were the two characters no single break, the next line would start between them.
        is_crlf = self._text.startswith("\r\n", max(0, next_start - 2))
        return next_start - 2 if is_crlf else next_start - 1

    def _range(self, start: int, end: int) -> tuple[int, int]:
        if start > end:
            start, end = end, start
        length = len(self._text)
        return min(max(0, start), length), min(max(0, end), length)
