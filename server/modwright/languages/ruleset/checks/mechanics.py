"""What an entry does in play (ruleset-format.md, 6.2, R56a, R60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes, holdings
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_RIDER = "rider"
_HEAL = "heal"
# What else an entry of kind rider may have (R56a).
_BESIDE_RIDER = ("kind", _RIDER, "check", "scales")
# What keeps a `utility` entry on the menus of a fight (ruleset-format.md, section 14, 9).
_IN_FIGHT = ("gives", "standard", "check")
_COMBAT = "combat"
_DISTANCE = "combat/distance"


def rider_is_there(site: Site) -> Iterator[Told]:
    """R56a: an entry of kind rider has a `rider`, and no other entry has."""
    part = part_of(site, "mechanics")
    kind = part.view.text("kind") if part else None
    if part is None or kind is None:
        return
    if kind == _RIDER and not part.view.has(_RIDER):
        yield tell("missing-key", part.key, "rider")
    elif kind != _RIDER and part.view.has(_RIDER):
        fix = (fixes.put(part.view.value_span("kind"), _RIDER), *fixes.drop_key(part.view, _RIDER))
        yield tell("exclusive-keys", part.view.value_span("kind"), "rider", kind=kind, fixes=fix)


def beside_rider(site: Site) -> Iterator[Told]:
    """R56a: a rider adds to an attack, so it says nothing of what an action would do."""
    view = View(site.node, site.offset)
    if view.text("kind") != _RIDER:
        return
    for key in view.keys:
        if key not in _BESIDE_RIDER and key in site.shape.places:
            drop = fixes.drop_key(view, key)
            yield tell("exclusive-keys", view.key_span(key), "beside-rider", key=key, fixes=drop)


def free_or_budget(site: Site) -> Iterator[Told]:
    """R56a: what is free takes no budget."""
    view = View(site.node, site.offset)
    if view.has("free") and view.has("budget") and view.text("kind") != _RIDER:
        drop = (*fixes.drop_key(view, "free"), *fixes.drop_key(view, "budget"))
        yield tell("exclusive-keys", view.key_span("free"), "free-budget", fixes=drop)


def plus_amount(site: Site) -> Iterator[Told]:
    """R56a: `plus` adds to an amount of harm."""
    view = View(site.node, site.offset)
    kind = view.text("kind")
    if not view.has("plus") or kind == _RIDER:
        return
    drop = fixes.drop_key(view, "plus")
    if kind == _HEAL:
        yield tell("exclusive-keys", view.key_span("plus"), "plus-heal", fixes=drop)
    elif not view.has("amount"):
        yield tell("exclusive-keys", view.key_span("plus"), "plus-alone", fixes=drop)


def until_save(site: Site) -> Iterator[Told]:
    """R56a: what lasts until a save says which."""
    view = View(site.node, site.offset)
    if view.text("duration") == "until-save" and not view.has("saveEnds"):
        yield tell("missing-key", view.key_span("saveEnds"), "save-ends")


def cancels(site: Site) -> Iterator[Told]:
    """R56a: what has hit or harmed already cannot be called off."""
    view = View(site.node, site.offset)
    on = view.text("on")
    if view.has("cancels") and on in ("hit", "harmed"):
        drop = fixes.drop_key(view, "cancels")
        yield tell("exclusive-keys", view.key_span("cancels"), "cancels", on=on, fixes=drop)


def standard_repeated(site: Site) -> Iterator[Told]:
    """R56a: a standard action is granted once."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for action in view.texts("actions"):
        if action.text in seen:
            drop = fixes.drop_item(view, "actions", action.span)
            yield tell("duplicate-value", action.span, "word", name=action.text, fixes=drop)
        seen.add(action.text)


# ---- R60 and section 14: what has no effect, or another than it seems to have


def reaction_word(site: Site) -> Iterator[Told]:
    """R60: `reaction` as a mere word: false says nothing, true hides the entry."""
    view = View(site.node, site.offset)
    if view.flag("reaction") is False:
        drop = fixes.drop_key(view, "reaction")
        yield tell("no-effect", view.key_span("reaction"), "reaction-false", fixes=drop)
    elif view.flag("reaction") is True and site.env.has(_COMBAT):
        yield tell("no-effect", view.key_span("reaction"), "reaction-true")


def idle_utility(site: Site) -> Iterator[Told]:
    """R60: a fight shows a `utility` entry only for what it gives, grants, cancels or changes."""
    view = View(site.node, site.offset)
    if view.text("kind") != "utility" or any(view.has(key) for key in _IN_FIGHT):
        return
    reaction = view.child("reaction")
    if (reaction is None or not reaction.has("cancels")) and site.env.has(_COMBAT):
        yield tell("no-effect", view.value_span("kind"), "utility")


def area_without_board(site: Site) -> Iterator[Told]:
    """Section 14, 12: without distances a fight reads no area."""
    view = View(site.node, site.offset)
    if view.has("area") and site.env.has(_COMBAT) and not site.env.has(_DISTANCE):
        yield tell("no-effect", view.key_span("area"), "area")


def friendly_fire(site: Site) -> Iterator[Told]:
    """Section 14, 13: an area catches one's own side as well, unless it is told not to."""
    view = View(site.node, site.offset)
    if view.has("area") and view.text("targets") == "enemy" and not view.has("friendlyFire"):
        fix = (fixes.add_key(view, "friendlyFire", "false"),)
        yield tell("trap", view.key_span("area"), "friendly-fire", fixes=fix)


def cost_pool(site: Site) -> Iterator[Told]:
    """Section 14, 16 and 17: what a cost is paid from, where it is not what it seems to be."""
    view = View(site.node, site.offset)
    name, span = view.text("pool"), view.value_span("pool")
    if name is None:
        return
    is_pool, is_group = (site.env.is_declared(kind, name) for kind in ("pool", "poolGroup"))
    if is_pool and is_group:
        yield tell("trap", span, "pool-or-group", name=name, mentions=declared("pool", name))
    elif not is_pool and not is_group and name in site.env.fact(holdings.pools_of_rows):
        yield tell("trap", span, "row-pool", name=name, mentions=declared("list", name))


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (rider_is_there,),
    "mechanics": (
        beside_rider,
        free_or_budget,
        plus_amount,
        reaction_word,
        idle_utility,
        area_without_board,
        friendly_fire,
    ),
    "applies": (until_save,),
    "reactionMoment": (cancels,),
    "mechanicsStandard": (standard_repeated,),
    "cost": (cost_pool,),
}
