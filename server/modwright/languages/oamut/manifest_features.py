"""The features of the manifest that reach into its package."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import (
    Fold,
    Link,
    PackageAction,
    PlacedName,
    Proposal,
)
from modwright.languages.around_base import AroundBase
from modwright.languages.package import Package
from modwright.languages.results import Description
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree


class ManifestFeatures(AroundBase):
    """See `AroundFeatures`. What answers is imported when it is first asked, so that checking a
    file costs no more than checking."""

    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        from modwright.languages.oamut.manifest_hover import describe

        return describe(document, offset, locale, package)

    def complete(
        self, document: SyntaxTree, offset: int, locale: str, package: Package | None
    ) -> Sequence[Proposal]:
        from modwright.languages.oamut.manifest_completion import complete

        return complete(document, offset, locale, package)

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        from modwright.languages.oamut.manifest_names import names

        return names(document, package)

    def written(self, name: Name, new_name: str, path: str | None) -> str:
        # Ids need no escapes, and those that would need quotes are refused.
        return new_name

    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        from modwright.languages.oamut.manifest_actions import links

        return list(links(document, package))

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]:
        from modwright.languages.oamut.manifest_actions import actions

        return list(actions(document, start, end, locale, package))

    def folds(self, document: SyntaxTree) -> Sequence[Fold] | None:
        return None
