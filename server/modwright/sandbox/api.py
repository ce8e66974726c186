"""A typed view of the part of `grammars/oamut/plan-api.json` that running a plan needs."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from modwright import grammars
from modwright.sandbox.model import Limits
from modwright.sandbox.wire import Json

_FILE = "oamut/plan-api.json"


@dataclass(frozen=True, slots=True)
class PlanKey:
    name: str
    kind: str
    """`files`, `rules`, `hook` or `hacks`."""
    layer: str


@dataclass(frozen=True, slots=True)
class Verb:
    name: str
    shape: str
    """`values` (by field), `factors` (the same, with bounds), `names` (a list of fields)."""
    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class ContextEntry:
    path: tuple[str, ...]
    value: str
    """Which value stands there (`modId`, `options` …)."""


@dataclass(frozen=True, slots=True)
class PlanApi:
    entry_function: str
    closed: frozenset[str]
    keys: tuple[PlanKey, ...]
    """Hooks among them stand in the order in which the game runs them."""
    files_add: str
    files_mask: str
    selectors: tuple[str, ...]
    finisher: str
    verbs: tuple[Verb, ...]
    source: str
    fixed: str
    context: tuple[ContextEntry, ...]
    collections: tuple[str, ...]
    texts: Mapping[str, Mapping[str, Mapping[str, str]]]
    """`errors`, `problems`, `notes`, `kinds` (of value): name → locale → text."""


@functools.cache
def plan_api() -> PlanApi:
    """The plan API as the data file has it."""
    data = _data()
    rules = _object(data["rules"])
    keys = [_object(item) for item in _list(data["planKeys"])]
    files = next(key for key in keys if key["kind"] == "files")
    add, mask = (_text(_object(key)["name"]) for key in _list(files["keys"]))
    return PlanApi(
        entry_function=_name(data["entry"]),
        closed=frozenset(_names(data["closed"])),
        keys=tuple(PlanKey(_name(k), _text(k["kind"]), _text(k["layer"])) for k in keys),
        files_add=add,
        files_mask=mask,
        selectors=_names(rules["selectors"]),
        finisher=_name(rules["finisher"]),
        verbs=tuple(_verb(_object(item)) for item in _list(rules["verbs"])),
        source=_name(rules["source"]),
        fixed=next(
            _name(helper) for helper in _list(data["helpers"]) if _object(helper)["role"] == "fixed"
        ),
        context=tuple(
            ContextEntry(tuple(_text(p) for p in _list(e["path"])), _text(e["value"]))
            for e in map(_object, _list(data["context"]))
        ),
        collections=_names(data["collections"]),
        texts=cast(
            "Mapping[str, Mapping[str, Mapping[str, str]]]",
            {name: data[name] for name in ("errors", "problems", "notes", "kinds")},
        ),
    )


@functools.cache
def default_limits() -> Limits:
    """The limits of the game, and of the preview."""
    data = _data()
    game, preview = _object(data["limits"]), _object(data["preview"])
    return Limits(
        instructions=_integer(game["instructions"]),
        seconds=_integer(game["seconds"]),
        memory_bytes=_integer(game["memoryBytes"]),
        string_bytes=_integer(game["stringBytes"]),
        log_bytes=_integer(preview["logBytes"]),
        plan_values=_integer(preview["planValues"]),
        plan_bytes=_integer(preview["planBytes"]),
        plan_depth=_integer(preview["planDepth"]),
    )


def _data() -> dict[str, Json]:
    return _object(grammars.load(_FILE))


def _verb(verb: dict[str, Json]) -> Verb:
    bounds = _object(verb.get("bounds", {}))
    return Verb(
        _name(verb),
        _text(verb["shape"]),
        _text(bounds.get("lower", "")),
        _text(bounds.get("upper", "")),
    )


def _names(value: Json) -> tuple[str, ...]:
    return tuple(_name(item) for item in _list(value))


def _name(value: Json) -> str:
    return _text(_object(value)["name"])


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError(f"{_FILE}: an object is missing")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError(f"{_FILE}: a list is missing")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{_FILE}: a text is missing")
    return value


def _integer(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{_FILE}: an integer is missing")
    return value
