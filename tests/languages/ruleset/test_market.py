"""Loot and markets."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import creature, fight, fixed, items_block, wares
from tests.languages.ruleset.ruleset_text import check, clean

# ---- R77


def loot(entries: str) -> str:
    table = f'[{{"id": "hoard", "label": "宝", "entries": [{entries}]}}]'
    return wares('"item": {"category": "gear"}', items_block(lootTables=table))


def test_a_table_that_names_everything_r77() -> None:
    clean(
        loot(
            '{"item": "shop/hand-axe", "weight": 2, "count": "1d6"}, {"coins": "mark"}, '
            '{"filter": {"rarity": "common", "category": "gear", "tag": "thrown"}}'
        )
    )


@pytest.mark.parametrize(
    "entry",
    [
        '{"item": "«shop»/hand-axe"}'.replace("shop", "shed"),
        '{"item": "shop/«hand-ax»"}',
        '{"coins": «"crown"»}',
        '{"filter": {"rarity": «"epic"»}}',
        '{"filter": {"category": «"coat"»}}',
        '{"filter": {"tag": «"sharp"»}}',
    ],
)
def test_the_names_in_a_table_r77(entry: str) -> None:
    check(loot(entry), "unresolved-reference")


def test_what_is_found_is_an_item_r77() -> None:
    table = '[{"id": "hoard", "label": "H", "entries": [{"item": «"lore/last-ember"»}]}]'
    text = creature('"loot": "hoard"', f"{fight()}, {items_block(lootTables=table)}")
    check(text, "loot")


def test_items_of_a_file_of_their_own_r77() -> None:
    """R77: whether an item exists can be told only where its catalog's entries can be read."""
    text = loot('{"item": "store/anything"}')
    store = '{"id": "store", "label": "S", "holds": "items", "asset": "catalogs/store.json"}, '
    clean(text.replace('"catalogs": [', f'"catalogs": [{store}'))


def test_the_loot_of_a_creature_r77() -> None:
    table = '[{"id": "hoard", "label": "H", "entries": [{"coins": "bit"}]}]'
    blocks = f"{fight()}, {items_block(lootTables=table)}"
    clean(creature('"loot": "hoard"', blocks))
    check(creature('"loot": «"purse"»', blocks), "unresolved-reference")


# ---- R78


_USUAL = '{"id": "usual", "label": "Usual", "times": 1, "default": true}'
_DEAR = '{"id": "dear", "label": "Dear", "times": 2}'


def market(members: str = "", prices: str = _USUAL, key: str = '"prices"') -> str:
    places = '"places": [{"id": "village", "label": "村"}]'
    more = f", {members}" if members else ""
    written = f"{{{key}: [{prices}], {places}{more}}}"
    return wares('"item": {"category": "gear"}', items_block(market=written))


def test_a_market_that_says_everything_r78() -> None:
    clean(
        market(
            '"sold": [{"filter": {"tag": "thrown"}, "place": "village"}], '
            '"sellers": [{"id": "smith", "label": "Smith", "sells": [{"tag": "thrown"}], '
            '"place": "village", "only": {"value": {"livePool": "luck"}, "atLeast": 1, '
            '"label": "Lucky"}}], '
            '"unsold": [{"rarity": "rare"}]',
            f"{_USUAL}, {_DEAR}",
        )
    )


def test_one_price_is_the_usual_one_r78() -> None:
    check(market(prices=_DEAR, key='«"prices"»'), "market")
    assert fixed(market(prices=_DEAR)) == ["true"]
    second = _DEAR.replace("}", ', "default": «true»}')
    check(market(prices=f"{_USUAL}, {second}"), "market")


@pytest.mark.parametrize(
    "members",
    [
        '"sold": [{"filter": {"tag": «"sharp"»}, "place": «"city"»}]',
        '"sellers": [{"id": "smith", "label": "S", "sells": [{"category": «"coat"»}]}]',
        '"sellers": [{"id": "smith", "label": "S", "stock": [], "place": «"city"»}]',
        '"sellers": [{"id": "smith", "label": "S", "stock": [«"hoard"»]}]',
        '"sellers": [{"id": "smith", "label": "S", "stock": «"hoard"»}]',
        '"unsold": [{"rarity": «"epic"»}]',
    ],
)
def test_the_names_in_a_market_r78(members: str) -> None:
    check(market(members), "unresolved-reference")


@pytest.mark.parametrize(
    "members",
    [
        '"sold": [{«"filter"»: {}, "place": "village"}]',
        '"sellers": [{"id": "smith", "label": "S", "sells": [«{»}]}]',
        '"unsold": [«{»}]',
    ],
)
def test_a_filter_picks_by_something_r78(members: str) -> None:
    check(market(members), "exclusive-keys")
    check(loot('{«"filter"»: {}}'), "exclusive-keys")


def test_a_seller_sells_something_r78() -> None:
    check(market('"sellers": [«{»"id": "smith", "label": "S"}]'), "missing-key")
    check(market('"sellers": [{"id": "smith", "label": "S", «"sells"»: []}]'), "bad-length")


def test_ids_of_a_market_r78() -> None:
    again = _USUAL.replace('"usual"', '«"usual"»').replace(', "default": true', "")
    check(market(prices=f"{_USUAL}, {again}"), "duplicate-id")
