"""`modwright new`: a small package to begin with, without a finding, and never over another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright import grammars
from modwright.cli import templates
from modwright.cli.main import main
from modwright.cli.templates import files_of, kind_named, kinds

KINDS = ("nimblock", "oamut", "ruleset", "ruleset-dice-sum", "ruleset-dice-pool")


def new(*arguments: str) -> int:
    return main(["new", *arguments])


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The codes of what is found."""
    capsys.readouterr()
    main(["check", str(path), "--format", "json"])
    return [each["code"] for each in json.loads(capsys.readouterr().out)]


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_made_has_no_findings(
    kind: str, locale: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "deep" / "はじめての 🌱 package"
    assert new(kind, str(folder), "--locale", locale) == 0
    files = sorted(folder.iterdir())
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(files)
    assert all(any(file.name in line for line in told) for file in files)
    assert check(folder, capsys) == []
    # That nothing is found means something: what is broken in it is.
    main_file = next(file for file in files if file.suffix in (".json", ".yaml"))
    text = main_file.read_text(encoding="utf-8")
    main_file.write_text(text.replace('"name": ', '"nmae": ').replace("name: ", "nmae: "), "utf-8")
    assert any(code.endswith("/unknown-key") for code in check(folder, capsys))


@pytest.mark.parametrize(
    ("folder", "identifier", "name"),
    [
        ("winter", "winter", "winter"),
        ("Long Winter 2!", "long-winter-2", "Long Winter 2!"),
        ("Éclair--du_Nord", "eclair-du-nord", "Éclair--du_Nord"),
        ("冬の村 ❄", None, "冬の村 ❄"),
        ('a "b" [c] {d} & @id@', "a-b-c-d-id", 'a "b" c d id'),
        ("x" * 100, "x" * 32, "x" * 40),
        ("a" * 31 + "-b", "a" * 31, "a" * 31 + "-b"),
        ("\u202e[]\t", None, "\u202e"),
        ("bad \udcff bytes", "bad-bytes", "bad bytes"),
    ],
)
def test_the_id_and_the_name_come_from_the_folder(
    folder: str, identifier: str | None, name: str
) -> None:
    kind = kind_named("oamut")
    assert kind is not None
    manifest = files_of(kind, folder, "en")["oamut.yaml"].split("\n")
    wanted = identifier or kind["fallbackId"]
    assert manifest[1] == f'id: "{wanted}"'
    assert json.loads(manifest[3].removeprefix("name: ")) == name


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "folder",
    [
        pytest.param('q "\\" [x] {{y}} & z', id="punctuation"),
        pytest.param("😋" * 80, id="long"),
        pytest.param("true", id="word"),
        pytest.param("1.10", id="number"),
        pytest.param("a\u2028b", id="break"),
    ],
)
def test_whatever_the_folder_is_called(
    kind: str, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Such a name may not be one that this system takes: the files are what counts.
    found = kind_named(kind)
    assert found is not None
    for path, words in files_of(found, folder, "en").items():
        (tmp_path / path).write_text(words, encoding="utf-8")
    assert check(tmp_path, capsys) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mutator.lua").write_text("-- 私の", encoding="utf-8")
    assert new("oamut", str(tmp_path), "--locale", "ja") == 2
    assert "mutator.lua はすでにあります" in capsys.readouterr().err
    assert (tmp_path / "mutator.lua").read_text(encoding="utf-8") == "-- 私の"
    # And nothing is left behind that was written before that was noticed.
    assert [each.name for each in tmp_path.iterdir()] == ["mutator.lua"]
    (tmp_path / "mutator.lua").unlink()
    assert new("oamut", str(tmp_path)) == 0
    assert new("oamut", str(tmp_path)) == 2


def test_other_files_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert new("ruleset", str(tmp_path)) == 0
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert new("oamut", str(tmp_path / "file")) == 2
    assert new("oamut", str(tmp_path / "file" / "inside")) == 2
    assert new("oamut", "a\0b") == 2
    assert capsys.readouterr().out == ""


def test_without_a_kind_the_kinds_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert new("--locale", "ja") == 0
    assert "oamut のミューテータ" in capsys.readouterr().out
    assert new("--format", "json", "--locale", "en") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in listed] == list(kinds())
    assert all(each["title"] for each in listed)


def test_what_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new("roguelike", str(tmp_path), "--locale", "en") == 2
    assert "there is no template roguelike; there are nimblock," in capsys.readouterr().err
    assert new("oamut", "--locale", "en") == 2
    assert "name a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_as_data_with_whole_paths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "春"
    assert new("oamut", str(folder), "--format", "json") == 0
    created = json.loads(capsys.readouterr().out)["created"]
    assert created == [str(folder / "oamut.yaml"), str(folder / "mutator.lua")]


def test_every_text_of_the_templates_is_used() -> None:
    """And every hole has its text, in every locale."""
    sources = {path for kind in kinds().values() for path in kind["files"].values()}
    holes = {
        hole
        for path in sources
        for hole in templates._HOLE.findall(grammars.read(path))  # pyright: ignore[reportPrivateUsage] - the one reading of what a hole is
    }
    table = grammars.load("templates.json")
    assert isinstance(table, dict)
    texts = table["texts"]
    assert isinstance(texts, dict)
    assert holes - {"id", "name"} == set(texts)
    assert all(isinstance(each, dict) and set(each) == {"en", "ja"} for each in texts.values())
