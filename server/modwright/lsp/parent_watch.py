"""Ends the server when the editor that started it is gone without a word."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

POLL_SECONDS = 3.0
# How long the event loop gets to end in order before the process is ended under it.
GRACE_SECONDS = 2.0


def watch_parent(process_id: int, ended: Callable[[], None]) -> None:
    """Call `ended`, in a thread, once no process has this id any more; then end the process.

    A thread, so that a busy event loop does not outlive its editor.
    """

    def run() -> None:
        clock = threading.Event()
        while is_alive(process_id):
            clock.wait(POLL_SECONDS)
        ended()
        clock.wait(GRACE_SECONDS)
        os._exit(1)

    threading.Thread(target=run, name="modwright-parent-watch", daemon=True).start()


if sys.platform == "win32":

    def is_alive(process_id: int) -> bool:
        """Whether a process with this id runs."""
        import ctypes

        kernel = ctypes.windll.kernel32
        synchronise, waiting_timed_out = 0x00100000, 0x00000102
        handle = kernel.OpenProcess(synchronise, False, process_id)
        if not handle:
            # Access denied (5) means that it runs under another user.
            return kernel.GetLastError() == 5
        try:
            return kernel.WaitForSingleObject(handle, 0) == waiting_timed_out
        finally:
            kernel.CloseHandle(handle)

else:

    def is_alive(process_id: int) -> bool:
        """Whether a process with this id runs."""
        try:
            # Signal 0 only asks (POSIX kill).
            os.kill(process_id, 0)
        except ProcessLookupError:
            return False
        except (PermissionError, OverflowError):
            return True
        return True
