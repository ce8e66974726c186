"""How a session begins and ends, and what a client without manners gets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from lsp_support import TIMEOUT, Wire, open_wire, spec

URI = "file:///package/a.nimblock.json"


@pytest.fixture(scope="module")
def running() -> Iterator[Wire]:
    """One initialized session for all tests that leave it running."""
    with open_wire() as wire:
        wire.initialize()
        yield wire


def test_exit_after_shutdown_is_success() -> None:
    with open_wire() as wire:
        wire.initialize()
        assert wire.request("shutdown")["result"] is None
        late = wire.request("textDocument/hover", {})
        assert late["error"]["code"] == -32600
        wire.notify("exit")
        assert wire.exit_code() == 0


def test_exit_without_shutdown_is_a_failure() -> None:
    with open_wire() as wire:
        wire.initialize()
        wire.notify("exit")
        assert wire.exit_code() == 1


def test_before_initialize_requests_are_refused_and_notifications_ignored() -> None:
    with open_wire() as wire:
        refused = wire.request("textDocument/hover", {"textDocument": {"uri": URI}})
        assert refused["error"]["code"] == -32002
        document = {"uri": URI, "languageId": "nimblock", "version": 1, "text": "{"}
        wire.notify("textDocument/didOpen", {"textDocument": document})
        answer = wire.initialize()
        assert answer["result"]["serverInfo"]["name"] == "modwright"
        assert answer["result"]["capabilities"]["positionEncoding"] == "utf-16"
        again = wire.request("initialize", {"processId": None, "capabilities": {}})
        assert again["error"]["code"] == -32600
        assert wire.request("workspace/symbol", {"query": ""})["result"] == []
        assert wire.seen == []


def test_the_end_of_input_ends_the_server() -> None:
    with open_wire() as wire:
        wire.initialize()
        assert wire.process.stdin is not None
        wire.process.stdin.close()
        assert wire.exit_code() == 1


def test_a_dead_parent_ends_the_server() -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(TIMEOUT)
    with open_wire() as wire:
        wire.initialize(processId=gone.pid)
        assert wire.exit_code() == 1


@pytest.mark.parametrize("params", [None, [], "x", {"textDocument": 1}, {"position": {}}])
def test_malformed_parameters_of_a_request_are_answered_with_invalid_params(
    running: Wire, params: object
) -> None:
    assert running.request("textDocument/hover", params)["error"]["code"] == -32602
    assert _nothing_popped_up(running)


def test_a_negative_line_is_an_invalid_parameter(running: Wire) -> None:
    params = {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}}
    assert running.request("textDocument/hover", params)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/didOpen", {"textDocument": {"uri": 5}}),
        ("textDocument/didChange", None),
        ("textDocument/didClose", {}),
        ("workspace/didChangeConfiguration", []),
        ("$/cancelRequest", {"id": 999999}),
        ("$/setTrace", {"value": "no such value"}),
        ("$/something/of/the/future", {"x": 1}),
        ("no/such/notification", None),
    ],
)
def test_malformed_and_unknown_notifications_leave_the_session_as_it_was(
    running: Wire, method: str, params: object
) -> None:
    running.notify(method, params)
    assert running.request("workspace/symbol", {"query": ""})["result"] == []
    assert _nothing_popped_up(running)


def test_an_unknown_request_is_answered_with_method_not_found(running: Wire) -> None:
    assert running.request("textDocument/telepathy", {})["error"]["code"] == -32601
    assert running.request("$/telepathy", {})["error"]["code"] == -32601
    assert _nothing_popped_up(running)


def test_an_unknown_command_is_an_invalid_parameter(running: Wire) -> None:
    answer = running.request("workspace/executeCommand", {"command": "modwright.nothing"})
    assert answer["error"]["code"] == -32602


def test_what_is_no_message_is_answered_once_and_does_no_harm(running: Wire) -> None:
    running.send_text("{ this is not JSON")
    assert running.answer_to(None)["error"]["code"] == -32700
    running.send_text("[" * 100_000)
    assert running.answer_to(None)["error"]["code"] == -32700
    running.send_text('["a batch"]')
    assert running.answer_to(None)["error"]["code"] == -32600
    running.send_text('{"jsonrpc": "2.0"}')
    assert running.answer_to(None)["error"]["code"] == -32600
    running.send(id=[1], method="shutdown")
    assert running.answer_to(None)["error"]["code"] == -32600
    running.send(id="an answer nobody waits for", result=None)
    assert running.request("workspace/symbol", {"query": ""})["result"] == []


def test_headers_in_any_case_and_with_more_lines_are_read(running: Wire) -> None:
    body = (
        '{"jsonrpc": "2.0", "id": 777001, "method": "workspace/symbol", "params": {"query": "é"}}'
    )
    running.send_text(
        body,
        "content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:{}\r\n\r\n",
    )
    assert running.answer_to(777001)["result"] == []
    running.send_bytes(b"Nonsense: 1\r\n\r\n")
    assert running.request("workspace/symbol", {"query": ""})["result"] == []


def test_a_message_cut_into_single_bytes_is_put_together(running: Wire) -> None:
    body = (
        '{"jsonrpc": "2.0", "id": 777002, "method": "workspace/symbol", "params": {"query": "你"}}'
    )
    data = body.encode()
    for byte in b"Content-Length: %d\r\n\r\n" % len(data) + data:
        running.send_bytes(bytes([byte]))
    assert running.answer_to(777002)["result"] == []


@pytest.mark.parametrize(
    "capabilities",
    [
        [],
        {
            "textDocument": {"completion": {"completionItem": [True]}, "hover": None},
            "general": {"positionEncodings": [7, None]},
            "window": "yes",
        },
    ],
)
def test_odd_capabilities_cost_a_feature_not_the_session(capabilities: object) -> None:
    with open_wire() as wire:
        answer = wire.initialize(capabilities=capabilities, workspaceFolders=[{"uri": 3}, "x"])
        assert answer["result"]["capabilities"]["positionEncoding"] == "utf-16"
        document = {"uri": URI, "languageId": "nimblock", "version": 1, "text": spec()}
        wire.notify("textDocument/didOpen", {"textDocument": document})
        params = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
        assert "error" not in wire.request("textDocument/hover", params)


def test_a_request_that_is_cancelled_at_once_is_answered_with_cancelled(running: Wire) -> None:
    document = {"uri": URI, "languageId": "nimblock", "version": 1, "text": spec()}
    running.notify("textDocument/didOpen", {"textDocument": document})
    running.request("workspace/symbol", {"query": ""})
    params = {"textDocument": {"uri": URI}}
    request = {"jsonrpc": "2.0", "id": 777003, "method": "textDocument/documentSymbol"}
    body = json.dumps({**request, "params": params}).encode()
    cancel = b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":777003}}'
    # In one write, as an editor does that changed its mind before the pipe was read.
    running.send_bytes(
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        + b"Content-Length: %d\r\n\r\n%s" % (len(cancel), cancel)
    )
    assert running.answer_to(777003)["error"]["code"] == -32800
    assert "result" in running.request("textDocument/documentSymbol", params)
    running.notify("textDocument/didClose", {"textDocument": {"uri": URI}})


def test_edits_that_arrive_together_are_checked_together(running: Wire) -> None:
    document = {"uri": URI, "languageId": "nimblock", "version": 1, "text": spec("你")}
    running.notify("textDocument/didOpen", {"textDocument": document})
    running.request("workspace/symbol", {"query": ""})
    running.seen.clear()
    end = {"line": 99, "character": 0}
    stream = b""
    for version in range(2, 102):
        change = {"range": {"start": end, "end": end}, "text": "\n"}
        params = {
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [change],
        }
        message = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}
        body = json.dumps(message).encode()
        stream += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    running.send_bytes(stream)
    running.notify("textDocument/didClose", {"textDocument": {"uri": "file:///other"}})
    while not (shown := _published(running)) or shown[-1] != 101:
        running.request("workspace/symbol", {"query": ""})
    # One read takes in 64 KB; a few come together for each, never one by one.
    assert len(shown) <= 5
    running.notify("textDocument/didClose", {"textDocument": {"uri": URI}})


def _published(wire: Wire) -> list[int]:
    """The versions that findings were pushed for, in order."""
    return [
        message["params"]["version"]
        for message in wire.seen
        if message.get("method") == "textDocument/publishDiagnostics"
        and message["params"]["uri"] == URI
    ]


def _nothing_popped_up(wire: Wire) -> bool:
    wire.request("workspace/symbol", {"query": ""})
    return not any(message.get("method") == "window/showMessage" for message in wire.seen)
