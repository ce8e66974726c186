"""`modwright explain`, `modwright schema`, and what `modwright serve` is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from modwright.cli.main import main
from modwright.findings.messages import all_specs, spec
from modwright.grammars import root


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_page_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    page = spec("json/syntax")
    assert page is not None
    for locale, before, after in [("en", "Before:", "After:"), ("ja", "修正前:", "修正後:")]:
        code, out, err = _said(capsys, "explain", "json/syntax", "--locale", locale)
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == "json/syntax (error)"
        assert lines[1] == page.title(locale)
        assert page.explanation(locale) in out
        assert before in lines
        assert after in lines
        assert f"    {page.before.splitlines()[0]}" in lines
        assert f"    {page.after.splitlines()[0]}" in lines
        assert lines[-1].endswith(page.url)


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_code_has_a_page(capsys: pytest.CaptureFixture[str], locale: str) -> None:
    for page in all_specs():
        assert _said(capsys, "explain", page.code, "--locale", locale)[0] == 0


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _said(capsys, "explain", "--locale", "en")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [page.code for page in all_specs()]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("json/sintax", "json/syntax"),
        ("unknown-trigger", "nimblock/unknown-trigger"),
        ("nimblock/unknown-trigggr", "nimblock/unknown-trigger"),
    ],
)
def test_the_nearest_code_is_suggested(
    capsys: pytest.CaptureFixture[str], typed: str, meant: str
) -> None:
    code, out, err = _said(capsys, "explain", typed, "--locale", "en")
    assert (code, out) == (2, "")
    assert typed in err
    assert f"did you mean {meant}" in err


def test_nothing_near_is_no_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _said(capsys, "explain", "全然違う\x1b", "--locale", "ja")
    assert code == 2
    assert err.startswith("modwright: 全然違う␛ という指摘はありません")
    assert "もしかして" not in err


@pytest.mark.parametrize(
    ("language", "file"),
    [("nimblock", "plugin-1.schema.json"), ("ruleset", "ruleset-1.schema.json")],
)
def test_the_schema_is_the_committed_file(
    language: str, file: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["schema", language]) == 0
    committed = (root() / language / file).read_bytes()
    assert capsysbinary.readouterr().out == committed


def test_serve_passes_the_transport_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from modwright.lsp import server

    served: list[tuple[object, ...]] = []

    def serve(*transport: object) -> int:
        served.append(transport)
        return 7

    monkeypatch.setattr(server, "serve", serve)
    for arguments in ([], ["--stdio"], ["--tcp", "0"], ["--ws", "2087"]):
        assert main(["serve", *arguments]) == 7
    assert served == [("stdio",), ("stdio",), ("tcp", 0), ("ws", 2087)]


@pytest.mark.parametrize(
    "arguments", [["--tcp"], ["--tcp", "x"], ["--ws", "65536"], ["--tcp", "1", "--ws", "2"]]
)
def test_serve_refuses_what_it_cannot_do(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["serve", *arguments])
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith("usage: modwright serve")


def test_a_port_that_is_taken_is_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from modwright.lsp import server

    def taken(*transport: object) -> int:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(server, "serve", taken)
    assert main(["serve", "--tcp", "80"]) == 2
    assert capsys.readouterr().err == "modwright: serve: [Errno 98] Address already in use\n"


def test_explain_speaks_the_language_of_the_configuration(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("modwright.toml").write_text('locale = "ja"\n', encoding="utf-8")
    assert "修正前:" in _said(capsys, "explain", "json/syntax")[1]
