"""What the grammar says of each place of a ruleset: the schema and the names there, together.

A `Part` is walked down beside the nodes. Where a union leaves it open which member is meant, there
are several parts; a node, half typed or not there at all, narrows them as far as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from modwright.grammars import JsonValue
from modwright.languages.ruleset.grammar import Schema, schema, shapes
from modwright.languages.ruleset.views import COMMENT
from modwright.symbols.shapes import Place, Shape
from modwright.symbols.table import Role
from modwright.syntax.node import Kind, Node, Object

JAPANESE = "x-ja"
_TYPES: Mapping[Kind, tuple[str, ...]] = {
    Kind.OBJECT: ("object",),
    Kind.ARRAY: ("array",),
    Kind.STRING: ("string",),
    Kind.NUMBER: ("integer", "number"),
    Kind.BOOLEAN: ("boolean",),
}


class Part(NamedTuple):
    """`schema` holds all that its references lead to; what stands nearer to the place wins.

    `shape` is None for what can be no container, or holds no place that has a name.
    """

    schema: Schema
    shape: Shape | None = None
    roles: tuple[Role, ...] = ()

    @property
    def name(self) -> str:
        """The name of the object's shape; "" for what has none."""
        return self.shape.names[0] if self.shape is not None and self.shape.names else ""

    @property
    def type(self) -> str:
        """The JSON type, "" where it is open."""
        return type_of(self.schema)

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(cast("list[str]", self.schema.get("required", [])))

    @property
    def properties(self) -> Mapping[str, Schema]:
        return cast("Mapping[str, Schema]", self.schema.get("properties", {}))

    def key(self, name: str) -> Part | None:
        """What stands in a key of such an object."""
        place = self._place(name)
        written = self.properties.get(name)
        if written is None:
            others = self.schema.get("additionalProperties")
            if not isinstance(others, dict):
                return None
            written = others
        return _placed(written, place)

    def item(self, position: int = 0) -> Part | None:
        """What stands in such an array."""
        first = cast("list[Schema]", self.schema.get("prefixItems", []))
        written = first[position] if position < len(first) else self.schema.get("items")
        if not isinstance(written, dict):
            return None
        return _placed(written, self.shape.items if self.shape else None)

    def _place(self, name: str) -> Place | None:
        if self.shape is None:
            return None
        return self.shape.places.get(name) or self.shape.values

    @property
    def is_map(self) -> bool:
        """Whether its keys are the author's."""
        return isinstance(self.schema.get("additionalProperties"), dict)

    @property
    def key_roles(self) -> tuple[Role, ...]:
        return self.shape.key_roles if self.shape is not None else ()


def _placed(written: Schema, place: Place | None) -> Part:
    if place is None:
        return Part(merged(written))
    return Part(merged(written), place.shape, place.roles)


_MERGED: dict[int, Schema] = {}


def merged(written: Schema) -> Schema:
    """`written` with what its reference leads to. The grammar lives as long as the process."""
    reference = written.get("$ref")
    if not isinstance(reference, str):
        return written
    found = _MERGED.get(id(written))
    if found is None:
        base = merged(definition(reference.removeprefix("#/$defs/")))
        inner, outer = words_of(base), words_of(written)
        rest = {key: value for key, value in written.items() if key != "$ref"}
        found = _MERGED[id(written)] = {**base, **rest, JAPANESE: {**inner, **outer}}
    return found


def definition(name: str) -> Schema:
    return cast("Mapping[str, Schema]", schema()["$defs"])[name]


def words_of(part: Schema) -> dict[str, JsonValue]:
    """The Japanese words of a schema."""
    return cast("dict[str, JsonValue]", part.get(JAPANESE, {}))


def type_of(part: Schema) -> str:
    written = part.get("type")
    if isinstance(written, str):
        return written
    for keyword in ("const", "enum"):
        if keyword in part:
            value = part[keyword]
            first = cast("list[JsonValue]", value)[0] if keyword == "enum" else value
            if isinstance(first, bool):
                return "boolean"
            return "string" if isinstance(first, str) else "number"
    if any(key in part for key in ("properties", "additionalProperties", "oneOf")):
        return "object"
    return ""


def words_allowed(part: Schema) -> Sequence[str]:
    """The words a string is one of; empty where it is free."""
    if isinstance(part.get("const"), str):
        return (cast("str", part["const"]),)
    choices = part.get("enum")
    return [each for each in choices if isinstance(each, str)] if isinstance(choices, list) else ()


def root_part() -> Part:
    return Part(schema(), shapes().root)


# ---- unions


def members(part: Part, node: Node | None) -> list[Part]:
    """What `node` may be of a union, all that it could become where it is not there or not far
    enough. One that is no union is its only member."""
    if "anyOf" in part.schema:
        return _alternatives(part, node)
    if "oneOf" in part.schema:
        return _branches(part, node)
    return [part]


def tag_of(part: Part) -> str:
    """The key that tells the members of a union apart; "" where there is none."""
    marked = part.schema.get("discriminator")
    return cast("str", marked["propertyName"]) if isinstance(marked, dict) else ""


def _alternatives(part: Part, node: Node | None) -> list[Part]:
    written = cast("list[Schema]", part.schema["anyOf"])
    known = part.shape.alternatives if part.shape is not None else ()
    outer = {
        key: part.schema[key] for key in ("title", "description", "x-api") if key in part.schema
    }
    found: list[Part] = []
    for index, each in enumerate(written):
        shape = known[index] if index < len(known) else None
        inner = merged(each)
        # Where an alternative has no words of its own, those of the whole speak for it.
        if "title" not in inner:
            inner = {**inner, **outer, JAPANESE: words_of(part.schema)}
        found.extend(members(Part(inner, shape, part.roles), node))
    if node is None:
        return found
    fitting = [each for each in found if each.type in _TYPES.get(node.kind, ())]
    if isinstance(node, Object):
        exact = [each for each in fitting if _has_keys(each, node)]
        return exact or fitting
    return fitting


def _has_keys(part: Part, node: Object) -> bool:
    names = [name for name in node.by_name if name and name != COMMENT]
    return part.is_map or all(name in part.properties for name in names)


def _branches(part: Part, node: Node | None) -> list[Part]:
    shape = part.shape
    if shape is None:
        return [part]
    if isinstance(node, Object):
        branch = shape.of(node)
        if branch is not shape:
            return [Part(merged(definition(branch.names[0])), branch)]
    return [Part(merged(definition(each.names[0])), each) for each in shape.branches.values()]


# ---- the way to a place


class Here(NamedTuple):
    """A place of the document: what may stand there, and the objects on the way, outermost first.

    `owner` is the key whose value it is, or that holds the arrays it is in.
    """

    parts: Sequence[Part]
    objects: Sequence[tuple[int, Object]]
    containers: Sequence[Sequence[Part]]
    """What each of the containers on the way may be, outermost first."""
    owner: str


def here(
    path: Sequence[str | int], containers: Sequence[tuple[int, Node]], root: Part | None = None
) -> Here | None:
    """The place at `path`; `containers` stand on the way to it, outermost first, and may be more
    than the path has steps (then the last one is what is written into). `root` is what the whole
    document is; None: a ruleset."""
    parts: list[Part] = [root or root_part()]
    objects: list[tuple[int, Object]] = []
    ways: list[Sequence[Part]] = []
    owner = ""
    for index, (offset, node) in enumerate(containers):
        if isinstance(node, Object):
            objects.append((offset, node))
        concrete = _unique(member for part in parts for member in members(part, node))
        ways.append(concrete)
        if index >= len(path):
            parts = concrete
            break
        step = path[index]
        if isinstance(step, str):
            owner = step
            following = (each.key(step) for each in concrete)
        else:
            following = (each.item(step) for each in concrete)
        parts = [each for each in following if each is not None]
        if not parts:
            return None
    return Here(parts, objects, ways, owner)


def _unique(parts: Iterator[Part]) -> list[Part]:
    seen: dict[int, Part] = {}
    for part in parts:
        seen.setdefault(id(part.schema), part)
    return list(seen.values())
