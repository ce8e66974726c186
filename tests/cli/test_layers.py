"""`modwright layers`: a ruleset with layers on, read on a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main

RULESET = """{
  "schemaVersion": 1,
  "resolution": {"kind": "dice-sum", "difficultyLadder": [{"label": "易しい", "dc": 6}]},
  "gm": {"checkGuidance": "Roll."},
  "layers": [
    {
      "id": "hard_winter",
      "label": "厳冬 ❄",
      "difficultyLadder": [{"label": "易しい", "dc": 7}]
    },
    {"id": "mud", "label": "Mud", "conflicts": ["hard_winter"], "gm": {"guidance": "Mud."}}
  ]
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "灰.ruleset.json"
    path.write_text(RULESET, encoding="utf-8")
    return str(path)


def test_what_a_layer_changes(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layers", file, "--on", "hard_winter"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[:2] == ["--- 灰.ruleset.json", "+++ 灰.ruleset.json + hard_winter"]
    changed = [line for line in lines[2:] if line[0] in "+-"]
    assert [line[0] for line in changed] == ["-", "+"]
    assert '"dc": 7' in changed[1]
    assert not shown.err


def test_of_two_that_conflict_one_is_told_to_be_left_out(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layers", file, "--on", "mud,hard_winter", "--locale", "en"]) == 0
    shown = capsys.readouterr()
    assert "Mud." not in "".join(line for line in shown.out.splitlines() if line[0] == "+")
    assert "“mud”" in shown.err


def test_the_whole_ruleset(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layers", file, "--on", "mud", "--whole"]) == 0
    assert capsys.readouterr().out == RULESET.replace('"Roll."', '"Roll. Mud."')


def test_as_data(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--on", "mud", "--on", "hard_winter", "--format", "json"]
    assert main(["layers", file, *options]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["base"] == RULESET
    assert json.loads(data["layered"])["resolution"]["difficultyLadder"][0]["dc"] == 7
    assert data["on"] == ["hard_winter"]
    assert data["dropped"] == [{"layer": "mud", "becauseOf": "hard_winter"}]


def test_without_a_choice_they_are_listed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layers", file]) == 0
    assert capsys.readouterr().out == "hard_winter  厳冬 ❄\nmud  Mud\n"
    assert main(["layers", file, "--format", "json"]) == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out)["layers"]] == [
        "hard_winter",
        "mud",
    ]


@pytest.mark.parametrize("choice", ["snow", "mud,snow"])
def test_a_layer_that_is_not_there(
    file: str, choice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layers", file, "--on", choice]) == 2
    shown = capsys.readouterr()
    assert "snow" in shown.err
    assert not shown.out


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layers", str(tmp_path / "none.json"), "--on", "a"]) == 2
    assert "none.json" in capsys.readouterr().err


def test_a_choice_of_nothing_is_a_mistake(file: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["layers", file, "--on", " , "])
    assert stopped.value.code == 2


def test_catalogs_in_files_of_their_own_are_shown_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RULESET.replace(
        '"layers": [',
        '"catalogs": [{"id": "tricks", "asset": "catalogs/tricks.json"}],\n  "layers": [',
    ).replace(
        '"label": "Mud",',
        '"label": "Mud", "catalogs": [{"id": "tricks", "hide": {"filter": "grit", "above": 1}}],',
    )
    (tmp_path / "ruleset.json").write_text(text, encoding="utf-8")
    (tmp_path / "catalogs").mkdir()
    entries = '[\n{"id": "a", "filters": {"grit": 1}},\n{"id": "火", "filters": {"grit": 2}}\n]'
    asset = f'{{"schemaVersion": 1, "catalog": "tricks", "entries": {entries}}}'
    (tmp_path / "catalogs" / "tricks.json").write_text(asset, encoding="utf-8")
    file = str(tmp_path / "ruleset.json")
    assert main(["layers", file, "--on", "mud"]) == 0
    shown = capsys.readouterr()
    assert "--- catalogs/tricks.json" in shown.out.splitlines()
    assert '-{"id": "火", "filters": {"grit": 2}}' in shown.out.splitlines()
    assert not shown.err
    assert main(["layers", file, "--on", "mud", "--format", "json"]) == 0
    (changed,) = json.loads(capsys.readouterr().out)["files"]
    assert (changed["path"], changed["base"]) == ("catalogs/tricks.json", asset)
    assert "火" not in changed["layered"]
