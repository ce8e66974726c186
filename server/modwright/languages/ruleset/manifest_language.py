"""The manifest of a ruleset's package as one of modwright's languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.package import Package
from modwright.languages.ruleset import family
from modwright.languages.ruleset.beside import FileBeside
from modwright.syntax.node import Node, Object
from modwright.syntax.tree import SyntaxTree

if TYPE_CHECKING:
    from modwright.languages.around import AroundFeatures
    from modwright.schema.checker import SchemaChecker


class RulesetManifest(FileBeside):
    name = "ruleset-manifest"
    schema_file = "package-manifest-1.schema.json"

    @property
    def around(self) -> AroundFeatures | None:
        from modwright.languages.ruleset.manifest_features import ManifestFeatures

        return ManifestFeatures()

    def is_called(self, package: Package, path: str) -> bool:
        return family.is_manifest_name(package, path)

    def recognises_content(self, root: Node | None) -> bool:
        return isinstance(root, Object) and family.is_manifest(root)

    def checker(self) -> SchemaChecker:
        from modwright.languages.ruleset.structure import manifest_checker

        return manifest_checker()

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        from modwright.languages.ruleset.manifest_findings import findings

        return findings(document, package, path)
