"""Starting the sandbox and waiting for it. The one module that `ide` and `cli` call."""

from __future__ import annotations

import functools
import importlib.util
import math
import re
import signal
import sys
import threading
from collections.abc import Collection, Mapping
from pathlib import Path

from modwright.sandbox import process, wire
from modwright.sandbox.api import PlanApi, default_limits, plan_api
from modwright.sandbox.model import (
    Limits,
    PlanContext,
    PlanError,
    PlanResult,
    Table,
)
from modwright.sandbox.outcome import Failure, Outcome, read_outcome
from modwright.sandbox.plan import RefusedError, interpret, kind_of, show
from modwright.sandbox.shown import shown
from modwright.sandbox.wire import Json

# Isolated, without site packages, writing no byte code; paths are appended, so that nothing can
# stand before the standard library.
_START = (
    "import sys;sys.path.extend(sys.argv[4:]);"
    "from modwright.sandbox.child import main;main(*map(int,sys.argv[1:4]))"
)
_FLAGS = ("-I", "-S", "-B")
# What starting Python may take on a busy machine, beside the runs.
_STARTING_SECONDS = 20.0
# An escape is six characters for a byte.
_OUTCOME_OVERHEAD = 65536


def run_plan(
    files: Mapping[str, bytes],
    entry: str,
    context: PlanContext,
    *,
    limits: Limits | None = None,
    package_paths: Collection[str] = (),
    timeout: float | None = None,
    cancelled: threading.Event | None = None,
) -> PlanResult:
    """Run the entry script and its `mutate(ctx)` in a process of its own, and read the plan.

    `files`: path inside the package → content, of the entry and of what `require` may read.
    `package_paths`: all files of the package, for `files.add` (empty: not looked at). `limits`:
    the game's by default. `timeout`: seconds after which the process is ended in any case; by
    default what the limits allow plus a margin for starting. `cancelled` ends it early.

    Blocks until the process has ended; never raises for anything that a script does.
    """
    limits = limits or default_limits()
    api = plan_api()
    actual = _actual_path(files, entry)
    if actual is None:
        return _failed(PlanError("missing-entry", arguments=(("name", entry),)), limits)
    library = _library_folder()
    if library is None:
        return _failed(PlanError("unavailable", "lupa is not installed"), limits)
    request = _request(files, actual, context, limits, api)
    if timeout is None:
        timeout = 2 * limits.seconds + _STARTING_SECONDS
    try:
        ended = process.supervise(
            _command(limits, len(request), library),
            request,
            seconds=timeout,
            output_bytes=limits.plan_bytes + 6 * limits.log_bytes + _OUTCOME_OVERHEAD,
            cancelled=cancelled,
        )
    except OSError as problem:
        return _failed(PlanError("unavailable", str(problem)), limits)
    return _read(ended, context, limits, api, package_paths, timeout)


async def run_plan_async(
    files: Mapping[str, bytes],
    entry: str,
    context: PlanContext,
    *,
    limits: Limits | None = None,
    package_paths: Collection[str] = (),
    timeout: float | None = None,
) -> PlanResult:
    """`run_plan` beside the event loop. Cancelling the task ends the process."""
    # The command line runs plans too, and has no use for the 40 ms that this takes to import.
    import asyncio

    cancelled = threading.Event()
    run = functools.partial(
        run_plan,
        files,
        entry,
        context,
        limits=limits,
        package_paths=package_paths,
        timeout=timeout,
        cancelled=cancelled,
    )
    try:
        return await asyncio.to_thread(run)
    finally:
        cancelled.set()


def _actual_path(files: Mapping[str, bytes], entry: str) -> str | None:
    """The entry as the package writes it: names are compared without ASCII case."""
    if entry in files:
        return entry
    wanted = entry.encode().lower()
    return next((path for path in sorted(files) if path.encode().lower() == wanted), None)


def _library_folder() -> str | None:
    """The folder that holds the package lupa, found without importing it."""
    spec = importlib.util.find_spec("lupa")
    if spec is None or not spec.submodule_search_locations:
        return None
    return str(Path(next(iter(spec.submodule_search_locations))).resolve().parent)


def _command(limits: Limits, request_bytes: int, library: str) -> list[str]:
    own = str(Path(__file__).resolve().parents[2])
    numbers = (math.ceil(limits.seconds * 1000), limits.memory_bytes, request_bytes)
    return [sys.executable, *_FLAGS, "-c", _START, *map(str, numbers), own, library]


def _request(
    files: Mapping[str, bytes], entry: str, context: PlanContext, limits: Limits, api: PlanApi
) -> bytes:
    header: dict[str, Json] = {
        "limits": {
            "instructions": limits.instructions,
            "memoryBytes": limits.memory_bytes,
            "stringBytes": limits.string_bytes,
            "logBytes": limits.log_bytes,
            "planValues": limits.plan_values,
            "planBytes": limits.plan_bytes,
            "planDepth": limits.plan_depth,
        },
        "api": {
            "entry": entry,
            "mutate": api.entry_function,
            "selectors": list(api.selectors),
            "finisher": api.finisher,
            "source": api.source,
            "fixed": api.fixed,
            "incompatible": _member(api, "incompatible"),
            "collections": list(api.collections),
        },
        "context": _context(context, api),
    }
    return wire.pack(header, files)


def _member(api: PlanApi, value: str) -> str:
    return next(item.path[-1] for item in api.context if item.value == value)


def _context(context: PlanContext, api: PlanApi) -> Json:
    """`ctx` as data, laid out as the data file says."""
    values: dict[str, Json] = {
        "modId": context.mod_id,
        "modVersion": context.mod_version,
        "modGame": context.mod_game,
        "engineVersion": context.engine_version,
        "options": dict(context.options),
    }
    root: dict[str, Json] = {}
    for item in api.context:
        if item.value not in values:
            continue
        place = root
        for name in item.path[:-1]:
            inner = place.setdefault(name, {})
            if isinstance(inner, dict):
                place = inner
        place[item.path[-1]] = values[item.value]
    return root


def _failed(error: PlanError, limits: Limits) -> PlanResult:
    return PlanResult(error=error, instruction_limit=limits.instructions)


def _read(
    ended: process.Ended,
    context: PlanContext,
    limits: Limits,
    api: PlanApi,
    package_paths: Collection[str],
    timeout: float,
) -> PlanResult:
    early = _ended_early(ended, limits, timeout)
    if early is not None:
        return _failed(early, limits)
    try:
        outcome = read_outcome(ended.output)
    except ValueError as problem:
        return _failed(PlanError("crashed", f"an answer that cannot be read ({problem})"), limits)
    if outcome.failure is not None and outcome.failure.kind == "incompatible":
        return _result(outcome, limits, incompatible=outcome.failure.detail)
    if outcome.failure is not None:
        return _result(outcome, limits, error=_error(outcome.failure, limits, api))
    if not isinstance(outcome.plan, Table):
        error = PlanError(
            "not-a-table", kind_of(outcome.plan), arguments=(("function", api.entry_function),)
        )
        return _result(outcome, limits, error=error)
    try:
        plan, problems = interpret(outcome.plan, api, context.layers, package_paths)
    except RefusedError as refused:
        return _result(outcome, limits, error=refused.error)
    return PlanResult(
        plan=plan,
        problems=problems,
        notes=outcome.notes,
        log=outcome.log,
        log_cut=outcome.log_cut,
        instructions=outcome.instructions,
        instruction_limit=limits.instructions,
        process=outcome.process,
    )


def _result(
    outcome: Outcome,
    limits: Limits,
    *,
    incompatible: str | None = None,
    error: PlanError | None = None,
) -> PlanResult:
    return PlanResult(
        incompatible=incompatible,
        error=error,
        notes=outcome.notes,
        log=outcome.log,
        log_cut=outcome.log_cut,
        instructions=outcome.instructions,
        instruction_limit=limits.instructions,
        process=outcome.process,
    )


def _ended_early(ended: process.Ended, limits: Limits, timeout: float) -> PlanError | None:
    """The error for a process that gave no answer."""
    if ended.reason == "time":
        return PlanError("time", arguments=(("limit", timeout),))
    if ended.reason == "output":
        return PlanError("output-too-large")
    if ended.reason == "cancelled":
        return PlanError("cancelled")
    if ended.code == 0:
        return None
    if sys.platform != "win32" and ended.code == -signal.SIGXCPU:
        return PlanError("time", arguments=(("limit", limits.seconds),))
    last = ended.errors.strip().rsplit(b"\n", 1)[-1]
    detail = shown(last, 500) or f"exit code {ended.code}"
    if last.startswith(b"MemoryError"):
        return PlanError("memory", arguments=(("limit", _mebibytes(limits)),))
    return PlanError("crashed", detail)


# How Lua names a global or a field that is not there.
_CLOSED = re.compile(r"attempt to (?:call|index) a nil value \((?:global|field) '(\w+)'\)")


def _error(failure: Failure, limits: Limits, api: PlanApi) -> PlanError:
    kind, detail, place = failure.kind, failure.detail, failure.place
    closed = _CLOSED.search(detail) if kind == "runtime" else None
    if closed is not None and closed[1] in api.closed:
        return PlanError("closed-library", detail, place, (("name", closed[1]),))
    arguments: dict[str, str | int | float] = {}
    if kind == "instructions":
        arguments["limit"] = limits.instructions
    elif kind == "time":
        arguments["limit"] = limits.seconds
    elif kind == "memory":
        arguments["limit"] = _mebibytes(limits)
    elif kind == "string-too-long":
        arguments["limit"] = limits.string_bytes
    elif kind in ("no-mutate", "missing-module", "require-cycle"):
        arguments["name"] = failure.subject
    elif kind == "collection-not-loaded":
        arguments |= {"name": failure.subject, "function": api.entry_function}
    elif kind == "not-a-table":
        arguments["function"] = api.entry_function
    elif kind == "error-object":
        detail = show(failure.value)
    elif kind == "plan-too-large":
        arguments["measure"] = failure.subject
    elif kind == "bad-plan":
        # A key that is a table or a function; `detail` says where.
        arguments |= {"name": detail, "expected": "key"}
        detail = failure.subject
    return PlanError(kind, detail, place, tuple(arguments.items()))


def _mebibytes(limits: Limits) -> int | float:
    size = limits.memory_bytes / (1024 * 1024)
    return int(size) if size.is_integer() else size
