"""The market (ruleset-format.md, 7.2, R78)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object


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


def sellers_sell(site: Site) -> Iterator[Told]:
    """R78: a seller sells what some filter picks, or has a stock that loot tables fill."""
    view = View(site.node, site.offset)
    for item in view.items("sellers"):
        if not isinstance(item.node, Object):
            continue
        seller = View(item.node, item.span[0])
        if not (seller.has("sells") or seller.has("stock")):
            yield tell("missing-key", seller.key_span("sells"), "seller", key="sells")


RULES: Mapping[str, tuple[Rule, ...]] = {"market": (one_default, sellers_sell)}
