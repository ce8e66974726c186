"""Catalogs and the heads of their entries (ruleset-format.md, section 6, R50-R52, R55)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import NamedTuple

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.holdings import CREATURES, ITEMS, ROWS, catalog_shape
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Kind, Object

# What an entry of each kind of catalog is, and the block of the root that it needs.
_PART = {ROWS: "rows", CREATURES: "creature", ITEMS: "item"}
_BLOCK = {CREATURES: "combat", ITEMS: "items"}
_VALUES = {"number": Kind.NUMBER, "text": Kind.STRING, "tags": Kind.ARRAY}


class CatalogHead(NamedTuple):
    """What the entries of a catalog may know of it. `filters`: (id, type) of each."""

    id: str
    holds: str
    feeds: tuple[str, ...] | None
    filters: tuple[tuple[str, str], ...]


def _head(node: Object) -> Hashable:
    view = View(node, 0)
    shape = catalog_shape(view)
    filters = tuple(
        (each.text("id") or "", each.text("type") or "") for each in view.views("filters")
    )
    return CatalogHead(view.text("id") or "", shape.holds, shape.feeds, filters)


def head_of(site: Site) -> CatalogHead | None:
    """The catalog around an entry, or around a part of one."""
    head = site.heads.get("catalog")
    return head if isinstance(head, CatalogHead) else None


def asset_name(site: Site) -> Iterator[Told]:
    """R50: the entries kept outside stand in `catalogs/<id>.json`."""
    view = View(site.node, site.offset)
    name, asset = view.text("id"), view.text("asset")
    if name is None or asset is None:
        return
    wanted = f"catalogs/{name}.json"
    if asset != wanted:
        span = view.value_span("asset")
        fix = (fixes.put(span, wanted),)
        yield tell("catalog-entry", span, "asset-name", name=name, wanted=wanted, fixes=fix)


def feeds(site: Site) -> Iterator[Told]:
    """R51: a catalog of rows says which lists it feeds, any other feeds none."""
    view = View(site.node, site.offset)
    holds = view.text("holds") if view.has("holds") else ROWS
    if holds == ROWS and not view.has("feeds"):
        yield tell("missing-key", view.key_span("feeds"), "feeds")
    elif holds in _BLOCK and view.has("feeds"):
        drop = fixes.drop_key(view, "feeds")
        yield tell("exclusive-keys", view.key_span("feeds"), "feeds", holds=holds, fixes=drop)


def block_of_catalog(site: Site) -> Iterator[Told]:
    """R52: creatures are of a fight, items of the `items` block."""
    view = View(site.node, site.offset)
    block = _BLOCK.get(view.text("holds") or "")
    if block is not None and not site.env.has(block):
        yield tell("needs-block", view.value_span("holds"), f"holds-{block}")


def kind_of_entry(site: Site) -> Iterator[Told]:
    """R51, R52: an entry is what its catalog holds, and has the block it needs."""
    head = head_of(site)
    view = View(site.node, site.offset)
    parts = [name for name in _PART.values() if view.has(name)]
    if head is None or head.holds not in _PART or len(parts) != 1:
        return
    wanted, part = _PART[head.holds], parts[0]
    if part != wanted:
        span = view.key_span(part)
        about = declared("catalog", head.id)
        yield tell(
            "catalog-entry",
            span,
            "other-kind",
            part=part,
            wanted=wanted,
            catalog=head.id,
            mentions=about,
        )
    elif head.holds in _BLOCK and not site.env.has(_BLOCK[head.holds]):
        yield tell("needs-block", view.key_span(part), f"holds-{_BLOCK[head.holds]}")


def mechanics_beside(site: Site) -> Iterator[Told]:
    """R51: only an entry of rows has `mechanics`."""
    view = View(site.node, site.offset)
    other = next((part for part in ("creature", "item") if view.has(part)), None)
    if other is not None and view.has("mechanics"):
        drop = fixes.drop_key(view, "mechanics")
        yield tell(
            "exclusive-keys", view.key_span("mechanics"), "mechanics", other=other, fixes=drop
        )


def filter_values(site: Site) -> Iterator[Told]:
    """R55: a filter of numbers takes a number, one of texts a text, one of tags a list."""
    head = head_of(site)
    values = View(site.node, site.offset).child("filters")
    if head is None or values is None:
        return
    types = dict(reversed(head.filters))
    for name in values.keys:
        value, kind = values.value(name), types.get(name, "")
        wanted = _VALUES.get(kind)
        if value is None or wanted is None or value.kind is wanted:
            continue
        if value.kind in _VALUES.values():
            span = values.value_span(name)
            about = declared("filter", name, head.id)
            yield tell("catalog-entry", span, f"filter-{kind}", name=name, mentions=about)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "catalog": (asset_name, feeds, block_of_catalog),
    "entry": (kind_of_entry, mechanics_beside, filter_values),
}
HEADS: Mapping[str, Callable[[Object], Hashable]] = {"catalog": _head}
