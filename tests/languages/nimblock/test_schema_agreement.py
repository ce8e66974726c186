"""The generated schema by itself and the server say the same about every structural fault.

An editor that has nothing but `plugin-1.schema.json` refuses what the engine refuses.
"""

from __future__ import annotations

import copy
import json
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from modwright import grammars
from modwright.grammars import JsonValue
from tests.languages.nimblock.spec_text import analyse

STRUCTURAL = {
    "nimblock/unsupported-version",
    "nimblock/missing-key",
    "nimblock/unknown-key",
    "nimblock/wrong-type",
    "nimblock/bad-length",
    "nimblock/bad-identifier",
    "nimblock/out-of-range",
    "nimblock/bad-choice",
    "nimblock/unknown-trigger",
    "nimblock/unknown-condition",
    "nimblock/unknown-action",
    "nimblock/unknown-param",
    "nimblock/missing-param",
}

GOOD: JsonValue = {
    "specVersion": 1,
    "id": "ようこそ",
    "name": "ようこそ 🎉",
    "description": "入ってきた人に挨拶する",
    "rules": [
        {
            "id": "welcome",
            "name": "挨拶",
            "enabled": True,
            "match": "any",
            "trigger": {"type": "player.join"},
            "conditions": [
                {"type": "player.has_permission", "not": True, "params": {"permission": "a.b"}},
                {
                    "type": "number.compare",
                    "params": {"left": "1", "operator": "<=", "right": "2"},
                },
            ],
            "actions": [
                {"type": "player.send_message", "params": {"message": "&6{player} さん"}},
                {"type": "player.teleport", "params": {"x": 0, "y": 64.5, "z": -3}},
                {"type": "player.give_effect", "params": {"effect": "speed", "seconds": 5}},
                {"type": "log", "params": {"message": "x", "level": "warn"}},
            ],
        },
        {
            "name": "時報",
            "trigger": {"type": "schedule.repeat", "params": {"seconds": 3600}},
            "actions": [{"type": "broadcast", "params": {"message": "🕛"}}],
        },
    ],
}

_values = st.sampled_from(
    cast(
        "list[JsonValue]",
        [
            None, True, False, 0, 1, -1, 2, 0.5, 1.0, 1e2, 2.5, 3600, 86401, 1e300, 10**30,
            "", "x", "all", "info", "<", "player.join", "player.heal", "chance", "schedule.repeat",
            "a b", "a\n", "あ", "長" * 64, "長" * 65, "x" * 33, "x" * 2001, "line\u2028break",
            [], {}, ["x"], {"type": "player.heal"}, {"type": "nothing"}, {"message": "x"},
        ],
    )
)  # fmt: skip
_keys = st.sampled_from(
    ["id", "name", "type", "params", "not", "enabled", "match", "message", "seconds", "x", "rules"]
)


def _places(value: JsonValue, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all values."""
    inner: list[tuple[str | int, JsonValue]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for step, child in inner for place in _places(child, (*path, step)))]


@st.composite
def mutated_specs(draw: st.DrawFn) -> JsonValue:
    document = copy.deepcopy(GOOD)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(_places(document)))
        document = _mutated(draw, document, path)
    return document


def _mutated(draw: st.DrawFn, value: JsonValue, path: tuple[str | int, ...]) -> JsonValue:
    if path:
        step = path[0]
        if isinstance(value, dict) and isinstance(step, str):
            value[step] = _mutated(draw, value[step], path[1:])
        elif isinstance(value, list) and isinstance(step, int):
            value[step] = _mutated(draw, value[step], path[1:])
        return value
    kind = draw(st.sampled_from(["replace", "delete", "add", "repeat"]))
    if isinstance(value, dict) and kind == "delete" and value:
        del value[draw(st.sampled_from(sorted(value)))]
    elif isinstance(value, dict) and kind == "add":
        value[draw(_keys)] = copy.deepcopy(draw(_values))
    elif isinstance(value, list) and kind == "repeat" and value:
        return [copy.deepcopy(value[0]) for _ in range(draw(st.sampled_from([1, 20, 21, 51, 201])))]
    else:
        return copy.deepcopy(draw(_values))
    return value


@settings(max_examples=300, deadline=None)
@given(mutated_specs())
def test_the_schema_alone_agrees_with_the_server(document: JsonValue) -> None:
    schema = cast("dict[str, JsonValue]", grammars.load("nimblock/plugin-1.schema.json"))
    refused = not Draft202012Validator(schema).is_valid(document)  # pyright: ignore[reportUnknownMemberType]
    text = json.dumps(document, ensure_ascii=False)
    structural = {finding.code for finding in analyse(text).findings} & STRUCTURAL
    assert refused == bool(structural), structural


def test_the_good_spec_is_good() -> None:
    assert not analyse(json.dumps(GOOD)).findings
