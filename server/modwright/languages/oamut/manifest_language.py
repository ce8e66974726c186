"""The manifest of a mutator package as one of modwright's languages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.around import AroundFeatures
from modwright.languages.language_base import LanguageBase
from modwright.languages.oamut import grammar
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.layout import layout_findings
from modwright.languages.oamut.manifest_features import ManifestFeatures
from modwright.languages.oamut.manifest_findings import manifest_findings, suppressed_faults
from modwright.languages.package import Package
from modwright.syntax.node import Node
from modwright.syntax.tree import SyntaxTree
from modwright.syntax.yaml_document import YamlDocument

if TYPE_CHECKING:
    from modwright.languages.results import (
        Description,
        OutlineItem,
    )
    from modwright.symbols.names import Name


class OamutManifest(LanguageBase):
    """See `specs/oamut.md`. What needs the package around the manifest is in `around`."""

    name = "oamut"
    bad_bytes_code: str | None = "yaml/invalid-utf8"

    def __init__(self) -> None:
        self.around: AroundFeatures = ManifestFeatures()

    def may_be(self, path: str) -> bool:
        name = PurePosixPath(path.replace("\\", "/")).name
        return folded(name) == grammar.layout()["manifest"]

    def recognises_path(self, path: str, package: Package | None) -> bool:
        return self.may_be(path)

    def recognises_content(self, root: Node | None) -> bool:
        return False

    # The very function, so that a tree parsed for the one who asks first serves all others.
    parse = staticmethod(YamlDocument.parse)

    def replaced_faults(self, document: SyntaxTree) -> Collection[tuple[int, int, str]]:
        return suppressed_faults(document)

    def elsewhere(
        self, document: SyntaxTree, package: Package | None
    ) -> Sequence[tuple[str, Finding]]:
        return layout_findings(package) if package is not None else ()

    def warm_up(self) -> Iterator[None]:
        grammar.checker().warm_up()
        yield

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        return manifest_findings(document, package, package.known_tags if package else None)

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        return self.around.describe(document, offset, locale, None)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.oamut.manifest_outline import outline

        return outline(document, locale)

    def names(self, document: SyntaxTree) -> list[Name]:
        return [placed.name for placed in self.around.names(document, None, None)]
