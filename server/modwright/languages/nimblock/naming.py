"""The names of a spec: rule ids, commands, and the variables that a rule's trigger provides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from modwright.languages.nimblock.across import names_of
from modwright.languages.nimblock.catalogue import catalogue
from modwright.languages.nimblock.pieces import placed_pieces
from modwright.languages.nimblock.template import PieceKind
from modwright.languages.nimblock.view import EntryView, RuleView, Value, rules_of
from modwright.symbols.names import Name
from modwright.syntax.json_document import JsonDocument

_SLASH = "/"

_Check: TypeAlias = Callable[[str], "str | None"]


def names(document: JsonDocument) -> list[Name]:
    """Every rule id, command name and variable, rule by rule.

    Rule ids and commands are defined and never used elsewhere, so each is a name of its own, even
    where two are spelt alike: renaming one is how such a pair is told apart. A trigger's `type` is
    where all its variables are defined; they belong to the game and cannot be renamed.
    """
    rules = rules_of(document.root, document.root_offset)
    found: list[Name] = []
    for rule in rules:
        key = str(rule.offset)
        if rule.id is not None:
            check = partial(_check_id, rules, rule.offset)
            found.append(_defined(("rule-id", key), rule.id, check))
        trigger = rule.trigger
        command = command_name(trigger) if trigger else None
        if command is not None:
            check = partial(_check_command, rules, rule.offset)
            found.append(_defined(("command", key), command, check))
        found.extend(_variables(rule))
    return found


def command_name(entry: EntryView) -> Value | None:
    """Where a trigger that adds a command says what it is called."""
    if entry.kind != "trigger":
        return None
    for param, value in entry.arguments:
        if param.role == "command-name" and value.string is not None:
            return value
    return None


def content(value: Value) -> tuple[int, int]:
    """The place of a string's characters, without the quotes."""
    return value.span(0, len(value.node.text))


def _defined(key: tuple[str, str], value: Value, check: _Check) -> Name:
    start, end = content(value)
    return Name(key, value.node.text, start, end, True, check)


def _variables(rule: RuleView) -> Iterator[Name]:
    key = str(rule.offset)
    trigger = rule.trigger
    known = rule.trigger_entry
    if trigger is not None and trigger.type is not None and known is not None:
        start, end = content(trigger.type)
        for variable in known.provides:
            yield Name(("variable", key, variable.name), variable.name, start, end, True)
    for placed in placed_pieces(rule):
        if placed.piece.kind is PieceKind.VARIABLE:
            name = placed.piece.name
            start, end = rule.offset + placed.inner_start, rule.offset + placed.inner_end
            yield Name(("variable", key, name), name, start, end, False)


def _check_id(rules: Sequence[RuleView], offset: int, new: str) -> str | None:
    pattern = catalogue().strings["slug32"].pattern
    if pattern is not None and not re.fullmatch(pattern, new):
        return "nimblock/bad-identifier.slug32"
    others = (names_of(rule).id for rule in rules if rule.offset != offset)
    if any(other is not None and other.text == new for other in others):
        return "nimblock/duplicate-rule-id"
    return None


def _check_command(rules: Sequence[RuleView], offset: int, new: str) -> str | None:
    limit = catalogue().strings["text"].max_length
    if not new.strip():
        return "rename.empty"
    if limit is not None and len(new) > limit:
        return "rename.too-long"
    if new.startswith(_SLASH):
        return "nimblock/leading-slash.command-name"
    same = re.compile(re.escape(new), re.ASCII | re.IGNORECASE)
    others = (names_of(rule).command for rule in rules if rule.offset != offset)
    if any(other is not None and same.fullmatch(other.text) for other in others):
        return "nimblock/duplicate-command"
    return None
