"""`modwright plan`: what a mutator would do, read on a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from modwright.cli.main import main

MANIFEST = """\
oamut: 1
id: long-winter
version: "1.0.0"
works-with: ["*"]
layers: [files, rules]
options:
  - id: metal
    type: number
    min: 0.1
    max: 1
    step: 0.1
    default: 0.7
"""
SCRIPT = """\
local season = require "season"

function mutate(ctx)
  if ctx.mod.id == "summer" then
    ctx.incompatible("雪が降りません")
  end
  print(season.name, ctx.options.metal)
  return { files = { mask = { "units/palm.fbi" } } }
end
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "冬 long-winter"
    (root / "lua").mkdir(parents=True)
    (root / "oamut.yaml").write_text(MANIFEST, encoding="utf-8")
    (root / "mutator.lua").write_text(SCRIPT, encoding="utf-8")
    (root / "lua" / "season.lua").write_text('return { name = "冬" }', encoding="utf-8")
    return root


@pytest.mark.parametrize("inside", [".", "oamut.yaml", "mutator.lua", "lua/season.lua"])
def test_a_plan_by_the_folder_or_any_file_of_it(
    folder: Path, inside: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(folder / inside), "--locale", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Plan of long-winter 1.0.0" in shown
    assert "   └─ units/palm.fbi\n" in shown
    assert "  冬\t0.7\n" in shown


def test_what_a_player_chose(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["plan", str(folder), "--option", "metal=0.3", "--mod", "spring"]
    assert main([*arguments, "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["context"]["options"] == {"metal": 0.3}
    assert result["context"]["mod"]["id"] == "spring"
    assert result["log"] == ["冬\t0.3"]
    assert result["plan"]["files"]["mask"] == ["units/palm.fbi"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_script_that_fails_says_where(
    folder: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "lua" / "season.lua").write_text("\n\nerror('寒い')", encoding="utf-8")
    assert main(["plan", str(folder), "--format", form, "--locale", "ja"]) == 1
    shown = capsys.readouterr().out
    if form == "text":
        assert "✗ lua/season.lua:3: スクリプトがエラーで終了しました: 寒い" in shown
    else:
        assert json.loads(shown)["error"]["place"] == {"file": "lua/season.lua", "line": 3}


def test_a_mutator_that_does_not_fit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", str(folder), "--mod", "summer", "--locale", "en"]) == 1
    assert "ctx.incompatible stopped this mutator: 雪が降りません" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--option", "metal=0.35"], "0.35 is not on a step of 0.1 from 0.1"),
        (["--option", "metall=0.3"], "did you mean metal?"),
        (["--mod", "Summer!"], "Summer! is no id of a MOD"),
    ],
)
def test_what_is_refused_before_the_script_runs(
    folder: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(folder), "--locale", "en", *more]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_an_option_without_a_value(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["plan", str(folder), "--option", "metal"])
    assert ended.value.code == 2
    assert "ID=VALUE" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["empty", "nowhere", "long-winter/nothing.lua", "a\0b"])
def test_where_there_is_no_package(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "long-winter").mkdir()
    (tmp_path / "long-winter" / "oamut.yaml").write_text(MANIFEST, encoding="utf-8")
    assert main(["plan", str(tmp_path) + os.sep + name, "--locale", "en"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("modwright: ")
    assert "\0" not in captured.err


def test_the_locale_is_that_of_the_configuration_beside(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.parent / "modwright.toml").write_text('locale = "ja"\n', encoding="utf-8")
    assert main(["plan", str(folder)]) == 0
    assert "long-winter 1.0.0 のプラン" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_is_not_followed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = folder.parent / "secret.lua"
    secret.write_text("return { name = 'secret' }", encoding="utf-8")
    (folder / "lua" / "season.lua").unlink()
    (folder / "lua" / "season.lua").symlink_to(secret)
    assert main(["plan", str(folder), "--locale", "en"]) == 1
    shown = capsys.readouterr().out
    assert "require found no module season" in shown
    assert "secret" not in shown


def test_the_same_bytes_from_every_process_and_folder(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    folder.rename(elsewhere)
    outputs: list[bytes] = []
    for seed, path in (("1", elsewhere), ("2", folder)):
        if path is folder:
            elsewhere.rename(folder)
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "modwright", "plan", str(path), "--format", "json"]
        ended = subprocess.run(command, capture_output=True, check=True, env=environment)
        outputs.append(ended.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].isascii()
