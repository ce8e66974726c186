"""The shapes of a document, out of its schema, with the names that stand in each place.

A schema says which keys an object has, and a table of names which of them are names. Put together
they steer a walk over the nodes: at each node it is known what it is (`Shape.names`), what its
parts are, and what the strings in it define or use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, cast

from modwright.grammars import JsonValue
from modwright.symbols.table import Role, SymbolTable
from modwright.syntax.node import Kind, Node, Object

_Schema: TypeAlias = "Mapping[str, JsonValue]"


class Place:
    """A place in a shape: what stands there, and what a string there means."""

    __slots__ = ("roles", "shape")

    def __init__(self, shape: Shape | None, roles: tuple[Role, ...]) -> None:
        self.shape = shape
        self.roles = roles

    @property
    def has_names(self) -> bool:
        return bool(self.roles) or (self.shape is not None and self.shape.has_names)


class Shape:
    """What may stand in a place. `names` are those of its `$defs`, the most special first."""

    __slots__ = (
        "_told_of",
        "alternatives",
        "branches",
        "by_key",
        "choices",
        "declares",
        "defines",
        "gives",
        "has_names",
        "ignored",
        "items",
        "key_roles",
        "named",
        "names",
        "paths",
        "places",
        "tag",
        "values",
    )

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.names = names
        self.places: dict[str, Place] = {}
        self.items: Place | None = None
        self.values: Place | None = None
        self.key_roles: tuple[Role, ...] = ()
        self.tag = ""
        self.branches: dict[str, Shape] = {}
        """The members of a union by the value of `tag`, or (`by_key`) by the key they have."""
        self.by_key = False
        self.alternatives: tuple[Shape, ...] = ()
        self.choices: dict[str, frozenset[str]] = {}
        """The words that may stand under those keys that take one of a few."""
        self.gives: dict[str, str] = {}
        """The kinds of thing an object of this shape names, each with the key that does."""
        self.defines: set[str] = set()
        """Those of them that it defines."""
        self.declares: frozenset[str] | None = None
        """The kinds declared in it or below; None until `lost.declared_below` is asked."""
        self.paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
        """The paths that names wait for and that may begin here, with their steps."""
        self.ignored: frozenset[str] = frozenset()
        self._told_of: set[Shape] | None = None
        self.has_names = True
        """Whether a name can stand in it, or anywhere below."""
        self.named: dict[str, Place] = {}
        """Those of `places` that hold names, themselves or somewhere below."""

    @property
    def below(self) -> Iterator[Shape]:
        """The shapes of what stands in it, and the members of a union."""
        for place in (*self.places.values(), self.items, self.values):
            if place is not None and place.shape is not None:
                yield place.shape
        yield from self.branches.values()
        yield from self.alternatives

    @property
    def _has_own_names(self) -> bool:
        places = (*self.places.values(), self.items, self.values)
        return bool(self.key_roles) or any(place is not None and place.roles for place in places)

    def reaching(self, holds: Callable[[Shape], bool]) -> set[Shape]:
        """The shapes from here down that hold something, or have one that does below them."""
        above: dict[Shape, list[Shape]] = {self: []}
        waiting: list[Shape] = [self]
        while waiting:
            shape = waiting.pop()
            for inner in shape.below:
                if inner not in above:
                    above[inner] = []
                    waiting.append(inner)
                above[inner].append(shape)
        found = {shape for shape in above if holds(shape)}
        waiting = list(found)
        while waiting:
            for outer in above[waiting.pop()]:
                if outer not in found:
                    found.add(outer)
                    waiting.append(outer)
        return found

    def mark_names(self) -> None:
        """Set `has_names` of every shape from here down."""
        named = self.reaching(lambda shape: shape._has_own_names)
        every = self.reaching(lambda _: True)
        for shape in every:
            shape.has_names = shape in named
        for shape in every:
            shape.named = {key: place for key, place in shape.places.items() if place.has_names}

    def told_of(self, rules: Mapping[str, object]) -> set[Shape]:
        """The shapes from here down that have names or rules in them; the same rules each time."""
        if self._told_of is None:
            self._told_of = self.reaching(
                lambda shape: shape._has_own_names or any(name in rules for name in shape.names)
            )
        return self._told_of

    def of(self, node: Node) -> Shape:
        """The member of a union that `node` is meant to be; the shape itself where it is none."""
        shape = self
        while True:
            if shape.alternatives:
                shape = shape._alternative(node)
            elif shape.branches and isinstance(node, Object):
                branch = shape._branch(node)
                if branch is None:
                    return shape
                shape = branch
            else:
                return shape

    def _branch(self, node: Object) -> Shape | None:
        if self.by_key:
            return next((self.branches[key] for key in self.branches if node.get(key)), None)
        entry = node.get(self.tag)
        if entry is None or entry.value is None:
            return None
        return self.branches.get(entry.value.text)

    def _alternative(self, node: Node) -> Shape:
        fitting = [each for each in self.alternatives if each.holds(node.kind)]
        if isinstance(node, Object):
            for each in fitting:
                if each.places and all(
                    name in each.places or name in each.ignored for name in node.by_name
                ):
                    return each
        return fitting[0] if fitting else self.alternatives[0]

    def holds(self, kind: Kind) -> bool:
        """Whether a value of this kind can be of this shape; not for one with alternatives."""
        if kind is Kind.OBJECT:
            return bool(self.places or self.branches or self.values)
        if kind is Kind.ARRAY:
            return self.items is not None
        return not (self.places or self.branches or self.values or self.items)


class Shapes:
    """The shapes of one schema. `root` is that of the document."""

    def __init__(self, schema: _Schema, table: SymbolTable, root: str) -> None:
        self.table = table
        self._definitions = cast("Mapping[str, _Schema]", schema.get("$defs", {}))
        self._ignored = frozenset(cast("list[str]", schema.get("x-ignoredKeys", [])))
        self._made: dict[tuple[str, ...], Shape] = {}
        self._unplaced = set(table.roles)
        self.root = Shape((root,))
        self._fill(self.root, schema)
        self.root.mark_names()

    @property
    def unplaced(self) -> frozenset[str]:
        """The places of the table that the schema does not have (a mistake in one of them)."""
        return frozenset(self._unplaced)

    def _named(self, name: str, outer: tuple[str, ...]) -> Shape:
        """The shape of `$defs/name`, as a member of the unions `outer`."""
        names = (name, *outer)
        shape = self._made.get(names)
        if shape is None:
            shape = self._made[names] = Shape(names)
            self._fill(shape, self._definitions[name])
        return shape

    def _fill(self, shape: Shape, schema: _Schema) -> None:
        """Give `shape` what `schema` says of the inside of a value."""
        shape.ignored = self._ignored
        self._members(shape, schema)
        for key, inner in cast("Mapping[str, _Schema]", schema.get("properties", {})).items():
            shape.places[key] = self._place(inner, [f"{name}.{key}" for name in shape.names])
            words = _words(self._definitions.get(_reference(inner), inner))
            if words:
                shape.choices[key] = words
        self._collections(shape, schema, list(shape.names))
        steps = ((path, tuple(path[1:].split("/"))) for path in self.table.paths)
        shape.paths = tuple(each for each in steps if each[1][0] in shape.places)
        for key, place in shape.places.items():
            for role in sorted(place.roles, key=lambda role: not role.is_definition):
                if len(role.kinds) == 1 and not role.is_path:
                    shape.gives.setdefault(role.kinds[0], key)
                    if role.is_definition and not self.table.kinds[role.kinds[0]].is_many:
                        shape.defines.add(role.kinds[0])

    def _members(self, shape: Shape, schema: _Schema) -> None:
        members = [_reference(each) for each in _list(schema, "oneOf")]
        shapes = [self._named(name, shape.names) for name in members if name]
        by_key = schema.get("x-byKey")
        if isinstance(by_key, list):
            shape.by_key = True
            shape.branches = dict(zip(cast("list[str]", by_key), shapes, strict=True))
        elif shapes:
            tag = cast("Mapping[str, str]", schema["discriminator"])["propertyName"]
            shape.tag = tag
            for name, member in zip(members, shapes, strict=True):
                properties = cast("Mapping[str, _Schema]", self._definitions[name]["properties"])
                shape.branches[cast("str", properties[tag]["const"])] = member
            # A member whose tag is missing or misspelt still has the id it is known by.
            shape.places.update(_common(shapes))

    def _collections(self, shape: Shape, schema: _Schema, paths: list[str]) -> None:
        items = schema.get("items")
        if isinstance(items, dict):
            shape.items = self._place(items, [f"{path}[]" for path in paths])
        values = schema.get("additionalProperties")
        if isinstance(values, dict):
            shape.values = self._place(values, [f"{path}{{=}}" for path in paths])
        if values is not None and values is not False:
            shape.key_roles = self._roles([f"{path}{{}}" for path in paths])

    def _roles(self, paths: list[str]) -> tuple[Role, ...]:
        self._unplaced.difference_update(paths)
        return tuple(role for path in paths for role in self.table.roles.get(path, ()))

    def _place(self, schema: _Schema, paths: list[str]) -> Place:
        return Place(self._inside(schema, paths), self._roles(paths))

    def _inside(self, schema: _Schema, paths: list[str]) -> Shape | None:
        """The shape of what stands at `paths`; None where it can be no container."""
        name = _reference(schema)
        if name:
            if name not in self._definitions:
                return None
            definition = self._definitions[name]
            if definition.get("type") == "array" or "anyOf" in definition or "$ref" in definition:
                # What is written once, under a name, but is no object of its own: what is in it
                # is of that name, and of the place it stands in.
                return self._inside(definition, [*paths, name])
            return self._named(name, ()) if _is_container(definition) else None
        alternatives = [self._inside(each, paths) for each in _list(schema, "anyOf")]
        if alternatives:
            shape = Shape()
            shape.alternatives = tuple(each or Shape() for each in alternatives)
            return shape if any(alternatives) else None
        if _is_container(schema):
            shape = Shape()
            shape.ignored = self._ignored
            self._collections(shape, schema, paths)
            return shape
        return None


def _common(members: list[Shape]) -> Iterator[tuple[str, Place]]:
    """The keys that all members of a union have and that mean the same in each."""
    first, *others = members
    for key, place in first.places.items():
        if all(_means_the_same(place, each.places.get(key)) for each in others):
            yield key, place


def _means_the_same(place: Place | None, other: Place | None) -> bool:
    if place is None or other is None:
        return place is other
    if place.roles != other.roles:
        return False
    one, two = place.shape, other.shape
    if one is None or two is None or one.names or two.names:
        return one is two
    # Lists and maps are made anew for each place.
    return (
        one.key_roles == two.key_roles
        and not (one.places or two.places or one.alternatives or two.alternatives)
        and _means_the_same(one.items, two.items)
        and _means_the_same(one.values, two.values)
    )


def _words(schema: _Schema) -> frozenset[str]:
    return frozenset(each for each in cast("list[str]", schema.get("enum", [])))


def _list(schema: _Schema, key: str) -> Iterator[_Schema]:
    return iter(cast("list[_Schema]", schema.get(key, [])))


def _reference(schema: _Schema) -> str:
    reference = schema.get("$ref")
    return reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""


def _is_container(schema: _Schema) -> bool:
    return any(key in schema for key in ("properties", "items", "additionalProperties", "oneOf"))
