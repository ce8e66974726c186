"""Rulesets as one of modwright's languages: which files are rulesets, and who answers what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from modwright.findings.model import Finding, Insertion
from modwright.languages.language_base import LanguageBase
from modwright.languages.package import RULESET, RULESETS, Package
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Node, Object
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

if TYPE_CHECKING:
    from modwright.languages.around import AroundFeatures
    from modwright.languages.results import (
        Candidate,
        Description,
        InlayHint,
        OutlineItem,
        Spot,
    )
    from modwright.symbols.names import Name

# Keys that together are in no other JSON file (specs/ruleset.md, Recognising the files).
_VERSION = "schemaVersion"
_PARTS = ("resolution", "sheet")


class Ruleset(LanguageBase):
    """See `specs/ruleset.md`. The features are imported when they are first asked for, so that
    checking a file costs no more than checking."""

    name = "ruleset"
    bad_bytes_code: str | None = "json/encoding"

    @property
    def around(self) -> AroundFeatures | None:
        from modwright.languages.ruleset.around import RulesetFeatures

        return RulesetFeatures()

    def may_be(self, path: str) -> bool:
        return path.lower().endswith(".json")

    def recognises_path(self, path: str, package: Package | None) -> bool:
        name = PurePosixPath(path.replace("\\", "/"))
        if name.name in RULESET.manifests or name.name.endswith(RULESET.endings):
            return True
        return name.suffix == ".json" and RULESETS in name.parts[:-1]

    def recognises_content(self, root: Node | None) -> bool:
        return (
            isinstance(root, Object)
            and root.get(_VERSION) is not None
            and any(root.get(part) for part in _PARTS)
        )

    # The very function, so that a tree parsed for the one who asks first serves all others.
    parse = staticmethod(JsonDocument.parse)

    def warm_up(self) -> Iterator[None]:
        from modwright.languages.ruleset.structure import checker

        structure = checker()
        yield
        structure.warm_up()
        yield
        from modwright.languages.ruleset.grammar import shapes

        shapes()
        yield
        self.findings(self.parse("{}"), None)

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        from modwright.languages.ruleset.findings import findings
        from modwright.languages.ruleset.package_findings import assets_of, package_findings
        from modwright.languages.ruleset.structure import checker, too_large

        root, offset = document.root, document.root_offset
        found = list(too_large(document.text, offset))
        if not isinstance(root, Object):
            if root is not None:
                found.extend(each.shifted(offset) for each in checker().findings(root))
            return found
        found.extend(findings(root, offset, assets_of(package, path)))
        found.extend(package_findings(root, offset, package, path))
        return found

    def unread(self, source: SourceText) -> Sequence[Finding]:
        from modwright.languages.ruleset.structure import too_large

        return list(too_large(source.text))

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        from modwright.languages.ruleset.descriptions import describe

        return describe(document, offset, locale)

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        from modwright.languages.ruleset.candidates import candidates

        return candidates(document, spot, locale)

    def begun(
        self, document: SyntaxTree, insertion: Insertion, path: str | None, package: Package | None
    ) -> str | None:
        """What a quick fix writes for a key that is missing."""
        from modwright.languages.ruleset.candidates import begun

        return begun(document, insertion, path, package)

    def document_of(self, data: str, locale: str) -> str:
        from modwright.languages.ruleset.descriptions import document_of

        return document_of(data, locale)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.ruleset.outline import outline

        return outline(document, locale)

    def inlay_hints(
        self, document: SyntaxTree, start: int, end: int, locale: str
    ) -> list[InlayHint]:
        from modwright.languages.ruleset.inlay_hints import inlay_hints

        return inlay_hints(document, start, end, locale)

    def names(self, document: SyntaxTree) -> list[Name]:
        from modwright.languages.ruleset.names import names

        return names(document)

    def names_at(self, document: SyntaxTree, offset: int) -> list[Name]:
        """Every place of the name that `offset` touches: the quick way of `names`."""
        from modwright.languages.ruleset.names import names_at

        return names_at(document, offset)
