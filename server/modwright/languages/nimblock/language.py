"""NimBlock as one of modwright's languages: which files are its, and who answers what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.language_base import LanguageBase
from modwright.languages.nimblock.across import across_rules
from modwright.languages.nimblock.checks import rule_findings
from modwright.languages.nimblock.structure import checker
from modwright.languages.nimblock.view import rules_of
from modwright.languages.package import Package
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Node, Object
from modwright.syntax.tree import SyntaxTree

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

_SUFFIX = ".nimblock.json"
_FOLDER = "nimblock"


class NimBlock(LanguageBase):
    """See `specs/nimblock.md`. The features are imported when they are first asked for, so that
    checking a file costs no more than checking."""

    name = "nimblock"
    bad_bytes_code: str | None = "json/encoding"
    around = None

    def may_be(self, path: str) -> bool:
        return path.lower().endswith(".json")

    def recognises_path(self, path: str, package: Package | None) -> bool:
        name = PurePath(path)
        if path.endswith(_SUFFIX):
            return True
        return path.endswith(".json") and _FOLDER in name.parts[:-1]

    def recognises_content(self, root: Node | None) -> bool:
        if not isinstance(root, Object):
            return False
        if root.get("specVersion") is not None:
            return True
        rules = root.get("rules")
        return (
            rules is not None
            and isinstance(rules.value, Array)
            and any(
                isinstance(item, Object) and (item.get("trigger") or item.get("actions"))
                for item in rules.value.items
            )
        )

    def parse(self, text: str) -> SyntaxTree:
        return JsonDocument.parse(text)

    def warm_up(self) -> Iterator[None]:
        checker().warm_up()
        yield

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        root, offset = document.root, document.root_offset
        if root is None:
            return []
        found = [finding.shifted(offset) for finding in checker().findings(root)]
        rules = rules_of(root, offset)
        for rule in rules:
            found.extend(finding.shifted(rule.offset) for finding in rule_findings(rule))
        found.extend(across_rules(rules))
        return found

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        from modwright.languages.nimblock.descriptions import describe

        return describe(document, offset, locale)

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        from modwright.languages.nimblock.candidates import candidates

        return candidates(document, spot, locale)

    def document_of(self, data: str, locale: str) -> str:
        from modwright.languages.nimblock.descriptions import document_of

        return document_of(data, locale)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.nimblock.outline import outline

        return outline(document, locale)

    def colours(self, document: SyntaxTree) -> list[Colour]:
        from modwright.languages.nimblock.colours import colours

        return colours(document)

    def colour_code(self, red: float, green: float, blue: float) -> tuple[str, str]:
        from modwright.languages.nimblock.colours import colour_code

        return colour_code(red, green, blue)

    def tokens(self, document: SyntaxTree, start: int, end: int) -> list[Token]:
        from modwright.languages.nimblock.tokens import tokens

        return tokens(document, start, end)

    def inlay_hints(
        self, document: SyntaxTree, start: int, end: int, locale: str
    ) -> list[InlayHint]:
        from modwright.languages.nimblock.inlay_hints import inlay_hints

        return inlay_hints(document, start, end, locale)

    def names(self, document: SyntaxTree) -> list[Name]:
        from modwright.languages.nimblock.naming import names

        return names(document)
