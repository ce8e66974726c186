"""The data of `grammars/oamut/` that more than one module asks for."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict, cast

from modwright import grammars
from modwright.grammars import JsonValue
from modwright.schema.checker import Schema, SchemaChecker

SCHEMA = "oamut/manifest-1.schema.json"
_LAYOUT = "oamut/package-layout.json"
_TAGS = "oamut/tags.json"
_PLAN = "oamut/plan-api.json"

STAR = "*"
"""The value of `works-with` that means every MOD and the base game."""


class Words(TypedDict):
    en: str
    ja: str


class TagData(TypedDict):
    id: str
    label: Words
    confirmed: bool


class PlaceData(TypedDict):
    """Files below `path` may stand in the package when their names end as `endsWith` says (an
    empty list: however they end). The first place whose folder a file is in decides."""

    path: str
    endsWith: list[str]
    role: str
    description: Words
    confirmed: bool


class NamesData(TypedDict):
    partBytes: dict[str, int]
    refusedCharacters: str
    refusedEndings: list[str]
    refusedParts: list[str]
    deviceNames: list[str]
    links: bool
    confirmed: bool


class SkippedData(TypedDict):
    names: list[str]
    prefixes: list[str]
    confirmed: bool


class IconData(TypedDict):
    signature: str
    header: str


class LayoutData(TypedDict):
    manifest: str
    places: list[PlaceData]
    moduleFolder: str
    names: NamesData
    skipped: SkippedData
    limits: dict[str, int]
    icon: IconData


class PlanKey(NamedTuple):
    """A key of the plan, and the layer that it needs."""

    name: str
    layer: str


@functools.cache
def schema() -> Schema:
    return cast("Schema", grammars.load(SCHEMA))


@functools.cache
def layout() -> LayoutData:
    return cast("LayoutData", grammars.load(_LAYOUT))


@functools.cache
def checker() -> SchemaChecker:
    """The checker of the structure of a manifest."""
    return SchemaChecker(schema())


@functools.cache
def tags() -> Mapping[str, TagData]:
    """The known tags by their ids; the list is provisional."""
    data = cast("dict[str, list[TagData]]", grammars.load(_TAGS))
    return {tag["id"]: tag for tag in data["tags"]}


def resolve(part: Schema) -> Schema:
    """A part of the schema with what its `$ref` leads to; what it says itself wins."""
    reference = part.get("$ref")
    if not isinstance(reference, str):
        return part
    found: JsonValue = cast("JsonValue", schema())
    for step in reference.removeprefix("#/").split("/"):
        found = cast("dict[str, JsonValue]", found)[step]
    own = {key: value for key, value in part.items() if key != "$ref"}
    return {**resolve(cast("Schema", found)), **own}


def properties(part: Schema) -> Mapping[str, Schema]:
    """The keys of a mapping, in the order in which authors write them."""
    return cast("Mapping[str, Schema]", part.get("properties", {}))


@functools.cache
def default_entry() -> str:
    """The entry script of a manifest that names none."""
    return cast("str", properties(schema())["entry"]["default"])


@functools.cache
def layers() -> Sequence[str]:
    definitions = cast("Mapping[str, Schema]", schema()["$defs"])
    return cast("list[str]", definitions["layer"]["enum"])


@functools.cache
def option_types() -> Mapping[str, Schema]:
    """What an option of each type holds."""
    option = cast("Mapping[str, Schema]", schema()["$defs"])["option"]
    members = [resolve(member) for member in cast("list[Schema]", option["oneOf"])]
    return {cast("str", properties(member)["type"]["const"]): member for member in members}


@functools.cache
def plan_keys() -> Sequence[PlanKey]:
    data = cast("dict[str, list[dict[str, str]]]", grammars.load(_PLAN))
    return [PlanKey(key["name"], key["layer"]) for key in data["planKeys"]]


@functools.cache
def quoted_paths() -> Mapping[tuple[str, ...], str]:
    """The keys whose values authors forget to quote, and what is expected there."""
    found: dict[tuple[str, ...], str] = {}

    def collect(part: Schema, path: tuple[str, ...]) -> None:
        if "x-quoted" in part:
            found[path] = cast("str", part["x-quoted"])
        for name, inner in properties(part).items():
            collect(inner, (*path, name))

    collect(schema(), ())
    return found
