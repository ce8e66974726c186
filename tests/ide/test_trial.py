"""What counts as harm: an error that was not there, but for keys that are still to be filled in."""

from __future__ import annotations

import json

import pytest
from ruleset_rich import rich, without_empty

from modwright.findings.model import TextEdit
from modwright.ide.service import analyse_text
from modwright.ide.trial import does_harm

TEXT = json.dumps(without_empty(rich(is_pool=False)), ensure_ascii=False, indent=1)


def harm(text: str, *changes: tuple[str, str]) -> bool:
    """Whether it does harm to write the second of each pair for the first, which is there once."""
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    edits: list[TextEdit] = []
    for old, new in changes:
        assert text.count(old) == 1
        edits.append(TextEdit(text.index(old), text.index(old) + len(old), new))
    return does_harm(sorted(edits), analysis)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # The same again, and another label.
        ('"label": "Rank"', '"label": "Rank"', False),
        ('"label": "Rank"', '"label": "位 🎖"', False),
        # A label that is no text; an id that others name.
        ('"label": "Rank"', '"label": 5', True),
        ('"id": "metal"', '"id": "Metal"', True),
        # What lacks in the object that is written in is filled in next.
        ('"label": "Rank"', '"name": "Rank"', True),
        ('"label": "Rank",', "", True),
    ],
)
def test_one_edit(old: str, new: str, expected: bool) -> None:
    assert harm(TEXT, (old, new)) == expected


def test_an_old_error_may_stay_and_move() -> None:
    text = TEXT.replace('"label": "Heft"', '"label": 7')
    assert not harm(text, ('"label": "Rank"', '"label": "a much longer rank 🎖🎖"'))


def test_several_edits_are_one_change() -> None:
    """Each of the two alone would leave a name that nobody declares."""
    ruleset = rich(is_pool=False)
    ruleset["sheet"]["fields"][2]["default"] = "north"
    text = json.dumps(without_empty(ruleset), ensure_ascii=False)
    values, default = '"values": ["north", ', '"default": "north"'
    if text.count(default) != 1:
        pytest.fail("the example has changed")
    assert harm(text, (values, '"values": ["北", '))
    assert not harm(text, (values, '"values": ["北", '), (default, '"default": "北"'))


def test_a_key_may_lack_where_something_was_written() -> None:
    field = '{"id": "age", "label": "Age"}'
    text = f'{{"schemaVersion": 1, "sheet": {{"version": 1, "fields": [{field}]}}}}'
    # A number has bounds. They are asked for where the tag was written, and nowhere else.
    assert not harm(text, ('"label": "Age"', '"label": "Age", "type": "number"'))
    assert harm(text, (field, '{"id": "age", "label": "Age", "type": "number"}, {}'))
