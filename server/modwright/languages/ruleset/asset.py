"""Catalogs in files of their own: `catalogs/<id>.json` (ruleset-format.md, section 6)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import cast

from modwright import grammars
from modwright.languages.ruleset import grammar
from modwright.languages.ruleset.grammar import Schema
from modwright.languages.ruleset.structure import load
from modwright.symbols.shapes import Shapes
from modwright.symbols.table import SymbolTable

SCHEMA = "catalog-asset-1.schema.json"
ROOT = "catalogAsset"
"""The name of the shape of the whole file."""


def schema() -> Schema:
    return load(SCHEMA)


@functools.cache
def table() -> SymbolTable:
    """The names of rulesets, and those that only assets have."""
    data = cast("Mapping[str, grammars.JsonValue]", grammars.load(grammar.SYMBOLS))
    uses = cast("Mapping[str, grammars.JsonValue]", data["uses"])
    more = cast("Mapping[str, grammars.JsonValue]", data["assetUses"])
    return SymbolTable({**data, "uses": {**uses, **more}})


@functools.cache
def shapes() -> Shapes:
    return Shapes(schema(), table(), ROOT)
