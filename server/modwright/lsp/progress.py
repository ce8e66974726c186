"""Work-done progress, for what really takes long."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from lsprotocol import types

from modwright.lsp.client import Client
from modwright.lsp.features import ClientFeatures

# Sooner, a bar would only flicker.
PATIENCE_SECONDS = 1.0


@asynccontextmanager
async def progress(
    client: Client, features: ClientFeatures, title: str
) -> AsyncGenerator[None, None]:
    """Show `title` in the client while the body runs, if that takes longer than PATIENCE_SECONDS.

    The client has to take part (window.workDoneProgress, and accepting the token).
    """
    if not features.work_done_progress:
        yield
        return
    token = str(uuid.uuid4())
    shown = asyncio.Event()

    async def begin() -> None:
        await asyncio.sleep(PATIENCE_SECONDS)
        await client.ask(
            types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(token)
        )
        shown.set()
        client.notify(
            types.PROGRESS, types.ProgressParams(token, types.WorkDoneProgressBegin(title))
        )

    beginning = asyncio.get_running_loop().create_task(begin())
    try:
        yield
    finally:
        beginning.cancel()
        if shown.is_set():
            client.notify(types.PROGRESS, types.ProgressParams(token, types.WorkDoneProgressEnd()))
