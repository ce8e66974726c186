"""Objects of a ruleset as the rules read them: by key, typed, with places.

A view is made on the way and kept by nobody. Offsets are those of whatever holds `node`; what is
missing, broken or of another type reads as None, for the schema says so already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modwright.syntax.node import Array, Entry, Kind, Node, Object

Span = tuple[int, int]
"""A range [start, end)."""


class Text(NamedTuple):
    """A string and where it stands, quotes included."""

    text: str
    span: Span


class Item(NamedTuple):
    """An item of an array."""

    node: Node
    span: Span


class View:
    """An object. `offset` is where it begins."""

    __slots__ = ("node", "offset")

    def __init__(self, node: Object, offset: int) -> None:
        self.node = node
        self.offset = offset

    @property
    def span(self) -> Span:
        return self.offset, self.offset + self.node.width

    def entry(self, key: str) -> Entry | None:
        return self.node.get(key)

    def has(self, key: str) -> bool:
        return self.node.get(key) is not None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, without comments."""
        return tuple(name for name in self.node.by_name if name != COMMENT)

    def value(self, key: str) -> Node | None:
        entry = self.node.get(key)
        return entry.value if entry else None

    def text(self, key: str) -> str | None:
        return text_of(self.value(key))

    def number(self, key: str) -> float | None:
        return number_of(self.value(key))

    def flag(self, key: str) -> bool | None:
        return flag_of(self.value(key))

    def key_span(self, key: str) -> Span:
        """The key, or the object's opening brace where it is not there."""
        entry = self.node.get(key)
        if entry is None:
            return self.offset, self.offset + 1
        start = self.offset + entry.key_offset
        return start, start + entry.key.width

    def value_span(self, key: str) -> Span:
        """The value, or the key where there is no value, or the opening brace."""
        entry = self.node.get(key)
        if entry is None or entry.value is None:
            return self.key_span(key)
        start = self.offset + entry.value_offset
        return start, start + entry.value.width

    def child(self, key: str) -> View | None:
        entry = self.node.get(key)
        if entry is None or not isinstance(entry.value, Object):
            return None
        return View(entry.value, self.offset + entry.value_offset)

    def items(self, key: str) -> list[Item]:
        """The items of an array; empty where there is none."""
        entry = self.node.get(key)
        if entry is None or not isinstance(entry.value, Array):
            return []
        at = self.offset + entry.value_offset
        return [
            Item(node, (at + start, at + start + node.width)) for start, node in entry.value.parts
        ]

    def views(self, key: str) -> list[View]:
        """The objects among the items of an array."""
        items = self.items(key)
        return [View(item.node, item.span[0]) for item in items if isinstance(item.node, Object)]

    def texts(self, key: str) -> list[Text]:
        """The strings among the items of an array."""
        return [
            Text(item.node.text, item.span)
            for item in self.items(key)
            if item.node.kind is Kind.STRING
        ]

    def children(self) -> Iterator[tuple[str, View]]:
        """The objects among the values of a map."""
        for key in self.keys:
            child = self.child(key)
            if child is not None:
                yield key, child


COMMENT = "$comment"
"""Allowed in every object, and no part of it (ruleset-format.md, section 0)."""


def text_of(node: Node | None) -> str | None:
    return node.text if node is not None and node.kind is Kind.STRING else None


def number_of(node: Node | None) -> float | None:
    return node.number if node is not None and node.kind is Kind.NUMBER else None


def flag_of(node: Node | None) -> bool | None:
    return node.raw == "true" if node is not None and node.kind is Kind.BOOLEAN else None
