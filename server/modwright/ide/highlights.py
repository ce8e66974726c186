"""Document highlights: the other places of the name under the cursor."""

from __future__ import annotations

from modwright.ide.navigation import names_at
from modwright.ide.types import Highlight
from modwright.languages.language import Analysis


def highlights(analysis: Analysis, offset: int) -> list[Highlight]:
    """All places of the name at `offset`, in text order; where it is defined counts as a write."""
    names = [placed.name for placed in names_at(analysis, offset) if placed.path is None]
    places = {(name.start, name.end): name.is_definition for name in names}
    return [Highlight(start, end, places[start, end]) for start, end in sorted(places)]
