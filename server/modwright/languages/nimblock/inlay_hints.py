"""Inlay hints: the defaults that count because nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.messages import text
from modwright.languages.nimblock.catalogue import Param, Scalar, catalogue
from modwright.languages.nimblock.pieces import rules_within
from modwright.languages.nimblock.view import EntryView, RuleView, value_at
from modwright.languages.results import InlayHint
from modwright.languages.structural import to_json
from modwright.languages.wording import code
from modwright.syntax.node import Array, Object
from modwright.syntax.tree import SyntaxTree

_PARAMS = "params"
_MATCH = "match"
_CONDITIONS = "conditions"


def inlay_hints(document: SyntaxTree, start: int, end: int, locale: str) -> list[InlayHint]:
    """The hints whose place is in [start, end], in text order."""
    found: list[InlayHint] = []
    for rule in rules_within(document, start, end):
        for hint in _of_rule(rule, locale):
            offset = rule.offset + hint.offset
            if start <= offset <= end:
                found.append(InlayHint(offset, hint.label, hint.tooltip))
    return sorted(found, key=lambda hint: hint.offset)


def _of_rule(rule: RuleView, locale: str) -> tuple[InlayHint, ...]:
    """The hints at offsets relative to the rule, remembered on its node."""
    return rule.node.remember(
        (inlay_hints, locale), lambda: tuple(_hints(RuleView(rule.node, 0), locale))
    )


def _hints(rule: RuleView, locale: str) -> Iterator[InlayHint]:
    yield from _match(rule, locale)
    trigger = rule.trigger
    for entry in (*([trigger] if trigger else []), *rule.conditions, *rule.actions):
        yield from _params(entry, locale)


def _match(rule: RuleView, locale: str) -> Iterator[InlayHint]:
    """How several conditions combine, in front of the first one."""
    key = catalogue().objects["rule"].key(_MATCH)
    conditions = value_at(rule.node, rule.offset, _CONDITIONS)
    if key is None or key.default is None or rule.node.get(_MATCH) is not None:
        return
    if conditions is None or not isinstance(conditions.node, Array):
        return
    if len(conditions.node.items) < 2:
        return
    line = _line(key.name, key.label.in_locale(locale), key.default, locale)
    tooltip = text("hint.default", locale, lines=line)
    yield InlayHint(conditions.offset + 1, _written(key.name, key.default), tooltip)


def _params(entry: EntryView, locale: str) -> Iterator[InlayHint]:
    if entry.entry is None or entry.type is None:
        return
    node = entry.params.node if entry.params else None
    written = node.by_name if isinstance(node, Object) else {}
    if node is None and entry.node.get(_PARAMS) is not None:
        return  # of another type: what counts is not known
    omitted = [
        (param, param.default)
        for param in entry.entry.params
        if param.default is not None and param.name not in written
    ]
    if omitted:
        label = ", ".join(_written(param.name, default) for param, default in omitted)
        yield InlayHint(_place(entry), label, _tooltip(omitted, locale))


def _place(entry: EntryView) -> int:
    """Behind the last parameter, in the empty `params`, or behind `type`."""
    assert entry.type is not None
    if entry.params is None or not isinstance(entry.params.node, Object):
        return entry.type.end
    offset = entry.params.offset
    entries = entry.params.node.entries
    if not entries:
        return offset + 1
    last = entries[-1]
    if last.value is not None:
        return offset + last.value_offset + last.value.width
    return offset + last.key_offset + last.key.width


def _tooltip(omitted: Sequence[tuple[Param, Scalar]], locale: str) -> str:
    lines = [
        _line(param.name, param.label.in_locale(locale), default, locale)
        for param, default in omitted
    ]
    return text("hint.default", locale, lines="\n".join(lines))


def _line(name: str, label: str, default: Scalar, locale: str) -> str:
    return text("hint.line", locale, name=code(name), label=label, default=code(to_json(default)))


def _written(name: str, default: Scalar) -> str:
    return f"{name}: {to_json(default)}"
