"""Live state: the two shapes of a track, wounds, states, pools."""

from __future__ import annotations

import pytest

from modwright.findings.model import Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import clean
from tests.languages.ruleset.sheet_text import check, mended, sheet

_KINDS = '"kinds": [{"id": "cut", "label": "切傷", "severity": 0}]'
_LEVELS = '"levels": [{"label": "Hurt", "penalty": -1}, {"label": "Down 💀", "penalty": -3}]'
_BOXES = '"boxes": {"penalty": {"by": "filled", "table": [[0, 0], [3, -1]]}}'
_LIST = (
    '"lists": [{"id": "scars", "label": "Scars", "maxItems": 9, "columns": ['
    '{"id": "count", "label": "C", "type": "number", "min": 0, "max": 9}, '
    '{"id": "penalty", "label": "P", "type": "number", "min": -9, "max": 0}, '
    '{"id": "name", "label": "N", "type": "text", "maxLength": 9}]}], '
    '"fields": [{"id": "adept", "label": "Adept", "type": "boolean"}, '
    '{"id": "size", "label": "Size", "type": "number", "min": 1, "max": 9}]'
)


def track(members: str) -> str:
    return sheet(f'{_LIST}, "live": {{"tracks": [{{"id": "harm", "label": "負傷", {members}}}]}}')


@pytest.mark.parametrize(
    "members",
    [
        '"min": 0, "max": 4',
        '"min": 4, "max": 4, "default": 4, "alwaysShow": true',
        '"min": 0, "max": {"field": "size"}, "default": 7',
        '"min": -2, "max": 2, "default": -2, "hideWhen": {"field": "adept", "equals": true}',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}',
        f'"min": 0, "max": 2, "default": 0, {_LEVELS}, {_KINDS}, '
        '"fill": "indexed", "onFull": "refuse"',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, "onFull": "upgrade", '
        '"extra": {"list": "scars", "countColumn": "count", "penaltyColumn": "penalty"}',
        f'"min": 0, "max": 64, {_BOXES}, {_KINDS}, "fill": "sequential"',
        f'"min": 0, "max": 0, {_BOXES}, {_KINDS}',
        f'"min": 0, "max": {{"field": "size"}}, {_BOXES}, {_KINDS}',
        f'"min": 0, "max": 1, "levels": [{{"label": "Down", "penalty": 0}}], {_KINDS}',
    ],
)
def test_r33_r34_tracks_of_every_shape(members: str) -> None:
    clean(track(members))


@pytest.mark.parametrize(
    "members",
    [
        f'"min": 0, "max": 4, «"kinds"»: [{_KINDS.partition("[")[2]}',
        '"min": 0, "max": 4, «"fill"»: "sequential", «"onFull"»: "upgrade"',
        '"min": 0, "max": 4, «"extra"»: '
        '{"list": "scars", "countColumn": "count", "penaltyColumn": "penalty"}',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, «"boxes"»: {_BOXES.partition(": ")[2]}',
        f'"min": 0, "max": 2, «"levels"»: {_LEVELS.partition(": ")[2]}',
        f'"min": 0, "max": 9, «"boxes"»: {_BOXES.partition(": ")[2]}',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, "fill": «"indexed"»',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, "fill": "indexed", "onFull": «"upgrade"»',
        f'"min": «1», "max": 2, {_LEVELS}, {_KINDS}',
        f'"min": 0, "max": «3», {_LEVELS}, {_KINDS}',
        f'"min": 0, "max": «{{"field": "size"}}», {_LEVELS}, {_KINDS}',
        f'"min": 0, "max": «65», {_BOXES}, {_KINDS}',
        f'"min": 0, "max": «-1», {_BOXES}, {_KINDS}',
        f'"min": 0, "max": 9, {_BOXES}, {_KINDS}, '
        '«"extra"»: {"list": "scars", "countColumn": "count", "penaltyColumn": "penalty"}',
        f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, '
        '«"hideWhen"»: {"field": "adept", "equals": true}',
        f'"min": 0, "max": 2, "default": «1», {_LEVELS}, {_KINDS}',
        '"min": 0, "max": 3, "levels": [{"label": "A", "penalty": -2}, '
        f'{{"label": "B", "penalty": «-1»}}, {{"label": "C", "penalty": -1}}], {_KINDS}',
        '"min": «5», "max": 4',
        '"min": 0, "max": 4, "default": «5»',
        '"min": 1, "max": 4, "default": «0»',
        '"min": 2, "max": {"field": "size"}, "default": «1»',
    ],
)
def test_r33_r34_what_does_not_go_together(members: str) -> None:
    check(track(members), "track-shape")


def test_r33_the_maximum_follows_the_levels() -> None:
    text = track(f'"min": 0, "max": 5, {_LEVELS}, {_KINDS}')
    assert '"min": 0, "max": 2' in mended(text, "track-shape")


def test_r33_extra_levels_come_from_number_columns() -> None:
    wound = f'"min": 0, "max": 2, {_LEVELS}, {_KINDS}, '
    check(
        track(
            wound
            + '"extra": {"list": "scars", "countColumn": «"counts"», "penaltyColumn": «"name"»}'
        ),
        "unresolved-reference",
        "wrong-reference",
    )
    check(
        track(
            wound
            + '"extra": {"list": «"scar"», "countColumn": "count", "penaltyColumn": "penalty"}'
        ),
        "unresolved-reference",
    )


def test_r8_kinds_of_wounds_differ() -> None:
    kinds = (
        '"kinds": [{"id": "cut", "label": "C", "severity": 0}, '
        '{"id": "burn", "label": "B", "severity": «0»}, '
        '{"id": «"cut"», "label": "K", "severity": 1}]'
    )
    check(track(f'"min": 0, "max": 2, {_LEVELS}, {kinds}'), "duplicate-value", "duplicate-id")


def state(members: str) -> str:
    return sheet(f'"live": {{"states": [{{"id": "stance", "label": "構え", {members}}}]}}')


def test_r35_r31_a_state_starts_as_one_of_its_values() -> None:
    clean(state('"values": ["calm", "荒ぶる"], "default": "荒ぶる", "valueLabels": {"calm": "静"}'))
    check(state('"values": ["calm", "wild"], "default": «"Wild"»'), "bad-default")
    check(state('"values": ["calm", "wild"], "valueLabels": {«"mild"»: "静"}'), "bad-value")
    check(state('"values": ["calm", "wild", «"calm"»]'), "duplicate-value")


def test_r4_values_of_a_state_have_no_quotes_in_them() -> None:
    check(state('"values": ["calm", "a «\\"»wild one"]'), "unsafe-text")


def test_r39_a_pool_that_holds_nothing_is_taken_and_told() -> None:
    pool = '"live": {"pools": [{"id": "luck", "label": "運 🍀", "max": {"const": «0»}}]}'
    clean(sheet(unmark(pool)[0]))
    check(sheet(pool), "trap", least=Severity.INFORMATION)
