"""From a skeleton and its events to nodes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from modwright.syntax.node import Entry, Fault, Kind, Node, Repair, Scalar
from modwright.syntax.yaml_events import Event, Structure
from modwright.syntax.yaml_limits import MAX_LOOSE_FAULTS
from modwright.syntax.yaml_nodes import YamlArray, YamlObject, YamlScalar
from modwright.syntax.yaml_writer import FlowToken, Skeleton


class Composed(NamedTuple):
    """A node and its offset."""

    node: Node
    offset: int

    @property
    def end(self) -> int:
        return self.offset + self.node.width


def compose(
    text: str, skeleton: Skeleton, events: Sequence[Event], is_part: bool
) -> Composed | None:
    """The top-level node; None where the skeleton holds none.

    `is_part`: the top-level mapping is one part of a larger one, in which keys are compared.
    """
    return _Composer(text, skeleton).read(events, is_part)


class _Open:
    """A collection whose end has not come yet."""

    __slots__ = ("flow", "is_flow", "parts", "start", "structure")

    def __init__(
        self, structure: Structure, start: int, is_flow: bool, flow: FlowToken | None
    ) -> None:
        self.structure = structure
        self.start = start
        self.is_flow = is_flow
        self.flow = flow
        self.parts: list[tuple[Node | None, int]] = []
        """Items, or keys and values in turn, at offsets of the text; None is no value."""


class _Composer:
    def __init__(self, text: str, skeleton: Skeleton) -> None:
        self.text = text
        self.skeleton = skeleton
        self.broken_starts = [start for start, _ in skeleton.broken]
        self.open: list[_Open] = []

    def read(self, events: Sequence[Event], is_part: bool) -> Composed | None:
        skeleton = self.skeleton
        scalars = iter(skeleton.scalars)
        flows = iter(skeleton.flows)
        upcoming = 0
        open_ = self.open
        for event in events:
            part: tuple[Node | None, int]
            if event.structure is Structure.SCALAR:
                if event.is_empty:
                    part = self.nothing(event.start)
                else:
                    offset, node = next(scalars)
                    upcoming += 1
                    part = node, offset
            elif event.structure is Structure.END:
                closed = open_.pop()
                checks_keys = bool(open_) or not is_part
                part = self.closed(closed, checks_keys)
            else:
                char = skeleton.text[event.start : event.start + 1]
                if char and char in "[{":
                    flow = next(flows)
                    open_.append(_Open(event.structure, flow.start, True, flow))
                else:
                    start = skeleton.places.get(event.start)
                    if start is None or char != "-":
                        start = skeleton.scalars[upcoming][0]
                    is_flow = bool(open_) and open_[-1].is_flow
                    open_.append(_Open(event.structure, start, is_flow, None))
                continue
            if not open_:
                node, offset = part
                return Composed(node, offset) if node is not None else None
            open_[-1].parts.append(part)
        return None

    def nothing(self, at: int) -> tuple[Node | None, int]:
        """The missing value of a key, or the item of a lone dash."""
        skeleton, parent = self.skeleton, self.open[-1] if self.open else None
        if parent is None:
            return None, 0
        token = skeleton.text[at - 1] if at else ""
        if token == "-":
            return YamlScalar(Kind.NULL, ""), skeleton.places[at - 1] + 1
        place = skeleton.places.get(at - 1) if token == ":" else None
        if place is not None:
            return None, place + 1
        key, offset = parent.parts[-1]
        return None, offset + (key.width if key is not None else 0)

    def closed(self, collection: _Open, checks_keys: bool) -> tuple[Node, int]:
        start, parts = collection.start, collection.parts
        end = start + 1
        for node, offset in parts:
            end = max(end, offset + (node.width if node is not None else 0))
        if collection.flow is not None:
            end = collection.flow.end
        is_damaged = any(self.is_broken(offset) for _, offset in parts)
        if collection.structure is Structure.SEQUENCE:
            items = tuple(node for node, _ in parts if node is not None)
            offsets = tuple(offset - start for node, offset in parts if node is not None)
            is_flow = collection.is_flow
            return YamlArray(end - start, items, offsets, (), is_damaged, is_flow), start
        entries: list[Entry] = []
        for (key, key_offset), (value, value_offset) in zip(parts[::2], parts[1::2], strict=True):
            if isinstance(key, Scalar):
                entries.append(Entry(key_offset - start, key, value_offset - start, value))
        faults: tuple[Fault, ...] = ()
        if checks_keys:
            faults = tuple(
                duplicate_keys(self.text, start, entries, collection.is_flow, self.broken_starts)
            )
        node = YamlObject(end - start, tuple(entries), faults, is_damaged, collection.is_flow)
        return node, start

    def is_broken(self, offset: int) -> bool:
        index = bisect_right(self.broken_starts, offset) - 1
        return index >= 0 and offset <= self.skeleton.broken[index][1]


def duplicate_keys(
    text: str, start: int, entries: Sequence[Entry], is_flow: bool, broken: Sequence[int] = ()
) -> list[Fault]:
    """`yaml/duplicate-key` for every key that stands before, at offsets relative to `start`.

    `broken`: where lines begin that cannot be read. One of them may have been the beginning of
    another mapping: nothing is said of a key that stands before such a line and behind it.
    """
    first: dict[str, Entry] = {}
    faults: list[Fault] = []
    for index, entry in enumerate(entries):
        key = entry.key
        if key.kind is Kind.ERROR:
            continue
        earlier = first.setdefault(key.text, entry)
        if earlier is entry or len(faults) == MAX_LOOSE_FAULTS:
            continue
        at = start + entry.key_offset
        if bisect_right(broken, at) > bisect_left(broken, start + earlier.key_offset):
            continue
        place = earlier.key_offset, earlier.key_offset + earlier.key.width
        cut, stop = _whole_entry(text, start, entries, index, is_flow)
        faults.append(
            Fault(
                entry.key_offset,
                entry.key_offset + key.width,
                "yaml/duplicate-key",
                key.text,
                Repair("yaml.remove-entry", cut - start, stop - start, ""),
                place,
            )
        )
    return faults


def _whole_entry(
    text: str, start: int, entries: Sequence[Entry], index: int, is_flow: bool
) -> tuple[int, int]:
    """What to cut to be rid of an entry that is not the first: its lines, or it and its comma."""
    end = start + end_of(entries[index])
    if is_flow:
        return start + end_of(entries[index - 1]), end
    begin = text.rfind("\n", 0, start + entries[index].key_offset) + 1
    stop = text.find("\n", end)
    if stop >= 0:
        return begin, stop + 1
    return max(begin - 1, 0), len(text)


def end_of(entry: Entry) -> int:
    """Where an entry ends, relative to its mapping."""
    end = entry.key_offset + entry.key.width
    width = entry.value.width if entry.value is not None else 0
    return max(end, entry.value_offset + width)
