"""From a place in a manifest to the part of the schema that speaks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from modwright.grammars import JsonValue
from modwright.languages.oamut import grammar
from modwright.schema.checker import Schema
from modwright.syntax.node import Array, Container, Node, Object
from modwright.syntax.places import Step
from modwright.syntax.tree import SyntaxTree

TYPE_KEY = "type"
"""The key that tells which kind of option an option is."""


def types_of(part: Schema) -> frozenset[str]:
    """The types that a value may have; none where the schema leaves it open."""
    written = part.get("type")
    if isinstance(written, str):
        return frozenset({written})
    return frozenset(cast("list[str]", written)) if isinstance(written, list) else frozenset()


def option_member(part: Schema, node: Node | None) -> Schema | None:
    """What the schema says of an option of the type that stands in `node`; None for anything
    else, and for an option without a readable type."""
    if "discriminator" not in part or not isinstance(node, Object):
        return None
    entry = node.get(TYPE_KEY)
    return grammar.option_types().get(entry.value.text) if entry and entry.value else None


def keys_of(part: Schema, node: Node | None) -> Mapping[str, Schema]:
    """The keys of a mapping in the order in which authors write them. `node` is the mapping, as
    far as it is there: an option of a known type has fewer keys than one without."""
    member = option_member(part, node)
    return _merged(part, part if member is None else member)


def option_keys(part: Schema, type_: str) -> Mapping[str, Schema]:
    """The keys of an option of this type."""
    return _merged(part, grammar.option_types()[type_])


def _merged(part: Schema, member: Schema) -> Mapping[str, Schema]:
    """The keys of `member`, with what the whole says of them."""
    base, names = grammar.properties(part), grammar.properties(member)
    found: dict[str, Schema] = {}
    for name in names:
        general = base.get(name, {})
        special = cast("JsonValue", names[name])
        # `true` stands where the type has nothing to add.
        is_special = isinstance(special, dict)
        found[name] = grammar.resolve({**general, **special} if is_special else general)
    return found


def required_of(part: Schema, node: Node | None) -> frozenset[str]:
    member = option_member(part, node)
    names: list[JsonValue] = list(_required(part))
    if member is not None:
        names += _required(member)
    return frozenset(cast("list[str]", names))


def _required(part: Schema) -> Sequence[JsonValue]:
    return cast("list[JsonValue]", part.get("required", []))


def item_of(part: Schema) -> Schema | None:
    """What the schema says of the items of a list."""
    items = part.get("items")
    return grammar.resolve(items) if isinstance(items, Mapping) else None


def part_at(root: Node | None, path: Iterable[str | int]) -> Schema | None:
    """What the schema says of the value at `path`; None where it knows of no such value."""
    part: Schema = grammar.schema()
    node = root
    for step in path:
        if isinstance(step, int):
            inner = item_of(part)
            is_there = isinstance(node, Array) and step < len(node.items)
            node = node.items[step] if isinstance(node, Array) and is_there else None
        else:
            inner = keys_of(part, node).get(step)
            if inner is None and isinstance(part.get("additionalProperties"), Mapping):
                inner = grammar.resolve(cast("Schema", part["additionalProperties"]))
            entry = node.get(step) if isinstance(node, Object) else None
            node = entry.value if entry else None
        if inner is None:
            return None
        part = inner
    return part


# ---- from an offset to the nodes around it


def steps_at(document: SyntaxTree, offset: int) -> list[Step]:
    """The nodes around `offset`, outermost first; empty where nothing is.

    Both ends of a scalar touch it, and the end of a container in lines is still inside: nothing
    closes it there.
    """
    steps: list[Step] = []
    step = Step(document.root, document.root_offset) if document.root is not None else None
    while step is not None and step.offset <= offset <= step.end:
        steps.append(step)
        step = _below(step, offset)
    return steps


def _below(step: Step, offset: int) -> Step | None:
    node = step.node
    if not isinstance(node, Container):
        return None
    found: Step | None = None
    if isinstance(node, Array):
        for position, (inner, item) in enumerate(node.parts):
            at = step.offset + inner
            if at <= offset <= at + item.width and (found is None or item.width):
                found = Step(item, at, position=position)
        return found
    if isinstance(node, Object):
        for entry in node.entries:
            at = step.offset + entry.key_offset
            if at <= offset <= at + entry.key.width:
                return Step(entry.key, at, entry, is_key=True)
            at = step.offset + entry.value_offset
            if entry.value is not None and at <= offset <= at + entry.value.width:
                return Step(entry.value, at, entry)
    return None


def path_of(steps: Iterable[Step]) -> tuple[str | int, ...]:
    """The way to the last of the steps; to the mapping for a key."""
    path: list[str | int] = []
    for step in steps:
        if step.position is not None:
            path.append(step.position)
        elif step.entry is not None and not step.is_key:
            path.append(step.entry.name)
    return tuple(path)
