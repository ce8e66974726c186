"""The error responses that handlers may raise."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException


class RequestError(JsonRpcException):
    """Answered as it stands: `code` and `message` go to the client, nothing to the log."""

    def __init__(
        self, code: types.LSPErrorCodes | types.ErrorCodes, message: str, data: object = None
    ) -> None:
        super().__init__(message, code.value, data)


def refused(reason: str) -> RequestError:
    """The request was understood and cannot be met; `reason` is shown to the user."""
    return RequestError(types.LSPErrorCodes.RequestFailed, reason)


def content_modified() -> RequestError:
    """What was asked about is no longer in the text. Clients drop this without a word."""
    return RequestError(types.LSPErrorCodes.ContentModified, "The document has changed")


def ask_again() -> RequestError:
    """For diagnostics only: outdated before it was computed."""
    data = {"retriggerRequest": True}
    return RequestError(types.LSPErrorCodes.ServerCancelled, "The document has changed", data)


def invalid_params(reason: str) -> RequestError:
    return RequestError(types.ErrorCodes.InvalidParams, reason)
