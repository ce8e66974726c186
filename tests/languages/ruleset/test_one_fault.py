"""One fault is told once: a thing whose kind is misspelt is still there, under its id."""

from __future__ import annotations

import pytest

from modwright.findings.messages import render
from tests.languages.ruleset.ruleset_text import POOL, check, found, ruleset
from tests.languages.ruleset.sheet_text import sheet


def fields(kind: str) -> str:
    """A field that is read, compared with, summed up and told to the Game Master."""
    return sheet(
        '"fields": [{"id": "level", "label": "レベル", ' + kind + '"min": 0, "max": 9}], '
        '"derived": [{"id": "double", "label": "Double", "op": "scale", "of": {"field": "level"}, '
        '"multiplier": 2, "hideWhen": {"field": "level", "equals": 3}}]',
        '"gm": {"checkGuidance": "Roll.", "sheetSummary": {"fields": ["level"]}}',
    )


@pytest.mark.parametrize("kind", ['«"numbr"»', "«null»", "«3»", '«["number"]»'])
def test_a_field_of_no_type_is_still_the_field_that_is_read(kind: str) -> None:
    text = fields(f'"type": {kind}, ')
    codes = [finding.code for finding in found(text.replace("«", "").replace("»", ""))]
    assert codes in (["ruleset/bad-choice"], ["ruleset/wrong-type"])
    check(text, codes[0].removeprefix("ruleset/"))


def test_a_field_whose_type_is_not_written_yet() -> None:
    check(fields("").replace('{"id": "level"', '«{»"id": "level"'), "missing-key")


def test_a_column_of_no_type_fits_wherever_it_is_asked_for() -> None:
    check(
        sheet(
            '"lists": [{"id": "powers", "label": "力 🔥", "maxItems": 9, "columns": ['
            '{"id": "name", "label": "Name", "type": «"txt"», "maxLength": 40}, '
            '{"id": "uses", "label": "Uses", "type": "number", "min": 0, "max": 9}], '
            '"pools": {"nameColumn": "name", "maxColumn": "uses"}}]'
        ),
        "bad-choice",
    )


def test_a_derived_value_of_no_operation_can_be_read() -> None:
    check(
        sheet(
            '"derived": [{"id": "a", "label": "A", "op": «"add"», "of": [{"const": 1}]}, '
            '{"id": "b", "label": "B", "op": "sum", "of": [{"derived": "a"}]}]'
        ),
        "bad-choice",
    )


def test_a_resolution_of_no_kind_keeps_its_tiers() -> None:
    check(
        ruleset(
            '"sheet": {"version": 1, "skillTiers": ["untrained"]}',
            POOL.replace('"dice-pool"', '«"dice"»'),
        ),
        "bad-choice",
    )


@pytest.mark.parametrize("start", ['«"fulll"»', "«4»", '«["empty"]»'])
def test_a_pool_that_starts_in_no_way_we_know_may_be_spent(start: str) -> None:
    text = sheet(
        '"live": {"pools": [{"id": "grit", "label": "根性", "max": {"const": 3}, '
        f'"start": {start}}}]}}',
        resolution=POOL[:-1]
        + ', "spend": [{"pool": "grit", "amount": 1, "perCheck": 1, "dice": 1}]}',
    )
    told = found(text.replace("«", "").replace("»", ""))
    assert len(told) == 1
    assert all(render(told[0].message, locale) for locale in ("en", "ja"))


def test_an_item_stat_picked_in_no_way_we_know() -> None:
    check(
        sheet(
            '"derived": [{"id": "a", "label": "A", "op": "sum", '
            '"of": [{"itemStat": {"from": "worn", "pick": «"avg"»}}]}]',
            '"items": {"categories": [{"id": "gear", "label": "Gear"}]}',
        ),
        "bad-choice",
    )


def test_the_missing_stat_is_told_where_the_pick_needs_one() -> None:
    text = sheet(
        '"derived": [{"id": "a", "label": "A", "op": "sum", '
        '"of": [{«"itemStat"»: {"from": "worn", "pick": "max"}}]}]',
        '"items": {"categories": [{"id": "gear", "label": "Gear"}]}',
    )
    check(text, "missing-key")
    [told] = found(text.replace("«", "").replace("»", ""))
    assert "max" in render(told.message, "en")


_NAME = '{"id": "name", "label": "名前", "type": "boolean"}'


def twice(first: str, second: str) -> str:
    """Two lists, the second a copy of the first under the same id."""
    return sheet(
        '"lists": ['
        f'{{"id": "gear", "label": "荷物", "maxItems": 9, "columns": [{first}]}}, '
        f'{{"id": «"gear"», "label": "Gear", "maxItems": 9, "columns": [{second}]}}]'
    )


def column(name: str) -> str:
    return f'{{"id": {name}, "label": "列", "type": "boolean"}}'


def test_a_copied_list_has_the_id_of_another_and_columns_of_its_own() -> None:
    columns = ", ".join(map(column, ('"name"', '"worn"')))
    check(twice(columns, columns), "duplicate-id")


def test_a_copied_list_may_have_a_fault_of_its_own() -> None:
    check(
        twice(
            ", ".join(map(column, ('"a"', '"b"', '«"b"»'))),
            ", ".join(map(column, ('"a"', '"b"', '«"a"»'))),
        ),
        "duplicate-id",
    )


def test_a_copied_catalog_has_entries_of_its_own() -> None:
    arms = (
        '"label": "Arms", "feeds": ["gear"], "filters": [{"id": "weight", "label": "重さ", '
        '"type": "number"}], "entries": [{"id": "axe", "label": "Axe", '
        '"rows": [{"list": "gear", "values": {}}]}]}'
    )
    check(
        sheet(
            f'"lists": [{{"id": "gear", "label": "G", "maxItems": 9, "columns": [{_NAME}]}}]',
            f'"catalogs": [{{"id": "arms", {arms}, {{"id": «"arms"», {arms}]',
        ),
        "duplicate-id",
    )


@pytest.mark.parametrize("name", ["", "bag", "Gear"])
def test_the_columns_of_a_list_that_is_not_there_are_not_looked_for(name: str) -> None:
    """R18: the rest of the entry is skipped."""
    text = sheet(
        f'"lists": [{{"id": "gear", "label": "G", "maxItems": 9, "columns": [{_NAME}]}}]',
        '"gm": {"checkGuidance": "Roll.", "sheetSummary": {"lists": ['
        f'{{"list": «"{name}"», "nameColumn": "name", "columns": ["worn"]}}]}}}}',
    )
    codes = {finding.code for finding in found(text.replace("«", "").replace("»", ""))}
    assert codes <= {"ruleset/unresolved-reference", "ruleset/bad-identifier"}
    spans = {(each.start, each.end) for each in found(text.replace("«", "").replace("»", ""))}
    assert len(spans) == 1


def names(lists: str = "", live: str = "", tiers: str = '"untrained"') -> str:
    """A ruleset whose parts name lists, columns, pools and conditions of the sheet."""
    lists = lists or f'[{{"id": "gear", "label": "荷物 🎒", "maxItems": 9, "columns": [{_NAME}]}}]'
    live = live or (
        '{"pools": [{"id": "grit", "label": "根性", "max": {"const": 3}}], '
        '"conditions": [{"id": "prone", "label": "Prone"}]}'
    )
    return sheet(
        f'"skillTiers": [{tiers}], "lists": {lists}, "live": {live}',
        '"rests": [{"id": "camp", "label": "Camp", "restore": [{"pool": "grit", "to": "max"}], '
        '"clear": {"conditions": ["prone"]}}], '
        '"catalogs": [{"id": "arms", "label": "Arms", "feeds": ["gear"], "entries": [{"id": "axe", '
        '"label": "斧", "rows": [{"list": "gear", "values": {"name": true}}]}]}]',
    )


def test_all_those_names_are_there() -> None:
    assert [each for each in found(names()) if each.code != "ruleset/unused"] == []


@pytest.mark.parametrize(
    "text",
    [
        names(lists="«3»"),
        names(lists='«{"gear": {}}»'),
        names(lists='[«"gear"»]'),
        names(lists='[{"id": «null», "label": "G", "maxItems": 9, "columns": []}]').replace(
            '"columns"', '«"columns"»'
        ),
        names(lists='[{"id": "gear", "label": "G", "maxItems": 9, "columns": «"name"»}]'),
        names(live="«[]»"),
        names(live='{"pools": «{"grit": 3}», "conditions": [{"id": "prone", "label": "P"}]}'),
    ],
)
def test_names_are_not_missed_where_they_cannot_be_read(text: str) -> None:
    """What is no list has no names in it; those who use them are not to blame."""
    codes = [each.code for each in found(text.replace("«", "").replace("»", ""))]
    assert set(codes) <= {"ruleset/wrong-type", "ruleset/bad-length"}
    check(text, *(code.removeprefix("ruleset/") for code in codes))


def test_names_are_missed_where_all_can_be_read() -> None:
    """A list that is lost hides no pool, and a key that is misspelt hides nothing."""
    text = names(lists="3").replace('"pool": "grit"', '"pool": "grid"')
    assert sorted(each.code for each in found(text)) == [
        "ruleset/unresolved-reference",
        "ruleset/wrong-type",
    ]
    misspelt = names().replace('"conditions": [{"id"', '"condditions": [{"id"')
    assert {each.code for each in found(misspelt)} == {
        "ruleset/unknown-key",
        "ruleset/unresolved-reference",
    }


def test_a_brace_that_is_missing_takes_its_object_along() -> None:
    text = names().replace('[{"id": "gear"', '["id": "gear"')
    assert not [each for each in found(text) if each.code == "ruleset/unresolved-reference"]
