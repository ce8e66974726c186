"""The sheet: abilities, typed values, what hides them and what tables say of them
(ruleset-format.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.model import Fix, Message
from modwright.languages.nearest import nearest
from modwright.languages.ruleset import fixes
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import (
    ENUM,
    NUMBER,
    TEXTS,
    TypedValue,
    choices_of,
    listed,
    misfit,
    span_of,
    typed,
    utf16_length,
)
from modwright.languages.ruleset.views import Span, View, number_of, text_of
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Kind, Node, Object

_COMPARED = frozenset({Kind.STRING, Kind.NUMBER, Kind.BOOLEAN})


def bounds(site: Site) -> Iterator[Told]:
    """R30: of abilities, the range of bonuses and number fields, columns and stats, `min` is not
    above `max`, and the default lies between them."""
    view = View(site.node, site.offset)
    low, high, default = (view.number(key) for key in ("min", "max", "default"))
    if low is not None and high is not None and low > high:
        swap = fixes.exchange(view, "min", "max")
        yield tell("bad-default", view.value_span("min"), "order", low=low, high=high, fixes=swap)
    elif default is not None and _clamped(default, low, high) != default:
        span = view.value_span("default")
        mend = (fixes.put(span, float(_clamped(default, low, high))),)
        limits = span_of(low, high)
        yield tell("bad-default", span, "outside", number=default, range=limits, fixes=mend)


def _clamped(number: float, low: float | None, high: float | None) -> float:
    if low is not None and number < low:
        return low
    return high if high is not None and number > high else number


def number_value(site: Site) -> Iterator[Told]:
    """R30 of a number, and trap 6: nothing holds its own bounds and default to being whole."""
    yield from bounds(site)
    view = View(site.node, site.offset)
    if view.flag("integer") is False:
        return
    for key in ("min", "max", "default"):
        number = view.number(key)
        if number is not None and not float(number).is_integer():
            mend = (fixes.add_key(view, "integer", "false"),) if not view.has("integer") else ()
            yield tell("trap", view.value_span(key), "fraction", key=key, number=number, fixes=mend)


def text_value(site: Site) -> Iterator[Told]:
    """R30: the default of a text fits into it."""
    view = View(site.node, site.offset)
    default, room = view.text("default"), view.number("maxLength")
    if default is not None and room is not None and utf16_length(default) > room:
        length = utf16_length(default)
        yield tell("bad-default", view.value_span("default"), "long", length=length, room=room)


def enum_value(site: Site) -> Iterator[Told]:
    """R30, R31: each choice stands once, the default and the labels are of choices."""
    view = View(site.node, site.offset)
    seen: set[str] = set()
    for item in view.items("values"):
        text = text_of(item.node)
        if text is None:
            continue
        if text in seen:
            drop = fixes.drop_item(view, "values", item.span)
            yield tell("duplicate-value", item.span, "choice", name=text, fixes=drop)
        seen.add(text)
    yield from _default_of_choices(view)
    yield from value_labels(site)


def _default_of_choices(view: View) -> Iterator[Told]:
    """R30, R35: the default is one of the `values`."""
    choices, default = choices_of(view), view.text("default")
    if choices is not None and default is not None and default not in choices:
        span = view.value_span("default")
        shown, mend = listed(choices), _nearest(span, default, choices)
        yield tell("bad-default", span, "choice", name=default, choices=shown, fixes=mend)


def state_value(site: Site) -> Iterator[Told]:
    """R31, R35: a live state is held to its values as an enum is."""
    yield from _default_of_choices(View(site.node, site.offset))
    yield from value_labels(site)


def value_labels(site: Site) -> Iterator[Told]:
    """R31: labels are for values that there are."""
    view = View(site.node, site.offset)
    choices, labels = choices_of(view), view.child("valueLabels")
    if choices is None or labels is None:
        return
    for key in labels.keys:
        if key not in choices:
            span = labels.key_span(key)
            mend = (*_nearest(span, key, choices), *fixes.drop_key(labels, key))
            yield tell("bad-value", span, "label", name=key, choices=listed(choices), fixes=mend)


def _nearest(span: Span, written: str, choices: tuple[str, ...]) -> tuple[Fix, ...]:
    return tuple(fixes.put(span, name) for name in nearest(written, choices))


def hiding(site: Site) -> Iterator[Told]:
    """R16: a field is compared with what it can hold."""
    view = View(site.node, site.offset)
    name = view.text("field")
    node = site.env.node("field", name) if name is not None else None
    field = typed(node)
    if field is None or name is None:
        return
    compared = [("notEquals", view.value("notEquals"), view.value_span("notEquals"))]
    compared.extend(("in", item.node, item.span) for item in view.items("in"))
    for _, value, span in compared:
        yield from _compared(name, field, value, span)
    value, span = view.value("equals"), view.value_span("equals")
    told = tuple(_compared(name, field, value, span, is_loose=True))
    yield from told
    if not told and value is not None and value.kind in _COMPARED:
        why = misfit(value, _without_form(field))
        if why is not None:
            # The reader takes it, and nothing is ever hidden.
            yield tell("trap", span, "never-equal", name=name, why=why)


def _compared(
    name: str, field: TypedValue, value: Node | None, span: Span, *, is_loose: bool = False
) -> Iterator[Told]:
    if value is None or value.kind not in _COMPARED:
        return
    why = misfit(value, _without_form(field), is_loose=is_loose)
    if why is None:
        return
    mend: tuple[Fix, ...] = ()
    text, number = text_of(value), number_of(value)
    if field.type == ENUM and text is not None and field.choices is not None:
        mend = _nearest(span, text, field.choices)
    elif field.type == NUMBER and number is not None:
        mend = (fixes.put(span, float(_clamped(number, field.low, field.high))),)
    here = ((Key("field", "", name), Message.of("ruleset.declared-here", name=name)),)
    yield tell("bad-comparison", span, "hide", name=name, why=why, fixes=mend, mentions=here)


def _without_form(field: TypedValue) -> TypedValue:
    """Comparisons are not held to whole numbers, nor to the length of dice."""
    room = field.room if field.type in TEXTS else None
    return field._replace(is_whole=False, room=room)


def enum_table(site: Site) -> Iterator[Told]:
    """R17: the rows of a table are for values of the field or state it reads."""
    view = View(site.node, site.offset)
    source, rows = view.child("from"), view.child("table")
    if source is None or rows is None:
        return
    kind, name = next(
        (
            (kind, text)
            for key, kind in (("field", "field"), ("liveState", "state"))
            if (text := source.text(key)) is not None
        ),
        ("", ""),
    )
    choices = _choices(site, kind, name)
    if choices is None:
        return
    for key in rows.keys:
        if key not in choices:
            span = rows.key_span(key)
            mend = (*_nearest(span, key, choices), *fixes.drop_key(rows, key))
            here = ((Key(kind, "", name), Message.of("ruleset.declared-here", name=name)),)
            shown = listed(choices)
            yield tell(
                "bad-comparison",
                span,
                "table",
                value=key,
                name=name,
                choices=shown,
                fixes=mend,
                mentions=here,
            )


def _choices(site: Site, kind: str, name: str) -> tuple[str, ...] | None:
    node = site.env.node(kind, name) if kind else None
    if not isinstance(node, Object):
        return None
    if kind == "state":
        return choices_of(View(node, 0))
    field = typed(node)
    return field.choices if field is not None and field.type == ENUM else None


RULES: Mapping[str, tuple[Rule, ...]] = {
    "ability": (bounds,),
    "bonusRange": (bounds,),
    **{f"number{part}": (number_value,) for part in ("Field", "Column", "Stat")},
    **{f"text{part}": (text_value,) for part in ("Field", "Column", "Stat")},
    **{f"longtext{part}": (text_value,) for part in ("Field", "Column")},
    **{f"enum{part}": (enum_value,) for part in ("Field", "Column", "Stat")},
    "state": (state_value,),
    "hideWhen": (hiding,),
    "enumTableDerived": (enum_table,),
}
