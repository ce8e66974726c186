"""workspace/executeCommand: the trace of a rule, asked for from an editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from lsp_support import Json, Wire, open_wire

URI = "untitled:規則"
SPEC = """{"specVersion": 1, "name": "x", "rules": [
  {"id": "hello", "name": "😋", "trigger": {"type": "player.join"},
   "actions": [{"type": "broadcast", "params": {"message": "やあ、{player}さん"}}]}
]}"""


@pytest.fixture(scope="module")
def running() -> Iterator[Wire]:
    with open_wire() as wire:
        wire.initialize()
        wire.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": URI, "languageId": "nimblock", "version": 1, "text": SPEC}},
        )
        yield wire


def trace(wire: Wire, *arguments: Json) -> dict[str, Json]:
    params: Json = {"command": "modwright.trace", "arguments": list(arguments)}
    return wire.request("workspace/executeCommand", params)


@pytest.mark.parametrize("rule", [0, "hello", "1", {"line": 1, "character": 20}])
def test_a_rule_by_any_of_its_names(running: Wire, rule: Json) -> None:
    answer = trace(running, URI, rule, {"variables": {"player": "花子"}})
    result = cast("dict[str, Json]", answer["result"])
    assert "やあ、花子さん" in cast("str", result["text"])
    assert cast("dict[str, Json]", result["trace"])["rule"] == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], -32602),
        (["untitled:nobody", 0], -32602),
        ([URI, None], -32602),
        ([URI, {"line": "x"}], -32602),
        ([URI, 7], -32803),
        ([URI, {"line": 99, "character": 0}], -32803),
    ],
)
def test_what_cannot_be_traced_is_an_error_response(
    running: Wire, arguments: list[Json], code: int
) -> None:
    assert trace(running, *arguments)["error"]["code"] == code
