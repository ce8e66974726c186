"""An editor for tests: pytest-lsp's client with the capabilities of a real one, over stdio."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import queue
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

SERVER_COMMAND = [sys.executable, "-m", "modwright.lsp"]
TIMEOUT = 20.0

# JSON of any shape, as a client sends it.
Json = Any

T = TypeVar("T")
_numbers = itertools.count(1)


def recorded(name: str) -> dict[str, Json]:
    """`clientInfo` and `capabilities` of a client, as tests/protocol/clients/ has them."""
    text = (Path(__file__).parent / "clients" / f"{name}.json").read_text(encoding="utf-8")
    return cast("dict[str, Json]", json.loads(text))


def spec(message: str = "Hello", *, kind: str = "log", **more: Json) -> str:
    """A NimBlock spec of one rule that is without fault as it stands."""
    rule = {
        "id": "greet",
        "name": "Greeting",
        "trigger": {"type": "player.join"},
        "actions": [{"type": kind, "params": {"message": message}}],
        **more,
    }
    plugin = {"specVersion": 1, "name": "Demo", "rules": [rule]}
    return json.dumps(plugin, ensure_ascii=False, indent=2)


@dataclass
class Page:
    """A document open in the editor. Columns are in the units of the negotiated encoding."""

    editor: Editor
    uri: str
    text: str
    version: int = 1

    def position(self, offset: int) -> types.Position:
        """Where `offset` (code points) is, counted here by other means than the server's."""
        before = self.text[:offset]
        line = before.count("\n")
        column = before.rsplit("\n", 1)[-1]
        unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[self.editor.encoding]
        encoded = column.encode({1: "utf-8", 2: "utf-16-le", 4: "utf-32-le"}[unit])
        return types.Position(line, len(encoded) // unit)

    def at(self, needle: str, inside: int = 1) -> types.Position:
        """The position `inside` characters behind the start of the only `needle`."""
        assert self.text.count(needle) == 1, (needle, self.text)
        return self.position(self.text.index(needle) + inside)

    def range_of(self, needle: str) -> types.Range:
        return types.Range(self.at(needle, 0), self.at(needle, len(needle)))

    def whole(self) -> types.Range:
        return types.Range(self.position(0), self.position(len(self.text)))

    def text_in(self, span: types.Range) -> str:
        """The text of a range that the server sent."""
        return self.text[self._offset(span.start) : self._offset(span.end)]

    def text_in_line(self, span: types.Range) -> str:
        """As `text_in`, for a range within one line of a large text in UTF-32 columns."""
        assert self.editor.encoding == "utf-32"
        assert span.start.line == span.end.line
        line = self.text.split("\n")[span.start.line]
        return line[span.start.character : span.end.character]

    def _offset(self, position: types.Position) -> int:
        found = [at for at in range(len(self.text) + 1) if self.position(at) == position]
        assert found, position
        return found[0]

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def replace(self, old: str, new: str) -> None:
        """Edit as an editor does: only the piece that changes is sent."""
        span = self.range_of(old)
        self.text = self.text.replace(old, new)
        self._send(types.TextDocumentContentChangePartial(span, new))

    def replace_many(self, edits: list[tuple[str, str]]) -> None:
        """Several edits in one message, each against the text that the one before left."""
        changes: list[types.TextDocumentContentChangeEvent] = []
        for old, new in edits:
            changes.append(types.TextDocumentContentChangePartial(self.range_of(old), new))
            self.text = self.text.replace(old, new)
        self._send(*changes)

    def append_at_end_of_first_line(self, new: str) -> None:
        """With a column that is too large, as some editors send it."""
        first, _, rest = self.text.partition("\n")
        self.text = f"{first}{new}\n{rest}"
        end = types.Position(0, 10_000)
        self._send(types.TextDocumentContentChangePartial(types.Range(end, end), new))

    def rewrite(self, text: str) -> None:
        """Send the whole text."""
        self.text = text
        self._send(types.TextDocumentContentChangeWholeDocument(text))

    def _send(self, *changes: types.TextDocumentContentChangeEvent) -> None:
        self.version += 1
        self.editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri), changes
            )
        )

    def close(self) -> None:
        self.editor.client.text_document_did_close(
            types.DidCloseTextDocumentParams(self.identifier)
        )

    async def findings(self) -> list[types.Diagnostic]:
        """What the editor shows for the present text, by whichever way it gets it."""
        if self.editor.pulls:
            report = await self.pull()
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return list(report.items)
        return await self.pushed()

    async def codes(self) -> list[str]:
        return [str(item.code) for item in await self.findings()]

    async def pull(self, previous: str | None = None) -> types.DocumentDiagnosticReport:
        return await within(
            self.editor.client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(self.identifier, previous_result_id=previous)
            )
        )

    async def pushed(self) -> list[types.Diagnostic]:
        """The diagnostics pushed for this version of the text."""

        def newest() -> list[types.Diagnostic] | None:
            for params in reversed(self.editor.published):
                if params.uri == self.uri and params.version == self.version:
                    return list(params.diagnostics)
            return None

        return await self.editor.until(newest)

    async def hover(self, needle: str, inside: int = 1) -> types.Hover | None:
        params = types.HoverParams(self.identifier, self.at(needle, inside))
        return await within(self.editor.client.text_document_hover_async(params))

    async def complete(self, needle: str, inside: int = 1) -> types.CompletionList:
        """The proposals; an empty list where the server has nothing to say."""
        params = types.CompletionParams(self.identifier, self.at(needle, inside))
        found = await within(self.editor.client.text_document_completion_async(params))
        assert found is None or isinstance(found, types.CompletionList)
        return found or types.CompletionList(False, ())

    async def actions(self, needle: str, only: list[str] | None = None) -> list[types.CodeAction]:
        params = types.CodeActionParams(
            self.identifier, self.range_of(needle), types.CodeActionContext([], only)
        )
        found = await within(self.editor.client.text_document_code_action_async(params)) or ()
        return [item for item in found if isinstance(item, types.CodeAction)]

    def apply(self, edit: types.WorkspaceEdit | None) -> str:
        """The text with an edit of the server's applied; the document itself stays."""
        assert edit is not None
        text = self.text
        for change in sorted(
            self._edits(edit), key=lambda item: self._offset(item.range.start), reverse=True
        ):
            start, end = self._offset(change.range.start), self._offset(change.range.end)
            text = text[:start] + change.new_text + text[end:]
        return text

    def _edits(self, edit: types.WorkspaceEdit) -> list[types.TextEdit]:
        if edit.document_changes is None:
            assert edit.changes is not None
            return list(edit.changes[self.uri])
        (document,) = edit.document_changes
        assert isinstance(document, types.TextDocumentEdit)
        assert document.text_document.uri == self.uri
        assert document.text_document.version == self.version
        return [item for item in document.edits if isinstance(item, types.TextEdit)]


@dataclass
class Editor:
    """A running server and what it has said to its client."""

    client: LanguageClient
    answer: types.InitializeResult
    published: list[types.PublishDiagnosticsParams] = field(
        default_factory=list["types.PublishDiagnosticsParams"]
    )
    registered: list[types.Registration] = field(default_factory=list["types.Registration"])
    refreshed: list[str] = field(default_factory=list[str])
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def encoding(self) -> str:
        return str(self.answer.capabilities.position_encoding)

    @property
    def pulls(self) -> bool:
        return self.answer.capabilities.diagnostic_provider is not None

    def open(self, text: str, uri: str | None = None, language: str = "nimblock") -> Page:
        """Open a document; without `uri` one of its own for each test."""
        if uri is None:
            uri = f"file:///package/demo{next(_numbers)}.nimblock.json"
        page = Page(self, uri, text)
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(page.uri, language, page.version, text)
            )
        )
        return page

    async def until(self, found: Callable[[], T | None]) -> T:
        """What `found` returns once it is not None; it is asked after every message."""

        async def wait() -> T:
            while (result := found()) is None:
                self.news.clear()
                await self.news.wait()
            return result

        return await within(wait())

    async def settle(self) -> None:
        """Everything sent so far has been handled: the server has answered a later request."""
        params = types.WorkspaceSymbolParams("")
        await within(self.client.workspace_symbol_async(params))


async def within(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """No test waits for ever."""
    return await asyncio.wait_for(work, TIMEOUT)


async def error_of(work: Coroutine[Any, Any, object] | asyncio.Future[Any]) -> JsonRpcException:
    """The error response to a request."""
    try:
        answer = await within(work)
    except JsonRpcException as error:
        return error
    raise AssertionError(f"answered: {answer}")


@contextlib.asynccontextmanager
async def open_editor(
    name: str = "neovim",
    *,
    capabilities: Mapping[str, Json] | None = None,
    settings: Json = None,
    command: list[str] | None = None,
    **initialize: Json,
) -> AsyncGenerator[Editor, None]:
    """Start a server for a client of tests/protocol/clients/, and end it in order.

    `capabilities` are merged over the recorded ones, `settings` is what the client answers when
    asked for its section `modwright`, `initialize` are more fields of InitializeParams (JSON).
    """
    client = LanguageClient(converter_factory=default_converter)
    client.set_configuration({} if settings is None else {"modwright": settings})
    said = Editor(client, types.InitializeResult(types.ServerCapabilities()))
    register_lsp_features(client, {**DEFAULT_CLIENT_FEATURES, **_listeners(said)})
    config = ClientServerConfig(command or SERVER_COMMAND, client_factory=lambda: client)
    await config.start()
    try:
        who = recorded(name)
        who["capabilities"] = merged(who["capabilities"], capabilities or {})
        fields = {"processId": None, "rootUri": None, **who, **initialize}
        params = get_converter().structure(fields, types.InitializeParams)
        said.answer = await within(client.initialize_session(params))
        yield said
        await within(client.shutdown_session())
    finally:
        process = client._server  # pyright: ignore[reportPrivateUsage] - to end it whatever happened
        if process is not None and process.returncode is None:
            process.kill()
        await within(client.stop())


def _listeners(said: Editor) -> dict[str, Callable[..., object]]:
    def publish(client: LanguageClient, params: types.PublishDiagnosticsParams) -> None:
        said.published.append(params)
        said.news.set()

    def register(client: LanguageClient, params: types.RegistrationParams) -> None:
        said.registered.extend(params.registrations)
        said.news.set()

    def refresh(method: str) -> Callable[[LanguageClient, object], None]:
        def run(client: LanguageClient, params: object) -> None:
            said.refreshed.append(method)
            said.news.set()

        return run

    return {
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
        types.CLIENT_REGISTER_CAPABILITY: register,
        types.WORKSPACE_DIAGNOSTIC_REFRESH: refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH),
        types.WORKSPACE_INLAY_HINT_REFRESH: refresh(types.WORKSPACE_INLAY_HINT_REFRESH),
        types.WORKSPACE_CODE_LENS_REFRESH: refresh(types.WORKSPACE_CODE_LENS_REFRESH),
    }


def merged(base: Json, over: Json) -> Json:
    """`over` over `base`, object by object; None takes a key away."""
    if not isinstance(base, dict) or not isinstance(over, Mapping):
        return over
    result = dict(cast("dict[str, Json]", base))
    for key, value in cast("Mapping[str, Json]", over).items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


class Wire:
    """A client without manners: sends whatever JSON, or bytes, and reads what comes back."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._messages: queue.Queue[dict[str, Json] | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.seen: list[dict[str, Json]] = []

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_text(self, body: str, header: str = "Content-Length: {}\r\n\r\n") -> None:
        data = body.encode("utf-8")
        self.send_bytes(header.format(len(data)).encode("ascii") + data)

    def send(self, **message: Json) -> None:
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def notify(self, method: str, params: Json = None) -> None:
        self.send(method=method, params=params)

    def request(self, method: str, params: Json = None) -> dict[str, Json]:
        """The whole response, an error or not."""
        number = next(_numbers)
        self.send(id=number, method=method, params=params)
        return self.answer_to(number)

    def answer_to(self, number: int | None) -> dict[str, Json]:
        while True:
            message = self._messages.get(timeout=TIMEOUT)
            assert message is not None, "the server has ended"
            if message.get("id") == number and "method" not in message:
                return message
            self.seen.append(message)

    def initialize(self, **fields: Json) -> dict[str, Json]:
        least: dict[str, Json] = {"processId": None, "rootUri": None, "capabilities": {}}
        params = {**least, **fields}
        answer = self.request("initialize", params)
        self.notify("initialized", {})
        return answer

    def exit_code(self) -> int:
        return self.process.wait(TIMEOUT)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                # A broken pipe: what was still to be written is for nobody.
                with contextlib.suppress(OSError):
                    stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self._messages.put(None)
                return
            self._messages.put(json.loads(stream.read(length)))


@contextlib.contextmanager
def open_wire(command: list[str] | None = None) -> Generator[Wire, None, None]:
    wire = Wire(command or SERVER_COMMAND)
    try:
        yield wire
    finally:
        wire.close()
