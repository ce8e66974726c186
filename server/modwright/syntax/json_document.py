"""A JSON document through its edits: each version shares what the edit did not touch.

After any edit the tree equals that of a fresh parse of the new text. Two roads lead there, both
over *sealed* containers, whose text reads the same anywhere (`json_parser.py`):

- the edit lies inside a sealed container, and so does the mended reading of it: only that
  container is read again, and the containers around it are rebuilt with the places moved;
- otherwise the whole text is read again, and every sealed container outside the edit is taken
  over unread.
"""

from __future__ import annotations

from bisect import bisect_right

from modwright.syntax.json_parser import MAX_DEPTH, Parsed, parse, parse_container
from modwright.syntax.node import Array, Container, Entry, Fault, Node, Object

# A container larger than this is not read alone on the first road: what goes wrong with it is
# found out at its end only.
_LARGE = 16_384


class JsonDocument:
    """One version of a document: its text and its tree. Immutable."""

    __slots__ = ("_parsed", "_text")

    def __init__(self, text: str, parsed: Parsed) -> None:
        self._text = text
        self._parsed = parsed

    @staticmethod
    def parse(text: str) -> JsonDocument:
        return JsonDocument(text, parse(text))

    @property
    def text(self) -> str:
        return self._text

    @property
    def root(self) -> Node | None:
        """The top-level value; None in a text with nothing to read in it."""
        return self._parsed.root

    @property
    def root_offset(self) -> int:
        return self._parsed.offset

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults outside the root, at absolute offsets."""
        return self._parsed.faults

    def edited(self, text: str, start: int, end: int, new_end: int) -> JsonDocument:
        """The document after [start, end) of this text became [start, new_end) of `text`."""
        parsed = self._parsed
        if parsed.root is None:
            return JsonDocument.parse(text)
        if parsed.is_local:
            root = _edit_inside(parsed.root, text, parsed.offset, start, end, new_end)
            if root is not None:
                shift = new_end - end
                faults = tuple(
                    fault if fault.start < parsed.offset else fault.shifted(shift)
                    for fault in parsed.faults
                )
                return JsonDocument(text, Parsed(root, parsed.offset, faults, True))
        reuse = _OldContainers(parsed.root, parsed.offset, start, end, new_end - end)
        return JsonDocument(text, parse(text, reuse.at))


def _edit_inside(
    root: Node, text: str, root_offset: int, start: int, end: int, new_end: int
) -> Node | None:
    """The new root when the edit stays within one sealed container, else None."""
    path = _containers_around(root, root_offset, start, end)
    shift = new_end - end
    for index in range(len(path) - 1, -1, -1):
        node, offset, _ = path[index]
        if not node.is_sealed:
            continue
        if node.width > _LARGE:
            return None
        read = parse_container(text, offset, index)
        if (
            isinstance(read, Container)
            and read.is_sealed
            and read.width == node.width + shift
            and read.kind is node.kind
        ):
            return _rebuilt(path[:index], path[index][2], read, shift)
    return None


_Step = tuple[Container, int, int]
"""A container, its absolute offset, its place among the parts of the container around it."""


def _containers_around(root: Node, root_offset: int, start: int, end: int) -> list[_Step]:
    """The containers between whose brackets the whole edit lies, outermost first."""
    path: list[_Step] = []
    node: Node = root
    offset = root_offset
    place = 0
    while isinstance(node, Container) and offset + 1 <= start and end <= offset + node.width - 1:
        path.append((node, offset, place))
        found = _part_at(node, start - offset)
        if found is None:
            break
        place, inner, child = found
        offset += inner
        node = child
    return path


def _part_at(node: Container, at: int) -> tuple[int, int, Node] | None:
    """(place, offset, child) of the value that begins at or before `at` and ends after it."""
    if isinstance(node, Array):
        place = bisect_right(node.offsets, at) - 1
        if place < 0:
            return None
        child, offset = node.items[place], node.offsets[place]
    elif isinstance(node, Object):
        place = bisect_right(node.entries, at, key=_value_offset) - 1
        if place < 0:
            return None
        entry = node.entries[place]
        if entry.value is None:
            return None
        child, offset = entry.value, entry.value_offset
    else:
        return None
    return (place, offset, child) if at < offset + child.width else None


def _value_offset(entry: Entry) -> int:
    return entry.value_offset


def _rebuilt(path: list[_Step], place: int, child: Node, shift: int) -> Node:
    """The root with `child` at `place` of the last container of `path`."""
    for node, _, outer_place in reversed(path):
        child = _with_child(node, place, child, shift)
        place = outer_place
    return child


def _with_child(node: Container, place: int, child: Node, shift: int) -> Container:
    if isinstance(node, Array):
        offset = node.offsets[place]
        items = (*node.items[:place], child, *node.items[place + 1 :])
        offsets = node.offsets
        if shift:
            offsets = (
                *offsets[: place + 1],
                *[later + shift for later in offsets[place + 1 :]],
            )
        return Array(
            node.width + shift,
            items,
            offsets,
            _shifted(node.faults, offset, shift),
            node.is_sealed,
            node.is_damaged,
        )
    assert isinstance(node, Object)
    entries = node.entries
    entry = entries[place]
    later = entries[place + 1 :]
    if shift:
        later = tuple(
            Entry(each.key_offset + shift, each.key, each.value_offset + shift, each.value)
            for each in later
        )
    return Object(
        node.width + shift,
        (*entries[:place], entry._replace(value=child), *later),
        _shifted(node.faults, entry.value_offset, shift),
        node.is_sealed,
        node.is_damaged,
    )


def _shifted(faults: tuple[Fault, ...], after: int, shift: int) -> tuple[Fault, ...]:
    if not shift or not faults:
        return faults
    return tuple(fault.shifted(shift) if fault.start > after else fault for fault in faults)


class _OldContainers:
    """The sealed containers of the version before, by their place in the new text."""

    def __init__(self, root: Node, offset: int, start: int, end: int, shift: int) -> None:
        self._root = root
        self._offset = offset
        self._start = start
        self._end = end
        self._shift = shift

    def at(self, offset: int, depth: int) -> Container | None:
        """The container that begins at `offset` of the new text, if a fresh parse would make it."""
        if offset >= self._start:
            offset -= self._shift
            if offset < self._end:
                return None
        wanted = offset
        node = self._root
        at = self._offset
        while isinstance(node, Container):
            if at == wanted:
                untouched = at >= self._end or at + node.width <= self._start
                if untouched and node.is_sealed and depth + node.height <= MAX_DEPTH:
                    return node
                return None
            found = _part_at(node, wanted - at)
            if found is None:
                return None
            _, inner, node = found
            at += inner
        return None
