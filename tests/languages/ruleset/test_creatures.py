"""Bestiaries: creatures, what they do, and creatures with sheets."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import (
    BITE,
    PLAIN,
    action,
    beast,
    creature,
    fight,
    fixed,
    items_block,
    pool_fight,
    sheet,
)
from tests.languages.ruleset.ruleset_text import POOL, check, clean


def unmarked(text: str) -> str:
    return text.replace("«", "").replace("»", "")


# ---- R52, R61


def test_a_creature_that_says_everything_r61() -> None:
    clean(
        creature(
            '"speed": 6, "abilities": {"brawn": 900}, "saves": {"nerve": 3}, '
            '"checks": {"grab": 2}, "resist": ["火"], "immune": ["cold"], '
            '"conditionImmunities": ["shaken"], "traits": [{"name": "Lit", "text": "🔥"}]',
            fight(checks='[{"id": "grab", "label": "Grab", "value": {"const": 1}}]'),
        )
    )


def test_a_bestiary_has_a_ladder_of_threat_r52() -> None:
    text = beast(
        f'"creature": {{{PLAIN.replace("stray", "%s")}, "actions": [{BITE}]}}'.replace(
            '"%s"', '«"stray"»'
        ),
        fight(threat=""),
    )
    check(text, "needs-block")


def test_the_tier_of_a_creature_r61() -> None:
    text = beast(f'"creature": {{{PLAIN}, "actions": [{BITE}]}}')
    check(text.replace('"tier": "stray"', '"tier": «"pack"»'), "unresolved-reference")


@pytest.mark.parametrize(
    "member",
    [
        '"abilities": {«"might"»: 1}',
        '"saves": {«"wits"»: 1}',
        '"checks": {«"grab"»: 1}',
        '"conditionImmunities": [«"stunned"»]',
    ],
)
def test_the_names_of_a_creature_r61(member: str) -> None:
    check(creature(member), "unresolved-reference")


@pytest.mark.parametrize("left_out", ["health", "defense", "initiativeModifier"])
def test_a_creature_without_a_sheet_has_its_numbers_r61(left_out: str) -> None:
    numbers = ", ".join(each for each in PLAIN.split(", ") if left_out not in each)
    check(beast(f'«"creature"»: {{{numbers}, "actions": [{BITE}]}}'), "missing-key")


def test_a_creature_without_a_sheet_does_something_r61() -> None:
    check(beast(f'«"creature"»: {{{PLAIN}}}'), "missing-key")
    check(beast(f'"creature": {{{PLAIN}, "actions": «[]»}}'), "creature")


@pytest.mark.parametrize(
    "member",
    [
        '«"health"»: 6',
        '«"defense"»: 1, «"initiativeModifier"»: 1',
        '«"speed"»: 6',
        '«"abilities"»: {}',
        '«"saves"»: {}',
        '«"checks"»: {}',
        '«"soak"»: {}',
    ],
)
def test_a_sheet_says_it_all_r61(member: str) -> None:
    check(beast(f'"creature": {{"tier": "stray", {member}, "sheet": {{}}}}'), "exclusive-keys")


def test_a_sheet_alone_is_enough_r61() -> None:
    clean(beast('"creature": {"tier": "stray", "sheet": {}, "signaturePoints": 1}'))


# ---- R62


def test_an_action_that_says_everything_r62() -> None:
    clean(
        action(
            '"toHit": 2, "damage": {"dice": "1d6", "plus": [{"flat": 1, "type": "rust"}]}, '
            '"save": {"save": "nerve", "difficulty": 8, "onSuccess": "half"}, '
            '"applies": [{"condition": "shaken", "duration": "until-save", '
            '"saveEnds": {"save": "nerve", "at": "turn-end"}}], "targetCount": 2, "reach": 2, '
            '"range": {"normal": 4, "long": 4}, "area": {"shape": "cone", "size": 2}, '
            '"uses": {"per": "day", "count": 1}, '
            '"recharge": {"dice": {"count": 2, "sides": 6}, "from": 12}'
        )
    )


@pytest.mark.parametrize(
    "member",
    [
        '«"toHit"»: 1',
        '«"autoHit"»: true',
        '«"damage"»: {"flat": 1}',
        '«"saveDifficulty"»: 1',
        '«"applies"»: []',
        '«"targetCount"»: 1',
        '«"area"»: {"shape": "cone", "size": 2}',
        '«"reaction"»: {"on": "hit"}',
        '«"self"»: true',
    ],
)
def test_a_chain_has_nothing_of_its_own_r62(member: str) -> None:
    check(action(f'"sequence": [{{"action": "bite"}}], {member}'), "exclusive-keys")


def test_what_a_chain_may_have_r62() -> None:
    clean(
        action(
            '"sequence": [{"action": "bite", "times": 2}], "reach": 1, "range": 2, '
            '"uses": {"per": "day", "count": 1}'
        )
    )


def test_to_oneself_r62() -> None:
    area = '"area"»: {"shape": "cone", "size": 2}'
    check(action(f'"self": true, «"targetCount"»: 1, «{area}'), "exclusive-keys")
    clean(action('"self": true, "autoHit": true'))


def test_reactions_are_not_bought_r62() -> None:
    written = '"reaction": {"on": "hit"}, «"signature"»: {"cost": 1}'
    text = action(written).replace('"actions"', '"signaturePoints": 1, "actions"')
    check(text, "exclusive-keys")


def test_the_long_range_is_the_longer_one_r62() -> None:
    check(action('"range": {"normal": 4, "long": «3»}'), "creature")


@pytest.mark.parametrize(
    "members",
    [
        '"save": {"save": «"wits"», "difficulty": 8, "onSuccess": "half"}',
        '"applies": [{"condition": «"stunned"», "duration": "instant"}]',
        '"damage": {"flat": 1, '
        '"plus": [{"flat": 1, "save": {"save": «"x"», "difficulty": 1, "onSuccess": "half"}}]}',
        '"sequence": [{"action": «"bit"»}]',
        '"reaction": {"on": "used", "against": {"catalogs": [«"lor"»]}}',
    ],
)
def test_the_names_in_an_action_r62_r60(members: str) -> None:
    """R62, and R60 for the catalogs that a reaction answers."""
    check(action(members), "unresolved-reference")


def test_the_budget_of_an_action_r62() -> None:
    text = action('"toHit": 1').replace('"budget": "act", "toHit"', '"budget": «"acts"», "toHit"')
    check(text, "unresolved-reference")


@pytest.mark.parametrize(
    ("other", "step"),
    [
        ('"sequence": [{"action": "claw"}]', "gore"),
        ('"reaction": {"on": "hit"}', "gore"),
        ('"signature": {"cost": 1}', "gore"),
    ],
)
def test_a_chain_is_made_of_plain_actions_r62(other: str, step: str) -> None:
    gore = f'{{"id": "gore", "name": "Gore", "budget": "act", {other}}}'
    claw = '{"id": "claw", "name": "Claw", "budget": "act"}'
    chain = (
        f'{{"id": "all", "name": "All", "budget": "act", "sequence": [{{"action": «"{step}"»}}]}}'
    )
    actions = f'"actions": [{claw}, {gore}, {chain}], "signaturePoints": 1'
    check(beast(f'"creature": {{{PLAIN}, {actions}}}'), "wrong-reference")


def test_a_chain_does_not_hold_itself_r62() -> None:
    check(action('"sequence": [{"action": "bite"}, {"action": «"claw"»}]'), "wrong-reference")


# ---- R62a


def test_one_number_to_save_against_r62a() -> None:
    save = '"save": {"save": "nerve", "difficulty": 8, "onSuccess": "half"}'
    check(action(f'{save}, «"saveDifficulty"»: 8'), "exclusive-keys")


def test_a_condition_that_a_save_ends_r62a() -> None:
    applies = (
        '"applies": [{"condition": "shaken", "duration": {"rounds": 1}, '
        '"saveEnds": {"save": "nerve", "at": "turn-end"}}]'
    )
    text = action(applies).replace('{"id": "claw"', '«{»"id": "claw"')
    check(text, "missing-key")
    clean(action(f'{applies}, "saveDifficulty": 8'))


def test_a_clause_with_a_save_r62a() -> None:
    damage = (
        '"damage": {"flat": 1, "plus": [{"flat": 1, %s: {"save": "nerve", "onSuccess": "half"}}]}'
    )
    check(action(damage % '«"save"»'), "missing-key")
    clean(action(damage % '"save"' + ', "saveDifficulty": 8'))


# ---- R62b


def test_a_recharge_that_comes_r62b() -> None:
    text = action('"recharge": {"dice": {"count": 1, "sides": 6}, "from": «7»}')
    check(text, "creature")
    assert fixed(unmarked(text)) == ["6"]
    clean(action('"recharge": {"dice": {"count": 1, "sides": 6}, "from": 6}'))


def test_signature_actions_are_paid_for_r62b() -> None:
    claw = '{"id": "claw", "name": "Claw", "budget": "act", "signature": {"cost": %s}}'
    text = f'"creature"%s: {{{PLAIN}, "actions": [{claw}]%s}}'
    check(beast("«" + text % ("»", "1", "")), "missing-key")
    clean(beast(text % ("", "2", ', "signaturePoints": 2')))
    check(beast(text % ("", "«3»", ', "signaturePoints": 2')), "creature")


# ---- R63


def test_a_sheet_that_says_everything_r63() -> None:
    clean(
        sheet(
            '"abilities": {"brawn": -1, "wits": 3.0}, "skills": {"sneak": "untrained"}, '
            '"saves": {"nerve": "untrained"}, "bonuses": {"sneak": -20, "nerve": 40}, '
            '"fields": {"calling": "Hauler", "toughness": 6}, '
            '"lists": {"feats": [{"name": "Ember", "_catalog": "lore/last-ember"}, '
            '{"name": "Ash"}], "tricks": []}'
        )
    )


@pytest.mark.parametrize(
    "members",
    [
        '"abilities": {"brawn": «4»}',
        '"abilities": {"brawn": «1.5»}',
        '"bonuses": {"sneak": «41»}',
        '"bonuses": {"nerve": «-20.5»}',
        '"fields": {"toughness": «7»}',
        '"fields": {"calling": «"Haulers"»}',
        '"fields": {"toughness": «"6"»}',
        '"lists": {"feats": [{"name": "Ember", "cost": «9»}]}',
        '"lists": {"feats": [«{»"cost": 1}]}',
        '"lists": {"feats": [{"name": "Ember", "_catalog": «1»}]}',
        '"lists": {"feats": [{"name": "Ember", "_catalog": «"last-ember"»}]}',
    ],
)
def test_values_of_a_sheet_r63(members: str) -> None:
    check(sheet(members), "bad-value")


@pytest.mark.parametrize(
    "members",
    [
        '"abilities": {«"might"»: 1}',
        '"skills": {«"nerve"»: "untrained"}',
        '"skills": {"sneak": «"expert"»}',
        '"saves": {«"sneak"»: "untrained"}',
        '"bonuses": {«"might"»: 1}',
        '"fields": {«"tough"»: 1}',
        '"lists": {«"knack"»: []}',
        '"lists": {"feats": [{"name": "Ember", «"costs"»: 9}]}',
        '"lists": {"feats": [{"name": "Ember", "_catalog": «"lore/last_ember"»}]}',
        '"lists": {"feats": [{"name": "Ember", "_catalog": «"lor/last-ember"»}]}',
    ],
)
def test_names_of_a_sheet_r63(members: str) -> None:
    check(sheet(members), "unresolved-reference")


def test_the_nearest_entry_is_offered_r63() -> None:
    """Ids of entries have hyphens, all others underscores (section 14, 4)."""
    rows = '"lists": {"feats": [{"name": "Ember", "_catalog": "lore/last_ember"}]}'
    assert fixed(sheet(rows)) == ['"lore/last-ember"']


def test_rows_come_from_a_catalog_that_feeds_their_list_r63() -> None:
    check(
        sheet('"lists": {"tricks": [{"name": "E", "_catalog": «"lore/last-ember"»}]}'),
        "wrong-reference",
    )


def test_a_list_takes_so_many_rows_r63() -> None:
    rows = ", ".join(['{"name": "Ember"}'] * 3)
    check(sheet(f'"lists": {{«"feats"»: [{rows}]}}'), "creature")


def test_a_tier_that_skills_are_not_offered_r63() -> None:
    text = beast(
        '"creature": {"tier": "stray", "sheet": {"skills": {"sneak": «"expert"»}, '
        '"saves": {"nerve": "expert"}}}'
    )
    more = text.replace(
        '"label": "Untrained"}', '"label": "Untrained"}, {"id": "expert", "label": "E"}'
    )
    assert more != text
    check(more, "creature")


def test_the_range_of_bonuses_r63() -> None:
    text = sheet('"bonuses": {"sneak": 2}')
    check(
        text.replace(
            '"sheet": {"version": 1,', '"sheet": {"version": 1, "bonusRange": {"min": 0, "max": 1},'
        ).replace('"sneak": 2', '"sneak": «2»'),
        "bad-value",
    )


# ---- R59, R64, R66, R93


_RIDER = '"riders": [{"id": "venom", "name": "Venom", "on": "hit", "oncePer": "turn", %s}]'


def test_riders_name_actions_of_their_creature_r64() -> None:
    amount = '"amount": {"flat": 1}, "actions": [%s]'
    clean(creature(_RIDER % (amount % '"bite"')))
    check(creature(_RIDER % (amount % '«"sting"»')), "unresolved-reference")


def in_pool(members: str) -> str:
    return action(members, pool_fight(), POOL)


def test_the_die_of_a_pool_fight_r59() -> None:
    check(in_pool('"damage": {"dice": «"1d6"», "plus": [{"dice": «"1d4"»}]}'), "wrong-resolution")
    clean(in_pool('"damage": {"dice": "3d10"}'))
    rider = _RIDER % '"amount": {"dice": «"1d6"»}'
    check(creature(rider, pool_fight(), POOL), "wrong-resolution")
    text = creature('"traits": []', pool_fight(), POOL)
    clean(text.replace('"health": 6', '"health": {"dice": "3d6"}'))


def test_damage_types_of_a_creature_r66() -> None:
    burn = fight(damageTypes='["burn", "氷"]')
    clean(creature('"resist": [" BURN"], "vulnerable": ["氷"]', burn))
    members = '"resist": [«"cut"»], "vulnerable": [«"ice"»], "immune": [«"rust"»]'
    check(creature(members, burn), "unresolved-reference")
    plus = '"damage": {"flat": 1, "type": «"cut"», "plus": [{"flat": 1, "type": «"rust"»}]}'
    check(action(plus, burn), "unresolved-reference")
    rider = _RIDER % '"amount": {"flat": 1}, "type": «"cut"»'
    check(creature(rider, burn), "unresolved-reference")


def test_exceptions_of_a_resistance_are_tags_r66() -> None:
    members = '"resist": [{"type": «"cut"», "except": ["silver", «"gold"»]}]'
    no_types = fight(damageTypes="[]")
    check(
        creature(members, f"{no_types}, {items_block()}"),
        "unresolved-reference",
    )


def test_soak_is_of_a_fight_of_pools_r93() -> None:
    check(creature('«"soak"»: {"all": 1}'), "wrong-resolution")
    check(creature('«"soak"»: {}', pool_fight(pool="{}"), POOL), "needs-block")
    clean(creature('"soak": {"all": 1, "byKind": {"knock": 1}}', pool_fight(), POOL))
    check(creature('"soak": {"byKind": {«"tear"»: 1}}', pool_fight(), POOL), "unresolved-reference")
    on_pool = pool_fight(health='{"pool": "grit"}', damageKinds="")
    check(creature('"soak": {"byKind": {«"knock"»: 1}}', on_pool, POOL), "creature")


def test_hardness_is_for_spending_r92() -> None:
    """R92: `hardness` is read where a style of initiative spends."""
    check(creature('«"hardness"»: 1', pool_fight(), POOL), "creature")
    resource = (
        '{"base": 3, "styles": [{"id": "wait", "label": "Wait", "takes": {"gain": 1}}, '
        '{"id": "push", "label": "Push", "spends": {}}]}'
    )
    spending = pool_fight(initiative=f'{{"pool": {{"const": 1}}, "resource": {resource}}}')
    clean(creature('"hardness": 1', spending, POOL))


def test_reach_and_area_need_distances() -> None:
    """Section 14, 12."""
    area = '«"area"»: {"shape": "cone", "size": 2}'
    check(action(f'«"reach"»: 2, {area}', fight(distance="")), "no-effect")
