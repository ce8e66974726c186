"""Open documents: under which name they are found, and what is left when they are gone."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from modwright.syntax.node import Node
from modwright.workspace.uris import key_of, path_of, uri_of
from modwright.workspace.workspace import Change, Workspace

SPEC = """{
  "specVersion": 1, "name": "広場 😋",
  "rules": [
    { "name": "夜", "trigger": { "type": "player.join" },
      "actions": [ { "type": "log", "params": { "message": "{player} 🎉" } } ] }
  ]
}
"""
URI = "file:///package/spec.nimblock.json"


@pytest.mark.parametrize(
    "spelling",
    [
        "file:///C:/村/my%20spec.nimblock.json",
        "file:///c%3A/%E6%9D%91/my%20spec.nimblock.json",
        "file:///c:/村/my spec.nimblock.json",
        "FILE:///C%3a/村/my spec.nimblock.json",
        "file://localhost/C:/村/my spec.nimblock.json",
    ],
)
def test_every_spelling_finds_the_document(spelling: str) -> None:
    workspace = Workspace()
    opened = "file:///c%3A/村/my%20spec.nimblock.json"
    workspace.open_document(opened, "nimblock", 1, SPEC)
    document = workspace.document(spelling)
    assert document is not None
    assert document.uri == opened


def test_names_that_differ_are_different_files() -> None:
    assert key_of("file:///package/A.json") != key_of("file:///package/a.json")
    assert key_of("file:///package/a%2Fb.json") != key_of("file:///package/b.json")


def test_a_path_survives_the_way_there_and_back(tmp_path: Path) -> None:
    for name in ("村 の 100%.json", "a#b?.json", "é😋.json"):
        assert path_of(uri_of(tmp_path / name)) == tmp_path / name


def test_a_link_is_known_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text(SPEC, encoding="utf-8")
    link = tmp_path / "link.nimblock.json"
    link.symlink_to(tmp_path / "real.json")
    workspace = Workspace()
    document = workspace.open_document(uri_of(link), None, 1, SPEC)
    assert (document.uri, document.path) == (uri_of(link), link)
    assert workspace.analysis(uri_of(link)) is not None


def test_opened_again_it_starts_anew() -> None:
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 7, SPEC.replace("log", "lgo"))
    analysis = workspace.analysis(URI)
    assert analysis is not None
    assert [finding.code for finding in analysis.findings] == ["nimblock/unknown-action"]
    workspace.close_document(URI)
    assert workspace.analysis(URI) is None
    workspace.open_document(URI, "nimblock", 1, SPEC)
    analysis = workspace.analysis(URI)
    assert analysis is not None
    assert analysis.findings == ()


def test_a_closed_document_is_let_go() -> None:
    workspace = Workspace()
    document = weakref.ref(workspace.open_document(URI, "nimblock", 1, SPEC))
    analysis = workspace.analysis(URI)
    assert analysis is not None
    gone = weakref.ref(analysis)
    del analysis
    workspace.close_document(URI)
    gc.collect()
    assert document() is None
    assert gone() is None


def nodes() -> int:
    return sum(isinstance(thing, Node) for thing in gc.get_objects())


def type_and_take_back(workspace: Workspace, times: int) -> None:
    at = SPEC.index(" 🎉")
    for number in range(times):
        letter = chr(0x3042 + number % 80)
        workspace.change_document(URI, 2, [Change((at, at), letter)])
        assert workspace.analysis(URI) is not None
        workspace.change_document(URI, 3, [Change((at, at + 1), "")])
        assert workspace.analysis(URI) is not None


def test_edits_leave_no_old_trees_behind() -> None:
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, SPEC)
    type_and_take_back(workspace, 20)
    gc.collect()
    few = nodes()
    type_and_take_back(workspace, 200)
    gc.collect()
    assert nodes() <= few + 5


def test_old_trees_go_at_once_without_the_collector() -> None:
    # What waits for the collector grows old first, and the old are hardly ever looked at.
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, SPEC)
    type_and_take_back(workspace, 20)
    gc.collect()
    gc.disable()
    try:
        few = nodes()
        type_and_take_back(workspace, 50)
        assert nodes() <= few + 5
    finally:
        gc.enable()
