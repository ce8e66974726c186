"""Which keys hold templates or ids, whatever object they stand in. See make_highlighting.py.

An editor's grammar sees a key and its value, not what object they are part of. So a key counts only
if it means the same wherever the format has it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from modwright.grammars import JsonValue, load
from modwright.languages.nimblock.catalogue import catalogue

_Schema = Mapping[str, JsonValue]
_Table = Mapping[str, Mapping[str, Mapping[str, JsonValue]]]
_ROOT = "ruleset"


class Contents(enum.IntEnum):
    """How the value of a key holds names."""

    NAME = 0
    NAMES = 1
    KEYS = 2
    VALUES = 3
    KEYS_AND_VALUES = 4


class Keys(NamedTuple):
    """Keys whose values define ids, and keys whose values use them. Those of `unless` use one, or
    are one of these words."""

    definitions: Mapping[str, tuple[Contents, ...]]
    references: Mapping[str, tuple[Contents, ...]]
    unless: Mapping[str, tuple[str, ...]]


def template_keys() -> list[str]:
    """The parameters of conditions and actions that are templates.

    Raises ValueError for one that is a template here and another kind of text there: no grammar
    could tell the two apart."""
    types: dict[str, set[str]] = {}
    for entries in (catalogue().conditions, catalogue().actions):
        for entry in entries:
            for param in entry.params:
                types.setdefault(param.name, set()).add(param.type)
    found = sorted(name for name, kinds in types.items() if "text" in kinds)
    if mixed := [name for name in found if types[name] & {"identifier", "choice"}]:
        raise ValueError(f"templates here, and ids there: {mixed}")
    return found


def ruleset_keys() -> Keys:
    schema = cast("_Schema", load("ruleset/ruleset-1.schema.json"))
    table = cast(
        "Mapping[str, Mapping[str, Mapping[str, JsonValue]]]", load("ruleset/symbols.json")
    )
    defined = {place for kind in table["kinds"].values() for place in cast("list[str]", kind["at"])}
    used = {place for place, use in table["uses"].items() if not _is_mere_text(place, use)}
    definitions: dict[str, set[Contents]] = {}
    references: dict[str, set[Contents]] = {}
    words: dict[str, set[str]] = {}
    others: dict[str, set[Contents]] = {}
    for shapes, key, value in _Reader(schema).properties():
        places = [f"{shape}.{key}" for shape in shapes]
        for places_of, found in ((defined, definitions), (used, references)):
            if contents := value.contents(places, places_of):
                found.setdefault(key, set()).add(contents[0])
                break
        else:
            if value.words:
                words.setdefault(key, set()).update(value.words)
            else:
                others.setdefault(key, set()).update(value.can_be)
    _leave_out(definitions, others)
    _leave_out(references, others)
    # Not every id is one that others name, such as the ruleset's own; all are ids.
    definitions["id"] = {Contents.NAME}
    unless = {
        key: tuple(sorted(words[key]))
        for key, contents in references.items()
        if key in words and Contents.NAME in contents
    }
    for key in unless:
        references[key].discard(Contents.NAME)
    return Keys(
        {key: tuple(sorted(each)) for key, each in definitions.items()},
        # An `id` that names another is shown like any other `id`.
        {
            key: tuple(sorted(each - definitions.get(key, set())))
            for key, each in references.items()
        },
        unless,
    )


def _is_mere_text(place: str, use: Mapping[str, JsonValue]) -> bool:
    """Whether only the field or column that it belongs to says that it is a name."""
    is_choice = all(str(kind).endswith("Value") for kind in _listed(use["kind"]))
    return is_choice and use.get("judged") is False and not place.endswith(("{}", "[]"))


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else [value]


def _leave_out(found: dict[str, set[Contents]], others: Mapping[str, set[Contents]]) -> None:
    for key, contents in found.items():
        is_map = any(each >= Contents.KEYS for each in others.get(key, ()))
        contents -= others.get(key, set())
        if is_map:
            contents -= {each for each in contents if each >= Contents.KEYS}
        if Contents.KEYS_AND_VALUES in contents:
            contents -= {Contents.KEYS, Contents.VALUES}


class _Value(NamedTuple):
    """What a property may hold: the `$defs` names it has, and its items' or values' schema."""

    names: tuple[str, ...]
    can_be: frozenset[Contents]
    words: tuple[str, ...]

    def contents(self, places: list[str], known: set[str]) -> tuple[Contents, ...]:
        """How it holds the names that `known` has at these places."""
        if any(place in known for place in places):
            return (Contents.NAME,)
        if any(f"{place}[]" in known for place in (*places, *self.names)):
            return (Contents.NAMES,)
        keys = any(f"{name}{{}}" in known for name in self.names)
        values = any(f"{name}{{=}}" in known for name in self.names)
        if keys and values:
            return (Contents.KEYS_AND_VALUES,)
        if keys:
            return (Contents.KEYS,)
        return (Contents.VALUES,) if values else ()


class _Reader:
    def __init__(self, schema: _Schema) -> None:
        self._root = schema
        self._defs = cast("Mapping[str, _Schema]", schema["$defs"])

    def properties(self) -> Iterator[tuple[tuple[str, ...], str, _Value]]:
        """Each property of each object: what the object is called, the key, and the value."""
        for name, schema in (*self._defs.items(), (_ROOT, self._root)):
            unions = tuple(
                union
                for union, each in self._defs.items()
                if {"$ref": f"#/$defs/{name}"} in cast("list[JsonValue]", each.get("oneOf", []))
            )
            properties = cast("Mapping[str, _Schema]", schema.get("properties", {}))
            for key, value in properties.items():
                yield (name, *unions), key, self._value(value)

    def _chain(self, schema: _Schema) -> Iterator[tuple[str, _Schema]]:
        """The schema, and those it refers to, with their names."""
        name = ""
        while True:
            yield name, schema
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                return
            name = reference.rpartition("/")[2]
            schema = self._defs[name]

    def _value(self, schema: _Schema) -> _Value:
        chain = list(self._chain(schema))
        names = tuple(name for name, _ in chain if name)
        words: list[str] = []
        can_be: set[Contents] = set()
        for _, each in chain:
            choices = cast("list[JsonValue]", each.get("enum", [each.get("const")]))
            words += [word for word in choices if isinstance(word, str)]
            kind = each.get("type")
            if kind == "string":
                can_be.add(Contents.NAME)
            elif kind == "array":
                items = self._value(cast("_Schema", each.get("items", {})))
                can_be |= {Contents.NAMES} if Contents.NAME in items.can_be else set()
            elif isinstance(each.get("additionalProperties"), dict):
                can_be.add(Contents.KEYS)
            elif kind is None:
                for other in cast("list[_Schema]", each.get("anyOf", each.get("oneOf", []))):
                    can_be |= self._value(other).can_be
        return _Value(names, frozenset(can_be), tuple(words))
