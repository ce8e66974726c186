"""Where something may be written, and which commas and colons have to come along.

What is written under the cursor is cut out and an empty string read in its place: whatever was half
typed there, the parser then sees one well-formed string, and says whether it is a key or a value
and of which container. A place that is no place (a comment, behind the end) has no such string.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace

from modwright.findings.model import TextEdit
from modwright.ide.written import Written, last_entry, written_at
from modwright.languages.results import Spot, SpotKind
from modwright.syntax.node import Array, Container, Kind, Node, Object, Scalar
from modwright.syntax.tree import SyntaxTree

_PROBE = '""'
_COLONS = frozenset(":：=")
_COMMAS = frozenset(",，、")


@dataclass(frozen=True)
class Place:
    """A spot and how to write there.

    `document` is the text with an empty string in the place of [start, end); the spots' containers
    are of that document. `before` and `after` are the punctuation that goes with whatever is
    written, `edits` what has to change elsewhere. `only_key`: the key's value stands there already.
    `text_spot` is set inside a string value, whose node begins at `start`: `string`.
    """

    document: SyntaxTree
    spot: Spot
    start: int
    end: int
    before: str = ""
    after: str = ""
    only_key: bool = False
    edits: tuple[TextEdit, ...] = ()
    text_spot: Spot | None = None
    string: Scalar | None = None


def place_at(document: SyntaxTree, offset: int) -> Place | None:
    """The place at `offset`; None where nothing may be written."""
    text = document.text
    if offset == 0 and text.startswith("\ufeff"):
        return None  # before the byte order mark
    written = written_at(document, offset)
    if written is None:
        return None
    start, end, string = written
    probed_text = "".join((text[:start], _PROBE, text[end:]))
    probed = document.edited(probed_text, start, end, start + len(_PROBE))
    found = _locate(probed, start)
    if found is None:
        return None
    typed, cursor = _typed(text, written, offset)
    spot = Spot(found.kind, found.path, found.ancestors, string, typed, cursor)
    place = _around(Place(probed, spot, start, end, string=string), found)
    if place is None or string is None or found.kind is SpotKind.KEY:
        return place
    at = string.decoded.offset(offset - start)
    if start + string.decoded.source(at) != offset:
        return place  # inside an escape
    return replace(place, text_spot=replace(spot, kind=SpotKind.TEXT, text=string.text, cursor=at))


def _typed(text: str, written: Written, offset: int) -> tuple[str, int]:
    """What is written, without quotes, and where in it the cursor is."""
    start, end, string = written
    if string is None:
        return text[start:end].strip("\"'`"), max(0, offset - start)
    whole = string.decoded
    return whole.text[: whole.offset(end - start)], whole.offset(offset - start)


@dataclass(frozen=True)
class _Found:
    """The probe in the tree: the `index`-th entry or item of the last of the `ancestors`."""

    kind: SpotKind
    path: tuple[str | int, ...]
    ancestors: tuple[tuple[int, Node], ...]
    index: int


def _locate(document: SyntaxTree, wanted: int) -> _Found | None:
    path: list[str | int] = []
    ancestors: list[tuple[int, Node]] = []
    node: Node | None = document.root
    at = document.root_offset
    index = 0
    while isinstance(node, Container):
        if not at < wanted < at + node.width:
            return None
        ancestors.append((at, node))
        inner = wanted - at
        if isinstance(node, Array):
            index = bisect_left(node.offsets, inner + 1) - 1
            if index < 0:
                return None
            path.append(index)
            at += node.offsets[index]
            node = node.items[index]
            continue
        assert isinstance(node, Object)
        index = last_entry(node, inner)
        if index < 0:
            return None
        entry = node.entries[index]
        if entry.key_offset == inner and _is_probe(entry.key):
            return _Found(SpotKind.KEY, tuple(path), tuple(ancestors), index)
        path.append(entry.name)
        at += entry.value_offset
        node = entry.value
    if node is None or at != wanted or not _is_probe(node):
        return None
    return _Found(SpotKind.VALUE, tuple(path), tuple(ancestors), index)


def _is_probe(node: Node) -> bool:
    return node.kind is Kind.STRING and node.raw == _PROBE


class _Surroundings:
    """The text around the probe, without the comments in it. Offsets are of the probed text."""

    def __init__(self, document: SyntaxTree, container: tuple[int, Node] | None) -> None:
        self._text = document.text
        at, faults = (0, document.faults)
        if container is not None:
            at, faults = container[0], container[1].faults
        self._comments = [
            (at + fault.start, at + fault.end) for fault in faults if fault.variant == "comment"
        ]

    def next(self, at: int) -> tuple[int, str]:
        """The first thing behind `at` that is neither blank nor comment; "" at the end."""
        text = self._text
        comments = dict(self._comments)
        while at < len(text):
            if at in comments:
                at = comments[at]
            elif text[at].isspace() or text[at] == "\ufeff":
                at += 1
            else:
                return at, text[at]
        return at, ""

    def has(self, characters: frozenset[str], start: int, end: int) -> bool:
        """Whether one of the characters stands in [start, end), outside of comments."""
        for begin, stop in self._comments:
            if start <= begin < end:
                if not characters.isdisjoint(self._text[start:begin]):
                    return True
                start = stop
        return not characters.isdisjoint(self._text[start:end])


def _around(place: Place, found: _Found) -> Place | None:
    """The place with its punctuation; None where something is in the way."""
    container = found.ancestors[-1] if found.ancestors else None
    around = _Surroundings(place.document, container)
    following, char = around.next(place.start + len(_PROBE))
    if container is None:
        return place if not char else None
    at, node = container
    is_end = not char or char in _COMMAS or char in "}]"
    if isinstance(node, Array):
        if not (is_end or _is_item(node, found.index + 1, following - at)):
            return None
        previous = found.index - 1
        value = node.items[previous] if previous >= 0 else None
        end = at + node.offsets[previous] + value.width if value is not None else at + 1
        place = replace(place, after="" if is_end else ",")
        return _behind(place, around, value, end) if previous >= 0 else place
    assert isinstance(node, Object)
    if found.kind is SpotKind.VALUE:
        return _as_value(place, around, node, at, found.index, following, is_end)
    entry = node.entries[found.index]
    is_empty = place.start == place.end
    if char in _COLONS and char:
        place = replace(place, only_key=True)
    elif entry.value is not None and place.string is not None:
        place = replace(place, only_key=True, after=":")  # the colon is what is missing
    else:
        place = replace(place, after="" if is_end else ",")
    if found.index == 0:
        return place
    previous_entry = node.entries[found.index - 1]
    if previous_entry.value is None:
        # Behind a key without a value: a new entry may begin here only if it has been begun.
        key_end = at + previous_entry.key_offset + previous_entry.key.width
        is_apart = around.has(_COMMAS, key_end, place.start)
        return place if is_apart or not is_empty else None
    end = at + previous_entry.value_offset + previous_entry.value.width
    return _behind(place, around, previous_entry.value, end)


def _is_item(node: Array, index: int, at: int) -> bool:
    """Whether an item begins at `at`, not an entry that has lost the object around it."""
    if index >= len(node.items) or node.offsets[index] != at:
        return False
    item = node.items[index]
    return item.kind is not Kind.ERROR or not item.raw.startswith('"')


def _behind(place: Place, around: _Surroundings, value: Node | None, end: int) -> Place:
    """The place behind a value that ends at `end`, with the comma that it lacks."""
    if around.has(_COMMAS, end, place.start):
        return place
    if value is not None and any(fault.variant == "open-string" for fault in value.faults):
        return place  # the comma would become a part of the string
    if end == place.start:
        # Edits of the protocol may not touch each other.
        return replace(place, before=", ")
    return replace(place, edits=(TextEdit(end, end, ","),))


def _as_value(
    place: Place,
    around: _Surroundings,
    node: Object,
    at: int,
    index: int,
    following: int,
    is_end: bool,
) -> Place | None:
    entry = node.entries[index]
    key_end = at + entry.key_offset + entry.key.width
    if not around.has(_COLONS, key_end, place.start):
        place = replace(place, before=": ")
    if is_end:
        return place
    later = node.entries[index + 1] if index + 1 < len(node.entries) else None
    if later is not None and at + later.key_offset == following:
        is_entry = later.value is not None or around.next(following + later.key.width)[1] == ":"
        if is_entry or place.start < place.end:
            return replace(place, after=",")
    # Something that is no entry follows: most likely the value itself.
    is_word = place.start < place.end and place.document.text[following] not in "{["
    return place if is_word else None
