"""The one place where handlers are wrapped.

For each message exactly one of: an answer, an error response, a log entry; never a pop-up. A
failure in one document is logged with its version, told to the client's output panel once, and
costs that answer only. Where a client draws what a feature last said (`Policy.KEEP`), the last good
answer is given again instead of an empty one.
"""

from __future__ import annotations

import asyncio
import enum
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from modwright.lsp.errors import RequestError, ask_again, content_modified
from modwright.lsp.moment import asked_about
from modwright.lsp.session import Session
from modwright.lsp.texts import text
from modwright.lsp.view import View

if TYPE_CHECKING:
    from modwright.languages.language import Analysis
    from modwright.workspace.documents import Snapshot

_log = logging.getLogger(__name__)


class OfDocument(Protocol):
    """The parameters of a request about a document."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...


Params = TypeVar("Params")
DocumentParams = TypeVar("DocumentParams", bound=OfDocument)
Result = TypeVar("Result")


class Register(Protocol):
    """How a handler is made known (pygls' `FeatureManager.feature`, without its untyped parts)."""

    def __call__(self, method: str, handler: Callable[..., object]) -> None: ...


class Policy(enum.Enum):
    """What a failed request is answered with."""

    ERROR = "an error"
    KEEP = "the last good answer, if there is one"


class Guard:
    """Registers handlers, each wrapped."""

    def __init__(self, session: Session, register: Register) -> None:
        self._session = session
        self._register = register
        self._told: set[tuple[str, str]] = set()
        self._about_text_as_asked: set[str] = set()
        self._last_good: dict[tuple[str, str], object] = {}

    def notification(self, method: str, handler: Callable[[Session, Params], None]) -> None:
        """A handler that runs at once, in the order in which messages arrive."""

        def run(params: Params) -> None:
            try:
                handler(self._session, params)
            except Exception:  # noqa: BLE001 - whatever it was, the session goes on
                self.report(method, _uri_of(params))

        self._register(method, run)

    def request(self, method: str, handler: Callable[[Session, Params], Awaitable[Result]]) -> None:
        """A handler of a request that is about no document in particular."""

        async def run(params: Params) -> Result:
            await _let_messages_in()
            try:
                return await handler(self._session, params)
            except JsonRpcException:
                raise
            except Exception as error:
                raise self.report(method, "") from error

        self._register(method, run)

    def document(
        self,
        method: str,
        handler: Callable[[View, DocumentParams], Result],
        *,
        empty: Result,
        policy: Policy = Policy.ERROR,
        waits_for_pause: bool = False,
        as_asked: bool = False,
    ) -> None:
        """A handler that reads its answer off the newest analysis of a document.

        `empty` is the answer for a document that is not open, or not ours. `waits_for_pause`: a
        large document is not looked at while it is typed in; such a request is to be sent again.
        `as_asked`: the answer is about the text that the client had when it asked.
        """
        if as_asked:
            self._about_text_as_asked.add(method)

        async def run(params: DocumentParams) -> object:
            await _let_messages_in()
            uri = params.text_document.uri
            key = (method, uri)
            try:
                if waits_for_pause:
                    await self._pause(uri)
                view = await self._view(uri)
                if view is None:
                    return empty
                answer = handler(view, params)
            except JsonRpcException:
                raise
            except Exception as error:
                refusal = self.report(method, uri)
                if policy is Policy.KEEP and key in self._last_good:
                    return self._last_good[key]
                raise refusal from error
            if policy is Policy.KEEP:
                self._last_good[key] = answer
            return answer

        self._register(method, run)

    def note_moment(self, method: str, params: object) -> None:
        """A request has come in; called in its context, before any later message is looked at."""
        if method in self._about_text_as_asked:
            document = self._session.workspace.document(_uri_of(params))
            asked_about.set(document.snapshot() if document is not None else None)

    def forget(self, uri: str) -> None:
        """The document was closed: nothing is shown any more, and a new failure is news."""
        for key in [key for key in self._last_good if key[1] == uri]:
            del self._last_good[key]
        self._told = {key for key in self._told if key[1] != uri}

    async def _pause(self, uri: str) -> None:
        document = self._session.workspace.document(uri)
        seconds = self._session.pause_before(document) if document else 0.0
        if document is not None and seconds > 0:
            version = document.version
            await asyncio.sleep(seconds)
            newest = self._session.workspace.document(uri)
            if newest is not None and newest.version != version:
                raise ask_again()

    async def _view(self, uri: str) -> View | None:
        document = self._session.workspace.document(uri)
        if document is None:
            return None
        asked = asked_about.get()
        analysis = await self._session.analysis(document)
        if asked is not None and not asked.is_newest:
            analysis = self._analysis_of(asked)
        newest = self._session.workspace.document(uri)
        if analysis is None or newest is None:
            return None
        return View(self._session, newest, analysis)

    def _analysis_of(self, asked: Snapshot) -> Analysis | None:
        if self._session.is_large(asked.document):
            # To read it all again, for a text that is gone already, takes too long.
            raise content_modified()
        return asked.analysis

    def report(self, method: str, uri: str) -> RequestError:
        """Log the exception being handled; tell the client once a method and document."""
        document = self._session.workspace.document(uri) if uri else None
        version = document.version if document else None
        locale = self._session.locale
        message = text("failed", locale, method=method, uri=uri or "-", version=version)
        _log.exception("%s failed for %s, version %s", method, uri or "-", version)
        if (method, uri) not in self._told:
            self._told.add((method, uri))
            self._session.client.log(types.MessageType.Error, message)
        return RequestError(types.LSPErrorCodes.RequestFailed, message)


async def _let_messages_in() -> None:
    """Give the edits and the cancellation that came right behind a request their turn."""
    await asyncio.sleep(0)


def _uri_of(params: object) -> str:
    uri = getattr(getattr(params, "text_document", None), "uri", "")
    return uri if isinstance(uri, str) else ""
