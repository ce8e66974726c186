"""Parts of objects, as the rules of catalogs look at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.walk import Site, Told


class Part(NamedTuple):
    """A part of an object, and the key that introduces it: where what it lacks is told."""

    view: View
    key: Span


def part_of(site: Site, key: str) -> Part | None:
    view = View(site.node, site.offset)
    child = view.child(key)
    return Part(child, view.key_span(key)) if child is not None else None


def repeated(view: View, key: str) -> Iterator[Told]:
    """Each word of the array at `key` that stands there already."""
    seen: set[str] = set()
    for item in view.items(key):
        word = item.node.text
        if word and word in seen:
            drop = fixes.drop_item(view, key, item.span)
            yield tell("duplicate-value", item.span, "word", name=word, fixes=drop)
        seen.add(word)
