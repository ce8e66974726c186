"""`modwright trace`: what a rule would do, read on a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main

SPEC = """{
  "specVersion": 1,
  "name": "x",
  "rules": [
    {
      "id": "hello",
      "name": "挨拶 😋",
      "trigger": {"type": "player.join"},
      "conditions": [{"type": "player.is_op"}],
      "actions": [
        {"type": "delay", "params": {"seconds": 1.5}},
        {"type": "broadcast", "params": {"message": "&6やあ、{player}さん {{!"}}
      ]
    }
  ]
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "あ.nimblock.json"
    path.write_text(SPEC, encoding="utf-8")
    return str(path)


def test_a_rule_step_by_step(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, "hello", "--set", "player=花子", "--has", "1=yes"]) == 0
    shown = capsys.readouterr().out
    assert "[gold]やあ、花子さん {!" in shown
    assert "t=1.5s" in shown


def test_a_condition_that_does_not_hold(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file, "1", "--has", "player.is_op=no", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    outcomes = [step["outcome"] for step in result["steps"]]
    assert "fails" in outcomes
    assert outcomes[-1] == "skipped"


def test_without_a_rule_they_are_listed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", file]) == 0
    assert capsys.readouterr().out == "1  挨拶 😋\n"


@pytest.mark.parametrize(
    "more",
    [["nobody"], ["1", "--has", "1=maybe"], ["7"]],
    ids=["no-rule", "no-answer", "no-number"],
)
def test_what_cannot_be_traced_is_said(
    file: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", file, *more]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", str(tmp_path / "none.json"), "1"]) == 2
    assert "none.json" in capsys.readouterr().err


def test_a_file_that_is_no_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    assert main(["trace", str(tmp_path / "a.json"), "1"]) == 2
    assert "a.json" in capsys.readouterr().err
