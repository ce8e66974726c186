"""Quick fixes of the rules, in the few forms they take."""

from __future__ import annotations

import json

from modwright.findings.model import Fix, Insertion, Message, Swap, TextEdit
from modwright.languages.ruleset.views import Span, View
from modwright.syntax.node import Array


def put(span: Span, value: str | float | bool) -> Fix:
    """Write a string, number or boolean in place of what stands at `span`."""
    shown = value if isinstance(value, str) else written(value)
    return _guess("replace-by", TextEdit(*span, written(value)), name=shown)


def written(value: str | float | bool) -> str:
    """A value in JSON."""
    return number_text(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def number_text(number: float) -> str:
    """A number as an author writes it: without a fraction that says nothing."""
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def drop_key(view: View, key: str) -> tuple[Fix, ...]:
    """Take a key and its value out of an object; nothing where it is not there."""
    span = _entry_span(view, key)
    if span is None:
        return ()
    return (_guess("drop-key", TextEdit(*span, ""), key=key),)


def drop_item(view: View, key: str, span: Span) -> tuple[Fix, ...]:
    """Take the item that stands at `span` out of the array at `key`."""
    entry = view.entry(key)
    if entry is None or not isinstance(entry.value, Array):
        return ()
    array, at = entry.value, view.offset + entry.value_offset
    starts = [at + offset for offset in array.offsets]
    ends = [start + item.width for start, item in zip(starts, array.items, strict=True)]
    if span[0] not in starts:
        return ()
    edit = TextEdit(*_with_comma(starts, ends, starts.index(span[0])), "")
    return (_guess("drop-item", edit),)


def exchange(view: View, first: str, second: str) -> tuple[Fix, ...]:
    """Let the values of two keys change places; both are scalars."""
    values = view.value(first), view.value(second)
    if values[0] is None or values[1] is None:
        return ()
    edits = (
        TextEdit(*view.value_span(first), values[1].raw),
        TextEdit(*view.value_span(second), values[0].raw),
    )
    return (_guess("exchange", *edits, first=first, second=second),)


def add_key(view: View, key: str, value: str) -> Fix:
    """Put `key` with `value` (JSON on one line) into an object."""
    message = Message.of("ruleset.add-key", key=key)
    return Fix(message, (), insertions=(Insertion(view.offset, key, value),), is_guess=True)


def swap(first: Span, second: Span) -> Fix:
    """Let two values change places."""
    swaps = (Swap((first, second), (1, 0)),)
    return Fix(Message.of("ruleset.swap"), (), swaps=swaps, is_guess=True)


def _guess(title: str, *edits: TextEdit, **args: str) -> Fix:
    """A rule knows what it asks for itself, not what the others say to it."""
    return Fix(Message.of(f"ruleset.{title}", **args), edits, is_guess=True)


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
