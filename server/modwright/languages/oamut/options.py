"""What the schema cannot say of an option (specs/oamut.md, Options, Borders).

Numbers are exact: 0.1, 0.3 and 0.7 are all on step 0.1. A value that the reader refuses is unknown,
and nothing that depends on it is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from math import floor
from typing import NamedTuple

from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.oamut import quoting
from modwright.languages.oamut.manifest import (
    ManifestFacts,
    Option,
    Value,
    items_of,
    number_of,
    string_of,
    value_at,
)
from modwright.languages.oamut.report import error, replace
from modwright.schema.values import UNREADABLE, value_of
from modwright.syntax.node import Array, Kind, Node, Object
from modwright.syntax.yaml_nodes import plain_kind

_ENOUGH_DIGITS = 700
"""More digits than two decimals within the limits can have together."""

_OPTION_DEFAULT = "oamut/option-default"


class _Item(NamedTuple):
    node: Node
    offset: int


def option_findings(facts: ManifestFacts, root: Node | None, root_offset: int) -> Iterator[Finding]:
    """The findings of all options, at absolute offsets. `facts` are those of the manifest."""
    yield from _duplicates(facts.options)
    options = value_at(root, root_offset, "options")
    for item, offset in items_of(options):
        if isinstance(item, Object):
            for finding in item.remember(_of_option, partial(_of_option, item)):
                yield finding.shifted(offset)


def _of_option(item: Object) -> tuple[Finding, ...]:
    """The findings of an option by itself, at offsets relative to it."""
    type_ = value_at(item, 0, "type")
    check = _CHECKS.get(string_of(type_.node) or "") if type_ else None
    return tuple(check(item)) if check else ()


def _duplicates(options: Sequence[Option]) -> Iterator[Finding]:
    first: dict[str, tuple[int, int]] = {}
    for option in options:
        name, span = option.id.text, option.id.span
        earlier = first.setdefault(name, span)
        if earlier != span:
            related = Related(*earlier, Message.of("oamut/option-duplicate.first", id=name))
            yield error("oamut/option-duplicate", span, (), (related,), id=name)


def _default(item: Node) -> Value | None:
    """The default, as far as it can be judged."""
    value = value_at(item, 0, "default")
    return value if value is not None and value.is_readable else None


def _kind(value: Value) -> Kind:
    return value.node.kind if value.node is not None else Kind.NULL


def _of_wrong_type(default: Value, wanted: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    """`wanted` names the type in the texts."""
    found = Message.of(f"oamut.type.{_kind(default).value}")
    return error(
        f"{_OPTION_DEFAULT}.type",
        default.span,
        fixes,
        wanted=Message.of(f"oamut.type.{wanted}"),
        found=found,
    )


# ---- toggle


def _toggle(item: Node) -> Iterator[Finding]:
    default = _default(item)
    if default is None or _kind(default) is Kind.BOOLEAN:
        return
    text = (string_of(default.node) or "").casefold()
    fixes = (replace(default.span, _SWITCHES[text], preferred=True),) if text in _SWITCHES else ()
    yield _of_wrong_type(default, "boolean", fixes)


# What people write for the two, in other YAML and elsewhere.
_SWITCHES = dict.fromkeys(("true", "yes", "on"), "true") | dict.fromkeys(
    ("false", "no", "off"), "false"
)


# ---- choice


def _choice(item: Node) -> Iterator[Finding]:
    written = value_at(item, 0, "values")
    nodes = [_Item(*each) for each in items_of(written)]
    kinds = {each.node.kind for each in nodes if value_of(each.node) is not UNREADABLE}
    if written is not None and {Kind.NUMBER, Kind.STRING} <= kinds:
        yield error("oamut/option-mixed-values", written.key_span)
    values = _whole(written, nodes)
    default = _default(item)
    if default is not None:
        yield from _choice_default(default, values)
    if values is not None:
        yield from _labels(item, values)


def _whole(written: Value | None, nodes: Sequence[_Item]) -> Sequence[_Item] | None:
    """The values, when all of them are known."""
    if written is None or not isinstance(written.node, Array) or written.node.is_damaged:
        return None
    readable = all(value_of(each.node) is not UNREADABLE for each in nodes)
    return nodes if readable else None


def _choice_default(default: Value, values: Sequence[_Item] | None) -> Iterator[Finding]:
    if _kind(default) not in (Kind.NUMBER, Kind.STRING):
        yield _of_wrong_type(default, "string-or-number")
        return
    if values is None or any(_is_same(default.node, each.node) for each in values):
        return
    choices = [each.node.raw for each in values if each.node.kind in (Kind.NUMBER, Kind.STRING)]
    written = default.node.raw if default.node else ""
    fixes = quoting.straighten(default.node, default.offset) if default.node else ()
    better = nearest(written, choices) or choices[:3]
    fixes = fixes or tuple(replace(default.span, choice) for choice in better)
    yield error(f"{_OPTION_DEFAULT}.choice", default.span, fixes, written=written, values=choices)


def _is_same(one: Node | None, other: Node) -> bool:
    if one is None or one.kind is not other.kind:
        return False
    if one.kind is Kind.NUMBER:
        return number_of(one) == number_of(other)
    return one.text == other.text


def _labels(item: Node, values: Sequence[_Item]) -> Iterator[Finding]:
    labels = value_at(item, 0, "labels")
    if labels is None or not isinstance(labels.node, Object):
        return
    for entry in labels.node.entries:
        key = entry.key
        if key.kind is Kind.ERROR or key.faults or any(_is_label_of(key, v.node) for v in values):
            continue
        start = labels.offset + entry.key_offset
        span = start, start + key.width
        known = [each.node.text for each in values]
        free = [name for name in known if labels.node.get(name) is None]
        fixes = tuple(
            Fix(Message.of("oamut.rename-key", name=name), (TextEdit(*span, name),))
            for name in nearest(key.text, free)
        )
        yield error("oamut/option-label", span, fixes, key=key.text, values=known)


def _is_label_of(key: Node, value: Node) -> bool:
    """A label belongs to a number however the number is written."""
    if value.kind is not Kind.NUMBER:
        return key.text == value.text
    return plain_kind(key.text) is Kind.NUMBER and Decimal(key.text) == number_of(value)


# ---- number


class _Steps(NamedTuple):
    """What players can choose: `minimum`, and every `step` from there up to `maximum`."""

    minimum: Decimal
    maximum: Decimal
    step: Decimal

    def holds(self, number: Decimal) -> bool:
        return self._position(number).denominator == 1

    def _position(self, number: Decimal) -> Fraction:
        return (Fraction(number) - Fraction(self.minimum)) / Fraction(self.step)

    def nearest(self, number: Decimal) -> Decimal:
        """The choice next to `number`."""
        last = floor(self._position(self.maximum))
        position = min(max(round(self._position(number)), 0), last)
        with localcontext() as context:
            context.prec = _ENOUGH_DIGITS
            return self.minimum + position * self.step


def _number(item: Node) -> Iterator[Finding]:
    minimum = value_at(item, 0, "min")
    maximum = value_at(item, 0, "max")
    step = value_at(item, 0, "step")
    lowest = number_of(minimum.node) if minimum else None
    highest = number_of(maximum.node) if maximum else None
    width = number_of(step.node) if step else None
    is_sound = True
    if step is not None and width is not None and width <= 0:
        is_sound = False
        yield error("oamut/option-range.step", step.span, written=_plain(width))
    if maximum is not None and lowest is not None and highest is not None and highest <= lowest:
        is_sound = False
        yield error(
            "oamut/option-range.max",
            maximum.span,
            minimum=_plain(lowest),
            maximum=_plain(highest),
        )
    default = _default(item)
    if default is None:
        return
    number = number_of(default.node)
    if number is None:
        text = string_of(default.node)
        fixes = ()
        if text is not None and plain_kind(text) is Kind.NUMBER:
            fixes = (replace(default.span, text, preferred=True),)
        yield _of_wrong_type(default, "number", fixes)
    elif is_sound and lowest is not None and highest is not None:
        steps = _Steps(lowest, highest, width) if width is not None else None
        yield from _number_default(default, number, lowest, highest, steps)


def _number_default(
    default: Value, number: Decimal, lowest: Decimal, highest: Decimal, steps: _Steps | None
) -> Iterator[Finding]:
    if lowest <= number <= highest:
        if steps is None or steps.holds(number):
            return
        variant = f"{_OPTION_DEFAULT}.step"
    else:
        variant = f"{_OPTION_DEFAULT}.range"
    fixes = (replace(default.span, _plain(steps.nearest(number))),) if steps else ()
    yield error(
        variant,
        default.span,
        fixes,
        written=_plain(number),
        minimum=_plain(lowest),
        maximum=_plain(highest),
        step=_plain(steps.step) if steps else "",
    )


_CHECKS: Mapping[str, Callable[[Node], Iterator[Finding]]] = {
    "toggle": _toggle,
    "choice": _choice,
    "number": _number,
}


def _plain(number: Decimal) -> str:
    """A number as an author would write it: 0.3, not 3E-1 or 0.30."""
    digits = number.as_tuple().digits
    if number.adjusted() > 15 or number.adjusted() < -15 or len(digits) > 30:
        return str(number)
    written = format(number, "f")
    return written.rstrip("0").rstrip(".") if "." in written else written
