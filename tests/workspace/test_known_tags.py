"""`modwright.oamut.knownTags` replaces the provisional list of tags (specs/oamut.md)."""

from __future__ import annotations

from pathlib import Path

from modwright.workspace.settings import read_settings
from modwright.workspace.uris import uri_of
from modwright.workspace.workspace import Workspace

MANIFEST = 'oamut: 1\nid: winter\nversion: "1"\nname: 冬 ❄\ntags: [economy, chaos]\n'


def unknown(workspace: Workspace, uri: str) -> list[str]:
    analysis = workspace.analysis(uri)
    assert analysis is not None
    return [
        analysis.source.slice(finding.start, finding.end)
        for finding in analysis.findings
        if finding.code == "oamut/unknown-tag"
    ]


def test_the_list_is_replaced_live(tmp_path: Path) -> None:
    folder = tmp_path / "winter"
    folder.mkdir()
    (folder / "mutator.lua").write_text("function mutate() return {} end\n", encoding="utf-8")
    uri = uri_of(folder / "oamut.yaml")
    workspace = Workspace()
    workspace.open_document(uri, "yaml", 1, MANIFEST)
    assert unknown(workspace, uri) == ["chaos"]
    workspace.set_client_settings(read_settings({"oamut": {"knownTags": ["chaos"]}}))
    assert unknown(workspace, uri) == ["economy"]
    workspace.set_client_settings(read_settings({"oamut.knownTags": []}))
    assert unknown(workspace, uri) == ["economy", "chaos"]


def test_a_configuration_file_above_the_package_counts(tmp_path: Path) -> None:
    folder = tmp_path / "winter"
    folder.mkdir()
    (tmp_path / "modwright.toml").write_text('[oamut]\nknownTags = ["chaos"]\n', encoding="utf-8")
    uri = uri_of(folder / "oamut.yaml")
    workspace = Workspace()
    workspace.open_document(uri, "yaml", 1, MANIFEST)
    assert unknown(workspace, uri) == ["economy"]
