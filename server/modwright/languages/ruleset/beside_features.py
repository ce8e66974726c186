"""What the schema alone tells of the files around a ruleset: hovers, keys, words, the outline."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from modwright.findings.messages import text as words
from modwright.grammars import JsonValue
from modwright.languages.filling import Filler
from modwright.languages.results import (
    Candidate,
    CompletionKind,
    Description,
    OutlineItem,
    Spot,
    SpotKind,
    SymbolKind,
)
from modwright.languages.ruleset.capability import Version
from modwright.languages.ruleset.structure import load
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.checker import Schema
from modwright.syntax.node import Array, Entry, Kind, Node, Object
from modwright.syntax.tree import SyntaxTree

_JAPANESE = "x-ja"
_TYPES = {
    Kind.OBJECT: ("object",),
    Kind.ARRAY: ("array",),
    Kind.STRING: ("string",),
    Kind.NUMBER: ("number", "integer"),
    Kind.BOOLEAN: ("boolean",),
}
# Names that say what an object is, the first that is there.
_NAMES = ("name", "label", "id", "path", "locale", "catalog")
_OUTLINE_DEPTH = 4


@functools.cache
def _reader(file: str) -> SchemaReader:
    return SchemaReader(load(file))


def _inside(reader: SchemaReader, schema: Schema, node: Node | None) -> Schema:
    """What a schema says of the inside of `node`: of a union, the member that is meant."""
    found = reader.merged(schema)
    if node is None:
        return found
    for alternative in cast("list[Schema]", found.get("anyOf", [])):
        inner = reader.merged(alternative)
        kind = inner.get("type", "object" if "oneOf" in inner else "")
        if kind in _TYPES.get(node.kind, ()):
            return _inside(reader, inner, node)
    if "oneOf" in found and isinstance(node, Object):
        by_key = cast("list[str]", found.get("x-byKey", []))
        tag = cast("Mapping[str, str]", found.get("discriminator", {})).get("propertyName", "")
        entry = node.get(tag) if tag else None
        for position, member in enumerate(reader.members(found)):
            properties = cast("Mapping[str, Schema]", member.get("properties", {}))
            is_meant = by_key and node.get(by_key[position]) is not None
            if tag and entry is not None and entry.value is not None:
                is_meant = properties[tag].get("const") == entry.value.text
            if is_meant:
                return member
    return found


def _at_key(found: Schema, name: str) -> Schema | None:
    properties = cast("Mapping[str, Schema]", found.get("properties", {}))
    schema = properties.get(name, found.get("additionalProperties"))
    return cast("Schema", schema) if isinstance(schema, dict) else None


# ---- hover


def describe(file: str, document: SyntaxTree, offset: int, locale: str) -> Description | None:
    """The meaning of the key that `offset` touches."""
    reader = _reader(file)
    schema: Schema | None = load(file)
    node, at = document.root, document.root_offset
    while node is not None and schema is not None:
        schema = _inside(reader, schema, node)
        step: tuple[int, Node] | None = None
        if isinstance(node, Object):
            for entry in node.entries:
                start = at + entry.key_offset
                known = _at_key(schema, entry.name)
                if start <= offset <= start + entry.key.width:
                    page = _page(reader.merged(known), entry, locale) if known else ""
                    return Description(start, start + entry.key.width, page) if page else None
                value = entry.value
                begin = at + entry.value_offset
                if value is not None and begin <= offset <= begin + value.width:
                    step, schema = (begin, value), known
                    break
        elif isinstance(node, Array):
            items = schema.get("items")
            for start, item in node.parts:
                if at + start <= offset <= at + start + item.width:
                    step = (at + start, item)
                    schema = cast("Schema", items) if isinstance(items, dict) else None
                    break
        if step is None:
            return None
        at, node = step
    return None


def _page(schema: Schema, entry: Entry, locale: str) -> str:
    texts = schema
    if locale == "ja" and _JAPANESE in schema:
        texts = cast("Schema", schema[_JAPANESE])
    title, description = texts.get("title"), texts.get("description")
    head = f"**{title}** `{entry.name}`" if title else f"`{entry.name}`"
    parts = [head]
    if isinstance(description, str):
        parts.append(description)
    api = schema.get("x-api")
    if isinstance(api, str):
        parts.append(words("ruleset.api.needs", locale, api=Version.of(api).text))
    return "\n\n".join(parts)


# ---- completion


def candidates(
    file: str, fits: Callable[[str, Schema], bool], spot: Spot, locale: str
) -> list[Candidate]:
    """The keys that are not there yet, and the words that may stand as a value."""
    reader = _reader(file)
    schema: Schema | None = load(file)
    steps = spot.path if spot.kind is SpotKind.KEY else spot.path[:-1]
    for position, (_, node) in enumerate(spot.ancestors):
        if schema is None:
            return []
        schema = _inside(reader, schema, node)
        if position == len(spot.ancestors) - 1:
            break
        schema = _below(schema, steps[position])
    if schema is None:
        return []
    container = spot.ancestors[-1][1] if spot.ancestors else None
    if spot.kind is SpotKind.KEY and isinstance(container, Object):
        return list(_keys(reader, Filler(reader, fits), schema, container, locale))
    if spot.kind is SpotKind.VALUE and spot.path:
        found = _below(schema, spot.path[-1])
        return list(_words(reader.merged(found))) if found is not None else []
    return []


def _below(schema: Schema, step: str | int) -> Schema | None:
    if isinstance(step, str):
        return _at_key(schema, step)
    items = schema.get("items")
    return cast("Schema", items) if isinstance(items, dict) else None


def _keys(
    reader: SchemaReader, filler: Filler, schema: Schema, container: Object, locale: str
) -> Iterator[Candidate]:
    required = cast("list[str]", schema.get("required", []))
    for name, inner in cast("Mapping[str, Schema]", schema.get("properties", {})).items():
        if name in container.by_name:
            continue
        texts = reader.merged(inner)
        if locale == "ja" and _JAPANESE in texts:
            texts = cast("Schema", texts[_JAPANESE])
        value = json.dumps(filler.value(inner), ensure_ascii=False)
        yield Candidate(
            name,
            CompletionKind.KEY,
            json=value,
            detail=str(texts.get("title", "")),
            sort=0 if name in required else 1,
        )


def _words(schema: Schema) -> Iterator[Candidate]:
    values = cast("list[JsonValue]", schema.get("enum", []))
    if "const" in schema:
        values = [schema["const"]]
    for value in values:
        written = json.dumps(value, ensure_ascii=False)
        yield Candidate(str(value), CompletionKind.ENUM_MEMBER, json=written)


# ---- outline


def outline(document: SyntaxTree) -> list[OutlineItem]:
    """The keys that hold something, and the objects in lists by their names."""
    root = document.root
    if not isinstance(root, Object):
        return []
    return list(_entries(root, document.root_offset, _OUTLINE_DEPTH))


def _entries(node: Object, at: int, depth: int) -> Iterator[OutlineItem]:
    for entry in node.entries:
        start, value = at + entry.key_offset, entry.value
        if value is None:
            continue
        begin = at + entry.value_offset
        yield OutlineItem(
            name=entry.name,
            detail=value.text if value.height == 0 else "",
            kind=SymbolKind.RULE if value.height else SymbolKind.ACTION,
            start=start,
            end=begin + value.width,
            name_start=start,
            name_end=start + entry.key.width,
            children=tuple(_children(value, begin, depth - 1)),
        )


def _children(value: Node, at: int, depth: int) -> Iterator[OutlineItem]:
    if depth <= 0:
        return
    if isinstance(value, Object):
        yield from _entries(value, at, depth)
    elif isinstance(value, Array):
        for start, item in value.parts:
            if isinstance(item, Object):
                yield OutlineItem(
                    name=_name_of(item),
                    detail="",
                    kind=SymbolKind.RULE,
                    start=at + start,
                    end=at + start + item.width,
                    name_start=at + start,
                    name_end=at + start + 1,
                )


def _name_of(node: Object) -> str:
    entries = (node.get(name) for name in _NAMES)
    found: Sequence[str] = [each.value.text for each in entries if each and each.value]
    return found[0] if found else ""
