"""workspace/executeCommand: a ruleset as it plays with layers on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from lsp_support import Json, Wire, open_wire, spec

URI = "untitled:灰.ruleset.json"
NIMBLOCK = "untitled:挨拶"
RULESET = """{
  "schemaVersion": 1,
  "sheet": {"version": 1},
  "gm": {"checkGuidance": "Roll."},
  "layers": [
    {"id": "snow", "label": "雪 ❄", "gm": {"guidance": "Snow."}},
    {"id": "mud", "label": "Mud", "conflicts": ["snow"]}
  ]
}
"""


@pytest.fixture
def wire() -> Iterator[Wire]:
    with open_wire() as opened:
        opened.initialize()
        for uri, language, text in ((URI, "ruleset", RULESET), (NIMBLOCK, "nimblock", spec())):
            document = {"uri": uri, "languageId": language, "version": 1, "text": text}
            opened.notify("textDocument/didOpen", {"textDocument": document})
        yield opened


def layers(wire: Wire, *arguments: Json) -> Json:
    params: Json = {"command": "modwright.layers", "arguments": list(arguments)}
    return wire.request("workspace/executeCommand", params)


def test_both_texts_and_what_was_left_out(wire: Wire) -> None:
    result = layers(wire, URI, ["mud", "snow"])["result"]
    assert result["base"] == RULESET
    assert json.loads(result["layered"])["gm"]["checkGuidance"] == "Roll. Snow."
    assert (result["on"], result["dropped"]) == (
        ["snow"],
        [{"layer": "mud", "becauseOf": "snow"}],
    )
    assert '+  "gm": {"checkGuidance": "Roll. Snow."},' in result["text"].split("\n")


def test_unsaved_changes_count(wire: Wire) -> None:
    changes = [{"text": RULESET.replace("Roll.", "投げて。")}]
    identifier = {"uri": URI, "version": 2}
    wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})
    assert "投げて。 Snow." in layers(wire, URI, "snow")["result"]["layered"]


def test_a_lens_above_each_layer_shows_it(wire: Wire) -> None:
    found = wire.request("textDocument/codeLens", {"textDocument": {"uri": URI}})["result"]
    lenses = [each for each in found if each["command"]["command"] == "modwright.layers"]
    assert [each["range"]["start"]["line"] for each in lenses] == [5, 6]
    assert "雪 ❄" in lenses[0]["command"]["title"]
    answer = layers(wire, *lenses[0]["command"]["arguments"])
    assert answer["result"]["on"] == ["snow"]


def test_what_has_no_such_layers(wire: Wire) -> None:
    refusals: list[tuple[list[Json], int]] = [
        ([], -32602),
        (["untitled:nobody", []], -32602),
        ([URI], -32602),
        ([URI, 3], -32602),
        ([URI, ["rain"]], -32803),
        ([NIMBLOCK, ["snow"]], -32803),
    ]
    for arguments, code in refusals:
        assert layers(wire, *arguments)["error"]["code"] == code, arguments
