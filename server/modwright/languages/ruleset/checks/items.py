"""Items and the words they are written in (ruleset-format.md, 6.4, 6.5, 7, R70-R73, R76)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import fixes, holdings
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.checks.rows import holds
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import NUMBER, misfit
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

# What a service is not: it is paid for, and nobody has it afterwards (R76).
_NOT_OF_SERVICE = (
    "slots",
    "stack",
    "binds",
    "worn",
    "carried",
    "requires",
    "attack",
    "use",
    "charges",
)
# What makes an effect block do something (R73).
_DOING = (
    "effects",
    "modifiers",
    "failsSaves",
    "abilities",
    "resist",
    "vulnerable",
    "immune",
    "conditionImmunities",
)
_ITEMS = "items"


def is_wearable(item: View) -> bool:
    """Whether an item can be worn: it takes a slot, or binds."""
    slots = item.child("slots")
    return item.has("binds") or (slots is not None and bool(slots.keys))


def stats(site: Site) -> Iterator[Told]:
    """R70: an item has stats of the items block, each holding what it can."""
    written = View(site.node, site.offset).child("stats")
    if written is None or not site.env.has(_ITEMS):
        return
    known = site.env.fact(holdings.stats)
    for name in written.keys:
        if name in known:
            span = written.value_span(name)
            yield from holds(written.value(name), span, known[name], "stat", name)
        else:
            yield unknown(Key("stat", "", name), written.key_span(name), known)


def slots(site: Site) -> Iterator[Told]:
    """R70: an item takes no more of a slot than there is of it."""
    written = View(site.node, site.offset).child("slots")
    if written is None:
        return
    counts = site.env.fact(holdings.slot_counts)
    for name in written.keys:
        taken, count = written.number(name), counts.get(name)
        if taken is not None and count is not None and taken > count:
            span = written.value_span(name)
            yield tell(
                "item",
                span,
                "slot-count",
                name=name,
                taken=taken,
                count=count,
                fixes=(fixes.put(span, float(count)),),
                mentions=declared("slot", name),
            )


def binding(site: Site) -> Iterator[Told]:
    """R70: what binds is counted by `items.binding`."""
    view = View(site.node, site.offset)
    if view.has("binds") and site.env.has(_ITEMS) and not site.env.has("items/binding"):
        yield tell("needs-block", view.key_span("binds"), "binding")


def worn(site: Site) -> Iterator[Told]:
    """Section 14, 21: what is neither in a slot nor bound is never worn."""
    view = View(site.node, site.offset)
    if view.child("worn") is not None and not is_wearable(view):
        yield tell("no-effect", view.key_span("worn"), "never-worn")


# ---- R76, R78: what is sold


def service(site: Site) -> Iterator[Told]:
    """R76: a service has a cost, and nothing that a thing has."""
    part = part_of(site, "item")
    if part is None or part.view.flag("service") is not True:
        return
    if not part.view.has("cost"):
        yield tell("missing-key", part.key, "service-cost")
    for key in _NOT_OF_SERVICE:
        if part.view.has(key):
            drop = fixes.drop_key(part.view, key)
            yield tell("exclusive-keys", part.view.key_span(key), "service", key=key, fixes=drop)


def sold(site: Site) -> Iterator[Told]:
    """R76, R78: what is sold is sold at a market, and only for a cost."""
    view = View(site.node, site.offset)
    if not view.has("sold") or not site.env.has(_ITEMS):
        return
    if not site.env.has("items/market"):
        yield tell("needs-block", view.key_span("sold"), "market")
    elif not view.has("cost"):
        yield tell("no-effect", view.key_span("sold"), "sold-without-cost")


# ---- R73: what an item does


def does_something(site: Site) -> Iterator[Told]:
    """R73: an effect block does something."""
    view = View(site.node, site.offset)
    if not any(_does(view, key) for key in _DOING):
        yield tell("item", view.key_span("effects"), "does-nothing", keys=_DOING)


def _does(view: View, key: str) -> bool:
    value = view.value(key)
    if key == "abilities" and isinstance(value, Object):
        return bool(View(value, 0).keys)
    return view.has(key)


def ability_changes(site: Site) -> Iterator[Told]:
    """R73: a score is set to what it can be, or changed by something."""
    view = View(site.node, site.offset)
    for name, change in view.children():
        if change.number("add") == 0:
            yield tell("item", change.value_span("add"), "add-zero", name=name)
        of = site.env.fact(holdings.abilities).get(name)
        value = change.value("set")
        if of is None or value is None or change.number("set") is None:
            continue
        why = misfit(value, of._replace(is_whole=False))
        if why is not None:
            span, about = change.value_span("set"), declared("ability", name)
            yield tell("bad-value", span, "cell", name=name, why=why, mentions=about)


# ---- R71, R72: the items block


def currency_units(site: Site) -> Iterator[Told]:
    """R71: a family has a coin worth 1, and no two coins of one worth."""
    view = View(site.node, site.offset)
    units = view.views("units")
    values = [unit.number("value") for unit in units]
    if units and None not in values and 1 not in values:
        yield tell("item", view.value_span("units"), "no-smallest-unit")
    seen: dict[float, str] = {}
    for unit, value in zip(units, values, strict=True):
        if value is None:
            continue
        if value in seen:
            about = declared("unit", seen[value]) if seen[value] else ()
            span = unit.value_span("value")
            yield tell(
                "duplicate-value", span, "unit", value=value, other=seen[value], mentions=about
            )
        seen.setdefault(value, unit.text("id") or "")


def per_weight(site: Site) -> Iterator[Told]:
    """R71: coins weigh something where weight is counted."""
    view = View(site.node, site.offset)
    if view.has("perWeight") and not site.env.has("items/carry"):
        drop = fixes.drop_key(view, "perWeight")
        yield tell("needs-block", view.key_span("perWeight"), "carry", fixes=drop)


def carried_stat(site: Site) -> Iterator[Told]:
    """R71: what an item weighs is never below 0."""
    view = View(site.node, site.offset)
    name = view.text("stat")
    of = site.env.fact(holdings.stats).get(name) if name is not None else None
    if name is None or of is None or of.type != NUMBER or of.low is None:
        return
    if of.low < 0:
        about = declared("stat", name)
        span = view.value_span("stat")
        yield tell("item", span, "carry-below-zero", name=name, low=of.low, mentions=about)


def caps_once(site: Site) -> Iterator[Told]:
    """R72: a rarity is capped once."""
    seen: set[str] = set()
    for cap in View(site.node, site.offset).views("rarityCaps"):
        name = cap.text("rarity")
        if name is not None and name in seen:
            yield tell("duplicate-value", cap.value_span("rarity"), "cap", name=name)
        seen.add(name or "")


def cap_stats(site: Site) -> Iterator[Told]:
    """R72: a cap is one of the numbers that the stat can hold."""
    written = View(site.node, site.offset).child("stats")
    known = site.env.fact(holdings.stats)
    for name in written.keys if written else ():
        assert written is not None
        of = known.get(name)
        if of is not None and of.type == NUMBER:
            span = written.value_span(name)
            yield from holds(written.value(name), span, of, "stat", name)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (service,),
    "item": (stats, slots, binding, worn, sold),
    "itemEffect": (does_something,),
    "otherwise": (does_something,),
    "itemAbilities": (ability_changes,),
    "items": (caps_once,),
    "currency": (currency_units, per_weight),
    "carry": (carried_stat,),
    "rarityCap": (cap_stats,),
}
