"""Items: the words they are written in, what they do, and how they are fought with and used."""

from __future__ import annotations

import pytest

from tests.languages.ruleset.catalog_text import (
    MARKET,
    catalogs,
    fight,
    fixed,
    item,
    items_block,
    pool_fight,
    wares,
)
from tests.languages.ruleset.ruleset_text import POOL, SUM, check, clean


def unmarked(text: str) -> str:
    return text.replace("«", "").replace("»", "")


# ---- R70


def test_an_item_that_says_everything_r70() -> None:
    clean(
        item(
            '"rarity": "rare", "tags": ["thrown", "silver"], '
            '"stats": {"bulk": 10, "damage": "1d6", "swing": "wits", "harm": "cut"}, '
            '"slots": {"hands": 2}, "stack": 12, "cost": {"amount": 4, "unit": "mark"}, '
            '"binds": {}'
        )
    )


@pytest.mark.parametrize(
    "members",
    [
        '"rarity": «"epic"»',
        '"tags": [«"sharp"»]',
        '"stats": {«"weight"»: 1}',
        '"slots": {«"feet"»: 1}',
        '"cost": {"amount": 4, "unit": «"crown"»}',
        '"carried": {"failsSaves": [«"wits"»]}',
        '"carried": {"abilities": {«"might"»: {"set": 1}}}',
        '"carried": {"modifiers": [{"to": "checks", "skills": [«"dig"»], "flat": 1}]}',
        '"carried": {"modifiers": [{"to": "saves", "saves": [«"x"»], "flat": 1}]}',
        '"carried": {"effects": ["own-saves-advantage"], "saves": [«"y"»]}',
        '"carried": {"conditionImmunities": [«"stunned"»]}',
    ],
)
def test_the_names_of_an_item_r70_r73(members: str) -> None:
    """R70, and R73 for what an item does."""
    check(item(members), "unresolved-reference")


def test_the_words_have_to_be_declared_r70() -> None:
    check(item('"rarity": «"common"»', items_block(rarities="")), "unresolved-reference")
    cost = '"cost": {"amount": 4, "unit": «"mark"»}'
    check(item(cost, items_block(currencies="")), "unresolved-reference")
    check(wares('"item": {"category": «"coat"»}', items_block()), "unresolved-reference")


@pytest.mark.parametrize(
    "stat", ['"bulk": «11»', '"bulk": «0.5»', '"damage": «6»', '"swing": «"heart"»', '"harm": «1»']
)
def test_a_stat_is_one_it_can_hold_r70(stat: str) -> None:
    check(item(f'"stats": {{{stat}}}'), "bad-value")


def test_a_tag_stands_once_r70() -> None:
    check(item('"tags": ["thrown", «"thrown"»]'), "duplicate-value")


def test_an_item_takes_the_slots_there_are_r70() -> None:
    text = item('"slots": {"hands": «3»}')
    check(text, "item")
    assert fixed(unmarked(text)) == ["2"]


def test_what_binds_is_counted_r70() -> None:
    check(item('«"binds"»: {}', items_block(binding="")), "needs-block")


def test_an_item_without_the_items_block_r70() -> None:
    text = wares('«"item"»: {"category": "gear", "stats": {"bulk": 99}, "binds": {}}')
    check(text.replace('"holds": "items"', '"holds": «"items"»'), "needs-block")


# ---- R71, R72


def currency(units: str) -> str:
    return items_block(currencies=f'[{{"id": "coin", "label": "Coin", "units": [{units}]}}]')


def test_a_family_of_coins_has_a_smallest_r71() -> None:
    units = '[{"id": "bit", "label": "bits", "value": 2}]'
    written = f'[{{"id": "coin", "label": "Coin", "units": «{units}»}}]'
    check(catalogs("", items_block(currencies=written)), "item")


def test_no_two_coins_are_worth_the_same_r71() -> None:
    units = '{"id": "a", "label": "A", "value": 1}, {"id": "b", "label": "B", "value": «1»}'
    check(catalogs("", currency(units)), "duplicate-value")


def test_coins_are_named_alone_r71() -> None:
    """R71: a coin is named without its family (section 14, 22)."""
    families = (
        '[{"id": "coin", "label": "Coin", "units": [{"id": "bit", "label": "a", "value": 1}]}, '
        '{"id": "salt", "label": "Salt", "units": [{"id": «"bit"», "label": "b", "value": 1}]}]'
    )
    check(catalogs("", items_block(currencies=families)), "duplicate-id")


def test_coins_weigh_where_weight_is_counted_r71() -> None:
    units = '"units": [{"id": "bit", "label": "a", "value": 1}]'
    written = f'[{{"id": "coin", "label": "Coin", «"perWeight"»: 10, {units}}}]'
    check(catalogs("", items_block(currencies=written, carry="")), "needs-block")


@pytest.mark.parametrize(
    ("stat", "code"),
    [("weight", "unresolved-reference"), ("damage", "wrong-reference"), ("debt", "item")],
)
def test_what_is_carried_weighs_something_r71(stat: str, code: str) -> None:
    stats = (
        '[{"id": "damage", "label": "D", "type": "dice"}, '
        '{"id": "debt", "label": "Debt", "type": "number", "min": -1, "max": 1}]'
    )
    carry = f'{{"stat": «"{stat}"», "encumberedAbove": {{"const": 1}}}}'
    check(catalogs("", items_block(stats=stats, carry=carry)), code)


def test_what_is_bound_and_carried_knows_no_live_state_r71() -> None:
    carry = '{"stat": "bulk", "encumberedAbove": {"livePool": «"grit"»}}'
    check(catalogs("", items_block(carry=carry)), "live-reference")


def test_caps_of_rarities_r72() -> None:
    caps = '[{"rarity": "common", "stats": {"bulk": 10}}, {"rarity": "rare", "bonus": 1}]'
    clean(catalogs("", items_block(rarityCaps=caps)))
    check(
        catalogs("", items_block(rarityCaps=caps.replace('"rare"', '«"common"»'))),
        "duplicate-value",
    )
    check(
        catalogs("", items_block(rarityCaps=caps.replace('"rare"', '«"epic"»'))),
        "unresolved-reference",
    )


@pytest.mark.parametrize(
    ("stats", "code"),
    [
        ('"bulk": «11»', "bad-value"),
        ('"bulk": «0.5»', "bad-value"),
        ('«"damage"»: 1', "wrong-reference"),
        ('«"guard"»: 1', "unresolved-reference"),
    ],
)
def test_a_cap_is_a_number_that_the_stat_can_hold_r72(stats: str, code: str) -> None:
    caps = f'[{{"rarity": "common", "stats": {{{stats}}}}}]'
    check(catalogs("", items_block(rarityCaps=caps)), code)


# ---- R73


def test_what_items_do_r73() -> None:
    clean(
        item(
            '"slots": {"hands": 1}, "worn": {"effects": ["own-checks-advantage"], '
            '"skills": ["sneak"], "abilities": {"brawn": {"set": 3}, "wits": {"add": -1}}}, '
            '"requires": [{"value": {"livePool": "grit"}, "atLeast": 1, '
            '"otherwise": {"failsSaves": ["nerve"]}}]'
        )
    )


@pytest.mark.parametrize("inside", ["", '"abilities": {}', '"$comment": 1'])
def test_a_block_does_something_r73(inside: str) -> None:
    check(item(f'"carried": «{{»{inside}}}'), "item")


def test_scores_are_set_to_what_they_can_be_r73() -> None:
    check(item('"carried": {"abilities": {"brawn": {"set": «4»}}}'), "bad-value")
    check(item('"carried": {"abilities": {"brawn": {"add": «0»}}}'), "item")


def test_narrowings_narrow_something_r73_r86() -> None:
    """R73, R86: `skills` and `saves` go with something they narrow."""
    check(item('"carried": {"failsSaves": ["nerve"], "skills": «["sneak"]»}'), "item")


def test_what_is_otherwise_changes_no_score_r73() -> None:
    otherwise = '{"failsSaves": ["nerve"], «"abilities"»: {"brawn": {"add": 1}}}'
    requires = f'[{{"value": {{"const": 1}}, "atLeast": 1, "otherwise": {otherwise}}}]'
    check(item(f'"requires": {requires}'), "item")


def test_what_is_never_worn() -> None:
    """Section 14, 21."""
    worn = '"worn": {"failsSaves": ["nerve"]}'
    check(item(f"«{worn[:6]}»{worn[6:]}"), "no-effect")
    check(item(f'"slots": {{}}, «{worn[:6]}»{worn[6:]}'), "no-effect")
    clean(item(f'{worn}, "binds": {{}}'))
    clean(item(f'{worn}, "slots": {{"hands": 1}}'))
    clean(item('"carried": {"failsSaves": ["nerve"]}'))
    check(item('"worn": «null»'), "wrong-type")


# ---- R74


_WORN = '"slots": {"hands": 1}, "attack": {%s}'
_DAMAGE = '"budget": "act", "damage": {"dice": "1d6"}'


def attack(members: str, combat: str = "", resolution: str = SUM) -> str:
    return item(_WORN % members, items_block(), combat or fight(), resolution=resolution)


def test_an_attack_that_says_everything_r74() -> None:
    clean(
        attack(
            '"budget": "act", "toHit": {"abilities": {"stat": "swing"}, '
            '"skill": {"stat": "trade"}, "bonus": {"stat": "bulk"}}, '
            '"damage": {"dice": {"stat": "damage"}, "abilities": ["brawn"], "bonus": 1, '
            '"type": {"stat": "harm"}}, "reach": 2, "range": {"normal": 4, "long": 8}, '
            '"versatile": {"stat": "damage"}, "strikes": {"const": 1}, '
            '"ammo": {"tag": "thrown", "perAttack": 2}, "clip": {"max": 6, "reload": "quick"}, '
            '"modes": [{"id": "burst", "label": "Burst", "ammo": 6}], "floor": 1, '
            '"onHit": [{"condition": "shaken", "atLeast": 3}]'
        )
    )


def test_one_fights_with_what_one_wears_r74() -> None:
    written = f'«"attack"»: {{{_DAMAGE}}}'
    check(item(written, items_block(), fight()), "item")
    clean(item(f'{unmarked(written)}, "binds": {{}}', items_block(), fight()))


def test_two_hands_are_a_slot_r74() -> None:
    written = f'"binds": {{}}, "attack": {{{_DAMAGE}, «"versatile"»: "1d8"}}'
    check(item(written, items_block(), fight()), "item")


def test_nobody_reads_an_attack_without_a_fight_r74() -> None:
    text = _WORN.replace('"attack"', '«"attack"»') % f'{_DAMAGE}, "reach": 2'
    check(item(text, items_block()), "no-effect")


def test_a_damage_type_that_a_stat_says_r74() -> None:
    """R74: an enum stat in place of a damage type holds declared types only, where some are."""
    damage = '"budget": "act", "damage": {"dice": "1d6", "type": {"stat": %s}}'
    close, far = fight(damageTypes='["Close", "FAR "]'), fight(damageTypes='["close"]')
    clean(attack(damage % '"reach"', close))
    clean(attack(damage % '"reach"'))
    clean(attack(damage % '"harm"', far))
    check(attack(damage % '«"reach"»', far), "wrong-reference")


@pytest.mark.parametrize(
    "members",
    [
        '"toHit": {"abilities": ["might"], "skill": "dig", "target": 3}, "damage": {}',
        '"damage": {"dice": {"stat": "weight"}, "type": {"stat": "bulk"}}, "strikes": {"const": 0}',
        '"damage": {}, "ammo": {"tag": "sharp"}, "modes": [{"id": "a", "label": "A", "target": 1}]',
        '"damage": {}, "reach": 2, "range": {"normal": 4, "long": 2}, "offHand": true, '
        '"onHit": [{"condition": "stunned", "atLeast": 1}]',
    ],
)
def test_nothing_in_an_unread_attack_is_judged_r74(members: str) -> None:
    """R74: without a `combat` block an attack is accepted and unread."""
    check(item(f'«"attack"»: {{"budget": "none", {members}}}'), "no-effect")


def test_without_a_fight_nobody_asks_what_a_use_hits_with_r75() -> None:
    use = '"use": {"kind": "attack", "attackRoll": true, "toHit": {"skill": %s}}'
    clean(item(use % '"dig"', items_block()))
    paid = use.replace('"kind"', '"free": true, "kind"')
    check(item(paid % '«"dig"»', items_block(), fight()), "unresolved-reference")


def test_strikes_and_ranges_of_an_attack_r74_r84() -> None:
    check(attack(f'{_DAMAGE}, "strikes": {{"const": «0»}}'), "item")
    clean(attack(f'{_DAMAGE}, "strikes": {{"const": 1}}'))
    check(attack(f'{_DAMAGE}, "range": {{"normal": 6, "long": «5»}}'), "item")
    clean(attack(f'{_DAMAGE}, "range": {{"normal": 6, "long": 6}}'))


def test_a_fight_that_sums_needs_dice_r74() -> None:
    check(attack('"budget": "act", «"damage"»: {"bonus": 1}'), "missing-key")
    clean(attack('"budget": "act", "damage": {}', pool_fight(), POOL))


def test_reach_range_and_the_second_hand_need_their_blocks_r74() -> None:
    members = f'{_DAMAGE}, «"reach"»: 2, «"range"»: {{"normal": 4}}, «"offHand"»: true'
    check(attack(members, fight(distance="")), "needs-block")
    clean(attack(f'{_DAMAGE}, "offHand": true', fight(offHand='{"budget": "quick"}')))


def test_a_target_that_can_be_moved_r74() -> None:
    mode = '"modes": [{"id": "aimed", "label": "Aimed", %s: 6}]'
    check(attack(f'{_DAMAGE}, "toHit": {{«"target"»: 6}}'), "wrong-resolution")
    check(attack(f"{_DAMAGE}, " + mode % '«"target"»'), "wrong-resolution")
    pool = f"{_DAMAGE.replace('d6', 'd10')}, %s"
    clean(attack(pool % ('"toHit": {"target": 6}, ' + mode % '"target"'), pool_fight(), POOL))
    still = POOL.replace('"min": 5, "max": 9', '"min": 7, "max": 7')
    check(attack(pool % '"toHit": {«"target"»: 6}', pool_fight(), still), "wrong-resolution")


@pytest.mark.parametrize(
    "members",
    [
        '"toHit": {"abilities": {"stat": «"reach"»}}',
        '"toHit": {"skill": {"stat": «"swing"»}}',
        '"toHit": {"bonus": {"stat": «"damage"»}}',
        '"reach": {"stat": «"reach"»}',
        '"versatile": {"stat": «"bulk"»}',
        '"versatile": {"dice": {"stat": «"bulk"»}}',
        '"floor": {"stat": «"harm"»}',
        '"range": {"normal": {"stat": «"damage"»}}',
        '"ammo": {"tag": "thrown", "perAttack": {"stat": «"damage"»}}',
        '"clip": {"max": {"stat": «"damage"»}, "reload": "act"}',
        '"modes": [{"id": "a", "label": "A", "targets": {"stat": «"harm"»}}]',
        '"onHit": [{"condition": "shaken", "atLeast": {"stat": «"harm"»}}]',
    ],
)
def test_a_stat_of_the_right_sort_r74(members: str) -> None:
    check(attack(f"{_DAMAGE}, {members}"), "wrong-reference")


@pytest.mark.parametrize(
    "damage",
    [
        '{"dice": {"stat": «"harm"»}}',
        '{"dice": "1d6", "abilities": {"stat": «"trade"»}}',
        '{"dice": "1d6", "type": {"stat": «"bulk"»}}',
    ],
)
def test_a_stat_in_the_damage_r74(damage: str) -> None:
    check(attack(f'"budget": "act", "damage": {damage}'), "wrong-reference")


@pytest.mark.parametrize(
    "members",
    [
        '"ammo": {"tag": «"bolt"»}',
        '"clip": {"max": 6, "reload": «"slow"»}',
        '"onHit": [{"condition": «"stunned"», "atLeast": 1}]',
        '"toHit": {"abilities": [«"might"»], "skill": «"shoot"»}',
        '"reach": {"stat": «"length"»}',
    ],
)
def test_the_names_in_an_attack_r74(members: str) -> None:
    check(attack(f"{_DAMAGE}, {members}"), "unresolved-reference")


def test_the_budget_of_an_attack_r74() -> None:
    check(attack(_DAMAGE.replace('"act"', '«"acts"»')), "unresolved-reference")


def test_what_is_shot_comes_from_somewhere_r74() -> None:
    clip = '"clip": {"max": 6, "reload": "quick"}'
    check(
        attack(f'{_DAMAGE}, {clip}, "ammo": {{"tag": "thrown", «"recover"»: 0.5}}'),
        "exclusive-keys",
    )
    mode = '"modes": [{"id": "burst", "label": "Burst", %s}]'
    alone, many = mode % '«"ammo"»: 3', mode % '"ammo": «7»'
    check(attack(f"{_DAMAGE}, {alone}"), "item")
    check(attack(f"{_DAMAGE}, {clip}, {many}"), "item")
    check(attack(f'{_DAMAGE}, {clip}, "ammo": {{"tag": "thrown", "perAttack": «7»}}'), "item")
    clean(attack(f'{_DAMAGE}, {clip}, "ammo": {{"tag": "thrown", "perAttack": 6}}'))


def test_ways_to_attack_have_names_of_their_own_r74() -> None:
    modes = '"modes": [{"id": "aimed", "label": "A"}, {"id": «"aimed"», "label": "B"}]'
    check(attack(f"{_DAMAGE}, {modes}"), "duplicate-id")


# ---- R75


def use(members: str, more: str = "", *, combat: str | None = None) -> str:
    blocks = [items_block()] if combat == "" else [items_block(), combat or fight()]
    return item(f'"use": {{"kind": "heal", "free": true, {members}}}{more}', *blocks)


def test_a_use_that_says_everything_r75() -> None:
    charges = (
        '"charges": {"max": {"stat": "bulk"}, "breaksOn": {"die": 20, "atMost": 20}}, "stack": 1'
    )
    clean(
        use(
            '"amount": {"dice": "1d6"}, "attackRoll": true, "toHit": {"bonus": 1}, '
            '"save": {"save": "nerve", "onSuccess": "half"}, "saveDifficulty": {"stat": "bulk"}, '
            '"range": 3, "targets": "ally", "charges": 1, '
            '"restore": {"pool": "luck", "amount": {"flat": 1}}, '
            '"gate": {"check": {"skill": "sneak"}, "difficulty": {"stat": "bulk"}, '
            '"unless": {"value": {"abilityScore": "wits"}, "atLeast": 2}}',
            f", {charges}",
        )
    )


def test_a_use_costs_a_budget_in_a_fight_r75() -> None:
    written = '«"use"»: {"kind": "buff", "consumes": true}'
    check(item(written, items_block(), fight()), "missing-key")
    clean(item(unmarked(written), items_block()))


def test_a_use_that_does_not_roll_to_hit_r75() -> None:
    check(use('«"toHit"»: {"bonus": 2}'), "exclusive-keys")
    check(use('"attackRoll": false, «"toHit"»: {"bonus": 2}'), "exclusive-keys")


@pytest.mark.parametrize(
    "members",
    [
        '"save": {"save": "nerve", "onSuccess": "half"}',
        '"applies": [{"condition": "shaken", "duration": "until-save", '
        '"saveEnds": {"save": "nerve", "at": "turn-end"}}]',
        '"amount": {"flat": 1}, '
        '"plus": [{"flat": 1, "save": {"save": "nerve", "onSuccess": "half"}}]',
    ],
)
def test_a_use_that_asks_for_a_save_r75(members: str) -> None:
    written = use(members).replace('"kind": "heal"', '"kind": "attack"')
    check(written.replace('"use"', '«"use"»'), "missing-key")
    clean(written.replace('"free"', '"saveDifficulty": 8, "free"'))


def test_used_up_or_charged_r75() -> None:
    held = ', "charges": {"max": 3}, "stack": 1'
    check(use('"consumes": true, «"charges"»: 1', held), "exclusive-keys")
    check(use('«"charges"»: 1, "consumes": true', held), "exclusive-keys")


def test_charges_are_spent_by_a_use_r75() -> None:
    check(use('"range": 1', ', «"charges"»: {"max": 3}, "stack": 1'), "item")
    check(item('«"charges"»: {"max": 3}, "stack": 1'), "item")
    check(use('«"charges"»: 1'), "item")


def test_what_has_charges_does_not_stack_r75() -> None:
    text = use('"charges": 1', ', "charges": {"max": 3}, "stack": «2»')
    check(text, "item")
    assert fixed(unmarked(text)) == ["1"]
    clean(use('"charges": 1', ', "charges": {"max": 3}, "stack": 1.0'))
    silent = use('"charges": 1', ', «"charges"»: {"max": 3}')
    check(silent, "missing-key")
    assert fixed(unmarked(silent)) == ["1"]


def test_what_has_charges_holds_one_r75() -> None:
    charges = '"charges": {"max": {"stat": "bulk"}}, "stack": 1, "stats": {"bulk": %s}'
    clean(use('"charges": 1', f", {charges % 1}"))
    check(use('"charges": 1', f", {charges % '«0»'}"), "item")


def test_some_charges_come_back_r75() -> None:
    rests = '"rests": [{"id": "camp", "label": "Camp"}]'
    back = ', "stack": 1, "charges": {"max": 3, "recharge": {"rests": ["camp"], "amount": %s}}'
    for amount in ('"max"', '{"dice": "1d3"}', '{"flat": 1}'):
        written = f'"use": {{"kind": "heal", "charges": 1}}{back % amount}'
        clean(item(written, items_block(), rests))
    written = f'"use": {{"kind": "heal", "charges": 1}}{back % "«{}»"}'
    check(item(written, items_block(), rests), "item")


def test_what_a_use_gives_back_r75() -> None:
    restore = '"restore": {"pool": %s, "amount": %s}'
    check(use(restore % ('«"grit"»', '{"flat": 1}')), "item")
    check(use(restore % ('"luck"', "«{}»")), "item")
    check(use(restore % ('«"mana"»', '{"flat": 1}')), "unresolved-reference")
    harm = use(restore % ('"luck"', '{"flat": 1}')).replace('"kind": "heal"', '"kind": "attack"')
    check(harm.replace('"restore"', '«"restore"»'), "item")


def test_an_item_that_breaks_every_time_r75() -> None:
    breaks = '"charges": {"max": 3, "breaksOn": {"die": 6, "atMost": «7»}}, "stack": 1'
    text = use('"charges": 1', f", {breaks}")
    check(text, "item")
    assert fixed(unmarked(text)) == ["6"]


@pytest.mark.parametrize(
    ("members", "more"),
    [
        ('"gate": {"check": {"skill": «"dig"»}, "difficulty": 1}', ""),
        ('"gate": {"check": {"ability": «"might"»}, "difficulty": 1}', ""),
        (
            '"charges": 1',
            ', "stack": 1, "charges": {"max": 3, '
            '"recharge": {"rests": [«"camp"»], "amount": "max"}}',
        ),
    ],
)
def test_the_names_in_a_use_r75(members: str, more: str) -> None:
    check(use(members, more), "unresolved-reference")


@pytest.mark.parametrize(
    ("members", "more"),
    [
        ('"gate": {"check": {"skill": "sneak"}, "difficulty": {"stat": «"harm"»}}', ""),
        ('"saveDifficulty": {"stat": «"harm"»}', ""),
        ('"charges": 1', ', "stack": 1, "charges": {"max": {"stat": «"harm"»}}'),
    ],
)
def test_a_number_of_the_item_in_a_use_r75(members: str, more: str) -> None:
    check(use(members, more), "wrong-reference")


def test_free_or_paid_r75() -> None:
    written = '"use": {%s, "kind": "buff", %s}'
    for members in (('«"free"»: true', '"budget": "act"'), ('"budget": "act"', '«"free"»: true')):
        check(item(written % members, items_block(), fight()), "exclusive-keys")


def test_more_harm_adds_to_harm_r56a_r75() -> None:
    """R56a: `plus` stands beside an amount, and never on what heals."""
    plus = '«"plus"»: [{"flat": 1}]'
    check(use(f'"amount": {{"flat": 1}}, {plus}'), "exclusive-keys")
    alone = use(plus).replace('"kind": "heal"', '"kind": "attack"')
    check(alone, "exclusive-keys")
    check(alone.replace('[{"flat": 1}]', "[]"), "exclusive-keys")


def test_what_is_used_throws_the_die_of_the_fight_r59_r75() -> None:
    """R59: a fight of pools throws its own die for harm; healing is an amount, whatever its dice.
    A wound track takes no temporary health."""

    def in_pool(members: str) -> str:
        written = f'"use": {{"free": true, {members}}}'
        return item(written, items_block(), pool_fight(), resolution=POOL)

    clean(in_pool('"kind": "heal", "amount": {"dice": "2d6"}'))
    clean(in_pool('"kind": "attack", "amount": {"dice": "2d10"}'))
    harm = '"kind": "attack", "amount": {"dice": «"2d6"»}, "plus": [{"dice": «"1d4"»}]'
    check(in_pool(harm), "wrong-resolution")
    check(in_pool('"kind": "buff", «"temporary"»: {"flat": 2}'), "item")


def test_health_of_a_battle_is_not_restored_r75() -> None:
    restore = '"use": {"kind": "heal", "restore": {"pool": «"grit"», "amount": {"flat": 1}}}'
    battle = '"battle": {"health": {"pool": "grit"}}'
    check(item(restore, items_block(), battle), "item")
    clean(item(unmarked(restore).replace("grit", "luck"), items_block(), battle))


# ---- R76


def test_a_service_is_bought_and_gone_r76() -> None:
    clean(item('"service": true, "cost": {"amount": 0, "unit": "bit"}'))
    check(wares('«"item"»: {"category": "gear", "service": true}', items_block()), "missing-key")


@pytest.mark.parametrize(
    "member",
    [
        '«"slots"»: {"hands": 1}',
        '«"stack"»: 2',
        '«"binds"»: {}',
        '«"carried"»: {"failsSaves": ["nerve"]}',
        '«"requires"»: [{"value": {"const": 1}, "atLeast": 1, '
        '"otherwise": {"failsSaves": ["nerve"]}}]',
        '«"use"»: {"kind": "buff"}',
    ],
)
def test_nobody_has_a_service_r76(member: str) -> None:
    check(
        item(f'"service": true, "cost": {{"amount": 1, "unit": "bit"}}, {member}'),
        "exclusive-keys",
    )


def test_where_an_item_is_sold_r76() -> None:
    market = items_block(market=MARKET)
    cost = '"cost": {"amount": 1, "unit": "bit"}'
    clean(item(f'{cost}, "sold": {{"place": "village"}}', market))
    check(item(f'{cost}, "sold": {{"place": «"city"»}}', market), "unresolved-reference")
    check(item(f'{cost}, «"sold"»: {{"place": "village"}}'), "needs-block")


def test_what_costs_nothing_is_not_sold_r78() -> None:
    """R78: an item without `cost` is never for sale."""
    check(item('«"sold"»: {"place": "village"}', items_block(market=MARKET)), "no-effect")
