"""What is in order and often misunderstood (ruleset-format.md, section 14)."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import action, fight, item, items_block, mechanics, told

_AREA = '"area": {"shape": "cone", "size": 3}'


def test_what_is_free_is_still_paid_for_11() -> None:
    cost = '"cost": [{"pool": "grit", "amount": 1}]'
    assert told(mechanics(f'"kind": "buff", "free": true, {cost}', fight())) == [
        ("ruleset/trap", '"free"')
    ]
    assert told(mechanics('"kind": "buff", "free": true, "cost": []', fight())) == []
    assert told(mechanics(f'"kind": "buff", "budget": "act", {cost}', fight())) == []


@pytest.mark.parametrize("distance", [True, False])
def test_on_a_board_the_area_decides_12(distance: bool) -> None:
    block = fight() if distance else fight(distance="")
    both = f'{_AREA}, "targetCount": 2'
    texts = [
        mechanics(f'"kind": "attack", {both}', block),
        item(f'"use": {{"kind": "attack", "free": true, {both}}}', items_block(), block),
        action(both, block),
    ]
    for text in texts:
        wanted = [("ruleset/trap", '"targetCount"')] if distance else []
        assert told(text) == wanted
        assert told(text.replace('"targetCount": 2', '"targets": "any"')) == []


def test_what_is_carried_is_not_worn_21() -> None:
    carried = '"carried": {"failsSaves": ["nerve"]}'
    assert told(item(f'"slots": {{"hands": 1}}, {carried}')) == [("ruleset/trap", '"carried"')]
    assert told(item(carried)) == []
    worn = carried.replace("carried", "worn")
    assert told(item(f'"slots": {{"hands": 1}}, {carried}, {worn}')) == []
