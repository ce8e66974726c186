"""What entries do in play."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import (
    block,
    entries,
    fight,
    fixed,
    in_pool,
    mechanics,
    pool_fight,
    told,
)
from tests.languages.ruleset.ruleset_text import POOL, check, clean

_RIDER = '"rider": {"on": "hit", "oncePer": "turn", "amount": {"dice": "1d6"}}'


# ---- R56, R56a


def test_an_entry_that_says_everything_r56() -> None:
    clean(
        mechanics(
            '"kind": "attack", "range": 0, "area": {"shape": "burst", "size": 4}, '
            '"targets": "any", "targetCount": 3, "friendlyFire": false, '
            '"amount": {"dice": "2d6"}, "damageType": "火", "plus": [{"flat": 1}], '
            '"cost": [{"pool": "grit", "amount": 1}, {"pool": "spirit", "amount": 1}], '
            '"perCostStep": {}, "applies": [{"condition": "shaken", "duration": {"rounds": 2}}], '
            '"temporary": {"flat": 1}, "budget": "quick", '
            '"gives": [{"budget": "act", "count": 1}], '
            '"reaction": {"on": "aimed", "cancels": true, "against": {"catalogs": ["lore"]}}',
            fight(),
        )
    )


@pytest.mark.parametrize(
    "members",
    [
        '"save": {"save": «"nerv"», "onSuccess": "half"}',
        '"amount": {"flat": 1}, '
        '"plus": [{"flat": 1, "save": {"save": «"x"», "difficulty": 1, "onSuccess": "half"}}]',
        '"applies": [{"condition": «"shake"», "duration": "instant"}]',
        '"applies": [{"condition": "shaken", "duration": "until-save", '
        '"saveEnds": {"save": «"x"», "at": "turn-end"}}]',
        '"cost": [{"pool": «"gritt"», "amount": 1}]',
        '"reaction": {"on": "used", "against": {"catalogs": [«"lor"»]}}',
    ],
)
def test_the_names_in_an_entry_r56_r60(members: str) -> None:
    """R56 and R60: saves, conditions, pools and catalogs exist."""
    check(mechanics(f'"kind": "attack", {members}'), "unresolved-reference")


def test_budgets_are_those_of_the_fight_if_there_is_one_r56() -> None:
    written = '"kind": "buff", "budget": %s, "gives": [{"budget": %s, "count": 1}]'
    clean(mechanics(written % ('"any"', '"any"')))
    check(mechanics(written % ('«"any"»', '«"any"»'), fight()), "unresolved-reference")


def test_until_a_save_r56a() -> None:
    check(
        mechanics(
            '"kind": "debuff", "applies": [«{»"condition": "shaken", "duration": "until-save"}]'
        ),
        "missing-key",
    )


def test_plus_adds_to_harm_r56a() -> None:
    check(mechanics('"kind": "attack", «"plus"»: []'), "exclusive-keys")
    check(mechanics('"kind": "heal", "amount": {"flat": 1}, «"plus"»: []'), "exclusive-keys")
    clean(mechanics('"kind": "attack", "amount": {}, "plus": []'))


def test_free_takes_no_budget_r56a() -> None:
    check(mechanics('"kind": "buff", «"free"»: true, "budget": "act"'), "exclusive-keys")
    clean(mechanics('"kind": "buff", "free": true, "cost": [{"pool": "grit", "amount": 1}]'))


def test_standard_actions_are_granted_once_r56a() -> None:
    standard = '"standard": {"actions": ["dodge", «"dodge"»], "budget": "quick"}'
    check(mechanics(f'"kind": "utility", {standard}'), "duplicate-value")


def test_a_rider_is_of_its_own_kind_r56a() -> None:
    clean(mechanics(f'"kind": "rider", {_RIDER}'))
    check(mechanics(f'"kind": «"attack"», {_RIDER}'), "exclusive-keys")
    head = '"id": "ember", "label": "E", "rows": [{"list": "tricks", "values": {}}]'
    check(entries(f'{{{head}, «"mechanics"»: {{"kind": "rider"}}}}'), "missing-key")


@pytest.mark.parametrize(
    "member",
    [
        '«"range"»: 1',
        '«"area"»: {"shape": "cone", "size": 1}',
        '«"amount"»: {}',
        '«"plus"»: []',
        '«"save"»: {"save": "nerve", "onSuccess": "half"}',
        '«"reaction"»: true',
        '«"temporary"»: {}',
        '«"budget"»: "act", «"free"»: true',
        '«"standard"»: {"actions": ["dodge"], "budget": "quick"}',
    ],
)
def test_a_rider_only_adds_to_an_attack_r56a(member: str) -> None:
    check(mechanics(f'"kind": "rider", {_RIDER}, {member}'), "exclusive-keys")


def test_a_rider_may_scale_and_change_a_check_r56a() -> None:
    scales = '"scales": {"from": {"abilityScore": "brawn"}, "table": [[1, 1]]}'
    clean(in_pool(f'"kind": "rider", {_RIDER}, {scales}, "check": {{"dice": 1}}'))


@pytest.mark.parametrize("on", ["hit", "harmed"])
def test_what_has_happened_is_not_cancelled_r56a(on: str) -> None:
    check(
        mechanics(f'"kind": "buff", "reaction": {{"on": "{on}", «"cancels"»: true}}'),
        "exclusive-keys",
    )
    clean(mechanics('"kind": "buff", "reaction": {"on": "used", "cancels": true}'))


# ---- R56b


def test_standard_actions_are_those_of_the_fight_r56b() -> None:
    standard = '"standard": {"actions": ["dodge", %s], "budget": %s}'
    ready = f'"kind": "utility", {standard}'
    clean(mechanics(ready % ('"help"', '"quick"'), fight()))
    check(mechanics(ready % ('«"dash"»', '"quick"'), fight()), "catalog-entry")
    main = mechanics(ready % ('"help"', '«"act"»'), fight())
    check(main, "catalog-entry")
    assert fixed(main.replace("«", "").replace("»", "")) == ['"quick"']
    clean(mechanics(ready % ('"dash"', '"act"')))


def test_hiding_does_nothing_r56b_r89() -> None:
    standard = '"standard": {"actions": [«"hide"»], "budget": "quick"}'
    text = mechanics(f'"kind": "utility", {standard}', fight(standard='["help", «"hide"»]'))
    check(text, "no-effect")


# ---- R57, R24


def pool_with(rules: str) -> str:
    return POOL.replace('"target":', f'{rules}, "target":')


def test_a_check_is_of_pools_r57() -> None:
    check(mechanics('"kind": "utility", «"check"»: {"dice": 1}'), "wrong-resolution")
    clean(in_pool('"kind": "utility", "check": {"dice": 1}'))


@pytest.mark.parametrize("threshold", [5, 9])
def test_a_threshold_lies_where_targets_do_r57(threshold: int) -> None:
    clean(in_pool(f'"kind": "utility", "check": {{"threshold": {threshold}}}'))


@pytest.mark.parametrize(("threshold", "wanted"), [(4, "5"), (10, "9")])
def test_a_threshold_out_of_reach_r57(threshold: int, wanted: str) -> None:
    text = in_pool(f'"kind": "utility", "check": {{"threshold": «{threshold}»}}')
    check(text, "impossible-face")
    assert fixed(text.replace("«", "").replace("»", "")) == [wanted]


def test_a_target_that_cannot_be_moved_r57() -> None:
    still = POOL.replace('"min": 5, "max": 9', '"min": 7, "max": 7')
    check(
        mechanics('"kind": "utility", "check": {"threshold": «6»}', resolution=still),
        "wrong-resolution",
    )
    clean(mechanics('"kind": "utility", "check": {"threshold": 7}', resolution=still))


@pytest.mark.parametrize("key", ["explode", "double"])
def test_faces_move_as_far_as_the_resolution_lets_them_r57(key: str) -> None:
    written = f'"kind": "utility", "check": {{"{key}": %s}}'
    check(mechanics(written % "«9»", resolution=POOL), "wrong-resolution")
    rules = pool_with(f'"{key}": {{"from": 10}}')
    check(mechanics(written % "«9»", resolution=rules), "wrong-resolution")
    rules = pool_with(f'"{key}": {{"from": 10, "min": 8}}')
    clean(mechanics(written % "8", resolution=rules))
    clean(mechanics(written % "10", resolution=rules))
    check(mechanics(written % "«7»", resolution=rules), "impossible-face")
    check(mechanics(written % "«11»", resolution=rules), "impossible-face")


def test_a_reroll_ends_r24() -> None:
    written = '"kind": "utility", "check": {"reroll": {"upTo": %s, "mode": "until"}}'
    clean(in_pool(written % "9"))
    text = in_pool(written % "«10»")
    check(text, "impossible-face")
    assert fixed(text.replace("«", "").replace("»", "")) == ["9"]
    sixes = pool_with('"die": {"sides": 6}').replace('"max": 9', '"max": 6').replace("7", "6")
    check(mechanics(written % "«6»", resolution=sixes), "impossible-face")


# ---- R58


_SOURCE = '[{"list": "feats", "budget": "act"%s}]'


@pytest.mark.parametrize(
    "members",
    [
        '«"save"»: {"save": "nerve", "onSuccess": "half"}',
        '«"applies"»: [{"condition": "shaken", "duration": "until-save", '
        '"saveEnds": {"save": "nerve", "at": "turn-end"}}]',
        '"amount": {"flat": 1}, '
        '«"plus"»: [{"flat": 1, "save": {"save": "nerve", "onSuccess": "half"}}]',
    ],
)
def test_a_save_has_something_to_save_against_r58(members: str) -> None:
    written = f'"kind": "attack", {members}'
    check(mechanics(written, fight(abilities=_SOURCE % "")), "catalog-entry")
    plain = written.replace("«", "").replace("»", "")
    clean(mechanics(plain, fight(abilities=_SOURCE % ', "saveDifficulty": {"const": 2}')))
    clean(mechanics(plain, fight(abilities=_SOURCE.replace("feats", "tricks") % "")))
    clean(mechanics(plain))


def test_a_clause_with_its_own_difficulty_r58() -> None:
    save = '"save": {"save": "nerve", "difficulty": 3, "onSuccess": "half"}'
    clean(
        mechanics(
            f'"kind": "attack", "amount": {{"flat": 1}}, "plus": [{{"flat": 1, {save}}}]',
            fight(abilities=_SOURCE % ""),
        )
    )


# ---- R59


@pytest.mark.parametrize(
    "members",
    [
        '"amount": {"dice": «"2d6+1"»}',
        '"perCostStep": {"dice": «"1d6"»}',
        '"amount": {"flat": 1}, "plus": [{"dice": «"1d4"»}]',
    ],
)
def test_a_pool_fight_throws_one_die_r59(members: str) -> None:
    check(in_pool(f'"kind": "attack", {members}', pool_fight()), "wrong-resolution")


def test_the_die_of_a_rider_r59() -> None:
    check(
        in_pool(
            f'"kind": "rider", {_RIDER.replace("1d6", "%s")}'.replace('"%s"', '«"1d6"»'),
            pool_fight(),
        ),
        "wrong-resolution",
    )


def test_the_die_of_the_fight_r59() -> None:
    text = in_pool('"kind": "attack", "amount": {"dice": "2d6-1"}', pool_fight())
    assert fixed(text) == ['"2d10-1"']
    clean(in_pool('"kind": "attack", "amount": {"dice": "2d10-1"}', pool_fight()))
    clean(in_pool('"kind": "heal", "amount": {"dice": "2d6"}', pool_fight()))
    clean(in_pool('"kind": "attack", "amount": {"dice": "2d6"}'))


def test_a_wound_track_takes_no_temporary_health_r59() -> None:
    check(in_pool('"kind": "buff", «"temporary"»: {"dice": "1d4"}', pool_fight()), "catalog-entry")
    battle = block("battle", {"health": '{"track": "harm"}'})
    check(mechanics('"kind": "buff", «"temporary"»: {"flat": 1}', battle), "catalog-entry")
    clean(mechanics('"kind": "buff", "temporary": {"dice": "1d4"}', fight()))


# ---- R60, section 14


def test_reactions_that_say_nothing_r60() -> None:
    check(mechanics('"kind": "buff", «"reaction"»: false'), "no-effect")
    check(mechanics('"kind": "buff", «"reaction"»: true', fight()), "no-effect")
    clean(mechanics('"kind": "buff", "reaction": true'))
    clean(mechanics('"kind": "buff", "reaction": {"on": "harmed"}', fight()))


@pytest.mark.parametrize(
    "member",
    [
        '"gives": [{"budget": "act", "count": 1}]',
        '"standard": {"actions": ["help"], "budget": "quick"}',
        '"reaction": {"on": "used", "cancels": true}',
    ],
)
def test_utilities_that_a_fight_shows_r60(member: str) -> None:
    clean(mechanics(f'"kind": "utility", {member}', fight()))


def test_utilities_that_a_fight_does_not_show_r60() -> None:
    check(mechanics('"kind": «"utility"»', fight()), "no-effect")
    clean(mechanics('"kind": "utility"'))
    clean(in_pool('"kind": "utility", "check": {"dice": 1}', pool_fight()))


def test_areas_need_distances() -> None:
    area = '"area": {"shape": "line", "size": 2}'
    check(mechanics(f'"kind": "attack", «{area[:6]}»{area[6:]}', fight(distance="")), "no-effect")
    clean(mechanics(f'"kind": "attack", {area}', fight()))


def test_friends_in_the_fire() -> None:
    area = '"kind": "attack", "area": {"shape": "line", "size": 2}, "targets": "%s"%s'
    text = mechanics(area % ("enemy", ""))
    assert told(text) == [("ruleset/trap", '"area"')]
    assert fixed(text) == ["false"]
    assert told(mechanics(area % ("enemy", ', "friendlyFire": true'))) == []
    assert told(mechanics(area % ("any", ""))) == []


def test_a_reroll_does_not_scale() -> None:
    check_of = '"check": {"reroll": {"upTo": 1, "mode": "once"}%s}, "perCostStep": {"flat": 1}'
    assert told(in_pool(f'"kind": "utility", {check_of % ""}')) == [
        ("ruleset/trap", '"perCostStep"')
    ]
    more = check_of % ', "successes": 1'
    assert told(in_pool(f'"kind": "utility", {more}')) == []


def test_what_a_cost_is_paid_from() -> None:
    cost = '"kind": "buff", "cost": [{"pool": "%s", "amount": 1}]'
    assert told(mechanics(cost % "luck")) == [("ruleset/trap", '"luck"')]
    assert told(mechanics(cost % "spirit")) == []
    assert told(mechanics(cost % "tricks")) == [("ruleset/trap", '"tricks"')]


# ---- R64, R66


_ATTACKS = (
    '[{"list": "feats", "budget": "act", "name": "name", "damage": {"dice": {"column": "harm"}}}]'
)


def rider(members: str, attacks: str = _ATTACKS) -> str:
    rider = _RIDER[:-1] + f", {members}}}"
    return mechanics(f'"kind": "rider", {rider}', fight(attacks=attacks))


def test_a_rider_adds_to_attacks_of_the_fight_r64() -> None:
    clean(rider('"sources": ["feats"], "requires": {"column": "ready"}'))
    clean(rider('"requires": {"column": "ready"}'))
    check(rider('"sources": ["feats", «"tricks"»]'), "wrong-reference")
    check(rider('"sources": [«"nowhere"»]'), "unresolved-reference")
    check(rider('"requires": {"column": «"uses"»}'), "unresolved-reference")
    anything = _RIDER[:-1] + ', "sources": ["x"], "requires": {"column": "y"}}'
    clean(mechanics(f'"kind": "rider", {anything}'))


def test_damage_types_are_compared_without_case_r66() -> None:
    written = '"kind": "attack", "amount": {"flat": 1}, "damageType": %s, "plus": [{"flat": 1, %s}]'
    clean(mechanics(written % ('" Burn "', '"type": "灰"'), fight(damageTypes='["burn", "灰"]')))
    check(
        mechanics(written % ('«"burns"»', '"type": «"cut"»'), fight(damageTypes='["burn"]')),
        "unresolved-reference",
    )
    check(
        mechanics(written % ('«"burn"»', '"type": «"cut"»'), fight(damageTypes="[]")),
        "unresolved-reference",
    )
    clean(mechanics(written % ('"burn"', '"type": "cut"'), fight()))
    wrong = _RIDER[:-1] + ', "type": «"cut"»}'
    check(
        mechanics(f'"kind": "rider", {wrong}', fight(damageTypes='["burn"]')),
        "unresolved-reference",
    )
