"""Everything the server knows about one client and its documents."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

from modwright.lsp.client import Client
from modwright.lsp.features import ClientFeatures
from modwright.lsp.hello import Hello
from modwright.workspace.settings import DEFAULT_LOCALE, Settings, supported_locale
from modwright.workspace.workspace import Workspace

if TYPE_CHECKING:
    from modwright.languages.language import Analysis
    from modwright.workspace.documents import Document

# Code points. Below this an analysis is a matter of milliseconds, above it typing would be felt.
LARGE_DOCUMENT = 512 * 1024
# A large document whose last analysis took longer than this is analysed only once typing pauses.
_SLOW_SECONDS = 0.03
_PAUSE_SECONDS = 0.3


class Session:
    """One client's workspace, what the client can do, and the way to talk to it."""

    def __init__(self, hello: Hello, client: Client, inbox_is_empty: Callable[[], bool]) -> None:
        """`inbox_is_empty`: no message has arrived that was not handled yet."""
        self.client = client
        self.inbox_is_empty = inbox_is_empty
        self.options = hello.options
        self.workspace = Workspace()
        self._hello = hello
        # The client's own, for what belongs to no document.
        self.locale = supported_locale(hello.locale) or DEFAULT_LOCALE
        self._seconds: dict[str, float] = {}
        self._folders = dict.fromkeys(hello.folders)
        self.workspace.set_folders(list(self._folders))

    @property
    def features(self) -> ClientFeatures:
        return self._hello.features

    def settings_for(self, uri: str) -> Settings:
        return self.workspace.settings_for(uri)

    def locale_for(self, uri: str) -> str:
        """The locale that the settings name, else the client's."""
        return self.settings_for(uri).locale or self.locale

    def change_folders(self, added: list[str], removed: list[str]) -> None:
        for uri in removed:
            self._folders.pop(uri, None)
        self._folders.update(dict.fromkeys(added))
        self.workspace.set_folders(list(self._folders))

    def is_large(self, document: Document) -> bool:
        return len(document.source) > LARGE_DOCUMENT

    def pause_before(self, document: Document) -> float:
        """How many seconds typing is to pause before the document is analysed unasked."""
        slow = self._seconds.get(document.uri, 0.0) > _SLOW_SECONDS
        return _PAUSE_SECONDS if slow and self.is_large(document) else 0.0

    def forget(self, document: Document) -> None:
        """The document was closed."""
        self._seconds.pop(document.uri, None)

    async def analysis(self, document: Document) -> Analysis | None:
        """The analysis of the newest text; None when the document is closed or not ours.

        A large text is analysed off the event loop, the wait can be cancelled, and a run that an
        edit has overtaken is followed by one of the newer text.
        """
        if not self.is_large(document):
            return self.workspace.analysis(document.uri)
        loop = asyncio.get_running_loop()
        while True:
            started = loop.time()
            found = await loop.run_in_executor(self._executor, self._analysed, document.uri)
            self._seconds[document.uri] = loop.time() - started
            newest = self.workspace.document(document.uri)
            if newest is None:
                return None
            if found is None or found.source == newest.source:
                return found

    def _analysed(self, uri: str) -> Analysis | None:
        """The analysis, with all that takes time done."""
        found = self.workspace.analysis(uri)
        if found is not None:
            _ = found.findings
        return found

    @cached_property
    def _executor(self) -> ThreadPoolExecutor:
        # Let the event loop take over from a busy thread within half a millisecond, not five: with
        # one such thread a hover then takes 3 ms at the median instead of 31.
        sys.setswitchinterval(0.0005)
        # One worker: two large analyses at once would only slow each other down.
        return ThreadPoolExecutor(max_workers=1, thread_name_prefix="modwright-analysis")

    def close(self) -> None:
        """Stop what runs in the background."""
        self.client.close()
        if "_executor" in self.__dict__:
            self._executor.shutdown(wait=False, cancel_futures=True)
