"""Signature help: the call of the plan API that is being written."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from modwright.languages.around import Signature
from modwright.languages.oamut.lua_reading import Frame, Reading, reading_of
from modwright.languages.oamut.plan_words import Word, plan_words

_OPENERS = "({"
_CLOSERS = ")}"
_QUOTES = "\"'"


def signature(text: str, offset: int, locale: str) -> Signature | None:
    """The innermost call around `offset` that belongs to the API."""
    reading = reading_of(text)
    if reading.in_comment(offset):
        return None
    index = reading.touching(offset)
    if index is not None:
        token = reading.tokens[index]
        if token.is_string and token.inner_start <= offset <= token.inner_end:
            word = _callee(reading, index - 1)
            if word is not None:
                return _shown(word, 0, locale)
    before = reading.index_before(offset)
    frame: Frame | None = reading.frame_behind(before)
    while frame is not None and frame.kind in ("(", "{", "["):
        word = _callee(reading, frame.open - 1) if frame.kind != "[" else None
        if word is not None:
            return _shown(word, _active(reading, frame, before, offset, word), locale)
        frame = frame.parent
    return None


def _callee(reading: Reading, index: int) -> Word | None:
    """What is called where the name of a function ends with this token."""
    if not reading.is_name(index):
        return None
    words = plan_words()
    name = reading.tokens[index].text
    if reading.is_symbol(index - 1, ":"):
        return words.finisher if name == words.finisher.name else words.selectors.get(name)
    if reading.is_keyword(index - 1, "function"):
        return None
    chain = reading.chain_to(index)
    if chain is None:
        return None
    value = reading.value_of(chain)
    if value.kind == "context":
        word = words.members.get(value.path)
        return word if word is not None and word.signature else None
    if value.kind == "global" and len(value.path) == 1:
        return words.globals.get(value.path[0])
    return None


def _active(reading: Reading, frame: Frame, before: int, offset: int, word: Word) -> int:
    """Which parameter is written: by its key in a table, by the commas before it elsewhere."""
    if word is plan_words().finisher:
        return _active_verb(reading, before)
    inside = range(frame.open + 1, before + 1)
    return sum(reading.is_symbol(i, ",") and reading.frame_of[i] is frame for i in inside)


def _active_verb(reading: Reading, before: int) -> int:
    """The verb that the cursor is in; the first one before any is written."""
    verbs = list(plan_words().verbs)
    for index in range(before, -1, -1):
        frame = reading.frame_of[index]
        role = reading.roles.get(frame.open) if frame.kind == "{" else None
        if role is None and frame.kind != "{":
            break
        if role is not None and len(role) == 1 and reading.is_item_start(index):
            name = reading.tokens[index].text
            return verbs.index(name) if name in verbs else 0
    return 0


def _shown(word: Word, active: int, locale: str) -> Signature:
    parameters = parameters_of(word.signature)
    last = max(len(parameters) - 1, 0)
    return Signature(word.signature, word.description(locale), parameters, min(active, last))


@functools.cache
def parameters_of(label: str) -> Sequence[tuple[int, int]]:
    """The places of the parameters in a signature: `name(a, b)`, `name{ a = …, b = … }`,
    `name "text"`."""
    openers = [at for at in map(label.find, _OPENERS) if at >= 0]
    if not openers:
        quotes = [at for at in map(label.find, _QUOTES) if at >= 0]
        return [(min(quotes), len(label))] if quotes else []
    start = min(openers) + 1
    end = len(label) - 1 if label[-1:] in _CLOSERS else len(label)
    found: list[tuple[int, int]] = []
    depth, at = 0, start
    for place in range(start, end + 1):
        character = label[place] if place < end else ","
        depth += (character in _OPENERS) - (character in _CLOSERS)
        if character == "," and depth == 0:
            piece = label[at:place]
            left = at + len(piece) - len(piece.lstrip())
            if piece.strip():
                found.append((left, left + len(piece.strip())))
            at = place + 1
    return found
