"""What stands around a place in text, comments and blanks aside."""

from __future__ import annotations

import enum
import re

COLONS = frozenset(":：=")
COMMAS = frozenset(",，、")
_CLOSERS = frozenset("}]｝］")

_BLANKS = re.compile(r"[\s\ufeff]*")
# What the parser reads over, too (syntax/json_parser.py).
_COMMENT = re.compile(r"//[^\r\n]*|#[^\r\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?")
_NAME = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"|[\w$.+\-]+')


class Following(enum.Enum):
    """What comes next behind a place."""

    END = "end"
    """The end of the text."""
    CLOSED = "closed"
    """A comma or a closing bracket: nothing that would have to be kept apart."""
    COLON = "colon"
    ENTRY = "entry"
    """A key with its colon."""
    STRING = "string"
    """A quote that begins no key."""
    WORD = "word"
    """A number, a bare word, anything else."""
    CONTAINER = "container"
    """An object or an array."""


def following(text: str, at: int) -> Following:
    """What comes next at or behind `at`."""
    at = next_character(text, at)
    if at == len(text):
        return Following.END
    char = text[at]
    if char in COMMAS or char in _CLOSERS:
        return Following.CLOSED
    if char in COLONS:
        return Following.COLON
    if char in "{[":
        return Following.CONTAINER
    name = _NAME.match(text, at)
    if name is not None:
        behind = next_character(text, name.end())
        if behind < len(text) and text[behind] in COLONS:
            return Following.ENTRY
    return Following.STRING if char == '"' else Following.WORD


def next_character(text: str, at: int) -> int:
    """The offset of the next character that is neither blank nor in a comment, or the end."""
    while True:
        blanks = _BLANKS.match(text, at)
        at = blanks.end() if blanks else at
        comment = _COMMENT.match(text, at)
        if comment is None:
            return at
        at = comment.end()


def has_between(text: str, characters: frozenset[str], start: int, end: int) -> bool:
    """Whether one of the characters stands in [start, end), outside of comments."""
    at = next_character(text, start)
    while at < end:
        if text[at] in characters:
            return True
        at = next_character(text, at + 1)
    return False
