"""Stored values that move to another id, over the wire: what is on disk tells the old id."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsp_support import Json, Wire, open_wire

RULESET = """{
  "schemaVersion": 1,
  "id": "ash-tide",
  "name": "灰の潮 🌊",
  "resolution": {},
  "sheet": {
    "version": 4,
    "saves": [{"id": "nerve", "label": "🌊 意地"}],
    "live": {"pools": [{"id": "luck", "label": "Luck", "max": {"const": 3}}]}
  },
  "catalogs": [{"id": "foes", "label": "Foes", "asset": "catalogs/foes.json"}]
}
"""
FOES = '{"catalog": "foes", "entries": [{"id": "🦀", "creature": {"saves": {"nerve": 3}}}]}'
CLIENT: Json = {
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


@pytest.fixture
def wire() -> Iterator[Wire]:
    with open_wire() as opened:
        opened.initialize(capabilities=CLIENT)
        yield opened


@pytest.fixture
def ruleset(tmp_path: Path) -> Path:
    (tmp_path / "catalogs").mkdir()
    (tmp_path / "catalogs" / "foes.json").write_text(FOES, encoding="utf-8")
    path = tmp_path / "ruleset.json"
    path.write_text(RULESET, encoding="utf-8")
    return path


def show(wire: Wire, path: Path, text: str) -> None:
    """Open a file with this text in the editor, whatever is on disk."""
    document = {"uri": path.as_uri(), "languageId": "json", "version": 1, "text": text}
    wire.notify("textDocument/didOpen", {"textDocument": document})


def actions(wire: Wire, path: Path, text: str, where: str, *only: str) -> list[Json]:
    """The actions about stored values at the beginning of `where`."""
    before = text[: text.index(where)]
    line = before.count("\n")
    character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    at = {"line": line, "character": character}
    context: Json = {"diagnostics": [], **({"only": list(only)} if only else {})}
    params: Json = {
        "textDocument": {"uri": path.as_uri()},
        "range": {"start": at, "end": at},
        "context": context,
    }
    found = wire.request("textDocument/codeAction", params)["result"]
    return [each for each in found if "sheet.version" in each["title"]]


def applied(text: str, edits: list[Json]) -> str:
    """Edits of the client, whose columns are UTF-16."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines))]

    def offset(position: Json) -> int:
        number, units = int(position["line"]), int(position["character"]) * 2
        line = lines[number].encode("utf-16-le")
        before = line[:units].decode("utf-16-le")
        return starts[number] + len(before)

    spans = [
        (offset(each["range"]["start"]), offset(each["range"]["end"]), each["newText"])
        for each in edits
    ]
    for start, end, new_text in sorted(spans, reverse=True):
        text = text[:start] + new_text + text[end:]
    return text


def changes(action: Json) -> dict[str, list[Json]]:
    """The edits of an action by file name."""
    assert set(action["edit"]) == {"documentChanges"}
    return {
        each["textDocument"]["uri"].rpartition("/")[2]: each["edits"]
        for each in action["edit"]["documentChanges"]
    }


def test_one_edit_reaches_the_ruleset_and_its_catalogs(wire: Wire, ruleset: Path) -> None:
    show(wire, ruleset, RULESET)
    (action,) = actions(wire, ruleset, RULESET, 'nerve"', "refactor.rewrite")
    assert action["kind"] == "refactor.rewrite"
    assert action["title"] == (
        'Rename "nerve" to "nerve_2" and move stored values (sheet.version 5)'
    )
    found = changes(action)
    assert applied(FOES, found["foes.json"]) == FOES.replace("nerve", "nerve_2")
    sheet = json.loads(applied(RULESET, found["ruleset.json"]))["sheet"]
    assert (sheet["version"], sheet["saves"][0]["id"]) == (5, "nerve_2")
    step = {"rename": "save", "from": "nerve", "to": "nerve_2"}
    assert sheet["migrations"] == [{"from": 4, "steps": [step]}]
    assert actions(wire, ruleset, RULESET, 'nerve"', "quickfix") == []


def test_what_was_on_disk_tells_the_old_id_until_the_file_is_closed(
    wire: Wire, ruleset: Path
) -> None:
    text = RULESET.replace("luck", "fortune")
    show(wire, ruleset, text)
    first, raising = actions(wire, ruleset, text, 'fortune"', "quickfix")
    assert first["title"] == 'sheet.version 5: move stored values from "luck" to "fortune"'
    assert raising["title"] == "Raise sheet.version to 5 (no longer on the sheet: luck)"
    sheet = json.loads(applied(text, changes(first)["ruleset.json"]))["sheet"]
    step = {"routeLive": "pool", "from": "luck", "cases": ["fortune"], "else": "fortune"}
    assert sheet["migrations"] == [{"from": 4, "steps": [step]}]
    # An editor that saves by itself makes no difference.
    ruleset.write_text(text, encoding="utf-8")
    wire.notify("textDocument/didSave", {"textDocument": {"uri": ruleset.as_uri()}})
    assert actions(wire, ruleset, text, 'fortune"', "quickfix") == [first, raising]
    wire.notify("textDocument/didClose", {"textDocument": {"uri": ruleset.as_uri()}})
    show(wire, ruleset, text)
    (only,) = actions(wire, ruleset, text, 'fortune"')
    assert only["title"].startswith('Rename "fortune" to "fortune_2"')


def test_a_file_that_was_never_saved_has_no_past(wire: Wire, ruleset: Path) -> None:
    ruleset.unlink()
    text = RULESET.replace("luck", "fortune")
    show(wire, ruleset, text)
    (only,) = actions(wire, ruleset, text, 'fortune"')
    assert only["title"].startswith('Rename "fortune" to "fortune_2"')
