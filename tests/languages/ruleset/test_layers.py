"""Layers: what a variant may take away, and ladders of either kind."""

from __future__ import annotations

import pytest

from modwright.findings.messages import render
from modwright.findings.model import Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import POOL, SUM, check, clean, found, ruleset

_SHEET = (
    '"sheet": {"version": 1, "fields": ['
    '{"id": "calling", "label": "Calling", "type": "enum", '
    '"values": ["Sailor", "Hauler", "火守 🔥"], "default": "Sailor"}, '
    '{"id": "mood", "label": "Mood", "type": "enum", "values": ["calm", "wild"]}, '
    '{"id": "note", "label": "Note", "type": "text", "maxLength": 80, '
    '"hideWhen": {"field": "mood", "in": ["wild"]}}], '
    '"lists": [{"id": "feats", "label": "Feats", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 80}]}]}'
)
_CATALOGS = (
    '"catalogs": [{"id": "tricks", "label": "Tricks", "feeds": ["feats"], "filters": ['
    '{"id": "grit", "label": "Grit", "type": "number"}, '
    '{"id": "school", "label": "School", "type": "text"}, '
    '{"id": "kinds", "label": "Kinds", "type": "tags"}], "entries": []}]'
)
_ITEMS = (
    '"items": {"categories": [{"id": "gear", "label": "Gear"}], "currencies": ['
    '{"id": "coin", "label": "Coin", "units": [{"id": "crown", "label": "crowns", "value": 20}, '
    '{"id": "penny", "label": "pence", "value": 1}]}, '
    '{"id": "shell", "label": "Shell", "units": [{"id": "cowrie", "label": "cowries", '
    '"value": 1}]}], "lootTables": [{"id": "treasure_low", "label": "Pockets", '
    '"entries": [{"coins": "penny"}]}], '
    '"market": {"prices": [{"id": "fair", "label": "Fair", "times": 1, "default": true}], '
    '"places": [{"id": "town", "label": "Town"}], '
    '"sellers": [{"id": "smith", "label": "Smith", "sells": [{"category": "gear"}]}, '
    '{"id": "scribe", "label": "Scribe", "sells": [{"category": "gear"}], '
    '"stock": ["treasure_low"]}]}}'
)


def layers(*members: str, resolution: str = SUM) -> str:
    """A ruleset with a layer for each of these (the members of its object but the label)."""
    listed = ", ".join(f'{{"label": "Hard winter", {each}}}' for each in members)
    return ruleset(f'{_SHEET}, {_CATALOGS}, {_ITEMS}, "layers": [{listed}]', resolution)


def layer(members: str, resolution: str = SUM) -> str:
    return layers(f'"id": "hard_winter", {members}', resolution=resolution)


def test_a_layer_that_does_everything_a_layer_can() -> None:
    clean(
        layer(
            '"conflicts": [], "gm": {"guidance": "寒い。", "worldGuidance": "Snow."}, '
            '"fields": [{"id": "calling", "removeValues": ["Sailor"], "default": "Hauler"}], '
            '"difficultyLadder": [{"label": "Easy", "dc": 7}], '
            '"catalogs": [{"id": "tricks", "hide": {"filter": "grit", "above": 0}}], '
            '"currencies": {"removeUnits": ["crown"], "removeFamilies": ["shell"]}, '
            '"items": {"market": {"removeSellers": ["smith"], "unsold": [{"category": "gear"}]}, '
            '"lootTables": [{"id": "treasure_low", "label": "Pockets", '
            '"entries": [{"coins": "penny", "count": "4d6"}]}]}'
        )
    )


# Fields -----------------------------------------------------------------------------------------


def fields(members: str) -> str:
    return layer(f'"fields": [{{{members}}}]')


def test_only_values_of_choices_are_removed_r100() -> None:
    check(fields('"id": «"note"», "removeValues": ["a"]'), "wrong-reference")
    check(fields('"id": «"creed"», "removeValues": ["a"]'), "unresolved-reference")
    check(fields('"id": "calling", "removeValues": [«"Pilot"», "Hauler"]'), "unresolved-reference")


def test_something_is_left_r100() -> None:
    every = '«["Sailor", "Hauler", "火守 🔥"]»'
    check(fields(f'"id": "calling", "removeValues": {every}'), "layer-removes-all")


def test_a_field_begins_with_something_that_is_left_r100() -> None:
    check(fields('"id": "calling", "removeValues": «["Sailor"]»'), "layer-default")
    sailor = '"id": "calling", "removeValues": ["Sailor"], "default": «{}»'
    check(fields(sailor.replace("{}", '"Sailor"')), "layer-default")
    check(fields(sailor.replace("{}", '"Pilot"')), "layer-default")
    clean(fields(unmark(sailor)[0].replace("{}", '"火守 🔥"')))
    clean(fields('"id": "calling", "removeValues": ["Hauler"]'))


def test_what_the_sheet_waits_for_stays_r100() -> None:
    check(fields('"id": "mood", "removeValues": [«"wild"»]'), "layer-hidden-value")
    clean(fields('"id": "mood", "removeValues": ["calm"]'))


def test_a_field_has_one_entry_in_a_layer_r7() -> None:
    pair = (
        '{"id": "calling", "removeValues": ["Hauler"]}, '
        '{"id": «"calling"», "removeValues": ["Hauler"]}'
    )
    check(layer(f'"fields": [{pair}]'), "duplicate-id")


# Ladders ----------------------------------------------------------------------------------------


def pool(ladder: str, members: str = "") -> str:
    """A dice-pool resolution with this ladder."""
    text = POOL[: POOL.index('"difficultyLadder"')]
    return f'{text}{members}"difficultyLadder": {ladder}}}'


def test_a_ladder_of_the_other_kind_r101() -> None:
    check(layer('"difficultyLadder": [«{"label": "Easy", "successes": 1}»]'), "ladder")
    check(layer('"difficultyLadder": [«{"label": "Easy", "dc": 1}»]', resolution=POOL), "ladder")
    clean(layer('"difficultyLadder": [{"label": "Easy", "successes": 1}]', resolution=POOL))


@pytest.mark.parametrize("is_layer", [False, True])
def test_steps_stay_within_targets_and_dice_r25(is_layer: bool) -> None:
    ladder = (
        '[{"label": "Easy", "successes": 1, "target": 5}, '
        '{"label": "Odd", "successes": 2, "target": «10»}, '
        '{"label": "Most", "successes": 40}, {"label": "Too many", "successes": «41»}]'
    )
    if is_layer:
        check(layer(f'"difficultyLadder": {ladder}', resolution=POOL), "ladder")
    else:
        check(ruleset(resolution=pool(ladder)), "ladder")


def test_fixed_targets_have_no_exceptions_r25() -> None:
    ladder = '[{"label": "Easy", "successes": 1, "target": «7»}]'
    fixed = pool(ladder).replace('"min": 5, "max": 9', '"min": 7, "max": 7')
    check(ruleset(resolution=fixed), "ladder")


def test_what_explodes_or_doubles_counts_more_r25() -> None:
    ladder = '[{"label": "Grand", "successes": 40}]'
    most = '"pool": {"min": 1, "max": 10}, "explode": {"from": 10}, "double": {"from": 10}, '
    clean(ruleset(resolution=pool(ladder, most)))
    check(ruleset(resolution=pool(ladder.replace("40", "«41»"), most)), "ladder")
    check(ruleset(resolution=pool(ladder, most + '"exceptional": {"successes": «41»}, ')), "ladder")


def test_steps_that_cannot_be_told_apart_r29() -> None:
    same = '[{"label": "Easy", "dc": 6}, {"label": «"Easy"», "dc": 8}]'
    check(layer(f'"difficultyLadder": {same}'), "duplicate-label")
    twice = (
        '[{"label": "Easy", "successes": 1}, {"label": "Dim", "successes": «1», "target": 9}, '
        '{"label": "Hard", "successes": 2}, {"label": "Harder", "successes": 2}]'
    )
    check(ruleset(resolution=pool(twice)), "duplicate-label")


# Catalogs, conflicts, guidance ------------------------------------------------------------------


@pytest.mark.parametrize(
    "hide",
    [
        '{"filter": "school", "above": 1}',
        '{"filter": "kinds", "below": 1}',
        '{"filter": "grit", "equals": "1"}',
        '{"filter": "grit", "notIn": ["1"]}',
    ],
)
def test_filters_are_compared_in_the_way_of_their_type_r102(hide: str) -> None:
    check(layer(f'"catalogs": [{{"id": "tricks", "hide": «{hide}»}}]'), "bad-comparison")


def test_catalogs_have_filters_of_their_own_r102() -> None:
    check(
        layer('"catalogs": [{"id": «"treks"», "hide": {"filter": "grit", "above": 1}}]'),
        "unresolved-reference",
    )
    check(
        layer('"catalogs": [{"id": "tricks", "hide": {"filter": «"cost"», "above": 1}}]'),
        "unresolved-reference",
    )


def test_conflicts_are_with_other_layers_r103() -> None:
    check(layer('"conflicts": [«"hard_winter"»]'), "layer-conflict")
    check(layer('"conflicts": [«"mud"»]'), "unresolved-reference")
    check(layers('"id": "mud"', '"id": "frost", "conflicts": ["mud", «"mud"»]'), "no-effect")


def test_guidance_has_one_limit_r107() -> None:
    # An emoji counts twice: lengths are those of UTF-16.
    gm = '{{"guidance": "{}", "worldGuidance": "{}"}}'
    clean(layer('"gm": ' + gm.format("寒" * 2000, "🔥" * 1000)))
    check(layer('"gm": «' + gm.format("寒" * 2001, "🔥" * 1000) + "»"), "layer-guidance")


# Coins, sellers, loot ---------------------------------------------------------------------------


def test_the_smallest_coin_goes_with_its_family_r104() -> None:
    check(layer('"currencies": {"removeUnits": ["crown", «"penny"»]}'), "layer-currency")
    clean(layer('"currencies": {"removeUnits": ["penny"], "removeFamilies": ["coin"]}'))
    check(layer('"currencies": {"removeUnits": [«"ducat"»]}'), "unresolved-reference")


def sellers(id_: str, names: str, more: str = "") -> str:
    return f'"id": "{id_}", {more}"items": {{"market": {{"removeSellers": {names}}}}}'


def test_a_seller_stays_r105() -> None:
    check(layers(sellers("lean", '«["smith", "scribe"]»')), "layer-seller")
    check(layers(sellers("lean", '["smith", «"baker"»]')), "unresolved-reference")


def test_layers_that_together_leave_no_seller_r105() -> None:
    first, second = sellers("lean", '«["smith"]»'), sellers("mute", '«["scribe"]»')
    check(layers(first, second), "no-effect")
    apart = sellers("mute", '["scribe"]', '"conflicts": ["lean"], ')
    clean(layers(unmark(first)[0], apart))


def test_three_layers_that_together_leave_no_seller_r105() -> None:
    def three(*written: str) -> str:
        third = '{"id": "baker", "label": "Baker", "sells": [{"category": "gear"}]}, {"id": "smith"'
        return layers(*written).replace('{"id": "smith"', third, 1)

    lean, mute = sellers("lean", '«["smith"]»'), sellers("mute", '«["scribe"]»')
    bare = sellers("bare", '«["baker"]»')
    check(three(lean, mute, bare), "no-effect")
    clean(unmark(three(lean, mute))[0])
    apart = sellers("bare", '["baker"]', '"conflicts": ["lean"], ')
    clean(unmark(three(lean, mute, apart))[0])
    # Who empties it alone is told of that, and the others are not to blame.
    every = sellers("every", '«["smith", "scribe", "baker"]»')
    check(three(unmark(lean)[0], every), "layer-seller")


def test_loot_tables_of_layers_replace_others_r106() -> None:
    table = '"items": {"lootTables": [{"id": «"hoard"», "label": "Hoard", "entries": []}]}'
    text = layer(table.replace("[]", '[{"coins": "penny"}]'))
    check(text, "unresolved-reference")


def test_every_finding_has_words() -> None:
    text = layers(
        sellers("lean", '["smith", "scribe"]'),
        '"id": "x", "fields": [{"id": "calling", "removeValues": ["Sailor"]}], '
        '"currencies": {"removeUnits": ["penny"]}',
    )
    errors = [each for each in found(text) if each.severity is Severity.ERROR]
    assert len(errors) == 3
    for each in errors:
        for locale in ("en", "ja"):
            assert "{" not in render(each.message, locale)
