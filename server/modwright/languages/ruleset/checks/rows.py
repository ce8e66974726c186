"""The rows of entries, and the cells of any row (ruleset-format.md, 6.1, R53, R54)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from modwright.languages.ruleset import fixes, holdings
from modwright.languages.ruleset.checks.catalogs import head_of
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.holdings import ROWS, ListShape
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import NUMBER, TypedValue, misfit
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Kind, Node

_CELLS = (Kind.NUMBER, Kind.STRING, Kind.BOOLEAN)


def is_cell(value: Node | None) -> bool:
    """Whether `value` is of a type that any cell can be of."""
    return value is not None and value.kind in _CELLS


def _shape_of(site: Site, view: View) -> tuple[str, ListShape] | None:
    """The list that a row is for, if the catalog feeds it."""
    head, name = head_of(site), view.text("list")
    if head is None or name is None or name not in (head.feeds or ()):
        return None
    shape = site.env.fact(holdings.lists).get(name)
    return (name, shape) if shape is not None else None


def fed_list(site: Site) -> Iterator[Told]:
    """R53: a row is for one of the lists that its catalog feeds."""
    head = head_of(site)
    view = View(site.node, site.offset)
    name = view.text("list")
    if head is None or head.holds != ROWS or head.feeds is None or name is None:
        return
    if name not in head.feeds and site.env.is_declared("list", name):
        span = view.value_span("list")
        yield tell(
            "wrong-reference",
            span,
            "not-fed",
            name=name,
            catalog=head.id,
            feeds=head.feeds,
            fixes=tuple(
                fixes.put(span, each) for each in head.feeds if site.env.is_declared("list", each)
            ),
            mentions=declared("catalog", head.id),
        )


def cells_of_row(site: Site) -> Iterator[Told]:
    """R53: each cell is one that its column can hold, and no required one is left out."""
    view = View(site.node, site.offset)
    found, values = _shape_of(site, view), view.child("values")
    if found is not None and values is not None:
        yield from cells(values, view.key_span("values"), *found)


def cells(
    values: View, place: Span, name: str, shape: ListShape, besides: Collection[str] = ()
) -> Iterator[Told]:
    """R53, R63: what is wrong with the cells of a row of the list `name`. `place` is where to say
    what is missing; `besides` are keys that are no columns."""
    for column in values.keys:
        if column in besides:
            continue
        span = values.value_span(column)
        if column not in shape.columns:
            yield unknown(Key("column", name, column), values.key_span(column), shape.columns)
            continue
        of = shape.columns[column]
        yield from holds(values.value(column), span, of, "column", column, name)
    for column in shape.required:
        if not values.has(column):
            yield tell(
                "bad-value",
                place,
                "required",
                name=column,
                list=name,
                mentions=declared("column", column, name),
            )


def holds(
    value: Node | None, span: Span, of: TypedValue | None, kind: str, name: str, scope: str = ""
) -> Iterator[Told]:
    """R53, R63, R70: `value` is one that the column, field or stat `name` can hold."""
    if value is None or of is None or not is_cell(value):
        return
    why = misfit(value, of)
    if why is not None:
        choices = of.choices or ()
        mends = (
            tuple(fixes.put(span, each) for each in choices[:8])
            if value.kind is Kind.STRING
            else ()
        )
        about = declared(kind, name, scope)
        yield tell("bad-value", span, "cell", name=name, why=why, fixes=mends, mentions=about)


def scaled(site: Site) -> Iterator[Told]:
    """R54: what is scaled is a number column, and the row has the plain number as well."""
    view = View(site.node, site.offset)
    found, columns, values = _shape_of(site, view), view.child("scaled"), view.child("values")
    if found is None or columns is None:
        return
    name, shape = found
    for column in columns.keys:
        key = columns.key_span(column)
        if column not in shape.columns:
            yield unknown(Key("column", name, column), key, shape.columns)
            continue
        of = shape.columns[column]
        if of is not None and of.type != NUMBER:
            about = declared("column", column, name)
            yield tell("wrong-reference", key, "scaled", name=column, mentions=about)
        elif values is not None and not values.has(column):
            yield tell(
                "catalog-entry",
                view.key_span("values"),
                "scaled-alone",
                name=column,
                fixes=(fixes.add_key(values, column, _plain(of)),),
            )


def _plain(of: TypedValue | None) -> str:
    """The number nearest to 0 that the column can hold."""
    number = 0.0
    if of is not None and of.low is not None:
        number = max(number, of.low)
    if of is not None and of.high is not None:
        number = min(number, of.high)
    return fixes.number_text(number)


def scaled_row_alone(site: Site) -> Iterator[Told]:
    """R54: a row with something scaled is its entry's only row for that list."""
    rows = View(site.node, site.offset).views("rows")
    counts = Counter(row.text("list") for row in rows)
    for row in rows:
        name = row.text("list")
        if name is not None and row.has("scaled") and counts[name] > 1:
            yield tell("catalog-entry", row.key_span("scaled"), "scaled-twice", list=name)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "row": (fed_list, cells_of_row, scaled),
    "entry": (scaled_row_alone,),
}
