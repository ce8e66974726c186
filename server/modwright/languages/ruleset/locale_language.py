"""Locale packs as one of modwright's languages (ruleset-format.md, section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.package import Package
from modwright.languages.ruleset import family
from modwright.languages.ruleset.beside import FileBeside
from modwright.languages.ruleset.locale_pack import is_pack
from modwright.syntax.node import Node, Object
from modwright.syntax.tree import SyntaxTree

if TYPE_CHECKING:
    from modwright.languages.around import AroundFeatures
    from modwright.schema.checker import SchemaChecker


class RulesetLocale(FileBeside):
    name = "ruleset-locale"
    schema_file = "locale-1.schema.json"

    @property
    def around(self) -> AroundFeatures | None:
        from modwright.languages.ruleset.locale_features import LocaleFeatures

        return LocaleFeatures()

    def is_called(self, package: Package, path: str) -> bool:
        return family.is_pack(package, path)

    def recognises_content(self, root: Node | None) -> bool:
        return isinstance(root, Object) and is_pack(root)

    def checker(self) -> SchemaChecker:
        from modwright.languages.ruleset.structure import locale_checker

        return locale_checker()

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        from modwright.languages.ruleset.locale_findings import findings

        return findings(document, package, path)
