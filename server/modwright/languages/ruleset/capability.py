"""The Capability API that a ruleset needs: each use of a feature with the version that brought it
(ruleset-format.md, section 12).

Most features are the presence of a key, marked in the schema (`x-api`), or one of its values
(`x-apiByValue`); `grammars/ruleset/capability-api.json` has the rest. Which features a piece uses
is remembered on its node, so an edit costs no more than its path.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypedDict, cast

from modwright import grammars
from modwright.languages.ruleset.structure import load
from modwright.languages.ruleset.views import COMMENT, View
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.checker import Schema
from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object

_TABLE = "ruleset/capability-api.json"
_TYPES = {
    Kind.OBJECT: ("object",),
    Kind.ARRAY: ("array",),
    Kind.STRING: ("string",),
    Kind.NUMBER: ("number", "integer"),
    Kind.BOOLEAN: ("boolean",),
}


class Version(NamedTuple):
    """Both numbers are whole: 1.77 is below 1.794, and that below 1.811."""

    major: int
    minor: int

    @staticmethod
    def of(written: str) -> Version:
        major, _, minor = written.partition(".")
        return Version(int(major), int(minor))

    @property
    def text(self) -> str:
        return f"{self.major}.{self.minor}"


class Use(NamedTuple):
    """A feature that is used: the version it needs, and the key (and word) that uses it."""

    api: Version
    feature: str


class Needed(NamedTuple):
    """A use in its place: [start, end) is the key, or the word that makes the difference."""

    api: Version
    feature: str
    start: int
    end: int


class _More(TypedDict):
    count: int
    api: str


class _Table(TypedDict):
    base: str
    catalogAsset: str
    localePack: str
    notWhenEmpty: list[str]
    byType: dict[str, dict[str, str]]
    moreThan: dict[str, _More]
    inside: dict[str, dict[str, dict[str, str]]]
    summaryNameColumn: dict[str, str]


@functools.cache
def _table() -> _Table:
    return cast("_Table", grammars.load(_TABLE))


def base() -> Version:
    """What a ruleset needs that uses nothing more."""
    return Version.of(_table()["base"])


def asset_version() -> Version:
    """What a package with a catalog in a file of its own needs."""
    return Version.of(_table()["catalogAsset"])


def pack_version() -> Version:
    """What a package with translations needs."""
    return Version.of(_table()["localePack"])


def version_of(shape: str, key: str) -> Version:
    """What a ruleset needs that has `key` in an object of a `shape`."""
    shapes = cast("Mapping[str, Schema]", load(RULESET)["$defs"])
    places = cast("Mapping[str, Schema]", shapes[shape]["properties"])
    return Version.of(cast("str", places[key].get("x-api", _table()["base"])))


# ---- the plan of a schema


class _Key:
    """What a key may mean for the version."""

    __slots__ = ("api", "by_type", "by_value", "more", "not_when_empty", "plan")

    def __init__(self, plan: _Plan | None, schema: Schema, places: list[str], context: str) -> None:
        table = _table()
        api = schema.get("x-api")
        self.plan = plan
        self.api = Version.of(api) if isinstance(api, str) else None
        words = cast("Mapping[str, str]", schema.get("x-apiByValue", {}))
        self.by_value = {word: Version.of(each) for word, each in words.items()}
        self.by_type: dict[str, Version] = {}
        self.more: tuple[int, Version] | None = None
        self.not_when_empty = any(place in table["notWhenEmpty"] for place in places)
        inside = table["inside"].get(context, {})
        for place in places:
            for name, version in table["byType"].get(place, {}).items():
                self.by_type[name] = Version.of(version)
            for word, version in inside.get(place, {}).items():
                self.by_value[word] = Version.of(version)
            more = table["moreThan"].get(place)
            if more is not None:
                self.more = more["count"], Version.of(more["api"])

    @property
    def tells(self) -> bool:
        return bool(self.api or self.by_value or self.by_type or self.more)

    def uses(self, entry: Entry) -> Iterator[tuple[Use, bool]]:
        """What an entry uses; whether it is the value that does."""
        value, name = entry.value, entry.name
        word = value.text if value is not None and value.kind is Kind.STRING else None
        if word is not None and word in self.by_value:
            yield Use(self.by_value[word], f"{name}: {word}"), True
        elif self.api is not None and not (self.not_when_empty and _is_empty(value)):
            yield Use(self.api, name), False
        if value is None:
            return
        for kind in _TYPES.get(value.kind, ()):
            if kind in self.by_type:
                yield Use(self.by_type[kind], name), True
        most = self.more
        if most is not None and isinstance(value, Array) and len(value.items) > most[0]:
            yield Use(most[1], name), False


def _is_empty(value: Node | None) -> bool:
    return isinstance(value, Array) and not value.items


class _Plan:
    """What to look for in a value of one schema. `words` are those that an item may be."""

    __slots__ = ("alternatives", "branches", "by_key", "items", "keys", "tag", "values", "words")

    def __init__(self) -> None:
        self.keys: dict[str, _Key] = {}
        self.items: _Plan | None = None
        self.words: Mapping[str, Version] = {}
        self.values: _Plan | None = None
        self.tag = ""
        self.by_key = False
        self.branches: dict[str, _Plan] = {}
        self.alternatives: list[tuple[tuple[str, ...], _Plan]] = []

    def of(self, node: Node) -> _Plan:
        plan = self
        while True:
            if plan.alternatives:
                kinds = _TYPES.get(node.kind, ())
                fitting = (each for types, each in plan.alternatives if set(types) & set(kinds))
                found = next(fitting, None)
            elif plan.branches and isinstance(node, Object):
                found = plan._branch(node)
            else:
                return plan
            if found is None:
                return plan
            plan = found

    def _branch(self, node: Object) -> _Plan | None:
        if self.by_key:
            return next((self.branches[key] for key in self.branches if node.get(key)), None)
        entry = node.get(self.tag)
        return self.branches.get(entry.value.text) if entry and entry.value else None


class _Planner:
    def __init__(self, schema: Schema, root: str) -> None:
        """`root` is the name of the shape of the whole."""
        self._root = schema
        self._root_name = root
        self._reader = SchemaReader(schema)
        self._made: dict[tuple[int, str], _Plan] = {}

    def plan(self, schema: Schema, context: str) -> _Plan:
        parts = list(self._reader.parts(schema))
        names = [name for part in parts if (name := self._reader.name_of(part))]
        if schema is self._root:
            names = [self._root_name]
        context = next((name for name in names if name in _table()["inside"]), context)
        # The last part is the definition itself: whoever refers to it shares its plan.
        key = (id(parts[-1]), context)
        plan = self._made.get(key)
        if plan is None:
            plan = self._made[key] = _Plan()
            self._fill(plan, self._reader.merged(schema), names, context)
        return plan

    def _fill(self, plan: _Plan, schema: Schema, names: list[str], context: str) -> None:
        for alternative in cast("list[Schema]", schema.get("anyOf", [])):
            inner = self._reader.merged(alternative)
            kind = cast("str", inner.get("type", "object" if "oneOf" in inner else ""))
            plan.alternatives.append(((kind,), self.plan(alternative, context)))
        for name, inner in cast("Mapping[str, Schema]", schema.get("properties", {})).items():
            places = [f"{each}.{name}" for each in names]
            merged = self._reader.merged(inner)
            plan.keys[name] = _Key(self.plan(inner, context), merged, places, context)
        items = schema.get("items")
        if isinstance(items, dict):
            plan.items = self.plan(items, context)
            words = self._reader.merged(items).get("x-apiByValue", {})
            versions = cast("Mapping[str, str]", words).items()
            plan.words = {word: Version.of(each) for word, each in versions}
        values = schema.get("additionalProperties")
        if isinstance(values, dict):
            plan.values = self.plan(values, context)
        self._members(plan, schema, context)

    def _members(self, plan: _Plan, schema: Schema, context: str) -> None:
        members = cast("list[Schema]", schema.get("oneOf", []))
        by_key = cast("list[str]", schema.get("x-byKey", []))
        if by_key:
            plan.by_key = True
            for key, member in zip(by_key, members, strict=True):
                plan.branches[key] = self.plan(member, context)
        elif members:
            plan.tag = cast("Mapping[str, str]", schema["discriminator"])["propertyName"]
            for member in members:
                properties = cast(
                    "Mapping[str, Schema]", self._reader.merged(member).get("properties", {})
                )
                tag = cast("str", properties[plan.tag].get("const"))
                plan.branches[tag] = self.plan(member, context)


@functools.cache
def _plan(file: str) -> _Plan:
    schema = load(file)
    return _Planner(schema, "ruleset" if file == RULESET else "").plan(schema, "")


RULESET = "ruleset-1.schema.json"
ASSET = "catalog-asset-1.schema.json"
MANIFEST = "package-manifest-1.schema.json"


# ---- what a document uses


def uses(root: Object, file: str = RULESET) -> frozenset[Use]:
    """The features that a document uses; `file` is its schema."""
    found = _uses(root, _plan(file))
    return found | frozenset(use for use, _, _ in _columns(root)) if file == RULESET else found


def minimum(root: Object, file: str = RULESET) -> Use:
    """What asks for the highest version; the feature is "" where any ruleset is fine."""
    return max(uses(root, file), key=lambda use: (use.api, use.feature), default=Use(base(), ""))


def needed(root: Object, above: Version, file: str = RULESET, offset: int = 0) -> list[Needed]:
    """Every use that asks for more than `above`, in text order; `offset` is that of the root."""
    found = list(_needed(root, _plan(file), above, offset))
    if file == RULESET:
        found.extend(
            Needed(use.api, use.feature, offset + start, offset + end)
            for use, start, end in _columns(root)
            if use.api > above
        )
    return sorted(found, key=lambda use: use.start)


_NONE: frozenset[Use] = frozenset()


def _uses(node: Node, plan: _Plan) -> frozenset[Use]:
    if not isinstance(node, Container):
        return _NONE
    concrete = plan.of(node)
    return node.remember(("ruleset.api", concrete), lambda: _read(node, concrete))


def _read(node: Container, plan: _Plan) -> frozenset[Use]:
    found: set[Use] = set()
    for _, inner, inner_plan, own in _parts(node, plan):
        found.update(use for use, _ in own)
        if inner is not None and inner_plan is not None:
            found |= _uses(inner, inner_plan)
    return frozenset(found) if found else _NONE


_Own = tuple[tuple[Use, tuple[int, int]], ...]


def _parts(node: Container, plan: _Plan) -> Iterator[tuple[int, Node | None, _Plan | None, _Own]]:
    """The parts of a container: offset, node, plan, and what they use themselves with its place."""
    if isinstance(node, Object):
        for name, entry in node.by_name.items():
            key = plan.keys.get(name)
            if name == COMMENT:
                continue
            if key is None:
                yield entry.value_offset, entry.value, plan.values, ()
                continue
            own = tuple((use, _span(entry, at_value)) for use, at_value in key.uses(entry))
            yield entry.value_offset, entry.value, key.plan, own if key.tells else ()
    elif isinstance(node, Array):
        for offset, item in node.parts:
            own = ()
            if plan.words and item.kind is Kind.STRING and item.text in plan.words:
                own = ((Use(plan.words[item.text], item.text), (offset, offset + item.width)),)
            yield offset, item, plan.items, own


def _span(entry: Entry, at_value: bool) -> tuple[int, int]:
    if at_value and entry.value is not None and entry.value.height == 0:
        return entry.value_offset, entry.value_offset + entry.value.width
    return entry.key_offset, entry.key_offset + entry.key.width


def _needed(node: Node, plan: _Plan, above: Version, offset: int) -> Iterator[Needed]:
    if not isinstance(node, Container) or not any(use.api > above for use in _uses(node, plan)):
        return
    for at, inner, inner_plan, own in _parts(node, plan.of(node)):
        for use, (start, end) in own:
            if use.api > above:
                yield Needed(use.api, use.feature, offset + start, offset + end)
        if inner is not None and inner_plan is not None:
            yield from _needed(inner, inner_plan, above, offset + at)


def _columns(root: Object) -> list[tuple[Use, int, int]]:
    """A summary whose names come from a choice among words needs a version of its own."""
    view = View(root, 0)
    gm, sheet = view.child("gm"), view.child("sheet")
    summary = gm.child("sheetSummary") if gm else None
    if summary is None or sheet is None:
        return []
    types = {
        (each.text("id"), column.text("id")): column.text("type")
        for each in sheet.views("lists")
        for column in each.views("columns")
    }
    found: list[tuple[Use, int, int]] = []
    for each in summary.views("lists"):
        kind = types.get((each.text("list"), each.text("nameColumn")))
        version = _table()["summaryNameColumn"].get(kind or "")
        if version is not None:
            span = each.value_span("nameColumn")
            found.append((Use(Version.of(version), "nameColumn"), *span))
    return found
