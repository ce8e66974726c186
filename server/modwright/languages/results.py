"""The plain results of the features that languages take part in.

Offsets are absolute code points; ranges are half-open [start, end); texts are in the locale that
was asked for. `ide/types.py` has the rest and hands these on.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field

from modwright.syntax.node import Node


@dataclass(frozen=True)
class Description:
    """What stands at a place, as Markdown that reads well as plain text, too."""

    start: int
    end: int
    markdown: str


class CompletionKind(enum.Enum):
    KEY = "key"
    VALUE = "value"
    ENUM_MEMBER = "enum-member"
    EVENT = "event"
    CONDITION = "condition"
    ACTION = "action"
    PARAMETER = "parameter"
    VARIABLE = "variable"
    COLOUR = "colour"
    NAME = "name"
    SNIPPET = "snippet"


class SpotKind(enum.Enum):
    """What is written at a spot: a key, a value, or a part of the text of a string."""

    KEY = "key"
    VALUE = "value"
    TEXT = "text"


@dataclass(frozen=True)
class Spot:
    """A place to write at.

    `path` leads to the container a KEY is written into, or to the value that is written: keys and
    indexes from the root. `ancestors` are the containers on that path, outermost first, with their
    absolute offsets; the last one is the container written into. `text` is what has been typed
    there, without quotes and decoded, `cursor` the place in it. `value` is the node already there,
    if any.
    """

    kind: SpotKind
    path: tuple[str | int, ...]
    ancestors: tuple[tuple[int, Node], ...]
    value: Node | None = None
    text: str = ""
    cursor: int = 0


@dataclass(frozen=True)
class Candidate:
    """Something that may be written at a spot.

    For KEY and VALUE, `json` is what to write: for a key, its value's JSON, and `snippet` the same
    with tab stops (`$1`, `${2:text}`; a literal `$`, `}` or backslash is escaped by a backslash).
    For TEXT, `replace` is the range of the decoded string that `label` takes the place of.
    `sort` orders the candidates; `data` finds the documentation again.
    """

    label: str
    kind: CompletionKind
    json: str = ""
    snippet: str = ""
    detail: str = ""
    data: str = ""
    sort: int = 0
    replace: tuple[int, int] = (0, 0)
    insert: str = ""
    filter: str = ""
    retrigger: bool = False


class SymbolKind(enum.Enum):
    PLUGIN = "plugin"
    RULE = "rule"
    TRIGGER = "trigger"
    CONDITION = "condition"
    ACTION = "action"
    COMMAND = "command"
    PART = "part"
    """A part of a file, which holds others."""
    GROUP = "group"
    """A list of things."""
    ENTRY = "entry"
    FIELD = "field"
    PROPERTY = "property"
    FUNCTION = "function"
    """A value that is worked out."""
    VARIABLE = "variable"
    WORD = "word"


@dataclass(frozen=True)
class OutlineItem:
    """An entry of the outline: [start, end) is all of it, [name_start, name_end) its name. `label`
    is what people call it, where that is not its name."""

    name: str
    detail: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    is_disabled: bool = False
    children: Sequence[OutlineItem] = field(default=())
    label: str = ""


@dataclass(frozen=True)
class Colour:
    """A colour swatch over [start, end); components from 0 to 1."""

    start: int
    end: int
    red: float
    green: float
    blue: float


class TokenType(enum.Enum):
    """Semantic tokens, by the protocol's own names where they exist."""

    VARIABLE = "variable"
    ESCAPE = "escapeSequence"
    COLOUR = "decorator"


@dataclass(frozen=True)
class Token:
    """A semantic token; never spans a line break."""

    start: int
    end: int
    type: TokenType


@dataclass(frozen=True)
class InlayHint:
    """Text shown, not written, at `offset`."""

    offset: int
    label: str
    tooltip: str
    pad_left: bool = True
