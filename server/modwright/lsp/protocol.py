"""JSON-RPC as the specification has it, where pygls 2.1 differs.

Parameters are structured here, once and only they: what does not fit answers -32602 to a request
and is logged for a notification. Requests before `initialize` and after `shutdown` get their error.
pygls' own workspace is never fed: documents are ours (`modwright.workspace`).
"""

from __future__ import annotations

import contextvars
import enum
import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

from modwright.lsp.errors import RequestError
from modwright.lsp.hello import read_hello

if TYPE_CHECKING:
    from cattrs import Converter

    from modwright.lsp.server import ModwrightServer

_log = logging.getLogger(__name__)

MessageId: TypeAlias = "str | int"

# pygls' built-in handlers of these keep documents; ours replace them.
_REPLACED = (
    types.INITIALIZED,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.WORKSPACE_EXECUTE_COMMAND,
)


class State(enum.Enum):
    """Where the session stands (LSP 3.17, Server lifecycle)."""

    NEW = "new"
    RUNNING = "running"
    SHUT_DOWN = "shut down"


class ModwrightProtocol(LanguageServerProtocol):
    """pygls' protocol with honest answers."""

    def __init__(self, server: ModwrightServer, converter: Converter) -> None:
        # First, since pygls looks at every attribute, properties too, while it is set up.
        self._state = State.NEW
        super().__init__(server, converter)
        self._owner = server
        built_in = cast("dict[str, object]", self.fm.builtin_features)  # pyright: ignore[reportUnknownMemberType] - pygls says Dict, not of what
        for method in _REPLACED:
            built_in.pop(method, None)

    def receive(self, body: bytes) -> None:
        """Handle one message. Never raises."""
        try:
            message: object = json.loads(body)
        except (ValueError, RecursionError) as error:
            _log.warning("Not a JSON message: %s", error)
            self._refuse(None, types.ErrorCodes.ParseError, "Not JSON")
            return
        if not isinstance(message, dict):
            self._refuse(None, types.ErrorCodes.InvalidRequest, "Not a JSON-RPC message")
            return
        fields = cast("dict[str, object]", message)
        message_id, method = fields.get("id"), fields.get("method")
        if isinstance(method, str):
            if "id" not in fields:
                self._receive_notification(method, fields.get("params"))
            elif isinstance(message_id, (str, int)):
                self._receive_request(message_id, method, fields.get("params"))
            else:
                self._refuse(None, types.ErrorCodes.InvalidRequest, "The id is no id")
        elif isinstance(message_id, (str, int)) and ("result" in fields or "error" in fields):
            self._receive_response(message_id, fields)
        else:
            self._refuse(None, types.ErrorCodes.InvalidRequest, "Neither a call nor an answer")

    def _receive_request(self, message_id: MessageId, method: str, params: object) -> None:
        if method == types.INITIALIZE:
            if self._state is not State.NEW:
                self._refuse(message_id, types.ErrorCodes.InvalidRequest, "Initialized already")
                return
        elif self._state is State.NEW:
            self._refuse(message_id, types.ErrorCodes.ServerNotInitialized, "Not initialized yet")
            return
        elif self._state is State.SHUT_DOWN:
            self._refuse(message_id, types.ErrorCodes.InvalidRequest, "Shut down")
            return
        else:
            self._owner.load_handlers()
        try:
            structured = self._structure(method, params)
        except Exception as error:  # noqa: BLE001 - whatever cattrs raises, the fault is the sender's
            _log.info("Bad parameters of %s: %s", method, error)
            self._refuse(message_id, types.ErrorCodes.InvalidParams, f"Invalid parameters: {error}")
            return
        # In a context of its own, since pygls keeps the id of the request there.
        context = contextvars.copy_context()
        context.run(self._owner.note_moment, method, structured)
        context.run(self._handle_request, message_id, method, structured)

    def _receive_notification(self, method: str, params: object) -> None:
        if self._state is not State.RUNNING and method != types.EXIT:
            _log.info("Passed over while %s: %s", self._state.value, method)
            return
        if self._state is State.RUNNING:
            self._owner.load_handlers()
        try:
            structured = self._structure(method, params)
        except Exception as error:  # noqa: BLE001 - as for requests; nobody waits for an answer
            _log.warning("Bad parameters of %s: %s", method, error)
            return
        if method in types.METHOD_TO_TYPES or not method.startswith("$/"):
            contextvars.copy_context().run(self._handle_notification, method, structured)

    def _receive_response(self, message_id: MessageId, fields: Mapping[str, object]) -> None:
        """Results stay plain JSON: those who ask read them with care."""
        self._result_types.pop(message_id, None)
        error = fields.get("error")
        if "error" not in fields or error is None:
            self._handle_response(message_id, fields.get("result"))
            return
        details = cast("Mapping[object, object]", error if isinstance(error, Mapping) else {})
        code, text = details.get("code"), details.get("message")
        self._handle_response(
            message_id,
            None,
            types.ResponseError(
                code if isinstance(code, int) else types.ErrorCodes.InternalError.value,
                text if isinstance(text, str) else "",
            ),
        )

    def _structure(self, method: str, params: object) -> object:
        if method == types.INITIALIZE:
            if not isinstance(params, Mapping):
                raise TypeError("not an object")
            return cast("object", params)
        known = types.METHOD_TO_TYPES.get(method)
        if known is None or known[2] is None:
            return None
        return cast("object", self._converter.structure(params, known[2]))

    def _refuse(self, message_id: MessageId | None, code: types.ErrorCodes, reason: str) -> None:
        # A plain dictionary: lsprotocol leaves out an id of null, JSON-RPC wants it written.
        error = {"code": code.value, "message": reason}
        self._send_data({"jsonrpc": self.VERSION, "id": message_id, "error": error})

    def _handle_cancel_notification(self, msg_id: MessageId) -> None:
        # Late cancellations are the normal case, nothing to warn of.
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.cancel()

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: Mapping[str, object]) -> types.InitializeResult:  # pyright: ignore[reportIncompatibleMethodOverride] - plain JSON instead of a structured type, on purpose
        result = self._owner.greet(read_hello(params))
        self._state = State.RUNNING
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - pygls' is a generator, for user handlers we have none of
        self._state = State.SHUT_DOWN
        self._owner.close_session()

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as above
        self._owner.stop()

    @property
    def is_shut_down(self) -> bool:
        return self._state is State.SHUT_DOWN


class QuietAboutAnswers(logging.Filter):
    """Keeps pygls from logging what the answer says already: errors that were meant, warnings."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, RequestError) and record.levelno != logging.WARNING
