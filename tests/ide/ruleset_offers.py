"""The places of names in rulesets, with the names taken out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleset_support import opened

from modwright.languages.ruleset.findings import finder_of
from modwright.symbols.occurrences import Occurrence
from modwright.syntax.node import Object


class Use(NamedTuple):
    """A text that lacks a name at an offset, and what stood there."""

    text: str
    offset: int
    name: str
    is_key: bool = False


def uses(text: str) -> Iterator[Use]:
    """The places of names in a ruleset, one for each thing that a name may be."""
    document = opened(text).document
    assert document is not None
    assert isinstance(document.root, Object)
    seen: set[object] = set()
    for place in finder_of(document.root, document.root_offset).everything():
        if place.role.is_definition or not place.text or place.role in seen:
            continue
        seen.add(place.role)
        yield _key_use(text, place) if place.is_key else _value_use(text, place)


def _value_use(text: str, place: Occurrence) -> Use:
    start, end = text.rindex('"', 0, place.start) + 1, text.index('"', place.end)
    return Use(text[:start] + text[end:], start, text[start:end])


def _key_use(text: str, place: Occurrence) -> Use:
    """Without the key, its value and its comma; nothing but the cursor before what follows."""
    at = text.index(":", place.end) + 1
    depth, end = 0, at
    is_string = False
    while depth or text[end] not in ",}" or is_string:
        if text[end] == '"':
            is_string = not is_string
        elif not is_string:
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(text[end], 0)
        end += 1
    start = place.start - 1
    end += text[end] == ","
    return Use(text[:start] + text[end:], start, place.text, is_key=True)
