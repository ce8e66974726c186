"""After any edits, what is known of the names equals what a fresh look at the final text says."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.symbols.environment import Environment
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import summary_of
from modwright.symbols.walk import Walk
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from tests.symbols.small import SHAPES, TABLE
from tests.symbols.test_names import FILE, word

_PIECES = (
    "arms",
    "weight",
    '"',
    "}",
    "{",
    "]",
    ",",
    "",
    '"id": "class"',
    '"list": "spells",',
    '{"type": "number", "id": "weight"},',
    '{"id": "blade"},',
    '"picks": [{"of": "list", "names": ["shop", "arms"]}],',
    '"catalog"',
    "剣",
)


@st.composite
def _edits(draw: st.DrawFn) -> list[tuple[float, int, str]]:
    return draw(
        st.lists(
            st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(_PIECES)),
            min_size=1,
            max_size=6,
        )
    )


def _known(document: JsonDocument) -> tuple[object, ...]:
    root = document.root
    if not isinstance(root, Object):
        return ()
    summary = summary_of(root, SHAPES.root, TABLE)
    told = Walk(Environment(root, summary, TABLE), word, {}, {}).found(SHAPES.root)
    places = list(Finder(summary, document.root_offset, TABLE).everything())
    traits = {key: definition.trait for key, definition in summary.declared.items()}
    return traits, summary.used, summary.clashes, summary.open, told, places


@settings(max_examples=150, deadline=None)
@given(_edits())
def test_edited_equals_fresh(edits: list[tuple[float, int, str]]) -> None:
    document = JsonDocument.parse(FILE)
    _known(document)
    for where, length, piece in edits:
        text = document.text
        start = int(where * len(text))
        end = min(len(text), start + length)
        changed = text[:start] + piece + text[end:]
        document = document.edited(changed, start, end, start + len(piece))
        assert _known(document) == _known(JsonDocument.parse(changed))
