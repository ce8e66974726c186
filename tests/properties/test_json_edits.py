"""JSON on one line, where a quote too many runs through everything behind it: after any edits the
tree is the one a fresh reading makes."""

from __future__ import annotations

import inspection
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.syntax.json_document import JsonDocument

LINE = (
    '{"s": {"v": 1, "l": [{"id": "a", "n": 3}, {"id": "b", "n": [1, 2]}], '
    '"f": {"x": "y, z", "q": {"m": 0}}}, "t": [[1, 2], ["p", {"k": "v"}]], "u": "剣"}'
)
PIECES = (
    '"',
    '""',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "1",
    "x",
    "true",
    "\\",
    "//",
    "：",
    "“",
)
WORDS = ('"b"', '": 0', '"id": "k"', '{"a": 1}', "[1, 2]", ', "c": [', "Prone")
Cut = tuple[float, int, str]
CUTS = st.lists(
    st.tuples(
        st.floats(0, 1), st.sampled_from((0, 0, 1, 2, 7)), st.sampled_from(("", *PIECES, *WORDS))
    ),
    min_size=1,
    max_size=6,
)


def _followed(text: str, edits: list[tuple[int, int, str]]) -> None:
    document = JsonDocument.parse(text)
    for start, end, piece in edits:
        changed = document.text[:start] + piece + document.text[end:]
        document = document.edited(changed, start, end, start + len(piece))
        fresh = JsonDocument.parse(changed)
        assert inspection.tree(document.root) == inspection.tree(fresh.root)
        assert document.faults == fresh.faults


@settings(max_examples=150, deadline=None)
@given(CUTS)
def test_edited_equals_fresh(cuts: list[Cut]) -> None:
    text, edits = LINE, list[tuple[int, int, str]]()
    for where, length, piece in cuts:
        start = int(where * len(text))
        end = min(len(text), start + length)
        edits.append((start, end, piece))
        text = text[:start] + piece + text[end:]
    _followed(LINE, edits)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        # An empty string with a quote behind it reads on behind its object.
        ('{"l": [{"m": 3, "": 0}], "f": []}', [(16, 18, '"'), (24, 24, "Prone")]),
        # A quote behind a number looks into the object behind it.
        ('{"t": [[1, 2], ["p", {"k": "v"}]]}', [(9, 18, ""), (13, 14, "")]),
        # A string that was never closed looks into the objects behind it.
        (
            LINE,
            [(34, 36, "{"), (101, 101, "]"), (43, 48, ": ")],
        ),
    ],
)
def test_strings_that_run_into_other_containers(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    _followed(text, edits)
