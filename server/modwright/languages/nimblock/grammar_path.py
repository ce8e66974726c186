"""What the grammar has at a path of a spec: which object, key or parameter is written there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from modwright.languages.nimblock.catalogue import (
    KINDS,
    Entry,
    Key,
    Kind,
    ObjectName,
    Param,
    Trigger,
    catalogue,
)
from modwright.languages.nimblock.view import EntryView, RuleView
from modwright.syntax.node import Node, Object


@dataclass(frozen=True)
class ObjectAt:
    """An object of the grammar. `entry` is what its `type` says, for entries with a known one.

    `key` is the key that holds it; None for the whole spec and for what stands in an array.
    """

    name: ObjectName
    key: Key | None = None
    entry: Entry | None = None


@dataclass(frozen=True)
class ArrayAt:
    """An array of objects, the value of a key of `object`."""

    object: ObjectName
    key: Key
    of: ObjectName


@dataclass(frozen=True)
class ParamsAt:
    """The parameters of an entry; `entry` is None when its `type` is not known."""

    object: ObjectName
    key: Key
    entry: Entry | None


@dataclass(frozen=True)
class ScalarAt:
    """The plain value of a key of an object."""

    object: ObjectName
    key: Key


@dataclass(frozen=True)
class ParamAt:
    """The value of a parameter."""

    entry: Entry
    param: Param


What: TypeAlias = "ObjectAt | ArrayAt | ParamsAt | ScalarAt | ParamAt"


@dataclass(frozen=True)
class Here:
    """What is at a path, and the trigger of the rule it lies in, when that is known."""

    what: What
    trigger: Trigger | None


def kind_named(name: str | None) -> Kind | None:
    """The kind of entry that is called so."""
    return next((kind for kind in KINDS if kind == name), None)


def at_path(path: Sequence[str | int], containers: Sequence[tuple[int, Node]]) -> Here | None:
    """What the grammar has at `path`; None where it has nothing.

    `containers[i]` is the container that `path[i]` is a step into, with its offset.
    """
    what: What = ObjectAt("plugin")
    trigger: Trigger | None = None
    for step, (offset, node) in zip(path, containers, strict=False):
        if isinstance(what, ObjectAt) and isinstance(node, Object):
            if what.name == "rule":
                trigger = RuleView(node, offset).trigger_entry
            kind = kind_named(what.name)
            if kind is not None:
                what = ObjectAt(what.name, what.key, EntryView(kind, node, offset).entry)
        found = _step(what, step)
        if found is None:
            return None
        what = found
    return Here(what, trigger)


def _step(what: What, step: str | int) -> What | None:
    if isinstance(what, ArrayAt):
        return ObjectAt(what.of) if isinstance(step, int) else None
    if not isinstance(step, str):
        return None
    if isinstance(what, ParamsAt):
        param = what.entry.param(step) if what.entry else None
        return ParamAt(what.entry, param) if what.entry and param else None
    if not isinstance(what, ObjectAt):
        return None
    key = catalogue().objects[what.name].key(step)
    if key is None:
        return None
    if key.type == "params":
        return ParamsAt(what.name, key, what.entry)
    if key.type == "object" and key.of is not None:
        return ObjectAt(key.of, key)
    if key.type == "array" and key.of is not None:
        return ArrayAt(what.name, key, key.of)
    return ScalarAt(what.name, key)
