"""What migration steps may name that the sheet has no more (ruleset-format.md, 3.8).

What they name of the sheet as it is comes with the table of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from modwright.findings.messages import render
from modwright.findings.messages import text as words
from modwright.languages.package import Package
from modwright.languages.results import Candidate, CompletionKind, Spot, SpotKind
from modwright.languages.ruleset.drafts import to_json
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.migration_facts import LIVE, RENAMED, step_kind
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.past_sheet import (
    MIGRATIONS,
    SHEET,
    PastSheet,
    gone,
    moves,
    past_sheets,
    version_of,
)
from modwright.languages.ruleset.views import View
from modwright.languages.wording import plain
from modwright.symbols.keys import Key
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_FIRST, _NEXT = 0, 1
# The ways to the places: `migrations[].from`, and a key of a step.
_VERSION_DEPTH, _STEP_DEPTH = 4, 6


def candidates(
    document: SyntaxTree, spot: Spot, locale: str, path: str | None, package: Package | None
) -> Sequence[Candidate] | None:
    """None: what the table of names says."""
    way = spot.path
    if spot.kind is not SpotKind.VALUE or way[:2] != (SHEET, MIGRATIONS):
        return None
    root = document.root
    holder = spot.ancestors[-1][1] if spot.ancestors else None
    sheet = View(root, 0).child(SHEET) if isinstance(root, Object) else None
    if sheet is None or not isinstance(root, Object) or not isinstance(holder, Object):
        return None
    if len(way) == _VERSION_DEPTH and way[3] == "from":
        return list(_versions(sheet))
    if len(way) != _STEP_DEPTH:
        return None
    kind, is_past_only = _source(View(holder, 0), way[5])
    if not kind:
        return None
    names = _Names(Things(root), past_sheets(package, path), locale)
    found = [*names.gone(kind), *names.between(sheet, kind)]
    if not is_past_only:
        # A field that is read may still be there. The one that decides most often is.
        current = list(names.current(kind))
        found = [*current, *found] if way[5] == "by" else [*found, *current]
    return list({each.label: each for each in reversed(found)}.values())[::-1]


def _source(step: View, key: str | int) -> tuple[str, bool]:
    """The kind of what stands at a key of a step and was there before it, and whether it has to be
    gone (R40); "" for any other key."""
    match step_kind(step), key:
        case "rename", "from":
            kind = step.text("rename") or ""
            return (kind if kind in RENAMED else ""), True
        case "routeLive", "from":
            kind = step.text("routeLive") or ""
            return (kind if kind in LIVE else ""), True
        case "route", "route" | "by":
            return "field", False
        case _:
            return "", False


def _versions(sheet: View) -> Iterator[Candidate]:
    """The versions before this one that have no entry yet, the latest first (R40)."""
    taken = {entry.number("from") for entry in sheet.views(MIGRATIONS)}
    for version in range((version_of(sheet) or 1) - 1, 0, -1):
        if version not in taken:
            yield Candidate(str(version), CompletionKind.VALUE, str(version))


class _Names:
    def __init__(self, now: Things, pasts: Sequence[PastSheet], locale: str) -> None:
        self._now = now
        self._pasts = pasts
        self._locale = locale

    def gone(self, kind: str) -> Iterator[Candidate]:
        """What the sheet had as it was saved."""
        for past in self._pasts:
            yield from self._candidates(gone(past, self._now, kind), past.things, _FIRST)

    def between(self, sheet: View, kind: str) -> Iterator[Candidate]:
        """What other steps write to and the sheet does not have: a chain goes on from there."""
        for move in moves(sheet):
            key = Key(kind, "", move.target)
            if move.kind == kind and move.target and key not in self._now.declared:
                yield from self._candidates([key], self._now, _NEXT)

    def current(self, kind: str) -> Iterator[Candidate]:
        yield from self._candidates(self._now.of(kind), self._now, _NEXT)

    def _candidates(self, keys: Iterable[Key], things: Things, sort: int) -> Iterator[Candidate]:
        for key in keys:
            label, kind = plain(things.label(key)), render(kind_title(key.kind), self._locale)
            yield Candidate(
                key.id,
                CompletionKind.NAME,
                to_json(key.id),
                detail=words("ruleset.detail", self._locale, label=label, kind=kind)
                if label
                else kind,
                sort=sort,
                filter=f"{key.id} {label}" if label else key.id,
            )
