"""A YAML document under the strict rules of specs/oamut.md: its text, its tree, its faults.

The top-level mapping is read entry by entry: a broken one cannot spoil the next, and after an edit
the entries that it did not touch are taken over with everything that was derived from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from modwright.syntax.node import Entry, Fault, Kind, Node, Repair
from modwright.syntax.yaml_composer import duplicate_keys, end_of
from modwright.syntax.yaml_flow import starts_block
from modwright.syntax.yaml_limits import MAX_BYTES, MAX_LOOSE_FAULTS, MAX_NODES
from modwright.syntax.yaml_lines import Line, control_faults, lines_of
from modwright.syntax.yaml_nodes import YamlObject
from modwright.syntax.yaml_parts import Key, Part
from modwright.syntax.yaml_pieces import Parts
from modwright.syntax.yaml_writer import TooManyNodesError

_BOM = "\ufeff"


class _Parsed(NamedTuple):
    root: Node | None
    offset: int
    faults: tuple[Fault, ...]
    parts: Mapping[Key, Part]


class YamlDocument:
    """One version of a document: its text and its tree. Immutable."""

    __slots__ = ("_parsed", "text")

    def __init__(self, text: str, parsed: _Parsed) -> None:
        self.text = text
        self._parsed = parsed

    @staticmethod
    def parse(text: str) -> YamlDocument:
        return YamlDocument(text, _parse(text, {}))

    @property
    def root(self) -> Node | None:
        """The top-level value: a YamlObject in a document in order; None in an empty one."""
        return self._parsed.root

    @property
    def root_offset(self) -> int:
        return self._parsed.offset

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults that belong to no node, at absolute offsets, in no particular order."""
        return self._parsed.faults

    def edited(self, text: str, start: int, end: int, new_end: int) -> YamlDocument:
        """The document after [start, end) of this text became [start, new_end) of `text`."""
        return YamlDocument(text, _parse(text, self._parsed.parts))


class _Source(NamedTuple):
    """Lines without the marks of a document, and what was wrong with those.

    `seconds`: where the documents after the first begin.
    """

    lines: list[Line]
    faults: list[Fault]
    seconds: list[int]


def _parse(text: str, known: Mapping[Key, Part]) -> _Parsed:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return _too_large(text)
    start = 1 if text.startswith(_BOM) else 0
    source = _source(text, start)
    faults = source.faults
    if start:
        repair = Repair("yaml.remove", 0, 1, "")
        faults.append(Fault(0, 1, "yaml/byte-order-mark", "", repair))
    faults.extend(control_faults(text, start))
    try:
        return _Document(text, source, known).read()
    except TooManyNodesError:
        return _too_large(text)


def _too_large(text: str) -> _Parsed:
    end = min((at for at in (text.find("\n"), text.find("\r")) if at >= 0), default=len(text))
    return _Parsed(None, 0, (Fault(0, end, "yaml/too-large", f"{MAX_BYTES // 1024}"),), {})


def _source(text: str, start: int) -> _Source:
    """Directives and document marks are named here, and no later step sees them."""
    lines: list[Line] = []
    faults: list[Fault] = []
    seconds: list[int] = []
    has_begun = False
    ended: Line | None = None
    for line in lines_of(text, start, len(text)):
        if line.is_blank:
            lines.append(line)
            continue
        mark = _mark(line) if line.content == line.start and line.first in "%-." else ""
        if mark == "%":
            repair = Repair("yaml.remove", line.start, _next_line(text, line), "")
            faults.append(Fault(line.start, line.text_end, "yaml/directive", "", repair))
            continue
        if mark == "...":
            ended = ended or line
            has_begun = True
        elif mark == "---":
            if has_begun or (lines and any(not each.is_blank for each in lines)):
                faults.append(Fault(line.start, line.start + 3, "yaml/several-documents", mark))
                seconds.append(line.start)
            ended = None
            has_begun = True
        elif ended is not None:
            faults.append(Fault(ended.start, ended.start + 3, "yaml/several-documents", "..."))
            seconds.append(line.start)
            ended = None
        if mark:
            rest = Line(text, line.start + 3, line.end, False)
            if rest.is_blank:
                continue
            rest.start, rest.column = rest.content, 0
            line = rest
        lines.append(line)
    return _Source(lines, faults[:MAX_LOOSE_FAULTS], seconds)


def _mark(line: Line) -> str:
    """The mark of a document that a line that is not indented begins with: `---`, `...` or `%`;
    "" if it is none."""
    if line.first == "%":
        return "%"
    mark = line.text[line.start : min(line.start + 3, line.end)]
    if mark not in ("---", "..."):
        return ""
    after = line.start + 3
    return mark if after >= line.end or line.text[after] in " \t" else ""


def _next_line(text: str, line: Line) -> int:
    at = line.end
    if text.startswith("\r\n", at):
        return at + 2
    return min(at + 1, len(text))


class _Document:
    def __init__(self, text: str, source: _Source, known: Mapping[Key, Part]) -> None:
        self.text = text
        self.lines = source.lines
        self.faults = source.faults
        self.seconds = source.seconds
        self.parts = Parts(known)
        self.nodes = 0
        self.is_damaged = False
        self.entries: list[Entry] = []

    def read(self) -> _Parsed:
        lines = [line for line in self.lines if not line.is_blank]
        if not lines:
            self.faults.append(Fault(0, 0, "yaml/not-mapping"))
            return _Parsed(None, 0, tuple(self.faults), {})
        base = min((line.column for line in lines if line.first not in "]},"), default=0)
        first = lines[0]
        is_block = first.first not in "[{" and any(
            line.column == base and line.starts_entry and not line.is_dash for line in lines
        )
        if not is_block:
            return self.other_root()
        at = 0
        while at < len(self.lines):
            at = self.read_part(at, base)
        return self.mapping()

    def other_root(self) -> _Parsed:
        """A document whose top level is no mapping of lines."""
        part, start = self.part(0, len(self.lines), None)
        self.keep(part, start)
        composed = part.composed
        if composed is None:
            return _Parsed(None, 0, tuple(self.faults), self.parts.made)
        offset = start + composed.offset
        if composed.node.kind is not Kind.OBJECT:
            end = offset + composed.node.width
            self.faults.append(Fault(offset, end, "yaml/not-mapping"))
        return _Parsed(composed.node, offset, tuple(self.faults), self.parts.made)

    def read_part(self, at: int, base: int) -> int:
        """Reads the entry that begins in line `at`; the line of the next one."""
        end = self.boundary(at + 1, base)
        part, start = self.part(at, end, base)
        if part.open_bracket:
            later = end
            while later < len(self.lines) and not (
                self.begins(later, base) and starts_block(self.lines, later, part.open_bracket)
            ):
                later += 1
            if later > end:
                end = later
                part, start = self.part(at, end, base)
        self.keep(part, start)
        composed = part.composed
        if composed is not None and isinstance(composed.node, YamlObject):
            self.is_damaged |= composed.node.is_damaged
            self.add(composed.node, start + composed.offset)
        return end

    def boundary(self, at: int, base: int) -> int:
        for number in range(at, len(self.lines)):
            if self.lines[number].column <= base and self.begins(number, base):
                return number
        return len(self.lines)

    def begins(self, at: int, base: int) -> bool:
        """Whether an entry of the top-level mapping begins in this line."""
        line = self.lines[at]
        if line.column > base or line.is_blank or line.first in "]},":
            return False
        if line.first == "-" or (line.follows_return and not line.has_key):
            return False
        return not (line.first == ":" and line.text[line.content + 1 : line.content + 2] in " \t")

    # ---- parts

    def part(self, at: int, end: int, base: int | None) -> tuple[Part, int]:
        """What is read of the lines from `at` to `end`, and where their text begins."""
        lines = self.lines
        last = end - 1
        while last > at and lines[last].is_blank:
            last -= 1
        part = self.parts.part(self.text, lines[at : last + 1], base, MAX_NODES - self.nodes)
        return part, lines[at].start

    def keep(self, part: Part, start: int) -> None:
        """Count a part in, with its faults."""
        if part.faults:
            self.faults.extend(fault.shifted(start) for fault in part.faults)
        self.is_damaged |= part.is_lost
        self.nodes += part.nodes
        if self.nodes > MAX_NODES:
            raise TooManyNodesError

    # ---- the top-level mapping

    def add(self, node: YamlObject, offset: int) -> None:
        for entry in node.entries:
            self.entries.append(
                Entry(
                    offset + entry.key_offset, entry.key, offset + entry.value_offset, entry.value
                )
            )

    def mapping(self) -> _Parsed:
        entries = self.entries
        if not entries:
            return _Parsed(None, 0, tuple(self.faults), self.parts.made)
        entries = self.without_second_documents(entries)
        start = entries[0].key_offset
        end = max(end_of(entry) for entry in entries)
        relative = tuple(
            entry._replace(
                key_offset=entry.key_offset - start, value_offset=entry.value_offset - start
            )
            for entry in entries
        )
        faults = tuple(duplicate_keys(self.text, start, relative, False))
        root = YamlObject(end - start, relative, faults, self.is_damaged, False)
        return _Parsed(root, start, tuple(self.faults), self.parts.made)

    def without_second_documents(self, entries: list[Entry]) -> list[Entry]:
        """What stands behind a second `---` goes on, unless it repeats what was said before."""
        if not self.seconds:
            return entries
        second = self.seconds[0]
        names = {entry.name for entry in entries if entry.key_offset < second}
        return [
            entry for entry in entries if entry.key_offset < second or entry.name not in names
        ] or entries
