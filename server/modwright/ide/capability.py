"""What asks for the highest Capability API that a ruleset needs."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.language import Analysis

_LANGUAGE = "ruleset"


class Asking(NamedTuple):
    """[start, end) of a file of the package; `path` None: the document itself."""

    path: str | None
    start: int
    end: int


def asking_most(analysis: Analysis) -> Asking | None:
    """The first place that does; None in any other document, and where nothing asks for more than
    any ruleset does."""
    if analysis.language.name != _LANGUAGE or analysis.document is None:
        return None
    from modwright.languages.ruleset.capability_features import place_of

    found = place_of(analysis.document, analysis.path, analysis.package)
    return Asking(*found) if found is not None else None
