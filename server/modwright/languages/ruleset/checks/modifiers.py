"""Modifiers and effects: of combat conditions, of levels, and of what items do (R86, R86a)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

# What a modifier may change a number by; one of them has to be there.
_CHANGES = ("flat", "dice", "times", "mode")
# Which targets each of the keys goes with (ruleset-format.md, 8.4).
_TARGETS: Mapping[str, tuple[str, ...]] = {
    "dice": ("attacks", "saves", "checks"),
    "times": ("speed",),
    "mode": ("checks", "saves"),
    "skills": ("checks",),
    "saves": ("saves",),
}
# A narrowing, with the effects and the modifiers that it narrows.
_NARROWED = {"saves": ("own-saves-", "saves"), "skills": ("own-checks-", "checks")}
# Effects that are read on a board only.
BOARD_EFFECTS = frozenset(
    [
        "attacks-against-adjacent-advantage",
        "attacks-against-far-disadvantage",
        "attacks-from-adjacent-critical",
        "speed-zero",
        "half-move-to-stand",
        "cannot-approach-source",
    ]
)
_BOARD = "combat/distance"
_FIGHT = "combat"


def _code(site: Site) -> str:
    """A modifier of an item is a fault of the item."""
    return "item" if site.shape.names[0] in _OF_ITEMS or _is_in_item(site) else "combat"


def _is_in_item(site: Site) -> bool:
    return any(shape in site.heads for shape in _OF_ITEMS)


_OF_ITEMS = ("itemEffect", "otherwise")


def modifier_does_something(site: Site) -> Iterator[Told]:
    """R86a: a modifier has one of `flat`, `dice`, `times` and `mode`."""
    view = View(site.node, site.offset)
    if view.has("to") and not any(view.has(key) for key in _CHANGES):
        yield tell("exclusive-keys", view.value_span("to"), "modifier", keys=_CHANGES)


def modifier_flat(site: Site) -> Iterator[Told]:
    """R86a: `flat` is not 0."""
    view = View(site.node, site.offset)
    if view.number("flat") == 0:
        yield tell(_code(site), view.value_span("flat"), "flat-zero")


def modifier_target(site: Site) -> Iterator[Told]:
    """R86a: `dice`, `times`, `mode`, `skills` and `saves` each go with some targets only."""
    view = View(site.node, site.offset)
    to = view.text("to")
    if to is None:
        return
    for key, targets in _TARGETS.items():
        if view.has(key) and to not in targets:
            span = view.value_span(key)
            drop = fixes.drop_key(view, key)
            yield tell(
                _code(site), span, "modifier-target", key=key, to=to, targets=targets, fixes=drop
            )


def modifier_minus(site: Site) -> Iterator[Told]:
    """R86a: `minus` takes dice off, so there have to be some."""
    view = View(site.node, site.offset)
    if view.has("minus") and not view.has("dice"):
        drop = fixes.drop_key(view, "minus")
        yield tell(_code(site), view.value_span("minus"), "minus-without-dice", fixes=drop)


def modifier_without_board(site: Site) -> Iterator[Told]:
    """R91: a modifier to speed is legal without `combat.distance`, and does nothing."""
    view = View(site.node, site.offset)
    if view.text("to") == "speed" and site.env.has(_FIGHT) and not site.env.has(_BOARD):
        yield tell("no-effect", view.value_span("to"), "speed-without-distance")


def modifier_dice_in_pool_fight(site: Site) -> Iterator[Told]:
    """R81, R73: in a fight of dice pools a modifier has no dice of its own: `flat` is dice."""
    view = View(site.node, site.offset)
    if not view.has("dice") or site.env.fact(facts.combat_kind) != facts.POOL:
        return
    if not _is_in_item(site):
        yield tell("wrong-resolution", view.value_span("dice"), "modifier-dice")
    elif view.text("to") == "attacks":
        yield tell("item", view.value_span("dice"), "modifier-dice")


def narrowing(site: Site) -> Iterator[Told]:
    """R86, R73: `saves` and `skills` narrow effects and modifiers, so there have to be some."""
    view = View(site.node, site.offset)
    effects = [each.text for each in view.texts("effects")]
    targets = {each.text("to") for each in view.views("modifiers")}
    for key, (prefix, target) in _NARROWED.items():
        if not view.has(key):
            continue
        if target not in targets and not any(effect.startswith(prefix) for effect in effects):
            drop = fixes.drop_key(view, key)
            span = view.value_span(key)
            yield tell(_code(site), span, "narrows-nothing", key=key, to=target, fixes=drop)


def effects_without_board(site: Site) -> Iterator[Told]:
    """R91: effects that a board alone reads are legal without `combat.distance`, and do
    nothing."""
    view = View(site.node, site.offset)
    written = [each for each in view.texts("effects") if each.text in BOARD_EFFECTS]
    if written and site.env.has(_FIGHT) and not site.env.has(_BOARD):
        for each in written:
            yield tell("no-effect", each.span, "effect-without-distance", name=each.text)


def nothing_done(view: View, keys: tuple[str, ...]) -> Span | None:
    """Where to say that a block does nothing: None if one of `keys` does something."""
    for key in keys:
        value = view.value(key)
        if value is not None and not (key == "effects" and not view.items(key)):
            return None
    return view.value_span("effects")


def _present(node: Object) -> Hashable:
    return True


_MODIFIER: tuple[Rule, ...] = (
    modifier_does_something,
    modifier_flat,
    modifier_target,
    modifier_minus,
    modifier_without_board,
    modifier_dice_in_pool_fight,
)
_BLOCK: tuple[Rule, ...] = (narrowing, effects_without_board)

RULES: Mapping[str, tuple[Rule, ...]] = {
    "modifier": _MODIFIER,
    "combatCondition": _BLOCK,
    "combatLevel": _BLOCK,
    "itemEffect": _BLOCK,
    "otherwise": _BLOCK,
}
HEADS: Mapping[str, Callable[[Object], Hashable]] = {
    "itemEffect": _present,
    "otherwise": _present,
}
