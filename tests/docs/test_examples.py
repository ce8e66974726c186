"""examples/ is what a new author reads first: it holds what it says, and nothing by accident."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from modwright import grammars
from modwright.findings.model import Severity
from modwright.ide.diagnostics import diagnostics
from modwright.ide.service import analyse_bytes
from modwright.languages.nimblock.catalogue import catalogue
from modwright.workspace.settings import Settings

ROOT = Path(__file__).resolve().parents[2]

EXPECTED: dict[str, list[str]] = {
    "examples/nimblock/shop-greeter.nimblock.json": [],
    "examples/nimblock/three-warnings.nimblock.json": [
        "nimblock/console-injection",
        "nimblock/lost-message",
        "nimblock/cancel-after-delay",
    ],
    "examples/nimblock/village-day.nimblock.json": [],
    "examples/nimblock/welcome.nimblock.json": [],
    "docs/nimblock/broken.nimblock.json": [
        "nimblock/unknown-variable",
        "json/syntax",
        "nimblock/bukkit-constant",
        "nimblock/out-of-range",
        "nimblock/needs-cancellable",
    ],
}


def codes(path: str) -> list[str]:
    analysis = analyse_bytes(path, (ROOT / path).read_bytes())
    assert analysis is not None
    return [finding.code for finding in diagnostics(analysis, Settings())]


def test_every_example_is_on_the_list() -> None:
    specs = (ROOT / "examples" / "nimblock").rglob("*.json")
    there = {path.relative_to(ROOT).as_posix() for path in specs}

    assert there == {path for path in EXPECTED if path.startswith("examples/")}


@pytest.mark.parametrize("path", EXPECTED)
def test_an_example_has_the_findings_it_is_there_for(path: str) -> None:
    assert codes(path) == EXPECTED[path]


@pytest.mark.parametrize("path", [path for path in EXPECTED if path.startswith("examples/")])
def test_no_example_uses_a_name_that_minecraft_does_not_have(path: str) -> None:
    analysis = analyse_bytes(path, (ROOT / path).read_bytes())
    assert analysis is not None
    strict = Settings(severities={"nimblock/unknown-name": Severity.ERROR})

    shown = {finding.code for finding in diagnostics(analysis, strict)}

    assert "nimblock/unknown-name" not in shown


def types_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            if key == "type" and isinstance(inner, str):
                yield inner
            yield from types_in(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from types_in(inner)


def test_the_village_shows_the_whole_catalogue() -> None:
    import json

    text = (ROOT / "examples/nimblock/village-day.nimblock.json").read_text(encoding="utf-8")
    spec: grammars.JsonValue = json.loads(text)

    assert set(types_in(spec)) == set(catalogue().by_id)


def test_checking_the_examples_warns_and_succeeds() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "modwright", "check", "examples", "--locale", "en"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert checked.returncode == 0
    assert checked.stderr == ""
    assert checked.stdout.endswith("16 files checked: 3 warnings\n")
