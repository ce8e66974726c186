"""The fixes that the machine formats carry, on a real spec."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main


def test_a_fix_that_adds_an_entry_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = (
        '{"specVersion": 1, "name": "x", "rules": [{"name": "😋", "trigger": '
        '{"type": "player.join"}, "actions": [{"type": "player.kick"}]}]}'
    )
    (tmp_path / "a.nimblock.json").write_text(spec, encoding="utf-8")
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    ((edit,),) = [fix["edits"] for fix in finding["fixes"]]
    assert edit["newText"] == ', "params": {"reason": ""}'
    units = spec[: spec.index('"player.kick"') + len('"player.kick"')].encode("utf-16-le")
    assert edit["range"]["start"] == {"line": 0, "character": len(units) // 2}


def test_of_very_many_guesses_the_first_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of them is tried: a file with more faults is mended from its top, and checked again."""
    fields = [{"id": f"f{at}", "label": "力 💪", "type": "number", "min": 0} for at in range(120)]
    ruleset = {"schemaVersion": 1, "sheet": {"version": 1, "fields": fields}}
    text = json.dumps(ruleset, ensure_ascii=False)
    (tmp_path / "a.ruleset.json").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    lacking = [each for each in told if each["message"].count("“max”")]
    mended = [bool(each["fixes"]) for each in lacking]
    assert len(mended) == 120
    # In the order of the text, whole.
    count = sum(mended)
    assert 30 < count <= 40
    assert all(mended[:count])
    assert not any(mended[count:])
