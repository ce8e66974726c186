"""Nodes as the plain values that the jsonschema library reads.

A container's value is remembered on its node, so an edit makes new values only along its path.
"""

from __future__ import annotations

from typing import TypeAlias

from modwright.syntax.node import Array, Kind, Node, Object

Value: TypeAlias = "bool | int | float | str | JsonObject | JsonList | Unreadable | None"


class Unreadable:
    """Stands for a value that is missing or broken: of no type, equal to nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


UNREADABLE = Unreadable()


class JsonObject(dict[str, "Value"]):
    """An object's value that knows its node; the last of several equal keys counts."""

    __slots__ = ("node",)
    node: Object

    def __repr__(self) -> str:
        # The library words a message, with the instance in it, for every violation it finds.
        return "{…}"


class JsonList(list["Value"]):
    """An array's value that knows its node."""

    __slots__ = ("node",)
    node: Array

    def __repr__(self) -> str:
        return "[…]"


_KEY = "schema.value"


def value_of(node: Node | None) -> Value:
    """The value `node` stands for. Recursion is as deep as the parser lets brackets nest."""
    if node is None:
        return UNREADABLE
    if isinstance(node, Object):
        return node.remember(_KEY, lambda: _object(node))
    if isinstance(node, Array):
        return node.remember(_KEY, lambda: _array(node))
    kind = node.kind
    if kind is Kind.STRING:
        return node.text
    if kind is Kind.NUMBER:
        return node.number
    if kind is Kind.BOOLEAN:
        return node.raw == "true"
    return None if kind is Kind.NULL else UNREADABLE


def _object(node: Object) -> JsonObject:
    value = JsonObject({name: value_of(entry.value) for name, entry in node.by_name.items()})
    value.node = node
    return value


def _array(node: Array) -> JsonList:
    value = JsonList([value_of(item) for item in node.items])
    value.node = node
    return value
