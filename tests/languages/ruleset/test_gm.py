"""What the Game Master always sees of a sheet."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.ruleset_text import clean
from tests.languages.ruleset.sheet_text import check, sheet

_SHEET = (
    '"fields": [{"id": "calling", "label": "生業", "type": "text", "maxLength": 9}], '
    '"derived": [{"id": "load", "label": "Load", "op": "sum", "of": [{"const": 1}]}], '
    '"lists": [{"id": "spells", "label": "呪文 ✨", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "N", "type": "text", "maxLength": 9}, '
    '{"id": "school", "label": "S", "type": "enum", "values": ["ash", "tide"]}, '
    '{"id": "long", "label": "L", "type": "longtext", "maxLength": 9}, '
    '{"id": "ready", "label": "R", "type": "boolean"}]}]'
)


def summary(members: str) -> str:
    return sheet(_SHEET, f'"gm": {{"checkGuidance": "振る。", "sheetSummary": {{{members}}}}}')


@pytest.mark.parametrize(
    "members",
    [
        '"fields": ["calling", "calling"], "derived": ["load"]',
        '"lists": [{"list": "spells", "nameColumn": "name", "columns": ["long", "ready"], '
        '"groupBy": "long", "onlyWhen": "ready"}]',
        '"lists": [{"list": "spells", "nameColumn": "school"}, '
        '{"list": "spells", "nameColumn": "name"}]',
    ],
)
def test_r18_r39_what_a_summary_may_show(members: str) -> None:
    clean(summary(members))


def test_r18_what_a_summary_shows_is_there() -> None:
    check(
        summary('"fields": ["calling", «"load"»], "derived": [«"loads"»]'), "unresolved-reference"
    )


@pytest.mark.parametrize(
    ("members", "codes"),
    [
        ('"list": «"spell"», "nameColumn": "none", "columns": ["none"]', "unresolved-reference"),
        ('"list": "spells", "nameColumn": «"long"»', "wrong-reference"),
        ('"list": "spells", "nameColumn": «"ready"»', "wrong-reference"),
        ('"list": "spells", "nameColumn": "name", "groupBy": «"none"»', "unresolved-reference"),
        ('"list": "spells", "nameColumn": "name", "columns": [«"none"»]', "unresolved-reference"),
        ('"list": "spells", "nameColumn": "name", "onlyWhen": «"name"»', "wrong-reference"),
    ],
)
def test_r18_a_list_is_summed_up_by_its_columns(members: str, codes: str) -> None:
    check(summary(f'"lists": [{{{members}}}]'), codes)
