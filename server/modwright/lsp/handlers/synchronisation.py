"""textDocument/didOpen, didChange, didSave, didClose."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp import from_lsp
from modwright.lsp.configuration import Configuration
from modwright.lsp.diagnostics import Diagnostics
from modwright.lsp.guard import Guard
from modwright.lsp.registration import CONFIG_FILE
from modwright.lsp.ruler import Ruler
from modwright.lsp.session import Session


class Documents:
    """Keeps the workspace's documents as the editor has them."""

    def __init__(
        self, guard: Guard, diagnostics: Diagnostics, configuration: Configuration
    ) -> None:
        self._guard = guard
        self._diagnostics = diagnostics
        self._configuration = configuration

    def did_open(self, session: Session, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        if not session.features.registers_watched_files:
            # Nobody tells us of a changed modwright.toml; this is a good moment to look again.
            session.workspace.forget_config()
        session.workspace.open_document(item.uri, item.language_id, item.version, item.text)
        self._changed(session, item.uri)

    def did_change(self, session: Session, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = session.workspace.document(uri)
        if document is None:
            return
        ruler = Ruler(document.source, session.features.encoding)
        changes = from_lsp.changes(ruler, params.content_changes)
        session.workspace.change_document(uri, params.text_document.version, changes)
        self._changed(session, uri)

    def _changed(self, session: Session, uri: str) -> None:
        self._diagnostics.changed(uri)
        self._diagnostics.may_have_changed(other.uri for other in session.workspace.related(uri))

    def did_save(self, session: Session, params: types.DidSaveTextDocumentParams) -> None:
        if params.text_document.uri.endswith(f"/{CONFIG_FILE}"):
            session.workspace.forget_config()
            self._configuration.refresh()
        elif not session.features.registers_watched_files:
            session.workspace.files_changed()

    def did_close(self, session: Session, params: types.DidCloseTextDocumentParams) -> None:
        document = session.workspace.document(params.text_document.uri)
        # Cleared under the spelling it was shown under.
        uri = document.uri if document else params.text_document.uri
        related = [other.uri for other in session.workspace.related(uri)]
        session.workspace.close_document(uri)
        if document is not None:
            session.forget(document)
        self._guard.forget(uri)
        self._diagnostics.closed(uri)
        self._diagnostics.may_have_changed(related)
