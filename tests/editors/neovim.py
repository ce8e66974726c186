"""A Neovim that runs headless, is typed into and is asked what it shows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import pytest

from modwright.grammars import JsonValue

# A loaded machine is slow; a server that never answers is found out all the same.
PATIENCE_SECONDS = 30.0
_SCRIPTS = sysconfig.get_path("scripts")
_LUA = Path(__file__).with_name("neovim.lua")
_OPTIONS = ("--headless", "--clean", "-n", "-c", f"luafile {_LUA}", "-c")


def find() -> str | None:
    """The Neovim of the environment that runs the tests, else the one on the PATH."""
    return shutil.which("nvim", path=_SCRIPTS) or shutil.which("nvim")


def required() -> str:
    """The Neovim, without which a test is skipped; where editors are required it fails."""
    found = find()
    if found is None:
        reason = "no Neovim here: pip install '.[editors]'"
        if os.environ.get("MODWRIGHT_REQUIRE_EDITORS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def speaking(encoding: str) -> str:
    """The piece of `init.lua` that lets the client offer one position encoding only."""
    return (
        "vim.lsp.config('modwright', { capabilities = { general = {"
        f" positionEncodings = {{ '{encoding}' }} }} }} }})\n"
    )


@contextmanager
def set_up(
    folder: Path, setup: str, question: str, runtime: Sequence[Path] = ()
) -> Generator[Neovim, None, None]:
    """An editor whose `init.lua` is `setup`, once it has read it and can answer `question`."""
    config = folder / "init.lua"
    config.write_text(setup, encoding="utf-8")
    with Neovim(required(), folder, config, runtime) as editor:

        def is_set_up() -> bool | None:
            # It listens before it has read its configuration.
            try:
                return editor.ask(question) is not None
            except AssertionError:
                return None

        editor.until(is_set_up, "the configuration is read")
        yield editor


class Neovim:
    """One editor, without anybody's configuration but `config`, a Lua file. Use it with `with`."""

    def __init__(
        self, program: str, folder: Path, config: Path, runtime: Sequence[Path] = ()
    ) -> None:
        """`folder` is an empty one of its own: all it writes goes there. `runtime`: folders like
        those of plugins, on the runtime path from the beginning."""
        self._program = program
        self._socket = folder / "socket"
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([_SCRIPTS, os.environ.get("PATH", "")]),
            "LC_ALL": "C.UTF-8",
            "NVIM_LOG_FILE": str(folder / "log"),
        }
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            environment[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
        self._process = subprocess.Popen(
            [
                program,
                *(word for path in runtime for word in ("--cmd", f"set runtimepath^={path}")),
                *_OPTIONS,
                f"luafile {config}",
                "--listen",
                str(self._socket),
            ],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Neovim:
        self.until(lambda: self._socket.exists() or None, "Neovim listens")
        self.until(lambda: self._evaluate("1") or None, "it answers")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()

    def press(self, keys: str) -> None:
        """Press keys as somebody at the keyboard would; `<Esc>` is one."""
        self._run("--remote-send", keys)

    def ask(self, question: str, *arguments: JsonValue) -> JsonValue:
        """Call a function of `neovim.lua`."""
        # JSON inside a Vim string: only the quote around it has to be doubled.
        packed = json.dumps(list(arguments), ensure_ascii=False).replace("'", "''")
        lua = f"vim.json.encode({{ asked.{question}(unpack(vim.json.decode(_A))) }})"
        answer: list[JsonValue] = json.loads(self._evaluate(f"luaeval('{lua}', '{packed}')"))
        return answer[0] if answer else None

    def wait_for(
        self, question: str, wanted: Callable[[JsonValue], bool], *arguments: JsonValue
    ) -> JsonValue:
        """Ask again and again until the answer is the wanted one."""

        def ask() -> JsonValue:
            nonlocal last
            last = self.ask(question, *arguments)
            return last if wanted(last) else None

        last: JsonValue = None
        return self.until(ask, f"{question}{arguments}", lambda: last)

    def until(
        self,
        ask: Callable[[], JsonValue],
        what: str,
        last: Callable[[], JsonValue] = lambda: None,
    ) -> JsonValue:
        """Wait until `ask` returns something. Raises AssertionError when patience ends."""
        end = time.monotonic() + PATIENCE_SECONDS
        while (answer := ask()) is None:
            assert self._process.poll() is None, "Neovim has ended"
            assert time.monotonic() < end, f"waited in vain until {what}; last: {last()}"
            time.sleep(0.05)
        return answer

    def _evaluate(self, expression: str) -> str:
        return self._run("--remote-expr", expression)

    def _run(self, option: str, argument: str) -> str:
        done = subprocess.run(
            [self._program, "--server", str(self._socket), option, argument],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        # 0.7 answers in the other stream.
        return done.stdout or done.stderr


def shown(diagnostics: JsonValue) -> list[tuple[str, str]]:
    """(code, text under the squiggle) of what `diagnostics` answers, sorted."""
    # An empty Lua table is neither a list nor an object, and JSON has to call it something.
    items = diagnostics if isinstance(diagnostics, list) else []
    found: list[tuple[str, str]] = []
    for item in items:
        assert isinstance(item, dict)
        found.append((str(item["code"]), str(item["text"])))
    return sorted(found)
