"""A ruleset as it plays with layers on: the text of the base, changed as little as that takes.

What a layer may do is fixed (ruleset-format.md, section 9, and R100-R107): it narrows and appends.
Layers count in the order in which they are declared, whatever the order they are asked for in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from modwright.languages.ruleset.layer_choice import Dropped, chosen
from modwright.languages.ruleset.layer_coins import CoinsOff, Price
from modwright.languages.ruleset.layer_hiding import hidden_by
from modwright.languages.ruleset.rewriting import Rewriting
from modwright.languages.ruleset.views import Item, Span, View, text_of
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

# What of a layer goes where in `gm`.
_GUIDANCE = {"guidance": "checkGuidance", "worldGuidance": "worldGuidance"}


class Remark(NamedTuple):
    """Something that the text cannot show, or that was not done. `kind` names it (see the texts
    `ruleset.layers.remark.<kind>`), `layer` is the id of the layer, `name` what it is about."""

    kind: str
    layer: str
    name: str = ""


class LayeredFile(NamedTuple):
    """A catalog in a file of its own, before (`base`) and with layers on (`text`)."""

    path: str
    base: str
    text: str


class Layered(NamedTuple):
    """`text` is the ruleset with the layers `on`; `dropped` were asked for and do not count.
    `files` are those of its catalogs that the layers change."""

    text: str
    on: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    remarks: tuple[Remark, ...]
    files: tuple[LayeredFile, ...] = ()


class NoSuchLayers(NamedTuple):
    """Ids that no layer has, and those that layers have."""

    unknown: tuple[str, ...]
    known: tuple[str, ...]


class Layer(NamedTuple):
    """A layer as it is offered to players. `start` and `end` enclose its object."""

    id: str
    label: str
    summary: str
    start: int
    end: int


def layers_of(document: SyntaxTree) -> list[Layer]:
    """The layers of a ruleset, in the order they are declared. Offsets are absolute."""
    root = document.root
    if not isinstance(root, Object):
        return []
    return [
        Layer(name, view.text("label") or name, view.text("summary") or "", *view.span)
        for view in View(root, document.root_offset).views("layers")
        if (name := view.text("id")) is not None
    ]


def with_layers(
    document: SyntaxTree, ids: Collection[str], files: Mapping[str, SyntaxTree] | None = None
) -> Layered | NoSuchLayers:
    """The ruleset as it plays with the layers `ids` on, conflicts resolved as the engine does:
    of two that conflict the one that is declared later does not count. `files` are its catalogs in
    files of their own, as far as they are there, by the path that the ruleset names."""
    known = [layer.id for layer in layers_of(document)]
    unknown = tuple(name for name in ids if name not in known)
    root = document.root
    if unknown or not isinstance(root, Object):
        return NoSuchLayers(unknown, tuple(known))
    view = View(root, document.root_offset)
    on, dropped = chosen(view.views("layers"), ids)
    play = _Play(document.text, view, on, files or {})
    text = play.text()
    names = tuple(_id(layer) for layer in on)
    return Layered(text, names, tuple(dropped), tuple(play.remarks), tuple(play.files))


def _id(layer: View) -> str:
    return layer.text("id") or ""


class _Play:
    """Puts layers into effect. One part of the file is written by one method."""

    def __init__(
        self, text: str, root: View, layers: Sequence[View], files: Mapping[str, SyntaxTree]
    ) -> None:
        self._root = root
        self._layers = layers
        self._files = files
        self._new = Rewriting(text)
        self.remarks: list[Remark] = []
        self.files: list[LayeredFile] = []

    def text(self) -> str:
        self._guidance()
        self._fields()
        self._ladder()
        coins = CoinsOff(self._root, self._layers)
        self._catalogs(coins)
        self._currencies(coins)
        self._sellers()
        self._unsold()
        self._loot_tables(coins)
        return self._new.result()

    def _remark(self, kind: str, layer: View, name: str = "") -> None:
        self.remarks.append(Remark(kind, _id(layer), name))

    def _guidance(self) -> None:
        """Texts are appended to the author's, in the order of the layers."""
        gm = self._root.child("gm")
        if gm is None:
            return
        for key, target in _GUIDANCE.items():
            said = [layer.child("gm") for layer in self._layers]
            spans = [each.value_span(key) for each in said if each is not None and each.text(key)]
            if not spans:
                continue
            if gm.text(target):
                self._new.append_text(gm.value_span(target), spans)
            elif not gm.has(target):
                self._new.add_key(gm, target, self._new.join(spans))

    def _fields(self) -> None:
        """Values go; the default becomes one that stays."""
        sheet = self._root.child("sheet")
        for field in sheet.views("fields") if sheet else ():
            name = field.text("id")
            values = [text_of(item.node) for item in field.items("values")]
            removed: set[str] = set()
            default: tuple[str, Span] | None = None
            last: View | None = None
            for layer in self._layers:
                for each in layer.views("fields"):
                    if name is None or each.text("id") != name:
                        continue
                    here = {value.text for value in each.texts("removeValues")} & {
                        value for value in values if value is not None
                    }
                    if removed | here >= set(values):
                        # Each layer leaves something, both together would not.
                        self._remark("values-kept", layer, name)
                        continue
                    removed |= here
                    last = layer
                    own = each.text("default")
                    if own is not None:
                        default = own, each.value_span("default")
            if not removed or last is None:
                continue
            gone = {index for index, value in enumerate(values) if value in removed}
            self._new.drop_items(field, "values", gone)
            self._labels(field, removed)
            self._default(field, removed, default, last)

    def _labels(self, field: View, removed: Collection[str]) -> None:
        """What the values that go are called goes with them."""
        labels = field.child("valueLabels")
        if labels is None or not any(name in removed for name in labels.keys):
            return
        if all(name in removed for name in labels.keys):
            self._new.drop_keys(field, {"valueLabels"})
        else:
            self._new.drop_keys(labels, removed)

    def _default(
        self, field: View, removed: Collection[str], own: tuple[str, Span] | None, layer: View
    ) -> None:
        now = own[0] if own is not None else field.text("default")
        if now in removed:
            left = [item for item in field.items("values") if text_of(item.node) not in removed]
            own = (text_of(left[0].node) or "", left[0].span)
            self._remark("default-first", layer, field.text("id") or "")
        if own is None or own[0] == field.text("default"):
            return
        if field.has("default"):
            self._new.copy(field.value_span("default"), own[1])
        else:
            self._new.add_key(field, "default", self._new.join([own[1]]))

    def _ladder(self) -> None:
        """The last ladder counts."""
        resolution = self._root.child("resolution")
        ladders = [layer for layer in self._layers if layer.has("difficultyLadder")]
        if resolution is not None and resolution.has("difficultyLadder") and ladders:
            span = ladders[-1].value_span("difficultyLadder")
            self._new.copy(resolution.value_span("difficultyLadder"), span)

    def _catalogs(self, coins: CoinsOff) -> None:
        """Hidden entries are not offered; prices are in coins that there are."""
        for catalog in self._root.views("catalogs"):
            name = catalog.text("id")
            rules = [
                (layer, hide)
                for layer in self._layers
                for each in layer.views("catalogs")
                if name is not None and each.text("id") == name
                if (hide := each.child("hide")) is not None
            ]
            hides = [hide for _, hide in rules]
            if not catalog.has("asset"):
                self._entries(catalog, hides, coins, self._new)
                continue
            path = catalog.text("asset") or ""
            tree = self._files.get(path)
            root = tree.root if tree is not None else None
            if tree is not None and isinstance(root, Object):
                new = Rewriting(tree.text)
                self._entries(View(root, tree.root_offset), hides, coins, new)
                text = new.result()
                if text != tree.text:
                    self.files.append(LayeredFile(path, tree.text, text))
            elif rules:
                self._remark("asset", rules[0][0], name or "")

    def _entries(
        self, holder: View, hides: Sequence[View], coins: CoinsOff, new: Rewriting
    ) -> None:
        """The entries of a catalog, or of its file."""
        hidden: set[int] = set()
        for index, item in enumerate(holder.items("entries")):
            if not isinstance(item.node, Object):
                continue
            entry = View(item.node, item.span[0])
            if any(hidden_by(entry, hide) for hide in hides):
                hidden.add(index)
            else:
                self._price(entry.child("item"), coins, new)
        new.drop_items(holder, "entries", hidden)

    def _price(self, item: View | None, coins: CoinsOff, new: Rewriting) -> None:
        cost = item.child("cost") if item is not None else None
        if item is None or cost is None:
            return
        match coins.price(cost.number("amount"), cost.text("unit")):
            case Price(amount, unit):
                new.put(cost.value_span("amount"), str(amount))
                new.put(cost.value_span("unit"), f'"{unit}"')
            case "none":
                new.drop_keys(item, {"cost"})
            case _:
                pass

    def _currencies(self, coins: CoinsOff) -> None:
        items = self._root.child("items")
        families: set[int] = set()
        for index, item in enumerate(items.items("currencies") if items else ()):
            if not isinstance(item.node, Object):
                continue
            family = View(item.node, item.span[0])
            if family.text("id") in coins.families:
                families.add(index)
                continue
            gone = _indexes(family.items("units"), coins.units)
            self._new.drop_items(family, "units", gone)
        if items is not None:
            self._new.drop_items(items, "currencies", families)

    def _market(self) -> View | None:
        items = self._root.child("items")
        return items.child("market") if items else None

    def _changes(self) -> Iterator[tuple[View, View]]:
        """The layers that change the market, each with how."""
        for layer in self._layers:
            items = layer.child("items")
            market = items.child("market") if items else None
            if market is not None:
                yield layer, market

    def _sellers(self) -> None:
        """Sellers go, as long as one stays."""
        market = self._market()
        if market is None:
            return
        sellers = market.items("sellers")
        gone: set[int] = set()
        for layer, change in self._changes():
            names = {each.text for each in change.texts("removeSellers")}
            here = gone | _indexes(sellers, names)
            if here and len(here) == len(sellers):
                self._remark("sellers-kept", layer)
            else:
                gone = here
        self._new.drop_items(market, "sellers", gone)

    def _unsold(self) -> None:
        market = self._market()
        filters = [item.span for _, change in self._changes() for item in change.items("unsold")]
        if market is not None and filters:
            self._new.append_items(market, "unsold", filters)

    def _loot_tables(self, coins: CoinsOff) -> None:
        """The last table of an id counts. Coins that are gone do not drop."""
        items = self._root.child("items")
        tables: dict[str, View] = {}
        for layer in self._layers:
            changes = layer.child("items")
            for table in changes.views("lootTables") if changes else ():
                name = table.text("id")
                if name is not None:
                    tables[name] = table
        for table in items.views("lootTables") if items else ():
            name = table.text("id") or ""
            new = tables.get(name)
            if new is not None:
                self._new.copy(table.span, new.span)
            for entry in (new or table).views("entries"):
                coin = entry.text("coins")
                layer = coins.remover(coin) if coin is not None else None
                if layer is not None:
                    self._remark("coin-drops", layer, name)
                    break


def _indexes(items: Sequence[Item], names: Collection[str]) -> set[int]:
    """Which of the objects have one of these ids."""
    return {
        index
        for index, item in enumerate(items)
        if isinstance(item.node, Object) and View(item.node, 0).text("id") in names
    }
