"""Go to definition, find references."""

from __future__ import annotations

from modwright.ide.types import Location
from modwright.languages.language import Analysis
from modwright.symbols.names import Name


def names_at(analysis: Analysis, offset: int) -> list[Name]:
    """Every place of the names that `offset` touches. One place can be the definition of several
    names (a trigger provides many variables)."""
    if analysis.document is None:
        return []
    names = analysis.language.names(analysis.document)
    touched = {name.key for name in names if name.start <= offset <= name.end}
    return [name for name in names if name.key in touched]


def definition(analysis: Analysis, offset: int) -> list[Location]:
    """Where the name at `offset` is defined."""
    return _locations([name for name in names_at(analysis, offset) if name.is_definition])


def references(analysis: Analysis, offset: int, include_declaration: bool) -> list[Location]:
    """All places of the name at `offset`, in text order."""
    found = names_at(analysis, offset)
    return _locations([name for name in found if include_declaration or not name.is_definition])


def _locations(names: list[Name]) -> list[Location]:
    places = {(name.start, name.end) for name in names}
    return [Location(start, end) for start, end in sorted(places)]
