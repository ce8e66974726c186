"""The features of catalogs in files of their own: those of the ruleset, as far as they reach."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import Lens, Link
from modwright.languages.package import Package
from modwright.languages.ruleset.around import RulesetFeatures
from modwright.syntax.tree import SyntaxTree


class AssetFeatures(RulesetFeatures):
    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        return ()

    def lenses(
        self, document: SyntaxTree, path: str | None, locale: str, package: Package | None
    ) -> Sequence[Lens]:
        return ()
