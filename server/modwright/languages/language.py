"""What a language is to the rest of modwright, and what an analysis of a document holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from modwright.findings.model import Finding
from modwright.languages.package import Package
from modwright.syntax.node import Node
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

if TYPE_CHECKING:
    # Classes that only features make: checking a file need not wait for them.
    from modwright.languages.around import AroundFeatures
    from modwright.languages.results import (
        Candidate,
        Colour,
        Description,
        InlayHint,
        OutlineItem,
        Spot,
        Token,
    )
    from modwright.symbols.names import Name


class Language(Protocol):
    """One of the languages. All offsets are absolute code points of the document."""

    @property
    def name(self) -> str:
        """The editor's language id, and the argument of `check --language`."""
        ...

    @property
    def bad_bytes_code(self) -> str | None:
        """The code for a file that is not UTF-8; None where the language's files may hold any
        bytes."""
        ...

    def may_be(self, path: str) -> bool:
        """Whether a file of this name is worth reading to find out."""
        ...

    def recognises_path(self, path: str, package: Package | None) -> bool:
        """Whether this is a file of the language by its name, and the package it lies in."""
        ...

    def recognises_content(self, root: Node | None) -> bool:
        """Whether a JSON document is one of the language by what is in it."""
        ...

    def parse(self, text: str) -> SyntaxTree:
        """Read a document of the language."""
        ...

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        """What is wrong with it besides its syntax, in no particular order. `path` is the
        document's own, inside the package where there is one."""
        ...

    def unread(self, source: SourceText) -> Sequence[Finding]:
        """What is wrong with a text that is too large to be read."""
        ...

    def replaced_faults(self, document: SyntaxTree) -> Collection[tuple[int, int, str]]:
        """(start, end, code) of the faults of syntax that `findings` says in its own words."""
        ...

    def elsewhere(
        self, document: SyntaxTree, package: Package | None
    ) -> Sequence[tuple[str, Finding]]:
        """What is wrong with other files of the package: the file's path inside it, and the
        finding at a place of this document."""
        ...

    @property
    def around(self) -> AroundFeatures | None:
        """What the language offers besides when its documents are parts of a package."""
        ...

    def warm_up(self) -> Iterator[None]:
        """Do now what the first analysis would otherwise wait for, in steps of a few hundredths of
        a second: whoever has better to do gets a turn between two of them."""
        ...

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        """What stands at `offset`."""
        ...

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        """What may be written at a spot of the document."""
        ...

    def document_of(self, data: str, locale: str) -> str:
        """The documentation of a candidate by its `data`, as Markdown; "" for unknown data."""
        ...

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]: ...

    def colours(self, document: SyntaxTree) -> list[Colour]: ...

    def colour_code(self, red: float, green: float, blue: float) -> tuple[str, str]:
        """(name, code) of the colour nearest to one picked."""
        ...

    def tokens(self, document: SyntaxTree, start: int, end: int) -> list[Token]: ...

    def inlay_hints(
        self, document: SyntaxTree, start: int, end: int, locale: str
    ) -> list[InlayHint]: ...

    def names(self, document: SyntaxTree) -> list[Name]:
        """Every place where a name is defined or used."""
        ...


Told: TypeAlias = "tuple[tuple[Finding, ...], tuple[tuple[str, Finding], ...]]"
"""What is wrong with a document, in text order, and with other files: path and finding."""


def _nothing() -> Told:
    return (), ()


@dataclass(frozen=True)
class Analysis:
    """What is known of one version of one document.

    `document` is None for a text too large to be read. `path` is the document's own, inside the
    package where there is one. What is wrong is found out by `tell`, once, when somebody asks: a
    hover need not wait for it.
    """

    language: Language
    source: SourceText
    document: SyntaxTree | None
    tell: Callable[[], Told] = _nothing
    package: Package | None = None
    path: str | None = None

    @cached_property
    def _told(self) -> Told:
        return self.tell()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings of the document, ungraded by settings, in text order."""
        return self._told[0]

    @property
    def elsewhere(self) -> tuple[tuple[str, Finding], ...]:
        """Those about other files of `package`."""
        return self._told[1]

    def with_findings(self, findings: tuple[Finding, ...]) -> Analysis:
        """The same but for its findings."""
        return replace(self, tell=lambda: (findings, self.elsewhere))
