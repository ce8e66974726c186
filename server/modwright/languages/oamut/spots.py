"""Where in a manifest something may be written, and what goes with it.

What is written under the cursor is cut out and a probe read in its place: the reader, which copes
with half-typed text, then says whether the probe is a key or a value, and of what. A place that is
no place (a comment, the middle of a text) has no probe to be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from modwright.languages.oamut.edits import is_flow, line_end, line_start
from modwright.languages.oamut.schema_walk import item_of, part_at, steps_at, types_of
from modwright.languages.oamut.snippets import indentation_unit
from modwright.schema.checker import Schema, place_at
from modwright.syntax.node import Array, Container, Kind, Node, Object
from modwright.syntax.tree import SyntaxTree

_LOOKED_AT = 4_000
"""How much of the text above is looked at for columns, in code points."""

_PROBE = "\ue000"
"""A letter for private use: nobody writes it, and it is a whole plain scalar."""

_DASHES = re.compile(r" *(?:- *)+")
_GLUED_DASH = re.compile(r" *(?:- +)*-(?=[^\s-])")
_DASH = re.compile(r"-(?=\s|$)")
_COLON = re.compile(r"[ \t]*:(?=[ \t\r\n,}]|$)")
_REST = re.compile(r"[ \t]*(?=[^\s#,\]}])")
_BEFORE_TEXT = re.compile(r"[ \t]*[^\s:#,\]}]")
_WORD = re.compile(r"[\w-]*")
_BELOW = re.compile(r"[ \t]*[\r\n](?:[ \t]*(?:#[^\r\n]*)?[\r\n])*( *)(?=[^ \t\r\n#])")
_LIST_MARKS = re.compile(r"[,\[\]{}]")


@dataclass(frozen=True)
class Spot:
    """A place to write at: in place of [start, end), `opening` + what is written + `closing`.

    `path` leads to the mapping that a key is written into, or to the value. `container` is the
    mapping or the list around it in the tree of `root`, with the probe in it; None where it only
    begins with what is written. `column` is where its keys begin, `leading` the blanks at the
    beginning of the line. `quote`: the author has begun a text in these quotes. `has_value`: a
    key's value stands there already. `is_whole_value`: nothing of a list that is wanted here has
    been written yet.
    """

    is_key: bool
    path: tuple[str | int, ...]
    part: Schema
    root: Node
    container: Object | Array | None
    start: int
    end: int
    column: int
    leading: int
    unit: int
    opening: str = ""
    closing: str = ""
    quote: str = ""
    is_flow: bool = False
    has_value: bool = False
    is_whole_value: bool = False


class _Token:
    """What is written under the cursor. `glue`: the blank that is missing before it."""

    __slots__ = ("end", "glue", "quote", "start")

    def __init__(self, start: int, end: int, quote: str = "", glue: str = "") -> None:
        self.start = start
        self.end = end
        self.quote = quote
        self.glue = glue

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end


def spot_at(document: SyntaxTree, offset: int) -> Spot | None:
    """The spot at `offset`; None where nothing may be written."""
    text = document.text
    if not 0 <= offset <= len(text) or (offset == 0 and text.startswith("\ufeff")):
        return None
    if text[offset - 1 : offset + 1] == "\r\n" and offset > 0:
        return None
    tokens = _places(document, _token(document, offset))
    spot = next((spot for spot in (_probed(document, t) for t in tokens) if spot), None)
    return spot if spot is not None and spot.start <= offset <= spot.end else None


def _places(document: SyntaxTree, token: _Token) -> Iterator[_Token]:
    """Where the token may be meant to stand, the likeliest first."""
    text = document.text
    first = _line_start(text, token.start)
    column = token.start - first
    is_apart = not text[first : token.start].strip(" ")
    if is_apart and token.start == token.end and _BEFORE_TEXT.match(text, token.end):
        return  # in the indentation of what stands there already
    if not is_apart or token.glue or not _WORD.fullmatch(text, token.start, token.end):
        yield token
        return
    below = _indentation_below(text, token.end)
    if below > column:
        # It stands too far to the left for what it is in the middle of.
        yield _Token(*token.span, glue=" " * (below - column))
        return
    yield token
    # It may stand too far to the right for what is around it.
    for other in sorted(_columns_above(text, first), reverse=True):
        if other < column:
            yield _Token(first + other, token.end)


def _columns_above(text: str, offset: int) -> set[int]:
    """The columns at which something begins in the lines before `offset`, from the last one on
    that begins at the left edge."""
    found = {0}
    lines = text[max(0, offset - _LOOKED_AT) : offset].splitlines()
    for line in reversed(lines):
        content = line.lstrip(" ")
        if not content or content.startswith("#"):
            continue
        indentation = len(line) - len(content)
        found.add(indentation)
        dashes = _DASHES.match(content)
        if dashes is not None:
            found.add(indentation + dashes.end())
        elif indentation == 0:
            break
    return found


def _indentation_below(text: str, offset: int) -> int:
    """How far the next line that says something is indented, where nothing else follows on the
    line of `offset`; 0 otherwise."""
    match = _BELOW.match(text, offset)
    return len(match[1]) if match else 0


def _line_start(text: str, offset: int) -> int:
    """Where the line begins, behind a byte order mark."""
    start = line_start(text, offset)
    return start + 1 if text.startswith("\ufeff", start) and start == 0 < offset else start


# ---- what is written


def _token(document: SyntaxTree, offset: int) -> _Token:
    text = document.text
    steps = steps_at(document, offset)
    leaf = steps[-1] if steps else None
    if leaf is None or isinstance(leaf.node, Container) or leaf.node.width == 0:
        before = text[offset - 1 : offset]
        first = _line_start(text, offset)
        is_dash = before == "-" and _DASHES.fullmatch(text, first, offset) is not None
        return _Token(offset, offset, glue=" " if is_dash or before == ":" else "")
    # A piece that cannot be read may go on over several lines.
    first = _line_start(text, offset)
    start = max(leaf.offset, first)
    while start < offset and text[start] in " \t":
        start += 1
    end = min(leaf.end, line_end(text, offset))
    if start == offset and text.startswith(":", start):
        return _Token(offset, offset)  # a value that has lost its key
    quote = text[start] if start < end and text[start] in "'\"" else ""
    if not quote:
        dash = _GLUED_DASH.fullmatch(text, first, start + 1)
        if dash is not None and text[start] == "-" and start < offset:
            return _Token(start + 1, end, glue=" ")
        return _Token(start, end, glue=" " if text[start - 1 : start] == ":" else "")
    is_closed = leaf.node.kind is Kind.STRING
    if offset > start and (not is_closed or leaf.position is not None):
        # Where the quotes are not closed, the list that they stand in goes on behind the cursor.
        mark = _LIST_MARKS.search(text, offset, end)
        if mark is not None and not _LIST_MARKS.search(text, start, offset):
            end = mark.start()
        elif not is_closed:
            while end > offset and text[end - 1] in " \t":
                end -= 1
    return _Token(start, end, quote)


# ---- the probe


@dataclass(frozen=True)
class _Found:
    """The probe in the tree. `around` are the containers, outermost first, with their offsets;
    `key_column` is that of the entry whose value the probe is."""

    is_key: bool
    path: tuple[str | int, ...]
    around: tuple[tuple[Node, int], ...]
    node: Node
    key_offset: int


def _probed(document: SyntaxTree, token: _Token) -> Spot | None:
    text = document.text
    probe = token.glue + _PROBE
    changed = "".join((text[: token.start], probe, text[token.end :]))
    probed = document.edited(changed, token.start, token.end, token.start + len(probe))
    found = _find(probed, token.start + len(token.glue))
    if found is None or probed.root is None:
        return None
    return _Around(document, probed, probed.root, token, found).spot()


def _find(document: SyntaxTree, wanted: int) -> _Found | None:
    node, at = document.root, document.root_offset
    path: list[str | int] = []
    around: list[tuple[Node, int]] = []
    key_offset = 0
    while isinstance(node, Container):
        around.append((node, at))
        following = _step(node, at, wanted)
        if following is None:
            return None
        step, child, offset, key_offset = following
        if step is None:
            return _Found(True, tuple(path), tuple(around), child, offset)
        path.append(step)
        node, at = child, offset
    if node is None or at != wanted or node.raw != _PROBE:
        return None
    return _Found(False, tuple(path), tuple(around), node, key_offset)


def _step(node: Container, at: int, wanted: int) -> tuple[str | int | None, Node, int, int] | None:
    """(step, child, its offset, the offset of its key); a key that is the probe has no step."""
    if isinstance(node, Array):
        for position, (inner, item) in enumerate(node.parts):
            if at + inner <= wanted < at + inner + item.width:
                return position, item, at + inner, at + inner
    elif isinstance(node, Object):
        for entry in node.entries:
            key_offset, value_offset = at + entry.key_offset, at + entry.value_offset
            if key_offset == wanted and entry.key.raw == _PROBE:
                return None, entry.key, key_offset, key_offset
            value = entry.value
            if value is not None and value_offset <= wanted < value_offset + value.width:
                return entry.name, value, value_offset, key_offset
    return None


@dataclass(frozen=True)
class _Around:
    """A found probe and the text around it."""

    document: SyntaxTree
    probed: SyntaxTree
    root: Node
    token: _Token
    found: _Found

    @property
    def first(self) -> int:
        """Where the line of the token begins."""
        return _line_start(self.document.text, self.token.start)

    @property
    def lead(self) -> str:
        return self.document.text[self.first : self.token.start]

    @property
    def is_apart(self) -> bool:
        """On a line of its own."""
        return not self.lead.strip(" ")

    @property
    def begins_line(self) -> bool:
        """On a line of its own, but for dashes."""
        return self.is_apart or _DASHES.fullmatch(self.lead) is not None

    @property
    def is_flow(self) -> bool:
        return any(is_flow(node) for node, _ in self.found.around)

    def spot(self) -> Spot | None:
        found, token = self.found, self.token
        part = part_at(self.root, found.path)
        if part is None:
            return None
        container = found.around[-1][0] if found.around else None
        spot = Spot(
            is_key=found.is_key,
            path=found.path,
            part=part,
            root=self.root,
            container=container if isinstance(container, (Object, Array)) else None,
            start=token.start,
            end=token.end,
            column=len(self.lead) + len(token.glue),
            leading=len(self.lead) - len(self.lead.lstrip(" ")),
            unit=indentation_unit(self.document.text),
            opening=token.glue,
            quote=token.quote,
            is_flow=self.is_flow,
        )
        return self.as_key(spot) if found.is_key else self.as_value(spot)

    # ---- keys

    def as_key(self, spot: Spot) -> Spot | None:
        text, end = self.document.text, spot.end
        if not spot.is_flow and not (self.begins_line and self.is_in_line(spot)):
            return None
        if _COLON.match(text, end):
            return replace(spot, has_value=True)
        if spot.quote:
            return spot
        word = _WORD.match(text, spot.start, end)
        stop = word.end() if word else spot.start
        if stop == end:
            rest = _REST.match(text, end, line_end(text, end))
            # What follows is the value that waits for the colon.
            return spot if rest is None else replace(spot, has_value=True, closing=":")
        if not spot.is_flow and stop > spot.start:
            return replace(spot, end=stop, has_value=True, closing=":")
        return spot

    def is_in_line(self, spot: Spot) -> bool:
        """Whether a key that begins here stands right below the others of its mapping."""
        text, end = self.document.text, spot.end
        if _DASH.match(text, spot.start, end):
            return False  # an item that has lost its list
        if not isinstance(spot.container, Object):
            return True
        offset = self.found.around[-1][1]
        keys = [
            offset + entry.key_offset for entry in spot.container.entries if entry.key.raw != _PROBE
        ]
        columns = {key - _line_start(self.probed.text, key) for key in keys}
        return not columns or spot.column in columns

    # ---- values

    def as_value(self, spot: Spot) -> Spot | None:
        if self.is_missing_dash:
            spot = replace(spot, opening=spot.opening + "- ", column=spot.column + 2)
        if isinstance(self.original, Container) and not self.is_apart:
            return None  # what stands below is the value
        types = types_of(spot.part)
        if "object" in types:
            return self.as_mapping(spot)
        return self.as_list(spot) if "array" in types else spot

    @property
    def is_missing_dash(self) -> bool:
        """In a list of lines, without the dash before it."""
        return (
            self.found.node.kind is Kind.ERROR
            and self.is_apart
            and bool(self.found.around)
            and isinstance(self.found.around[-1][0], Array)
        )

    @property
    def original(self) -> Node | None:
        """The value as it stands in the document, if any."""
        root, path = self.document.root, self.found.path
        return place_at(root, path).node if root is not None and path else None

    def as_mapping(self, spot: Spot) -> Spot | None:
        spot = replace(spot, is_key=True, container=None)
        if spot.is_flow:
            return replace(spot, opening=spot.opening + "{", closing="}")
        if self.begins_line:
            return self.as_key(spot)
        return self.below(spot, "") if self.found.path and not spot.quote else None

    def as_list(self, spot: Spot) -> Spot | None:
        item = item_of(spot.part)
        if item is None:
            return None
        written = self.original
        inner = replace(
            spot,
            path=(*spot.path, 0),
            part=item,
            container=written if isinstance(written, Array) else None,
            is_whole_value=True,
        )
        is_mapping = "properties" in item
        if self.is_apart:
            column = spot.column + 2
            opening = spot.opening + "- "
            return replace(inner, opening=opening, column=column, is_key=is_mapping)
        if not is_mapping:
            opening, closing = f"{spot.opening}[", "]"
            return replace(inner, opening=opening, closing=closing)
        if spot.is_flow or spot.quote:
            return None
        return self.below(replace(inner, is_key=True, container=None), "- ")

    def below(self, spot: Spot, dash: str) -> Spot:
        """The spot on a new line below its key, instead of behind it."""
        text = self.document.text
        start = spot.start
        while start > self.first and text[start - 1] in " \t":
            start -= 1
        key = self.found.key_offset
        column = key - _line_start(text, key) + spot.unit
        return replace(
            spot,
            start=start,
            opening="\n" + " " * column + dash,
            column=column + len(dash),
        )


def items_in(spot: Spot) -> Iterator[Node]:
    """The items of the list that a value is written into, but for the probe."""
    if isinstance(spot.container, Array):
        for item in spot.container.items:
            if item.raw != _PROBE:
                yield item


def names_in(spot: Spot) -> frozenset[str]:
    """The keys of the mapping that a key is written into, but for the probe."""
    if not isinstance(spot.container, Object):
        return frozenset()
    return frozenset(
        entry.name
        for entry in spot.container.entries
        if entry.key.raw != _PROBE and entry.key.kind is not Kind.ERROR
    )
