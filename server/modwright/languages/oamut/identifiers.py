"""Ids that an author may give, as the schema has them."""

from __future__ import annotations

import re
from typing import cast

from modwright.languages.oamut import grammar
from modwright.languages.oamut.schema_walk import part_at
from modwright.schema.checker import Schema
from modwright.schema.keywords import MAX_BYTES
from modwright.syntax.node import Kind
from modwright.syntax.yaml_nodes import plain_kind


def mutator_id_problem(text: str) -> str | None:
    """Why `text` is no id of a mutator, as the key of a message; None if it is one."""
    part = part_at(None, ("id",))
    assert part is not None
    if not _is_written_as(part, text):
        return "oamut/bad-identifier.kebab"
    if len(text.encode("utf-8", "surrogatepass")) > cast("int", part[MAX_BYTES]):
        return "rename.too-long"
    # Where it stands without quotes, it has to be a text without them, too.
    return "rename.needs-quotes" if plain_kind(text) is not Kind.STRING else None


def is_mutator_id(text: str) -> bool:
    return mutator_id_problem(text) is None


def option_id_problem(text: str) -> str | None:
    """Why `text` is no id of an option, as the key of a message; None if it is one."""
    part = part_at(None, ("options", 0, "id"))
    assert part is not None
    if not _is_written_as(part, text):
        return "oamut/bad-identifier.lua-name"
    refused = cast("Schema", part["not"])
    if text in cast("list[str]", refused["enum"]):
        return "oamut/option-reserved-word"
    return "rename.needs-quotes" if plain_kind(text) is not Kind.STRING else None


def _is_written_as(part: Schema, text: str) -> bool:
    return re.search(cast("str", part["pattern"]), text) is not None


def is_base_game(text: str) -> bool:
    """Whether this is the id that stands for the base game."""
    part = part_at(None, ("works-with", 0)) or {}
    return text in cast("list[str]", part.get("examples", [])) and text != grammar.STAR
