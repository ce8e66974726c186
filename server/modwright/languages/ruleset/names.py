"""The names of a ruleset: where each is defined and used, and what it may be called."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from modwright.languages.ruleset.findings import finder_of
from modwright.languages.ruleset.grammar import Schema, shapes, table
from modwright.languages.ruleset.parts import definition, merged
from modwright.languages.ruleset.typed import utf16_length
from modwright.schema.ecmascript import python_pattern
from modwright.schema.safe_text import unsafe_in
from modwright.symbols.keys import Key
from modwright.symbols.names import Name
from modwright.symbols.occurrences import Finder, Occurrence
from modwright.symbols.summary import Definition, summary_of
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_Declared = Mapping[Key, Definition]


def names(document: SyntaxTree) -> list[Name]:
    """Every name, in no particular order."""
    root = document.root
    if not isinstance(root, Object):
        return []
    finder = finder_of(root, document.root_offset)
    return list(named(finder, finder.everything(), _declared(root)))


def names_at(document: SyntaxTree, offset: int) -> list[Name]:
    """Every place of the name that `offset` touches, found without looking at any other."""
    root = document.root
    if not isinstance(root, Object):
        return []
    finder = finder_of(root, document.root_offset)
    declared = _declared(root)
    touched = finder.at(offset)
    key = finder.counted(touched) if touched is not None else None
    if touched is None or key is None or not _is_name(touched, key, declared):
        return []
    return list(named(finder, finder.of(key), declared))


def _declared(root: Object) -> _Declared:
    return summary_of(root, shapes().root, table()).declared


def named(finder: Finder, occurrences: Iterator[Occurrence], declared: _Declared) -> Iterator[Name]:
    """The occurrences that are names, with what they may be called. `declared` is what counts."""
    checks: dict[Key, partial[str | None]] = {}
    for each in occurrences:
        key = finder.counted(each)
        if key is None or not _is_name(each, key, declared):
            continue
        check = checks.get(key)
        if check is None:
            check = checks[key] = partial(_check, key, declared)
        written = (key.kind, str(key.scope), key.id)
        yield Name(written, each.text, each.start, each.end, each.role.is_definition, check)


def _is_name(place: Occurrence, key: Key, declared: _Declared) -> bool:
    """Whether a string is a name rather than a free value: a cell may hold any text, and is a
    choice of its column only where the column has such a one."""
    role = place.role
    if place.text in role.words:
        return False
    return role.is_definition or role.is_judged or key in declared


def _check(key: Key, declared: _Declared, new: str) -> str | None:
    """Why `key` may not be called `new`, as a message key; None where it may."""
    kind = table().kinds[key.kind]
    for schema in spellings(key.kind):
        problem = _spelling_problem(schema, new)
        if problem is not None:
            return problem
    id_ = kind.id_of(new)
    if id_ == key.id:
        return None
    if not _may_share(key.kind) and key._replace(id=id_) in declared:
        return "ruleset.rename.taken"
    rivals = [each.name for each in table().kinds.values() if each.apart_from == key.kind]
    for other in (kind.apart_from, *rivals):
        if other and Key(other, "", id_) in declared:
            return "ruleset.rename.taken"
    return None


def _may_share(kind: str) -> bool:
    """Whether several things may declare the same name, as pools do that form a group."""
    return table().kinds[kind].is_many and not any(place.endswith("[]") for place in _places(kind))


@functools.cache
def _places(kind: str) -> tuple[str, ...]:
    """The places where the things of a kind are defined."""
    return tuple(
        place
        for place, roles in table().roles.items()
        if any(role.is_definition and kind in role.kinds for role in roles)
    )


@functools.cache
def spellings(kind: str) -> tuple[Schema, ...]:
    """What the schema says of the string that defines a thing of a kind."""
    return tuple(_string_at(place) for place in _places(kind))


def _string_at(place: str) -> Schema:
    name, _, key = place.partition(".")
    shape = definition(name)
    if "oneOf" in shape:
        # All members of a union name their things in the same way.
        shape = merged(cast("list[Schema]", shape["oneOf"])[0])
    properties = cast("Mapping[str, Schema]", shape["properties"])
    found = merged(properties[key.removesuffix("[]")])
    return merged(cast("Schema", found["items"])) if key.endswith("[]") else found


def _spelling_problem(schema: Schema, new: str) -> str | None:
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
