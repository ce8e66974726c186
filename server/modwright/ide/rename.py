"""Rename."""

from __future__ import annotations

import json

from modwright.findings.messages import text
from modwright.findings.model import TextEdit
from modwright.ide.navigation import names_at
from modwright.ide.types import FileEdits, Refused, RenameTarget
from modwright.languages.around import PlacedName
from modwright.languages.language import Analysis


def prepare(analysis: Analysis, offset: int, path: str | None = None) -> RenameTarget | None:
    """The name at `offset`, if it is the author's to change."""
    placed = _at(names_at(analysis, offset, path), offset)
    if placed is None or placed.name.check is None:
        return None
    return RenameTarget(placed.name.start, placed.name.end, placed.name.text)


def rename(analysis: Analysis, offset: int, new_name: str, locale: str) -> list[TextEdit] | Refused:
    """The edits of this document alone that `rename_in_files` makes."""
    found = rename_in_files(analysis, offset, new_name, locale)
    if isinstance(found, Refused):
        return found
    return [edit for file in found if file.path is None for edit in file.edits]


def rename_in_files(
    analysis: Analysis, offset: int, new_name: str, locale: str, path: str | None = None
) -> list[FileEdits] | Refused:
    """The edits, file by file, that give the name at `offset` another spelling in all its places,
    or why not. `path` is the document's own inside its package."""
    names = names_at(analysis, offset, path)
    placed = _at(names, offset)
    if placed is None:
        return Refused(text("rename.nothing", locale))
    name = placed.name
    if name.check is None:
        return Refused(text("rename.not-yours", locale, name=name.text))
    # A place may ask more than another: a choice that is an id has to be no other choice, too.
    checks = {id(each.name.check): each.name.check for each in names if each.name.key == name.key}
    problems = (check(new_name) for check in checks.values() if check is not None)
    problem = next((each for each in problems if each is not None), None)
    if problem is not None:
        return Refused(text(problem, locale, name=new_name, written=new_name))
    if new_name == name.text:
        return []
    files: dict[tuple[str, int], tuple[PlacedName, list[TextEdit]]] = {}
    for other in names:
        if other.name.key == name.key:
            key = (other.path or "", id(other.package))
            _, edits = files.setdefault(key, (other, []))
            written = _written(analysis, other, new_name)
            edits.append(TextEdit(other.name.start, other.name.end, written))
    return [
        FileEdits(first.path, tuple(sorted(edits, key=lambda edit: edit.start)), first.package)
        for first, edits in files.values()
    ]


def _at(names: list[PlacedName], offset: int) -> PlacedName | None:
    """The name that `offset` touches; its end counts, as a cursor may stand behind it."""
    return next(
        (
            placed
            for placed in names
            if placed.path is None and placed.name.start <= offset <= placed.name.end
        ),
        None,
    )


def _written(analysis: Analysis, placed: PlacedName, new_name: str) -> str:
    """How the new name is spelled where the old one stands."""
    around = analysis.language.around
    if around is not None:
        return around.written(placed.name, new_name, placed.path)
    # A lone half of a surrogate pair cannot be sent as it is.
    has_halves = any("\ud800" <= character <= "\udfff" for character in new_name)
    return json.dumps(new_name, ensure_ascii=has_halves)[1:-1]
