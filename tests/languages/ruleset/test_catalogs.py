"""Catalogs, their entries, and the rows in them."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import (
    catalogs,
    entries,
    entry,
    fight,
    fixed,
    items_block,
    row,
)
from tests.languages.ruleset.ruleset_text import check, clean

_FED = '"id": "lore", "label": "Lore", "feeds": ["feats"]'
_ROWS = '"rows": [{"list": "feats", "values": {"name": "Ember"}}]'


# ---- R50, R51, R52: what a catalog is


def test_a_file_of_entries_is_called_like_its_catalog_r50() -> None:
    clean(catalogs(f'{{{_FED}, "asset": "catalogs/lore.json"}}'))
    wrong = f'{{{_FED}, "asset": «"catalogs/feats.json"»}}'
    check(catalogs(wrong), "catalog-entry")
    assert fixed(catalogs(wrong.replace("«", "").replace("»", ""))) == ['"catalogs/lore.json"']


def test_a_catalog_of_rows_feeds_lists_and_no_other_does_r51() -> None:
    check(catalogs('«{»"id": "lore", "label": "Lore", "entries": []}'), "missing-key")
    check(
        catalogs(
            '{"id": "shop", "label": "Shop", "holds": "items", '
            '«"feeds"»: ["feats"], "entries": []}',
            items_block(),
        ),
        "exclusive-keys",
    )


@pytest.mark.parametrize(
    ("holds", "block", "written"),
    [
        ("rows", items_block(), '«"item"»: {"category": "gear"}'),
        ("items", items_block(), f"«{_ROWS.partition(':')[0]}»:{_ROWS.partition(':')[2]}"),
        ("creatures", fight(), f"«{_ROWS.partition(':')[0]}»:{_ROWS.partition(':')[2]}"),
    ],
)
def test_an_entry_is_what_its_catalog_holds_r51(holds: str, block: str, written: str) -> None:
    head = _FED if holds == "rows" else f'"id": "lore", "label": "Lore", "holds": "{holds}"'
    check(
        catalogs(f'{{{head}, "entries": [{{"id": "ember", "label": "火", {written}}}]}}', block),
        "catalog-entry",
    )


def test_mechanics_go_with_rows_only_r51() -> None:
    written = '"item": {"category": "gear"}, «"mechanics"»: {"kind": "buff"}'
    head = '"id": "shop", "label": "Shop", "holds": "items"'
    check(
        catalogs(
            f'{{{head}, "entries": [{{"id": "axe", "label": "Axe", {written}}}]}}', items_block()
        ),
        "exclusive-keys",
    )


def test_items_and_creatures_need_their_block_r52() -> None:
    shop = '"id": "shop", "label": "Shop", "holds": «"items"»'
    axe = '{"id": "axe", "label": "Axe", «"item"»: {"category": "gear"}}'
    check(catalogs(f'{{{shop}, "entries": [{axe}]}}'), "needs-block")
    beasts = '"id": "beasts", "label": "Beasts", "holds": «"creatures"», "entries": []'
    check(catalogs(f"{{{beasts}}}"), "needs-block")


# ---- R53: cells


def test_a_row_that_fits_its_list_r53() -> None:
    clean(
        row(
            '"$comment": 1, "name": "Ember 🔥", "cost": 3, "weight": 0.5, "ready": true, '
            '"school": "灰", "harm": "whatever"'
        )
    )


def test_a_row_is_for_a_list_that_its_catalog_feeds_r53() -> None:
    rows = '[{"list": «"tricks"», "values": {"anything": 1}}]'
    written = f'{{{_FED}, "entries": [{{"id": "ember", "label": "E", "rows": {rows}}}]}}'
    check(catalogs(written), "wrong-reference")
    check(catalogs(written.replace("tricks", "nowhere")), "unresolved-reference")


@pytest.mark.parametrize(
    "cell",
    [
        '"cost": «"2"»',
        '"cost": «4»',
        '"cost": «-1»',
        '"cost": «1.5»',
        '"weight": «3.5»',
        '"ready": «"yes"»',
        '"school": «"ash"»',
        '"school": «1»',
        '"harm": «6»',
        f'"harm": «"{"d" * 41}"»',
    ],
)
def test_a_cell_is_one_that_its_column_can_hold_r53(cell: str) -> None:
    check(row(f'"name": "Ember", {cell}'), "bad-value")


def test_texts_are_as_long_as_the_reader_counts_r53() -> None:
    clean(row('"name": "火火火火火火火火"'))
    clean(row('"name": "🔥🔥🔥🔥"'))
    check(row('"name": «"🔥🔥🔥🔥!"»'), "bad-value")


def test_borders_of_numbers_r53() -> None:
    clean(row('"name": "Ember", "cost": 0, "weight": 3'))
    clean(row('"name": "Ember", "cost": 1.0, "weight": 0.001'))
    clean(row(f'"name": "Ember", "harm": "{"d" * 40}"'))


def test_a_required_column_has_a_value_r53() -> None:
    check(entry('"rows": [{"list": "feats", «"values"»: {"cost": 1}}]'), "bad-value")
    clean(entry('"rows": [{"list": "tricks", "values": {"uses": 1}}]'))


def test_a_column_that_is_not_there_r53() -> None:
    text = row('"name": "Ember", «"cots"»: 1')
    check(text, "unresolved-reference")
    assert '"cost"' in fixed(text.replace("«", "").replace("»", ""))


def test_a_choice_is_offered_r53() -> None:
    assert fixed(row('"name": "Ember", "school": "ash"')) == ['"fire"', '"灰"']


# ---- R54: scaled


def scaled(written: str, values: str = '"name": "Ember", "cost": 1', more: str = "") -> str:
    values = values if "«" in values else f'"values": {{{values}}}'
    first = f'{{"list": "feats", {values}, {written}}}'
    return entry(f'"rows": [{first}{more}]')


def test_a_scaled_number_r54() -> None:
    clean(scaled('"scaled": {"cost": {"from": {"abilityScore": "brawn"}, "table": [[0, 1]]}}'))


def test_only_numbers_are_scaled_r54() -> None:
    check(scaled('"scaled": {«"name"»: {"from": {"const": 1}}}'), "wrong-reference")
    check(scaled('"scaled": {«"costs"»: {"from": {"const": 1}}}'), "unresolved-reference")


def test_a_scaled_number_is_written_plainly_too_r54() -> None:
    text = scaled('"scaled": {"cost": {"from": {"const": 1}}}', '«"values"»: {"name": "Ember"}')
    check(text, "catalog-entry")
    assert fixed(text.replace("«", "").replace("»", "")) == ["0"]


def test_a_scaled_row_is_the_only_one_for_its_list_r54() -> None:
    more = ', {"list": "feats", "values": {"name": "Ash"}}'
    check(scaled('«"scaled"»: {"cost": {"from": {"const": 1}}}', more=more), "catalog-entry")
    other = ', {"list": "tricks", "values": {"name": "Ash"}}'
    clean(scaled('"scaled": {"cost": {"from": {"const": 1}}}', more=other))


def test_what_is_scaled_knows_no_live_state_r54() -> None:
    check(scaled('"scaled": {"cost": {"from": {"livePool": «"grit"»}}}'), "live-reference")


# ---- R55: filters


def test_filters_take_what_they_are_made_for_r55() -> None:
    clean(entry(f'"filters": {{"level": 0, "road": "", "callings": ["斥候"]}}, {_ROWS}'))
    check(
        entry(f'"filters": {{"level": «"1"», "road": «["a"]», "callings": «"a"»}}, {_ROWS}'),
        "catalog-entry",
    )
    check(entry(f'"filters": {{«"lvl"»: 1}}, {_ROWS}'), "unresolved-reference")


def test_a_filter_starts_from_a_field_of_any_type_r55() -> None:
    head = '{"id": "calling", "label": "C", "type": "text", "startFrom": {"field": %s}}'
    written = f'{{{_FED}, "filters": [{head}], "entries": []}}'
    clean(catalogs(written % '"toughness"'))
    check(catalogs(written % '«"tough"»'), "unresolved-reference")


# ---- R65


def test_players_keep_their_numbers_r65() -> None:
    """R65: nothing is wrong with a row that only sets numbers: they belong to the player."""
    clean(entry('"rows": [{"list": "tricks", "values": {"uses": 2}}]'))


# ---- remembered findings


def test_entries_follow_their_list_when_it_changes() -> None:
    """A cell is judged again when its column changes, though its own text stays the same."""
    text = row('"name": "Ember", "cost": 3')
    clean(text)
    check(
        text.replace('"max": 3}, {"id": "weight"', '"max": 2}, {"id": "weight"').replace(
            '"cost": 3', '"cost": «3»'
        ),
        "bad-value",
    )


def test_nothing_is_told_of_what_cannot_be_read() -> None:
    """A cell of no type at all, a list without columns: the schema has said so."""
    check(row('"name": «null», «"cost"»: [1]'), "wrong-type")
    check(
        entries('{"id": "ember", "label": "E", "rows": [{"list": «3», "values": «4»}]}'),
        "wrong-type",
    )
