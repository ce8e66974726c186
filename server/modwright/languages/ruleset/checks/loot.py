"""Loot tables (ruleset-format.md, 7.1, R77)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import holdings
from modwright.languages.ruleset.checks.creature_sheet import unknown_entry
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.holdings import ITEMS
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told


def item_of_catalog(site: Site) -> Iterator[Told]:
    """R77: what is found is an entry of a catalog of items; whether it exists can be told only of
    a catalog whose entries stand in this file."""
    view = View(site.node, site.offset)
    written, span = view.text("item"), view.value_span("item")
    catalog, slash, entry = (written or "").partition("/")
    if not slash:
        return  # The schema says what a path looks like.
    shapes = site.env.fact(holdings.catalogs)
    shape = shapes.get(catalog)
    if shape is None:
        known = [f"{name}/{entry}" for name, each in shapes.items() if each.holds == ITEMS]
        yield unknown(Key("catalog", "", catalog), span, known)
    elif shape.holds != ITEMS:
        yield tell("loot", span, "no-items", name=catalog, mentions=declared("catalog", catalog))
    elif shape.is_inline and not site.env.is_declared("entry", entry, catalog):
        known = [f"{catalog}/{each}" for each in site.env.ids("entry", catalog)]
        yield unknown_entry(catalog, entry, span, known)


RULES: Mapping[str, tuple[Rule, ...]] = {"lootEntry": (item_of_catalog,)}
