"""Linux: after this, the process may compute, use its pipes, and end. Every other call fails.

A list of what is allowed, not of what is forbidden: a call that the kernel gains later is refused
too. Numbers are those of the kernel's public tables (asm/unistd.h), for two processors.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys

# linux/prctl.h, linux/seccomp.h, linux/audit.h
_SET_NO_NEW_PRIVILEGES = 38
_SET_DEATH_SIGNAL = 1
_MODE_FILTER = 1
_ALL_THREADS = 1
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EPERM
_KILL_PROCESS = 0x80000000

# linux/bpf_common.h: load a word, jump if equal, jump if any bit, jump if greater or equal, return.
_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
# Offsets in struct seccomp_data: the call's number, the processor, the third argument's low half.
_NUMBER, _PROCESSOR, _THIRD_ARGUMENT = 0, 4, 32

_EXECUTABLE = 0x4  # PROT_EXEC
# On x86-64 the 32-bit-pointer calls share the processor's mark and have this bit.
_X32_BIT = 0x40000000

_X86_64 = {
    "read": 0,
    "write": 1,
    "close": 3,
    "mmap": 9,
    "mprotect": 10,
    "munmap": 11,
    "brk": 12,
    "rt_sigaction": 13,
    "rt_sigprocmask": 14,
    "rt_sigreturn": 15,
    "sched_yield": 24,
    "mremap": 25,
    "madvise": 28,
    "nanosleep": 35,
    "getpid": 39,
    "exit": 60,
    "gettimeofday": 96,
    "sigaltstack": 131,
    "gettid": 186,
    "futex": 202,
    "restart_syscall": 219,
    "clock_gettime": 228,
    "clock_getres": 229,
    "clock_nanosleep": 230,
    "exit_group": 231,
    "set_robust_list": 273,
    "getrandom": 318,
    "membarrier": 324,
    "rseq": 334,
}
_AARCH64 = {
    "close": 57,
    "read": 63,
    "write": 64,
    "exit": 93,
    "exit_group": 94,
    "futex": 98,
    "set_robust_list": 99,
    "nanosleep": 101,
    "clock_gettime": 113,
    "clock_getres": 114,
    "clock_nanosleep": 115,
    "sched_yield": 124,
    "restart_syscall": 128,
    "sigaltstack": 132,
    "rt_sigaction": 134,
    "rt_sigprocmask": 135,
    "rt_sigreturn": 139,
    "gettimeofday": 169,
    "getpid": 172,
    "gettid": 178,
    "brk": 214,
    "munmap": 215,
    "mremap": 216,
    "mmap": 222,
    "mprotect": 226,
    "madvise": 233,
    "getrandom": 278,
    "membarrier": 283,
    "rseq": 293,
}
# Per processor: its mark in struct seccomp_data, the number of seccomp(2), what is allowed.
_PROCESSORS = {
    "x86_64": (0xC000003E, 317, _X86_64),
    "aarch64": (0xC00000B7, 277, _AARCH64),
}


def die_with_parent() -> bool:
    """Ask the kernel to end this process when the thread that started it ends."""
    if not sys.platform.startswith("linux"):
        return False
    kill = 9
    library = ctypes.CDLL(None, use_errno=True)
    return library.prctl(_SET_DEATH_SIGNAL, kill, 0, 0, 0) == 0


def close_system_calls() -> bool:
    """Refuse all but the allowed calls in all threads, for good. False where that is not possible.

    Refused calls fail with EPERM; making memory executable is refused too.
    """
    known = _PROCESSORS.get(platform.machine()) if sys.platform.startswith("linux") else None
    if known is None or struct.calcsize("P") != 8:
        return False
    processor, seccomp_number, allowed = known
    program = _program(processor, allowed)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    code = ctypes.create_string_buffer(program, len(program))
    header = _Header(len(program) // 8, ctypes.addressof(code))
    done = library.syscall(
        ctypes.c_long(seccomp_number),
        ctypes.c_ulong(_MODE_FILTER),
        ctypes.c_ulong(_ALL_THREADS),
        ctypes.byref(header),
    )
    return done == 0


class _Header(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def _program(processor: int, allowed: dict[str, int]) -> bytes:
    """Classic BPF: each step is (code, steps to skip if true, if false, constant)."""
    makes_memory = (allowed["mmap"], allowed["mprotect"])
    steps: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 1, 0, processor),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL_PROCESS),
    ]
    for number in makes_memory:
        steps += [
            (_EQUAL, 0, 4, number),
            (_LOAD, 0, 0, _THIRD_ARGUMENT),
            (_ANY_BIT, 0, 1, _EXECUTABLE),
            (_RETURN, 0, 0, _REFUSE),
            (_RETURN, 0, 0, _ALLOW),
        ]
    for number in sorted(set(allowed.values()) - set(makes_memory)):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    steps.append((_RETURN, 0, 0, _REFUSE))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
