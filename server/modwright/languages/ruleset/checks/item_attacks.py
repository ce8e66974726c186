"""Items that are fought with (ruleset-format.md, 6.6, R74)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.checks.items import is_wearable
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_COMBAT = "combat"
_DISTANCE = "combat/distance"
_OFF_HAND = "combat/offHand"


def attack_worn(site: Site) -> Iterator[Told]:
    """R74: an item one fights with is worn, and used in two hands it takes a slot."""
    item, attack = View(site.node, site.offset), part_of(site, "attack")
    if attack is None or not site.env.has(_COMBAT):
        return
    if not is_wearable(item):
        yield tell("item", attack.key, "attack-not-worn")
    slots = item.child("slots")
    if attack.view.has("versatile") and is_wearable(item) and not (slots and slots.keys):
        drop = fixes.drop_key(attack.view, "versatile")
        yield tell("item", attack.view.key_span("versatile"), "versatile-slot", fixes=drop)


def attack_read(site: Site) -> Iterator[Told]:
    """R74: without a fight nobody reads an attack; where rolls are added up, it has damage dice."""
    attack = part_of(site, "attack")
    if attack is None:
        return
    if not site.env.has(_COMBAT):
        yield tell("no-effect", attack.key, "attack")
        return
    damage = attack.view.child("damage")
    if damage is None or damage.has("dice"):
        return
    if site.env.fact(facts.resolution_kind) == facts.SUM:
        yield tell("missing-key", attack.view.key_span("damage"), "damage-dice")


def attack_blocks(site: Site) -> Iterator[Told]:
    """R74: reach and range need distances, a second weapon needs `combat.offHand`."""
    view = View(site.node, site.offset)
    if not site.env.has(_DISTANCE):
        for key in ("reach", "range"):
            if view.has(key):
                drop = fixes.drop_key(view, key)
                yield tell("needs-block", view.key_span(key), "item-distance", key=key, fixes=drop)
    if view.has("offHand") and not site.env.has(_OFF_HAND):
        drop = fixes.drop_key(view, "offHand")
        yield tell("needs-block", view.key_span("offHand"), "off-hand", fixes=drop)


def attack_target(site: Site) -> Iterator[Told]:
    """R74: only a pool has a target that can be moved."""
    view = View(site.node, site.offset)
    if not view.has("target"):
        return
    target = site.env.fact(facts.target)
    kind = site.env.fact(facts.resolution_kind)
    if kind == facts.SUM or (target is not None and not target.is_movable):
        drop = fixes.drop_key(view, "target")
        yield tell("wrong-resolution", view.key_span("target"), "item-target", fixes=drop)


def shots(site: Site) -> Iterator[Told]:
    """R74: what is shot comes from somewhere, and no more of it than a clip holds."""
    view = View(site.node, site.offset)
    ammo, clip = view.child("ammo"), view.child("clip")
    if ammo is not None and ammo.has("recover") and view.has("clip"):
        drop = fixes.drop_key(ammo, "recover")
        yield tell("exclusive-keys", ammo.key_span("recover"), "recover", fixes=drop)
    most = clip.number("max") if clip else None
    shooting = [(ammo, "perAttack")] if ammo else []
    for mode in view.views("modes"):
        if mode.has("ammo") and not (view.has("ammo") or view.has("clip")):
            drop = fixes.drop_key(mode, "ammo")
            yield tell("item", mode.key_span("ammo"), "mode-ammo", fixes=drop)
        shooting.append((mode, "ammo"))
    for holder, key in shooting:
        count, span = holder.number(key), holder.value_span(key)
        if count is not None and most is not None and count > most:
            fix = (fixes.put(span, float(most)),)
            yield tell("item", span, "more-than-clip", count=count, most=most, fixes=fix)


def strikes_at_least_once(site: Site) -> Iterator[Told]:
    """R74, R84: an attack strikes at least once."""
    strikes = View(site.node, site.offset).child("strikes")
    count = strikes.number("const") if strikes else None
    if strikes is not None and count is not None and count < 1:
        span = strikes.value_span("const")
        yield tell("item", span, "strikes", number=count, fixes=(fixes.put(span, 1.0),))


def long_range_is_longer(site: Site) -> Iterator[Told]:
    """R74, R84: the long range is not below the normal one, where both are numbers."""
    view = View(site.node, site.offset)
    normal, long = view.number("normal"), view.number("long")
    if normal is not None and long is not None and long < normal:
        span = view.value_span("long")
        fix = (fixes.swap(view.value_span("normal"), span), fixes.put(span, float(normal)))
        yield tell("item", span, "long-range", long=long, normal=normal, fixes=fix)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "item": (attack_worn, attack_read),
    "itemAttack": (attack_blocks, shots, strikes_at_least_once),
    "itemRange": (long_range_is_longer,),
    "itemToHit": (attack_target,),
    "itemMode": (attack_target,),
}
