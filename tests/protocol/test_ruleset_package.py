"""A ruleset's package in the editor: findings that point into other files, lens, packs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsp_support import Json, Wire, open_wire

RULESET = """{
  "schemaVersion": 1,
  "id": "ash-tide",
  "version": 1,
  "name": "灰の潮 🌊",
  "coverage": {"summary": "Checks."},
  "resolution": {
    "kind": "dice-sum",
    "abilityModifier": {"op": "identity"},
    "proficiencyTiers": [{"id": "untrained", "label": "Untrained"}],
    "difficultyLadder": [{"label": "Easy", "dc": 8}]
  },
  "sheet": {"version": 1},
  "gm": {"checkGuidance": "Roll."},
  "layers": [{"id": "snow", "label": "❄ Snow"}]
}
"""
MANIFEST = """{
  "schemaVersion": 2,
  "capabilityApi": {"major": 1, "minor": 24},
  "id": "ash-tide", "name": "Ash Tide", "version": "1.0.0", "kind": ["ruleset"],
  "contributions": {"assets": {"paths": ["ruleset.json"]}},
  "files": []
}
"""
PUBLISHED = "textDocument/publishDiagnostics"
CLIENT: Json = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}},
}


@pytest.fixture
def wire() -> Iterator[Wire]:
    with open_wire() as opened:
        opened.initialize(capabilities=CLIENT)
        yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.json").write_text(RULESET, encoding="utf-8")
    (tmp_path / "manifest.json").write_text(MANIFEST, encoding="utf-8")
    return tmp_path


def opened(wire: Wire, path: Path) -> str:
    uri = path.as_uri()
    text = path.read_text(encoding="utf-8")
    document = {"uri": uri, "languageId": "json", "version": 1, "text": text}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    return uri


def test_a_finding_points_into_another_file(wire: Wire, root: Path) -> None:
    uri = opened(wire, root / "manifest.json")
    # Whatever is said before the answer to a later request has been seen.
    params: Json = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    wire.request("textDocument/hover", params)
    for _ in range(500):
        if any(each.get("method") == PUBLISHED for each in wire.seen):
            break
        wire.request("textDocument/hover", params)
    told = [each["params"] for each in wire.seen if each.get("method") == PUBLISHED]
    items = next(each["diagnostics"] for each in told if each["uri"] == uri)
    (low,) = [each for each in items if each["code"] == "ruleset/api-too-low"]
    (related,) = low["relatedInformation"]
    assert related["location"]["uri"] == (root / "ruleset.json").as_uri()
    line = RULESET.split("\n").index('  "layers": [{"id": "snow", "label": "❄ Snow"}]')
    assert related["location"]["range"]["start"] == {"line": line, "character": 2}


def test_the_lens_leads_to_what_asks_for_the_version(wire: Wire, root: Path) -> None:
    uri = opened(wire, root / "ruleset.json")
    lenses = wire.request("textDocument/codeLens", {"textDocument": {"uri": uri}})["result"]
    (lens,) = [each for each in lenses if each["command"]["command"] == "modwright.showCapability"]
    assert lens["command"]["title"] == (
        "Capability API 1.25: because of `layers`; the manifest declares 1.24"
    )
    command = {"command": lens["command"]["command"], "arguments": lens["command"]["arguments"]}
    place = wire.request("workspace/executeCommand", command)["result"]
    assert (place["uri"], place["range"]["start"]["character"]) == (uri, 2)


def test_making_a_pack(wire: Wire, root: Path) -> None:
    uri = opened(wire, root / "ruleset.json")
    start = {"line": 0, "character": 0}
    params: Json = {
        "textDocument": {"uri": uri},
        "range": {"start": start, "end": start},
        "context": {"diagnostics": []},
    }
    actions = wire.request("textDocument/codeAction", params)["result"]
    (action,) = [each for each in actions if "“ru”" in each["title"]]
    create, filled = action["edit"]["documentChanges"]
    wanted = (root / "locales" / "ru.json").as_uri()
    assert (create["kind"], create["uri"]) == ("create", wanted)
    pack = json.loads(filled["edits"][0]["newText"])
    assert list(pack["ruleset"]) == ["灰の潮 🌊", "Checks.", "Untrained", "Easy", "❄ Snow"]
