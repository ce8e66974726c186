"""`modwright check` from the outside: exit codes, streams, standard input, bad days."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from modwright.cli import checking, output, pool, progress
from modwright.cli.checking import Options
from modwright.cli.discovery import Target
from modwright.cli.main import main
from modwright.cli.report import Failure
from modwright.findings.model import Severity
from modwright.ide import diagnostics, service
from modwright.text.positions import Position, PositionEncoding, Range, range_at
from modwright.workspace.settings import Settings

OPTIONS = Options(None, None, Severity.HINT, None)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _write(name: str, content: str) -> None:
    Path(name).write_bytes(content.encode())


@pytest.mark.usefixtures("pretend")
class TestExitCodes:
    def test_0_without_errors(self) -> None:
        _write("a.json", "specVersion <warning:x> <hint:y>")
        assert main(["check", "a.json"]) == 0
        assert main(["check"]) == 0

    def test_1_with_errors_whatever_is_shown(self) -> None:
        _write("a.json", "specVersion <error:x>")
        for format_name in ("text", "json", "sarif", "github"):
            assert main(["check", "--min-severity", "error", "--format", format_name]) == 1

    def test_2_when_something_could_not_be_checked_but_the_rest_is(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        _write("a.json", "specVersion <error:x>")
        assert main(["check", "無い\x1b.json", "a.json", "--format", "json"]) == 2
        captured = capsys.readouterr()
        assert [entry["path"] for entry in json.loads(captured.out)] == ["a.json"]
        assert captured.err == f"modwright: cannot read 無い␛.json: {os.strerror(2)}\n"

    def test_2_for_a_bad_option(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in (
            ["check", "--format", "xml"],
            ["check", "--min-severity", "fatal"],
            ["check", "--language", "cobol"],
            ["check", "--locale", "tlh"],
            ["check", "--nonsense"],
            ["frobnicate"],
            ["--nonsense"],
        ):
            with pytest.raises(SystemExit) as stop:
                main(arguments)
            assert stop.value.code == 2, arguments
            captured = capsys.readouterr()
            assert captured.out == ""
            assert "modwright" in captured.err
            assert "Traceback" not in captured.err

    def test_2_without_a_command_and_help_is_shown(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "check" in captured.err

    def test_options_may_stand_anywhere(self, capsys: pytest.CaptureFixture[str]) -> None:
        for name in ("a.json", "b.json"):
            _write(name, "specVersion <error:x>")
        main(["check", "a.json", "--format", "json", "b.json", "--min-severity", "hint"])
        found = json.loads(capsys.readouterr().out)
        assert [entry["path"] for entry in found] == ["a.json", "b.json"]


@pytest.mark.usefixtures("pretend")
class TestLanguages:
    def test_a_named_file_can_be_forced_a_walked_one_not(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("p").mkdir()
        _write("notes.txt", "<error:x>")
        _write("p/other.json", "<error:y>")
        assert main(["check", "notes.txt"]) == 0
        main(["check", "notes.txt", "p", "--language", "nimblock", "--format", "json"])
        out = capsys.readouterr().out
        assert "no package files found\n" in out
        found = json.loads(out[out.index("[") :])
        assert [entry["path"] for entry in found] == ["notes.txt"]


class _Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = BytesIO(data)


@pytest.mark.usefixtures("pretend")
class TestStdin:
    def test_it_goes_by_the_name_it_is_given(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", _Stdin("specVersion <error:日本>".encode()))
        assert main(["check", "-", "--stdin-path", "パック/a.json", "--format", "json"]) == 1
        assert json.loads(capsys.readouterr().out)[0]["path"] == "パック/a.json"

    def test_it_has_a_name_without_one_too(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", _Stdin(b"specVersion <error:x>"))
        _write("a.json", "specVersion <error:x>")
        assert main(["check", "a.json", "-"]) == 1
        out = capsys.readouterr().out
        assert "\n<stdin>:1:13: error" in out
        assert out.endswith("\n2 files checked: 2 errors\n")

    def test_its_name_decides_what_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []

        def analyse_bytes(path: str, *others: object) -> None:
            asked.append(path)

        monkeypatch.setattr(service, "analyse_bytes", analyse_bytes)
        monkeypatch.setattr(sys, "stdin", _Stdin(b"{}"))
        main(["check", "-", "--stdin-path", "nimblock/a.json"])
        # A full path, as an editor gives it: the folders may decide.
        assert asked == [str(Path("nimblock/a.json").absolute())]


@pytest.mark.usefixtures("pretend")
class TestLocale:
    def test_the_environment_then_the_configuration_then_the_option(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        english, japanese = (
            "no package files found\n",
            "パッケージのファイルは見つかりませんでした\n",
        )

        def said(*arguments: str) -> str:
            checking._settings_in.cache_clear()  # pyright: ignore[reportPrivateUsage]
            main(["check", *arguments])
            return capsys.readouterr().out

        assert said() == english
        monkeypatch.setenv("LANG", "ja_JP.UTF-8")
        assert said() == japanese
        monkeypatch.setenv("LC_MESSAGES", "en_US.UTF-8")
        assert said() == english
        monkeypatch.setenv("LC_ALL", "ja")
        assert said() == japanese
        monkeypatch.setenv("LC_ALL", "C")
        assert said() == english
        _write("modwright.toml", 'locale = "ja"\n')
        assert said() == japanese
        assert said("--locale", "en") == english
        assert said("--locale", "ja_JP.UTF-8") == japanese


@pytest.mark.usefixtures("pretend")
class TestBadDays:
    def test_a_file_that_goes_away(self) -> None:
        outcome = checking.check(Target("gone.json", 0, False), OPTIONS)
        assert outcome == Failure("gone.json", os.strerror(2))

    def test_a_fault_of_ours_costs_one_file(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _write("a.json", "specVersion")
        _write("b.json", "specVersion <error:x>")
        real = service.analyse_bytes

        def fails(path: str, data: bytes, language: str | None, package: None) -> object:
            if path.endswith("a.json"):
                raise RecursionError("too deep")
            return real(path, data, language, package)

        monkeypatch.setattr(service, "analyse_bytes", fails)
        assert main(["check", "."]) == 2
        captured = capsys.readouterr()
        assert "b.json:1:13: error" in captured.out
        assert captured.err == (
            "modwright: cannot read a.json: internal error: RecursionError: too deep\n"
        )

    def test_a_fault_of_ours_anywhere_else_is_not_taken_for_findings(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*arguments: object) -> None:
            raise RuntimeError("a worker\x1b died")

        monkeypatch.setattr(pool, "check_all", broken)
        assert main(["check"]) == 2
        assert capsys.readouterr().err == (
            "modwright: internal error: RuntimeError: a worker␛ died\n"
        )

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _write("a.json", "specVersion")

        def interrupt(target: Target, options: Options) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(checking, "check", interrupt)
        assert main(["check"]) == output.INTERRUPTED

    def test_a_terminal_that_knows_no_japanese(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _write("a.json", "specVersion <error:日本>")
        raw = BytesIO()
        monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, encoding="ascii"))
        assert main(["check"]) == 1
        assert raw.getvalue().startswith(b"a.json:1:13: error[json/syntax]: no \\u65e5\\u672c\n")


class TestProgress:
    def test_no_bar_for_a_pipe_or_a_robot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CI", raising=False)
        assert not progress.wanted()
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        assert progress.wanted()
        monkeypatch.setenv("CI", "true")
        assert not progress.wanted()

    def test_a_bar_only_once_it_takes_long(self, capsys: pytest.CaptureFixture[str]) -> None:
        times = iter([0.0, 0.1, 0.2, 0.3])
        assert list(progress.watched("abc", 3, lambda: next(times))) == ["a", "b", "c"]
        assert capsys.readouterr().err == ""

    def test_the_bar_starts_at_what_is_done(self, capsys: pytest.CaptureFixture[str]) -> None:
        times = iter([0.0, 0.1, 1.5])
        assert list(progress.watched("abcd", 4, lambda: next(times))) == ["a", "b", "c", "d"]
        assert "2/4" in capsys.readouterr().err


class TestParallel:
    @pytest.fixture
    def targets(self) -> list[Target]:
        for number in range(20):
            _write(f"{number:02}.nimblock.json", f'{{"specVersion": {number}, "名前🎉": }}')
        Path("15.nimblock.json").unlink()
        _write("07.nimblock.json", "")
        return [Target(f"{number:02}.nimblock.json", 0, False) for number in range(20)]

    def test_the_same_as_one_after_the_other(
        self, targets: list[Target], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pool, "_processors", lambda: 3)
        serial = list(pool.check_all(targets, OPTIONS))
        monkeypatch.setattr(pool, "MANY_FILES", 1)
        ran: list[int] = []
        real = pool._in_parallel  # pyright: ignore[reportPrivateUsage]

        def parallel(*arguments: object) -> object:
            ran.append(1)
            return real(*arguments)  # pyright: ignore[reportArgumentType]

        monkeypatch.setattr(pool, "_in_parallel", parallel)
        assert list(pool.check_all(targets, OPTIONS)) == serial
        assert ran == [1]
        assert serial[15] == Failure("15.nimblock.json", os.strerror(2))
        assert sum(outcome is not None for outcome in serial) == 20

    def test_only_where_it_pays(
        self, targets: list[Target], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pays = pool._pays  # pyright: ignore[reportPrivateUsage]
        assert not pays(targets)
        assert pays(targets * 3)
        assert pays([Target("a", pool.MUCH_TEXT, False), Target("b", 1, False)])
        assert not pays([*targets * 3, Target("-", 0, True)])


def _process(
    tmp_path: Path, *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "modwright", *arguments],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONUTF8": "1", **(env or {})},
        check=False,
        timeout=60,
    )


BROKEN_SPEC = '{"specVersion": 1,\n "name": "ようこそ🎉",\n "rules": [}\n'


class TestTheSameAsInTheEditor:
    SPEC = """{
  "specVersion": 1, "name": "ようこそ🎉", "nmae": "👋",
  "rules": [{"name": "🎉", "trigger": {"type": "player.joim"}, "actions": []}]
}"""

    def _expected(self, settings: Settings) -> list[tuple[str, str, Range]]:
        analysis = service.analyse_text("a.nimblock.json", self.SPEC)
        assert analysis is not None
        return [
            (
                finding.code,
                finding.severity.value,
                range_at(analysis.source, finding.start, finding.end, PositionEncoding.UTF16),
            )
            for finding in diagnostics.diagnostics(analysis, settings)
        ]

    def _shown(self, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, Range]]:
        checking._settings_in.cache_clear()  # pyright: ignore[reportPrivateUsage]
        main(["check", "--format", "json"])
        return [
            (
                entry["code"],
                entry["severity"],
                Range(*(Position(*entry["range"][end].values()) for end in ("start", "end"))),
            )
            for entry in json.loads(capsys.readouterr().out)
        ]

    def test_findings_and_places(self, capsys: pytest.CaptureFixture[str]) -> None:
        _write("a.nimblock.json", self.SPEC)
        shown = self._shown(capsys)
        assert shown == self._expected(Settings())
        assert {"nimblock/unknown-key", "nimblock/unknown-trigger"} <= {code for code, *_ in shown}

    def test_the_configuration_grades_them(self, capsys: pytest.CaptureFixture[str]) -> None:
        _write("a.nimblock.json", self.SPEC)
        _write(
            "modwright.toml",
            '[severity]\n"nimblock/unknown-key" = "hint"\n"nimblock/unknown-trigger" = "off"\n',
        )
        shown = self._shown(capsys)
        assert shown == self._expected(
            Settings({"nimblock/unknown-key": Severity.HINT, "nimblock/unknown-trigger": None})
        )
        assert ("nimblock/unknown-key", "hint") in {(code, severity) for code, severity, _ in shown}
        assert "nimblock/unknown-trigger" not in {code for code, *_ in shown}


class TestProcess:
    def test_a_broken_spec(self, tmp_path: Path) -> None:
        _write("a.nimblock.json", BROKEN_SPEC)
        run = _process(tmp_path, "check")
        assert run.returncode == 1
        assert run.stderr == b""
        assert "a.nimblock.json:3:" in run.stdout.decode()
        assert "error[json/syntax]" in run.stdout.decode()

    def test_the_version(self, tmp_path: Path) -> None:
        from modwright import __version__

        assert _process(tmp_path, "--version").stdout.decode().split() == ["modwright", __version__]

    def test_standard_input(self, tmp_path: Path) -> None:
        run = subprocess.run(
            [sys.executable, "-m", "modwright", "check", "-", "--format", "json"],
            input=BROKEN_SPEC.encode(),
            capture_output=True,
            cwd=tmp_path,
            check=False,
            timeout=60,
        )
        assert run.returncode == 1
        assert {entry["path"] for entry in json.loads(run.stdout)} == {"<stdin>"}

    @pytest.mark.parametrize(
        "data",
        [b"", b"\0" * 100, bytes(range(256)) * 4, b"\xff\xfe{\x00}\x00", "{}".encode("utf-16")],
    )
    def test_any_bytes(self, tmp_path: Path, data: bytes) -> None:
        Path("a.nimblock.json").write_bytes(data)
        run = _process(tmp_path, "check", "--format", "json")
        assert run.returncode in (0, 1)
        assert run.stderr == b""
        assert {entry["path"] for entry in json.loads(run.stdout)} <= {"a.nimblock.json"}

    def test_a_plain_check_imports_nothing_heavy(self, tmp_path: Path) -> None:
        _write("a.nimblock.json", BROKEN_SPEC)
        code = (
            "import sys; from modwright.cli.main import main; main(['check', 'a.nimblock.json']);"
            "print(' '.join(sys.modules), file=sys.stderr)"
        )
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, timeout=60
        )
        loaded = set(run.stderr.decode().split())
        assert "modwright.ide.service" in loaded
        for module in ("lsprotocol", "pygls", "cattrs", "asyncio", "pathspec", "multiprocessing"):
            assert module not in loaded
        for module in ("wcwidth", "tqdm", "concurrent.futures", "modwright.cli.formats.sarif"):
            assert module not in loaded

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
    def test_a_reader_that_goes_away(self, tmp_path: Path) -> None:
        _write("a.nimblock.json", '{"x": }\n' * 20_000)
        for arguments in ("check", "check --format json", "check --help", "explain"):
            run = subprocess.run(
                f'"{sys.executable}" -m modwright {arguments} | head -c 1 > /dev/null',
                shell=True,
                capture_output=True,
                cwd=tmp_path,
                check=False,
                timeout=60,
            )
            assert run.stderr == b"", arguments

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_a_full_disk(self, tmp_path: Path) -> None:
        _write("a.nimblock.json", BROKEN_SPEC)
        with Path("/dev/full").open("wb") as full:
            run = subprocess.run(
                [sys.executable, "-m", "modwright", "check"],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=tmp_path,
                check=False,
                timeout=60,
            )
        assert run.returncode == 2
        assert run.stderr.decode() == f"modwright: standard output: {os.strerror(28)}\n"

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
    def test_closed_streams(self, tmp_path: Path) -> None:
        _write("a.nimblock.json", BROKEN_SPEC)
        command = f'"{sys.executable}" -m modwright check'
        run = subprocess.run(
            f"{command} >&- 2>&-; echo $?; {command} - <&-; echo $?",
            shell=True,
            capture_output=True,
            cwd=tmp_path,
            check=False,
            timeout=60,
        )
        assert run.stdout.split() == [b"1", *b"no package files found".split(), b"2"]
        assert b"Traceback" not in run.stderr
