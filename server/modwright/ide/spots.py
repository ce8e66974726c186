"""Where something may be written, and which commas and colons have to come along.

What is written under the cursor is cut out and an empty string read in its place: whatever was half
typed there, the parser then sees one well-formed string, and says whether it is a key or a value
and of which container. A place that is no place (a comment, behind the end) has no such string.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from modwright.findings.model import TextEdit
from modwright.ide.between import (
    COLONS,
    COMMAS,
    Following,
    following,
    has_between,
    next_character,
)
from modwright.ide.written import Written, last_entry, written_at
from modwright.languages.results import Spot, SpotKind
from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object, Scalar
from modwright.syntax.tree import SyntaxTree

_PROBE = '""'
_VALUES = (Following.STRING, Following.WORD, Following.CONTAINER)


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
    ends_line: bool = False
    """Nothing else stands behind it on its line."""


def place_at(document: SyntaxTree, offset: int) -> Place | None:
    """The place at `offset`; None where nothing may be written."""
    text = document.text
    if offset == 0 and text.startswith("\ufeff"):
        return None  # before the byte order mark
    written = written_at(document, offset)
    if written is None:
        return None
    start, end, string = written
    behind = following(text, end)
    # Apart from what it would stick to, and from an item whose comma is missing.
    is_apart = behind in (Following.END, Following.CLOSED, Following.COLON)
    probe = f" {_PROBE} " if is_apart else f" {_PROBE},"
    probed_text = "".join((text[:start], probe, text[end:]))
    probed = document.edited(probed_text, start, end, start + len(probe))
    found = _locate(probed, start + 1)
    if found is None:
        return None
    typed, cursor = _typed(text, written, offset)
    spot = Spot(found.kind, found.path, found.ancestors, string, typed, cursor)
    ends_line = "\n" in text[end : next_character(text, end)]
    made = Place(probed, spot, start, end, string=string, ends_line=ends_line)
    place = _around(made, found, behind)
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
            index = bisect_right(node.offsets, inner) - 1
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


def _around(place: Place, found: _Found, behind: Following) -> Place | None:
    """The place with its punctuation; None where something is in the way."""
    if not found.ancestors:
        return place if behind is Following.END else None
    at, node = found.ancestors[-1]
    if isinstance(node, Array):
        return _as_item(place, node, at, found.index, behind)
    assert isinstance(node, Object)
    if found.kind is SpotKind.KEY:
        return _as_key(place, node, at, found.index, behind)
    return _as_value(place, node.entries[found.index], at, behind)


def _as_item(place: Place, node: Array, at: int, index: int, behind: Following) -> Place | None:
    if behind in (Following.COLON, Following.ENTRY):
        return None  # an entry that has lost the object around it
    if behind in _VALUES:
        place = replace(place, after=",")
    if index == 0:
        return place
    previous = node.items[index - 1]
    return _behind(place, previous, at + node.offsets[index - 1] + previous.width)


def _as_key(place: Place, node: Object, at: int, index: int, behind: Following) -> Place | None:
    if behind is Following.COLON:
        place = replace(place, only_key=True)
    elif behind in _VALUES and place.string is not None:
        place = replace(place, only_key=True, after=":")  # the colon is what is missing
    elif behind not in (Following.END, Following.CLOSED):
        place = replace(place, after=",")
    if index == 0:
        return place
    previous = node.entries[index - 1]
    if previous.value is not None:
        end = at + previous.value_offset + previous.value.width
        return _behind(place, previous.value, end)
    # Behind a key without a value a new entry may begin only if it has been begun.
    key_end = at + previous.key_offset + previous.key.width
    is_begun = place.start < place.end
    is_apart = has_between(place.document.text, COMMAS, key_end, place.start)
    return place if is_begun or is_apart else None


def _as_value(place: Place, entry: Entry, at: int, behind: Following) -> Place | None:
    key_end = at + entry.key_offset + entry.key.width
    if not has_between(place.document.text, COLONS, key_end, place.start):
        place = replace(place, before=": ")
    match behind:
        case Following.END | Following.CLOSED:
            return place
        case Following.ENTRY:
            return replace(place, after=",")
        case Following.WORD if place.start < place.end:
            return place
        case _ if place.start < place.end and place.ends_line:
            # It was begun, and what follows on another line is not part of it.
            return place
        case _:
            # Most likely that is the value itself.
            return None


def _behind(place: Place, value: Node, end: int) -> Place | None:
    """The place behind a value that ends at `end`, with the comma that it lacks."""
    if end > place.start:
        return None  # read as if a bracket were not there: what is behind what is a guess
    if value.is_doubtful or has_between(place.document.text, COMMAS, end, place.start):
        return place  # in an open string the comma would become a part of it
    if end == place.start:
        # Edits of the protocol may not touch each other.
        return replace(place, before=", ")
    return replace(place, edits=(TextEdit(end, end, ","),))
