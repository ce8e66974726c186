"""How checks are rolled (ruleset-format.md, section 2). Ladders have a module of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

_FACES = ("double", "explode")
_LOW_FACES = ("cancel", "botch")


def naturals(site: Site) -> Iterator[Told]:
    """R20: a natural result is the face of a single die."""
    view = View(site.node, site.offset)
    inner, dice = view.child("naturals"), view.child("dice")
    count = dice.number("count") if dice else None
    if inner is None or count is None or count == 1:
        return
    if any(inner.text(key) not in (None, "none") for key in ("check", "save")):
        drop = fixes.drop_key(view, "naturals")
        yield tell(
            "wrong-resolution", view.value_span("naturals"), "naturals", count=count, fixes=drop
        )


def multipliers(site: Site) -> Iterator[Told]:
    """R21: a tier can multiply the proficiency bonus only where there is one."""
    view = View(site.node, site.offset)
    if view.has("proficiency"):
        return
    for tier in view.views("proficiencyTiers"):
        times = tier.number("multiplier")
        if times:
            drop = fixes.drop_key(tier, "multiplier")
            span = tier.value_span("multiplier")
            yield tell("wrong-resolution", span, "multiplier", number=times, fixes=drop)


def flat_for_everyone(site: Site) -> Iterator[Told]:
    """Trap 8: the first tier is the untrained one, so what it adds everybody has."""
    for tier in View(site.node, site.offset).views("proficiencyTiers")[:1]:
        for key in ("flat", "multiplier"):
            number = tier.number(key)
            if number:
                yield tell("trap", tier.value_span(key), "first-tier", number=number)


def nothing_to_spend(site: Site) -> Iterator[Told]:
    """R26: nothing can be spent on a sum of dice."""
    view = View(site.node, site.offset)
    drop = fixes.drop_key(view, "spend")
    for spend in view.views("spend"):
        yield tell("wrong-resolution", spend.span, "spend", fixes=drop)


def spends_once(site: Site) -> Iterator[Told]:
    """R26: a pool pays in one entry only."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for item in view.items("spend"):
        if not isinstance(item.node, Object):
            continue
        spend = View(item.node, item.span[0])
        pool = spend.text("pool")
        if pool is not None and pool in seen:
            drop = fixes.drop_item(view, "spend", item.span)
            yield tell("duplicate-value", spend.value_span("pool"), "spend", name=pool, fixes=drop)
        seen.add(pool or "")


def pool_size(site: Site) -> Iterator[Told]:
    """R22: the fewest dice are no more than the most."""
    view = View(site.node, site.offset)
    low, high = view.number("min"), view.number("max")
    if low is not None and high is not None and low > high:
        swap = fixes.exchange(view, "min", "max")
        yield tell("never-fires", view.value_span("min"), "pool", low=low, high=high, fixes=swap)


def target_faces(site: Site) -> Iterator[Told]:
    """R22: the target lies between its bounds, and on the die."""
    view = View(site.node, site.offset)
    sides = site.env.fact(facts.die_sides)
    low, high, default = (view.number(key) for key in ("min", "max", "default"))
    if low is not None and high is not None:
        if low > high:
            swap = fixes.exchange(view, "min", "max")
            span = view.value_span("min")
            yield tell("impossible-face", span, "target-order", low=low, high=high, fixes=swap)
        elif default is not None and not low <= default <= high:
            mend = (fixes.put(view.value_span("default"), float(min(max(default, low), high))),)
            span = view.value_span("default")
            yield tell(
                "impossible-face", span, "default", number=default, low=low, high=high, fixes=mend
            )
    for key, number in (("default", default), ("min", low), ("max", high)):
        if number is not None and sides is not None and number > sides:
            span = view.value_span(key)
            yield tell("impossible-face", span, "target", number=number, sides=sides)


def special_faces(site: Site) -> Iterator[Told]:
    """R22: `double` and `explode` speak of faces the die has, and a check may only ask for lower
    ones than those that count anyway."""
    view = View(site.node, site.offset)
    sides = site.env.fact(facts.die_sides)
    for rule in filter(None, map(view.child, _FACES)):
        start, least = rule.number("from"), rule.number("min")
        for key, number in (("from", start), ("min", least)):
            if number is not None and sides is not None and number > sides:
                span = rule.value_span(key)
                mend = (fixes.put(span, float(sides)),) if sides >= 2 else ()
                yield tell("never-fires", span, "face", number=number, sides=sides, fixes=mend)
        if start is not None and least is not None and start < least:
            span = rule.value_span("from")
            yield tell("never-fires", span, "asked", number=start, least=least)


def low_faces(site: Site) -> Iterator[Told]:
    """R23: a face cannot succeed and cancel, or succeed and botch."""
    view = View(site.node, site.offset)
    target = view.child("target")
    low = target.number("min") if target else None
    for key in _LOW_FACES:
        rule = view.child(key)
        number = rule.number("upTo") if rule else None
        if rule is None or number is None or low is None or number < low:
            continue
        span = rule.value_span("upTo")
        mend = (fixes.put(span, float(low - 1)),) if low >= 2 else ()
        yield tell("impossible-face", span, key, number=number, target=low, fixes=mend)


def reroll_faces(site: Site) -> Iterator[Told]:
    """R24: a reroll leaves at least one face as it is."""
    view = View(site.node, site.offset)
    number, sides = view.number("upTo"), site.env.fact(facts.die_sides)
    if number is not None and sides is not None and number >= sides:
        span = view.value_span("upTo")
        mend = (fixes.put(span, float(sides - 1)),) if sides >= 2 else ()
        yield tell("impossible-face", span, "reroll", number=number, sides=sides, fixes=mend)


def harder(site: Site) -> Iterator[Told]:
    """R27: untrained rolls can be harder only where a pool's target can move."""
    view = View(site.node, site.offset)
    if view.text("untrained") != "harder":
        return
    kind = site.env.fact(facts.resolution_kind)
    target = site.env.fact(facts.target)
    span = view.value_span("untrained")
    mend = (fixes.put(span, "normal"), *fixes.drop_key(view, "untrained"))
    if kind == facts.SUM:
        yield tell("wrong-resolution", span, "harder-sum", fixes=mend)
    elif target is not None and target.low is not None and target.low == target.high:
        yield tell("wrong-resolution", span, "harder-fixed", target=target.low, fixes=mend)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "resolution": (multipliers, flat_for_everyone),
    "diceSumResolution": (naturals, nothing_to_spend),
    "dicePoolResolution": (spends_once, special_faces, low_faces),
    "poolRange": (pool_size,),
    "targetRange": (target_faces,),
    "rerollRule": (reroll_faces,),
    "namedReroll": (reroll_faces,),
    "section": (harder,),
    "skill": (harder,),
    "save": (harder,),
}
