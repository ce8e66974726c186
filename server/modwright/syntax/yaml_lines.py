"""The lines of a YAML text, and the characters that it may not hold.

Lines end at LF and CRLF. A lone CR is refused; behind its finding the text is still read as the
lines that its author sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from modwright.syntax.node import Fault, Repair
from modwright.syntax.yaml_limits import MAX_LOOSE_FAULTS

_BREAK = re.compile(r"\r\n?|\n")
# What YAML calls printable is all but these; a CR with its LF is a line's end.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]|\r(?!\n)"
)
_TAB_WIDTH = 2

_QUOTED_KEY = r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^']|'')*'(?!')"
_KEY = re.compile(
    rf"(?:- +)*(?:(?:{_QUOTED_KEY})[ \t]*"
    r"|(?:[^\s#,\[\]{}\"'&*!|>%@`:-]|-(?=\S))(?:[^:#]|:(?![ \t]|$)|(?<=\S)#)*):(?:[ \t]|$)"
)


class Line:
    """One line; offsets are those of the text, `end` is where its line break begins."""

    __slots__ = (
        "column",
        "content",
        "end",
        "first",
        "follows_return",
        "is_blank",
        "is_reported",
        "start",
        "text",
    )

    def __init__(self, text: str, start: int, end: int, follows_return: bool) -> None:
        self.text = text
        self.start = start
        self.end = end
        # Every keystroke makes all lines anew.
        rest = text[start:end].lstrip(" \t")
        content = end - len(rest)
        column = content - start
        if column:
            column += text.count("\t", start, content) * (_TAB_WIDTH - 1)
        self.first = rest[:1]
        """The first character that is no space and no tab; "" in an empty line."""
        self.is_blank = not rest or rest[0] == "#"
        """Nothing, or nothing but a comment."""
        self.content = content
        """Where the first character stands that is no space and no tab."""
        self.column = column
        """The columns before `content`, a tab counting as two."""
        self.follows_return = follows_return
        self.is_reported = follows_return
        """Whether this line has its `yaml/syntax`, or the lone CR before it explains it."""

    @property
    def text_end(self) -> int:
        end = self.end
        while end > self.content and self.text[end - 1] in " \t":
            end -= 1
        return end

    @property
    def is_dash(self) -> bool:
        return self.first == "-" and (
            self.content + 1 >= self.end or self.text[self.content + 1] in " \t"
        )

    @property
    def has_key(self) -> bool:
        """Whether it begins with a key, dashes before it apart."""
        return _KEY.match(self.text, self.content, self.end) is not None

    @property
    def starts_entry(self) -> bool:
        """Whether it can hardly be anything but the beginning of a block entry."""
        return self.is_dash or self.has_key


def lines_of(text: str, start: int, end: int) -> list[Line]:
    lines: list[Line] = []
    if text.find("\r", start, end) < 0:
        while start < end:
            stop = text.find("\n", start, end)
            if stop < 0:
                stop = end
            lines.append(Line(text, start, stop, False))
            start = stop + 1
        return lines
    follows_return = False
    for match in _BREAK.finditer(text, start, end):
        lines.append(Line(text, start, match.start(), follows_return))
        start = match.end()
        follows_return = match[0] == "\r"
    if start < end:
        lines.append(Line(text, start, end, follows_return))
    return lines


def control_faults(text: str, start: int) -> Iterator[Fault]:
    """`yaml/control-character` for every character that may not stand in the text."""
    for count, match in enumerate(_CONTROL.finditer(text, start)):
        if count == MAX_LOOSE_FAULTS:
            return
        at = match.start()
        new_text = "\n" if match[0] == "\r" else ""
        title = "yaml.line-feed" if new_text else "yaml.remove"
        repair = Repair(title, at, at + 1, new_text)
        yield Fault(at, at + 1, "yaml/control-character", f"U+{ord(match[0]):04X}", repair)
