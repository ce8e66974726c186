"""Ladders of difficulties: that of the resolution, and those of layers, which replace it (R25,
R29, R101)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

LADDER = "difficultyLadder"
# What a step asks for, by the kind of resolution.
MEASURES: Mapping[str, str] = {facts.SUM: "dc", facts.POOL: "successes"}


def own_ladder(site: Site) -> Iterator[Told]:
    """R25, R29: the ladder of the resolution."""
    yield from judge(site, View(site.node, site.offset))


def layer_ladder(site: Site) -> Iterator[Told]:
    """R25, R101: a layer's ladder is written as that of the resolution is, and held to the same."""
    view = View(site.node, site.offset)
    kind = site.env.fact(facts.resolution_kind)
    measure = MEASURES.get(kind)
    if not view.has(LADDER) or measure is None:
        return
    steps = view.views(LADDER)
    others = [other for other in MEASURES.values() if other != measure]
    for step in steps:
        if not step.has(measure) and any(step.has(other) for other in others):
            found = next(other for other in others if step.has(other))
            yield tell("ladder", step.span, "kind", kind=kind, wanted=measure, found=found)
    yield from judge(site, view)


def judge(site: Site, view: View) -> Iterator[Told]:
    """What is wrong with the ladder that `view` has."""
    steps = view.views(LADDER)
    if site.env.fact(facts.resolution_kind) == facts.POOL:
        for step in steps:
            yield from _target(site, step)
            yield from too_many(site, step, "step-successes")
    yield from _same_labels(steps)
    yield from _same_successes(site, steps)


def exceptional_successes(site: Site) -> Iterator[Told]:
    """R25: an exceptional success has to be within what a roll can count."""
    yield from too_many(site, View(site.node, site.offset), "exceptional")


def too_many(site: Site, view: View, variant: str) -> Iterator[Told]:
    """R25: `successes` is no more than one check can count."""
    asked = view.number("successes")
    most = site.env.fact(facts.most_successes)
    if asked is not None and most is not None and asked > most:
        span = view.value_span("successes")
        mend = (fixes.put(span, float(most)),) if most >= 1 else ()
        yield tell("ladder", span, variant, number=asked, most=most, fixes=mend)


def _target(site: Site, step: View) -> Iterator[Told]:
    """R25: a step has a target of its own only where targets move, and within their bounds."""
    asked = step.number("target")
    target = site.env.fact(facts.target)
    if asked is None or target is None or target.low is None or target.high is None:
        return
    span = step.value_span("target")
    if target.low == target.high:
        drop = fixes.drop_key(step, "target")
        yield tell("ladder", span, "target-fixed", target=target.low, fixes=drop)
    elif not target.low <= asked <= target.high:
        low, high = target.low, target.high
        mend = (fixes.put(span, float(min(max(asked, low), high))),) if low < high else ()
        yield tell("ladder", span, "target", number=asked, low=low, high=high, fixes=mend)


def _same_labels(steps: list[View]) -> Iterator[Told]:
    """R29: a label that two steps have finds neither of them."""
    seen: set[str] = set()
    for step in steps:
        label = step.text("label")
        if label is None:
            continue
        name = label.strip().lower()
        if name in seen:
            yield tell("duplicate-label", step.value_span("label"), name=label)
        seen.add(name)


def _same_successes(site: Site, steps: list[View]) -> Iterator[Told]:
    """R29: where two steps ask for as many successes, a bare `dc=` cannot tell which target is
    meant and takes the default one."""
    target = site.env.fact(facts.target)
    if target is None:
        return
    targets: dict[float, set[float | None]] = {}
    for step in steps:
        asked = step.number("successes")
        if asked is not None:
            own = step.number("target") if step.has("target") else target.default
            targets.setdefault(asked, set()).add(own)
    seen: set[float] = set()
    for step in steps:
        asked = step.number("successes")
        if asked is None:
            continue
        # If none of them departs from the default target nothing is lost.
        if asked in seen and targets[asked] != {target.default}:
            span = step.value_span("successes")
            yield tell(
                "duplicate-label", span, "successes", number=asked, target=target.default or 0
            )
        seen.add(asked)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "dicePoolResolution": (own_ladder,),
    "diceSumResolution": (own_ladder,),
    "exceptional": (exceptional_successes,),
    "layer": (layer_ladder,),
}
