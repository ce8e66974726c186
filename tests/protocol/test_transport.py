"""Bytes into messages, and what keeps others out of the conversation."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsp_support import TIMEOUT, Json, merged, open_wire, recorded
from lsprotocol import types

from modwright.lsp import parent_watch, progress
from modwright.lsp.client import Client
from modwright.lsp.features import client_features
from modwright.lsp.transport import MAX_MESSAGE_BYTES, Frames

_headers = st.sampled_from(
    [
        b"Content-Length: %d\r\n\r\n",
        b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"X: y\r\nCONTENT-LENGTH:   %d  \r\n\r\n",
    ]
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(_headers, st.text().map(str.encode))), st.data())
def test_messages_are_the_same_however_the_bytes_are_cut(
    messages: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    stream = b"".join(header % len(body) + body for header, body in messages)
    frames = Frames()
    found: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += frames.feed(stream[:size])
        stream = stream[size:]
    assert found == [body for _, body in messages]


@pytest.mark.parametrize("flood", [b"x" * 200_000, b"Content-Length: %d\r\n\r\n" % (1 << 40)])
def test_what_would_fill_the_memory_ends_the_input(flood: bytes) -> None:
    with pytest.raises(ValueError, match=r"header without an end|a message of"):
        Frames().feed(flood)
    assert MAX_MESSAGE_BYTES < 1 << 40


_NOISY = """
import os, subprocess, sys
from modwright.lsp import server
greet = server.ModwrightServer.greet
def noisy(self, hello):
    print("noise")
    os.write(1, b"noise")
    subprocess.run([sys.executable, "-c", "import sys; print('noise', sys.stdin.read())"])
    return greet(self, hello)
server.ModwrightServer.greet = noisy
sys.exit(server.serve("stdio"))
"""


def test_prints_and_child_processes_do_not_get_into_the_conversation() -> None:
    with open_wire(command=[sys.executable, "-c", _NOISY]) as wire:
        assert "result" in wire.initialize()
        assert wire.request("shutdown")["result"] is None
        wire.notify("exit")
        assert wire.exit_code() == 0


def test_nothing_heavy_is_imported_before_the_answer_to_initialize() -> None:
    program = "import sys, modwright.lsp.server; print(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=TIMEOUT
    )
    modules = set(done.stdout.split())
    assert "lsprotocol.types" in modules
    heavy = (
        "jsonschema",
        "tree_sitter",
        "websockets",
        "modwright.languages",
        "modwright.ide.types",
    )
    assert not modules & set(heavy)


def test_a_process_that_runs_is_told_from_one_that_does_not() -> None:
    assert parent_watch.is_alive(os.getpid())
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(TIMEOUT)
    assert not parent_watch.is_alive(gone.pid)


class _Listener:
    """A client that takes part in progress."""

    def __init__(self) -> None:
        self.said: list[str] = []

    async def ask(self, method: str, params: object) -> object:
        self.said.append(method)
        return None

    def notify(self, method: str, params: types.ProgressParams) -> None:
        self.said.append(type(params.value).__name__)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("capabilities", "takes_long", "said"),
    [
        ({}, False, []),
        (
            {},
            True,
            ["window/workDoneProgress/create", "WorkDoneProgressBegin", "WorkDoneProgressEnd"],
        ),
        ({"window": None}, True, []),
    ],
)
async def test_progress_is_shown_for_what_takes_long_to_clients_that_show_it(
    monkeypatch: pytest.MonkeyPatch, capabilities: Json, takes_long: bool, said: list[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 0.0 if takes_long else TIMEOUT)
    features = client_features(merged(recorded("neovim")["capabilities"], capabilities))
    client = _Listener()
    async with progress.progress(cast("Client", client), features, "Checking"):
        for _ in range(5):
            await asyncio.sleep(0.001)
    assert client.said == said
