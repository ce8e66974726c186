"""A progress bar on standard error, for a person who waits."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

# A run that is over by then needs no bar.
DELAY_SECONDS = 1.0

Value = TypeVar("Value")


def wanted() -> bool:
    """A terminal, and a person at it: a CI's log may call itself a terminal, too."""
    return sys.stderr.isatty() and not os.environ.get("CI")


def watched(
    values: Iterable[Value], total: int, clock: Callable[[], float] = time.monotonic
) -> Iterator[Value]:
    """Hand `values` through; once it has taken a while, show how many of `total` are done."""
    started = clock()
    iterator = iter(values)
    done = 0
    for value in iterator:
        done += 1
        yield value
        if clock() - started >= DELAY_SECONDS:
            break
    else:
        return
    # Imported only now, so that short runs do not pay for it.
    from tqdm import tqdm

    # Its watching thread would outlive the bar, and forking beside a thread is unsafe.
    tqdm.monitor_interval = 0
    with tqdm(
        total=total, initial=done, file=sys.stderr, unit=" files", leave=False, dynamic_ncols=True
    ) as bar:
        for value in iterator:
            bar.update()
            yield value
