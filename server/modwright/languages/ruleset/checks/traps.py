"""What is in order and easily misunderstood, in what entries, items and creatures do
(ruleset-format.md, section 14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset.checks.items import is_wearable
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_BOARD = "combat/distance"


def free_is_paid(site: Site) -> Iterator[Told]:
    """Section 14, 11: what is free takes no budget, and its cost is still paid."""
    view = View(site.node, site.offset)
    if view.flag("free") and view.items("cost"):
        yield tell("trap", view.key_span("free"), "free-is-paid")


def targets_on_a_board(site: Site) -> Iterator[Told]:
    """Section 14, 12: on a board an area decides who is reached, however many there are."""
    view = View(site.node, site.offset)
    if view.has("area") and view.has("targetCount") and site.env.has(_BOARD):
        yield tell("trap", view.key_span("targetCount"), "area-decides")


def carried_and_worn(site: Site) -> Iterator[Told]:
    """Section 14, 21: what an item does while it is carried it does not do while it is worn."""
    view = View(site.node, site.offset)
    if view.has("carried") and not view.has("worn") and is_wearable(view):
        yield tell("trap", view.key_span("carried"), "carried-not-worn")


RULES: Mapping[str, tuple[Rule, ...]] = {
    "mechanics": (free_is_paid, targets_on_a_board),
    "itemUse": (targets_on_a_board,),
    "action": (targets_on_a_board,),
    "item": (carried_and_worn,),
}
