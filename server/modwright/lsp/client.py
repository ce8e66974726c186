"""The client, as the features see it: somebody to tell and to ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from modwright.lsp.protocol import ModwrightProtocol

_log = logging.getLogger(__name__)


class Client:
    """Sends notifications and requests, and keeps the tasks that wait for answers."""

    def __init__(self, protocol: ModwrightProtocol) -> None:
        self._protocol = protocol
        self._tasks: set[asyncio.Task[None]] = set()

    def notify(self, method: str, params: object) -> None:
        self._protocol.notify(method, params)

    def log(self, kind: types.MessageType, message: str) -> None:
        """Into the client's output panel; never a pop-up."""
        self.notify(types.WINDOW_LOG_MESSAGE, types.LogMessageParams(kind, message))

    async def ask(self, method: str, params: object) -> object:
        """The result as plain JSON; None when the client answered with an error."""
        try:
            return await self._protocol.send_request_async(method, params)
        except JsonRpcException as error:
            _log.info("%s was refused: %s", method, error)
            return None

    def in_background(self, work: Coroutine[object, object, None], name: str) -> None:
        """Run `work` to its end, logging what goes wrong with it."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s failed", task.get_name(), exc_info=error)

    def close(self) -> None:
        """Give up on whatever still waits."""
        for task in self._tasks:
            task.cancel()
