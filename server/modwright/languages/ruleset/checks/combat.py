"""How fights are resolved: the block as a whole (ruleset-format.md, 8.2; R81-R94)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.checks.unknown import unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View, number_of
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

_DISTANCE = "distance"
# Accepted, and read by nothing (R89).
_IDLE_ACTIONS = ("hide", "ready")


def kind_of_resolution(site: Site) -> Iterator[Told]:
    """R81: pools are thrown in fights only where checks throw them."""
    view = View(site.node, site.offset)
    if view.text("kind") == facts.POOL:
        resolution = site.env.fact(facts.resolution_kind)
        if resolution != facts.POOL:
            yield tell("wrong-resolution", view.value_span("kind"), "combat-kind", kind=resolution)


def keys_of_kind(site: Site) -> Iterator[Told]:
    """R81: each kind of fight has its own keys, and needs them."""
    root = View(site.node, site.offset)
    view = root.child("combat")
    kind = view.text("kind") if view else None
    if view is None or kind not in _KEYS:
        return
    wanted, unwanted = _KEYS[kind]
    if view.has(unwanted):
        drop = fixes.drop_key(view, unwanted)
        span = view.key_span(unwanted)
        yield tell("wrong-resolution", span, "combat-key", key=unwanted, kind=kind, fixes=drop)
    if not view.has(wanted):
        add = (fixes.add_key(view, wanted, _STUBS[wanted]),)
        span = root.key_span("combat")
        yield tell("missing-key", span, "combat", key=wanted, kind=kind, fixes=add)
    initiative = view.child("initiative")
    if kind != facts.POOL and initiative is not None:
        for key in ("pool", "resource"):
            if initiative.has(key):
                span = initiative.key_span(key)
                drop = fixes.drop_key(initiative, key)
                yield tell("wrong-resolution", span, "initiative", key=key, fixes=drop)


# For each kind the key that it needs and the one it does not have.
_KEYS = {"attack-vs-defense": ("attackRoll", "pool"), facts.POOL: ("pool", "attackRoll")}
_STUBS = {"attackRoll": '{"dice": {"count": 1, "sides": 20}}', "pool": "{}"}


def kinds_of_damage(site: Site) -> Iterator[Told]:
    """R82: marks on a wound track have kinds, points of a pool have none."""
    root = View(site.node, site.offset)
    view = root.child("combat")
    if view is None:
        return
    health = facts.health_of(view)
    if health.key == "pool" and view.has("damageKinds"):
        drop = fixes.drop_key(view, "damageKinds")
        yield tell("combat", view.key_span("damageKinds"), "kinds-on-pool", fixes=drop)
    elif health.key == "track" and not view.has("damageKinds"):
        if site.env.trait(Key("track", "", health.id)) != "wound":
            return
        kinds = site.env.ids("woundKind", health.id)
        stub = f'{{"default": "{kinds[0] if kinds else ""}", "marks": "per-point"}}'
        fix = fixes.add_key(view, "damageKinds", stub)
        yield tell(
            "missing-key", root.key_span("combat"), "damage-kinds", key="damageKinds", fixes=(fix,)
        )


def kinds_by_type(site: Site) -> Iterator[Told]:
    """R82: `byType` names declared damage types, each once however it is spelled."""
    view = View(site.node, site.offset)
    kinds = view.child("damageKinds")
    by_type = kinds.child("byType") if kinds else None
    if by_type is None:
        return
    known = {_folded(each.text): each.text for each in view.texts("damageTypes")}
    seen: set[str] = set()
    for key in by_type.keys:
        name = _folded(key)
        if known and name not in known:
            span = by_type.key_span(key)
            yield unknown(Key("damageType", "", key), span, known.values())
        if name in seen:
            drop = fixes.drop_key(by_type, key)
            yield tell("duplicate-value", by_type.key_span(key), "by-type", name=key, fixes=drop)
        seen.add(name)


def needs_distance(site: Site) -> Iterator[Told]:
    """R91: these are read on a board only; the reader names the first of them."""
    view = View(site.node, site.offset)
    if view.has(_DISTANCE):
        return
    for key in ("ranged", "cover", "opportunity"):
        if view.has(key):
            yield tell("needs-block", view.key_span(key), "distance", key=key)
            return


def soak_of_kinds(site: Site) -> Iterator[Told]:
    """R93: soak says what it takes off, and by kind only where marks have kinds."""
    view = View(site.node, site.offset)
    pool = view.child("pool")
    soak = pool.child("soak") if pool else None
    if pool is None or soak is None:
        return
    if not soak.has("all") and not soak.has("byKind"):
        keys = ("all", "byKind")
        yield tell("exclusive-keys", pool.value_span("soak"), "soak", keys=keys)
    by_kind = soak.child("byKind")
    if by_kind is None:
        return
    health = facts.health_of(view)
    for kind in by_kind.keys:
        span = by_kind.key_span(kind)
        if health.key == "pool":
            yield tell("combat", span, "soak-on-pool", name=kind)
        elif health.key == "track" and not site.env.is_declared("woundKind", kind, health.id):
            known = site.env.ids("woundKind", health.id)
            yield unknown(Key("woundKind", health.id, kind), span, known)


def damage_target(site: Site) -> Iterator[Told]:
    """R93: no die shows more than it has sides."""
    view = View(site.node, site.offset)
    asked, sides = view.number("damageTarget"), site.env.fact(facts.die_sides)
    if asked is not None and sides is not None and asked > sides:
        span = view.value_span("damageTarget")
        mend = (fixes.put(span, float(sides)),)
        yield tell("impossible-face", span, "damage-target", number=asked, sides=sides, fixes=mend)


def idle_actions(site: Site) -> Iterator[Told]:
    """R89: `hide` and `ready` are accepted and do nothing."""
    view = View(site.node, site.offset)
    for each in view.texts("standard"):
        if each.text in _IDLE_ACTIONS:
            yield tell("no-effect", each.span, "standard", name=each.text)


def dodge_is_there(site: Site) -> Iterator[Told]:
    """R89: what dodging does is read only where one can dodge."""
    view = View(site.node, site.offset)
    effects = view.child("standardEffects")
    if effects is None or not effects.has("dodge"):
        return
    if "dodge" not in {each.text for each in view.texts("standard")}:
        yield tell("combat", effects.key_span("dodge"), "dodge")


def limits_once(site: Site) -> Iterator[Told]:
    """R94: a pool has one limit."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for limit in view.views("spendLimits"):
        pool = limit.text("pool")
        if pool is None:
            continue
        if pool in seen:
            drop = fixes.drop_item(view, "spendLimits", limit.span)
            yield tell(
                "duplicate-value", limit.value_span("pool"), "spend-limit", name=pool, fixes=drop
            )
        seen.add(pool)


def faces_of_one_die(site: Site) -> Iterator[Told]:
    """R20: only a single die has a highest and a lowest face."""
    view = View(site.node, site.offset)
    dice, naturals = view.child("dice"), view.child("naturals")
    count = dice.number("count") if dice else None
    if naturals is None or count is None or count == 1:
        return
    if any(naturals.text(key) not in (None, "none") for key in ("max", "min")):
        drop = fixes.drop_key(view, "naturals")
        span = view.value_span("naturals")
        yield tell("wrong-resolution", span, "combat-naturals", number=count, fixes=drop)


def dying_tracks(site: Site) -> Iterator[Told]:
    """R90: saves against death are counted on two plain tracks that hold at least one and are never
    hidden."""
    view = View(site.node, site.offset)
    successes, failures = view.text("successes"), view.text("failures")
    for key, name in (("successes", successes), ("failures", failures)):
        if name is None or site.env.trait(Key("track", "", name)) != "plain":
            continue
        node = site.env.node("track", name)
        if isinstance(node, Object) and View(node, 0).has("hideWhen"):
            yield tell("combat", view.value_span(key), "dying-hidden", name=name)
        low, high = facts.track_bounds(site.env, name)
        if high is None:
            yield tell("combat", view.value_span(key), "dying-number", name=name)
        elif high < 1 or (low is not None and high <= low):
            yield tell("combat", view.value_span(key), "dying-room", name=name)
    if successes is not None and successes == failures:
        yield tell("combat", view.value_span("failures"), "dying-same", name=successes)


def threat_ranges(site: Site) -> Iterator[Told]:
    """R93: the lower number of a range comes first."""
    view = View(site.node, site.offset)
    for key in ("health", "damagePerRound"):
        items = view.items(key)
        numbers = [number_of(item.node) for item in items]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            continue
        low, high = numbers[0], numbers[1]
        if low > high:
            swap = fixes.swap(items[0].span, items[1].span)
            yield tell("combat", items[0].span, "threat-range", low=low, high=high, fixes=(swap,))


def list_without_catalog(site: Site) -> Iterator[Told]:
    """R85: only rows that were picked from a catalog carry what they do in a fight."""
    view = View(site.node, site.offset)
    rows = view.text("list")
    if rows is None or not site.env.is_declared("list", rows):
        return
    if rows not in site.env.fact(facts.fed_lists):
        yield tell("no-effect", view.value_span("list"), "unfed-list", name=rows)


def _folded(name: str) -> str:
    return name.strip().lower()


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ruleset": (keys_of_kind, kinds_of_damage),
    "combat": (
        kind_of_resolution,
        kinds_by_type,
        needs_distance,
        soak_of_kinds,
        idle_actions,
        dodge_is_there,
        limits_once,
    ),
    "combatPool": (damage_target,),
    "attackRoll": (faces_of_one_die,),
    "dyingSaves": (faces_of_one_die, dying_tracks),
    "threatTier": (threat_ranges,),
    "combatAbility": (list_without_catalog,),
}
