"""The names that give a script its structure, as grammars/oamut/plan-api.json has them."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple, TypedDict, cast

from modwright import grammars


class LuaNames(NamedTuple):
    """Names that facts are found by. What they mean is the language's affair."""

    entry: str
    context: str
    """What the documentation calls the first parameter of the entry and of the hooks."""
    options: str
    hooks: frozenset[str]
    files: str
    file_lists: frozenset[str]
    added_files: str
    """The list of `files` whose paths are in the package."""
    rule_file: str
    fixed: str
    require: str
    closed: frozenset[str]
    selectors: frozenset[str]
    finisher: str
    verbs: frozenset[str]


class _Named(TypedDict):
    name: str


class _Signed(_Named):
    signature: str


class _FileList(_Named, total=False):
    inPackage: bool


class _PlanKey(_Named, total=False):
    kind: str
    keys: list[_FileList]


class _Rules(TypedDict):
    selectors: list[_Named]
    finisher: _Named
    verbs: list[_Named]
    source: _Named


class _Helper(_Named):
    role: str


class _Context(TypedDict):
    path: list[str]
    type: str


class _PlanApi(TypedDict):
    entry: _Signed
    closed: list[_Named]
    planKeys: list[_PlanKey]
    rules: _Rules
    helpers: list[_Helper]
    context: list[_Context]


@functools.cache
def lua_names() -> LuaNames:
    api = cast("_PlanApi", grammars.load("oamut/plan-api.json"))
    files = next(key for key in api["planKeys"] if key.get("kind") == "files")
    roles = {helper["role"]: helper["name"] for helper in api["helpers"]}
    rules = api["rules"]
    parameter = re.search(r"\((\w+)", api["entry"]["signature"])
    return LuaNames(
        entry=api["entry"]["name"],
        context=parameter[1] if parameter else "",
        options=next(part["path"][0] for part in api["context"] if part["type"] == "options"),
        hooks=frozenset(key["name"] for key in api["planKeys"] if key.get("kind") == "hook"),
        files=files["name"],
        file_lists=frozenset(key["name"] for key in files.get("keys", [])),
        added_files=next(key["name"] for key in files.get("keys", []) if key.get("inPackage")),
        rule_file=rules["source"]["name"],
        fixed=roles["fixed"],
        require=roles["require"],
        closed=_names(api["closed"]),
        selectors=_names(rules["selectors"]),
        finisher=rules["finisher"]["name"],
        verbs=_names(rules["verbs"]),
    )


def _names(entries: Sequence[_Named]) -> frozenset[str]:
    return frozenset(entry["name"] for entry in entries)
