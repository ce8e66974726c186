"""Typed values: what a field, a column or an item stat can hold (ruleset-format.md, 3.1).

Whoever stores a value somewhere (a cell, a default, a comparison) asks `misfit` whether it fits.
"""

from __future__ import annotations

from typing import NamedTuple

from modwright.findings.model import Message
from modwright.languages.ruleset.views import View, flag_of, number_of, text_of
from modwright.syntax.node import Node, Object

NUMBER = "number"
BOOLEAN = "boolean"
ENUM = "enum"
TEXTS = ("text", "longtext")
# A cell with dice is a text of the same length as a default (ruleset-format.md, section 0).
_DICE_ROOM = 40
_MOST_LISTED = 8


class TypedValue(NamedTuple):
    """What may be stored. Bounds that are missing or broken are None and bound nothing.

    `room` is the longest text, in UTF-16 units; `choices` is None where the list is broken.
    """

    type: str
    low: float | None = None
    high: float | None = None
    is_whole: bool = False
    room: float | None = None
    choices: tuple[str, ...] | None = None


def typed(node: Node | None) -> TypedValue | None:
    """What the field, column or stat `node` holds; None where that is no such thing."""
    if not isinstance(node, Object):
        return None
    view = View(node, 0)
    kind = view.text("type")
    if kind is None:
        return None
    if kind == NUMBER:
        # Whole unless it says otherwise (ruleset-format.md, 3.1).
        is_whole = view.flag("integer") is not False
        return TypedValue(kind, view.number("min"), view.number("max"), is_whole)
    if kind in TEXTS:
        return TypedValue(kind, room=view.number("maxLength"))
    if kind == ENUM:
        return TypedValue(kind, choices=choices_of(view))
    if kind == "dice":
        return TypedValue(kind, room=_DICE_ROOM)
    return TypedValue(kind)


def choices_of(view: View) -> tuple[str, ...] | None:
    """The `values` of an enum or a state; None where there are none."""
    items = view.items("values")
    return tuple(text.text for text in view.texts("values")) if items else None


def misfit(value: Node, of: TypedValue, *, is_loose: bool = False) -> Message | None:
    """Why `value` cannot be held, in words; None where it can.

    `is_loose`: only the type counts and the choice, not range, wholeness or length.
    """
    match of.type:
        case "number":
            return _number(value, of, is_loose)
        case "boolean":
            return None if flag_of(value) is not None else Message.of("ruleset.misfit.boolean")
        case "enum":
            return _choice(value, of)
        case "text" | "longtext" | "dice":
            return _text(value, of, is_loose)
        case _:
            return None


def _number(value: Node, of: TypedValue, is_loose: bool) -> Message | None:
    number = number_of(value)
    if number is None:
        return Message.of("ruleset.misfit.number")
    if is_loose:
        return None
    low, high = of.low, of.high
    if (low is not None and number < low) or (high is not None and number > high):
        return Message.of("ruleset.misfit.range", range=span_of(low, high))
    if of.is_whole and not float(number).is_integer():
        return Message.of("ruleset.misfit.whole")
    return None


def _choice(value: Node, of: TypedValue) -> Message | None:
    text = text_of(value)
    if text is None:
        return Message.of("ruleset.misfit.text")
    if of.choices is not None and text not in of.choices:
        return Message.of("ruleset.misfit.choice", choices=listed(of.choices))
    return None


def _text(value: Node, of: TypedValue, is_loose: bool) -> Message | None:
    text = text_of(value)
    if text is None:
        return Message.of("ruleset.misfit.text")
    if not is_loose and of.room is not None and utf16_length(text) > of.room:
        return Message.of("ruleset.misfit.long", room=of.room, length=utf16_length(text))
    return None


def span_of(low: float | None, high: float | None) -> Message:
    """A range in words, one of whose ends may be open."""
    if low is None:
        return Message.of("ruleset.range.up-to", high=high or 0)
    if high is None:
        return Message.of("ruleset.range.from", low=low)
    return Message.of("ruleset.range", low=low, high=high)


def listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names in quotes, no more than one can read."""
    shown = tuple(f'"{name}"' for name in names[:_MOST_LISTED])
    return (*shown, "…") if len(names) > _MOST_LISTED else shown


def utf16_length(text: str) -> int:
    """How long the reader finds a text: in UTF-16 units (ruleset-format.md, section 0)."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
