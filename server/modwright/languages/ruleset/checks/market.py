"""The market (ruleset-format.md, 7.2, R78)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told


def one_default(site: Site) -> Iterator[Told]:
    """R78: exactly one price is the one that is taken."""
    view = View(site.node, site.offset)
    prices = view.views("prices")
    taken = [price for price in prices if price.flag("default")]
    if prices and not taken:
        first = fixes.add_key(prices[0], "default", "true")
        mend = () if prices[0].has("default") else (first,)
        yield tell("market", view.key_span("prices"), "no-default", fixes=mend)
    for price in taken[1:]:
        drop = fixes.drop_key(price, "default")
        name = taken[0].text("id") or ""
        yield tell("market", price.value_span("default"), "two-defaults", name=name, fixes=drop)


RULES: Mapping[str, tuple[Rule, ...]] = {"market": (one_default,)}
