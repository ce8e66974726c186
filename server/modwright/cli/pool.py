"""Checking many files: in this process, or in several where that pays."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence

from modwright.cli import checking
from modwright.cli.checking import Options
from modwright.cli.discovery import STDIN, Target
from modwright.cli.report import Outcome

# Below both, starting processes takes longer than it saves.
MANY_FILES = 50
MUCH_TEXT = 2_000_000
# More than this a Windows process cannot wait for.
_MOST_WORKERS = 61
_LARGEST_CHUNK = 32


def check_all(targets: Sequence[Target], options: Options) -> Iterator[Outcome]:
    """The outcome of every target, in their order, as they become known.

    Raises `concurrent.futures.BrokenExecutor` when a worker process is killed.
    """
    workers = min(_processors(), len(targets), _MOST_WORKERS)
    if workers < 2 or not _pays(targets):
        return (checking.check(target, options) for target in targets)
    return _in_parallel(targets, options, workers)


def _pays(targets: Sequence[Target]) -> bool:
    if any(target.path == STDIN for target in targets):
        # Standard input belongs to this process.
        return False
    return len(targets) > MANY_FILES or sum(target.size for target in targets) > MUCH_TEXT


def _in_parallel(targets: Sequence[Target], options: Options, workers: int) -> Iterator[Outcome]:
    # Imported only now: checking one file must not pay for it.
    from concurrent.futures import ProcessPoolExecutor

    # Small enough that the workers finish together, large enough to spare messages.
    chunk = max(1, min(_LARGEST_CHUNK, len(targets) // (workers * 8)))
    pool = ProcessPoolExecutor(workers)
    try:
        yield from pool.map(
            functools.partial(checking.check, options=options), targets, chunksize=chunk
        )
    finally:
        pool.shutdown(cancel_futures=True)


def _processors() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
