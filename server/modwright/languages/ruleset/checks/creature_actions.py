"""What creatures do in a fight (ruleset-format.md, 6.3, R59, R62)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.checks.entry_fights import fight_die
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_COMBAT = "combat"
_DISTANCE = "combat/distance"
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


def signature_points(site: Site) -> Iterator[Told]:
    """R62b: signature actions are paid for with `signaturePoints`."""
    part = part_of(site, "creature")
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


def without_board(site: Site) -> Iterator[Told]:
    """Section 14, 12: without distances a fight reads neither area nor reach."""
    view = View(site.node, site.offset)
    if not site.env.has(_COMBAT) or site.env.has(_DISTANCE):
        return
    for key in _ON_BOARD:
        if view.has(key):
            yield tell("no-effect", view.key_span(key), "area" if key == "area" else "reach")


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (signature_points,),
    "creature": (steps,),
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
