"""The tree of JSON and YAML: immutable, position-free, shared between versions of a document.

A node knows its width, never its place: places are added up on the way down, so an edit shares
every subtree it did not touch with the version before it, and whatever was derived from a node
alone (`Node.memo`) stays right for as long as the node lives. Offsets inside a container are
relative to the container's first character. All counts are Unicode code points.
"""

from __future__ import annotations

import enum
import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from typing import ClassVar, NamedTuple, TypeVar, cast

from modwright.syntax.decoded import DecodedText

T = TypeVar("T")


_BROKEN_QUOTES = frozenset({"open-string", "inner-quote"})


class Kind(enum.Enum):
    """What a node is. ERROR is a piece that is there and cannot be read."""

    OBJECT = "object"
    ARRAY = "array"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"
    ERROR = "error"


class Repair(NamedTuple):
    """The edit that mends a fault: a text key and a replacement of [start, end)."""

    title: str
    start: int
    end: int
    new_text: str


class Fault(NamedTuple):
    """Something wrong with the syntax at [start, end), relative to the node that holds it.

    `variant` names the message (`<code>.<variant>` in grammars/findings), `subject` fills it.
    A fault of YAML may begin before its node: one that covers the text of a whole line. `related`
    is another place that explains it.
    """

    start: int
    end: int
    variant: str
    subject: str = ""
    repair: Repair | None = None
    related: tuple[int, int] | None = None

    def shifted(self, by: int) -> Fault:
        repair = self.repair
        if repair is not None:
            repair = repair._replace(start=repair.start + by, end=repair.end + by)
        related = self.related
        if related is not None:
            related = related[0] + by, related[1] + by
        return Fault(self.start + by, self.end + by, self.variant, self.subject, repair, related)


class Node:
    """A piece of the document. Use `Scalar`, `Array` and `Object`."""

    __slots__ = ("faults", "has_faults", "height", "kind", "memo", "width")

    def __init__(self, kind: Kind, width: int, faults: tuple[Fault, ...]) -> None:
        self.kind = kind
        self.width = width
        self.faults = faults
        """The faults that belong to this very node, not those of its children."""
        self.has_faults = bool(faults)
        """Whether there is a fault here or anywhere below."""
        self.height = 0
        """Levels of containers below this node, itself included; 0 for a scalar."""
        self.memo: dict[Hashable, object] | None = None

    def remember(self, key: Hashable, compute: Callable[[], T]) -> T:
        """`compute()`, once for this node and this `key`.

        The result may depend on nothing but the node: the node outlives this version of the text.
        """
        memo = self.memo
        if memo is None:
            memo = self.memo = {}
        elif key in memo:
            return cast("T", memo[key])
        result = compute()
        memo[key] = result
        return result

    @property
    def parts(self) -> Iterator[tuple[int, Node]]:
        """The children with their offsets in this node, keys included, in text order."""
        return iter(())

    @property
    def text(self) -> str:
        """The characters a string stands for; how any other scalar is written; "" otherwise."""
        return ""

    @property
    def number(self) -> int | float:
        """The value of a NUMBER, infinity where it is too large for a double; NaN otherwise."""
        return math.nan

    @property
    def raw(self) -> str:
        """How a scalar is written; "" for a container."""
        return ""

    @property
    def decoded(self) -> DecodedText:
        """The characters a string stands for, with the places they come from."""
        return DecodedText.plain("", 0)

    @property
    def is_doubtful(self) -> bool:
        """Whether this is a string whose quotes are broken: where it ends is a guess."""
        # Asked of every string there is, nearly all of which have no fault.
        return bool(self.faults) and any(fault.variant in _BROKEN_QUOTES for fault in self.faults)


class Scalar(Node):
    """A string, number, boolean, null, or an unreadable piece.

    Scalars of the same spelling may be one and the same object in several places of a tree.
    """

    __slots__ = ("_decoded", "_raw", "is_quoted")

    def __init__(
        self, kind: Kind, raw: str, faults: tuple[Fault, ...] = (), is_quoted: bool = True
    ) -> None:
        super().__init__(kind, len(raw), faults)
        self._raw = raw
        self.is_quoted = is_quoted
        self._decoded: DecodedText | None = None

    @property
    def decoded(self) -> DecodedText:
        decoded = self._decoded
        if decoded is None:
            decoded = self._decoded = self._decode()
        return decoded

    def _decode(self) -> DecodedText:
        return DecodedText.plain(self._raw, 0)

    @property
    def text(self) -> str:
        # Asked more often than anything else.
        return (self._decoded or self.decoded).text

    @property
    def raw(self) -> str:
        return self._raw


class Container(Node):
    """What arrays and objects share."""

    __slots__ = ("is_damaged", "is_sealed")

    def __init__(
        self, kind: Kind, width: int, faults: tuple[Fault, ...], is_sealed: bool, is_damaged: bool
    ) -> None:
        super().__init__(kind, width, faults)
        self.is_sealed = is_sealed
        """The same text at any other place, followed by anything, reads as the same node."""
        self.is_damaged = is_damaged
        """Something inside was lost: what seems to be missing may be in the lost part."""


class Array(Container):
    __slots__ = ("items", "offsets")

    def __init__(
        self,
        width: int,
        items: tuple[Node, ...],
        offsets: tuple[int, ...],
        faults: tuple[Fault, ...] = (),
        is_sealed: bool = True,
        is_damaged: bool = False,
    ) -> None:
        super().__init__(Kind.ARRAY, width, faults, is_sealed, is_damaged)
        self.items = items
        self.offsets = offsets
        height = 0
        for item in items:
            if item.height > height:
                height = item.height
            if item.has_faults:
                self.has_faults = True
        self.height = height + 1

    @property
    def parts(self) -> Iterator[tuple[int, Node]]:
        return zip(self.offsets, self.items, strict=True)


class Entry(NamedTuple):
    """A key and its value inside an object; offsets are relative to the object.

    `value` is None where it is missing; `value_offset` is then where it would stand.
    """

    key_offset: int
    key: Scalar
    value_offset: int
    value: Node | None

    @property
    def name(self) -> str:
        return self.key.text


def _key_offset(entry: Entry) -> int:
    return entry.key_offset


class Object(Container):
    __slots__ = ("_by_name", "entries")

    names_duplicates: ClassVar[bool] = False
    """Whether keys that stand twice are among its faults already."""

    def __init__(
        self,
        width: int,
        entries: tuple[Entry, ...],
        faults: tuple[Fault, ...] = (),
        is_sealed: bool = True,
        is_damaged: bool = False,
    ) -> None:
        super().__init__(Kind.OBJECT, width, faults, is_sealed, is_damaged)
        self.entries = entries
        self._by_name: dict[str, Entry] | None = None
        height = 0
        for entry in entries:
            value = entry.value
            if value is not None:
                if value.height > height:
                    height = value.height
                if value.has_faults:
                    self.has_faults = True
            if entry.key.has_faults:
                self.has_faults = True
        self.height = height + 1

    @property
    def by_name(self) -> dict[str, Entry]:
        """The entry that counts for each key: the last one (specs/nimblock.md, Borders)."""
        by_name = self._by_name
        if by_name is None:
            by_name = self._by_name = {entry.key.text: entry for entry in self.entries}
        return by_name

    def get(self, name: str) -> Entry | None:
        return self.by_name.get(name)

    def index_of(self, entry: Entry) -> int:
        """The place of one of the entries."""
        return bisect_left(self.entries, entry.key_offset, key=_key_offset)

    @property
    def parts(self) -> Iterator[tuple[int, Node]]:
        for entry in self.entries:
            yield entry.key_offset, entry.key
            if entry.value is not None:
                yield entry.value_offset, entry.value
