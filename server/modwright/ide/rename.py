"""Rename."""

from __future__ import annotations

import json

from modwright.findings.messages import text
from modwright.findings.model import TextEdit
from modwright.ide.types import Refused, RenameTarget
from modwright.languages.language import Analysis
from modwright.symbols.names import Name, name_at, same_names


def prepare(analysis: Analysis, offset: int) -> RenameTarget | None:
    """The name at `offset`, if it is the author's to change."""
    name = name_at(_names(analysis), offset)
    if name is None or name.check is None:
        return None
    return RenameTarget(name.start, name.end, name.text)


def rename(analysis: Analysis, offset: int, new_name: str, locale: str) -> list[TextEdit] | Refused:
    """The edits that give the name at `offset` another spelling in all its places, or why not."""
    names = _names(analysis)
    name = name_at(names, offset)
    if name is None:
        return Refused(text("rename.nothing", locale))
    if name.check is None:
        return Refused(text("rename.not-yours", locale, name=name.text))
    problem = name.check(new_name)
    if problem is not None:
        return Refused(text(problem, locale, name=new_name, written=new_name))
    if new_name == name.text:
        return []
    written = _escaped(new_name)
    return [TextEdit(place.start, place.end, written) for place in same_names(names, name)]


def _names(analysis: Analysis) -> list[Name]:
    return analysis.language.names(analysis.document) if analysis.document is not None else []


def _escaped(name: str) -> str:
    """The characters between the quotes of the JSON string."""
    # A lone half of a surrogate pair cannot be sent as it is.
    has_halves = any("\ud800" <= character <= "\udfff" for character in name)
    return json.dumps(name, ensure_ascii=has_halves)[1:-1]
