"""A Lua script as bytes: as many as the text has characters, so that places are the same in both.

tree-sitter counts bytes, everything else here counts code points.
"""

from __future__ import annotations

import re

_WIDE = re.compile(r"[^\x00-\x7f]")
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
BYTE_ORDER_MARK = "\ufeff"


def skipped(text: str) -> int:
    """The length of what Lua passes over at the start of a file: a byte order mark, a `#` line.

    The line break stays, so that lines keep their numbers.
    """
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    if not text.startswith("#", start):
        return start
    found = _BREAK.search(text, start)
    return found.start() if found else len(text)


def one_byte_each(text: str) -> bytes:
    """The text with one byte for every character.

    What is not ASCII becomes a letter: it stands in strings, in comments, or in names, which the
    compiler refuses and which still read as names. Line breaks of every kind become line feeds,
    and NUL, which is the end of the text to tree-sitter, another control character.
    """
    start = skipped(text)
    if start:
        text = " " * start + text[start:]
    if not text.isascii():
        text = _WIDE.sub("_", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n ").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\x01")
    return text.encode("ascii")


def line_start(text: str, line: int) -> int:
    """Where the line of this number (from 1, as Lua counts) begins; the end for one too high."""
    if line <= 1:
        return 0
    for number, found in enumerate(_BREAK.finditer(text), 2):
        if number == line:
            return found.end()
    return len(text)


def line_end(text: str, start: int) -> int:
    """The end of the line in which `start` lies, without its line break."""
    found = _BREAK.search(text, start)
    return found.start() if found else len(text)
