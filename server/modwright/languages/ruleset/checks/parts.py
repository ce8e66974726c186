"""A part of an object, with the key that introduces it."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.ruleset.views import Span, View
from modwright.symbols.walk import Site


class Part(NamedTuple):
    """A part of an object, and the key that introduces it: where what it lacks is told."""

    view: View
    key: Span


def part_of(site: Site, key: str) -> Part | None:
    view = View(site.node, site.offset)
    child = view.child(key)
    return Part(child, view.key_span(key)) if child is not None else None
