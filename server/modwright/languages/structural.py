"""What the findings of structure of all JSON languages have in common: ranges and quick fixes.

`family` is the first part of the keys of a language's texts: `nimblock`, `ruleset`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from modwright.findings.from_syntax import removal
from modwright.findings.model import Fix, Insertion, Message, TextEdit
from modwright.grammars import JsonValue
from modwright.languages.nearest import nearest
from modwright.schema.checker import Place, Violation
from modwright.syntax.node import Array, Kind, Object

Span = tuple[int, int]

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def to_json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


# ---- ranges


def value_span(place: Place) -> Span:
    width = place.node.width if place.node else 0
    return place.offset, place.offset + width


def introduction(place: Place) -> Span:
    """The key that introduces the value, or its opening bracket where there is none."""
    if place.entry is not None:
        return place.key_offset, place.key_offset + place.entry.key.width
    return place.offset, place.offset + 1


def key_span(place: Place, name: str) -> Span:
    """A key of the object at `place`."""
    assert isinstance(place.node, Object)
    entry = place.node.by_name[name]
    start = place.offset + entry.key_offset
    return start, start + entry.key.width


# ---- fixes


def replace(family: str, span: Span, new_text: str, *, preferred: bool = False) -> Fix:
    """`new_text` is JSON; the title shows it without its quotes."""
    shown = json.loads(new_text) if new_text.startswith('"') else new_text
    edit = TextEdit(*span, new_text)
    return Fix(Message.of(f"{family}.replace-by", name=shown), (edit,), preferred=preferred)


def choose(family: str, place: Place, names: Iterable[str]) -> tuple[Fix, ...]:
    """The fixes that write one of the names instead of the value."""
    return tuple(replace(family, value_span(place), to_json(name)) for name in names)


def after_first(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """The nearest name is what was meant, whatever else is wrong there; those that are only as near
    are guesses."""
    for index, fix in enumerate(fixes):
        yield fix._replace(is_guess=True) if index else fix


def use_number(family: str, place: Place, number: str) -> Fix:
    edit = TextEdit(*value_span(place), number)
    return Fix(Message.of(f"{family}.use-limit", value=number), (edit,), is_guess=True)


def add_key(family: str, place: Place, key: str, value: JsonValue) -> Fix:
    """The fix that adds a key to the object at `place`."""
    insertion = Insertion(place.offset, key, to_json(value), is_draft=True)
    return Fix(Message.of(f"{family}.add-key", key=key), (), insertions=(insertion,))


def drop_key(place: Place, name: str) -> Fix:
    """The fix that takes an entry out of the object at `place`."""
    node = place.node
    assert isinstance(node, Object)
    edit = removal(node, node.index_of(node.by_name[name])).shifted(place.offset)
    return Fix(Message.of("json.remove-entry"), (edit,))


def drop_item(place: Place, index: int) -> Fix:
    """The fix that takes an item out of the array at `place`, with the comma beside it."""
    node = place.node
    assert isinstance(node, Array)
    starts = node.offsets
    ends = [start + item.width for start, item in zip(starts, node.items, strict=True)]
    start = ends[index - 1] if index else starts[0]
    end = starts[1] if index == 0 and len(starts) > 1 else ends[index]
    edit = TextEdit(start, end, "").shifted(place.offset)
    return Fix(Message.of("json.remove-entry"), (edit,))


def known_keys(violation: Violation) -> list[str]:
    """The keys that the schema with the refusal has."""
    return list(cast("Mapping[str, JsonValue]", violation.schema.get("properties", {})))


def spell_key(family: str, violation: Violation, known: Iterable[str]) -> tuple[Fix, ...]:
    """The fixes for a key that is not known: one that is spelled like it, or none at all."""
    place, written = violation.place, violation.subject
    node = place.node
    assert isinstance(node, Object)
    span = key_span(place, written)
    free = [name for name in known if name not in node.by_name]
    renamed = [
        Fix(
            Message.of(f"{family}.rename-key", name=name),
            (TextEdit(*span, to_json(name)),),
        )
        for name in nearest(written, free)
    ]
    return (*after_first(renamed), drop_key(place, written))


def convert(family: str, place: Place, wanted: str) -> tuple[Fix, ...]:
    """The fix for a value that only stands in the wrong clothes: `"5"` for 5, `true` for "true"."""
    node = place.node
    if node is None:
        return ()
    new_text = None
    if node.kind is Kind.STRING:
        text = node.text
        if wanted in ("integer", "number") and _NUMBER.fullmatch(text):
            new_text = text
        elif wanted == "boolean" and text in ("true", "false"):
            new_text = text
    elif wanted == "string" and node.kind in (Kind.NUMBER, Kind.BOOLEAN):
        new_text = to_json(node.raw)
    if new_text is None:
        return ()
    title = Message.of(f"{family}.replace-by", name=new_text)
    edit = TextEdit(*value_span(place), new_text)
    return (Fix(title, (edit,), preferred=True, is_guess=True),)
