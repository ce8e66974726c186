"""Values that fit a schema, for keys that are missing: as small as they may be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from modwright.grammars import JsonValue
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.checker import Schema

# What an author will write over. One of them fits most strings with a pattern.
_WORDS = ("new", "1d6", "new/new", "")
_MOST_LEVELS = 6


class Filler:
    """Makes values for the schemas of one document; `fits` says whether a string is fine under a
    schema."""

    def __init__(self, reader: SchemaReader, fits: Callable[[str, Schema], bool]) -> None:
        self._parts = reader.parts
        self.fits = fits

    def value(self, schema: Schema) -> JsonValue:
        """The smallest value that fits."""
        return self._value(schema, _MOST_LEVELS)

    def _value(self, schema: Schema, levels: int) -> JsonValue:
        if levels == 0:
            return {}
        parts = list(self._parts(schema))
        for keyword in ("default", "const"):
            for part in parts:
                if keyword in part:
                    return part[keyword]
        for part in parts:
            if "enum" in part:
                return cast("list[JsonValue]", part["enum"])[0]
            if "anyOf" in part:
                return self._value(cast("list[Schema]", part["anyOf"])[0], levels)
        kind = next((part["type"] for part in parts if "type" in part), None)
        match kind:
            case "string":
                return self._string(schema)
            case "integer" | "number":
                return _number(parts)
            case "boolean":
                return False
            case "array":
                return self._array(parts, levels)
            case _:
                return self._object(parts, levels)

    def _string(self, schema: Schema) -> str:
        return next((word for word in _WORDS if self.fits(word, schema)), "")

    def _array(self, parts: list[Schema], levels: int) -> list[JsonValue]:
        length = max(cast("int", part.get("minItems", 0)) for part in parts)
        first = [
            each for part in parts for each in cast("list[Schema]", part.get("prefixItems", []))
        ]
        others = [cast("Schema", part["items"]) for part in parts if "items" in part][:1]
        schemas = [*first, *others * length][:length]
        made = [self._value(each, levels - 1) for each in schemas]
        if any(part.get("uniqueItems") for part in parts):
            return [
                f"{each}{index or ''}" if isinstance(each, str) else each
                for index, each in enumerate(made)
            ]
        return made

    def _object(self, parts: list[Schema], levels: int) -> dict[str, JsonValue]:
        made: dict[str, JsonValue] = {}
        for part in self._with_member(parts):
            properties = cast("Mapping[str, Schema]", part.get("properties", {}))
            keys = cast("list[str]", part.get("required", []))
            for counted in ("x-exactlyOne", "x-atLeastOne"):
                choice = cast("list[str]", part.get(counted, []))
                if choice and not any(key in keys for key in choice):
                    keys = [*keys, choice[0]]
            for key in keys:
                if key in properties and key not in made:
                    made[key] = self._value(properties[key], levels - 1)
            others = part.get("additionalProperties")
            if not made and part.get("minProperties") and isinstance(others, dict):
                made[_WORDS[0]] = self._value(others, levels - 1)
        return made

    def _with_member(self, parts: list[Schema]) -> Iterator[Schema]:
        """The parts with the first member of each union in front: it knows more of its keys."""
        for part in parts:
            for member in cast("list[Schema]", part.get("oneOf", []))[:1]:
                yield from self._with_member(list(self._parts(member)))
        yield from parts


def _number(parts: list[Schema]) -> int | float:
    bounds: dict[str, JsonValue] = {}
    for part in reversed(parts):
        bounds.update(part)
    return nearest_number(0, bounds)


def nearest_number(wanted: float, schema: Schema) -> int | float:
    """The number under `schema`, which has a type and bounds, that lies nearest to `wanted`."""
    lowest, highest = _bound(schema, "minimum"), _bound(schema, "maximum")
    above, below = _bound(schema, "exclusiveMinimum"), _bound(schema, "exclusiveMaximum")
    number: int | float = wanted
    if schema.get("type") == "integer":
        # Halves go away from 0, as they are rounded at school.
        number = math.floor(abs(wanted) + 0.5) * (1 if wanted >= 0 else -1)
    if lowest is not None:
        number = max(number, lowest)
    if highest is not None:
        number = min(number, highest)
    if above is not None and number <= above:
        number = above + 1 if highest is None or above + 1 <= highest else (above + highest) / 2
    if below is not None and number >= below:
        number = below - 1 if lowest is None or below - 1 >= lowest else (below + lowest) / 2
    return number


def _bound(schema: Schema, keyword: str) -> int | float | None:
    value = schema.get(keyword)
    return value if isinstance(value, (int, float)) else None
