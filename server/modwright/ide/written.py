"""The piece of text under the cursor, in documents that need not parse."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object, Scalar
from modwright.syntax.tree import SyntaxTree

# What a bare word is taken to be made of. No slash, star or number sign: they begin comments.
_WORD = re.compile(r"[\w$.+\-'`@%!?&|<>~^=]*")
_LONGEST_WORD = 200
_NUMBER_LIKE = re.compile(r"[+-]?\.?[0-9]")
# What ends the word that a string without an end is taken to hold.
_VALUE_END = re.compile(r'[,{}\[\]" \t\r\n]|\Z')
_KEY_END = re.compile(r'[:,{}\[\]" \t\r\n]|\Z')
_MAY_FOLLOW_STRING = frozenset(" \t\r\n,:}]/#，、：｝］")
_STRING = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"')
_QUOTE_OR_END = re.compile(r'\\[^\r\n]|["\r\n]')


class Written(NamedTuple):
    """[start, end) is what a completion takes the place of; on one line, may be empty.

    `string` is the string node that begins at `start`, when the cursor is in one. The node may be
    longer than the range: a string without an end holds all the rest of the line.
    """

    start: int
    end: int
    string: Scalar | None


def written_at(document: SyntaxTree, offset: int) -> Written | None:
    """What is written at `offset`; None where nothing can be proposed.

    A string counts as the thing under the cursor from its opening quote to before its closing one;
    a string right behind the cursor does when it is a value, because no other could stand there.
    """
    found = _string_before(document, offset)
    text = document.text
    if found is not None:
        start, node, is_key = found
        end, is_open = start + node.width, any(f.variant == "open-string" for f in node.faults)
        closed = _STRING.match(text, start) if node.raw.startswith('"') else None
        if closed is not None and closed.end() != end:
            # Where a string with broken quotes ends is the parser's guess. At the cursor the first
            # quote counts, or none.
            if closed.end() <= offset < end:
                return None
            end, is_open = closed.end(), False
        is_inside = start < offset < end or (is_open and offset == end)
        is_at_start = (
            offset == start and (is_open or not is_key) and not _is_word_before(text, start)
        )
        if is_inside or is_at_start:
            cursor = max(offset, start + 1)
            if is_open or _ends_with_quote_of_another(text, cursor, end):
                end = _end_of_word(text, cursor, is_key)
            return Written(start, end, node)
        if is_open and offset > end and not text[end:offset].strip(" \t"):
            # Behind blanks that end an open string: inside it for the author, and nothing begun.
            return None
    word = _word_at(text, offset)
    if word is not None and found is not None and text.startswith('"', word.start - 1):
        start, node, _ = found
        if word.start > start + node.width:
            # The quote before is not the end of the string before: the parser left it alone.
            return word._replace(start=word.start - 1)
    return word


def _is_word_before(text: str, offset: int) -> bool:
    return offset > 0 and bool(_WORD.fullmatch(text[offset - 1]))


def last_entry(node: Object, at: int) -> int:
    """The index of the last entry that begins at or before `at`, relative to the node, or -1."""
    return bisect_right(node.entries, at, key=_key_offset) - 1


def _key_offset(entry: Entry) -> int:
    return entry.key_offset


def _string_before(document: SyntaxTree, offset: int) -> tuple[int, Scalar, bool] | None:
    """(offset, string, whether it is a key) if the last thing begun at `offset` is a string."""
    node: Node | None = document.root
    at = document.root_offset
    is_key = False
    while isinstance(node, Container):
        if not at < offset <= at + node.width:
            return None
        inner, node, is_key = _last_part(node, offset - at)
        at += inner
    if not isinstance(node, Scalar) or at > offset:
        return None
    is_string = node.kind is Kind.STRING and node.is_quoted
    return (at, node, is_key) if is_string or node.is_doubtful else None


def _last_part(node: Container, at: int) -> tuple[int, Node | None, bool]:
    if isinstance(node, Array):
        index = bisect_right(node.offsets, at) - 1
        return (node.offsets[index], node.items[index], False) if index >= 0 else (0, None, False)
    assert isinstance(node, Object)
    index = last_entry(node, at)
    if index < 0:
        return 0, None, False
    entry = node.entries[index]
    if entry.value is not None and entry.value_offset <= at:
        return entry.value_offset, entry.value, False
    return entry.key_offset, entry.key, True


def _ends_with_quote_of_another(text: str, cursor: int, end: int) -> bool:
    """Whether the quote before `end` opens the next string: this one was left open.

    `{"type": "pl, "params": 1}`: no string is followed by a letter, and the quotes behind the
    cursor are in pairs.
    """
    if end >= len(text) or text[end] in _MAY_FOLLOW_STRING:
        return False
    return not _is_odd_number_of_quotes(text, cursor)


def _is_odd_number_of_quotes(text: str, at: int) -> bool:
    """Whether the quotes from `at` to the end of the line leave one without a partner."""
    is_odd = False
    for match in _QUOTE_OR_END.finditer(text, at):
        found = match[0]
        if found == '"':
            is_odd = not is_odd
        elif found in "\r\n":
            break
    return is_odd


def _end_of_word(text: str, cursor: int, is_key: bool) -> int:
    match = (_KEY_END if is_key else _VALUE_END).search(text, cursor)
    return match.start() if match else len(text)


def _word_at(text: str, offset: int) -> Written | None:
    """The bare word around `offset`, with the stray quote at its end; None inside a number."""
    before = _WORD.match(text[max(0, offset - _LONGEST_WORD) : offset][::-1])
    after = _WORD.match(text, offset, offset + _LONGEST_WORD)
    start = offset - (before.end() if before else 0)
    end = after.end() if after else offset
    if start == end:
        return Written(start, end, None)
    if start < offset < end and _NUMBER_LIKE.match(text, start):
        return None
    if text.startswith('"', end) and _is_odd_number_of_quotes(text, end):
        end += 1
    return Written(start, end, None)
