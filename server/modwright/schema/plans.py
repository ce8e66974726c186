"""Schemas, read once into what is to be done with a value.

A `Plan` stands for one schema object of a document; what a `$ref` or `allOf` leads to is read into
it, so that no reference is followed twice. Plans are read when they are first needed: schemas may
hold each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from modwright.grammars import JsonValue
from modwright.schema.keywords import MAX_BYTES, MIN_BYTES, SAFE, Check, Library, Schema

EXACTLY_ONE = "x-exactlyOne"
AT_LEAST_ONE = "x-atLeastOne"
AT_MOST_ONE = "x-atMostOne"
BY_KEY = "x-byKey"
ASCENDING = "x-ascending"

COUNTS = (EXACTLY_ONE, AT_LEAST_ONE, AT_MOST_ONE)
_OWN = frozenset([*COUNTS, BY_KEY, ASCENDING, MIN_BYTES, MAX_BYTES, SAFE])
# What is followed here instead of by the library, or says nothing of a value by itself.
_STEERED = frozenset(
    [
        *("$ref", "allOf", "anyOf", "oneOf", "prefixItems", "items", "uniqueItems"),
        *("properties", "additionalProperties", "propertyNames", "required"),
    ]
)
_MOST_ACCEPTED = 2_000
_LONGEST_ACCEPTED = 60
_REFERS = ("$ref", "allOf", "anyOf", "oneOf")


class Shape(NamedTuple):
    """What a schema says of an object. `others` None: any other key may have any value; `counts`
    are the `x-exactlyOne` and the like, with their keys."""

    schema: Schema
    properties: Mapping[str, Plan]
    others: Plan | None
    is_closed: bool
    names: Plan | None
    required: tuple[str, ...]
    counts: tuple[tuple[str, tuple[str, ...]], ...]


class Series(NamedTuple):
    """What a schema says of an array besides its length: of its first items one by one, and of all
    the others."""

    schema: Schema
    first: tuple[Plan, ...]
    items: Plan | None
    is_unique: bool
    is_ascending: bool


class ByTag(NamedTuple):
    """A union whose members name themselves by the constant that `tag` has in each."""

    tag: str
    members: Mapping[str, Plan]


class ByKey(NamedTuple):
    """A union whose members are told by the one key that only they have."""

    schema: Schema
    members: Mapping[str, Plan]


class Either(NamedTuple):
    """A union of alternatives that have to be tried."""

    schema: Schema
    members: tuple[Plan, ...]


class Plan:
    """One schema. `accepted` are scalars that are known to be fine, with their types."""

    __slots__ = (
        "accepted",
        "checks",
        "eithers",
        "has_structure",
        "is_compared",
        "is_read",
        "of_items",
        "refers",
        "schema",
        "series",
        "shapes",
        "unions",
    )

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.is_read = False
        self.refers = any(keyword in schema for keyword in _REFERS)
        """The schema stands elsewhere: a container is judged apart from what holds it."""
        self.accepted: set[tuple[type, object]] = set()
        self.of_items = ItemsPlan(self)
        self.checks: tuple[Check, ...] = ()
        self.shapes: tuple[Shape, ...] = ()
        self.series: tuple[Series, ...] = ()
        self.unions: tuple[ByTag | ByKey, ...] = ()
        self.eithers: tuple[Either, ...] = ()
        self.has_structure = False
        self.is_compared = False
        """Something is said across the keys or the items of a value."""

    def accept(self, scalar: tuple[type, object]) -> None:
        """Remember that a scalar is fine, within bounds: plans live as long as the server."""
        value = scalar[1]
        is_short = not isinstance(value, str) or len(value) <= _LONGEST_ACCEPTED
        if is_short and len(self.accepted) < _MOST_ACCEPTED:
            self.accepted.add(scalar)


class ItemsPlan:
    """For the items of an array, each of which is under `plan`: the key to what is remembered on
    the array."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        self.plan = plan


class Planner:
    """The plans of one schema document whose references are all `#/…` of its own."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._library = Library(document)
        self._plans: dict[int, Plan] = {}
        ignored = document.get("x-ignoredKeys", [])
        self.ignored = frozenset(cast("list[str]", ignored))
        """Keys that may stand in any object and count for nothing."""

    def plan(self, schema: JsonValue | Schema) -> Plan:
        """The plan of `schema`, a part of the document; it may not have been read yet."""
        if not isinstance(schema, Mapping):
            raise TypeError(f"no schema: {schema!r}")
        known = self._plans.get(id(schema))
        if known is None:
            reference = schema.get("$ref")
            if isinstance(reference, str) and self._adds_nothing(schema):
                # A reference with a title of its own: what it refers to is read once for all.
                known = self.plan(self._resolved(reference))
                known.refers = True
                return known
            known = self._plans[id(schema)] = Plan(schema)
        return known

    def _adds_nothing(self, schema: Schema) -> bool:
        """Whether nothing but `$ref` says anything about values."""
        return not any(
            name != "$ref" and (name in _STEERED or name in _OWN or self._library.knows(name))
            for name in schema
        )

    def has(self, key: object) -> bool:
        """Whether this is one of the plans."""
        return isinstance(key, Plan) and self._plans.get(id(key.schema)) is key

    def read_all(self, plan: Plan) -> None:
        """Fill a plan and all that can be reached from it."""
        waiting = [plan]
        while waiting:
            each = waiting.pop()
            if each.is_read:
                continue
            self.read(each)
            for shape in each.shapes:
                waiting += shape.properties.values()
                waiting += filter(None, (shape.others, shape.names))
            for series in each.series:
                waiting += filter(None, (*series.first, series.items))
            for union in each.unions:
                waiting += union.members.values()
            for either in each.eithers:
                waiting += either.members

    def read(self, plan: Plan) -> None:
        """Fill a plan. Raises NotImplementedError for a keyword that nothing here stands for."""
        checks: list[Check] = []
        shapes: list[Shape] = []
        series: list[Series] = []
        unions: list[ByTag | ByKey] = []
        eithers: list[Either] = []
        for schema in self._unfolded(plan.schema):
            made = self._library.checks(schema)
            self._require_known(schema, made)
            checks += made
            shapes += self._shape(schema)
            series += self._series(schema)
            if "oneOf" in schema:
                unions.append(self._union(schema))
            if "anyOf" in schema:
                members = cast("list[Schema]", schema["anyOf"])
                eithers.append(Either(schema, tuple(map(self.plan, members))))
        plan.checks, plan.shapes, plan.series = tuple(checks), tuple(shapes), tuple(series)
        plan.unions, plan.eithers = tuple(unions), tuple(eithers)
        plan.has_structure = bool(shapes or series or unions or eithers)
        plan.is_compared = any(shape.counts for shape in shapes) or any(
            each.is_ascending for each in series
        )
        plan.is_read = True

    def _unfolded(self, schema: Schema) -> Iterator[Schema]:
        """The schema and all that it refers to for the same value."""
        yield schema
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield from self._unfolded(self._resolved(reference))
        for part in cast("list[Schema]", schema.get("allOf", [])):
            yield from self._unfolded(part)

    def _resolved(self, reference: str) -> Schema:
        found: JsonValue = cast("JsonValue", self._document)
        for step in reference.removeprefix("#").removeprefix("/").split("/"):
            if step:
                found = cast("dict[str, JsonValue]", found)[step]
        return cast("Schema", found)

    def _require_known(self, schema: Schema, checks: list[Check]) -> None:
        done = {check.keyword for check in checks} | _STEERED
        unknown = [name for name in schema if self._library.knows(name) and name not in done]
        if unknown:
            raise NotImplementedError(f"keywords that are not steered: {', '.join(unknown)}")

    def _shape(self, schema: Schema) -> Iterator[Shape]:
        others = schema.get("additionalProperties", True)
        counts = tuple((each, _keys(schema[each])) for each in COUNTS if each in schema)
        names = schema.get("propertyNames")
        properties = cast("Mapping[str, Schema]", schema.get("properties", {}))
        required = _keys(schema.get("required", []))
        if properties or others is not True or names is not None or required or counts:
            yield Shape(
                schema,
                {name: self.plan(inner) for name, inner in properties.items()},
                None if isinstance(others, bool) else self.plan(others),
                others is False,
                None if names is None else self.plan(names),
                required,
                counts,
            )

    def _series(self, schema: Schema) -> Iterator[Series]:
        items = schema.get("items")
        first = tuple(map(self.plan, cast("list[Schema]", schema.get("prefixItems", []))))
        is_unique, is_ascending = schema.get("uniqueItems") is True, schema.get(ASCENDING) is True
        if first or items is not None or is_unique or is_ascending:
            plan = None if items is None else self.plan(items)
            yield Series(schema, first, plan, is_unique, is_ascending)

    def _union(self, schema: Schema) -> ByTag | ByKey:
        members = cast("list[Schema]", schema["oneOf"])
        keys = schema.get(BY_KEY)
        if keys is not None:
            named = zip(_keys(keys), map(self.plan, members), strict=True)
            return ByKey(schema, dict(named))
        discriminator = schema.get("discriminator")
        if not isinstance(discriminator, dict):
            raise NotImplementedError("oneOf without a discriminator")
        tag = cast("str", discriminator["propertyName"])
        return ByTag(tag, {self._constant(member, tag): self.plan(member) for member in members})

    def _constant(self, member: Schema, tag: str) -> str:
        for schema in self._unfolded(member):
            properties = cast("Mapping[str, Schema]", schema.get("properties", {}))
            if "const" in properties.get(tag, {}):
                return cast("str", properties[tag]["const"])
        raise KeyError(f"a member of a union without a constant {tag}")


def _keys(value: JsonValue) -> tuple[str, ...]:
    return tuple(cast("list[str]", value))
