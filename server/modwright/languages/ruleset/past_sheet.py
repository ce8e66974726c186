"""The sheet of a ruleset as it was saved before: what stored sheets may still hold.

An editor that saves by itself would leave nothing to compare with. So of each version of the sheet
the first state counts that was saved while the file is open: nothing may be gone from it without a
version of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from modwright.languages.package import Package
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.migration_facts import LIVE, RENAMED, Move, moves_of
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

SHEET = "sheet"
VERSION = "version"
MIGRATIONS = "migrations"

_STORED = (*RENAMED, *LIVE, "list", "column", "liveText", "condition", "state")
# The objects whose arrays hold what sheets store.
_PLACES = ((SHEET,), (SHEET, "live"))
# What is stored in a value of one type or sort cannot be moved to another (R41, R42).
_TYPED = ("field", "track")


class PastSheet(NamedTuple):
    """`version` is None where there is none that counts."""

    root: View
    things: Things
    version: int | None


def past_sheets(package: Package | None, path: str | None) -> list[PastSheet]:
    """The sheets of the ruleset at `path` as they were saved, the newest first."""
    if package is None or not path:
        return []
    trees = package.earlier(path, JsonDocument.parse, _version_in)
    roots = (tree.root for tree in trees)
    return [_past(root) for root in roots if isinstance(root, Object)]


def _past(root: Object) -> PastSheet:
    view = View(root, 0)
    return PastSheet(view, Things(root), version_of(view.child(SHEET)))


def _version_in(tree: SyntaxTree) -> int | None:
    root = tree.root
    return version_of(View(root, 0).child(SHEET)) if isinstance(root, Object) else None


def version_of(sheet: View | None) -> int | None:
    """The version of a sheet, if it is one that can be raised."""
    number = sheet.number(VERSION) if sheet is not None else None
    return int(number) if number is not None and number >= 1 and number % 1 == 0 else None


def gone(past: PastSheet, now: Things, kind: str) -> list[Key]:
    """The things of a kind that the sheet had and has no more, in their order there."""
    return [key for key in past.things.of(kind) if key.id and key not in now.declared]


def added(past: PastSheet, now: Things, kind: str) -> list[Key]:
    """The things of a kind that the sheet has and did not have."""
    return [key for key in now.of(kind) if key.id and key not in past.things.declared]


def moves(sheet: View) -> list[Move]:
    """All moves of the migrations of a sheet, in the order in which they run."""
    return sorted(move for entry in sheet.views(MIGRATIONS) for move in moves_of(entry))


class Pairing:
    """Which of the things that are gone may have become which of those that are new."""

    def __init__(self, past: PastSheet, now: Things, sheet: View) -> None:
        self._past = past
        self._now = now
        self._moved = {(move.kind, move.source) for move in moves(sheet)}

    def old_ones(self, new: Key) -> list[Key]:
        """What a new thing may have been called, the likeliest first. What a migration moves
        already is left out."""
        if new in self._past.things.declared:
            return []
        found = [key for key in gone(self._past, self._now, new.kind) if self._may_be(key, new)]
        return sorted(found, key=lambda key: not self.is_likely(key, new))

    def is_likely(self, old: Key, new: Key) -> bool:
        """Whether players read the same for both, or both stand at the same place."""
        label = self._past.things.label(old)
        if label and label == self._now.label(new):
            return True
        old_at = self._past.things.of(old.kind).index(old)
        return self._now.of(new.kind).index(new) == old_at and len(
            self._past.things.of(old.kind)
        ) == len(self._now.of(new.kind))

    def _may_be(self, old: Key, new: Key) -> bool:
        if (old.kind, old.id) in self._moved:
            return False
        traits = self._past.things.declared[old].trait, self._now.declared[new].trait
        return old.kind not in _TYPED or traits[0] == traits[1]


class Change(NamedTuple):
    """How a sheet differs from what was saved. `gone`: what it has no more; `arrays`: the keys of
    the arrays which that stood in."""

    is_any: bool
    gone: tuple[Key, ...]
    arrays: frozenset[tuple[str, ...]]


def change(past: PastSheet, now: Things) -> Change:
    """Only what sheets store counts: other things may come and go."""
    before, after = _traits(past.things), _traits(now)
    lost = tuple(key for key in before if key not in after)
    nodes = {id(past.things.node(key)) for key in lost}
    return Change(before != after, lost, frozenset(_arrays_of(past.root, nodes)))


def _traits(things: Things) -> Mapping[Key, str]:
    declared = things.declared
    return {key: each.trait for key, each in declared.items() if key.kind in _STORED and key.id}


def _arrays_of(root: View, nodes: Collection[int]) -> Iterator[tuple[str, ...]]:
    """The keys that lead to the arrays which hold one of these nodes."""
    for place in _PLACES:
        holder: View | None = root
        for name in place:
            holder = holder.child(name) if holder is not None else None
        for name in holder.keys if holder is not None else ():
            items = holder.items(name) if holder is not None else ()
            if any(id(item.node) in nodes for item in items):
                yield *place, name
