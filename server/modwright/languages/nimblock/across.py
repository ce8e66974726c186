"""What rules have to do with each other: names that stand twice (specs/nimblock.md, Findings)."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from modwright.findings.model import Finding, Message, Related, Severity
from modwright.languages.nimblock.view import RuleView, Value

_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


class Named(NamedTuple):
    """A name that a rule gives: [start, end) is its value, relative to the rule."""

    text: str
    start: int
    end: int


class Names(NamedTuple):
    """The names of one rule that must be its own."""

    id: Named | None
    command: Named | None


def names_of(rule: RuleView) -> Names:
    """The names of a rule, remembered on its node."""
    return rule.node.remember(names_of, lambda: _names(RuleView(rule.node, 0)))


def _names(rule: RuleView) -> Names:
    written = rule.id
    return Names(_named(written) if written else None, _command(rule))


def _command(rule: RuleView) -> Named | None:
    """The command that an enabled rule adds, spelled as far as ASCII case does not matter."""
    trigger = rule.trigger
    if trigger is None or rule.is_disabled:
        return None
    for param, value in trigger.arguments:
        if param.role == "command-name" and value.string is not None:
            named = _named(value)
            return named._replace(text=named.text.translate(_ASCII_LOWER))
    return None


def _named(value: Value) -> Named:
    return Named(value.node.text, value.offset, value.end)


def across_rules(rules: Iterable[RuleView]) -> Iterator[Finding]:
    """The findings about all rules together, at the offsets of the views."""
    ids: dict[str, tuple[int, int]] = {}
    commands: dict[str, tuple[int, int]] = {}
    for rule in rules:
        names = names_of(rule)
        if names.id is not None:
            yield from _twice("nimblock/duplicate-rule-id", ids, names.id, rule.offset)
        if names.command is not None:
            yield from _twice("nimblock/duplicate-command", commands, names.command, rule.offset)


def _twice(
    code: str, seen: dict[str, tuple[int, int]], named: Named, offset: int
) -> Iterator[Finding]:
    span = named.start + offset, named.end + offset
    first = seen.setdefault(named.text, span)
    if first == span:
        return
    related = Related(*first, Message.of(f"{code}.first", name=named.text))
    yield Finding(
        code,
        Severity.WARNING,
        *span,
        Message.of(code, name=named.text),
        related=(related,),
    )
