"""Creatures with a sheet of their own (ruleset-format.md, 6.3, R63)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Message
from modwright.languages.ruleset import fixes, holdings
from modwright.languages.ruleset.checks.rows import cells, holds
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import TypedValue, misfit
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Array, Object

# Where a row says which entry it was picked from (ruleset-format.md, 6.3).
_FROM = "_catalog"
_TIERS = {"skills": holdings.skill_tiers, "saves": holdings.save_tiers}


def abilities(site: Site) -> Iterator[Told]:
    """R63: each ability score is a whole number that it can be."""
    scores = View(site.node, site.offset).child("abilities")
    known = site.env.fact(holdings.abilities)
    for name in scores.keys if scores else ():
        assert scores is not None
        of = known.get(name)
        if of is not None:
            yield from _whole_number(scores, name, of, declared("ability", name))


def bonuses(site: Site) -> Iterator[Told]:
    """R63: each bonus is a whole number in the range of the sheet."""
    written = View(site.node, site.offset).child("bonuses")
    of = site.env.fact(holdings.bonuses)
    for name in written.keys if written else ():
        assert written is not None
        yield from _whole_number(written, name, of)


def _whole_number(
    written: View, name: str, of: TypedValue, about: tuple[tuple[Key, Message], ...] = ()
) -> Iterator[Told]:
    number, span = written.number(name), written.value_span(name)
    value = written.value(name)
    if number is None or value is None:
        return
    if not float(number).is_integer():
        yield tell("bad-value", span, "whole", name=name, mentions=about)
        return
    why = misfit(value, of)
    if why is not None:
        yield tell("bad-value", span, "cell", name=name, why=why, mentions=about)


def tiers(site: Site) -> Iterator[Told]:
    """R63: each skill and save is on a tier that there is, and that it is offered."""
    view = View(site.node, site.offset)
    for key, offered_of in _TIERS.items():
        written = view.child(key)
        offered = site.env.fact(offered_of)
        for name in written.keys if written else ():
            assert written is not None
            tier, span = written.text(name), written.value_span(name)
            if tier is None:
                continue
            if not site.env.is_declared("tier", tier):
                yield unknown(Key("tier", "", tier), span, offered or site.env.ids("tier"))
            elif offered is not None and tier not in offered:
                mends = tuple(fixes.put(span, each) for each in offered)
                yield tell(
                    "creature",
                    span,
                    "tier-not-offered",
                    name=tier,
                    key=f"{key[:-1]}Tiers",
                    known=offered,
                    fixes=mends,
                    mentions=declared("tier", tier),
                )


def fields(site: Site) -> Iterator[Told]:
    """R63: each field is one of the sheet, and holds what it can."""
    written = View(site.node, site.offset).child("fields")
    known = site.env.fact(holdings.fields)
    for name in written.keys if written else ():
        assert written is not None
        if name in known:
            span = written.value_span(name)
            yield from holds(written.value(name), span, known[name], "field", name)
        else:
            yield unknown(Key("field", "", name), written.key_span(name), known)


def lists(site: Site) -> Iterator[Told]:
    """R63: each list has no more rows than it takes, and they are rows of it."""
    written = View(site.node, site.offset).child("lists")
    shapes = site.env.fact(holdings.lists)
    for name in written.keys if written else ():
        assert written is not None
        shape = shapes.get(name)
        if shape is None or not isinstance(written.value(name), Array):
            continue
        rows = written.items(name)
        if shape.most is not None and len(rows) > shape.most:
            yield tell(
                "creature",
                written.key_span(name),
                "too-many-rows",
                list=name,
                most=shape.most,
                count=len(rows),
                mentions=declared("list", name),
            )
        for row in rows:
            if isinstance(row.node, Object):
                view = View(row.node, row.span[0])
                place: Span = (row.span[0], row.span[0] + 1)
                yield from cells(view, place, name, shape, (_FROM,))
                yield from _origin(site, view, name)


def _origin(site: Site, row: View, name: str) -> Iterator[Told]:
    """R63: `_catalog` names an entry of a catalog that feeds the list."""
    if not row.has(_FROM):
        return
    text, span = row.text(_FROM), row.value_span(_FROM)
    catalog, slash, entry = (text or "").partition("/")
    if not (catalog and slash and entry):
        yield tell("bad-value", span, "origin")
        return
    shapes = site.env.fact(holdings.catalogs)
    shape = shapes.get(catalog)
    if shape is None:
        feeding = [f"{each}/{entry}" for each, of in shapes.items() if name in (of.feeds or ())]
        yield unknown(Key("catalog", "", catalog), span, feeding)
    elif name not in (shape.feeds or ()):
        about = declared("catalog", catalog)
        yield tell("wrong-reference", span, "origin", name=catalog, list=name, mentions=about)
    elif not (site.env.is_declared("entry", entry, catalog) or site.env.is_open("entry", catalog)):
        names = [f"{catalog}/{each}" for each in site.env.ids("entry", catalog)]
        yield unknown(Key("entry", catalog, text or ""), span, names)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "creatureSheet": (abilities, bonuses, tiers, fields, lists),
}
