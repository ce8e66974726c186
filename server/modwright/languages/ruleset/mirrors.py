"""Choices that are ids of something else: an enum field that tells which ability a value follows,
the column of a weapon's skill. The engine compares them with the ids and reads what differs as
nothing (ruleset-format.md, 1 and 8.3), so they are renamed with the thing. A choice that only
happens to be spelled like an id is nobody's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modwright.languages.ruleset.checks.attacks import CHOICES
from modwright.languages.ruleset.grammar import table
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import Definition
from modwright.syntax.node import Object


def mirrors(
    key: Key, ruleset: Object, finders: Sequence[Finder], declared: Mapping[Key, Definition]
) -> list[Key]:
    """The choices that are the id of `key`. `finders` are those of the ruleset's documents."""
    of_kind = table().kinds[key.kind]
    columns = set(_columns(key.kind, ruleset))
    return [
        choice
        for choice in declared
        if choice.kind in ("fieldValue", "columnValue")
        and of_kind.id_of(choice.id) == key.id
        and (
            choice.scope in columns
            if choice.kind == "columnValue"
            else _is_read_as(key.kind, str(choice.scope), finders)
        )
    ]


def _columns(kind: str, ruleset: Object) -> Iterator[str]:
    """The columns whose choices are ids of a kind, as `list/column`."""
    combat = View(ruleset, 0).child("combat")
    for attack in combat.views("attacks") if combat else ():
        for path, of in CHOICES.items():
            source: View | None = attack
            for step in path:
                source = source.child(step) if source else None
            rows, column = attack.text("list"), source.text("column") if source else None
            if of == kind and rows and column:
                yield f"{rows}/{column}"


def _is_read_as(kind: str, field: str, finders: Sequence[Finder]) -> bool:
    """Whether something takes the choices of a field for ids of a kind."""
    return any(
        place.role.values == kind
        for finder in finders
        for place in finder.of(Key("field", "", field))
    )
