"""A bare LSP client: frames, a thread that reads, and the clock.

A time ends when the last byte of the answer has been read, before it is decoded, so that the
client's own work is in no number.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from modwright.grammars import JsonValue

TIMEOUT_SECONDS = 20.0


class Client:
    """One server process, from its start on. Times are milliseconds."""

    def __init__(self, command: Sequence[str]) -> None:
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._received: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self._numbers = itertools.count(1)
        self._send_lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def request(
        self, method: str, params: JsonValue, since: float | None = None
    ) -> tuple[JsonValue, float]:
        """The result, and how long it took since `since` (by default since it was asked for).

        Raises RuntimeError for an error response.
        """
        number = next(self._numbers)
        began = time.perf_counter() if since is None else since
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            at, message = self._next()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message.get("result"), (at - began) * 1000

    def notify(self, method: str, params: JsonValue) -> float:
        """Send, and return the moment before sending (`time.perf_counter`)."""
        began = time.perf_counter()
        self._send({"jsonrpc": "2.0", "method": method, "params": params})
        return began

    def wait_for(
        self, method: str, uri: str, version: int
    ) -> tuple[Mapping[str, JsonValue], float]:
        """The next notification of `method` for this version of a document, and when it came.

        A server that names no version is believed to speak of the newest one.
        """
        while True:
            at, message = self._next()
            params = message.get("params")
            if (
                message.get("method") == method
                and isinstance(params, dict)
                and params.get("uri") == uri
                and params.get("version", version) == version
            ):
                return params, at

    def processor_time(self) -> float | None:
        """Milliseconds that the server's threads have run so far; None where nobody counts them."""
        try:
            threads = Path(f"/proc/{self._process.pid}/task").iterdir()
            spent = (each.joinpath("schedstat").read_text(encoding="ascii") for each in threads)
            return sum(int(text.split()[0]) for text in spent) / 1e6
        except OSError:
            return None

    def memory(self) -> float:
        """Resident memory of the process now, in MB (10^6 bytes); NaN where /proc is missing."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return float("nan")
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024 / 1e6

    def close(self) -> None:
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self._process.wait(5)
        except (OSError, RuntimeError, queue.Empty, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def _send(self, message: JsonValue) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        with self._send_lock:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._process.stdin.flush()

    def _next(self) -> tuple[float, dict[str, JsonValue]]:
        """The next message that is not a request of the server's."""
        while True:
            at, body = self._received.get(timeout=TIMEOUT_SECONDS)
            message = cast("dict[str, JsonValue]", json.loads(body))
            if "method" not in message or "id" not in message:
                return at, message

    def _read(self) -> None:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        buffer = bytearray()
        while data := os.read(descriptor, 1 << 20):
            at = time.perf_counter()
            buffer += data
            while (end := buffer.find(b"\r\n\r\n")) >= 0:
                header = bytes(buffer[:end]).lower()
                length = int(header.split(b"content-length:")[1].split(b"\r\n")[0])
                if len(buffer) < end + 4 + length:
                    break
                body = bytes(buffer[end + 4 : end + 4 + length])
                del buffer[: end + 4 + length]
                self._received.put((at, body))
                self._answer(body)

    def _answer(self, body: bytes) -> None:
        """Say yes to whatever the server asks, and nothing to questions about settings."""
        if b'"method"' not in body or b'"id"' not in body:
            return
        message = json.loads(body)
        if "method" not in message or "id" not in message:
            return
        result: JsonValue = None
        if message["method"] == "workspace/configuration":
            nothing: list[JsonValue] = [None for _ in message["params"]["items"]]
            result = nothing
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})
