"""Fights: the kind, health, budgets, attacks, conditions, contests and all that is in them."""

from __future__ import annotations

import pytest

from modwright.findings.model import Finding, Severity, TextEdit
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.combat_text import BOARD, fight, pool_fight, with_sheet
from tests.languages.ruleset.ruleset_text import POOL, SUM, check, clean, found


def error_in(text: str) -> Finding:
    """The only error of a text."""
    (error,) = (each for each in found(text) if each.severity is Severity.ERROR)
    return error


def test_the_plainest_fights_are_fine() -> None:
    clean(fight())
    clean(pool_fight())


# The kind of fight ------------------------------------------------------------------------------


def test_pools_are_thrown_only_where_checks_throw_them_r81() -> None:
    check(pool_fight(resolution=SUM, kind='«"dice-pool"»'), "wrong-resolution")
    clean(fight(resolution=POOL))


def test_each_kind_has_keys_of_its_own_r81() -> None:
    roll = '{"dice": {"count": 1, "sides": 6}}'
    check(pool_fight(f'«"attackRoll"»: {roll}'), "wrong-resolution")
    check(fight('«"pool"»: {}'), "wrong-resolution")
    check(fight(attackRoll="").replace('"combat":', '«"combat"»:'), "missing-key")
    check(pool_fight(pool="").replace('"combat":', '«"combat"»:'), "missing-key")


def test_initiative_out_of_a_pool_is_for_pools_r81() -> None:
    check(fight(initiative='{«"pool"»: {"const": 3}}'), "wrong-resolution")
    clean(pool_fight(initiative='{"pool": {"const": 3}, "plus": 2, "each": "round"}'))


@pytest.mark.parametrize("place", ["conditions", "levels"])
def test_modifiers_have_no_dice_among_pools_r81(place: str) -> None:
    of = '"condition": "shaken"' if place == "conditions" else '"track": "heat", "at": 1'
    modifier = '{"to": "attacks", "dice": «"1d6"»}'
    text = f'"{place}": [{{{of}, "modifiers": [{modifier}]}}]'
    check(pool_fight(text), "wrong-resolution")
    clean(fight(unmark(text)[0]))


def test_one_die_has_natural_faces_r20() -> None:
    roll = '{{"dice": {{"count": {}, "sides": 6}}, "naturals": {}}}'
    check(fight(attackRoll=roll.format(2, '«{"max": "hit"}»')), "wrong-resolution")
    clean(fight(attackRoll=roll.format(1, '{"max": "hit"}')))
    clean(fight(attackRoll=roll.format(2, '{"max": "none"}')))


# Health and damage ------------------------------------------------------------------------------


def test_marks_have_kinds_and_points_have_none_r82() -> None:
    kinds = '{"default": "knock", "marks": "per-point"}'
    check(
        fight(f'«"damageKinds"»: {kinds}').replace('"knock", "marks', '"knock", "marks'), "combat"
    )
    check(pool_fight(damageKinds="").replace('"combat"', '«"combat"»'), "missing-key")


def test_health_starts_full_r82() -> None:
    check(fight(health='{"pool": «"spark"»}'), "wrong-reference")
    check(fight(health='{"pool": «"arms"»}'), "unresolved-reference")


def test_kinds_by_damage_type_r82() -> None:
    kinds = '{{"default": "knock", "byType": {{{}}}, "marks": "per-blow"}}'
    types = '"damageTypes": ["Fire", "火 🔥"]'
    clean(pool_fight(types, damageKinds=kinds.format('" fire": "tear", "火 🔥": "knock"')))
    check(pool_fight(types, damageKinds=kinds.format('«"frost"»: "tear"')), "unresolved-reference")
    check(
        pool_fight(types, damageKinds=kinds.format('"fire": "tear", «"FIRE "»: "tear"')),
        "duplicate-value",
    )
    check(pool_fight(types, damageKinds=kinds.format('"fire": «"burn"»')), "unresolved-reference")
    clean(pool_fight(damageKinds=kinds.format('"anything": "tear"')))


def test_damage_types_are_told_apart_without_case_r82() -> None:
    check(fight('"damageTypes": ["fire", «" Fire "»]'), "duplicate-value")


def test_soak_says_what_it_takes_off_r93() -> None:
    check(pool_fight(pool='{"soak": «{"roll": true}»}'), "exclusive-keys")
    clean(pool_fight(pool='{"soak": {"roll": true, "byKind": {"tear": {"const": 1}}}}'))
    check(
        pool_fight(pool='{"soak": {"roll": true, "byKind": {«"burn"»: {"const": 1}}}}'),
        "unresolved-reference",
    )
    check(
        pool_fight(
            pool='{"soak": {"roll": true, "byKind": {«"knock"»: {"const": 1}}}}',
            health='{"pool": "grit"}',
            damageKinds="",
        ),
        "combat",
    )


def test_damage_is_thrown_against_a_face_that_there_is_r93() -> None:
    clean(pool_fight(pool='{"damageTarget": 10}'))
    check(pool_fight(pool='{"damageTarget": «11»}'), "impossible-face")


def test_threats_go_from_the_lower_number_to_the_higher_r93() -> None:
    tier = (
        '{"id": "stray", "label": "Stray", "health": [«8», 3], "defense": 5, "toHit": 0, '
        '"damagePerRound": [2, 2], "saveDifficulty": 0}'
    )
    text = fight(f'"threat": {{"tiers": [{tier}]}}')
    check(text, "combat")
    plain = unmark(text)[0]
    fix = error_in(plain).fixes[0]
    assert [plain[start:end] for start, end in fix.swaps[0].places] == ["8", "3"]


# Initiative -------------------------------------------------------------------------------------


def test_initiative_is_thrown_with_dice_or_with_a_pool_r92() -> None:
    check(fight(initiative="«{}»"), "exclusive-keys")
    both = '«{"dice": {"count": 1, "sides": 6}, "pool": {"const": 1}}»'
    check(pool_fight(initiative=both), "exclusive-keys")


@pytest.mark.parametrize(
    "members",
    [
        '"pool": {"const": 1}, «"modifier"»: {"const": 1}',
        '"dice": {"count": 1, "sides": 6}, «"plus"»: 1',
    ],
)
def test_what_belongs_to_the_other_way_of_throwing_r92(members: str) -> None:
    check(pool_fight(initiative=f"{{{members}}}"), "combat")


def resource(members: str, style: str = '"takes": {}') -> str:
    styles = f'"styles": [{{"id": "press", "label": "Press", {style}}}]'
    block = f'"pool": {{"const": 3}}, "resource": {{{members}, {styles}}}'
    return pool_fight(initiative=f"{{{block}}}")


def test_everyone_starts_above_the_crash_r92() -> None:
    clean(resource('"base": 3, "crash": {"at": 2, "condition": "shaken"}'))
    check(resource('"base": «3», "crash": {"at": 3}'), "combat")
    check(resource('"base": «0», "crash": {}'), "combat")
    clean(resource('"base": 0'))


def test_some_style_takes_r92() -> None:
    text = resource('"base": 3', '"spends": {}').replace('"styles": [', '"styles": «[')
    check(text.replace("}}]}}", "}}]»}}", 1), "combat")


def test_a_miss_costs_nothing_or_something_r92() -> None:
    styles = (
        '[{"id": "press", "label": "Press", "takes": {}}, '
        '{"id": "rush", "label": "Rush", "spends": {"onMiss": [[1, 0], [3, «-2»]]}}]'
    )
    block = f'{{"pool": {{"const": 3}}, "resource": {{"base": 3, "styles": {styles}}}}}'
    check(pool_fight(initiative=block), "combat")


def test_a_resource_orders_by_itself_r92() -> None:
    text = resource('"base": 3').replace(
        '"pool": {"const": 3}', '"pool": {"const": 3}, «"each"»: "round"'
    )
    check(text, "exclusive-keys")


def test_hardness_is_for_initiative_that_is_spent_r92() -> None:
    check(pool_fight(pool='{«"hardness"»: {"const": 2}}'), "combat")


# Distances --------------------------------------------------------------------------------------


def test_the_first_of_what_a_board_reads_is_told_r91() -> None:
    check(fight('«"cover"»: {"bonus": 1}, "opportunity": {"budget": "act"}'), "needs-block")
    clean(fight(f'{BOARD}, "ranged": {{"long": "disadvantage"}}, "cover": {{"bonus": 1}}'))


def test_what_only_a_board_reads_does_nothing_without_one_r91() -> None:
    held = '"condition": "held", "effects": [«"speed-zero"», "cannot-act"]'
    slowed = '"condition": "shaken", "modifiers": [{"to": «"speed"», "flat": -2}]'
    text = f'"conditions": [{{{held}}}, {{{slowed}}}]'
    check(fight(text), "no-effect")
    clean(fight(f"{BOARD}, {unmark(text)[0]}"))


# Attacks and abilities --------------------------------------------------------------------------


def attack(members: str) -> str:
    return f'"attacks": [{{"list": "arms", "budget": "act", "name": "name", {members}}}]'


DAMAGE = '"damage": {"dice": {"column": "dice"}}'


def test_columns_of_an_attack_are_of_the_right_type_r84() -> None:
    right = (
        '"toHit": {"ability": {"column": "swing"}, "proficiency": {"column": "ready"}, '
        '"bonus": {"column": "weight"}}, "damage": {"dice": {"column": "dice"}, '
        '"type": {"column": "swing"}}'
    )
    clean(fight(attack(right)))
    wrong = (
        '"toHit": {"ability": {"column": «"name"»}, "proficiency": {"column": «"weight"»}}, '
        '"damage": {"dice": {"column": «"name"»}, "type": {"column": «"weight"»}}'
    )
    check(fight(attack(wrong)), "wrong-reference")
    check(fight(attack('"damage": {"dice": {"column": «"harm"»}}')), "unresolved-reference")


def test_the_nearest_fitting_column_is_offered_r84() -> None:
    text = fight(attack('"damage": {"dice": {"column": "name"}}'))
    finding = error_in(text)
    (edit,) = finding.fixes[0].edits
    assert edit == TextEdit(finding.start, finding.end, '"dice"')


def test_reach_and_range_are_distances_r84() -> None:
    check(fight(attack(f'{DAMAGE}, «"reach"»: {{"const": 2}}')), "needs-block")
    check(fight(attack(f'{DAMAGE}, «"range"»: {{"normal": {{"const": 2}}}}')), "needs-block")
    ends = '"range": {"normal": {"const": 6}, "long": «{"const": 5}»}'
    check(fight(f"{BOARD}, " + attack(f"{DAMAGE}, {ends}")), "combat")
    ends = unmark(ends)[0].replace("5", "6")
    clean(fight(f"{BOARD}, " + attack(f"{DAMAGE}, {ends}")))


def test_an_attack_strikes_at_least_once_r84() -> None:
    check(fight(attack(f'{DAMAGE}, "strikes": {{"const": «0»}}')), "combat")
    check(fight(attack(f'{DAMAGE}, «"strikesCappedBy"»: {{"column": "ready"}}')), "combat")
    clean(
        fight(
            attack(f'{DAMAGE}, "strikes": {{"const": 1}}, "strikesCappedBy": {{"column": "ready"}}')
        )
    )


def test_budgets_are_declared_r83() -> None:
    check(fight('"abilities": [{"list": "arms", "budget": «"move"»}]'), "unresolved-reference")


def test_rows_that_no_catalog_fills_do_nothing_r85() -> None:
    text = fight('"abilities": [{"list": «"arms"», "budget": "act"}]')
    check(text.replace('"feeds": ["arms"]', '"feeds": ["ships"]'), "no-effect")
    clean(unmark(text)[0])


def test_an_exception_of_abilities_needs_its_rule_r85() -> None:
    always = '«"alwaysWhen"»: {"column": "weight", "equals": 0}'
    check(fight(f'"abilities": [{{"list": "arms", "budget": "act", {always}}}]'), "combat")


# Conditions and levels --------------------------------------------------------------------------


def condition(members: str) -> str:
    return fight(f'{BOARD}, "conditions": [{{"condition": "shaken", {members}}}]')


def test_a_condition_is_spoken_of_once_r86() -> None:
    rows = '{"condition": "shaken"}, {"condition": "held"}, {"condition": «"shaken"»}'
    check(fight(f'"conditions": [{rows}]'), "duplicate-value")


def test_a_narrowing_narrows_something_r86() -> None:
    check(condition('"effects": ["cannot-act"], "saves": «["nerve"]»'), "combat")
    check(condition('"modifiers": [{"to": "saves", "flat": 1}], "skills": «["sneak"]»'), "combat")
    clean(condition('"effects": ["own-saves-advantage"], "saves": ["nerve"]'))
    clean(condition('"modifiers": [{"to": "checks", "flat": 1}], "skills": ["sneak"]'))


def test_what_depends_on_the_source_is_an_effect_r86() -> None:
    effects = '"effects": ["cannot-act"], "whileSourceInSight": ["cannot-act", «"cannot-react"»]'
    check(condition(effects), "combat")
    clean(condition('"effects": ["cannot-act"], "whileSourceInSight": true'))


@pytest.mark.parametrize(
    ("modifier", "code"),
    [
        ('"to": «"attacks"»', "exclusive-keys"),
        ('"to": "attacks", "flat": «0»', "combat"),
        ('"to": "defense", "dice": «"1d4"»', "combat"),
        ('"to": "speed", "dice": «"1d4"»', "combat"),
        ('"to": "attacks", "flat": 1, "minus": «true»', "combat"),
        ('"to": "attacks", "times": «2»', "combat"),
        ('"to": "attacks", "mode": «"advantage"»', "combat"),
        ('"to": "saves", "flat": 1, "skills": «["sneak"]»', "combat"),
        ('"to": "checks", "flat": 1, "saves": «["nerve"]»', "combat"),
    ],
)
def test_modifiers_that_make_no_sense_r86a(modifier: str, code: str) -> None:
    check(condition(f'"modifiers": [{{{modifier}}}]'), code)


@pytest.mark.parametrize(
    "modifier",
    [
        '"to": "attacks", "flat": -100',
        '"to": "attacks", "dice": "1d4", "minus": true',
        '"to": "speed", "times": 0.5',
        '"to": "checks", "mode": "advantage", "skills": ["sneak"]',
        '"to": "saves", "mode": "disadvantage", "saves": ["nerve"]',
    ],
)
def test_modifiers_as_they_should_be_r86a(modifier: str) -> None:
    clean(condition(f'"modifiers": [{{{modifier}}}]'))


def test_a_key_that_does_not_fit_can_be_removed_r86a() -> None:
    text = condition('"modifiers": [{"to": "attacks", "flat": 1, "minus": true}]')
    (edit,) = error_in(text).fixes[0].edits
    mended = text[: edit.start] + edit.new_text + text[edit.end :]
    assert '{"to": "attacks", "flat": 1}' in mended
    clean(mended)


def level(members: str) -> str:
    return fight(f'{BOARD}, "levels": [{{{members}}}]')


def test_levels_of_a_track_or_of_a_derived_value_r87() -> None:
    effects = '"effects": ["cannot-act"]'
    clean(level(f'"track": "heat", "at": 5, {effects}'))
    clean(level(f'"derived": "load", "at": 500, {effects}'))
    check(level(f'"track": «"heat"», "derived": "load", "at": 5, {effects}'), "exclusive-keys")
    check(level(f'"track": "heat", "at": «6», {effects}'), "combat")
    check(level(f'"track": «"harm"», "at": 1, {effects}'), "wrong-reference")
    clean(level(f'"track": "tide", "at": 90, {effects}'))


def test_a_level_without_a_source_r87() -> None:
    text = '"levels": [{"at": 1, "effects": ["cannot-act"]}]'
    check(fight(text.replace("[{", "[«{»")), "exclusive-keys")


def test_a_level_does_something_that_goes_with_levels_r87() -> None:
    check(level('"track": "heat", "at": 1, "effects": [«"ends-on-damage"»]'), "combat")
    check(level('"track": "heat", "at": 1, "effects": «[]»'), "combat")
    clean(level('"track": "heat", "at": 1, "failsSaves": ["nerve"]'))


def test_one_source_has_one_level_at_a_number_r87() -> None:
    effects = '"effects": ["cannot-act"]'
    rows = (
        f'{{"track": "heat", "at": 1, {effects}}}, {{"derived": "load", "at": 1, {effects}}}, '
        f'{{"track": "heat", "at": «1», {effects}}}'
    )
    check(fight(f'"levels": [{rows}]'), "duplicate-value")


# Contests ---------------------------------------------------------------------------------------

CHECKS = '"checks": [{"id": "push", "label": "Push", "value": {"const": 1}}]'


def contest(members: str, *, board: str = f"{BOARD}, ") -> str:
    sides = '"attacker": {"checks": ["push"]}, "defender": {"checks": ["push"]}'
    head = f'"id": "grab", "label": "Grab", "budget": "act", {sides}'
    return fight(f'{board}{CHECKS}, "contests": [{{{head}, {members}}}]')


def test_contests_r88() -> None:
    clean(contest('"onWin": {"push": 4}, "reach": 2'))
    check(contest('"onWin": {«"push"»: 4}, «"reach"»: 2', board=""), "needs-block")
    win = '"onWin": {"applies": [{"condition": "shaken"}, {"condition": «"held"»}]}'
    check(contest(f'"from": {{"holding": "held"}}, {win}'), "combat")
    clean(contest(unmark(win)[0]))


# Standard actions, concentration, dying, limits -------------------------------------------------


def test_standard_actions_r89() -> None:
    check(fight('"standard": ["dodge", «"hide"», «"ready"»]'), "no-effect")
    check(fight('"standardEffects": {«"dodge"»: {"saves": ["nerve"]}}'), "combat")
    clean(fight('"standard": ["dodge"], "standardEffects": {"dodge": {"saves": ["nerve"]}}'))


def dying(successes: str, failures: str) -> str:
    tracks = f'"successes": {successes}, "failures": {failures}'
    dice = '"dice": {"count": 1, "sides": 20}, "succeedAt": 10'
    return fight(f'"dying": {{"kind": "saves", {tracks}, {dice}}}')


def test_dying_is_counted_on_two_plain_tracks_r90() -> None:
    clean(dying('"grace"', '"doom"'))
    check(dying('«"veil"»', '"doom"'), "combat")
    check(dying('«"tide"»', '"doom"'), "combat")
    check(dying('«"brim"»', '"doom"'), "combat")
    check(dying('"grace"', '«"grace"»'), "combat")
    check(dying('"grace"', '«"harm"»'), "wrong-reference")


def concentration(text: str) -> str:
    return fight(
        f'"concentration": {{"text": {text}, "save": "nerve", "floor": 10, "fromDamage": 0.5}}'
    )


def test_concentration_is_written_on_the_sheet_r90() -> None:
    clean(concentration('"focus"'))
    check(concentration('«"heat"»'), "unresolved-reference")


def limit(pool: str) -> str:
    return f'{{"pool": {pool}, "max": {{"const": 1}}, "per": "turn"}}'


def test_a_pool_has_one_limit_r94() -> None:
    rows = ", ".join(limit(pool) for pool in ('"grit"', '"luck"', '«"luck"»'))
    check(pool_fight(f'"spendLimits": [{rows}]'), "duplicate-value")


def test_a_fight_without_a_sheet_to_read_says_what_is_missing() -> None:
    text = with_sheet('"combat": {"kind": 3, "health": [], "levels": [{}, 4], "initiative": null}')
    assert {each.code for each in found(text)} >= {"ruleset/wrong-type"}
