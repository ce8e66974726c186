"""What a language that lacks a feature answers: nothing, told once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.package import Package
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

if TYPE_CHECKING:
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


class LanguageBase:
    """See `Language`."""

    def unread(self, source: SourceText) -> Sequence[Finding]:
        return ()

    def replaced_faults(self, document: SyntaxTree) -> Collection[tuple[int, int, str]]:
        return ()

    def elsewhere(
        self, document: SyntaxTree, package: Package | None
    ) -> Sequence[tuple[str, Finding]]:
        return ()

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        return None

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        return ()

    def document_of(self, data: str, locale: str) -> str:
        return ""

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        return []

    def colours(self, document: SyntaxTree) -> list[Colour]:
        return []

    def colour_code(self, red: float, green: float, blue: float) -> tuple[str, str]:
        # Who has no colours is not asked for the nearest one.
        return "", ""

    def tokens(self, document: SyntaxTree, start: int, end: int) -> list[Token]:
        return []

    def inlay_hints(
        self, document: SyntaxTree, start: int, end: int, locale: str
    ) -> list[InlayHint]:
        return []

    def names(self, document: SyntaxTree) -> list[Name]:
        return []
