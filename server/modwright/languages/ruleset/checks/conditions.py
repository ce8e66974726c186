"""What conditions and levels do in a fight, and contests (ruleset-format.md, 8.4-8.6; R86-R88)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.checks.modifiers import nothing_done
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

_BOARD = "combat/distance"
# Effects that come from somebody, or are over at some time: a level has neither (R87).
_NOT_OF_LEVELS = frozenset(
    ["half-move-to-stand", "ends-on-damage", "cannot-target-source", "cannot-approach-source"]
)


def conditions_once(site: Site) -> Iterator[Told]:
    """R86: what a condition does is said once."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for each in view.views("conditions"):
        name = each.text("condition")
        if name is None:
            continue
        if name in seen:
            drop = fixes.drop_item(view, "conditions", each.span)
            yield tell(
                "duplicate-value", each.value_span("condition"), "condition", name=name, fixes=drop
            )
        seen.add(name)


def seen_effects(site: Site) -> Iterator[Told]:
    """R86: only effects of the condition can depend on its source being in sight."""
    view = View(site.node, site.offset)
    effects = {each.text for each in view.texts("effects")}
    for each in view.texts("whileSourceInSight"):
        if each.text not in effects:
            drop = fixes.drop_item(view, "whileSourceInSight", each.span)
            yield tell("combat", each.span, "in-sight", name=each.text, fixes=drop)


def level_has_one_source(site: Site) -> Iterator[Told]:
    """R87: a level is one of a track or of a derived value."""
    view = View(site.node, site.offset)
    count = view.has("track") + view.has("derived")
    if count == 2:
        drop = (*fixes.drop_key(view, "track"), *fixes.drop_key(view, "derived"))
        yield tell("exclusive-keys", view.value_span("track"), "level-both", fixes=drop)
    elif count == 0:
        yield tell("exclusive-keys", view.value_span("track"), "level-none")


def level_within_track(site: Site) -> Iterator[Told]:
    """R87: a track comes to its levels."""
    view = View(site.node, site.offset)
    track, at = view.text("track"), view.number("at")
    if track is None or at is None or site.env.trait(Key("track", "", track)) != "plain":
        return
    _, most = facts.track_bounds(site.env, track)
    if most is not None and at > most:
        span = view.value_span("at")
        mend = (fixes.put(span, float(most)),) if most >= 1 else ()
        yield tell("combat", span, "level-at", number=at, name=track, most=most, fixes=mend)


def level_effects(site: Site) -> Iterator[Told]:
    """R87: a level does something, and nothing that needs a source or an end."""
    view = View(site.node, site.offset)
    for each in view.texts("effects"):
        if each.text in _NOT_OF_LEVELS:
            drop = fixes.drop_item(view, "effects", each.span)
            yield tell("combat", each.span, "level-effect", name=each.text, fixes=drop)
    span = nothing_done(view, ("effects", "modifiers", "failsSaves"))
    if span is not None:
        yield tell("combat", span, "level-nothing")


def levels_once(site: Site) -> Iterator[Told]:
    """R87: one thing has one level at a number."""
    view = View(site.node, site.offset)
    seen: set[tuple[str, str, float]] = set()
    for level in view.views("levels"):
        at = level.number("at")
        if at is None:
            continue
        for key in ("track", "derived"):
            source = level.text(key)
            if source is None:
                continue
            if (key, source, at) in seen:
                span = level.value_span("at")
                yield tell("duplicate-value", span, "level", name=source, number=at)
            seen.add((key, source, at))


def escape_that_holds(site: Site) -> Iterator[Told]:
    """R88: who breaks free of a condition does not put it on."""
    view = View(site.node, site.offset)
    holding = view.child("from")
    held = holding.text("holding") if holding else None
    win = view.child("onWin")
    if held is None or win is None:
        return
    for each in win.views("applies"):
        if each.text("condition") == held:
            drop = (
                fixes.drop_item(win, "applies", each.span) if len(win.items("applies")) > 1 else ()
            )
            yield tell("combat", each.value_span("condition"), "holds-again", name=held, fixes=drop)


def contest_distances(site: Site) -> Iterator[Told]:
    """R88: reach and push are read in the unit of `combat.distance`."""
    view = View(site.node, site.offset)
    if site.env.has(_BOARD):
        return
    for holder, key in ((view, "reach"), (view.child("onWin"), "push")):
        if holder is not None and holder.has(key):
            drop = fixes.drop_key(holder, key)
            yield tell("needs-block", holder.key_span(key), "distance", key=key, fixes=drop)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "combat": (conditions_once, levels_once),
    "combatCondition": (seen_effects,),
    "combatLevel": (level_has_one_source, level_within_track, level_effects),
    "contest": (escape_that_holds, contest_distances),
}
