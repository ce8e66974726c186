"""How stored sheets follow a sheet that has changed (ruleset-format.md, 3.8; R40-R43).

Values are copied step by step, so what counts is where a value ends: a target may be gone from the
sheet if a later step moves it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modwright.findings.model import Message
from modwright.languages.nearest import nearest
from modwright.languages.ruleset import facts, fixes
from modwright.languages.ruleset.checks.rows import is_cell
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.migration_facts import (
    LIVE,
    RENAMED,
    Move,
    Order,
    WrittenCell,
    matched,
    moves,
    replaced_cells,
    step_kind,
)
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import misfit, typed
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.environment import Environment
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Object

# What a value may be routed to, with the default that says no more than nothing (R41).
_EMPTY = {"number": "0", "text": "", "longtext": ""}


class _Target(NamedTuple):
    id: str
    span: Span


def before_this_version(site: Site) -> Iterator[Told]:
    """R40: an entry moves sheets of an earlier version than this one."""
    view = View(site.node, site.offset)
    start, version = view.number("from"), site.env.fact(facts.sheet_version)
    if start is not None and version is not None and start >= version:
        yield tell("migration", view.value_span("from"), "version", number=start, version=version)


def versions_once(site: Site) -> Iterator[Told]:
    """R40: there is one entry for a version."""
    view = View(site.node, site.offset)
    seen: set[float] = set()
    for entry in view.views("migrations"):
        start = entry.number("from")
        if start is not None:
            if start in seen:
                yield tell("duplicate-value", entry.value_span("from"), "migration", number=start)
            seen.add(start)


def sources_are_gone(site: Site) -> Iterator[Told]:
    """R40: `rename` and `routeLive` read an id that the sheet does not have any more."""
    for _, step in _steps(site):
        kind = _moved_kind(step)
        source = step.text("from")
        if kind is None or source is None or not site.env.is_declared(kind, source):
            continue
        key = Key(kind, "", source)
        yield tell(
            "migration",
            step.value_span("from"),
            "source",
            kind=kind_title(kind),
            name=source,
            mentions=((key, Message.of("ruleset.declared-here", name=source)),),
        )


def _moved_kind(step: View) -> str | None:
    """What a `rename` or `routeLive` moves."""
    match step_kind(step):
        case "rename":
            kind = step.text("rename")
            return kind if kind in RENAMED else None
        case "routeLive":
            kind = step.text("routeLive")
            return kind if kind in LIVE else None
        case _:
            return None


def targets_are_there(site: Site) -> Iterator[Told]:
    """R40: a value ends in an id of the sheet, at once or by way of later renames. A rename may
    end in a later `route`, too, which sends on what it is fed."""
    for order, step in _steps(site):
        kind = "field" if step_kind(step) == "route" else _moved_kind(step)
        if kind is None:
            continue
        may_feed = step_kind(step) == "rename"
        for target in _targets(step):
            end = _end(site.env, kind, target.id, order)
            if end is None or not (end or may_feed):
                known = site.env.ids(kind)
                near = nearest(target.id, known)
                yield tell(
                    "migration",
                    target.span,
                    "target",
                    kind=kind_title(kind),
                    name=target.id,
                    fixes=tuple(fixes.put(target.span, name) for name in near),
                )


def cases_once(site: Site) -> Iterator[Told]:
    """R40: a case stands once; a word of two cases never chooses either."""
    for _, step in _steps(site):
        seen: set[str] = set()
        for target in _cases(step):
            if target.id in seen:
                yield tell("duplicate-value", target.span, "case", name=target.id)
            seen.add(target.id)
        words: set[str] = set()
        for case in step.views("cases"):
            own = {each.text.strip().lower(): each for each in case.texts("words")}
            for word, each in own.items():
                if word in words:
                    yield tell("no-effect", each.span, "case-word", name=each.text)
            words.update(own)


def key_is_known(site: Site) -> Iterator[Told]:
    """R41: the field that decides is on the sheet, or was before it was renamed."""
    for _, step in _steps(site):
        by = step.text("by") if step_kind(step) == "route" else None
        if by is None or site.env.is_declared("field", by):
            continue
        if any(each.kind == "field" and each.source == by for each in _renames(site.env)):
            continue
        span = step.value_span("by")
        near = nearest(by, site.env.ids("field"))
        yield tell(
            "migration", span, "by", name=by, fixes=tuple(fixes.put(span, name) for name in near)
        )


def targets_start_empty(site: Site) -> Iterator[Told]:
    """R41: a value goes to one of the targets and the others keep their defaults, which must not
    read as something that somebody gave: they are numbers or texts without a default, or with 0
    or nothing."""
    for order, step in _steps(site):
        if step_kind(step) != "route":
            continue
        for target in _targets(step):
            end = _end(site.env, "field", target.id, order)
            if not end:
                continue
            node = site.env.node("field", end)
            if not isinstance(node, Object):
                continue
            field = View(node, 0)
            key = Key("field", "", end)
            mention = (key, Message.of("ruleset.declared-here", name=end))
            kind = field.text("type") or ""
            if kind not in _EMPTY:
                found = Message.of(f"ruleset.trait.field.{kind}")
                yield tell(
                    "migration",
                    target.span,
                    "target-type",
                    name=end,
                    found=found,
                    mentions=(mention,),
                )
            elif _default_of(field) not in ("", _EMPTY[kind]):
                given = field.value("default")
                yield tell(
                    "migration",
                    target.span,
                    "target-default",
                    name=end,
                    default=given.text if given else "",
                    mentions=(mention,),
                )


def _default_of(field: View) -> str:
    """The default as it would be written shortest; "" for none and for an empty text."""
    number = field.number("default")
    if number is not None:
        return fixes.number_text(number)
    return field.text("default") or ""


def tracks_of_one_sort(site: Site) -> Iterator[Told]:
    """R42: marks go to wound tracks, a number goes to plain ones: all targets are of one sort."""
    for _, step in _steps(site):
        if step_kind(step) != "routeLive" or step.text("routeLive") != "track":
            continue
        first: tuple[str, str] | None = None
        for target in _targets(step):
            sort = site.env.trait(Key("track", "", target.id))
            if sort is None:
                continue
            if first is None:
                first = (target.id, sort)
            elif sort != first[1]:
                yield tell(
                    "migration",
                    target.span,
                    "tracks",
                    name=target.id,
                    found=Message.of(f"ruleset.trait.track.{sort}"),
                    first=first[0],
                    wanted=Message.of(f"ruleset.trait.track.{first[1]}"),
                )


def columns_can_hold(site: Site) -> Iterator[Told]:
    """Section 14, 5: what a step writes into a column is one of the values it holds, which are not
    the labels that players see. Only R43 is a refusal: an old step may write what a newer one
    replaces, and what the column could hold then."""
    for order, step in _steps(site):
        change = step.child("setColumn") if step_kind(step) == "setColumn" else None
        rows = change.text("list") if change else None
        column = change.text("column") if change else None
        value = change.value("to") if change else None
        if change is None or rows is None or column is None or value is None:
            continue
        node = site.env.node("column", column, rows)
        held = typed(node)
        why = misfit(value, held) if held is not None and is_cell(value) else None
        written = WrittenCell(order, rows, column, matched(value))
        if why is None or any(map(written.is_replaced_by, site.env.fact(replaced_cells))):
            continue
        span = change.value_span("to")
        labels = View(node, 0).child("valueLabels") if isinstance(node, Object) else None
        meant = [key for key in labels.keys if labels.text(key) == value.text] if labels else []
        yield tell(
            "trap",
            span,
            "set-label" if meant else "set-column",
            name=column,
            why=why,
            value=meant[0] if meant else "",
            fixes=tuple(fixes.put(span, each) for each in meant),
            mentions=declared("column", column, rows),
        )


def _steps(site: Site) -> Iterator[tuple[Order, View]]:
    view = View(site.node, site.offset)
    version = view.number("from")
    for number, step in enumerate(view.views("steps")):
        yield Order(version if version is not None else 0, number), step


def _cases(step: View) -> list[_Target]:
    if step_kind(step) == "routeLive":
        return [_Target(*each) for each in step.texts("cases")]
    found = [(case.text("to"), case) for case in step.views("cases")]
    return [_Target(to, case.value_span("to")) for to, case in found if to is not None]


def _targets(step: View) -> list[_Target]:
    """The ids that a step writes to."""
    targets = _cases(step)
    key = "to" if step_kind(step) == "rename" else "else"
    last = step.text(key)
    if last is not None:
        targets.append(_Target(last, step.value_span(key)))
    return targets


def _renames(env: Environment) -> list[Move]:
    return [each for each in env.fact(moves) if each.target]


def _end(env: Environment, kind: str, id_: str, order: Order) -> str | None:
    """Where a value that is written to `id_` ends: an id of the sheet; "" where a later step
    (a `route`, or a `routeLive`) sends it to one of several; None where it is lost."""
    while not env.is_declared(kind, id_):
        onward = next(
            (
                each
                for each in env.fact(moves)
                if each.order > order and each.kind == kind and each.source == id_
            ),
            None,
        )
        if onward is None:
            return None
        if not onward.target:
            return ""
        id_, order = onward.target, onward.order
    return id_


RULES: Mapping[str, tuple[Rule, ...]] = {
    "sheet": (versions_once,),
    "migration": (
        before_this_version,
        sources_are_gone,
        targets_are_there,
        cases_once,
        key_is_known,
        targets_start_empty,
        tracks_of_one_sort,
        columns_can_hold,
    ),
}
