"""Hover in rulesets: keys, words, ids, and what else stands there."""

from __future__ import annotations

import pytest
from ruleset_support import hovered

_HEAD = (
    '{"resolution": {"kind": "dice-sum", "dice": '
    '{"count": 1, "sides": 20}}, "sheet": {"version": 1, '
)
_ABILITY = '"abilities": [{"id": "mi‸ght", "label": "力 💪", "min": 1, "max": 20, "default": 10}]'


def test_a_key_tells_meaning_limits_and_default() -> None:
    shown = hovered('{"sheet": {"live": {"pools": [{"allow‸Temp": true}]}}}')
    assert shown.startswith("**Temporary points** (key `allowTemp`)")
    assert "Type: `true` or `false`" in shown
    assert "Default: `false`" in shown
    shown = hovered('{"resolution": {"kind": "dice-sum", "difficultyLadder": [{"d‸c": 8}]}}')
    assert "a whole number from −100 to 1000" in shown
    assert "Required" in shown


def test_a_key_tells_the_capability_it_needs() -> None:
    shown = hovered('{"sheet": {"derived": [{"op": "sum", "of": [{"list‸Sum": {}}]}]}}')
    assert "Needs Capability API 1.39 or newer" in shown


def test_the_branch_is_chosen_by_the_tag() -> None:
    number = hovered('{"sheet": {"fields": [{"type": "number", "def‸ault": 1}]}}')
    choice = hovered('{"sheet": {"fields": [{"type": "enum", "def‸ault": "a"}]}}')
    assert number != choice
    assert "a number" in number
    # Whatever else is wrong with the field, and before the tag is there.
    assert hovered('{"sheet": {"fields": [{"typ‸e": 3, "x": 1}]}}').startswith("**Type**")


def test_a_word_tells_what_it_means() -> None:
    shown = hovered('{"sheet": {"fields": [{"type": "long‸text"}]}}')
    assert shown.startswith("`longtext` (Type)")
    assert "several lines" in shown
    shown = hovered('{"combat": {"conditions": [{"effects": ["resist‸-all"]}]}}')
    assert "Needs Capability API 1.29 or newer" in shown


def test_an_id_tells_what_it_names_and_where_it_is_used() -> None:
    text = (
        _HEAD + _ABILITY + ',\n"skills": [{"id": "climb", "label": "Climb", "ability": "might"}]}}'
    )
    shown = hovered(text)
    assert shown.startswith("**力 💪** (ability `might`)")
    for line in ("Lowest score: `1`", "Highest score: `20`", "Default: `10`"):
        assert f"- {line}" in shown
    assert "Declared in `sheet › abilities`, line 1" in shown
    assert "Used in one place" in shown
    # The same from where it is used.
    used = text.replace("‸", "").replace('"ability": "mi', '"ability": "mi‸')
    assert hovered(used).split("\n\n")[:2] == shown.split("\n\n")[:2]


def test_an_id_in_a_map_is_a_name_too() -> None:
    text = (
        _HEAD
        + _ABILITY.replace("‸", "")
        + ('}, "catalogs": [{"entries": [{"creature": {"abilities": {"mi‸ght": 3}}}]}]}')
    )
    assert hovered(text).startswith("**力 💪** (ability `might`)")


def test_a_choice_is_shown_with_its_label() -> None:
    field = (
        '{"id": "order", "type": "enum", "values": ["moon"], '
        '"valueLabels": {"moon": "月"}, "default": "mo‸on"}'
    )
    assert hovered(f'{{"sheet": {{"fields": [{field}]}}}}').startswith(
        "**月** (value of the field `moon`)"
    )


def test_a_name_that_is_not_there() -> None:
    text = _HEAD + _ABILITY.replace("‸", "") + ', "skills": [{"ability": "migh‸"}]}}'
    shown = hovered(text)
    assert shown.startswith("There is no ability called `migh`")
    assert "Did you mean `might`?" in shown


def test_an_unknown_key_and_a_comment() -> None:
    shown = hovered('{"sheet": {"skils‸": []}}')
    assert "`skils` is no key of this object" in shown
    assert "`skills`" in shown
    assert "does not read" in hovered('{"sheet": {"$comm‸ent": "x"}}')


@pytest.mark.parametrize(
    "text", ["‸", "{‸}", "[‸1]", '{"x": ‸1}', '{"sheet": [{"a‸": 1}]}', "nu‸ll"]
)
def test_where_there_is_nothing_to_say(text: str) -> None:
    hovered(text)


def test_in_japanese() -> None:
    shown = hovered('{"resolution": {"kind": "dice-sum", "difficultyLadder": [{"d‸c": 8}]}}', "ja")
    assert "−100～1000 の整数" in shown
    assert "必須" in shown
    shown = hovered(_HEAD + _ABILITY + "}}", "ja")
    assert "（能力値 `might`）" in shown
    assert "どこでも使われていません" in shown
