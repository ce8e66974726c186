"""Bestiary entries: numbers, actions, riders (ruleset-format.md, 6.3, R52, R59, R61, R62, R93)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.mechanics import fight_die, part_of_entry
from modwright.languages.ruleset.checks.unknown import unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Array

_COMBAT = "combat"
_THREAT = "combat/threat"
_DISTANCE = "combat/distance"
_SHEET = "sheet"
# What a creature needs without a sheet, and what a sheet says in its place (R61).
_PLAIN = ("health", "defense", "initiativeModifier")
_OF_SHEET = (*_PLAIN, "speed", "abilities", "saves", "checks", "soak", "hardness")
# What a chain of actions leaves to its actions (R62).
_OF_STEPS = (
    "toHit",
    "autoHit",
    "damage",
    "save",
    "saveDifficulty",
    "applies",
    "targetCount",
    "area",
    "reaction",
    "self",
)
# What names other targets than oneself (R62).
_OF_OTHERS = ("targetCount", "area")
_ON_BOARD = ("area", "reach")


def threat(site: Site) -> Iterator[Told]:
    """R52: a creature stands on a rung of `combat.threat`."""
    view = View(site.node, site.offset)
    if view.has("tier") and site.env.has(_COMBAT) and not site.env.has(_THREAT):
        yield tell("needs-block", view.value_span("tier"), "threat")


def plain_numbers(site: Site) -> Iterator[Told]:
    """R61: a creature without a sheet has its numbers, and something to do."""
    part = part_of_entry(site, "creature")
    if part is None or part.view.has(_SHEET):
        return
    for key in _PLAIN:
        if not part.view.has(key):
            yield tell("missing-key", part.key, "creature", key=key)
    actions = part.view.value("actions")
    if not part.view.has("actions"):
        yield tell("missing-key", part.key, "actions")
    elif isinstance(actions, Array) and not actions.items:
        yield tell("creature", part.view.value_span("actions"), "no-actions")


def beside_sheet(site: Site) -> Iterator[Told]:
    """R61: a creature with a sheet has its numbers from there."""
    view = View(site.node, site.offset)
    if not view.has(_SHEET):
        return
    for key in _OF_SHEET:
        if view.has(key):
            drop = fixes.drop_key(view, key)
            yield tell("exclusive-keys", view.key_span(key), "creature-sheet", key=key, fixes=drop)


def soak(site: Site) -> Iterator[Told]:
    """R93: soak is of a fight of dice pools that has it, and by the marks of its health track."""
    view = View(site.node, site.offset)
    if not view.has("soak") or view.has(_SHEET) or not site.env.has(_COMBAT):
        return
    key = view.key_span("soak")
    drop = fixes.drop_key(view, "soak")
    if site.env.fact(facts.combat_kind) != facts.POOL:
        yield tell("wrong-resolution", key, "soak", fixes=drop)
    elif not site.env.fact(holdings.fight_soaks):
        yield tell("needs-block", key, "soak", fixes=drop)
    else:
        yield from _soak_kinds(site, view)


def _soak_kinds(site: Site, creature: View) -> Iterator[Told]:
    soaked = creature.child("soak")
    kinds = soaked.child("byKind") if soaked else None
    health = site.env.fact(facts.combat_health)
    for name in kinds.keys if kinds else ():
        assert kinds is not None
        key = kinds.key_span(name)
        if health.key != "track":
            yield tell("creature", key, "soak-kind", name=name, fixes=fixes.drop_key(kinds, name))
        elif not site.env.is_declared("woundKind", name, health.id):
            known = site.env.ids("woundKind", health.id)
            yield unknown(Key("woundKind", health.id, name), key, known)


def hardness(site: Site) -> Iterator[Told]:
    """R92: hardness is read where a style of initiative spends."""
    view = View(site.node, site.offset)
    if not view.has("hardness") or view.has(_SHEET) or not site.env.has(_COMBAT):
        return
    if not site.env.fact(holdings.a_style_spends):
        drop = fixes.drop_key(view, "hardness")
        yield tell("creature", view.key_span("hardness"), "hardness", fixes=drop)


# ---- signature (R62b)


def signature_points(site: Site) -> Iterator[Told]:
    """R62b: signature actions are paid for with `signaturePoints`."""
    part = part_of_entry(site, "creature")
    if part is None:
        return
    bought = [each for each in part.view.views("actions") if each.has("signature")]
    points = part.view.number("signaturePoints")
    if bought and not part.view.has("signaturePoints"):
        yield tell("missing-key", part.key, "signature-points")
    if points is None:
        return
    for action in bought:
        signature = action.child("signature")
        cost = signature.number("cost") if signature else None
        if signature is not None and cost is not None and cost > points:
            span = signature.value_span("cost")
            fix = (fixes.put(span, float(points)),)
            yield tell("creature", span, "signature-cost", cost=cost, points=points, fixes=fix)


# ---- actions (R62)


def sequence_alone(site: Site) -> Iterator[Told]:
    """R62: a chain of actions does what its actions do, and nothing of its own."""
    view = View(site.node, site.offset)
    if view.has("sequence"):
        for key in _OF_STEPS:
            if view.has(key):
                drop = fixes.drop_key(view, key)
                yield tell("exclusive-keys", view.key_span(key), "sequence", key=key, fixes=drop)


def on_oneself(site: Site) -> Iterator[Told]:
    """R62: what a creature does to itself has no other targets."""
    view = View(site.node, site.offset)
    if view.has("self") and not view.has("sequence"):
        for key in _OF_OTHERS:
            if view.has(key):
                drop = fixes.drop_key(view, key)
                yield tell("exclusive-keys", view.key_span(key), "self", key=key, fixes=drop)


def reaction_signature(site: Site) -> Iterator[Told]:
    """R62: a reaction is not bought with signature points."""
    view = View(site.node, site.offset)
    if view.has("signature") and view.has("reaction"):
        drop = fixes.drop_key(view, "signature")
        yield tell("exclusive-keys", view.key_span("signature"), "reaction-signature", fixes=drop)


def long_range(site: Site) -> Iterator[Told]:
    """R62: the long range is not shorter than the normal one."""
    view = View(site.node, site.offset)
    normal, long = view.number("normal"), view.number("long")
    if normal is not None and long is not None and long < normal:
        span = view.value_span("long")
        fix = (fixes.swap(view.value_span("normal"), span), fixes.put(span, float(normal)))
        yield tell("creature", span, "long-range", long=long, normal=normal, fixes=fix)


def one_save_number(site: Site) -> Iterator[Told]:
    """R62a: an action has one number to save against, and has it where one is needed."""
    view = View(site.node, site.offset)
    if view.has("sequence"):
        return
    if view.has("save") and view.has("saveDifficulty"):
        drop = fixes.drop_key(view, "saveDifficulty")
        yield tell("exclusive-keys", view.key_span("saveDifficulty"), "save-difficulty", fixes=drop)
    if view.has("save") or view.has("saveDifficulty"):
        return
    if any(each.has("saveEnds") for each in view.views("applies")):
        yield tell("missing-key", view.key_span("saveDifficulty"), "save-difficulty")
    damage = view.child("damage")
    for clause in damage.views("plus") if damage else ():
        save = clause.child("save")
        if save is not None and not save.has("difficulty"):
            yield tell("missing-key", clause.key_span("save"), "plus-difficulty")


def recharge(site: Site) -> Iterator[Told]:
    """R62b: the dice of a recharge can show what it asks for."""
    view = View(site.node, site.offset)
    dice, wanted = view.child("dice"), view.number("from")
    count = dice.number("count") if dice else None
    sides = dice.number("sides") if dice else None
    if wanted is None or count is None or sides is None:
        return
    most = count * sides
    if wanted > most:
        span = view.value_span("from")
        fix = (fixes.put(span, float(most)),)
        yield tell("creature", span, "recharge", wanted=wanted, most=most, fixes=fix)


def dice_of_action(site: Site) -> Iterator[Told]:
    """R59: a fight of dice pools throws the ruleset's own die for all harm."""
    damage = View(site.node, site.offset).child("damage")
    if damage is not None:
        yield from fight_die(site, damage)
        for clause in damage.views("plus"):
            yield from fight_die(site, clause)


def dice_of_rider(site: Site) -> Iterator[Told]:
    """R59: the same for what a rider adds."""
    amount = View(site.node, site.offset).child("amount")
    if amount is not None:
        yield from fight_die(site, amount)


def steps(site: Site) -> Iterator[Told]:
    """R62: a chain is made of plain actions: no chain, no reaction, none that is bought."""
    creature = View(site.node, site.offset)
    actions = {each.text("id"): each for each in reversed(creature.views("actions"))}
    for action in creature.views("actions"):
        for step in action.views("sequence"):
            name = step.text("action")
            other = actions.get(name) if name is not None else None
            if other is None:
                continue
            key = next((key for key in ("sequence", "reaction", "signature") if other.has(key)), "")
            if key:
                variant = "step-self" if name == action.text("id") else f"step-{key}"
                yield tell("wrong-reference", step.value_span("action"), variant, name=name or "")


def without_board(site: Site) -> Iterator[Told]:
    """Section 14, 12: without distances a fight reads neither area nor reach."""
    view = View(site.node, site.offset)
    if not site.env.has(_COMBAT) or site.env.has(_DISTANCE):
        return
    for key in _ON_BOARD:
        if view.has(key):
            yield tell("no-effect", view.key_span(key), "area" if key == "area" else "reach")


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (plain_numbers, signature_points),
    "creature": (threat, beside_sheet, soak, hardness, steps),
    "action": (
        sequence_alone,
        on_oneself,
        reaction_signature,
        one_save_number,
        dice_of_action,
        without_board,
    ),
    "creatureRange": (long_range,),
    "recharge": (recharge,),
    "creatureRider": (dice_of_rider,),
}
