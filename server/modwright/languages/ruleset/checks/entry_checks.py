"""Entries that change a check (ruleset-format.md, 6.2, R57). That a reroll ends (R24) is said of
all rerolls in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told


def check_needs_pool(site: Site) -> Iterator[Told]:
    """R57: only a pool of dice has something that `check` could change."""
    part = View(site.node, site.offset)
    if part.has("check") and site.env.fact(facts.resolution_kind) == facts.SUM:
        drop = fixes.drop_key(part, "check")
        yield tell("wrong-resolution", part.key_span("check"), "check", fixes=drop)


def check_threshold(site: Site) -> Iterator[Told]:
    """R57: a threshold lies where the target of a check may be."""
    view = View(site.node, site.offset)
    threshold, target = view.number("threshold"), site.env.fact(facts.target)
    if threshold is None or target is None or target.low is None or target.high is None:
        return
    low, high = target.low, target.high
    if low > high or low <= threshold <= high:
        return
    span = view.value_span("threshold")
    if low == high:
        drop = fixes.drop_key(view, "threshold")
        yield tell("wrong-resolution", span, "threshold", target=low, fixes=drop)
    else:
        fix = (fixes.put(span, float(min(max(threshold, low), high))),)
        yield tell("impossible-face", span, "threshold", low=low, high=high, fixes=fix)


def check_faces(site: Site) -> Iterator[Told]:
    """R57: `explode` and `double` move a face as far as the resolution lets it move."""
    view = View(site.node, site.offset)
    if not (view.has("explode") or view.has("double")):
        return
    sides = site.env.fact(facts.die_sides)
    if sides is None:
        return
    for name, is_movable, low in site.env.fact(holdings.face_rules):
        face, span = view.number(name), view.value_span(name)
        if face is None:
            continue
        if not is_movable:
            drop = fixes.drop_key(view, name)
            yield tell("wrong-resolution", span, "check-face", key=name, fixes=drop)
        elif low is not None and not low <= face <= sides:
            fix = (fixes.put(span, float(min(max(face, low), sides))),) if low <= sides else ()
            yield tell("impossible-face", span, "check", key=name, low=low, high=sides, fixes=fix)


def reroll_scales(site: Site) -> Iterator[Told]:
    """Section 14, 14: paying more throws nothing again once more."""
    view = View(site.node, site.offset)
    check = view.child("check")
    if check is None or check.keys != ("reroll",) or not view.has("perCostStep"):
        return
    if not (view.has("amount") or view.has("temporary")):
        yield tell("trap", view.key_span("perCostStep"), "reroll-scales")


RULES: Mapping[str, tuple[Rule, ...]] = {
    "mechanics": (check_needs_pool, reroll_scales),
    "check": (check_threshold, check_faces),
}
