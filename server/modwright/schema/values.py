"""Nodes as the plain values that the jsonschema library reads.

A container's value is remembered on its node, so an edit makes new values only along its path.
A decimal of YAML keeps its exact value. A value that the reader refused is no value: nothing more
is said of it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias, cast

from modwright.syntax.node import Array, Container, Kind, Node, Object
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
    if not isinstance(node, Container):
        return _of_yaml(node) if isinstance(node, YamlScalar) else _of_scalar(node)
    memo = node.memo
    if memo is None:
        memo = node.memo = {}
    known = memo.get(_KEY)
    if known is None:
        known = memo[_KEY] = _of_container(node)
    return cast("JsonObject | JsonList", known)


def _of_container(node: Container) -> JsonObject | JsonList:
    if isinstance(node, Array):
        return JsonList(map(value_of, node.items))
    assert isinstance(node, Object)
    if isinstance(node, YamlObject):
        # A key of YAML with nothing behind it has a value: null.
        return JsonObject(
            (entry.name, None if entry.value is None else value_of(entry.value))
            for entry in node.entries
            if entry.key.kind is not Kind.ERROR
        )
    return JsonObject({name: value_of(entry.value) for name, entry in node.by_name.items()})


def _of_yaml(node: YamlScalar) -> Value:
    if node.faults:
        return UNREADABLE
    is_fraction = node.kind is Kind.NUMBER and not node.is_integer
    return node.decimal if is_fraction else _of_scalar(node)


def _of_scalar(node: Node) -> Value:
    kind = node.kind
    if kind is Kind.STRING:
        return node.text
    if kind is Kind.NUMBER:
        return node.number
    if kind is Kind.BOOLEAN:
        return node.raw.lower() == "true"
    return None if kind is Kind.NULL else UNREADABLE
