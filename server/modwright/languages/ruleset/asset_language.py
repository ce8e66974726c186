"""Catalogs in files of their own as one of modwright's languages (ruleset-format.md, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from modwright.findings.model import Finding, Insertion
from modwright.languages.package import Package
from modwright.languages.ruleset import family
from modwright.languages.ruleset.beside import FileBeside
from modwright.syntax.node import Node, Object
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

if TYPE_CHECKING:
    from modwright.languages.around import AroundFeatures
    from modwright.languages.results import Candidate, Description, OutlineItem, Spot
    from modwright.schema.checker import SchemaChecker


class RulesetCatalog(FileBeside):
    name = "ruleset-catalog"
    schema_file = "catalog-asset-1.schema.json"

    @property
    def around(self) -> AroundFeatures | None:
        from modwright.languages.ruleset.asset_features import AssetFeatures

        return AssetFeatures()

    def is_called(self, package: Package, path: str) -> bool:
        return family.is_asset(package, path)

    def recognises_content(self, root: Node | None) -> bool:
        return isinstance(root, Object) and family.is_asset_root(root)

    def unread(self, source: SourceText) -> Sequence[Finding]:
        from modwright.languages.ruleset.structure import asset_too_large

        return list(asset_too_large(source.text))

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        from modwright.languages.ruleset.descriptions import describe

        return describe(document, offset, locale)

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        from modwright.languages.ruleset.candidates import candidates

        return candidates(document, spot, locale)

    def begun(
        self, document: SyntaxTree, insertion: Insertion, path: str | None, package: Package | None
    ) -> str | None:
        from modwright.languages.ruleset.candidates import begun

        return begun(document, insertion, path, package)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.ruleset.outline import outline
        from modwright.languages.ruleset.setting import asset_part

        return outline(document, locale, asset_part())

    def checker(self) -> SchemaChecker:
        from modwright.languages.ruleset.structure import asset_checker

        return asset_checker()

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        from modwright.languages.ruleset.asset_findings import findings

        return findings(document, package, path)
