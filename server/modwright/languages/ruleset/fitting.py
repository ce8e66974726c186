"""Examples fitted to their neighbours, where neither the schema nor the names can tell how."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from modwright.grammars import JsonValue
from modwright.languages.ruleset import asset, family
from modwright.languages.ruleset.drafts import to_json, values_of
from modwright.languages.ruleset.facts import POOL
from modwright.languages.ruleset.holdings import CREATURES, ITEMS, ROWS
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.snippets import Snippet
from modwright.languages.ruleset.views import View
from modwright.syntax.node import Object

_ENTRY_FORMS = {"rows": ROWS, "creature": CREATURES, "item": ITEMS}
_Members = dict[str, JsonValue]


class Neighbours(NamedTuple):
    """The things of the ruleset and its root, and the objects around the place, outermost first.
    `shape` is that of the nearest."""

    things: Things
    ruleset: View
    objects: tuple[View, ...]
    shape: str

    def child(self, name: str) -> View | None:
        """A part of the ruleset."""
        return self.ruleset.child(name)

    @property
    def nearest(self) -> View | None:
        return self.objects[-1] if self.objects else None

    @property
    def catalog(self) -> View | None:
        """The catalog whose entry is written, here or in a file of its own."""
        if self.nearest is not None and self.shape == asset.ROOT:
            return self.things.object("catalog", self.nearest.text(family.CATALOG) or "")
        return self.nearest if self.shape == "catalog" else None


def suits(shape: str, around: Neighbours) -> bool:
    """Whether the ruleset's kind of resolution has things of this shape."""
    match shape:
        case "dicePoolStep" | "spend" | "namedReroll":
            return _is_pool(around)
        case "diceSumStep":
            return not _is_pool(around)
        case _:
            return True


def _is_pool(around: Neighbours) -> bool:
    resolution = around.child("resolution")
    return (resolution.text("kind") if resolution else None) == POOL


def fits(snippet: Snippet, around: Neighbours) -> bool:
    """Whether an example is one for this very place."""
    match snippet.shape:
        case "entry" if around.shape in ("catalog", asset.ROOT):
            holds = (around.catalog.text("holds") if around.catalog else None) or ROWS
            value = _read(snippet)
            return any(form in value and holds == of for form, of in _ENTRY_FORMS.items())
        case "combat":
            return _is_pool(around) or _read(snippet)["kind"] != POOL
        case shape:
            return suits(shape, around)


def fitted(snippet: Snippet, around: Neighbours) -> str:
    """The example with what the neighbours ask for, as JSON."""
    fit = _FITS.get(snippet.shape)
    if fit is None:
        return snippet.example
    value = _read(snippet)
    fit(value, around)
    return to_json(value)


def _read(snippet: Snippet) -> _Members:
    return cast("_Members", json.loads(snippet.example))


def _all(value: JsonValue) -> list[_Members]:
    return cast("list[_Members]", value)


def _entry(value: _Members, around: Neighbours) -> None:
    """A row of the first list that the catalog feeds."""
    feeds = around.catalog.texts("feeds") if around.catalog else []
    for row in _all(value.get("rows", [])):
        if feeds:
            row["list"] = feeds[0].text


def _layer(value: _Members, around: Neighbours) -> None:
    for field in _all(value.get("fields", [])):
        _layer_field(field, around)


def _layer_field(value: _Members, around: Neighbours) -> None:
    """Takes away the last choice that is not the default of its field."""
    for key in around.things.of("field", "", ("enum",)):
        node = around.things.node(key)
        view = View(node, 0) if isinstance(node, Object) else None
        choices = values_of(view) if view is not None else []
        if view is None or len(choices) < 2:
            continue
        default = view.text("default") or choices[0]
        removed = next(each for each in reversed(choices) if each != default)
        value.update({"id": key.id, "removeValues": [removed], "default": default})
        return


def _migration(value: _Members, around: Neighbours) -> None:
    """The next step of the sheet's version, and a thing that is there."""
    sheet = around.child("sheet")
    known = [each.number("from") or 0 for each in sheet.views("migrations")] if sheet else []
    version = (sheet.number("version") if sheet else None) or 1
    value["from"] = int(max(known) + 1 if known else max(version - 1, 1))
    for step in _all(value["steps"]):
        _rename_step(step, around)


def _rename_step(value: _Members, around: Neighbours) -> None:
    for kind in ("field", "skill", "ability", "save"):
        known = around.things.of(kind)
        if known:
            value.update({"rename": kind, "to": known[-1].id})
            return


def _route_live(value: _Members, around: Neighbours) -> None:
    for kind in ("pool", "track"):
        known = around.things.of(kind)
        if known:
            name = known[-1].id
            value.update({"routeLive": kind, "cases": [name], "else": name})
            return


def _unit(value: _Members, around: Neighbours) -> None:
    """A coin that is worth more than the others of its family."""
    units = around.nearest.views("units") if around.nearest else []
    worth = [each.number("value") or 0 for each in units]
    if worth:
        value["value"] = int(max(worth)) * 10


def _price(value: _Members, around: Neighbours) -> None:
    """The price that is taken where no other says how (R78), if there is none yet."""
    prices = around.nearest.views("prices") if around.nearest else []
    if not any(each.flag("default") for each in prices):
        value["default"] = True


def _battle_slot(value: _Members, around: Neighbours) -> None:
    """A pool that is not the health."""
    battle = around.child("battle")
    health = battle.child("health") if battle else None
    taken = health.text("pool") if health else None
    pool = next((key.id for key in around.things.of("pool") if key.id != taken), None)
    if pool is not None:
        value["pool"] = pool


_FITS: Mapping[str, Callable[[_Members, Neighbours], None]] = {
    "entry": _entry,
    "layer": _layer,
    "layerField": _layer_field,
    "migration": _migration,
    "renameStep": _rename_step,
    "routeLiveStep": _route_live,
    "unit": _unit,
    "price": _price,
    "battleSlot": _battle_slot,
}
