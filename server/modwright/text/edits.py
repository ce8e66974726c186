"""Several edits to one text at once."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter


def apply_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """`text` with each (start, end, new_text) applied, all given against the original text.

    Offsets are code points. The order of the edits matters only for insertions at one place, which
    end up in the order given; an insertion where a replaced piece starts goes before it.

    Raises ValueError when two edits overlap, or one is backwards or outside the text: guessing what
    was meant would damage somebody's file.
    """
    pieces: list[str] = []
    done = 0
    for start, end, new_text in sorted(edits, key=itemgetter(0, 1)):
        if not 0 <= start <= end <= len(text):
            raise ValueError(f"edit [{start}, {end}) is not a range of {len(text)} code points")
        if start < done:
            raise ValueError(f"edit [{start}, {end}) overlaps the one before it, ending at {done}")
        pieces += (text[done:start], new_text)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
