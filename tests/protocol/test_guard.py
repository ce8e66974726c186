"""What a failing handler costs: its own answer, once told, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from lsp_support import recorded, spec
from lsprotocol import types

from modwright.lsp.client import Client
from modwright.lsp.errors import RequestError, refused
from modwright.lsp.guard import Guard, Policy
from modwright.lsp.hello import read_hello
from modwright.lsp.protocol import ModwrightProtocol
from modwright.lsp.session import Session
from modwright.lsp.view import View
from modwright.workspace.workspace import Change, Document

pytestmark = pytest.mark.asyncio

_URI = "file:///package/a.nimblock.json"
_ASK = types.HoverParams(types.TextDocumentIdentifier(_URI), types.Position(0, 0))


class _Protocol:
    """Notes what is sent."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, object]] = []

    def notify(self, method: str, params: object) -> None:
        self.notes.append((method, params))


class _Bench:
    """A guard with an open document, and the handlers it was given, wrapped."""

    def __init__(self) -> None:
        self.protocol = _Protocol()
        hello = read_hello(recorded("neovim"))
        client = Client(cast("ModwrightProtocol", self.protocol))
        self.session = Session(hello, client, lambda: True)
        self.wrapped: dict[str, Callable[..., object]] = {}
        self.guard = Guard(self.session, self._register)
        self.session.workspace.open_document(_URI, "nimblock", 7, spec("你"))

    def _register(self, method: str, handler: Callable[..., object]) -> None:
        self.wrapped[method] = handler

    async def ask(self, method: str, params: object = _ASK) -> object:
        return await cast("Awaitable[object]", self.wrapped[method](params))


async def test_a_failure_is_logged_with_the_version_and_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(view: View, params: types.HoverParams) -> None:
        raise ZeroDivisionError

    bench = _Bench()
    bench.guard.document("textDocument/hover", broken, empty=None)
    for _ in range(3):
        with pytest.raises(RequestError) as raised:
            await bench.ask("textDocument/hover")
        assert raised.value.code == types.LSPErrorCodes.RequestFailed.value
    assert [method for method, _ in bench.protocol.notes] == [types.WINDOW_LOG_MESSAGE]
    failures = [entry for entry in caplog.records if entry.levelno == logging.ERROR]
    assert len(failures) == 3
    assert f"textDocument/hover failed for {_URI}, version 7" in failures[0].getMessage()
    assert "ZeroDivisionError" in caplog.text


async def test_what_a_client_shows_is_not_replaced_by_nothing() -> None:
    answers = iter([["good"], None, None, ["better"]])

    def unsteady(view: View, params: types.HoverParams) -> list[str]:
        answer = next(answers)
        assert answer is not None
        return answer

    bench = _Bench()
    bench.guard.document("m", unsteady, empty=[], policy=Policy.KEEP)
    assert await bench.ask("m") == ["good"]
    assert await bench.ask("m") == ["good"]
    bench.guard.forget(_URI)
    with pytest.raises(RequestError):
        await bench.ask("m")
    assert await bench.ask("m") == ["better"]


async def test_a_refusal_is_an_answer_not_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    def refuses(view: View, params: types.HoverParams) -> None:
        raise refused("Not this name")

    bench = _Bench()
    bench.guard.document("m", refuses, empty=None)
    with pytest.raises(RequestError, match="Not this name"):
        await bench.ask("m")
    assert bench.protocol.notes == []
    assert caplog.records == []


async def test_a_failing_notification_lets_the_next_one_through(
    caplog: pytest.LogCaptureFixture,
) -> None:
    handled: list[str] = []

    def handler(session: Session, params: str) -> None:
        handled.append(params)
        assert params != "bad"

    bench = _Bench()
    bench.guard.notification("n", handler)
    for params in ("good", "bad", "good"):
        bench.wrapped["n"](params)
    assert handled == ["good", "bad", "good"]
    assert len(caplog.records) == 1


async def test_a_document_that_is_not_open_has_the_empty_answer() -> None:
    def never(view: View, params: types.HoverParams) -> str:
        raise AssertionError(view)

    bench = _Bench()
    bench.guard.document("m", never, empty="empty")
    bench.session.workspace.close_document(_URI)
    assert await bench.ask("m") == "empty"


async def test_a_request_answers_from_the_newest_text() -> None:
    def text_of(view: View, params: types.HoverParams) -> str:
        return view.analysis.source.text

    bench = _Bench()
    bench.guard.document("m", text_of, empty="")
    asked = asyncio.ensure_future(bench.ask("m"))
    bench.session.workspace.open_document(_URI, "nimblock", 8, spec("😋"))
    assert await asked == spec("😋")


async def test_a_request_cancelled_before_its_turn_does_no_work() -> None:
    worked: list[str] = []

    def work(view: View, params: types.HoverParams) -> None:
        worked.append(view.uri)

    bench = _Bench()
    bench.guard.document("m", work, empty=None)
    asked = asyncio.ensure_future(bench.ask("m"))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert worked == []


async def test_diagnostics_overtaken_by_typing_are_to_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def text_of(view: View, params: types.HoverParams) -> str:
        return view.analysis.source.text

    bench = _Bench()

    def pause(session: Session, document: Document) -> float:
        return 0.001

    monkeypatch.setattr(Session, "pause_before", pause)
    bench.guard.document("m", text_of, empty="", waits_for_pause=True)
    assert await bench.ask("m") == spec("你")
    asked = asyncio.ensure_future(bench.ask("m"))
    for _ in range(3):
        await asyncio.sleep(0)
    bench.session.workspace.change_document(_URI, 8, [Change(None, spec("😋"))])
    with pytest.raises(RequestError) as raised:
        await asked
    assert raised.value.code == types.LSPErrorCodes.ServerCancelled.value
    assert raised.value.data == {"retriggerRequest": True}
