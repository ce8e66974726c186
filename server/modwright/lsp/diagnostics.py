"""Findings to the client: by pull where it can be told to ask again, else by push; never both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from modwright.findings.model import Finding
from modwright.ide.diagnostics import diagnostics as findings_of
from modwright.lsp import to_lsp
from modwright.lsp.files import Files
from modwright.lsp.guard import Guard
from modwright.lsp.progress import progress
from modwright.lsp.session import Session
from modwright.lsp.texts import text
from modwright.lsp.view import View

if TYPE_CHECKING:
    from modwright.languages.language import Analysis
    from modwright.workspace.documents import Document

# More than anybody reads; each costs the editor a decoration and the wire about 300 bytes.
MAX_DIAGNOSTICS = 1000
# While edits pour in without a gap (held key, replace all), findings still move at this rate.
MAX_DELAY_SECONDS = 0.1
# Asking a client to pull everything again is worth waiting for the end of a word.
_REFRESH_PAUSE_SECONDS = 0.3
# A request that came with an edit is answered first: its task needs that many turns of the loop.
_TURNS_FOR_REQUESTS = 3


@dataclass(frozen=True)
class _Reported:
    result_id: str
    items: Sequence[types.Diagnostic]


class Diagnostics:
    """Keeps what the client shows in step with the newest texts and settings."""

    def __init__(self, session: Session, guard: Guard) -> None:
        self._session = session
        self._guard = guard
        self._pull = session.features.pull_diagnostics
        self._dirty: dict[str, None] = {}
        self._flush_due = 0.0
        self._turns_to_wait = 0
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._runs: dict[str, int] = {}
        self._reported: dict[str, _Reported] = {}
        self._last_id = 0
        self._cut: set[str] = set()
        self._pushed: set[str] = set()
        self._refresh_timer: asyncio.TimerHandle | None = None

    def changed(self, uri: str) -> None:
        """The document was opened or edited. Push: once all that has arrived is handled."""
        if self._pull:
            return
        if not self._dirty:
            loop = asyncio.get_running_loop()
            self._flush_due = loop.time() + MAX_DELAY_SECONDS
            loop.call_soon(self._flush)
        self._dirty[uri] = None
        self._turns_to_wait = _TURNS_FOR_REQUESTS

    def may_have_changed(self, uris: Iterable[str]) -> None:
        """Documents whose package has changed. Pull: the client is asked once typing pauses."""
        if not self._pull:
            for uri in uris:
                self.changed(uri)
        elif any(True for _ in uris):
            if self._refresh_timer is not None:
                self._refresh_timer.cancel()
            loop = asyncio.get_running_loop()
            self._refresh_timer = loop.call_later(_REFRESH_PAUSE_SECONDS, self.refresh)

    def closed(self, uri: str) -> None:
        """Forget the document, and clear what is shown of it."""
        self._dirty.pop(uri, None)
        self._reported.pop(uri, None)
        self._cut.discard(uri)
        self._drop_run(uri)
        self._runs.pop(uri, None)
        if not self._pull:
            self._send(uri, None, [])

    def refresh(self) -> None:
        """Something besides the texts has changed: settings, or a file they depend on."""
        if self._pull:
            self._session.client.in_background(self._ask_to_pull(), "diagnostic refresh")
            return
        for document in self._session.workspace.documents():
            self.changed(document.uri)

    def report(
        self, view: View, params: types.DocumentDiagnosticParams
    ) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
        """The answer to a pull; short when the client has these very findings already."""
        items = self._items(view)
        last = self._reported.get(view.uri)
        if last is None or last.items != items:
            self._last_id += 1
            last = self._reported[view.uri] = _Reported(str(self._last_id), items)
        elif params.previous_result_id == last.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(last.result_id)
        return types.RelatedFullDocumentDiagnosticReport(items, result_id=last.result_id)

    async def _ask_to_pull(self) -> None:
        await self._session.client.ask(types.WORKSPACE_DIAGNOSTIC_REFRESH, None)

    def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        is_early = self._turns_to_wait > 0 or not self._session.inbox_is_empty()
        if is_early and loop.time() < self._flush_due:
            self._turns_to_wait -= 1
            loop.call_soon(self._flush)
            return
        dirty, self._dirty = list(self._dirty), {}
        for uri in dirty:
            self._publish(uri)

    def _publish(self, uri: str) -> None:
        document = self._session.workspace.document(uri)
        if document is None:
            return
        if self._session.is_large(document):
            self._publish_after(self._session.pause_before(document), uri)
            return
        try:
            analysis = self._session.workspace.analysis(uri)
            self._show(document, analysis)
        except Exception:  # noqa: BLE001 - whatever it was, what is shown stays
            self._guard.report(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, uri)

    def _publish_after(self, seconds: float, uri: str) -> None:
        self._drop_run(uri)
        run = self._runs[uri]

        def start() -> None:
            self._session.client.in_background(self._run(uri, run), f"diagnostics of {uri}")

        self._timers[uri] = asyncio.get_running_loop().call_later(seconds, start)

    def _drop_run(self, uri: str) -> None:
        self._runs[uri] = self._runs.get(uri, 0) + 1
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()

    async def _run(self, uri: str, run: int) -> None:
        session = self._session
        document = session.workspace.document(uri)
        if document is None or self._runs.get(uri) != run:
            return
        name = uri.rsplit("/", 1)[-1]
        title = text("analysing", session.locale, name=name)
        try:
            async with progress(session.client, session.features, title):
                analysis = await session.analysis(document)
            newest = session.workspace.document(uri)
            if newest is not None and self._runs.get(uri) == run:
                self._show(newest, analysis)
        except Exception:  # noqa: BLE001 - whatever it was, what is shown stays
            self._guard.report(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, uri)

    def _show(self, document: Document, analysis: Analysis | None) -> None:
        if analysis is not None:
            items = self._items(View(self._session, document, analysis))
            self._send(document.uri, document.version, items)
        elif document.uri in self._pushed:
            # It was ours by what was in it, and no longer is.
            self._send(document.uri, document.version, [])

    def _send(self, uri: str, version: int | None, items: Sequence[types.Diagnostic]) -> None:
        if items:
            self._pushed.add(uri)
        else:
            self._pushed.discard(uri)
        self._session.client.notify(
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
            types.PublishDiagnosticsParams(uri, items, version),
        )

    def _items(self, view: View) -> list[types.Diagnostic]:
        findings = findings_of(view.analysis, view.settings)
        shown = self._most_serious(view, findings)
        file_of = Files(view).file
        return to_lsp.diagnostics(view.ruler, view.uri, shown, view.locale, view.features, file_of)

    def _most_serious(self, view: View, findings: Sequence[Finding]) -> Sequence[Finding]:
        if len(findings) <= MAX_DIAGNOSTICS:
            self._cut.discard(view.uri)
            return findings
        if view.uri not in self._cut:
            self._cut.add(view.uri)
            self._session.client.log(
                types.MessageType.Info,
                text(
                    "too-many",
                    view.locale,
                    uri=view.uri,
                    count=len(findings),
                    shown=MAX_DIAGNOSTICS,
                ),
            )
        worst = sorted(findings, key=lambda finding: finding.severity.rank)[:MAX_DIAGNOSTICS]
        return sorted(worst, key=lambda finding: (finding.start, finding.end))
