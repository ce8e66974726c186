"""The child process: limits itself, reads a request, runs the script in Lua, writes the outcome.

The order is the point: modules first (the walls forbid opening them later), then the walls, then
the request with the script in it.
"""

from __future__ import annotations

import importlib
import json
import locale
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol, cast

from modwright.sandbox import walls, wire
from modwright.sandbox.wire import Json

# In this order: each file may use what the ones before it put into the box.
_PARTS = ("faults", "order", "text", "fixed", "describe", "plan", "concat", "modules", "main")
# The run that measures strings executes more instructions for the same script.
_MEASURING_FACTOR = 4
# The outcome is described when the script is done; that memory comes on top of the script's.
_REPORT_MEMORY = 48 * 1024 * 1024
# What starting up may take of the processor, beside the runs.
_OWN_SECONDS = 5


class _Runtime(Protocol):
    """What is used of lupa's LuaRuntime, which has no types of its own."""

    def execute(self, code: bytes, *values: object, name: bytes, mode: bytes) -> object: ...
    def table(self) -> object: ...
    def table_from(self, value: object, *, recursive: bool) -> object: ...
    def set_max_memory(self, size: int) -> None: ...
    def get_memory_used(self) -> int: ...


class _Lua(Protocol):
    LuaRuntime: Callable[..., _Runtime]
    LuaMemoryError: type[Exception]
    LuaError: type[Exception]


def main(milliseconds: int, memory_bytes: int, request_bytes: int) -> NoReturn:
    """Serve one request on standard input and output, then end the process.

    `milliseconds` of wall time are for each run of the script, `memory_bytes` for its Lua state;
    `request_bytes` is how much will come. They are arguments since the walls must stand before the
    request is read.
    """
    # Lua asks the C library what a letter is; the answer must not depend on the user's language.
    locale.setlocale(locale.LC_ALL, "C")
    lua = cast("_Lua", importlib.import_module("lupa.lua54"))
    folder = Path(__file__).parent / "lua"
    parts = {part: (folder / f"{part}.lua").read_bytes() for part in _PARTS}
    # The first use of a codec or of the decoder opens modules.
    json.loads(json.dumps({"": [1.5, "\u00e9"]}))
    watch = _Watch(milliseconds / 1000)
    processor_seconds = 2 * (milliseconds // 1000 + 1) + _OWN_SECONDS
    watch.walls = walls.raise_walls(memory_bytes + _REPORT_MEMORY, processor_seconds, request_bytes)
    header, files = wire.unpack(_read(request_bytes))
    _serve(lua, parts, header, files, watch)


class _Watch:
    """Ends the process when a run takes too long, from a thread: Lua runs without Python's lock."""

    def __init__(self, seconds: float) -> None:
        self.walls: list[str] = []
        self._seconds = seconds
        self._deadline: float | None = None
        self._changed = threading.Condition()
        threading.stack_size(256 * 1024)
        # Before the walls: they let no thread be started.
        threading.Thread(target=self._wait, daemon=True).start()

    def begin(self) -> None:
        with self._changed:
            self._deadline = time.monotonic() + self._seconds
            self._changed.notify()

    def end(self) -> None:
        with self._changed:
            self._deadline = None

    def _wait(self) -> None:
        with self._changed:
            while True:
                if self._deadline is None:
                    self._changed.wait()
                    continue
                left = self._deadline - time.monotonic()
                if left <= 0:
                    # With the lock held, so that the run that ends just now writes nothing.
                    self.finish(_failure("time"), None)
                self._changed.wait(left)

    def finish(self, outcome: bytes, memory: int | None, *, unchecked: bool = False) -> NoReturn:
        """Write the answer and end the process, whatever else is going on in it."""
        extra = json.dumps({"memory": memory, "walls": self.walls, "unchecked": unchecked})
        _write(b'{"outcome":' + outcome + b',"process":' + extra.encode("ascii") + b"}")
        os._exit(0)


@dataclass(frozen=True)
class _Run:
    outcome: bytes
    memory: int | None
    made_too_long: bool
    failed: bool
    unchecked: bool


def _serve(
    lua: _Lua,
    parts: dict[str, bytes],
    header: dict[str, Json],
    files: dict[str, bytes],
    watch: _Watch,
) -> NoReturn:
    unchecked = False
    if _may_make_strings(header, files):
        measured = _run(lua, parts, header, files, watch, measuring=True)
        if measured.made_too_long:
            # Here the script met the limit, and went on (or ended) as it does in the game.
            watch.finish(measured.outcome, measured.memory)
        unchecked = measured.unchecked or measured.failed
    run = _run(lua, parts, header, files, watch, measuring=False)
    # Two runs that fail alike have measured the same strings.
    watch.finish(run.outcome, run.memory, unchecked=unchecked and not run.failed)


def _may_make_strings(header: dict[str, Json], files: dict[str, bytes]) -> bool:
    """Whether a script can make a string that only the measuring run would notice."""
    limits = cast("dict[str, int]", header["limits"])
    return any(
        b".." in source or b"load" in source or len(source) > limits["stringBytes"]
        for source in files.values()
    )


def _run(
    lua: _Lua,
    parts: dict[str, bytes],
    header: dict[str, Json],
    files: dict[str, bytes],
    watch: _Watch,
    *,
    measuring: bool,
) -> _Run:
    limits = dict(cast("dict[str, int]", header["limits"]))
    memory = limits["memoryBytes"]
    if measuring:
        limits["instructions"] *= _MEASURING_FACTOR
    runtime = lua.LuaRuntime(
        encoding=None,
        unpack_returned_tuples=True,
        register_eval=False,
        register_builtins=False,
        attribute_filter=_no_attributes,
        max_memory=memory,
    )
    request = {
        b"limits": _lua_value(cast("Json", limits)),
        b"api": _lua_value(header["api"]),
        b"context": _lua_value(header["context"]),
        b"measuring": measuring,
        b"sources": {path.encode(): content for path, content in files.items()},
        b"paths": {path.encode().lower(): path.encode() for path in files},
    }
    watch.begin()
    try:
        box, table = runtime.table(), runtime.table_from(request, recursive=True)
        functions: object = None
        for part in _PARTS:
            functions = runtime.execute(parts[part], box, table, name=b"=sandbox", mode=b"t")
        run, report, state = cast("tuple[Callable[[], object], ...]", functions)
        run()
        used = runtime.get_memory_used()
        runtime.set_max_memory(memory + _REPORT_MEMORY)
        outcome = cast("bytes", report())
        made_too_long, failed, unchecked = cast("tuple[bool, bool, bool]", state())
    except (lua.LuaMemoryError, MemoryError):
        # Too little for the sandbox itself, or for the package's own sources.
        return _Run(_failure("memory"), None, False, True, True)
    finally:
        watch.end()
    return _Run(outcome, used, made_too_long, failed, unchecked)


def _no_attributes(_object: object, _name: object, _is_setting: bool) -> NoReturn:
    """No Python object is handed to Lua. Were one to appear, nothing of it could be read."""
    raise AttributeError("not open to scripts")


def _lua_value(value: Json) -> object:
    """`value` with bytes for texts: the Lua state has no encoding."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, list):
        return [_lua_value(item) for item in value]
    if isinstance(value, dict):
        return {key.encode(): _lua_value(item) for key, item in value.items()}
    return value


def _failure(kind: str) -> bytes:
    failure: dict[str, Json] = {"kind": kind, "detail": "", "place": []}
    outcome: dict[str, Json] = {"instructions": 0, "failure": failure, "log": [], "notes": []}
    return json.dumps(outcome).encode("ascii")


def _read(size: int) -> bytes:
    pieces: list[bytes] = []
    while size > 0:
        piece = os.read(0, min(size, 1 << 20))
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]
