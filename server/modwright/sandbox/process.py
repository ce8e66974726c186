"""Running a program that is not trusted: bounded output, a deadline, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_PIECE = 65536
# How long the pipes may stay open once the process is gone.
_PIPES_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended. `reason`: `exited`, `time`, `output` (too much of it), `cancelled`."""

    reason: str
    code: int
    """The exit code; minus the signal's number where one ended it."""
    output: bytes
    errors: bytes


def supervise(
    command: Sequence[str],
    request: bytes,
    *,
    seconds: float,
    output_bytes: int,
    error_bytes: int = 8192,
    cancelled: threading.Event | None = None,
) -> Ended:
    """Run `command` with `request` on its standard input until it ends or has to be ended.

    It gets no descriptor but its three pipes, a session of its own (all of which is killed) and an
    empty environment. At most `output_bytes` of its output and `error_bytes` of its error stream
    are ever held. Set `cancelled` from another thread to end it early. Raises OSError where the
    program cannot be started.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        close_fds=True,
        cwd=Path(sys.executable).anchor,
        env=_environment(),
        start_new_session=sys.platform != "win32",
        creationflags=_creation_flags(),
    )
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    if stdin is None or stdout is None or stderr is None:
        raise OSError("the process has no pipes")
    news = threading.Condition()
    output = _Bounded(stdout, output_bytes, news)
    errors = _Bounded(stderr, error_bytes, news)
    threads = [
        threading.Thread(target=output.read, daemon=True),
        threading.Thread(target=errors.read, daemon=True),
        threading.Thread(target=_feed, args=(stdin, request), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        reason = _wait(process, seconds, (output, errors), news, cancelled)
    finally:
        # Also where it ended by itself: what it may have started must not live on.
        _kill(process)
        process.wait()
    until = time.monotonic() + _PIPES_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    for pipe, thread in zip((stdout, stderr, stdin), threads, strict=True):
        # A pipe that somebody still holds would block closing it; its thread is a daemon.
        if not thread.is_alive():
            _close(pipe)
    return Ended(reason, process.returncode, bytes(output.data), bytes(errors.data))


class _Bounded:
    """Reads a pipe up to a limit, then stops reading."""

    def __init__(self, pipe: IO[bytes], limit: int, news: threading.Condition) -> None:
        self.data = bytearray()
        self.over = False
        self.done = False
        self._pipe = pipe
        self._limit = limit
        self._news = news

    def read(self) -> None:
        descriptor = self._pipe.fileno()
        while not self.over:
            try:
                piece = os.read(descriptor, _PIECE)
            except OSError:
                break
            if not piece:
                break
            room = self._limit - len(self.data)
            self.data += piece[:room]
            self.over = len(piece) > room
        with self._news:
            self.done = True
            self._news.notify_all()


def _feed(pipe: IO[bytes], request: bytes) -> None:
    try:
        pipe.write(request)
        pipe.close()
    except OSError:
        # It ended, or was ended, before it had read all: how it ended says more than this.
        _close(pipe)


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:
        return


def _wait(
    process: subprocess.Popen[bytes],
    seconds: float,
    pipes: tuple[_Bounded, _Bounded],
    news: threading.Condition,
    cancelled: threading.Event | None,
) -> str:
    deadline = time.monotonic() + seconds
    # A process that closes its pipes and goes on is polled, and so is cancelling.
    with news:
        while True:
            if any(pipe.over for pipe in pipes):
                return "output"
            if process.poll() is not None and all(pipe.done for pipe in pipes):
                return "exited"
            if cancelled is not None and cancelled.is_set():
                return "cancelled"
            left = deadline - time.monotonic()
            if left <= 0:
                return "time"
            news.wait(min(left, 0.02))


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    try:
        # The session's first process is its group's leader; the group may outlive it.
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # Nothing is left of the group (macOS says EPERM for one of zombies).
        process.kill()


def _environment() -> dict[str, str]:
    """Nothing of ours. Windows cannot start a process without the one name kept here."""
    if sys.platform != "win32":
        return {}
    return {"SYSTEMROOT": os.environ.get("SYSTEMROOT", r"C:\Windows")}


def _creation_flags() -> int:
    if sys.platform != "win32":
        return 0
    return subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
