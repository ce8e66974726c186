"""The names of a spec: rule ids, commands, and the variables that a rule's trigger provides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from modwright.languages.nimblock.across import names_of
from modwright.languages.nimblock.catalogue import catalogue
from modwright.languages.nimblock.pieces import placed_pieces
from modwright.languages.nimblock.template import PieceKind
from modwright.languages.nimblock.view import EntryView, RuleView, Value, rules_of
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree

_SLASH = "/"


class _Place(NamedTuple):
    """Where a name stands, relative to its rule, without quotes or braces."""

    kind: Literal["rule-id", "command", "variable"]
    text: str
    start: int
    end: int
    is_definition: bool


def names(document: SyntaxTree) -> list[Name]:
    """Every rule id, command name and variable, rule by rule.

    Rule ids and commands are defined and never used elsewhere, so each is a name of its own, even
    where two are spelt alike: renaming one is how such a pair is told apart. A trigger's `type` is
    where all its variables are defined; they belong to the game and cannot be renamed.
    """
    rules = rules_of(document.root, document.root_offset)
    found: list[Name] = []
    for rule in rules:
        offset, where = rule.offset, str(rule.offset)
        for kind, name, start, end, is_definition in _places(rule):
            key = (kind, where, name if kind == "variable" else "")
            check = None
            if kind != "variable":
                check = partial(_check_id if kind == "rule-id" else _check_command, rules, offset)
            found.append(Name(key, name, offset + start, offset + end, is_definition, check))
    return found


def _places(rule: RuleView) -> tuple[_Place, ...]:
    """The names of a rule, remembered on its node."""
    return rule.node.remember(_places, lambda: tuple(_find_places(RuleView(rule.node, 0))))


def _find_places(rule: RuleView) -> Iterator[_Place]:
    if rule.id is not None:
        yield _Place("rule-id", rule.id.node.text, *content(rule.id), True)
    trigger, known = rule.trigger, rule.trigger_entry
    command = command_name(trigger) if trigger else None
    if command is not None:
        yield _Place("command", command.node.text, *content(command), True)
    if trigger is not None and trigger.type is not None and known is not None:
        for variable in known.provides:
            yield _Place("variable", variable.name, *content(trigger.type), True)
    for placed in placed_pieces(rule):
        if placed.piece.kind is PieceKind.VARIABLE:
            yield _Place("variable", placed.piece.name, placed.inner_start, placed.inner_end, False)


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
