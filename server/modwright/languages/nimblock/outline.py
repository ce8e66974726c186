"""The outline: rules by name, with their trigger, conditions and actions below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modwright.findings.messages import text
from modwright.languages.nimblock.naming import command_name
from modwright.languages.nimblock.view import EntryView, RuleView, Value, rules_of, value_at
from modwright.languages.results import OutlineItem, SymbolKind
from modwright.languages.wording import plain
from modwright.syntax.node import Kind as NodeKind
from modwright.syntax.tree import SyntaxTree

_KINDS: Mapping[str, SymbolKind] = {
    "trigger": SymbolKind.TRIGGER,
    "condition": SymbolKind.CONDITION,
    "action": SymbolKind.ACTION,
}
_NOT = "not"


def outline(document: SyntaxTree, locale: str) -> list[OutlineItem]:
    """An item a rule, in text order, also for rules that are broken or have no name."""
    found: list[OutlineItem] = []
    for number, rule in enumerate(rules_of(document.root, document.root_offset), 1):
        item = _rule_of(rule, locale)
        name = item.name or _number(number, locale)
        children = [_shifted(child, child.name, rule.offset, ()) for child in item.children]
        found.append(_shifted(item, name, rule.offset, children))
    return found


def _shifted(item: OutlineItem, name: str, by: int, children: Sequence[OutlineItem]) -> OutlineItem:
    return OutlineItem(
        name,
        item.detail,
        item.kind,
        item.start + by,
        item.end + by,
        item.name_start + by,
        item.name_end + by,
        item.is_disabled,
        children,
    )


def _rule_of(rule: RuleView, locale: str) -> OutlineItem:
    """The item at offsets relative to the rule, remembered on its node; no name: its number."""
    return rule.node.remember((outline, locale), lambda: _rule(RuleView(rule.node, 0), locale))


def _rule(rule: RuleView, locale: str) -> OutlineItem:
    trigger = rule.trigger
    children = [_entry(trigger, locale)] if trigger else []
    children += [_entry(entry, locale) for entry in (*rule.conditions, *rule.actions)]
    name, span = _own_title(rule)
    start, end = rule.offset, rule.offset + rule.node.width
    return OutlineItem(
        name=name,
        detail=_trigger_in_short(trigger, locale) if trigger else "",
        kind=SymbolKind.RULE,
        start=start,
        end=end,
        name_start=span[0],
        name_end=span[1],
        is_disabled=rule.is_disabled,
        children=children,
    )


def rule_title(rule: RuleView, number: int, locale: str) -> str:
    """What to call a rule, the `number`th from 1: its name, its id or its number."""
    return _own_title(rule)[0] or _number(number, locale)


def _number(number: int, locale: str) -> str:
    return text("outline.rule", locale, number=str(number))


def _own_title(rule: RuleView) -> tuple[str, tuple[int, int]]:
    """The name of a rule or its id, or ""; and where it stands (the opening brace for "")."""
    for value in (value_at(rule.node, rule.offset, "name"), rule.id):
        written = plain(value.string or "") if value else ""
        if value is not None and written:
            return written, (value.offset, value.end)
    return "", (rule.offset, rule.offset + 1)


def _trigger_in_short(trigger: EntryView, locale: str) -> str:
    command = command_name(trigger)
    if command is not None:
        return _slashed(command)
    return _label(trigger, locale)


def _slashed(command: Value) -> str:
    return f"/{plain(command.node.text)}"


def _label(entry: EntryView, locale: str) -> str:
    return entry.entry.label.in_locale(locale) if entry.entry else ""


def _entry(entry: EntryView, locale: str) -> OutlineItem:
    kind = _KINDS[entry.kind]
    name, span = _entry_title(entry, locale)
    command = command_name(entry)
    if command is not None:
        kind, name, span = SymbolKind.COMMAND, _slashed(command), (command.offset, command.end)
    return OutlineItem(
        name=name,
        detail=_label(entry, locale),
        kind=kind,
        start=entry.offset,
        end=entry.offset + entry.node.width,
        name_start=span[0],
        name_end=span[1],
    )


def _entry_title(entry: EntryView, locale: str) -> tuple[str, tuple[int, int]]:
    written = entry.type
    name = plain(written.string or "") if written else ""
    if written is None or not name:
        return text("outline.untyped", locale), (entry.offset, entry.offset + 1)
    if is_negated(entry):
        name = text("outline.not", locale, name=name)
    return name, (written.offset, written.end)


def is_negated(entry: EntryView) -> bool:
    """Whether a condition is turned around."""
    value: Value | None = value_at(entry.node, entry.offset, _NOT)
    return (
        entry.kind == "condition"
        and value is not None
        and value.node.kind is NodeKind.BOOLEAN
        and value.node.raw == "true"
    )
