"""A spec's nodes by their meaning: rules, their trigger, conditions and actions.

Views are made on the way and hold offsets relative to whatever offset they were asked with.
Anything may be missing or broken: then the field says so by None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from modwright.languages.nimblock.catalogue import (
    Action,
    Condition,
    Kind,
    Param,
    Trigger,
    catalogue,
)
from modwright.syntax.node import Array, Node, Object
from modwright.syntax.node import Kind as NodeKind


class Value(NamedTuple):
    """A node at a place."""

    node: Node
    offset: int

    @property
    def end(self) -> int:
        return self.offset + self.node.width

    @property
    def string(self) -> str | None:
        return self.node.text if self.node.kind is NodeKind.STRING else None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place of [start, end) of the text of this string."""
        decoded = self.node.decoded
        begin, stop = decoded.source_range(start, end)
        return self.offset + begin, self.offset + stop


class EntryView:
    """A trigger, condition or action as written.

    `type` and `params` are the values of these keys, the latter only when it is an object.
    `entry` is the catalogue's, None for a `type` that is missing, mistyped or unknown. `arguments`
    are the written parameters that the entry has, each with the value that counts; `templates`
    those of them that are templates (a trigger has none).
    """

    __slots__ = ("arguments", "entry", "kind", "node", "offset", "params", "templates", "type")

    def __init__(self, kind: Kind, node: Object, offset: int) -> None:
        self.kind: Kind = kind
        self.node = node
        self.offset = offset
        self.type = value_at(node, offset, "type")
        params = value_at(node, offset, "params")
        self.params = params if params and isinstance(params.node, Object) else None
        name = self.type.string if self.type else None
        self.entry: Trigger | Condition | Action | None = (
            catalogue().entry(kind, name) if name is not None else None
        )
        self.arguments = self._arguments()
        self.templates = [
            (param, value)
            for param, value in self.arguments
            if param.type == "text" and kind != "trigger" and value.node.kind is NodeKind.STRING
        ]

    def _arguments(self) -> list[tuple[Param, Value]]:
        if self.entry is None or self.params is None:
            return []
        node, offset = self.params.node, self.params.offset
        if not isinstance(node, Object):
            return []
        found: list[tuple[Param, Value]] = []
        for param in self.entry.params:
            value = value_at(node, offset, param.name)
            if value is not None:
                found.append((param, value))
        return found


@dataclass(frozen=True, eq=False, repr=False)
class RuleView:
    node: Object
    offset: int

    @property
    def id(self) -> Value | None:
        """The id, when it is a string."""
        value = value_at(self.node, self.offset, "id")
        return value if value and value.string is not None else None

    @property
    def name(self) -> str | None:
        value = value_at(self.node, self.offset, "name")
        return value.string if value else None

    @property
    def is_disabled(self) -> bool:
        """`enabled` that is no boolean counts as enabled (specs/nimblock.md, Borders)."""
        value = value_at(self.node, self.offset, "enabled")
        return (
            value is not None
            and value.node.kind is NodeKind.BOOLEAN
            and (value.node.raw == "false")
        )

    @property
    def trigger(self) -> EntryView | None:
        value = value_at(self.node, self.offset, "trigger")
        if value is None or not isinstance(value.node, Object):
            return None
        return EntryView("trigger", value.node, value.offset)

    @property
    def trigger_entry(self) -> Trigger | None:
        """The catalogue's trigger; None when it is missing, mistyped or unknown."""
        view = self.trigger
        entry = view.entry if view else None
        return entry if isinstance(entry, Trigger) else None

    @property
    def conditions(self) -> list[EntryView]:
        return self._entries("conditions", "condition")

    @property
    def actions(self) -> list[EntryView]:
        return self._entries("actions", "action")

    def _entries(self, key: str, kind: Kind) -> list[EntryView]:
        value = value_at(self.node, self.offset, key)
        if value is None or not isinstance(value.node, Array):
            return []
        return [
            EntryView(kind, item, value.offset + offset)
            for offset, item in value.node.parts
            if isinstance(item, Object)
        ]


def value_at(node: Object, offset: int, key: str) -> Value | None:
    """The value of `key` in the object at `offset`; None when there is none to read."""
    entry = node.get(key)
    if entry is None or entry.value is None or entry.value.kind is NodeKind.ERROR:
        return None
    return Value(entry.value, offset + entry.value_offset)


def rules_of(root: Node | None, offset: int) -> list[RuleView]:
    """The rules of a spec whose top-level value is `root`."""
    if not isinstance(root, Object):
        return []
    value = value_at(root, offset, "rules")
    if value is None or not isinstance(value.node, Array):
        return []
    return [
        RuleView(item, value.offset + inner)
        for inner, item in value.node.parts
        if isinstance(item, Object)
    ]
