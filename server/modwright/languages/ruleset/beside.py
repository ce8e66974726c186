"""What the languages of the files around a ruleset have in common: JSON, its schema, its package.

Each has a checker for its structure, features that reach into the package (`around`), and nothing
of colours, tokens and inlay hints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from modwright.findings.model import Finding
from modwright.languages.language_base import LanguageBase
from modwright.languages.package import Package
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Node
from modwright.syntax.tree import SyntaxTree

if TYPE_CHECKING:
    # What only features and findings need: telling what a file is must not wait for it.
    from modwright.languages.around import AroundFeatures
    from modwright.languages.results import (
        Candidate,
        Description,
        OutlineItem,
        Spot,
    )
    from modwright.schema.checker import SchemaChecker


class FileBeside(LanguageBase):
    """A language of one of these files. `schema_file` is its schema below `grammars/ruleset/`."""

    name = ""
    schema_file = ""
    bad_bytes_code: str | None = "json/encoding"

    @property
    def around(self) -> AroundFeatures | None:
        raise NotImplementedError

    def may_be(self, path: str) -> bool:
        return path.lower().endswith(".json")

    def recognises_path(self, path: str, package: Package | None) -> bool:
        inside = package.inside(path) if package is not None else None
        return package is not None and inside is not None and self.is_called(package, inside)

    def is_called(self, package: Package, path: str) -> bool:
        """Whether a file of a package is one of the language by its name and what lies beside."""
        raise NotImplementedError

    def recognises_content(self, root: Node | None) -> bool:
        raise NotImplementedError

    # The very function, so that a tree parsed for the one who asks first serves all others.
    parse = staticmethod(JsonDocument.parse)

    def checker(self) -> SchemaChecker:
        raise NotImplementedError

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        raise NotImplementedError

    def warm_up(self) -> Iterator[None]:
        self.checker().warm_up()
        yield

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        from modwright.languages.ruleset.beside_features import describe

        return describe(self.schema_file, document, offset, locale)

    def candidates(self, document: SyntaxTree, spot: Spot, locale: str) -> Sequence[Candidate]:
        from modwright.languages.ruleset.beside_features import candidates

        return candidates(self.schema_file, self.checker().accepts, spot, locale)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.ruleset.beside_features import outline

        return outline(document)
