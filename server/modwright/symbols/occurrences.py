"""Where the names of a document stand: found by key, or by place, from the summaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from modwright.symbols.keys import Key, bound
from modwright.symbols.summary import Definition, Mention, Part, Summary, out
from modwright.symbols.table import Role, SymbolTable


class Occurrence(NamedTuple):
    """A place of a name: [start, end) is the name alone, absolute. `keys` are what it may mean,
    `holder` is where the container begins that it stands in."""

    role: Role
    text: str
    keys: tuple[Key, ...]
    start: int
    end: int
    is_key: bool
    holder: int


class Level(NamedTuple):
    """One container on the way from the root to a place."""

    summary: Summary
    offset: int
    part: Part | None
    """How it hangs in the container around it; None for the root."""


def closed(key: Key, levels: Sequence[Level], table: SymbolTable) -> Key | None:
    """The key of a mention in the last of `levels` as it is for the whole document; None where its
    scope stays unknown."""
    current: Key | None = key
    for level in reversed(levels):
        if current is None or not current.is_open:
            break
        current = out(current, level.summary, table)
        if current is not None and current.is_open and level.part is not None:
            current = bound(current, level.part.given, table.within)
    return None if current is None or current.is_open else current


class Finder:
    """Finds names below `root`, which stands at `offset`. `declared` are the names that count as
    declared: those of several documents, where they belong together."""

    def __init__(
        self,
        root: Summary,
        offset: int,
        table: SymbolTable,
        declared: Mapping[Key, Definition] | None = None,
    ) -> None:
        self._root = Level(root, offset, None)
        self._table = table
        self._declared = root.declared if declared is None else declared

    def of(self, key: Key) -> Sequence[Occurrence]:
        """The places of one name, in text order of the containers that hold them."""
        found: list[Occurrence] = []
        self._gather([self._root], key, found)
        return [each for each in found if self._counted(each) == key]

    def everything(self) -> Sequence[Occurrence]:
        found: list[Occurrence] = []
        self._gather([self._root], None, found)
        return found

    def at(self, offset: int) -> Occurrence | None:
        """The innermost name whose text touches `offset`."""
        for occurrence in self._touching([self._root], offset):
            return occurrence
        return None

    def counted(self, occurrence: Occurrence) -> Key | None:
        """What the name means: the first of its keys that is declared, else its first."""
        return self._counted(occurrence)

    def _counted(self, occurrence: Occurrence) -> Key | None:
        declared = self._declared
        return next(
            (key for key in occurrence.keys if key in declared), next(iter(occurrence.keys), None)
        )

    def _gather(self, levels: list[Level], wanted: Key | None, found: list[Occurrence]) -> None:
        """Add the places below the last of `levels` that may be of `wanted` (None: of any name).
        A list and no iterator: each item of one would pass through every level of the document."""
        level = levels[-1]
        for mention in level.summary.mentions:
            if wanted is None or _is_among(mention.keys, wanted):
                occurrence = self._placed(mention, levels)
                if wanted is None or wanted in occurrence.keys:
                    found.append(occurrence)
        for part in level.summary.parts:
            if wanted is None or _holds(part.summary, wanted):
                inner = Level(part.summary, level.offset + part.offset, part)
                self._gather([*levels, inner], wanted, found)

    def _touching(self, levels: list[Level], offset: int) -> Iterator[Occurrence]:
        level = levels[-1]
        for part in level.summary.parts:
            start = level.offset + part.offset
            if start <= offset <= start + part.node.width:
                yield from self._touching([*levels, Level(part.summary, start, part)], offset)
        for mention in level.summary.mentions:
            if level.offset + mention.start <= offset <= level.offset + mention.end:
                yield self._placed(mention, levels)

    def _placed(self, mention: Mention, levels: Sequence[Level]) -> Occurrence:
        at = levels[-1].offset
        keys = _known(closed(key, levels, self._table) for key in mention.keys)
        start, end = at + mention.start, at + mention.end
        return Occurrence(mention.role, mention.text, keys, start, end, mention.is_key, at)


def _known(keys: Iterable[Key | None]) -> tuple[Key, ...]:
    return tuple(key for key in keys if key is not None)


def _is_among(keys: Iterable[Key], wanted: Key) -> bool:
    """Whether one of the keys can turn out to be `wanted`: its scope may not be known yet."""
    for key in keys:  # noqa: SIM110 - asked of every container there is
        if key.id == wanted.id and key.kind == wanted.kind:
            return True
    return False


def _holds(summary: Summary, wanted: Key) -> bool:
    return wanted in summary.used or wanted in summary.declared or _is_among(summary.open, wanted)
