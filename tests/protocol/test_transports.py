"""The same server over TCP and WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import AsyncGenerator

import pytest
from lsp_support import TIMEOUT, recorded, spec, within
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.lsp.client import LanguageClient
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

pytestmark = pytest.mark.asyncio

_START = "import sys; from modwright.lsp.server import serve; sys.exit(serve(sys.argv[1], 0))"


@contextlib.asynccontextmanager
async def _listening(scheme: str) -> AsyncGenerator[tuple[asyncio.subprocess.Process, int], None]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _START, scheme, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        said = (await within(process.stderr.readline())).decode()
        found = re.search(rf"{scheme}://127\.0\.0\.1:(\d+)", said)
        assert found, said
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _work(client: LanguageClient) -> None:
    """A short session, with characters that take three bytes and more."""
    params = get_converter().structure(
        {"processId": None, "rootUri": None, **recorded("vscode")}, types.InitializeParams
    )
    answer = await within(client.initialize_async(params))
    assert answer.capabilities.diagnostic_provider is not None
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem("file:///a.nimblock.json", "nimblock", 1, spec("你😋 {plyer}"))
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    report = await within(
        client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(item.uri))
        )
    )
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert [finding.code for finding in report.items] == ["nimblock/unknown-variable"]
    await within(client.shutdown_async(None))
    client.exit(None)


@pytest.mark.parametrize("scheme", ["tcp", "ws"])
async def test_a_session_from_hello_to_exit(scheme: str) -> None:
    async with _listening(scheme) as (process, port):
        client = LanguageClient("test", "1")
        await (client.start_tcp if scheme == "tcp" else client.start_ws)("127.0.0.1", port)
        await _work(client)
        assert await asyncio.wait_for(process.wait(), TIMEOUT) == 0
        await within(client.stop())


async def test_a_client_that_just_leaves_ends_the_server() -> None:
    async with _listening("tcp") as (process, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        await writer.wait_closed()
        assert await asyncio.wait_for(process.wait(), TIMEOUT) == 1


async def test_no_page_of_the_web_may_connect() -> None:
    async with _listening("ws") as (_, port):
        address = f"ws://127.0.0.1:{port}"
        with pytest.raises(InvalidStatus):
            async with connect(address, origin=Origin("https://example.com")):
                pass
        async with connect(address, origin=Origin("http://localhost:3000")) as local:
            await local.send('{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}')
            assert "-32002" in str(await within(local.recv()))
