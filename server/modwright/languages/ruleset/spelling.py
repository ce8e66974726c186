"""How things may be called: what the schema says of the strings that define those of a kind."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import cast

from modwright.languages.ruleset.grammar import Schema, table
from modwright.languages.ruleset.parts import definition, merged
from modwright.languages.ruleset.typed import utf16_length
from modwright.schema.ecmascript import python_pattern
from modwright.schema.safe_text import unsafe_in


@functools.cache
def places_of(kind: str) -> tuple[str, ...]:
    """The places where the things of a kind are defined."""
    return tuple(
        place
        for place, roles in table().roles.items()
        if any(role.is_definition and kind in role.kinds for role in roles)
    )


@functools.cache
def spellings(kind: str) -> tuple[Schema, ...]:
    """What the schema says of the string that defines a thing of a kind."""
    return tuple(_string_at(place) for place in places_of(kind))


def _string_at(place: str) -> Schema:
    name, _, key = place.partition(".")
    shape = definition(name)
    if "oneOf" in shape:
        # All members of a union name their things in the same way.
        shape = merged(cast("list[Schema]", shape["oneOf"])[0])
    properties = cast("Mapping[str, Schema]", shape["properties"])
    found = merged(properties[key.removesuffix("[]")])
    return merged(cast("Schema", found["items"])) if key.endswith("[]") else found


def problem_of(schema: Schema, new: str) -> str | None:
    """Why a thing may not be called `new`, as a message key."""
    if not new:
        return "rename.empty"
    longest = schema.get("maxLength")
    if isinstance(longest, int) and utf16_length(new) > longest:
        return "rename.too-long"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not re.search(python_pattern(pattern), new):
        return f"ruleset.rename.{spelling_name(schema)}"
    safe = schema.get("x-safe")
    if isinstance(safe, str) and unsafe_in(new, safe):
        return "ruleset.rename.unsafe"
    return None


@functools.cache
def _named_patterns() -> Mapping[str, str]:
    return {cast("str", definition(name)["pattern"]): name for name in ("id", "slug")}


def spelling_name(schema: Schema) -> str:
    """ "id" or "slug" for the two alphabets of ids, "other" for any other pattern."""
    return _named_patterns().get(cast("str", schema.get("pattern", "")), "other")


def label_from(name: str) -> str:
    """What players may read for an id."""
    text = re.sub(r"[-_]+", " ", name).strip()
    return text[:1].upper() + text[1:]
