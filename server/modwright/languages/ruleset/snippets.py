"""Whole entries to fill in: the examples of `grammars/ruleset/snippets.json`.

`shape` is what the example is one of; `stops` are the keys whose values are to be filled in (left
out: all). Names in an example stand for those of the document (`drafts`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import NamedTuple, TypedDict, cast

from modwright import grammars
from modwright.findings.messages import text as words
from modwright.grammars import JsonValue

SNIPPETS = "ruleset/snippets.json"


class Snippet(NamedTuple):
    name: str
    shape: str
    labels: Mapping[str, str]
    stops: frozenset[str] | None
    example: str
    """JSON on one line."""

    def label(self, locale: str) -> str:
        return self.labels.get(locale) or self.labels["en"]

    def about(self, locale: str) -> str:
        return words("ruleset.hover.snippet", locale, label=self.label(locale))


class _SnippetData(TypedDict):
    name: str
    shape: str
    label: dict[str, str]
    value: JsonValue


@functools.cache
def snippets() -> tuple[Snippet, ...]:
    data = cast("Mapping[str, list[_SnippetData]]", grammars.load(SNIPPETS))
    return tuple(_read(each) for each in data["snippets"])


def _read(data: _SnippetData) -> Snippet:
    stops = cast("list[str] | None", data.get("stops"))
    return Snippet(
        data["name"],
        data["shape"],
        data["label"],
        None if stops is None else frozenset(stops),
        json.dumps(data["value"], ensure_ascii=False),
    )


@functools.cache
def snippets_of(shape: str) -> tuple[Snippet, ...]:
    """The examples of a shape, the most usual first."""
    return tuple(each for each in snippets() if each.shape == shape)


def snippet_named(name: str) -> Snippet | None:
    return next((each for each in snippets() if each.name == name), None)
