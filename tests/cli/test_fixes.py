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
