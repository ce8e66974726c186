"""Keys and values that fit the place (specs/ruleset.md, Completion)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from completion_support import CURSOR, split
from ruleset_rich import rich
from ruleset_support import items, labels, opened, taken

from modwright.ide.completion import complete, documentation

_COLUMNS = (
    '[{"id": "name", "label": "Name", "type": "text", "maxLength": 9, "required": true},'
    '{"id": "bulk", "label": "重さ", "type": "number", "min": 1, "max": 9},'
    '{"id": "kind", "label": "Kind", "type": "enum", "values": ["刃", "blunt"], '
    '"valueLabels": {"刃": "Blade"}},'
    '{"id": "packed", "label": "Packed", "type": "boolean"},'
    '{"id": "harm", "label": "Harm", "type": "dice", "example": "1d8"}]'
)
_SHEET = (
    '"sheet": {"version": 1, "fields": ['
    '{"id": "order", "label": "Order", "type": "enum", "values": ["月", "sun"]}, '
    '{"id": "ready", "label": "Ready", "type": "boolean"}, '
    '{"id": "level", "label": "Level", "type": "number", "min": 2, "max": 9}, '
    '{"id": "note", "label": "Note", "type": "text", "maxLength": 9}], '
    f'"lists": [{{"id": "gear", "label": "Gear", "maxItems": 9, "columns": {_COLUMNS}, '
    '"pools": {"nameColumn": "name", "maxColumn": "bulk", "rechargeColumn": "kind"}}]'
)


def _with(members: str, more: str = "") -> str:
    """A ruleset with more in its sheet and beside it."""
    return f"{{{_SHEET}{members}}}{more}}}"


def _row(values: str) -> str:
    return _with(
        "",
        ', "catalogs": [{"id": "shop", "feeds": ["gear"], "entries": [{"id": "a", "rows": '
        f'[{{"list": "gear", "values": {{{values}}}}}]}}]}}]',
    )


def _hidden(comparison: str) -> str:
    return _with(
        ', "derived": [{"id": "x", "label": "X", "op": "sum", "of": [{"const": 1}], '
        f'"hideWhen": {{{comparison}}}}}]'
    )


# ---- keys


def test_required_keys_come_first_and_none_twice() -> None:
    found = labels(_with(', "saves": [{"label": "Nerve", ‸}]'))
    assert found[0] == "id"
    assert "label" not in found
    assert set(found) == {"id", "ability", "cap", "section", "untrained"}


def test_a_union_asks_for_its_tag_first() -> None:
    found = labels('{"sheet": {"fields": [{‸}]}}')
    assert found == ["id", "label", "type", "section", "hideWhen"]
    found = labels('{"sheet": {"fields": [{"type": "enum", ‸}]}}')
    assert found[:3] == ["id", "label", "values"]
    assert {"valueLabels", "default"} <= set(found)
    assert "min" not in found


def test_of_keys_that_exclude_each_other_one_is_enough() -> None:
    assert set(labels('{"sheet": {"live": {"pools": [{"max": {‸}}]}}}')) >= {"const", "field"}
    assert labels('{"sheet": {"live": {"pools": [{"max": {"field": "a", ‸}}]}}}') == []
    assert labels('{"sheet": {"live": {"pools": [{"max": {"liveTrack": "a", ‸}}]}}}') == ["read"]
    found = labels('{"catalogs": [{"id": "a", "label": "A", "entries": [{"item": {}, ‸}]}]}')
    assert not {"rows", "creature"} & set(found)


def test_a_rest_wants_to_or_by() -> None:
    found = labels('{"rests": [{"restore": [{"pool": "blood", ‸}]}]}')
    assert found == ["to", "by"]
    assert labels('{"rests": [{"restore": [{"pool": "blood", "to": "max", ‸}]}]}') == []
    assert "kind" in labels('{"rests": [{"restore": [{"track": "harm", "to": 0, ‸}]}]}')


def test_a_key_brings_what_its_value_needs() -> None:
    assert taken(_with(', "skillTiers": [], ‸'), "live").count('"live": {}')
    after = taken(_with(', "live": {"pools": [{"id": "a", "label": "A", ‸}]}'), "max")
    assert '"max": {"field": "level"}' in after
    after = taken(_with(', "derived": [{"op": "scale", ‸}]'), "of")
    assert '"of": {"field": "level"}' in after


def test_a_migration_step_may_still_be_any() -> None:
    found = labels('{"sheet": {"migrations": [{"steps": [{‸}]}]}}')
    assert {"rename", "route", "routeLive", "setColumn"} <= set(found)
    found = labels('{"sheet": {"migrations": [{"steps": [{"rename": "field", ‸}]}]}}')
    assert found == ["from", "to"]


# ---- rows and other maps


def test_a_row_is_offered_the_columns_it_has_no_value_for() -> None:
    assert labels(_row("‸")) == ["name", "bulk", "kind", "packed", "harm"]
    assert labels(_row('"name": "縄", "kind": "刃", ‸')) == ["bulk", "packed", "harm"]
    assert taken(_row("‸"), "bulk").count('"bulk": 1')
    assert taken(_row("‸"), "kind").count('"kind": "刃"')
    assert taken(_row("‸"), "harm").count('"harm": "1d8"')
    assert taken(_row("‸"), "packed").count('"packed": false')


def test_labels_are_shown_and_find_their_ids() -> None:
    (found,) = [item for item in items(_row("‸")) if item.label == "bulk"]
    assert found.detail == "重さ (column)"
    assert "重さ" in found.filter_text


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ('"creature": {"abilities": {‸}}', ["might"]),
        ('"creature": {"saves": {‸}}', ["nerve"]),
        ('"creature": {"checks": {‸}}', ["grip"]),
        ('"creature": {"sheet": {"skills": {‸}}}', ["swim"]),
        ('"creature": {"sheet": {"bonuses": {"swim": 1, ‸}}}', ["nerve"]),
        ('"creature": {"sheet": {"fields": {"rank": 1, ‸}}}', ["origin", "house"]),
        ('"creature": {"sheet": {"lists": {‸}}}', ["kit"]),
        ('"item": {"stats": {‸}}', ["heft"]),
        ('"item": {"slots": {‸}}', ["head"]),
        ('"filters": {‸}', ["price_of"]),
    ],
)
def test_maps_offer_what_they_are_about(members: str, expected: list[str]) -> None:
    assert labels(_in_rich(members)) == expected


def _in_rich(members: str) -> str:
    """The rich ruleset with one more entry in its first catalog."""
    ruleset = rich(is_pool=False)
    entries: list[Any] = ruleset["catalogs"][0]["entries"]
    entries.append("HERE")
    text = json.dumps(ruleset, ensure_ascii=False)
    return text.replace('"HERE"', f'{{"id": "x", {members}}}')


def test_tables_and_labels_offer_the_values_left() -> None:
    table = _with(
        ', "derived": [{"op": "enumTable", "from": {"field": "order"}, "table": {"sun": 1, ‸}}]'
    )
    assert labels(table) == ["月"]
    labelled = '{"sheet": {"fields": [{"id": "a", "type": "enum", "values": ["月", "sun"], '
    assert labels(labelled + '"valueLabels": {"月": "Moon", ‸}}]}}') == ["sun"]


# ---- values


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        ('"field": "order", "equals": ‸', ["月", "sun"]),
        ('"field": "order", "notEquals": "‸"', ["月", "sun"]),
        ('"field": "order", "in": ["sun", ‸]', ["月"]),
        ('"field": "ready", "equals": ‸', ["true", "false"]),
        ('"field": "level", "equals": ‸', ["2"]),
        ('"field": "note", "equals": ‸', ['""']),
        ('"equals": 1, "field": "‸"', ["order", "ready", "level", "note"]),
    ],
)
def test_hide_when_offers_what_the_field_can_hold(comparison: str, expected: list[str]) -> None:
    assert labels(_hidden(comparison)) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ('"kind": ‸', ["刃", "blunt"]),
        ('"kind": "‸"', ["刃", "blunt"]),
        ('"packed": ‸', ["true", "false"]),
        ('"bulk": ‸', ["1"]),
        ('"harm": ‸', ['"1d8"']),
        ('"name": ‸', ['""']),
    ],
)
def test_a_cell_offers_what_the_column_can_hold(values: str, expected: list[str]) -> None:
    assert labels(_row(values)) == expected


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ('"restore": [{"listPools": "gear", "recharge": ["‸"]}]', ["刃", "blunt"]),
        ('"restore": [{"listPools": "gear", "to": ‸}]', ["max", "min", "0"]),
        ('"restore": [{"state": "stance", "to": ‸}]', ["default", "open", "shut"]),
        ('"restore": [{"listPools": "‸"}]', ["gear"]),
        ('"restore": [{"track": "‸"}]', ["heat"]),
        ('"clear": {"conditions": ["‸"]}', ["stunned"]),
    ],
)
def test_rests_offer_what_can_be_restored(members: str, expected: list[str]) -> None:
    live = (
        ', "live": {"states": [{"id": "stance", "label": "S", "values": ["open", "shut"]}], '
        '"tracks": [{"id": "heat", "label": "H", "min": 0, "max": 3}], '
        '"conditions": [{"id": "stunned", "label": "気絶"}]}'
    )
    assert (
        labels(_with(live, f', "rests": [{{"id": "night", "label": "N", {members}}}]')) == expected
    )


def test_only_names_of_the_right_sort() -> None:
    derived = ', "derived": [{"id": "x", "label": "X", "op": "sum", "of": [%s]}]'
    assert labels(_with(derived % '{"field": "‸"}')) == ["level"]
    assert labels(_with(derived % '{"abilityModFromField": "‸"}')) == ["order"]
    summed = '{"listSum": {"list": "gear", "column": "‸"}}'
    assert labels(_with(derived % summed)) == ["bulk"]
    summed = '{"listSum": {"list": "gear", "column": "bulk", "onlyWhen": "‸"}}'
    assert labels(_with(derived % summed)) == ["packed"]


def test_a_derived_value_reads_those_above_it() -> None:
    one = '{"id": "%s", "label": "A", "op": "sum", "of": [{"derived": "%s"}]}'
    marked = _with(f', "derived": [{one % ("a", "")}, {one % ("b", CURSOR)}, {one % ("c", "")}]')
    assert labels(marked) == ["a"]


def test_columns_of_an_attack_are_of_the_right_type() -> None:
    attack = ', "combat": {"attacks": [{"list": "gear", %s}]}'
    for path, expected in [
        ('"name": "‸"', ["name"]),
        ('"damage": {"dice": {"column": "‸"}}', ["harm"]),
        ('"damage": {"type": {"column": "‸"}}', ["name", "kind"]),
        ('"toHit": {"proficiency": {"column": "‸"}}', ["packed"]),
        ('"reach": {"column": "‸"}', ["bulk"]),
        ('"range": {"normal": {"column": "‸"}}', ["bulk"]),
    ]:
        assert labels(_with("", attack % path)) == expected


def test_always_when_offers_what_the_column_can_hold() -> None:
    ability = (
        ', "combat": {"abilities": [{"list": "gear", "alwaysWhen": {"column": "%s", "equals": ‸}}]}'
    )
    assert labels(_with("", ability % "kind")) == ["刃", "blunt"]
    assert labels(_with("", ability % "packed")) == ["true", "false"]


def test_a_layer_offers_what_it_may_take_away() -> None:
    layer = ', "layers": [{"id": "a", "label": "A", "fields": [{"id": "order", %s}]}]'
    assert labels(_with("", layer % '"removeValues": ["‸"]')) == ["月", "sun"]
    assert labels(_with("", layer % '"removeValues": ["月", "‸"]')) == ["sun"]
    assert labels(_with("", layer % '"removeValues": ["月"], "default": "‸"')) == ["sun"]
    assert labels(_with("", ', "layers": [{"fields": [{"id": "‸"}]}]')) == ["order"]


def test_filters_offer_what_other_entries_have() -> None:
    filters = (
        '"filters": [{"id": "road", "label": "R", "type": "text"}, {"id": "who", "type": "tags"}]'
    )
    entries = (
        '{"id": "a", "filters": {"road": "北の道", "who": ["scout", "smith"]}}, {"filters": {%s}}'
    )
    catalog = f'{{"catalogs": [{{"id": "c", {filters}, "entries": [{entries}]}}]}}'
    assert labels(catalog % '"road": "‸"') == ["北の道"]
    assert labels(catalog % '"who": ["smith", "‸"]') == ["scout"]


def test_paths_lead_to_entries() -> None:
    ruleset = rich(is_pool=False)
    ruleset["items"]["lootTables"][0]["entries"].append({"item": CURSOR})
    assert labels(json.dumps(ruleset, ensure_ascii=False)) == ["stock/bell"]
    found = labels(_in_rich('"creature": {"sheet": {"lists": {"kit": [{"_catalog": "‸"}]}}}'))
    assert found == ["shop/whip", "shop/x"]


def test_a_text_column_of_damage_types_offers_them() -> None:
    combat = (
        ', "combat": {"damageTypes": ["炎", "cold"], "attacks": [{"list": "gear", '
        '"damage": {"type": {"column": "name"}}}]}'
    )
    marked = _row('"name": "‸"')
    assert labels(marked[:-1] + combat + "}") == ["炎", "cold"]


def test_words_say_what_they_mean() -> None:
    found = {item.label: item for item in items('{"resolution": {"kind": "‸"}}')}
    assert set(found) == {"dice-sum", "dice-pool"}
    assert "total" in found["dice-sum"].detail
    assert documentation(found["dice-pool"].data, "ja").startswith("`dice-pool`")


def test_a_reference_takes_any_of_its_forms() -> None:
    found = labels(_with(', "derived": [{"id": "x", "op": "sum", "of": [‸]}]'))
    assert '{"field": …}' in found
    assert '{"listSum": …}' in found
    assert '{"const": …}' in found
    # There is no pool to read.
    assert '{"livePool": …}' not in found


def test_an_id_is_made_of_its_label() -> None:
    assert labels('{"sheet": {"skills": [{"id": "‸", "label": "Night Sight!"}]}}') == [
        "night_sight"
    ]
    entry = '{"catalogs": [{"entries": [{"id": "‸", "label": "Ditch Hound 2"}]}]}'
    assert labels(entry) == ["ditch-hound-2"]
    assert labels('{"sheet": {"skills": [{"id": "‸", "label": "登攀"}]}}') == []


def test_an_id_that_is_used_and_not_there_is_offered() -> None:
    marked = '{"sheet": {"abilities": [{"id": "‸"}], "skills": [{"ability": "might"}]}}'
    assert labels(marked) == ["might"]


# ---- while it is typed


@pytest.mark.parametrize(
    "ending",
    ['"ability": "mi‸', '"ability": "‸"', '"ability": "mi‸", ', '"ability": ‸', '"ability": mi‸'],
)
def test_half_typed_entries(ending: str) -> None:
    head = '{"sheet": {"abilities": [{"id": "might", "label": "力 💪"}], "skills": [{"id": "a", '
    assert "might" in labels(head + ending)
    assert "might" in labels(head + ending + "\n}]}}")


def test_what_was_typed_is_replaced() -> None:
    marked = '{"sheet": {"abilities": [{"id": "might"}], "skills": [{"ability": "m‸i"}]}}'
    assert '"skills": [{"ability": "might"}]' in taken(marked, "might")


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_key_has_its_page(locale: str) -> None:
    marked = json.dumps(rich(is_pool=True), ensure_ascii=False)[:-1] + ", ‸}"
    text, offset = split(marked)
    for item in complete(opened(text), offset, locale).items:
        assert documentation(item.data, locale)


def test_a_name_in_an_entry_that_is_half_typed_before_another() -> None:
    text = """{"schemaVersion": 1, "sheet": {
      "abilities": [{"id": "might", "label": "力", "min": 1, "max": 5, "default": 2}],
      "skills": [
        {"id": "swim", "label": "泳ぐ", "ability": "‸
        {"id": "climb", "label": "登る", "ability": "might"}
      ]
    }}"""
    assert labels(text) == ["might"]
