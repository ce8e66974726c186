"""Which settings hold for a file: those of the nearest `modwright.toml` above it, with or without
a folder that the editor has opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from modwright.findings.model import Severity
from modwright.workspace.settings import Settings
from modwright.workspace.uris import uri_of
from modwright.workspace.workspace import Workspace

CODE = "nimblock/disabled-rule"


def grade(folder: Path, severity: str) -> None:
    """Put a configuration into a folder that gives CODE this severity."""
    folder.mkdir(parents=True, exist_ok=True)
    text = f'[modwright.severity]\n"{CODE}" = "{severity}"\n'
    (folder / "modwright.toml").write_text(text, encoding="utf-8")


def severity_in(workspace: Workspace, folder: Path) -> Severity | None:
    uri = uri_of(folder / "spec.nimblock.json")
    return workspace.settings_for(uri).severities.get(CODE)


@pytest.mark.parametrize("opened", [[], ["."], [".", "server/村"], ["server/村"]])
def test_the_nearest_configuration_counts_whatever_folders_are_open(
    tmp_path: Path, opened: list[str]
) -> None:
    grade(tmp_path, "warning")
    grade(tmp_path / "server" / "村", "error")
    workspace = Workspace()
    workspace.set_folders([uri_of(tmp_path / name) for name in opened])
    assert severity_in(workspace, tmp_path) is Severity.WARNING
    assert severity_in(workspace, tmp_path / "server") is Severity.WARNING
    assert severity_in(workspace, tmp_path / "server" / "村") is Severity.ERROR
    assert severity_in(workspace, tmp_path / "server" / "村" / "nimblock") is Severity.ERROR


def test_a_folder_whose_name_begins_alike_is_another_folder(tmp_path: Path) -> None:
    grade(tmp_path / "pack", "error")
    assert severity_in(Workspace(), tmp_path / "pack-2") is None


def test_the_client_goes_before_the_file_key_by_key(tmp_path: Path) -> None:
    grade(tmp_path, "warning")
    workspace = Workspace(Settings(locale="ja"))
    assert severity_in(workspace, tmp_path) is Severity.WARNING
    workspace.set_client_settings(Settings({CODE: Severity.ERROR}))
    assert severity_in(workspace, tmp_path) is Severity.ERROR


def test_a_changed_configuration_counts_once_it_is_told_of(tmp_path: Path) -> None:
    grade(tmp_path, "warning")
    workspace = Workspace()
    assert severity_in(workspace, tmp_path) is Severity.WARNING
    grade(tmp_path, "error")
    grade(tmp_path / "new", "information")
    workspace.forget_config()
    assert severity_in(workspace, tmp_path) is Severity.ERROR
    assert severity_in(workspace, tmp_path / "new") is Severity.INFORMATION


@pytest.mark.parametrize(
    "text", ["", "modwright = 1", "[modwright\n", "[modwright]\nseverity = [1]", "\0", "あ"]
)
def test_a_configuration_that_makes_no_sense_sets_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "modwright.toml").write_text(text, encoding="utf-8")
    assert severity_in(Workspace(), tmp_path) is None


def test_a_file_without_a_place_has_the_clients_settings() -> None:
    workspace = Workspace(Settings({CODE: None}))
    for uri in ("untitled:Untitled-1", "git:/x.json?ref=~", "", "::"):
        assert workspace.settings_for(uri).severities == {CODE: None}
