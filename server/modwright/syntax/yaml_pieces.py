"""A long entry read piece by piece: after an edit, all but the piece around it are taken over.

What reads the same alone as between its neighbours is put together from what was read of each:
the items of a list below its key, the entries of a mapping below its key, and those inside of them.
Wherever that is not certain, the lines are read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from modwright.syntax.node import Container, Entry, Fault, Kind, Node
from modwright.syntax.yaml_composer import Composed
from modwright.syntax.yaml_flow import starts_block
from modwright.syntax.yaml_limits import MAX_LOOSE_FAULTS
from modwright.syntax.yaml_lines import Line
from modwright.syntax.yaml_nodes import YamlArray, YamlObject, YamlScalar, plain_key
from modwright.syntax.yaml_parts import Around, Key, Part, read_part, read_piece

# Keys about which there can be no doubt. Others may be keys as well.
_KEY = re.compile(r"\w[\w.-]*:(?:[ \t]|$)")
_KEY_ALONE = re.compile(r"(\w[\w.-]*):(?:[ \t]+(?:#.*)?)?")

_MOST_LEVELS = 3
"""How many mappings inside of each other are taken apart: where a piece cannot be read by itself,
each of those around it is tried."""


class Parts:
    """The parts of one version of a document; `known` are those of the version before."""

    def __init__(self, known: Mapping[Key, Part]) -> None:
        self.known = known
        self.made: dict[Key, Part] = {}

    def part(self, text: str, lines: Sequence[Line], column: int | None, budget: int) -> Part:
        """What is read of lines that are an entry of the top-level mapping, whose entries begin at
        `column`; None for a document of another kind.

        `budget`: the nodes that there may be. Raises TooManyNodesError.
        """
        end = lines[-1].end
        around = Around(() if column is None else (column,))
        key = Key(text[lines[0].start : end], around, lines[0].follows_return)
        part = self.taken_over(key)
        if part is None:
            if column is not None and _is_gapless(lines):
                part = _Pieces(self, text, lines).entry(0, len(lines), end, around.mappings)
            if part is None or part.most_nodes > budget:
                part = read_part(key, budget)
            self.made[key] = part
        return part

    def taken_over(self, key: Key) -> Part | None:
        part = self.known.get(key) or self.made.get(key)
        if part is not None:
            self.made[key] = part
            self.made.update(part.inner)
        return part


def _is_gapless(lines: Sequence[Line]) -> bool:
    """Whether nothing but line breaks stands between the lines, and no lone CR among those."""
    end = lines[0].start
    for line in lines:
        if line.follows_return or line.start - end > 2:
            return False
        end = line.end
    return True


class _Split(NamedTuple):
    """Where pieces begin: numbers of lines."""

    starts: Sequence[int]
    column: int
    is_list: bool


class _Pieces:
    def __init__(self, parts: Parts, text: str, lines: Sequence[Line]) -> None:
        self.parts = parts
        self.text = text
        self.lines = lines

    def entry(self, first: int, stop: int, end: int, mappings: tuple[int, ...]) -> Part | None:
        """The entry in the lines [first, stop), which are the text up to `end`; None where it has
        to be read as a whole."""
        while first < stop and self.lines[first].is_blank:
            first += 1
        if first == stop:
            return None
        head = self.lines[first]
        match = _KEY_ALONE.fullmatch(self.text, head.content, head.end)
        if match is None or head.column != mappings[-1] or len(mappings) > _MOST_LEVELS:
            return None
        if head.content - head.start != head.column:
            return None
        name = plain_key(match[1])
        split = self.split(first + 1, stop, mappings[-1])
        if split is None or name.kind is Kind.ERROR or name.faults:
            return None
        joined = _Joined(split.is_list)
        is_behind_broken = False
        for at, following in zip(split.starts, [*split.starts[1:], stop], strict=True):
            is_last = following == stop
            start, piece_end = self.lines[at].start, end if is_last else self.lines[following].start
            around = Around(mappings, split.column)
            if not split.is_list:
                around = Around((*mappings, split.column))
            key = Key(self.text[start:piece_end], around)
            part = self.piece(key, at, following, piece_end, is_behind_broken)
            if not self.stands_alone(part, following, is_last):
                return None
            is_behind_broken |= split.is_list and part.breaks_line
            joined.add(key, part, start)
            if not joined.is_sound:
                return None
        start = self.lines[0].start if len(mappings) == 1 else head.start
        return joined.part(head.content, name, start)

    def split(self, at: int, stop: int, around: int) -> _Split | None:
        """The pieces below a key that begins in the column `around`."""
        lines, text = self.lines, self.text
        while at < stop and lines[at].is_blank:
            at += 1
        if at == stop:
            return None
        column = lines[at].column
        is_list = lines[at].is_dash
        if column < around or (column == around and not is_list):
            return None
        starts: list[int] = []
        for number in range(at, stop):
            line = lines[number]
            if line.column > column or line.is_blank:
                continue
            if line.column < column:
                return None
            if line.is_dash if is_list else _KEY.match(text, line.content, line.end):
                starts.append(number)
            elif is_list:
                return None
        return _Split(starts, column, is_list) if starts and starts[0] == at else None

    def piece(self, key: Key, at: int, stop: int, end: int, is_behind_broken: bool) -> Part:
        """What is read of the piece in the lines [at, stop)."""
        part = self.parts.taken_over(key)
        if part is not None and part.asks_before and part.is_behind_broken != is_behind_broken:
            part = None
        if part is None:
            if key.around.dashes is None:
                part = self.entry(at, stop, end, key.around.mappings)
            part = part or read_piece(key, is_behind_broken)
            self.parts.made[key] = part
        return part

    def stands_alone(self, part: Part, following: int, is_last: bool) -> bool:
        """Whether a piece reads the same with what follows it."""
        if not part.is_apart or part.composed is None:
            return False
        # A brace that is open takes in lines that look like entries.
        return (
            not part.open_bracket
            or is_last
            or starts_block(self.lines, following, part.open_bracket)
        )


class _Joined:
    """The collection that pieces make; offsets are those of the text."""

    def __init__(self, is_list: bool) -> None:
        self.is_list = is_list
        self.start = -1
        self.end = 0
        self.items: list[Node] = []
        self.offsets: list[int] = []
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []
        self.is_damaged = False
        self.starts_broken = False
        # The key is one.
        self.nodes = 1
        self.most_nodes = 1
        self.open_bracket = ""
        self.inner: dict[Key, Part] = {}
        self.names: set[str] = set()
        self.is_sound = True
        """Whether nothing is wrong with all of it, which nobody but the whole can say: keys that
        stand twice, more faults than are told."""

    def add(self, key: Key, part: Part, start: int) -> None:
        """Add a piece whose first line begins at `start`."""
        assert part.composed is not None
        node, offset = part.composed
        offset += start
        if self.start < 0:
            self.start = offset
            self.starts_broken = part.starts_broken
        self.end = max(self.end, offset + node.width)
        if isinstance(node, YamlArray):
            self.items += node.items
            self.offsets += [offset + each for each in node.offsets]
        elif isinstance(node, YamlObject):
            for entry in node.entries:
                self.entries.append(_moved(entry, offset))
                if entry.key.kind is not Kind.ERROR:
                    self.is_sound &= entry.name not in self.names
                    self.names.add(entry.name)
        self.is_damaged |= isinstance(node, Container) and node.is_damaged
        self.faults += [fault.shifted(start) for fault in part.faults]
        self.is_sound &= len(self.faults) < MAX_LOOSE_FAULTS
        self.most_nodes = max(self.most_nodes, self.nodes + part.most_nodes)
        self.nodes += part.nodes
        self.open_bracket = part.open_bracket
        self.inner[key] = part
        self.inner.update(part.inner)

    def part(self, at: int, name: YamlScalar, start: int) -> Part:
        """The entry whose key stands at `at`, in lines that begin at `start`."""
        if self.is_list:
            offsets = tuple([each - self.start for each in self.offsets])
            value = YamlArray(
                self.end - self.start, tuple(self.items), offsets, (), self.is_damaged, False
            )
        else:
            entries = tuple(_moved(entry, -self.start) for entry in self.entries)
            value = YamlObject(self.end - self.start, entries, (), self.is_damaged, False)
        entry = Entry(0, name, self.start - at, value)
        return Part(
            Composed(
                YamlObject(self.end - at, (entry,), (), self.starts_broken, False), at - start
            ),
            tuple(fault.shifted(-start) for fault in self.faults),
            False,
            self.nodes,
            self.most_nodes,
            self.open_bracket,
            is_apart=True,
            inner=self.inner,
        )


def _moved(entry: Entry, by: int) -> Entry:
    return Entry(entry.key_offset + by, entry.key, entry.value_offset + by, entry.value)
