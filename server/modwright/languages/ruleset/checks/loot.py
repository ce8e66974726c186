"""Loot tables (ruleset-format.md, 7.1, R77). Whether what they name exists is said by the table of
names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.holdings import ITEMS
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told


def item_of_catalog(site: Site) -> Iterator[Told]:
    """R77: what is found is an entry of a catalog of items."""
    view = View(site.node, site.offset)
    catalog, slash, _ = (view.text("item") or "").partition("/")
    if not slash:
        return
    holds = site.env.trait(Key("catalog", "", catalog))
    if holds is not None and holds != ITEMS:
        about = declared("catalog", catalog)
        yield tell("loot", view.value_span("item"), "no-items", name=catalog, mentions=about)


RULES: Mapping[str, tuple[Rule, ...]] = {"lootEntry": (item_of_catalog,)}
