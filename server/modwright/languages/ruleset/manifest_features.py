"""The features of package manifests. What answers is imported when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import Link, PackageAction
from modwright.languages.around_base import AroundBase
from modwright.languages.package import Package
from modwright.syntax.tree import SyntaxTree


class ManifestFeatures(AroundBase):
    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        from modwright.languages.ruleset.manifest_actions import links

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
        from modwright.languages.ruleset.manifest_actions import actions

        return list(actions(document, start, end, locale, package))
