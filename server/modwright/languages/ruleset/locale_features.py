"""The features of locale packs. What answers is imported when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import PackageAction, PlacedName
from modwright.languages.around_base import AroundBase
from modwright.languages.package import Package
from modwright.languages.results import Candidate, Description, Spot
from modwright.syntax.tree import SyntaxTree


class LocaleFeatures(AroundBase):
    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        from modwright.languages.ruleset.locale_pages import describe

        return describe(document, offset, locale, package, path)

    def candidates(
        self,
        document: SyntaxTree,
        spot: Spot,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Sequence[Candidate] | None:
        from modwright.languages.ruleset.locale_pages import candidates

        return candidates(document, spot, locale, package, path)

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        from modwright.languages.ruleset.display_names import names_of_pack

        return list(names_of_pack(document, path, package))

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]:
        from modwright.languages.ruleset.locale_writing import pack_actions

        return list(pack_actions(document, start, end, locale, path, package))
