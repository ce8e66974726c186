"""How checks are rolled: what dice cannot do."""

from __future__ import annotations

import pytest

from modwright.findings.model import Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import clean
from tests.languages.ruleset.sheet_text import check, mended, sheet

_POOLS = '"live": {"pools": [{"id": "grit", "label": "根性 🔥", "max": {"const": 5}}]}'


def dice_sum(members: str = "", tiers: str = '{"id": "untrained", "label": "Untrained"}') -> str:
    return (
        '{"kind": "dice-sum", "abilityModifier": {"op": "identity"}, '
        f'"proficiencyTiers": [{tiers}], '
        '"difficultyLadder": [{"label": "易しい", "dc": 8}]'
        + (f", {members}" if members else "")
        + "}"
    )


def dice_pool(members: str = "", target: str = '{"default": 7, "min": 5, "max": 9}') -> str:
    return (
        '{"kind": "dice-pool", "abilityModifier": {"op": "identity"}, '
        '"proficiencyTiers": [{"id": "untrained", "label": "Untrained"}], '
        f'"target": {target}, '
        '"difficultyLadder": [{"label": "易しい", "successes": 1}]'
        + (f", {members}" if members else "")
        + "}"
    )


def rolled(resolution: str, sheet_members: str = _POOLS) -> str:
    return sheet(sheet_members, resolution=resolution)


@pytest.mark.parametrize(
    "members",
    [
        '"dice": {"count": 3, "sides": 6}, "naturals": «{"check": "both"}»',
        '"dice": {"count": 2, "sides": 6}, "naturals": «{"check": "none", "save": "min-only"}»',
    ],
)
def test_r20_natural_results_need_a_single_die(members: str) -> None:
    check(rolled(dice_sum(members)), "wrong-resolution")


@pytest.mark.parametrize(
    "members",
    [
        '"naturals": {"check": "both", "save": "both"}',
        '"dice": {"count": 1, "sides": 100}, "naturals": {"check": "max-only"}',
        '"dice": {"count": 3, "sides": 6}, "naturals": {"check": "none", "save": "none"}',
        '"dice": {"count": 3, "sides": 6}, "naturals": {}',
    ],
)
def test_r20_one_die_or_no_natural_results(members: str) -> None:
    clean(rolled(dice_sum(members)))


def test_r21_a_multiplier_has_something_to_multiply() -> None:
    tiers = (
        '{"id": "untrained", "label": "Untrained"}, '
        '{"id": "adept", "label": "Adept", "multiplier": «0.5»}, '
        '{"id": "zero", "label": "Zero", "multiplier": 0, "flat": 2}'
    )
    check(rolled(dice_sum(tiers=tiers)), "wrong-resolution")
    bonus = '"proficiency": {"bonus": {"const": 2}}'
    clean(rolled(dice_sum(bonus, tiers=unmark(tiers)[0])))


def test_trap_8_what_the_first_tier_adds_everybody_has() -> None:
    tiers = '{"id": "untrained", "label": "Untrained", "flat": «1»}'
    check(rolled(dice_sum(tiers=tiers)), "trap", least=Severity.INFORMATION)


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ('"pool": {"min": «6», "max": 5}', "never-fires"),
        ('"double": {"from": «11»}', "never-fires"),
        ('"explode": {"from": 10, "min": «11»}, "die": {"sides": 10}', "never-fires never-fires"),
        ('"explode": {"from": «8», "min": 9}', "never-fires"),
        ('"die": {"sides": 6}, "double": {"min": «7»}', "never-fires"),
    ],
)
def test_r22_what_the_die_never_shows(members: str, code: str) -> None:
    if " " in code:
        # Above the die, and above the faces that count anyway: two faults, two places.
        members = members.replace('"from": 10', '"from": «10»')
    target = '{"default": 6, "min": 5, "max": 6}'
    check(rolled(dice_pool(members, target)), *code.split())


@pytest.mark.parametrize(
    "target",
    [
        '{"default": 7, "min": «9», "max": 5}',
        '{"default": «4», "min": 5, "max": 9}',
        '{"default": «10», "min": 5, "max": 9}',
        '{"default": 7, "min": 5, "max": «11»}',
        '{"default": «12», "min": «12», "max": «12»}',
    ],
)
def test_r22_targets_are_on_the_die_and_in_order(target: str) -> None:
    check(rolled(dice_pool(target=target)), "impossible-face")


@pytest.mark.parametrize(
    "members",
    [
        '"pool": {"min": 5, "max": 5}',
        '"double": {"from": 10}, "explode": {"from": 10, "min": 10}',
        '"die": {"sides": 12}, "explode": {"from": 12, "min": 5}',
        '"explode": {"min": 2}',
    ],
)
def test_r22_faces_up_to_the_highest_are_fine(members: str) -> None:
    clean(rolled(dice_pool(members)))
    clean(rolled(dice_pool(target='{"default": 10, "min": 2, "max": 10}')))


@pytest.mark.parametrize("key", ["cancel", "botch"])
def test_r23_a_face_that_can_succeed_does_nothing_else(key: str) -> None:
    refused = rolled(dice_pool(f'"{key}": {{"upTo": «5»}}'))
    check(refused, "impossible-face")
    assert f'"{key}": {{"upTo": 4}}' in mended(refused, "impossible-face")
    clean(rolled(dice_pool(f'"{key}": {{"upTo": 4}}')))


def test_r24_a_reroll_leaves_a_face_standing() -> None:
    check(
        rolled(
            dice_pool(
                '"reroll": [{"id": "careful", "upTo": «10», "mode": "once"}, '
                '{"id": "steady", "upTo": 9, "mode": "until"}], '
                '"spend": [{"pool": "grit", "amount": 1, "perCheck": 1, '
                '"reroll": {"upTo": «11», "mode": "once"}}]'
            )
        ),
        "impossible-face",
    )


def test_r8_two_rerolls_have_two_names() -> None:
    reroll = '"upTo": 3, "mode": "once"'
    check(
        rolled(
            dice_pool(f'"reroll": [{{"id": "careful", {reroll}}}, {{"id": «"careful"», {reroll}}}]')
        ),
        "duplicate-id",
    )


def test_r26_a_sum_of_dice_has_nothing_to_spend_on() -> None:
    spend = '{"pool": "grit", "amount": 1, "successes": 1, "perCheck": 1}'
    check(rolled(dice_sum(f'"spend": [«{spend}»]')), "wrong-resolution")
    clean(rolled(dice_sum('"spend": []')))
    clean(rolled(dice_pool(f'"spend": [{spend}]')))


def test_r26_each_pool_pays_once_and_can_pay() -> None:
    spend = '"amount": 1, "perCheck": "pool"'
    check(
        rolled(
            dice_pool(
                f'"spend": [{{"pool": "grit", {spend}, "dice": 1}}, '
                f'{{"pool": «"grit"», {spend}, "successes": 1}}, '
                f'{{"pool": «"wrath"», {spend}, "dice": 2}}, '
                f'{{"pool": «"gritt"», {spend}, "dice": 2}}]'
            ),
            '"live": {"pools": [{"id": "grit", "label": "Grit", "max": {"const": 5}}, '
            '{"id": "wrath", "label": "Wrath", "max": {"const": 5}, "start": "empty"}]}',
        ),
        "duplicate-value",
        "wrong-reference",
        "unresolved-reference",
    )


def test_r26_a_limit_may_be_read_from_live_state() -> None:
    clean(
        rolled(
            dice_pool(
                '"spend": [{"pool": "grit", "amount": 1, "dice": 1, '
                '"perCheck": {"livePool": "grit"}}]'
            )
        )
    )


_HARDER = (
    '"sections": [{"id": "craft", "label": "Craft", "untrained": «"harder"»}], '
    '"skills": [{"id": "smith", "label": "鍛冶", "section": "craft", "untrained": «"harder"»}], '
    '"saves": [{"id": "nerve", "label": "Nerve", "untrained": «"harder"»}]'
)


def test_r27_harder_needs_a_target_that_moves() -> None:
    check(rolled(dice_sum(), _HARDER), "wrong-resolution")
    check(
        rolled(dice_pool(target='{"default": 7, "min": 7, "max": 7}'), _HARDER), "wrong-resolution"
    )
    clean(rolled(dice_pool(), unmark(_HARDER)[0]))


@pytest.mark.parametrize("untrained", ['"normal"', '"refuse"', '{"by": 0}', '{"by": -4}'])
def test_r27_other_ways_are_open_to_all(untrained: str) -> None:
    skill = f'"skills": [{{"id": "smith", "label": "Smith", "untrained": {untrained}}}]'
    clean(rolled(dice_sum(), skill))
    clean(rolled(dice_pool(), skill))


def test_r15_penalties_come_from_wounds() -> None:
    tracks = (
        '"live": {"tracks": [{"id": "alarm", "label": "Alarm", "min": 0, "max": 4}, '
        '{"id": "harm", "label": "Harm", "min": 0, "max": 1, '
        '"levels": [{"label": "Down", "penalty": -2}], '
        '"kinds": [{"id": "cut", "label": "切傷", "severity": 0}]}]}'
    )
    clean(rolled(dice_sum('"penaltyFrom": "harm"'), tracks))
    check(rolled(dice_sum('"penaltyFrom": «"alarm"»'), tracks), "wrong-reference")
    check(rolled(dice_sum('"penaltyFrom": «"harms"»'), tracks), "unresolved-reference")


def test_r15_adjustments_name_abilities() -> None:
    check(
        sheet(
            '"abilities": [{"id": "might", "label": "Might", "min": 1, "max": 5, "default": 2}]',
            resolution=dice_sum(
                '"adjust": [{"value": {"const": 1}, "abilities": ["might", «"mights"»]}]'
            ),
        ),
        "unresolved-reference",
    )
