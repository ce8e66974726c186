"""Coins that layers take away, and prices without them (ruleset-format.md, section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from modwright.languages.ruleset.views import View


class Price(NamedTuple):
    amount: int
    unit: str


class _Coin(NamedTuple):
    family: str
    value: float


class CoinsOff:
    """What is gone: `families` as a whole, and `units` of families that stay."""

    def __init__(self, root: View, layers: Sequence[View]) -> None:
        self.families: dict[str, View] = {}
        self.units: dict[str, View] = {}
        for layer in layers:
            currencies = layer.child("currencies")
            if currencies is None:
                continue
            for each in currencies.texts("removeFamilies"):
                self.families.setdefault(each.text, layer)
            for each in currencies.texts("removeUnits"):
                self.units.setdefault(each.text, layer)
        self._coins: dict[str, _Coin] = {}
        items = root.child("items")
        for family in items.views("currencies") if items else ():
            for unit in family.views("units"):
                name, value = unit.text("id"), unit.number("value")
                if name is not None and value is not None:
                    self._coins[name] = _Coin(family.text("id") or "", value)

    def remover(self, unit: str) -> View | None:
        """The layer that takes the coin away."""
        coin = self._coins.get(unit)
        if coin is not None and coin.family in self.families:
            return self.families[coin.family]
        return self.units.get(unit)

    def price(self, amount: float | None, unit: str | None) -> Price | Literal["none", "same"]:
        """The price in coins that stay: the largest in which it is a whole number. "none" where the
        whole family is gone."""
        coin = self._coins.get(unit) if unit is not None else None
        if coin is None or unit is None or amount is None or self.remover(unit) is None:
            return "same"
        if coin.family in self.families:
            return "none"
        worth = amount * coin.value
        left = [
            (other.value, name)
            for name, other in self._coins.items()
            if other.family == coin.family and name not in self.units and other.value > 0
        ]
        for value, name in sorted(left, key=lambda each: -each[0]):
            if worth % value == 0:
                return Price(int(worth // value), name)
        return "same"
