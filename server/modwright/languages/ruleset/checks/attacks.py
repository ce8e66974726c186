"""Attacks with what a list holds (ruleset-format.md, 8.3; R84)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Message
from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

_BOARD = "combat/distance"
# The types a column may have for each purpose (ruleset-format.md, 8.3): completion asks, too.
COLUMNS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("toHit", "ability"): ("enum",),
    ("toHit", "skill"): ("enum",),
    ("toHit", "proficiency"): ("boolean",),
    ("toHit", "bonus"): ("number",),
    ("damage", "dice"): ("dice",),
    ("damage", "ability"): ("enum",),
    ("damage", "bonus"): ("number",),
    ("damage", "type"): ("text", "enum"),
    ("reach",): ("number",),
    ("range", "normal"): ("number",),
    ("range", "long"): ("number",),
    ("strikesCappedBy",): ("boolean",),
}
# What the choices of such a column are the ids of, where it is an enum.
CHOICES: Mapping[tuple[str, ...], str] = {
    ("toHit", "ability"): "ability",
    ("toHit", "skill"): "skill",
    ("damage", "ability"): "ability",
    ("damage", "type"): "damageType",
}


def columns_fit(site: Site) -> Iterator[Told]:
    """R84: each number of an attack comes from a column of its own type."""
    view = View(site.node, site.offset)
    rows = view.text("list")
    if rows is None:
        return
    for path, wanted in COLUMNS.items():
        source: View | None = view
        for key in path:
            source = source.child(key) if source else None
        column = source.text("column") if source else None
        if source is None or column is None:
            continue
        key = Key("column", rows, column)
        found = site.env.trait(key)
        if not found or found in wanted:
            continue
        fitting = tuple(
            name
            for name in site.env.ids("column", rows)
            if site.env.trait(key._replace(id=name)) in wanted
        )
        span = source.value_span("column")
        yield tell(
            "wrong-reference",
            span,
            "attack-column",
            name=column,
            purpose=".".join(path),
            found=_type(found),
            wanted=[_type(each) for each in wanted],
            fixes=tuple(fixes.put(span, name) for name in fitting[:3]),
            mentions=((key, Message.of("ruleset.declared-here", name=column)),),
        )


def _type(name: str) -> Message:
    return Message.of(f"ruleset.trait.column.{name}")


def distances_need_a_board(site: Site) -> Iterator[Told]:
    """R84: reach and range are read in the unit of `combat.distance`."""
    view = View(site.node, site.offset)
    for key in ("reach", "range"):
        if view.has(key) and not site.env.has(_BOARD):
            drop = fixes.drop_key(view, key)
            yield tell("needs-block", view.key_span(key), "distance", key=key, fixes=drop)


def strikes_at_least_once(site: Site) -> Iterator[Told]:
    """R84: an attack strikes at least once, and a cap on strikes caps something."""
    view = View(site.node, site.offset)
    strikes = view.child("strikes")
    count = strikes.number("const") if strikes else None
    if strikes is not None and count is not None and count < 1:
        span = strikes.value_span("const")
        yield tell("combat", span, "strikes", number=count, fixes=(fixes.put(span, 1),))
    if view.has("strikesCappedBy") and not view.has("strikes"):
        drop = fixes.drop_key(view, "strikesCappedBy")
        yield tell("combat", view.key_span("strikesCappedBy"), "cap-without-strikes", fixes=drop)


def long_range_is_longer(site: Site) -> Iterator[Told]:
    """R84: the long range is not below the normal one, where both are numbers."""
    view = View(site.node, site.offset)
    ends = [view.child(key) for key in ("normal", "long")]
    normal, long = [end.number("const") if end else None for end in ends]
    if normal is not None and long is not None and long < normal:
        span = view.value_span("long")
        yield tell("combat", span, "long-range", normal=normal, long=long)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "combatAttack": (columns_fit, distances_need_a_board, strikes_at_least_once),
    "attackRange": (long_range_is_longer,),
}
