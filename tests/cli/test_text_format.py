"""What a person sees in the terminal: whole outputs, as they are printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from modwright.cli.display import visible
from modwright.cli.formats import text
from modwright.cli.main import main
from modwright.cli.report import Excerpt, FileReport, Item, Place, Span, Summary
from modwright.findings.model import Severity

pytestmark = pytest.mark.usefixtures("pretend")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _check(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(["check", *arguments])
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def _write(name: str, content: str) -> None:
    Path(name).write_bytes(content.encode())


def test_japanese_and_emoji_are_underlined_where_they_stand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write(
        "規則.json", '{"specVersion": 1,\n  "名前🎉": "ようこそ👋", <error:日本>: 2,\n  <hint:é>}'
    )
    assert _check(capsys, ".") == (
        """\
規則.json:2:19: error[json/syntax]: no 日本
   2 |   "名前🎉": "ようこそ👋", <error:日本>: 2,
     |                           ^^^^^^^^^^^^
     = fix: Drop it

規則.json:3:3: hint[json/syntax]: no é
   3 |   <hint:é>}
     |   ^^^^^^^^

1 file checked: 1 error, 1 hint
"""
    )


def test_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    _write("a.json", "specVersion <warning:鍵>\n<error:扉>")
    assert _check(capsys, "a.json", "--locale", "ja-JP") == (
        """\
a.json:1:13: warning[json/syntax]: no 鍵
   1 | specVersion <warning:鍵>
     |             ^^^^^^^^^^^^

a.json:2:1: error[json/syntax]: no 扉
   2 | <error:扉>
     | ^^^^^^^^^^
     = 修正: Drop it

1 個のファイルを検査しました: エラー 1 件、警告 1 件
"""
    )


def test_a_range_over_lines_shows_its_first_and_names_its_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write("a.json", "specVersion\r\n\t<information:end\r\nmore>\r\n")
    assert _check(capsys, "a.json") == (
        """\
a.json:2:2: information[json/syntax]: no end
   2 |     <information:end
     |     ^^^^^^^^^^^^^^^^
     = note: the range reaches to line 3, column 6
     = note: opened here (line 1, column 1)

1 file checked: 1 note
"""
    )


def test_clean_files_and_nothing_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert _check(capsys, ".") == "no package files found\n"
    _write("a.json", "specVersion")
    _write("b.json", "specVersion")
    _write("package.json", "{}")
    assert _check(capsys, ".") == "2 files checked: no findings\n"


def test_tabs_become_blanks_up_to_the_next_stop(capsys: pytest.CaptureFixture[str]) -> None:
    _write("a.json", "specVersion\n界\t\t<hint:x>")
    out = _check(capsys, "a.json")
    # The column counts the tab as the one character it is.
    assert out.splitlines()[:3] == [
        "a.json:2:4: hint[json/syntax]: no x",
        "   2 | 界      <hint:x>",
        "     |         ^^^^^^^^",
    ]


def test_a_byte_order_mark_has_no_column(capsys: pytest.CaptureFixture[str]) -> None:
    _write("a.json", "\ufeff<hint:x> specVersion")
    assert _check(capsys, "a.json").splitlines()[:3] == [
        "a.json:1:1: hint[json/syntax]: no x",
        "   1 | <hint:x> specVersion",
        "     | ^^^^^^^^",
    ]


def test_nothing_in_a_file_commands_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _write("a\x1b[2J.json", "specVersion <error:\x1b]0;own\x07\u202e\x9b31m> \x7f\x00")
    out = _check(capsys, ".")
    assert out.splitlines()[:3] == [
        "a␛[2J.json:1:13: error[json/syntax]: no ␛]0;own␇<U+202E><U+009B>31m",
        "   1 | specVersion <error:␛]0;own␇<U+202E><U+009B>31m> ␡␀",
        "     |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_a_minified_file_shows_only_what_is_around_the_range(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write("a.json", "specVersion" + "あ" * 5000 + "<error:x>" + "い" * 5000)
    header, line, carets, *_ = _check(capsys, "a.json").splitlines()
    assert header.startswith("a.json:1:5012: ")
    assert line.startswith("   1 | …ああ")
    assert line.endswith("いい…")
    assert wcswidth(line) <= 122
    assert wcswidth(line[: line.index("<error:x>")]) == carets.index("^")
    assert carets.count("^") == len("<error:x>")


def test_a_range_wider_than_the_window_is_cut_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    _write("a.json", "specVersion <error:" + "x" * 3000 + ">")
    _, line, carets, *_ = _check(capsys, "a.json").splitlines()
    assert line.index("<error:") == carets.index("^")
    # All of the rest of the window but the ellipsis is marked.
    assert len(carets) == len(line) - 1
    assert line.endswith("x…")


def test_colour_only_where_it_is_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _write("a.json", "specVersion <error:x>")
    assert "\x1b" not in _check(capsys, "a.json")
    assert "\x1b" not in _check(capsys, "a.json", "--color", "never")
    coloured = _check(capsys, "a.json", "--color", "always")
    assert coloured.startswith("\x1b[1ma.json:1:13:\x1b[0m \x1b[1;31merror[json/syntax]\x1b[0m: ")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert _check(capsys, "a.json") == coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in _check(capsys, "a.json")
    assert _check(capsys, "a.json", "--color", "always") == coloured


def test_on_a_terminal_colour_comes_by_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _write("a.json", "specVersion <error:x>")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[1;31m" in _check(capsys, "a.json")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in _check(capsys, "a.json")


_LINES = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("a \tあ漢🎉👋🏽é\u0301\u200d\ufe0f🇯🇵\x1b\u202e"),
    ),
    max_size=120,
).map(lambda line: line.replace("\n", "").replace("\r", ""))


@given(_LINES, st.integers(0, 120), st.integers(0, 120), st.integers(20, 200))
def test_carets_stand_below_the_range_whatever_the_line(
    line: str, first: int, second: int, columns: int
) -> None:
    start, end = sorted((min(first, len(line)), min(second, len(line))))
    span = Span(Place(0, start, start), Place(0, end, end))
    item = Item("c", Severity.HINT, "m", span, Excerpt(line, start, end, False, False), (), ())
    summary = Summary((FileReport("p", (item,), "en"),), (), "en")
    _, shown, carets, *_ = text.render(summary, colour=False, columns=columns).split("\n")
    assert shown.startswith("   1 |")
    assert visible(shown) == shown
    assert set(carets.removeprefix("     | ")) <= {" ", "^"}
    # Two cells for what stands in place of the ends that were cut.
    assert len(carets) <= max(columns, 27) + 2
    if "…" not in shown and "\t" not in line:
        before = visible(line[:start])
        assert carets.index("^") == 7 + max(0, wcswidth(before))
