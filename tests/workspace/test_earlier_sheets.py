"""What a sheet was is remembered while its file is open, however often the editor saves.

Each test is a little history of one file: opened, typed into, saved. A save is dated after the
opening, as it would be a moment later.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from modwright.ide.around import package_actions
from modwright.languages.around import PackageAction
from modwright.text.edits import apply_edits
from modwright.workspace.documents import Change
from modwright.workspace.uris import uri_of
from modwright.workspace.workspace import Workspace
from tests.languages.ruleset.package_text import manifest
from tests.languages.ruleset.ruleset_text import ruleset

_SECOND = 1_000_000_000


def sheet(version: int, field: str = "xp", migrations: str = "") -> str:
    written = (
        f'{{"version": {version}, "fields": [{{"id": "{field}", "label": "経験値 ✨", '
        f'"type": "number", "min": 0, "max": 9}}]{migrations}}}'
    )
    return ruleset(f'"sheet": {written}')


class History:
    def __init__(self, folder: Path, text: str, on_disk: str | None = None) -> None:
        self.path = folder / "ruleset.json"
        self.workspace = Workspace()
        self.saves = 0
        self._write(on_disk or text, -1)
        self.open(text)

    def open(self, text: str) -> None:
        self.workspace.open_document(uri_of(self.path), "json", 1, text)

    def close(self) -> None:
        self.workspace.close_document(uri_of(self.path))

    def type(self, text: str) -> None:
        self.workspace.change_document(uri_of(self.path), 2, [Change(None, text)])

    def save(self) -> None:
        document = self.workspace.document(uri_of(self.path))
        assert document is not None
        self.saves += 1
        self._write(document.source.text, self.saves)

    def _write(self, text: str, seconds: int) -> None:
        self.path.write_text(text, encoding="utf-8")
        document = self.workspace.document(uri_of(self.path))
        now = document.opened_at if document else self.path.stat().st_mtime_ns
        dated = now + seconds * _SECOND
        os.utime(self.path, ns=(dated, dated))

    def actions(self, where: str) -> list[PackageAction]:
        analysis = self.workspace.analysis(uri_of(self.path))
        assert analysis is not None
        at = analysis.source.text.index(where)
        found = package_actions(analysis, at, at, "en", analysis.path)
        return [each for each in found if "stored values" in each.title]

    def titles(self, where: str) -> list[str]:
        return [each.title for each in self.actions(where)]


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path, sheet(4))


def test_what_the_editor_saved_by_itself_is_not_forgotten(history: History) -> None:
    history.type(sheet(4, "experience"))
    history.save()
    (title,) = history.titles('experience", "label"')
    assert "xp" in title
    assert "sheet.version 5" in title
    history.save()
    assert history.titles('experience", "label"') == [title]


def test_a_version_that_was_saved_is_left_alone(history: History) -> None:
    """Once version 5 was saved, somebody may have it: the next change is version 6."""
    history.type(sheet(4, "experience"))
    history.save()
    (action,) = history.actions('experience", "label"')
    text = apply_edits(sheet(4, "experience"), action.edits[None])
    assert json.loads(text)["sheet"]["version"] == 5
    history.type(text)
    assert history.titles('experience", "label"') == [], "nothing is stored under it yet"
    history.save()
    (title,) = history.titles('experience", "label"')
    assert "sheet.version 6" in title
    again = text.replace('"id": "experience"', '"id": "renown"')
    history.type(again)
    history.save()
    assert any('"experience"' in each and "version 6" in each for each in history.titles('renown"'))


def test_a_version_raised_by_hand_before_the_id(history: History) -> None:
    history.type(sheet(5))
    history.save()
    history.type(sheet(5, "experience"))
    history.save()
    (title,) = history.titles('experience", "label"')[:1]
    assert '"xp"' in title
    assert "sheet.version 5" in title


def test_closed_it_is_forgotten(history: History) -> None:
    history.type(sheet(4, "experience"))
    history.save()
    history.close()
    history.open(sheet(4, "experience"))
    assert not any('"xp"' in each for each in history.titles('experience", "label"'))


def test_what_was_never_saved_counts_for_nothing(tmp_path: Path) -> None:
    """A window that is opened again with its unsaved text: the disk is what there was."""
    history = History(tmp_path, sheet(4, "experience"), on_disk=sheet(4))
    (title,) = history.titles('experience", "label"')
    assert '"xp"' in title


def test_a_version_that_was_taken_back(history: History) -> None:
    history.type(sheet(5, "experience"))
    history.save()
    assert history.titles('experience", "label"')
    history.type(sheet(4))
    history.save()
    assert [each for each in history.titles('xp", "label"') if "sheet.version 5" in each]


def test_other_versions_are_remembered_up_to_a_number(history: History) -> None:
    for version in range(5, 40):
        history.type(sheet(version))
        history.save()
        assert history.titles('xp", "label"')
    document = history.workspace.document(uri_of(history.path))
    assert document is not None
    assert [len(states) for states in document.first_saved.values()] == [4]


def test_the_manifest_is_raised_in_the_same_edit(history: History) -> None:
    """Section 12: migrations need Capability API 1.77."""
    listed = history.path.parent / "manifest.json"
    listed.write_text(manifest({"ruleset.json": sheet(4)}, minor=64), encoding="utf-8")
    history.workspace.files_changed()
    (action,) = history.actions('xp", "label"')
    raised = apply_edits(listed.read_text(encoding="utf-8"), action.edits["manifest.json"])
    assert json.loads(raised)["capabilityApi"] == {"major": 1, "minor": 77}
    for enough in (77, 811):
        text = manifest({"ruleset.json": sheet(4)}, minor=enough)
        listed.write_text(text, encoding="utf-8")
        history.workspace.files_changed()
        (action,) = history.actions('xp", "label"')
        assert set(action.edits) == {None}
    listed.write_text('{"capabilityApi": {"minor": "x"}, "kind": ["ruleset"]}', encoding="utf-8")
    history.workspace.files_changed()
    assert set(history.actions('xp", "label"')[0].edits) == {None}
