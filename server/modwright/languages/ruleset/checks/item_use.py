"""Items that are used, and their charges (ruleset-format.md, 6.7, R75)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.entry_fights import dice_of_fight
from modwright.languages.ruleset.checks.mechanics import (
    area_without_board,
    free_or_budget,
    friendly_fire,
    plus_amount,
)
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_COMBAT = "combat"
# What a use may give back, and to whom (R75).
_RESTORING = ("heal", "buff")


def use_paid(site: Site) -> Iterator[Told]:
    """R75: in a fight a use costs a budget, or says that it is free."""
    use = part_of(site, "use")
    if use is None or not site.env.has(_COMBAT):
        return
    if not (use.view.has("budget") or use.view.has("free")):
        yield tell("missing-key", use.key, "use-budget")


def use_difficulty(site: Site) -> Iterator[Told]:
    """R75: a use that asks for a save says against what."""
    use = part_of(site, "use")
    if use is None or use.view.has("saveDifficulty"):
        return
    view = use.view
    saves = [clause.child("save") for clause in view.views("plus")]
    asks = (
        view.has("save")
        or any(each.has("saveEnds") for each in view.views("applies"))
        or any(save is not None and not save.has("difficulty") for save in saves)
    )
    if asks:
        yield tell("missing-key", use.key, "use-difficulty")


def use_to_hit(site: Site) -> Iterator[Told]:
    """R75: a use hits by `toHit` only if it rolls to hit."""
    view = View(site.node, site.offset)
    if view.has("toHit") and view.flag("attackRoll") is not True:
        drop = fixes.drop_key(view, "toHit")
        if not view.has("attackRoll"):
            drop = (fixes.add_key(view, "attackRoll", "true"), *drop)
        yield tell("exclusive-keys", view.key_span("toHit"), "use-to-hit", fixes=drop)


def use_up(site: Site) -> Iterator[Told]:
    """R75: a use takes the item away, or charges from it."""
    view = View(site.node, site.offset)
    if view.has("consumes") and view.has("charges"):
        drop = (*fixes.drop_key(view, "consumes"), *fixes.drop_key(view, "charges"))
        yield tell("exclusive-keys", view.key_span("charges"), "consumes", fixes=drop)


def restores(site: Site) -> Iterator[Told]:
    """R75: a use gives back something of a pool other than health, and does no harm."""
    view = View(site.node, site.offset)
    restore = view.child("restore")
    if restore is None:
        return
    kind = view.text("kind")
    if kind is not None and kind not in _RESTORING:
        yield tell("item", view.key_span("restore"), "restore-kind", kind=kind)
    amount = restore.child("amount")
    if amount is not None and not amount.keys:
        yield tell("item", restore.value_span("amount"), "restore-nothing")
    pool = restore.text("pool")
    health = site.env.fact(facts.health)
    if pool is not None and health.key == "pool" and pool == health.id:
        about = declared("pool", pool)
        yield tell("item", restore.value_span("pool"), "restore-health", name=pool, mentions=about)


def temporary(site: Site) -> Iterator[Told]:
    """R59: a wound track takes no temporary health."""
    view = View(site.node, site.offset)
    if view.has("temporary") and site.env.fact(holdings.wound_health):
        drop = fixes.drop_key(view, "temporary")
        yield tell("item", view.key_span("temporary"), "temporary", fixes=drop)


def charged(site: Site) -> Iterator[Told]:
    """R75: charges are for a use to spend, and one thing alone has them."""
    view, charges = View(site.node, site.offset), part_of(site, "charges")
    use = view.child("use")
    if charges is None:
        if use is not None and use.has("charges") and not view.has("charges"):
            yield tell("item", use.key_span("charges"), "no-charges")
        return
    if use is None or not use.has("charges"):
        yield tell("item", charges.key, "charges-unspent")
    stack, span = view.number("stack"), view.value_span("stack")
    if not view.has("stack"):
        add = (fixes.add_key(view, "stack", "1"),)
        yield tell("missing-key", charges.key, "charges-stack", key="stack", fixes=add)
    elif stack is not None and stack != 1:
        yield tell("item", span, "charges-stack", fixes=(fixes.put(span, 1.0),))
    yield from _holds_some(view, charges.view)


def _holds_some(item: View, charges: View) -> Iterator[Told]:
    """R75: where a stat says how many charges an item holds, that of the item is at least 1."""
    most, stats = charges.child("max"), item.child("stats")
    name = most.text("stat") if most else None
    held = stats.number(name) if stats is not None and name is not None else None
    if stats is not None and name is not None and held is not None and held < 1:
        span, about = stats.value_span(name), declared("stat", name)
        yield tell("item", span, "charges-none", name=name, held=held, mentions=about)


def recharged(site: Site) -> Iterator[Told]:
    """R75: what comes back at a rest is some, or all."""
    view = View(site.node, site.offset)
    amount = view.child("amount")
    if amount is not None and not amount.keys:
        yield tell("item", view.value_span("amount"), "recharge-nothing")


def breaks(site: Site) -> Iterator[Told]:
    """R75: the die that breaks an item can show more than breaks it."""
    view = View(site.node, site.offset)
    die, most = view.number("die"), view.number("atMost")
    if die is not None and most is not None and most > die:
        span = view.value_span("atMost")
        fix = (fixes.put(span, float(die)),)
        yield tell("item", span, "breaks-on", most=most, die=die, fixes=fix)


# What a use has in common with the mechanics of an entry, it has under the same rules.
_AS_MECHANICS: tuple[Rule, ...] = (
    free_or_budget,
    plus_amount,
    area_without_board,
    friendly_fire,
    dice_of_fight,
)

RULES: Mapping[str, tuple[Rule, ...]] = {
    "item": (use_paid, use_difficulty, charged),
    "itemUse": (use_to_hit, use_up, restores, temporary, *_AS_MECHANICS),
    "chargeRecharge": (recharged,),
    "breaksOn": (breaks,),
}
