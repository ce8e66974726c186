"""`modwright locales`: how far a ruleset is translated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modwright.cli.main import main
from tests.languages.ruleset.package_text import DISPLAYED, RULES, pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "locales").mkdir()
    (tmp_path / "ruleset.json").write_text(RULES, encoding="utf-8")
    texts = {"Prone": "", "Prnoe": "Лежащий"}
    (tmp_path / "locales" / "ru.json").write_text(pack("ru", texts), encoding="utf-8")
    half = '{"_meta": {"locale": "pt-BR"}, "ruleset": {"Brawn": "Força", "gm": "mestre"}}'
    (tmp_path / "locales" / "pt-BR.json").write_text(half, encoding="utf-8")
    blurb = '{"_meta": {"locale": "en"}, "package": {"name": "Ash Tide"}}'
    (tmp_path / "locales" / "en.json").write_text(blurb, encoding="utf-8")
    return tmp_path


def test_as_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locales", str(folder / "ruleset.json"), "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["ruleset"], report["total"]) == ("ruleset.json", len(DISPLAYED))
    portuguese, russian = report["locales"]
    assert (portuguese["language"], portuguese["translated"]) == ("pt-BR", 1)
    assert portuguese["missing"] == [text for text in DISPLAYED if text != "Brawn"]
    assert portuguese["unused"] == []
    assert (russian["translated"], russian["empty"]) == (len(DISPLAYED) - 1, ["Prone"])
    assert (russian["missing"], russian["unused"]) == ([], ["Prnoe"])


def test_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locales", str(folder), "--locale", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ruleset.json: 11 display strings"
    assert lines[1] == "  pt-BR: 1 translated, 0 empty, 10 missing, 0 unused, 0 ambiguous"
    assert "  ru   : 10 translated, 1 empty, 0 missing, 1 unused, 0 ambiguous" in lines
    assert '    unused: "Prnoe"' in lines
    assert main(["locales", str(folder / "locales" / "ru.json"), "--locale", "ja"]) == 0
    assert "翻訳済み 10" in capsys.readouterr().out


def test_a_pack_that_is_no_json_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "locales" / "ko.json").write_text("…", encoding="utf-8")
    assert main(["locales", str(folder), "--locale", "en"]) == 0
    assert "locales/ko.json cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing.json", "lonely.json"])
def test_no_ruleset(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lonely.json").write_text("{}", encoding="utf-8")
    assert main(["locales", str(tmp_path / name), "--locale", "en"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert name in captured.err


def test_check_judges_the_whole_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(folder), "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    by_file = {
        (Path(each["path"]).name, each["code"]) for each in found if "locale" in each["code"]
    }
    assert by_file == {
        ("ru.json", "ruleset/locale-unused"),
        ("ru.json", "ruleset/locale-untranslated"),
        ("pt-BR.json", "ruleset/locale-untranslated"),
    }
