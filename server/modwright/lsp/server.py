"""Builds the server and runs it on a transport until its client is gone."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer

from modwright import __version__
from modwright.lsp.capabilities import server_capabilities
from modwright.lsp.client import Client
from modwright.lsp.commands import COMMANDS
from modwright.lsp.errors import RequestError
from modwright.lsp.hello import Hello
from modwright.lsp.protocol import ModwrightProtocol, QuietAboutAnswers
from modwright.lsp.transport import (
    MAX_MESSAGE_BYTES,
    Inbox,
    PipeWriter,
    StreamWriter,
    read_pipe,
    read_stream,
    take_over_stdio,
)

if TYPE_CHECKING:
    from cattrs import Converter
    from websockets.asyncio.server import Server, ServerConnection

    from modwright.lsp.handlers import Handlers

NAME = "modwright"

# Trees of a large document are tens of thousands of objects that live long: looking at them again
# after every 700 allocations is what makes the slow keystrokes slow.
_GC_THRESHOLDS = (50_000, 25, 50)
# Long enough for what a message has set going, short enough to be ready when a file is opened.
_PAUSE_SECONDS = 0.005
_BROWSER_ORIGINS = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"

_log = logging.getLogger(__name__)


Transport: TypeAlias = Literal["stdio", "tcp", "ws"]


class ModwrightServer(LanguageServer):
    """One session: from `initialize` to `exit`, or to the end of the connection."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - its *args have no types
            NAME, __version__, protocol_cls=ModwrightProtocol, converter_factory=_converter
        )
        # The class given above; pygls' types know only its base.
        self.wire = cast("ModwrightProtocol", self.protocol)
        self.inbox = Inbox(self.wire.receive)
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._hello: Hello | None = None
        self._handlers: Handlers | None = None

    def greet(self, hello: Hello) -> types.InitializeResult:
        """Answer `initialize`. Everything that takes time comes after the answer is out."""
        self._hello = hello
        self._loop.call_soon(self._settle)
        if hello.process_id is not None:
            from modwright.lsp.parent_watch import watch_parent

            watch_parent(hello.process_id, self.end_from_thread)
        return types.InitializeResult(
            server_capabilities(hello.features, COMMANDS),
            types.ServerInfo(NAME, __version__),
        )

    def load_handlers(self) -> None:
        """Bring in the layers below, and make the handlers known. Once; later calls do nothing."""
        if self._handlers is not None or self._hello is None:
            return
        try:
            from modwright.lsp.handlers import Handlers

            client = Client(self.wire)
            self._handlers = Handlers(
                self._hello, client, lambda: self.inbox.is_empty, self._register
            )
        except Exception:
            # A broken installation. To end is better than never to answer.
            self.stop()
            raise

    def note_moment(self, method: str, params: object) -> None:
        """A request has come in; called in its context, before any later message is looked at."""
        if self._handlers is not None:
            self._handlers.note_moment(method, params)

    def close_session(self) -> None:
        """`shutdown`: nothing more is sent of our own accord."""
        if self._handlers is not None:
            self._handlers.close()

    def stop(self) -> None:
        """`exit`, or the end of the connection."""
        self._ended.set()

    def end_from_thread(self) -> None:
        """As `stop`, from any thread, also after the loop has ended."""
        try:
            self._loop.call_soon_threadsafe(self._ended.set)
        except RuntimeError:
            _log.debug("Ended already")

    async def ended(self) -> int:
        """Wait for the end; the exit code: 1 unless `shutdown` came first (LSP 3.17, Exit)."""
        await self._ended.wait()
        self.close_session()
        return 0 if self.wire.is_shut_down else 1

    def report_server_error(self, error: Exception, source: object) -> None:
        """pygls would pop a message up in the user's face."""
        if isinstance(error, (RequestError, JsonRpcMethodNotFound)):
            # The answer says it all.
            _log.debug("%s", error)
        else:
            _log.error("%s", error, exc_info=error)

    def _register(self, method: str, handler: Callable[..., object]) -> None:
        self.feature(method)(handler)

    def _settle(self) -> None:
        from modwright.ide.service import warm_up

        self.load_handlers()
        self._warm_up(warm_up())

    def _warm_up(self, steps: Iterator[None]) -> None:
        """One step, and the next one when what has come in meanwhile is answered."""
        try:
            next(steps)
        except StopIteration:
            self._freeze()
        else:
            self._loop.call_later(_PAUSE_SECONDS, self._warm_up, steps)

    def _freeze(self) -> None:
        # What is there by now stays for good: the collector need not look at it again.
        gc.collect()
        gc.freeze()
        gc.enable()


def serve(transport: Transport, port: int = 0) -> int:
    """Run until the client is gone; returns the exit code of the process.

    "tcp" and "ws" wait for one client on `port` of this machine (0: any free one, told on stderr).
    """
    # Thousands of classes are made while importing and nothing is garbage: on again in `_freeze`.
    gc.disable()
    gc.set_threshold(*_GC_THRESHOLDS)
    logging.basicConfig(
        level=logging.WARNING,
        stream=sys.stderr,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    logging.getLogger("pygls").setLevel(logging.WARNING)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(QuietAboutAnswers())
    if transport == "stdio":
        run = _serve_stdio()
    elif transport == "tcp":
        run = _serve_tcp(port)
    else:
        run = _serve_websocket(port)
    try:
        return asyncio.run(run)
    except KeyboardInterrupt:
        return 1


async def _serve_stdio() -> int:
    source, sink = take_over_stdio()
    server = ModwrightServer()
    server.wire.set_writer(PipeWriter(sink))
    read_pipe(source, server.inbox, server.end_from_thread)
    return await server.ended()


async def _serve_tcp(port: int) -> int:
    async def converse(
        server: ModwrightServer, connection: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        reader, writer = connection
        server.wire.set_writer(StreamWriter(writer))
        await read_stream(reader, server.inbox)

    clients: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await clients.put((reader, writer))

    listener = await asyncio.start_server(accept, "127.0.0.1", port)
    _announce("tcp", listener.sockets[0].getsockname())
    connection = await clients.get()
    listener.close()
    try:
        return await _until_end(lambda server: converse(server, connection))
    finally:
        connection[1].close()


async def _serve_websocket(port: int) -> int:
    import re

    from websockets.asyncio.server import serve as listen

    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    taken = False

    async def converse(connection: ServerConnection) -> None:
        nonlocal taken
        if taken:
            await connection.close(1013, "One client at a time")
            return
        taken = True
        done.set_result(await _until_end(lambda server: _exchange(server, connection)))

    # Any page in a browser may open a WebSocket to this machine: only local ones are let in.
    origins = [None, re.compile(_BROWSER_ORIGINS)]
    listening = listen(converse, "127.0.0.1", port, origins=origins, max_size=MAX_MESSAGE_BYTES)
    listener = cast("Server", await listening)
    _announce("ws", next(iter(listener.sockets)).getsockname())
    try:
        return await done
    finally:
        listener.close()


async def _exchange(server: ModwrightServer, connection: ServerConnection) -> None:
    from websockets.exceptions import ConnectionClosed

    outbox: asyncio.Queue[bytes] = asyncio.Queue()

    class Writer:
        def write(self, data: bytes) -> None:
            outbox.put_nowait(data)

        def close(self) -> None:
            return

    async def send() -> None:
        # One task sends, so that messages leave in the order in which they were written. JSON-RPC
        # over WebSocket is text; pygls hands over bytes.
        while True:
            await connection.send((await outbox.get()).decode("ascii"))

    server.wire.set_writer(Writer(), include_headers=False)
    sending = asyncio.create_task(send())
    try:
        async for message in connection:
            server.inbox.put(message.encode() if isinstance(message, str) else message)
    except ConnectionClosed:
        _log.debug("The client has gone")
    finally:
        sending.cancel()


async def _until_end(converse: Callable[[ModwrightServer], Awaitable[None]]) -> int:
    """Run a session whose input is read by `converse`."""
    server = ModwrightServer()
    reading = asyncio.ensure_future(converse(server))
    reading.add_done_callback(lambda _: server.stop())
    code = await server.ended()
    reading.cancel()
    return code


def _announce(scheme: str, address: tuple[str, int]) -> None:
    sys.stderr.write(f"modwright listens on {scheme}://{address[0]}:{address[1]}\n")
    sys.stderr.flush()


def _converter() -> Converter:
    import cattrs

    # Without detailed validation the hooks are made and run faster; a bad message gets its -32602
    # either way.
    return get_converter(cattrs.Converter(detailed_validation=False))
