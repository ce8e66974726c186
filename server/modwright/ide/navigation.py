"""Go to definition, find references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from modwright.ide.types import Location
from modwright.languages.around import PlacedName
from modwright.languages.language import Analysis
from modwright.languages.package import Package
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree


@runtime_checkable
class FindsNames(Protocol):
    """A language that need not look at all names of a document to find the places of one."""

    def names_at(self, document: SyntaxTree, offset: int) -> Sequence[Name]:
        """Every place of the names that `offset` touches."""
        ...


@runtime_checkable
class FindsNamesAround(Protocol):
    """The same for what a language offers in a package."""

    def names_at(
        self, document: SyntaxTree, offset: int, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]: ...


def all_names(analysis: Analysis, path: str | None = None) -> list[PlacedName]:
    """Every place of every name, in this document and in the other files of its package.

    `path` is the document's own inside its package.
    """
    document = analysis.document
    if document is None:
        return []
    around = analysis.language.around
    if around is not None:
        return list(around.names(document, path, analysis.package))
    return [PlacedName(name) for name in analysis.language.names(document)]


def names_at(analysis: Analysis, offset: int, path: str | None = None) -> list[PlacedName]:
    """Every place of the names that `offset` touches. One place can be the definition of several
    names (a trigger provides many variables)."""
    path = analysis.path if path is None else path
    document, language = analysis.document, analysis.language
    around = language.around
    if document is not None and around is None and isinstance(language, FindsNames):
        return [PlacedName(name) for name in language.names_at(document, offset)]
    if document is not None and isinstance(around, FindsNamesAround):
        return list(around.names_at(document, offset, path, analysis.package))
    names = all_names(analysis, path)
    touched = {
        placed.name.key
        for placed in names
        if placed.path is None and placed.name.start <= offset <= placed.name.end
    }
    return [placed for placed in names if placed.name.key in touched]


def definition(analysis: Analysis, offset: int, path: str | None = None) -> list[Location]:
    """Where the name at `offset` is defined; else the file that is named there."""
    found = names_at(analysis, offset, path)
    places = _locations([placed for placed in found if placed.name.is_definition])
    around, document = analysis.language.around, analysis.document
    if places or around is None or document is None:
        return places
    return [
        Location(0, 0, link.path)
        for link in around.links(document, analysis.package)
        if link.start <= offset <= link.end
    ]


def references(
    analysis: Analysis, offset: int, include_declaration: bool, path: str | None = None
) -> list[Location]:
    """All places of the name at `offset`, this document's first, in text order."""
    found = names_at(analysis, offset, path)
    return _locations(
        [placed for placed in found if include_declaration or not placed.name.is_definition]
    )


def _locations(names: list[PlacedName]) -> list[Location]:
    places = {(placed.path or "", placed.name.start, placed.name.end): placed for placed in names}
    return [
        Location(start, end, placed.path, placed.package)
        for (_, start, end), placed in sorted(places.items(), key=lambda item: item[0])
    ]
