"""examples/ruleset/ is what a new ruleset author reads first: both kinds, and nothing wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ("examples/ruleset/iron-tide.ruleset.json", "examples/ruleset/lantern-road/ruleset.json")


def modwright(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "modwright", *arguments, "--locale", "en"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_nothing_is_wrong_with_them() -> None:
    checked = modwright("check", "examples/ruleset")

    assert checked.stdout == "6 files checked: no findings\n"
    assert checked.returncode == 0


@pytest.mark.parametrize("path", RULESETS)
def test_they_are_of_both_kinds(path: str) -> None:
    texts = [(ROOT / each).read_text("utf-8") for each in RULESETS]
    kinds = [json.loads(text)["resolution"]["kind"] for text in texts]

    assert sorted(kinds) == ["dice-pool", "dice-sum"]
    assert (ROOT / path).stat().st_size < 16_000
