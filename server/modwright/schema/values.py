"""Nodes as the plain values that the jsonschema library reads.

A container's value is remembered on its node, so an edit makes new values only along its path.
A decimal of YAML keeps its exact value. A value that the reader refused is no value: nothing more
is said of it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias, cast

from modwright.syntax.node import Array, Kind, Node, Object
from modwright.syntax.yaml_nodes import YamlObject, YamlScalar

Value: TypeAlias = "bool | int | float | Decimal | str | JsonObject | JsonList | Unreadable | None"


class Unreadable:
    """Stands for a value that is missing or broken: of no type, equal to nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


UNREADABLE = Unreadable()


class JsonObject(dict[str, "Value"]):
    """An object's value; the last of several equal keys counts. It does not know its node, which
    remembers it: two that hold each other would outlive the edit that replaced them."""

    __slots__ = ()

    def __repr__(self) -> str:
        # The library words a message, with the instance in it, for every violation it finds.
        return "{…}"


class JsonList(list["Value"]):
    """An array's value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "[…]"


_KEY = "schema.value"


def value_of(node: Node | None) -> Value:
    """The value `node` stands for. Takes one call a level of brackets, which the parser bounds."""
    if node is None:
        return UNREADABLE
    kind = node.kind
    if isinstance(node, YamlScalar) and node.faults:
        return UNREADABLE
    if kind is Kind.STRING:
        return node.text
    if kind is Kind.NUMBER:
        if isinstance(node, YamlScalar) and not node.is_integer:
            return node.decimal
        return node.number
    if kind is Kind.BOOLEAN:
        return node.raw.lower() == "true"
    if kind is Kind.NULL:
        return None
    if kind is Kind.ERROR:
        return UNREADABLE
    memo = node.memo
    if memo is None:
        memo = node.memo = {}
    known = memo.get(_KEY)
    if known is not None:
        return cast("JsonObject | JsonList", known)
    if isinstance(node, Object):
        members = JsonObject()
        for entry in node.entries:
            if not isinstance(node, YamlObject):
                members[entry.name] = value_of(entry.value)
            elif entry.key.kind is not Kind.ERROR:
                # A key of YAML with nothing behind it has a value: null.
                members[entry.name] = None if entry.value is None else value_of(entry.value)
        memo[_KEY] = members
        return members
    assert isinstance(node, Array)
    values = JsonList()
    for item in node.items:
        values.append(value_of(item))
    memo[_KEY] = values
    return values
