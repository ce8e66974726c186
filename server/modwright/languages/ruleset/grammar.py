"""The grammar of rulesets, read once: the schema's shapes with the names in them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TypeAlias, cast

from modwright import grammars
from modwright.grammars import JsonValue
from modwright.symbols.shapes import Shapes
from modwright.symbols.table import SymbolTable

Schema: TypeAlias = "Mapping[str, JsonValue]"

SCHEMA = "ruleset/ruleset-1.schema.json"
SYMBOLS = "ruleset/symbols.json"
ROOT = "ruleset"
"""The name of the shape of the whole file."""


def schema() -> Schema:
    return cast("Schema", grammars.load(SCHEMA))


@functools.cache
def table() -> SymbolTable:
    return SymbolTable(cast("Schema", grammars.load(SYMBOLS)))


TYPED = ("field", "column", "stat")
"""The kinds of things that hold values of one type."""
# What has choices: those, and live states.
_HOLDERS = (*TYPED, "state")


def is_choice(kind: str) -> bool:
    """Whether the names of a kind are values that something may hold, rather than ids."""
    return table().within[kind] in _HOLDERS


@functools.cache
def shapes() -> Shapes:
    return Shapes(schema(), table(), ROOT)
