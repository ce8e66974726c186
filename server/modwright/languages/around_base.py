"""What a language that does not offer a feature around its documents offers: nothing, told once."""

from __future__ import annotations

import json
from collections.abc import Sequence

from modwright.languages.around import (
    Fold,
    Lens,
    Link,
    PackageAction,
    PlacedName,
    Proposal,
    Signature,
)
from modwright.languages.package import Package
from modwright.languages.results import Candidate, Description, Spot
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree


class AroundBase:
    """See `AroundFeatures`."""

    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        return None

    def complete(
        self, document: SyntaxTree, offset: int, locale: str, package: Package | None
    ) -> Sequence[Proposal]:
        return ()

    def candidates(
        self,
        document: SyntaxTree,
        spot: Spot,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Sequence[Candidate] | None:
        return None

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        return ()

    def written(self, name: Name, new_name: str, path: str | None) -> str:
        return inside_string(new_name)

    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        return ()

    def signature(self, document: SyntaxTree, offset: int, locale: str) -> Signature | None:
        return None

    def lenses(
        self, document: SyntaxTree, path: str | None, locale: str, package: Package | None
    ) -> Sequence[Lens]:
        return ()

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]:
        return ()

    def folds(self, document: SyntaxTree) -> Sequence[Fold] | None:
        return None


def inside_string(text: str) -> str:
    """A text as it is written between the quotes of a JSON string."""
    # A lone half of a surrogate pair cannot be sent as it is.
    has_halves = any("\ud800" <= character <= "\udfff" for character in text)
    return json.dumps(text, ensure_ascii=has_halves)[1:-1]
