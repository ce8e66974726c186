"""The shape of a finding. Offsets are code points; ranges are half-open [start, end)."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Argument: TypeAlias = "str | int | float | Message | Sequence[str | Message]"


class Severity(enum.Enum):
    """How bad it is, in the words of the command line's JSON."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """0 is the worst. Orders findings and implements `--min-severity`."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Tag(enum.Enum):
    """How an editor may draw the range besides the squiggle."""

    UNNECESSARY = "unnecessary"
    DEPRECATED = "deprecated"


class Message(NamedTuple):
    """A text to be: a key of the message catalogue and what goes into its holes.

    Kept apart from its words so that one analysis serves clients of every locale.
    """

    key: str
    args: Mapping[str, Argument]

    @staticmethod
    def of(key: str, /, **args: Argument) -> Message:
        return Message(key, args)


class TextEdit(NamedTuple):
    """Replace [start, end) by `new_text`."""

    start: int
    end: int
    new_text: str

    def shifted(self, by: int) -> TextEdit:
        return TextEdit(self.start + by, self.end + by, self.new_text)


class Insertion(NamedTuple):
    """Add an entry to the object that begins at `object_offset`, or, where `key` is empty, an item
    to the array that does.

    `value` is JSON on one line. How it is laid out is decided when it is applied, after the
    layout of the text around it. `is_draft`: it is only what the schema makes of the key; a
    language that knows the document may write something better.
    """

    object_offset: int
    key: str
    value: str
    is_draft: bool = False

    def shifted(self, by: int) -> Insertion:
        return self._replace(object_offset=self.object_offset + by)


class Swap(NamedTuple):
    """Let pieces of the text change places: place `i` gets the text of place `order[i]`."""

    places: tuple[tuple[int, int], ...]
    order: tuple[int, ...]

    def shifted(self, by: int) -> Swap:
        return self._replace(places=tuple((start + by, end + by) for start, end in self.places))


class Fix(NamedTuple):
    """A quick fix: built where its finding is made, so that the two cannot disagree.

    `preferred` marks the one fix an editor may apply without asking which. `is_guess`: it may be
    wrong for this document, so it is offered only where it brings no other error.
    """

    title: Message
    edits: tuple[TextEdit, ...]
    preferred: bool = False
    insertions: tuple[Insertion, ...] = ()
    swaps: tuple[Swap, ...] = ()
    is_guess: bool = False

    def shifted(self, by: int) -> Fix:
        return self._replace(
            edits=tuple(edit.shifted(by) for edit in self.edits),
            insertions=tuple(insertion.shifted(by) for insertion in self.insertions),
            swaps=tuple(swap.shifted(by) for swap in self.swaps),
        )


class Related(NamedTuple):
    """Another place that explains a finding: of the same document, or (`path`) of another file of
    its package."""

    start: int
    end: int
    message: Message
    path: str | None = None

    def shifted(self, by: int) -> Related:
        if self.path is not None:
            return self
        return Related(self.start + by, self.end + by, self.message)


class Finding(NamedTuple):
    """One fault and where it is. `code` is a public contract (specs/*.md, Findings)."""

    code: str
    severity: Severity
    start: int
    end: int
    message: Message
    tags: tuple[Tag, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()

    def shifted(self, by: int) -> Finding:
        """The same finding where everything lies `by` code points further on."""
        if by == 0:
            return self
        return Finding(
            self.code,
            self.severity,
            self.start + by,
            self.end + by,
            self.message,
            self.tags,
            tuple(item.shifted(by) for item in self.related),
            tuple(fix.shifted(by) for fix in self.fixes),
        )
