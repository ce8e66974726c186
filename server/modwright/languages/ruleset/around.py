"""The features of a ruleset that reach into its package: its translations, what was there when it
was saved. What answers is imported when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import Lens, Link, PackageAction, PlacedName
from modwright.languages.around_base import AroundBase
from modwright.languages.package import Package
from modwright.languages.results import Candidate, Description, Spot
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree


class RulesetFeatures(AroundBase):
    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        if package is None:
            return None  # The language itself says all there is to say.
        from modwright.languages.ruleset.descriptions import describe
        from modwright.languages.ruleset.locale_pages import translations

        def translated(text: str) -> Sequence[tuple[str, str]]:
            return translations(package, text, path)

        return describe(document, offset, locale, translated, path, package)

    def candidates(
        self,
        document: SyntaxTree,
        spot: Spot,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Sequence[Candidate] | None:
        from modwright.languages.ruleset import candidates as whole
        from modwright.languages.ruleset.migration_candidates import candidates

        found = candidates(document, spot, locale, path, package)
        if found is None:
            found = whole.candidates(document, spot, locale, path, package)
        return found

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        from modwright.languages.ruleset.family_names import names

        return names(document, path, package)

    def names_at(
        self, document: SyntaxTree, offset: int, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        from modwright.languages.ruleset.family_names import names_at

        return names_at(document, offset, path, package)

    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        from modwright.languages.ruleset.family_names import asset_links

        return list(asset_links(document, package))

    def lenses(
        self, document: SyntaxTree, path: str | None, locale: str, package: Package | None
    ) -> Sequence[Lens]:
        from modwright.languages.ruleset.capability_features import lenses
        from modwright.languages.ruleset.lenses import layer_lenses

        root = document.root
        if not isinstance(root, Object):
            return ()
        return [
            *lenses(root, document.root_offset, path, locale, package),
            *layer_lenses(document, locale),
        ]

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]:
        from modwright.languages.ruleset.capability_features import raise_actions
        from modwright.languages.ruleset.locale_writing import ruleset_actions
        from modwright.languages.ruleset.migration_actions import migration_actions

        return [
            *migration_actions(document, start, end, locale, path, package),
            *raise_actions(document, start, end, locale, path, package),
            *ruleset_actions(document, start, end, locale, path, package),
        ]
