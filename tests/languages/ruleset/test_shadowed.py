"""Packages that bring rulesets of one id (ruleset-format.md, M3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main
from modwright.findings.model import Finding, Severity
from modwright.ide import service
from modwright.languages.package import RULESET, DictPackage, Package
from tests.languages.ruleset.package_text import RULES, manifest

OTHER = RULES.replace('"id": "ash-tide"', '"id": "ember"')


def _files(package: str | None, rules: str = RULES) -> dict[str, str]:
    if package is None:
        return {"ruleset.json": rules}
    return {"ruleset.json": rules, "manifest.json": manifest({"ruleset.json": rules}, id=package)}


def told(*packages: dict[str, str]) -> list[list[Finding]]:
    """What is told of having no effect in the ruleset of each package."""
    library: list[Package] = []
    for number, files in enumerate(packages):
        library.append(DictPackage(str(number), files, library, "ruleset.json", None, RULESET))
    found: list[list[Finding]] = []
    for package in library:
        data = package.read("ruleset.json")
        assert data is not None
        analysis = service.analyse_bytes("ruleset.json", data, None, package)
        assert analysis is not None
        found.append([each for each in analysis.findings if each.code == "ruleset/no-effect"])
    return found


def test_the_first_by_package_id_counts() -> None:
    (second, first) = told(_files("tide-b"), _files("tide-a"))
    assert first == []
    (finding,) = second
    assert RULES[finding.start : finding.end] == '"ash-tide"'
    assert finding.severity is Severity.WARNING
    assert finding.message.args["first"] == "tide-a"


def test_of_three_the_first_is_named() -> None:
    third, first, second = told(_files("c"), _files("a"), _files("b"))
    assert first == []
    assert [each.message.args["first"] for each in (*second, *third)] == ["a", "a"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_files("tide-a"), _files("tide-b", OTHER)),
        (_files("tide-a"), _files("tide-a")),
        (_files("tide-b"), _files(None)),
        (_files(None), _files("tide-a")),
        (_files("tide-b"), {"ruleset.json": "[", "manifest.json": "{"}),
    ],
    ids=["another id", "a copy", "beside a file", "a file beside it", "unreadable"],
)
def test_packages_that_do_not_meet(one: dict[str, str], other: dict[str, str]) -> None:
    assert told(one, other)[0] == []


def test_a_folder_of_packages_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tide-a", "tide-b"):
        for path, text in _files(name).items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / path).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", ".", "--format", "json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert [each["path"] for each in reported if each["code"] == "ruleset/no-effect"] == [
        "tide-b/ruleset.json"
    ]
