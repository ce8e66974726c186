"""Ids of the sheet that change, and what is stored under them: one edit for the id, its uses,
`sheet.version` and the step of the migration (specs/ruleset.md, Quick fixes)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from modwright.findings.messages import text as words
from modwright.findings.model import TextEdit
from modwright.languages.around import PackageAction
from modwright.languages.package import Package
from modwright.languages.ruleset import capability, family
from modwright.languages.ruleset.family_names import declared_in, documents_of
from modwright.languages.ruleset.findings import finder_of
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.manifest_facts import facts_of
from modwright.languages.ruleset.migration_facts import LIVE, RENAMED
from modwright.languages.ruleset.migration_writing import step_edit, version_edit
from modwright.languages.ruleset.mirrors import mirrors
from modwright.languages.ruleset.names import named
from modwright.languages.ruleset.past_sheet import (
    MIGRATIONS,
    SHEET,
    VERSION,
    Pairing,
    PastSheet,
    added,
    change,
    moves,
    past_sheets,
    version_of,
)
from modwright.languages.ruleset.spelling import spellings
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.keys import Key
from modwright.symbols.summary import Definition
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_MOVED = (*RENAMED, *LIVE)
_QUICK_FIX = "quickfix"
_REWRITE = "refactor.rewrite"
_NUMBERED = re.compile(r"(.+?)(?:_([0-9]+))?")
_MOST_OFFERED = 8
_MOST_NUMBERS = 100
# What a step calls by the names of the version it starts from.
_PAST = ("route", "by")


def migration_actions(
    document: SyntaxTree,
    start: int,
    end: int,
    locale: str,
    path: str | None,
    package: Package | None,
) -> Iterator[PackageAction]:
    """What can be done about stored values for [start, end)."""
    root = document.root
    if not isinstance(root, Object):
        return
    sheet = View(root, document.root_offset).child(SHEET)
    version = version_of(sheet)
    if sheet is None or version is None:
        return
    asked = _Asked(document, root, sheet, version, locale, path, package)
    key_start, _ = View(root, document.root_offset).key_span(SHEET)
    if end < key_start or start > sheet.span[1]:
        return
    yield from asked.at_definition(start, end)
    yield from asked.at_version(start, end)


class _Asked:
    """One ruleset that is asked about. `sheet` is its sheet, which has `version`."""

    def __init__(
        self,
        document: SyntaxTree,
        root: Object,
        sheet: View,
        version: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> None:
        self._document = document
        self._root = root
        self._sheet = sheet
        self._version = version
        self._locale = locale
        self._path = path
        self._package = package
        self._now = Things(root)

    @cached_property
    def _pasts(self) -> list[PastSheet]:
        return past_sheets(self._package, self._path)

    @property
    def _past(self) -> PastSheet | None:
        return self._pasts[0] if self._pasts else None

    def _next(self, past: PastSheet | None) -> int:
        """The version that the sheet has after a change since `past`: it is raised once between two
        saves."""
        saved = past.version if past is not None else None
        if saved is None:
            return self._version + 1
        return self._version if self._version > saved else saved + 1

    # ---- at an id

    def at_definition(self, start: int, end: int) -> Iterator[PackageAction]:
        """Giving an id another name, or saying which one it had."""
        key = self._defined_at(start, end)
        if key is None:
            return
        # Nothing is stored under an id that was never saved: but perhaps under another one.
        seen: set[Key] = set()
        for past in self._pasts:
            pairing = Pairing(past, self._now, self._sheet)
            for old in pairing.old_ones(key)[:_MOST_OFFERED]:
                if old not in seen:
                    seen.add(old)
                    is_likely = pairing.is_likely(old, key)
                    yield from self._moving(past, old, key.id, _QUICK_FIX, is_preferred=is_likely)
        past = self._past
        if past is not None and key not in past.things.declared:
            return
        new = self._fresh(key)
        if new is not None:
            yield from self._moving(past, key, new, _REWRITE)

    def _defined_at(self, start: int, end: int) -> Key | None:
        """What has its id at a place, quotes included."""
        finder = finder_of(self._root, self._document.root_offset)
        place = finder.at(start) or finder.at(start + 1)
        if place is None or not place.role.is_definition or end > place.end + 1:
            return None
        key = finder.counted(place)
        if key is None or key.kind not in _MOVED or not key.id:
            return None
        places = [each for each in finder.of(key) if each.role.is_definition]
        return key if len(places) == 1 else None

    def _fresh(self, key: Key) -> str | None:
        """An id like that of `key` which nothing has or had."""
        document = self._document
        finder = finder_of(self._root, document.root_offset)
        name = next(named(finder, finder.of(key), self._now.declared), None)
        match = _NUMBERED.fullmatch(key.id)
        if name is None or name.check is None or match is None:
            return None
        taken = {move.source for move in moves(self._sheet)}
        for past in self._pasts:
            taken.update(each.id for each in past.things.declared if each.kind == key.kind)
        longest = spellings(key.kind)[0].get("maxLength")
        first = int(match[2] or 1) + 1
        for number in range(first, first + _MOST_NUMBERS):
            suffix = f"_{number}"
            stem = match[1][: longest - len(suffix)] if isinstance(longest, int) else match[1]
            new = f"{stem}{suffix}"
            if new not in taken and name.check(new) is None:
                return new
        return None

    # ---- at the version

    def at_version(self, start: int, end: int) -> Iterator[PackageAction]:
        """What is due where the sheet has changed since it was saved."""
        is_version = _is_touched(_entry_span(self._sheet, VERSION), start, end)
        whole = View(self._root, self._document.root_offset)
        is_sheet = _is_touched(whole.key_span(SHEET), start, end)
        past = self._past
        if past is None or past.version is None:
            return
        if is_version or is_sheet:
            yield from self._likely_moves()
        if self._version > past.version:
            return
        changed = change(past, self._now)
        if not changed.is_any:
            return
        if is_version or is_sheet or self._is_in(changed.arrays, start, end):
            variant = "raise-gone" if changed.gone else "raise"
            title = words(
                f"ruleset.migration.{variant}",
                self._locale,
                version=self._next(past),
                names=[key.id for key in changed.gone[:_MOST_OFFERED]],
            )
            edits = version_edit(self._sheet, self._next(past))
            yield PackageAction(title, _QUICK_FIX, {None: edits}, {})

    def _likely_moves(self) -> Iterator[PackageAction]:
        seen: set[Key] = set()
        for past in self._pasts:
            pairing = Pairing(past, self._now, self._sheet)
            for kind in _MOVED:
                for new in added(past, self._now, kind)[:_MOST_OFFERED]:
                    old = next(iter(pairing.old_ones(new)), None)
                    if old is not None and new not in seen and pairing.is_likely(old, new):
                        seen.add(new)
                        yield from self._moving(past, old, new.id, _QUICK_FIX)

    def _is_in(self, arrays: frozenset[tuple[str, ...]], start: int, end: int) -> bool:
        """Whether a place is in one of these arrays, keys included."""
        root = View(self._root, self._document.root_offset)
        for *outer, name in arrays:
            holder: View | None = root
            for key in outer:
                holder = holder.child(key) if holder is not None else None
            is_there = holder is not None and holder.has(name)
            if holder and is_there and _is_touched(_entry_span(holder, name), start, end):
                return True
        return False

    # ---- the edit

    def _moving(
        self,
        past: PastSheet | None,
        old: Key,
        new: str,
        kind: str,
        *,
        is_preferred: bool = False,
    ) -> Iterator[PackageAction]:
        """Everything that is called `old` becomes `new`, and what is stored since `past` moves with
        it. A manifest then declares the Capability API that migrations need."""
        version = self._next(past)
        step = step_edit(self._document.text, self._sheet, version - 1, old.kind, old.id, new)
        if step is None:
            return
        edits: dict[str | None, list[TextEdit]] = {None: list(version_edit(self._sheet, version))}
        for path, edit in self._renamed(old, new):
            edits.setdefault(path, []).append(edit)
        edits[None].append(step)
        for path, raised in self._raised():
            edits.setdefault(path, []).extend(raised)
        variant = "rename" if old in self._now.declared else "move"
        title = words(
            f"ruleset.migration.{variant}", self._locale, old=old.id, name=new, version=version
        )
        # What is put behind an edit comes after it.
        sorted_edits = {
            path: tuple(sorted(each, key=lambda edit: (edit.start, edit.end)))
            for path, each in edits.items()
        }
        yield PackageAction(title, kind, sorted_edits, {}, is_preferred=is_preferred)

    def _raised(self) -> Iterator[tuple[str, tuple[TextEdit, ...]]]:
        from modwright.languages.ruleset.manifest_findings import raise_edits

        found = family.manifest_of(self._package, self._path)
        facts = facts_of(found[1]) if found is not None else None
        if found is None or facts is None or facts.api is None:
            return
        needed = capability.version_of("sheet", MIGRATIONS)
        if facts.api < needed:
            yield found[0], raise_edits(facts, needed, found[2])

    def _renamed(self, old: Key, new: str) -> Iterator[tuple[str | None, TextEdit]]:
        """The places of a name in all files of the ruleset. What earlier migrations read stays:
        it is called as it was called then."""
        documents = documents_of(self._document, self._path, self._package)
        # Its uses are found though it may be gone already.
        declared: Mapping[Key, Definition] = {old: Definition("", None), **declared_in(documents)}
        past = [
            step.value_span(key)
            for entry in self._sheet.views(MIGRATIONS)
            for step in entry.views("steps")
            for key in _PAST
            if step.has(key)
        ]
        finders = [each.finder(declared) for each in documents]
        root = self._document.root
        choices = mirrors(old, root, finders, declared) if isinstance(root, Object) else []
        for each, finder in zip(documents, finders, strict=True):
            for place in (at for key in (old, *choices) for at in finder.of(key)):
                span = (place.start, place.end)
                if each.path is not None or not any(_is_touched(old, *span) for old in past):
                    yield each.path, TextEdit(*span, new)


def _is_touched(span: Span, start: int, end: int) -> bool:
    return span[0] <= end and start <= span[1]


def _entry_span(view: View, key: str) -> Span:
    """A key with its value."""
    return view.key_span(key)[0], view.value_span(key)[1]
