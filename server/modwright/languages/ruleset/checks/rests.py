"""What rests restore (ruleset-format.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Message
from modwright.languages.nearest import nearest
from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import ENUM, choices_of, listed, typed
from modwright.languages.ruleset.views import Span, View, text_of
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

_ENDS = ("max", "min")
# What a state may be set to besides its values (section 4).
_START = "default"


def one_change(site: Site) -> Iterator[Told]:
    """R37: a step has one of `to` and `by`; a state is only ever set to something."""
    step = View(site.node, site.offset)
    if step.has("state"):
        if step.has("by"):
            drop = fixes.drop_key(step, "by")
            yield tell("rest-step", step.key_span("by"), "state-by", fixes=drop)
        elif not step.has("to"):
            mend = (fixes.add_key(step, "to", f'"{_START}"'),)
            yield tell("exclusive-keys", _opening(step), "to-or-by", fixes=mend)
    elif step.has("to") and step.has("by"):
        drop = (*fixes.drop_key(step, "by"), *fixes.drop_key(step, "to"))
        later = max(step.key_span("by"), step.key_span("to"))
        yield tell("exclusive-keys", later, "to-and-by", fixes=drop)
    elif not step.has("to") and not step.has("by"):
        mend = (fixes.add_key(step, "to", '"max"'),)
        yield tell("exclusive-keys", _opening(step), "to-or-by", fixes=mend)


def _opening(view: View) -> Span:
    """The brace that opens it: where something missing is told."""
    return view.offset, view.offset + 1


def right_value(site: Site) -> Iterator[Told]:
    """R19, R37: `to` is a text for a state, which it can be in, and a number or an end for all
    else."""
    step = View(site.node, site.offset)
    if not step.has("to"):
        return
    span, text = step.value_span("to"), step.text("to")
    if not step.has("state"):
        if text is not None and text not in _ENDS:
            mend = tuple(fixes.put(span, end) for end in _ENDS)
            yield tell("rest-step", span, "to", name=text, fixes=mend)
        return
    if text is None:
        if step.number("to") is not None:
            yield tell("rest-step", span, "state-to", fixes=(fixes.put(span, _START),))
        return
    name = step.text("state") or ""
    node = site.env.node("state", name)
    choices = choices_of(View(node, 0)) if isinstance(node, Object) else None
    if choices is not None and text != _START and text not in choices:
        mend = tuple(fixes.put(span, each) for each in nearest(text, (*choices, _START)))
        here = ((Key("state", "", name), Message.of("ruleset.declared-here", name=name)),)
        shown = listed(choices)
        yield tell(
            "rest-step",
            span,
            "state-value",
            value=text,
            name=name,
            choices=shown,
            fixes=mend,
            mentions=here,
        )


def right_company(site: Site) -> Iterator[Told]:
    """R37: `kind` says more of a track, `recharge` of the pools of a list."""
    step = View(site.node, site.offset)
    for key, target in (("kind", "track"), ("recharge", "listPools")):
        if step.has(key) and not step.has(target):
            drop = fixes.drop_key(step, key)
            yield tell(
                "rest-step", step.key_span(key), "company", key=key, target=target, fixes=drop
            )


def recharges(site: Site) -> Iterator[Told]:
    """R19: the list has a column for what recharges its rows, and `recharge` holds its values."""
    step = View(site.node, site.offset)
    name = step.text("listPools")
    if name is None or not step.has("recharge"):
        return
    node = site.env.node("list", name)
    pools = View(node, 0).child("pools") if isinstance(node, Object) else None
    if pools is None:
        return
    here = ((Key("list", "", name), Message.of("ruleset.declared-here", name=name)),)
    if not pools.has("rechargeColumn"):
        drop = fixes.drop_key(step, "recharge")
        span = step.key_span("recharge")
        yield tell("rest-step", span, "no-recharge", name=name, fixes=drop, mentions=here)
        return
    column = pools.text("rechargeColumn") or ""
    values = typed(site.env.node("column", column, name))
    if values is None or values.type != ENUM or values.choices is None:
        return
    here = ((Key("column", name, column), Message.of("ruleset.declared-here", name=column)),)
    for item in step.items("recharge"):
        text = text_of(item.node)
        if text is not None and text not in values.choices:
            mend = tuple(fixes.put(item.span, each) for each in nearest(text, values.choices))
            yield tell(
                "rest-step",
                item.span,
                "recharge",
                value=text,
                name=column,
                choices=listed(values.choices),
                fixes=mend,
                mentions=here,
            )


def no_healing(site: Site) -> Iterator[Told]:
    """R37, trap 7: on a wound track a rest only takes marks away."""
    step = View(site.node, site.offset)
    name = step.text("track")
    if name is None or site.env.trait(Key("track", "", name)) != "wound":
        return
    change = step.child("by")
    number = change.number("const") if change else None
    if change is not None and number is not None and number >= 0:
        span = change.value_span("const")
        mend = (fixes.put(span, float(-number)),) if number else ()
        yield tell("no-effect", span, "wounds-by", name=name, number=number, fixes=mend)
    elif change is not None and change.has("fractionOfMax"):
        yield tell("no-effect", change.value_span("fractionOfMax"), "wounds-part", name=name)
    if step.text("to") == "max" or _is_full(site, name, step.number("to")):
        span = step.value_span("to")
        yield tell("no-effect", span, "wounds-to", name=name, fixes=(fixes.put(span, "min"),))


def _is_full(site: Site, track: str, number: float | None) -> bool:
    most = facts.track_bounds(site.env, track)[1] if number is not None else None
    return number is not None and most is not None and number >= most


RULES: Mapping[str, tuple[Rule, ...]] = {
    "restore": (one_change, right_value, right_company, recharges, no_healing),
}
