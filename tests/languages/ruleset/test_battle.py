"""What a ruleset lends to Classic battles."""

from __future__ import annotations

import pytest

from modwright.findings.model import Severity
from tests.languages.ruleset.combat_text import with_sheet
from tests.languages.ruleset.ruleset_text import check, clean, ruleset


def battle(members: str) -> str:
    return with_sheet(f'"battle": {{"health": {{"pool": "grit"}}, {members}}}')


def test_a_battle_block_that_says_everything_r80() -> None:
    clean(
        battle(
            '"energy": {"pool": "luck"}, "slots": [{"pool": "spark", "level": 1}], '
            '"skills": [{"list": "arms", "onlyWhen": "ready", '
            '"alwaysWhen": {"column": "weight", "equals": 99}}]'
        )
    )


@pytest.mark.parametrize(
    "members",
    [
        '"energy": {"pool": «"grit"»}',
        '"slots": [{"pool": «"grit"», "level": 1}]',
        '"energy": {"pool": "luck"}, "slots": [{"pool": «"luck"», "level": 1}]',
        '"energy": {"pool": «"grit"»}, "slots": [{"pool": «"grit"», "level": 1}]',
    ],
)
def test_each_of_its_pools_is_another_one_r80(members: str) -> None:
    check(battle(members), "battle")


def test_slots_are_told_apart_by_pool_and_by_level_r80() -> None:
    slots = '{"pool": "luck", "level": 1}, {"pool": «"luck"», "level": 2}, {"pool": "spark", '
    check(battle(f'"slots": [{slots}"level": «1»}}]'), "duplicate-value")


def test_an_exception_needs_its_rule_r80() -> None:
    check(
        battle('"skills": [{"list": "arms", «"alwaysWhen"»: {"column": "weight", "equals": 0}}]'),
        "battle",
    )


@pytest.mark.parametrize(
    ("column", "value"), [("weight", '"much"'), ("ready", "1"), ("swing", '"wits"'), ("name", "1")]
)
def test_an_exception_compares_with_what_its_column_holds_r80(column: str, value: str) -> None:
    skill = f'"onlyWhen": "ready", "alwaysWhen": {{"column": "{column}", "equals": «{value}»}}'
    check(battle(f'"skills": [{{"list": "arms", {skill}}}]'), "battle")


def test_health_is_a_pool_that_starts_full_or_a_wound_track_r82() -> None:
    check(with_sheet('"battle": {"health": {"pool": «"spark"»}}'), "wrong-reference")
    check(with_sheet('"battle": {"health": {"track": «"heat"»}}'), "wrong-reference")
    clean(with_sheet('"battle": {"health": {"track": "harm"}}'))


def test_a_claim_of_combat_without_fights_is_a_trap() -> None:
    """Section 14 of the format, 15."""
    claim = '"coverage": {"summary": "Tests.", "combat": «true»}'
    check(ruleset(claim), "trap", least=Severity.INFORMATION)
    lent = claim.replace("«", "").replace("»", "")
    check(with_sheet(f'{lent}, "battle": {{"health": {{"pool": "grit"}}}}'))
