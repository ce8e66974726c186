"""What rules about layers ask about the rest of the document (see `facts`)."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.ruleset.facts import root_view
from modwright.languages.ruleset.views import View
from modwright.symbols.environment import Environment


class SellerRemoval(NamedTuple):
    """A layer, the sellers it takes away, and the layers it does not go with."""

    id: str
    removed: frozenset[str]
    conflicts: frozenset[str]

    def goes_with(self, other: SellerRemoval) -> bool:
        """Whether both can be on: one of two is enough to say that they cannot."""
        return other.id not in self.conflicts and self.id not in other.conflicts


def _items(env: Environment) -> View | None:
    return root_view(env).child("items")


def smallest_coins(env: Environment) -> tuple[tuple[str, str], ...]:
    """(family, coin) for the smallest coin of each family."""
    items = _items(env)
    found: list[tuple[str, str]] = []
    for family in items.views("currencies") if items else ():
        coins = [
            (value, unit.text("id"))
            for unit in family.views("units")
            if (value := unit.number("value")) is not None
        ]
        name = family.text("id")
        least = min(coins, key=lambda coin: coin[0])[1] if coins else None
        if name is not None and least is not None:
            found.append((name, least))
    return tuple(found)


def seller_removals(env: Environment) -> tuple[SellerRemoval, ...]:
    """The layers that take sellers away."""
    found: list[SellerRemoval] = []
    for layer in root_view(env).views("layers"):
        items = layer.child("items")
        market = items.child("market") if items else None
        name = layer.text("id")
        removed = market.texts("removeSellers") if market else []
        if name is not None and removed:
            conflicts = frozenset(each.text for each in layer.texts("conflicts"))
            found.append(SellerRemoval(name, frozenset(each.text for each in removed), conflicts))
    return tuple(found)
