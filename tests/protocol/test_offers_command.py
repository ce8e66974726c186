"""workspace/executeCommand: what can be traced in a document, and which layers it has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lsp_support import Json, Wire, open_wire, spec

NIMBLOCK = "untitled:挨拶"
RULESET = "untitled:灰.ruleset.json"
WORDS = """{
  "specVersion": 1,
  "name": "広場 🏰",
  "rules": [
    {
      "name": "👋 いらっしゃい",
      "trigger": { "type": "player.join" },
      "conditions": [{ "type": "player.has_permission", "params": { "permission": "vip" } }],
      "actions": [{ "type": "log", "params": { "message": "😋 {player}" } }]
    },
    { "name": "終わり", "trigger": { "type": "player.quit" }, "actions": [] }
  ]
}
"""
LAYERS = """{"schemaVersion": 1, "sheet": {},
  "layers": [{"id": "snow", "label": "雪 ❄"}, {"id": "mud"}]}"""


@pytest.fixture
def wire() -> Iterator[Wire]:
    with open_wire() as opened:
        opened.initialize()
        for uri, language, words in ((NIMBLOCK, "nimblock", WORDS), (RULESET, "ruleset", LAYERS)):
            document = {"uri": uri, "languageId": language, "version": 1, "text": words}
            opened.notify("textDocument/didOpen", {"textDocument": document})
        yield opened


def ask(wire: Wire, command: str, *arguments: Json) -> Json:
    params: Json = {"command": command, "arguments": list(arguments)}
    return wire.request("workspace/executeCommand", params)


def test_rules_with_what_a_trace_can_be_told(wire: Wire) -> None:
    found = ask(wire, "modwright.offers", NIMBLOCK)["result"]
    first, second = found["rules"]
    assert (first["name"], first["startLine"], first["endLine"]) == ("👋 いらっしゃい", 4, 9)
    assert (second["name"], second["startLine"], second["endLine"]) == ("終わり", 10, 10)
    groups = {(each["group"], each["name"]) for each in first["inputs"]}
    assert ("variables", "player") in groups
    assert ("has", "1") in groups
    assert found["layers"] == []


def test_the_inputs_are_what_a_trace_takes(wire: Wire) -> None:
    rule = ask(wire, "modwright.offers", NIMBLOCK)["result"]["rules"][0]
    given: Json = {"variables": {}, "has": {}}
    for each in rule["inputs"]:
        given[each["group"]][each["name"]] = "次郎 🎣" if each["group"] == "variables" else False
    traced = ask(wire, "modwright.trace", NIMBLOCK, rule["rule"], given)["result"]
    assert traced["trace"]["variables"]["player"] == "次郎 🎣"
    assert not traced["trace"]["does_run"]


def test_layers_of_a_ruleset(wire: Wire) -> None:
    assert ask(wire, "modwright.offers", RULESET)["result"] == {
        "rules": [],
        "layers": [{"id": "snow", "name": "雪 ❄"}, {"id": "mud", "name": "mud"}],
    }


def test_what_is_not_open_has_an_answer(wire: Wire) -> None:
    assert "error" in ask(wire, "modwright.offers", "untitled:other")
    assert "error" in ask(wire, "modwright.offers")


def test_a_lens_above_each_rule_traces_it(wire: Wire) -> None:
    found = wire.request("textDocument/codeLens", {"textDocument": {"uri": NIMBLOCK}})["result"]
    assert [each["range"]["start"]["line"] for each in found] == [4, 10]
    command = found[1]["command"]
    traced = ask(wire, command["command"], *command["arguments"])["result"]
    assert traced["trace"]["name"] == "終わり"


def test_a_spec_of_its_own(wire: Wire) -> None:
    document = {"uri": "untitled:b", "languageId": "nimblock", "version": 1, "text": spec()}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    assert ask(wire, "modwright.offers", "untitled:b")["result"]["rules"]
