"""The limits that the child process puts on itself before it reads a script."""

from __future__ import annotations

import os
import sys

from modwright.sandbox import seccomp

# What the process needs beside the memory of the Lua state: the outcome, Python itself.
_OWN_MEMORY = 160 * 1024 * 1024
_HIGHEST_DESCRIPTOR = 65536

WALLS = ("descriptors", "memory", "processor-time", "files", "processes", "parent", "system-calls")
"""Names of the walls, as `raise_walls` answers them; in the order in which they are raised."""


def raise_walls(memory_bytes: int, seconds: int, request_bytes: int) -> list[str]:
    """Limit this process for good, and return the names of the walls that stand.

    `memory_bytes` is what the Lua state may have, `seconds` of processor time what all runs may
    use together, `request_bytes` the size of what is still to be read. Nothing is assumed: a wall
    that the system refuses is left out of the answer.
    """
    standing: list[str] = []
    os.closerange(3, _HIGHEST_DESCRIPTOR)
    standing.append("descriptors")
    if sys.platform != "win32":
        import resource

        def limit(kind: int, value: int) -> bool:
            try:
                resource.setrlimit(kind, (value, value))
            except (ValueError, OSError):
                return False
            return resource.getrlimit(kind)[0] == value

        address_space = _address_space()
        total = address_space + memory_bytes + 8 * request_bytes + _OWN_MEMORY
        # Without knowing what is used already there is no sum to set; macOS accepts one and does
        # not hold it.
        if address_space and limit(resource.RLIMIT_AS, total):
            standing.append("memory")
        if limit(resource.RLIMIT_CPU, seconds):
            standing.append("processor-time")
        core = limit(resource.RLIMIT_CORE, 0)
        size = limit(resource.RLIMIT_FSIZE, 0)
        if limit(resource.RLIMIT_NOFILE, 0) and size and core:
            standing.append("files")
        # The superuser may start processes in spite of it: there the system calls are the wall.
        if limit(resource.RLIMIT_NPROC, 0) and os.geteuid() != 0:
            standing.append("processes")
    if seccomp.die_with_parent():
        standing.append("parent")
    if seccomp.close_system_calls():
        standing.append("system-calls")
    return standing


def _address_space() -> int:
    """Bytes of address space in use (0: unknown). Linux: the first number of statm, in pages."""
    try:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return 0
    try:
        pages = int(os.read(descriptor, 100).split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    finally:
        os.close(descriptor)
    return pages * os.sysconf("SC_PAGE_SIZE")
