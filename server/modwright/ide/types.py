"""The plain results of the features. Offsets are code points; ranges are half-open [start, end).

Texts are already in the locale that was asked for. Nothing here knows the protocol: lsp/ converts.
"""

from __future__ import annotations

from dataclasses import dataclass

from modwright.findings.model import Finding, TextEdit
from modwright.languages.package import Package
from modwright.languages.results import (
    Colour,
    CompletionKind,
    InlayHint,
    OutlineItem,
    SymbolKind,
    Token,
    TokenType,
)

__all__ = [
    "Action",
    "Colour",
    "ColourPresentation",
    "Completion",
    "CompletionKind",
    "CompletionList",
    "FileEdits",
    "FoldingRange",
    "Highlight",
    "Hover",
    "InlayHint",
    "Location",
    "OutlineItem",
    "Refused",
    "RenameTarget",
    "SymbolKind",
    "Token",
    "TokenType",
    "WorkspaceSymbol",
]


@dataclass(frozen=True)
class Hover:
    """What stands here. `markdown` reads well as plain text, too."""

    start: int
    end: int
    markdown: str


@dataclass(frozen=True)
class Completion:
    """One proposal: put `new_text` in place of [start, end) of the present text.

    `new_text` is a snippet (`$1`, `${2:default}`, `$0`, `\\$` for a dollar sign) when `is_snippet`;
    `plain_text` is what a client without snippets inserts. `filter_text` is what the text in the
    range is matched against (it includes the opening quote where the range does). `data` lets
    `resolve` build the documentation again without any state, where `documentation` does not hold
    it already. `more_edits` are applied besides.
    """

    label: str
    kind: CompletionKind
    start: int
    end: int
    new_text: str
    plain_text: str
    filter_text: str
    sort_text: str
    is_snippet: bool = False
    detail: str = ""
    data: str = ""
    documentation: str = ""
    preselect: bool = False
    retrigger: bool = False
    more_edits: tuple[TextEdit, ...] = ()


@dataclass(frozen=True)
class CompletionList:
    """`is_incomplete`: the list was cut, typing on may bring up others."""

    items: tuple[Completion, ...]
    is_incomplete: bool = False


@dataclass(frozen=True)
class Action:
    """A quick fix or refactoring on this document.

    `finding` is the finding it mends, if any. `kind` is "quickfix", "source.fixAll" or
    "refactor.rewrite". `edits` are against the present text and do not overlap.
    """

    title: str
    kind: str
    edits: tuple[TextEdit, ...]
    finding: Finding | None = None
    is_preferred: bool = False


@dataclass(frozen=True)
class WorkspaceSymbol:
    name: str
    container: str
    kind: SymbolKind
    uri: str
    start: int
    end: int


@dataclass(frozen=True)
class Location:
    """A place in a file; `path` is None for the document that was asked about, else the file's
    path inside its package (`package` None: the one of that document)."""

    start: int
    end: int
    path: str | None = None
    package: Package | None = None


@dataclass(frozen=True)
class ColourPresentation:
    label: str
    edit: TextEdit


@dataclass(frozen=True)
class FoldingRange:
    """Folds from the line of `start` to the line of `end`."""

    start: int
    end: int


@dataclass(frozen=True)
class Highlight:
    start: int
    end: int
    is_write: bool


@dataclass(frozen=True)
class RenameTarget:
    """What would be renamed: the range to edit and its present name."""

    start: int
    end: int
    name: str


@dataclass(frozen=True)
class FileEdits:
    """Edits of one file; `path` and `package` as in `Location`."""

    path: str | None
    edits: tuple[TextEdit, ...]
    package: Package | None = None


@dataclass(frozen=True)
class Refused:
    """Why a request cannot be met (a rename to a name that would not load, say)."""

    reason: str
