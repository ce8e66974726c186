"""Fields, columns, stats and abilities: values that fit, and what compares with them."""

from __future__ import annotations

import pytest

from modwright.findings.model import Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import clean
from tests.languages.ruleset.sheet_text import check, mended, only, sheet, words


def field(members: str) -> str:
    return sheet(f'"fields": [{{"id": "thing", "label": "もの 🧭", {members}}}]')


def everywhere(members: str) -> list[str]:
    """The same typed value as a field, a column and an item stat (which is never longtext)."""
    typed = f'{{"id": "thing", "label": "もの 🧭", {members}}}'
    texts = [
        sheet(f'"fields": [{typed}]'),
        sheet(f'"lists": [{{"id": "gear", "label": "Gear", "maxItems": 9, "columns": [{typed}]}}]'),
    ]
    if "longtext" not in members:
        items = (
            f'"items": {{"categories": [{{"id": "gear", "label": "Gear"}}], "stats": [{typed}]}}'
        )
        texts.append(sheet('"fields": []', items))
    return texts


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ('"type": "number", "min": «5», "max": 3', "bad-default"),
        ('"type": "number", "min": 0, "max": 3, "default": «4»', "bad-default"),
        ('"type": "number", "min": 0, "max": 3, "default": «-1»', "bad-default"),
        ('"type": "text", "maxLength": 4, "default": «"灰の潮騒ぎ"»', "bad-default"),
        ('"type": "text", "maxLength": 3, "default": «"火🔥火"»', "bad-default"),
        ('"type": "longtext", "maxLength": 2, "default": «"abc"»', "bad-default"),
        ('"type": "enum", "values": ["a", "b", «"a"»]', "duplicate-value"),
        ('"type": "enum", "values": ["a", "b"], "default": «"c"»', "bad-default"),
        ('"type": "enum", "values": ["a"], "valueLabels": {"a": "A", «"b"»: "B"}', "bad-value"),
    ],
)
def test_r30_r31_typed_values_agree_with_themselves(members: str, code: str) -> None:
    for text in everywhere(members):
        check(text, code)


@pytest.mark.parametrize(
    "members",
    [
        '"type": "number", "min": 3, "max": 3, "default": 3',
        '"type": "number", "min": -1, "max": 1, "integer": false, "default": 0.5',
        '"type": "text", "maxLength": 4, "default": "火🔥火"',
        '"type": "longtext", "maxLength": 3, "default": ""',
        '"type": "boolean", "default": true',
        '"type": "enum", "values": ["a", "A"], "default": "A", "valueLabels": {"A": "あ"}',
        '"type": "enum", "values": ["a"], "valueLabels": {"$comment": "none yet"}',
        '"type": "dice", "default": "no dice at all", "example": "1d8"',
    ],
)
def test_r30_r31_r39_what_the_reader_takes(members: str) -> None:
    for text in everywhere(members):
        clean(text)


def test_r30_the_nearest_number_is_offered() -> None:
    text = field('"type": "number", "min": 0, "max": 3, "default": 9')
    assert '"default": 3' in mended(text, "bad-default")
    swapped = mended(field('"type": "number", "min": 5, "max": 3'), "bad-default")
    assert '"min": 3, "max": 5' in swapped


def test_r31_the_nearest_value_is_offered_to_a_label() -> None:
    text = field('"type": "enum", "values": ["dusk", "night"], "valueLabels": {"nigth": "夜"}')
    assert '"valueLabels": {"night": "夜"}' in mended(text, "bad-value")


@pytest.mark.parametrize("key", ["min", "max", "default"])
def test_r30_trap_6_a_fraction_where_only_whole_numbers_are_entered(key: str) -> None:
    numbers = {"min": "0", "max": "3", "default": "1"} | {key: "«1.5»"}
    if key == "min":
        numbers["default"] = "2"
    members = '"type": "number", ' + ", ".join(
        f'"{name}": {each}' for name, each in numbers.items()
    )
    for text in everywhere(members):
        check(text, "trap", least=Severity.INFORMATION)
    for text in everywhere(unmark(members)[0] + ', "integer": false'):
        check(text, least=Severity.INFORMATION)


def test_r30_abilities_and_bonuses_have_their_bounds_in_order() -> None:
    check(
        sheet(
            '"abilities": [{"id": "a", "label": "A", "min": «5», "max": 1, "default": 3}, '
            '{"id": "b", "label": "B", "min": 1, "max": 5, "default": «6»}, '
            '{"id": "c", "label": "C", "min": 1, "max": 5, "default": 5}], '
            '"bonusRange": {"min": «3», "max": 2}'
        ),
        "bad-default",
    )
    clean(sheet('"bonusRange": {"min": 2, "max": 2}'))


_FIELDS = (
    '"fields": [{"id": "level", "label": "Level", "type": "number", "min": 1, "max": 9}, '
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 4}, '
    '{"id": "die", "label": "Die", "type": "dice"}, '
    '{"id": "adept", "label": "Adept", "type": "boolean"}, '
    '{"id": "calling", "label": "Calling", "type": "enum", "values": ["Sailor", "火守 🔥"]}, '
    '{"id": "note", "label": "Note", "type": "text", "maxLength": 9, "hideWhen": HIDE}]'
)


def hidden(when: str) -> str:
    return sheet(_FIELDS.replace("HIDE", when))


@pytest.mark.parametrize(
    "when",
    [
        '{"field": "level", "equals": «"3"»}',
        '{"field": "level", "notEquals": «10»}',
        '{"field": "level", "in": [1, «0», 9, «true»]}',
        '{"field": "name", "equals": «3»}',
        '{"field": "name", "in": ["火守🔥", «"火守り🔥"»]}',
        '{"field": "die", "notEquals": «6»}',
        '{"field": "adept", "equals": «"true"»}',
        '{"field": "calling", "equals": «"sailor"»}',
        '{"field": "calling", "in": ["Sailor", «"Soldier"»]}',
        '{"field": "calling", "notEquals": «1»}',
    ],
)
def test_r16_a_field_is_compared_with_what_it_can_hold(when: str) -> None:
    check(hidden(when), "bad-comparison")


@pytest.mark.parametrize(
    "when",
    [
        '{"field": "level", "notEquals": 9}',
        '{"field": "level", "in": [1, 1.5, 9]}',
        '{"field": "name", "notEquals": "火🔥火"}',
        '{"field": "die", "in": ["1d6", "any text, longer than the 40 characters of a cell"]}',
        '{"field": "adept", "equals": false}',
        '{"field": "calling", "in": ["Sailor", "火守 🔥"]}',
    ],
)
def test_r16_at_the_border(when: str) -> None:
    clean(hidden(when))


@pytest.mark.parametrize(
    "when",
    ['{"field": "level", "equals": «10»}', '{"field": "name", "equals": «"a long name"»}'],
)
def test_r16_equals_is_not_held_to_the_range_but_hides_nothing(when: str) -> None:
    clean(hidden(unmark(when)[0]))
    check(hidden(when), "trap", least=Severity.INFORMATION)


def test_r16_the_field_exists() -> None:
    check(hidden('{"field": «"levle"», "equals": "anything"}'), "unresolved-reference")


def test_r16_hiding_is_told_wherever_it_stands() -> None:
    hide = '"hideWhen": {"field": "adept", "equals": «1»}'
    check(
        sheet(
            _FIELDS.replace("HIDE", '{"field": "adept", "equals": true}')
            + ', "derived": [{"id": "d", "label": "D", "op": "sum", "of": [{"const": 1}], '
            + f"{hide}}}], "
            f'"lists": [{{"id": "l", "label": "L", "maxItems": 1, {hide}, '
            '"columns": [{"id": "c", "label": "C", "type": "boolean"}]}], '
            f'"live": {{"pools": [{{"id": "p", "label": "P", "max": {{"const": 1}}, {hide}}}], '
            f'"tracks": [{{"id": "t", "label": "T", "min": 0, "max": 1, {hide}}}], '
            f'"states": [{{"id": "s", "label": "S", "values": ["x", "y"], {hide}}}]}}'
        ),
        "bad-comparison",
    )


def test_r16_an_edit_of_the_field_is_noticed_by_what_compares_with_it() -> None:
    text = hidden('{"field": "level", "notEquals": 9}')
    clean(text)
    check(
        text.replace('"max": 9}', '"max": 8}').replace('"notEquals": 9', '"notEquals": «9»'),
        "bad-comparison",
    )
    assert "1 to 8" in words(text.replace('"max": 9}', '"max": 8}'), "bad-comparison")


def table(source: str, rows: str) -> str:
    return sheet(
        _FIELDS.replace("HIDE", '{"field": "adept", "equals": true}')
        + f', "derived": [{{"id": "d", "label": "D", "op": "enumTable", "from": {source}, '
        f'"table": {{{rows}}}}}], '
        '"live": {"states": [{"id": "stance", "label": "構え", "values": ["calm", "wild"]}]}'
    )


def test_r17_tables_have_rows_for_values() -> None:
    clean(table('{"field": "calling"}', '"火守 🔥": 2, "$comment": "Sailors get none."'))
    clean(table('{"liveState": "stance"}', '"calm": 1, "wild": -1.5'))
    check(table('{"field": "calling"}', '"Sailor": 1, «"火守"»: 2'), "bad-comparison")
    check(table('{"liveState": "stance"}', '«"Calm"»: 1'), "bad-comparison")
    check(table('{"field": «"level"»}', '"1": 1'), "wrong-reference")
    check(table('{"liveState": «"calling"»}', '"calm": 1'), "unresolved-reference")


def test_r17_the_nearest_value_is_offered_to_a_row() -> None:
    told = table('{"liveState": "stance"}', '"Calm": 1')
    assert '{"calm": 1}' in mended(told, "bad-comparison")
    assert only(told, "bad-comparison").related


def test_r38_a_table_reads_one_thing_and_hides_by_one_comparison() -> None:
    check(table("{}", '"calm": 1').replace('"from"', '«"from"»'), "exclusive-keys")
    told = hidden('{"field": "level"}').replace('"hideWhen"', '«"hideWhen"»')
    check(told, "exclusive-keys")


def test_r7a_names_that_may_not_be_shared() -> None:
    check(
        sheet(
            '"skills": [{"id": "nerve", "label": "Nerve"}], '
            '"saves": [{"id": «"nerve"», "label": "Nerve"}], '
            '"fields": [{"id": "load", "label": "Load", "type": "boolean"}], '
            '"derived": [{"id": «"load"», "label": "Load", "op": "sum", "of": [{"const": 1}]}], '
            '"live": {"pools": [{"id": «"luck"», "label": "Luck", "max": {"const": 1}}], '
            '"tracks": [{"id": "luck", "label": "Luck", "min": 0, "max": 1}]}'
        ),
        "duplicate-id",
    )


def test_r14_r32_what_the_sheet_names_is_there() -> None:
    check(
        sheet(
            '"sections": [{"id": "craft", "label": "Craft"}], '
            '"abilities": [{"id": "a", "label": "A", "min": 1, "max": 5, "default": 3, '
            '"section": «"crafts"»}], '
            '"skills": [{"id": "s", "label": "S", "ability": «"b"», "section": "craft"}], '
            '"skillTiers": ["untrained", "untrained", «"master"»], "saveTiers": ["untrained"], '
            '"lists": [{"id": "spells", "label": "呪文", "maxItems": 9, "columns": ['
            '{"id": "name", "label": "N", "type": "text", "maxLength": 9}, '
            '{"id": "uses", "label": "U", "type": "number", "min": 0, "max": 9}], '
            '"pools": {"nameColumn": «"uses"», "maxColumn": "uses", "rechargeColumn": «"name"»}}]'
        ),
        "unresolved-reference",
        "unresolved-reference",
        "unresolved-reference",
        "wrong-reference",
        "wrong-reference",
    )
