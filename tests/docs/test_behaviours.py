"""docs/behaviours.md names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "behaviours.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([a-z_/]+\.py)(?:::(test_\w+))?`", PAGE)


def test_all_24_are_there_and_each_names_a_test() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\|(.*)\|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 25))
    for number, tests in rows:
        assert "::test_" in tests, number


def test_every_named_test_exists() -> None:
    assert len(NAMED) > 50
    for file, name in NAMED:
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert f"def {name}(" in source if name else "def test_" in source, (file, name)
