"""Rests: what a step may change, and how."""

from __future__ import annotations

import pytest

from modwright.findings.model import Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import clean, found
from tests.languages.ruleset.sheet_text import check, mended, sheet

_SHEET = (
    '"lists": [{"id": "spells", "label": "呪文 ✨", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "N", "type": "text", "maxLength": 9}, '
    '{"id": "uses", "label": "U", "type": "number", "min": 0, "max": 9}, '
    '{"id": "back", "label": "R", "type": "enum", "values": ["short", "long"]}], '
    '"pools": {"nameColumn": "name", "maxColumn": "uses", "rechargeColumn": "back"}}, '
    '{"id": "tricks", "label": "Tricks", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "N", "type": "text", "maxLength": 9}, '
    '{"id": "uses", "label": "U", "type": "number", "min": 0, "max": 9}], '
    '"pools": {"nameColumn": "name", "maxColumn": "uses"}}, '
    '{"id": "gear", "label": "Gear", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "N", "type": "text", "maxLength": 9}]}], '
    '"live": {"pools": [{"id": "grit", "label": "根性", "max": {"const": 5}, "group": "inner"}], '
    '"tracks": [{"id": "alarm", "label": "Alarm", "min": 0, "max": 4}, '
    '{"id": "harm", "label": "Harm", "min": 0, "max": 2, '
    '"levels": [{"label": "Hurt", "penalty": -1}, {"label": "Down", "penalty": -3}], '
    '"kinds": [{"id": "cut", "label": "切傷", "severity": 0}]}], '
    '"text": [{"id": "focus", "label": "Focus", "maxLength": 80}], '
    '"conditions": [{"id": "tired", "label": "Tired"}], '
    '"states": [{"id": "stance", "label": "構え", "values": ["calm", "max"]}]}'
)


def rest(*steps: str, clear: str = '{"text": ["focus"], "conditions": ["tired"]}') -> str:
    # Something restores the group in every text, so that it is in use.
    every = ", ".join(('{"poolGroup": "inner", "to": "max"}', *steps))
    return sheet(
        _SHEET,
        f'"rests": [{{"id": "night", "label": "夜営", "restore": [{every}], "clear": {clear}}}]',
    )


@pytest.mark.parametrize(
    "step",
    [
        '{"pool": "grit", "to": "max"}',
        '{"pool": "grit", "to": -3}',
        '{"pool": "grit", "by": {"fractionOfMax": 0.5, "round": "up", "min": 1}}',
        '{"listPools": "spells", "recharge": ["short", "short"], "to": "max"}',
        '{"listPools": "tricks", "by": {"const": 2}}',
        '{"track": "alarm", "by": {"const": 2}}',
        '{"track": "alarm", "to": "max"}',
        '{"track": "harm", "kind": "cut", "by": {"const": -1}}',
        '{"track": "harm", "to": 1}',
        '{"track": "harm", "to": "min"}',
        '{"state": "stance", "to": "default"}',
        '{"state": "stance", "to": "max"}',
    ],
)
def test_r19_r37_steps_that_rests_are_made_of(step: str) -> None:
    clean(rest(step))


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ('{"pool": «"gritt"», "to": "max"}', "unresolved-reference"),
        ('{"pool": «"spells"», "to": "max"}', "unresolved-reference"),
        ('{"poolGroup": «"outer"», "to": "max"}', "unresolved-reference"),
        ('{"listPools": «"gear"», "to": "max"}', "wrong-reference"),
        ('{"track": «"grit"», "to": "min"}', "unresolved-reference"),
        ('{"state": «"stances"», "to": "anything"}', "unresolved-reference"),
        ('{"listPools": "tricks", «"recharge"»: ["short"], "to": "max"}', "rest-step"),
        ('{"listPools": "spells", "recharge": ["long", «"longer"»], "to": "max"}', "rest-step"),
        ('{"track": "alarm", "kind": «"cut"», "to": "min"}', "unresolved-reference"),
        ('{"track": "harm", "kind": «"burn"», "to": "min"}', "unresolved-reference"),
        ('{"state": "stance", "to": «"min"»}', "rest-step"),
    ],
)
def test_r19_what_a_step_names_is_there(step: str, code: str) -> None:
    check(rest(step), code)


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ('{"pool": "grit", "to": "max", «"by"»: {"const": 1}}', "exclusive-keys"),
        ('«{»"pool": "grit"}', "exclusive-keys"),
        ('«{»"state": "stance"}', "exclusive-keys"),
        ('{"state": "stance", «"by"»: {"const": 1}}', "rest-step"),
        ('{"state": "stance", "to": «1»}', "rest-step"),
        ('{"pool": "grit", "to": «"default"»}', "rest-step"),
        ('{"pool": "grit", «"kind"»: "cut", "to": "max"}', "rest-step"),
        ('{"pool": "grit", «"recharge"»: ["short"], "to": "max"}', "rest-step"),
    ],
)
def test_r37_what_a_step_cannot_say(step: str, code: str) -> None:
    text = rest(step)
    if '"kind"' in step:
        # Whose kind it would be is not said: nothing more to tell.
        assert "ruleset/unresolved-reference" not in {each.code for each in found(unmark(text)[0])}
    check(text, code)


@pytest.mark.parametrize(
    "step",
    [
        '{"track": "harm", "by": {"const": «2»}}',
        '{"track": "harm", "kind": "cut", "by": {"const": «0»}}',
        '{"track": "harm", "by": {"fractionOfMax": «0.5»}}',
        '{"track": "harm", "to": «"max"»}',
        '{"track": "harm", "to": «2»}',
    ],
)
def test_r37_trap_7_nobody_is_hurt_by_resting(step: str) -> None:
    check(rest(step), "no-effect")


def test_r37_healing_is_offered_instead() -> None:
    text = rest('{"track": "harm", "by": {"const": 2}}')
    assert '"by": {"const": -2}' in mended(text, "no-effect")


def test_r19_what_a_rest_ends_is_there() -> None:
    check(
        rest(clear='{"text": ["focus", «"aim"»], "conditions": ["tired", "tired", «"tirde"»]}'),
        "unresolved-reference",
    )
    clean(rest(clear='{"conditions": "all", "text": ["focus"]}'))


def test_r39_a_target_may_be_restored_twice() -> None:
    check(
        rest('{"pool": "grit", "to": "max"}', '{"pool": "grit", "by": {"const": -1}}'),
        least=Severity.WARNING,
    )
