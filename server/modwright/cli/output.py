"""Writing to standard output and standard error, and the exit codes.

A reader that goes away (`| head`) is no error: what is left is thrown away in silence.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

CLEAN = 0
ERRORS_FOUND = 1
COULD_NOT_RUN = 2
# As shells report a process that SIGINT ended.
INTERRUPTED = 130


def prepare() -> None:
    """Give a process that was started with closed streams somewhere to write to."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - None by `>&-`
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] - None by `2>&-`
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def emit(text: str, *, encoding: str | None = None, errors: str = "backslashreplace") -> bool:
    """Write `text` to standard output, in the stream's encoding or in the given one.

    Line breaks are written as they are. Returns False, after a line on standard error, when
    nothing could be written (a full disk).
    """
    data = text.encode(encoding or sys.stdout.encoding or "utf-8", errors)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except OSError as problem:
        _discard(sys.stdout)
        complain(f"standard output: {problem.strerror}")
        return False
    return True


def complain(message: str) -> None:
    """One line on standard error. `message` must be safe to show (`display.visible`)."""
    line = f"modwright: {message}\n"
    encoding = sys.stderr.encoding or "utf-8"
    try:
        sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except BrokenPipeError:
        _discard(sys.stderr)


def flush() -> None:
    """Write out what argparse printed, so that the interpreter's exit finds nothing to fail on."""
    _flush(sys.stdout)
    _flush(sys.stderr)


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except (OSError, ValueError):
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Point the stream's descriptor at nothing: what is buffered can be flushed at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
