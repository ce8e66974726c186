"""How bytes come in and go out: stdio, TCP or WebSocket, one client a process.

Framing is read here and not by pygls: that reads stdin line by line through a thread pool (three
hops a message) and misses a header written in lower case. A thread of our own reads whole messages
ahead, so that a burst of edits, or a cancellation behind its request, is seen before work starts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import BinaryIO, Protocol

_log = logging.getLogger(__name__)

_CHUNK = 1 << 16
# Nobody edits such a text; a length beyond it is a broken or hostile peer.
MAX_MESSAGE_BYTES = 256 * 1024 * 1024


class Frames:
    """Cuts a stream of bytes into message bodies (LSP 3.17, Base Protocol)."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._body_length: int | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that `data` completes.

        Raises ValueError when a message is longer than MAX_MESSAGE_BYTES.
        """
        self._buffer += data
        bodies: list[bytes] = []
        while True:
            if self._body_length is None:
                self._body_length = self._take_header()
                if self._body_length is None:
                    return bodies
            if len(self._buffer) < self._body_length:
                return bodies
            bodies.append(bytes(self._buffer[: self._body_length]))
            del self._buffer[: self._body_length]
            self._body_length = None

    def _take_header(self) -> int | None:
        while True:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if len(self._buffer) > _CHUNK and b"\r\n" not in self._buffer[-_CHUNK:]:
                    raise ValueError("a header without an end")
                return None
            header = bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            length = _content_length(header)
            if length is not None:
                if length > MAX_MESSAGE_BYTES:
                    raise ValueError(f"a message of {length} bytes")
                return length
            _log.warning("Passing over a header without a Content-Length: %r", header[:200])


def _content_length(header: bytes) -> int | None:
    for line in header.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return None


class Inbox:
    """Messages that have arrived and were not yet handled. `put` may be called by any thread."""

    def __init__(self, handle: Callable[[bytes], None]) -> None:
        self._handle = handle
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque()

    @property
    def is_empty(self) -> bool:
        return not self._waiting

    def put(self, *bodies: bytes) -> None:
        """Messages that arrived together: none is handled before all of them are here."""
        if bodies:
            self._waiting.extend(bodies)
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        # All of them at once: a request's task starts only after the edits and the cancellation
        # that came in with it.
        while self._waiting:
            self._handle(self._waiting.popleft())


class BytesWriter(Protocol):
    """What pygls writes to."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class PipeWriter:
    """Writes to a pipe; a reader that is gone is no error of ours, the end of input follows."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):
            _log.debug("The client no longer reads")

    def close(self) -> None:
        try:
            self._stream.close()
        except OSError:
            _log.debug("The client no longer reads")


class StreamWriter:
    """Writes to a TCP connection; asyncio buffers what the client has not read yet."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        if not self._stream.is_closing():
            self._stream.write(data)

    def close(self) -> None:
        self._stream.close()


def take_over_stdio() -> tuple[int, BinaryIO]:
    """The protocol's own input descriptor and output stream.

    The standard ones are pointed elsewhere, so that neither a stray `print`, nor a C library, nor a
    child process can write into the session or read from it.
    """
    source = os.dup(0)
    sink = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a descriptor is wanted, not a path
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def read_pipe(descriptor: int, inbox: Inbox, at_end: Callable[[], None]) -> None:
    """Start a thread that puts messages into `inbox` and calls `at_end`, in itself, once.

    It reads the bare descriptor: a daemon thread that holds the lock of a buffered stdin makes the
    interpreter abort on its way out.
    """

    def run() -> None:
        frames = Frames()
        try:
            while data := os.read(descriptor, _CHUNK):
                inbox.put(*frames.feed(data))
        except (OSError, ValueError) as error:
            _log.warning("Input ended: %s", error)
        except RuntimeError:
            # The loop has been closed while a message was on its way: nobody is left to tell.
            return
        at_end()

    threading.Thread(target=run, name="modwright-input", daemon=True).start()


async def read_stream(stream: asyncio.StreamReader, inbox: Inbox) -> None:
    """Put messages into `inbox` until the connection ends."""
    frames = Frames()
    try:
        while data := await stream.read(_CHUNK):
            inbox.put(*frames.feed(data))
    except (OSError, ValueError) as error:
        _log.warning("Input ended: %s", error)
