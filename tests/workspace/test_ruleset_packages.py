"""Folders with a ruleset are packages: each file is judged with the newest of the others."""

from __future__ import annotations

from pathlib import Path

from modwright.languages.package import KINDS, MUTATOR, RULESET
from modwright.workspace.documents import Change
from modwright.workspace.uris import uri_of
from modwright.workspace.workspace import Workspace
from tests.languages.ruleset.package_text import RULES, manifest, pack


def codes(workspace: Workspace, path: Path) -> list[str]:
    analysis = workspace.analysis(uri_of(path))
    assert analysis is not None
    return [finding.code.removeprefix("ruleset/") for finding in analysis.findings]


def opened(workspace: Workspace, path: Path, text: str) -> None:
    workspace.open_document(uri_of(path), "json", 1, text)


def edited(workspace: Workspace, path: Path, text: str) -> None:
    workspace.change_document(uri_of(path), 2, [Change(None, text)])


def test_an_edit_of_the_ruleset_judges_the_open_pack_again(tmp_path: Path) -> None:
    rules, russian = tmp_path / "ruleset.json", tmp_path / "locales" / "ru.json"
    russian.parent.mkdir()
    rules.write_text(RULES, encoding="utf-8")
    workspace = Workspace()
    opened(workspace, russian, pack("ru", {}))
    assert codes(workspace, russian) == []
    opened(workspace, rules, RULES)
    edited(workspace, rules, RULES.replace('"Prone"', '"Down 🌊"'))
    assert codes(workspace, russian) == ["locale-untranslated", "locale-unused"]
    related = [document.path for document in workspace.related(uri_of(rules))]
    assert related == [russian]
    workspace.close_document(uri_of(rules))
    assert codes(workspace, russian) == []


def test_an_edit_of_the_pack_judges_the_ruleset_again(tmp_path: Path) -> None:
    rules, russian = tmp_path / "ruleset.json", tmp_path / "locales" / "ru.json"
    doubled = RULES.replace('"label": "Prone"', '"label": "Brawn"')
    workspace = Workspace()
    opened(workspace, rules, doubled)
    before = codes(workspace, rules)
    # Neither of them is on disk yet.
    opened(workspace, russian, pack("ru", {}))
    assert set(codes(workspace, rules)) - set(before) == {"locale-ambiguous"}
    workspace.close_document(uri_of(russian))
    assert codes(workspace, rules) == before


def test_the_manifest_is_held_to_the_unsaved_ruleset(tmp_path: Path) -> None:
    rules, listed = tmp_path / "ruleset.json", tmp_path / "manifest.json"
    rules.write_text(RULES, encoding="utf-8")
    workspace = Workspace()
    opened(workspace, listed, manifest({"ruleset.json": RULES}))
    assert codes(workspace, listed) == []
    opened(workspace, rules, RULES)
    layered = RULES[:-1] + ', "layers": [{"id": "a", "label": "A"}]}'
    edited(workspace, rules, layered)
    assert codes(workspace, listed) == ["api-too-low", "bad-value", "bad-value"]


def test_published_rulesets_lie_in_one_folder(tmp_path: Path) -> None:
    for name in ("a-1.0.0.ruleset.json", "b-1.0.0.ruleset.json"):
        (tmp_path / name).write_text(RULES, encoding="utf-8")
    workspace = Workspace()
    of_a, of_nobody = tmp_path / "a-1.0.0.ja.json", tmp_path / "c-1.0.0.ja.json"
    opened(workspace, of_a, pack("ja", {}))
    opened(workspace, of_nobody, '{"_meta": {"locale": "ru"}}')
    assert codes(workspace, of_a) == []
    assert workspace.analysis(uri_of(of_nobody)) is None


def test_a_mutator_and_a_ruleset_in_one_folder(tmp_path: Path) -> None:
    # Apart from the folders of other tests, which are its neighbours.
    tmp_path = tmp_path / "library" / "both"
    tmp_path.mkdir(parents=True)
    (tmp_path / "oamut.yaml").write_text("oamut: 1\n", encoding="utf-8")
    (tmp_path / "ruleset.json").write_text(RULES, encoding="utf-8")
    workspace = Workspace()
    script, rules = tmp_path / "mutator.lua", tmp_path / "ruleset.json"
    workspace.open_document(uri_of(script), "lua", 1, "return {}")
    opened(workspace, rules, RULES)
    documents = {document.path: document for document in workspace.documents()}
    packages = documents[script].package, documents[rules].package
    assert [package.kind for package in packages if package] == [MUTATOR, RULESET]
    assert workspace.related(uri_of(rules)) == []
    assert [package.kind for package in (packages[0].library() if packages[0] else ())] == [MUTATOR]


def test_a_ruleset_reaches_one_folder_down(tmp_path: Path) -> None:
    (tmp_path / "ruleset.json").write_text(RULES, encoding="utf-8")
    deep = tmp_path / "docs" / "deep" / "x.json"
    deep.parent.mkdir(parents=True)
    deep.write_text("{}", encoding="utf-8")
    (tmp_path / "docs" / "y.json").write_text("{}", encoding="utf-8")
    workspace = Workspace()
    opened(workspace, tmp_path / "ruleset.json", RULES)
    opened(workspace, deep, "{}")
    (rules, stray) = workspace.documents()
    package = rules.package
    assert package is not None
    assert [file.path for file in package.files()] == ["docs/y.json", "ruleset.json"]
    assert stray.package is None
    assert package.inside(str(tmp_path / "docs" / "y.json")) == "docs/y.json"
    assert package.inside(str(tmp_path.parent / "z.json")) is None


def test_manifests_are_found_in_any_case() -> None:
    assert MUTATOR.manifest_among(["README.md", "OAMUT.yaml"]) == "OAMUT.yaml"
    assert RULESET.manifest_among(["b.ruleset.json", "A.ruleset.json"]) == "A.ruleset.json"
    assert RULESET.manifest_among(["a.ruleset.json", "Ruleset.JSON"]) == "Ruleset.JSON"
    assert [kind.manifest_among(["ruleset.yaml"]) for kind in KINDS] == [None, None]
