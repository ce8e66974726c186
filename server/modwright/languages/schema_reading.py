"""What a schema says, for those who explain it: its references followed, its parts by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from modwright.grammars import JsonValue
from modwright.schema.checker import Schema

_DEFINITIONS = "$defs"


class SchemaReader:
    """One schema document whose references are all `#/…` of its own."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        definitions = cast("Mapping[str, Schema]", document.get(_DEFINITIONS, {}))
        self._names = {id(schema): name for name, schema in definitions.items()}
        self._unions: dict[int, Schema] = {}
        for union in definitions.values():
            for member in cast("list[Schema]", union.get("oneOf", [])):
                for part in self.parts(member):
                    self._unions.setdefault(id(part), union)

    def parts(self, schema: Schema) -> Iterator[Schema]:
        """The schema and those it refers to for the same value."""
        yield schema
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            found: JsonValue = cast("JsonValue", self._document)
            for step in reference.split("/")[1:]:
                found = cast("dict[str, JsonValue]", found)[step]
            yield from self.parts(cast("Schema", found))

    def merged(self, schema: Schema) -> Schema:
        """The schema with what it refers to; what stands nearer counts more."""
        read: dict[str, JsonValue] = {}
        for part in reversed(list(self.parts(schema))):
            read.update(part)
        return read

    def name_of(self, schema: Schema) -> str:
        """The name of a definition; "" for a schema that is none."""
        return self._names.get(id(schema), "")

    def union_of(self, schema: Schema) -> Schema | None:
        """The union that a definition is a member of."""
        return self._unions.get(id(schema))

    def members(self, union: Schema) -> Iterator[Schema]:
        for member in cast("list[Schema]", union.get("oneOf", [])):
            yield self.merged(member)
