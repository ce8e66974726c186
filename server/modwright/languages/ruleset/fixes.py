"""Quick fixes of the rules, in the few forms they take."""

from __future__ import annotations

import json

from modwright.findings.model import Fix, Insertion, Message, TextEdit
from modwright.languages.ruleset.views import Span, View
from modwright.syntax.node import Array


def put(span: Span, value: str | float | bool) -> Fix:
    """Write a string, number or boolean in place of what stands at `span`."""
    written = number_text(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
    message = Message.of("ruleset.replace-by", name=written.strip('"'))
    return Fix(message, (TextEdit(*span, written),))


def number_text(number: float) -> str:
    """A number as an author writes it: without a fraction that says nothing."""
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def drop_key(view: View, key: str) -> tuple[Fix, ...]:
    """Take a key and its value out of an object; nothing where it is not there."""
    span = _entry_span(view, key)
    if span is None:
        return ()
    return (Fix(Message.of("ruleset.drop-key", key=key), (TextEdit(*span, ""),)),)


def drop_item(view: View, key: str, index: int) -> tuple[Fix, ...]:
    """Take an item out of the array at `key`."""
    entry = view.entry(key)
    if entry is None or not isinstance(entry.value, Array) or index >= len(entry.value.items):
        return ()
    array, at = entry.value, view.offset + entry.value_offset
    starts = [at + offset for offset in array.offsets]
    ends = [start + item.width for start, item in zip(starts, array.items, strict=True)]
    edit = TextEdit(*_with_comma(starts, ends, index), "")
    return (Fix(Message.of("ruleset.drop-item"), (edit,)),)


def add_key(view: View, key: str, value: str) -> Fix:
    """Put `key` with `value` (JSON on one line) into an object."""
    message = Message.of("ruleset.add-key", key=key)
    return Fix(message, (), insertions=(Insertion(view.offset, key, value),))


def _entry_span(view: View, key: str) -> Span | None:
    entries = view.node.entries
    index = next((at for at, each in enumerate(entries) if each.name == key), None)
    if index is None:
        return None
    starts = [view.offset + each.key_offset for each in entries]
    ends = [
        view.offset
        + (each.value_offset + each.value.width if each.value else each.key_offset + each.key.width)
        for each in entries
    ]
    return _with_comma(starts, ends, index)


def _with_comma(starts: list[int], ends: list[int], index: int) -> Span:
    """A part with the comma that would be left over: the one after it, else the one before it."""
    if index + 1 < len(starts):
        return starts[index], starts[index + 1]
    return (ends[index - 1] if index else starts[index]), ends[index]
