"""Items that are fought with and used (ruleset-format.md, 6.6, 6.7, R74, R75)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.items import is_wearable
from modwright.languages.ruleset.checks.mechanics import Part
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import ENUM, NUMBER, TypedValue
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_COMBAT = "combat"
_DISTANCE = "combat/distance"
_OFF_HAND = "combat/offHand"
# What a use may give back, and to whom (R75).
_RESTORING = ("heal", "buff")
_NUMBER = "number"
_DICE = "dice"
_ABILITIES = "abilities"
_SKILL = "skill"
_TEXT = "text"
# Which sort of stat may stand in place of a value, by shape and key (R74, R75).
_WANTED: Mapping[str, Mapping[str, str]] = {
    "itemAttack": {"reach": _NUMBER, "versatile": _DICE, "floor": _NUMBER},
    "itemToHit": {
        "abilities": _ABILITIES,
        "skill": _SKILL,
        "bonus": _NUMBER,
        "target": _NUMBER,
    },
    "itemDamage": {
        "dice": _DICE,
        "abilities": _ABILITIES,
        "bonus": _NUMBER,
        "type": _TEXT,
    },
    "itemRange": {"normal": _NUMBER, "long": _NUMBER},
    "ammo": {"perAttack": _NUMBER, "recover": _NUMBER},
    "clip": {"max": _NUMBER},
    "itemMode": {"ammo": _NUMBER, "toHit": _NUMBER, "target": _NUMBER, "targets": _NUMBER},
    "itemOnHit": {"atLeast": _NUMBER, "rounds": _NUMBER},
    "itemUse": {"toHit": _NUMBER, "saveDifficulty": _NUMBER},
    "gate": {"difficulty": _NUMBER},
    "charges": {"max": _NUMBER},
}


def _part(site: Site, key: str) -> tuple[View, Part] | None:
    """The item, and its part at `key`."""
    view = View(site.node, site.offset)
    child = view.child(key)
    return (view, Part(child, view.key_span(key))) if child is not None else None


def stat_of_sort(shape: str) -> Rule:
    """R74, R75: a stat that stands in place of a value of a `shape` can stand for one."""

    def rule(site: Site) -> Iterator[Told]:
        view = View(site.node, site.offset)
        for key, wanted in _WANTED[shape].items():
            reference = view.child(key)
            name = reference.text("stat") if reference else None
            if reference is None or name is None:
                continue
            of = site.env.fact(holdings.stats).get(name)
            if of is not None and not _FITS[wanted](site, of):
                span, about = reference.value_span("stat"), declared("stat", name)
                yield tell("wrong-reference", span, f"item-{wanted}", name=name, mentions=about)

    return rule


def _is_number(site: Site, of: TypedValue) -> bool:
    return of.type == NUMBER


def _is_dice(site: Site, of: TypedValue) -> bool:
    return of.type == _DICE


def _is_text(site: Site, of: TypedValue) -> bool:
    return of.type in (_TEXT, ENUM)


def _names(kind: str) -> Callable[[Site, TypedValue], bool]:
    def fits(site: Site, of: TypedValue) -> bool:
        return of.type == ENUM and all(
            site.env.is_declared(kind, choice) for choice in of.choices or ()
        )

    return fits


_FITS: Mapping[str, Callable[[Site, TypedValue], bool]] = {
    _NUMBER: _is_number,
    _DICE: _is_dice,
    _TEXT: _is_text,
    _ABILITIES: _names("ability"),
    _SKILL: _names("skill"),
}


# ---- R74: attacks


def attack_worn(site: Site) -> Iterator[Told]:
    """R74: an item one fights with is worn, and used in two hands it takes a slot."""
    found = _part(site, "attack")
    if found is None:
        return
    item, attack = found
    if not is_wearable(item):
        yield tell("item", attack.key, "attack-not-worn")
    slots = item.child("slots")
    if attack.view.has("versatile") and is_wearable(item) and not (slots and slots.keys):
        drop = fixes.drop_key(attack.view, "versatile")
        yield tell("item", attack.view.key_span("versatile"), "versatile-slot", fixes=drop)


def attack_read(site: Site) -> Iterator[Told]:
    """R74: without a fight nobody reads an attack; in one that sums, it has damage dice."""
    found = _part(site, "attack")
    if found is None:
        return
    attack = found[1]
    if not site.env.has(_COMBAT):
        yield tell("no-effect", attack.key, "attack")
        return
    damage = attack.view.child("damage")
    if site.env.fact(facts.combat_kind) == facts.DEFENSE and not (damage and damage.has("dice")):
        key = attack.view.key_span("damage") if attack.view.has("damage") else attack.key
        yield tell("missing-key", key, "damage-dice")


def attack_blocks(site: Site) -> Iterator[Told]:
    """R74: reach and range need distances, a second weapon needs `combat.offHand`."""
    view = View(site.node, site.offset)
    if not site.env.has(_COMBAT):
        return
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


# ---- R75: uses


def use_paid(site: Site) -> Iterator[Told]:
    """R75: in a fight a use costs a budget, or says that it is free."""
    found = _part(site, "use")
    if found is None or not site.env.has(_COMBAT):
        return
    use = found[1]
    if not (use.view.has("budget") or use.view.has("free")):
        yield tell("missing-key", use.key, "use-budget")


def use_difficulty(site: Site) -> Iterator[Told]:
    """R75: a use that asks for a save says against what."""
    found = _part(site, "use")
    if found is None or found[1].view.has("saveDifficulty"):
        return
    use = found[1]
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
        yield tell("exclusive-keys", view.key_span("consumes"), "consumes", fixes=drop)


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
    health = site.env.fact(facts.combat_health)
    if pool is not None and health.key == "pool" and pool == health.id:
        about = declared("pool", pool)
        yield tell("item", restore.value_span("pool"), "restore-health", name=pool, mentions=about)


def charged(site: Site) -> Iterator[Told]:
    """R75: charges are for a use to spend, and one thing alone has them."""
    view = View(site.node, site.offset)
    use = view.child("use")
    if view.has("charges"):
        if use is None or not use.has("charges"):
            yield tell("item", view.key_span("charges"), "charges-unspent")
        stack, span = view.number("stack"), view.value_span("stack")
        if stack is not None and stack != 1:
            yield tell("item", span, "charges-stack", fixes=(fixes.put(span, 1.0),))
    elif use is not None and use.has("charges"):
        yield tell("no-effect", use.key_span("charges"), "no-charges")


def breaks(site: Site) -> Iterator[Told]:
    """R75: the die that breaks an item can show more than breaks it."""
    view = View(site.node, site.offset)
    die, most = view.number("die"), view.number("atMost")
    if die is not None and most is not None and most > die:
        span = view.value_span("atMost")
        fix = (fixes.put(span, float(die)),)
        yield tell("item", span, "breaks-on", most=most, die=die, fixes=fix)


_OWN: Mapping[str, tuple[Rule, ...]] = {
    "item": (attack_worn, attack_read, use_paid, use_difficulty, charged),
    "itemAttack": (attack_blocks, shots),
    "itemToHit": (attack_target,),
    "itemMode": (attack_target,),
    "itemUse": (use_to_hit, use_up, restores),
    "breaksOn": (breaks,),
}
RULES: Mapping[str, tuple[Rule, ...]] = {
    shape: (*_OWN.get(shape, ()), *((stat_of_sort(shape),) if shape in _WANTED else ()))
    for shape in {**_OWN, **_WANTED}
}
