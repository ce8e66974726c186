"""initialized, and what changes around the documents: settings, files, folders."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp.configuration import Configuration
from modwright.lsp.diagnostics import Diagnostics
from modwright.lsp.registration import CONFIG_FILE, register
from modwright.lsp.session import Session


class Surroundings:
    def __init__(self, configuration: Configuration, diagnostics: Diagnostics) -> None:
        self._configuration = configuration
        self._diagnostics = diagnostics

    def initialized(self, session: Session, params: types.InitializedParams) -> None:
        session.client.in_background(register(session), "registration")
        if session.features.configuration:
            session.client.in_background(self._configuration.pull(), "settings")

    def did_change_configuration(
        self, session: Session, params: types.DidChangeConfigurationParams
    ) -> None:
        self._configuration.changed(params.settings)

    def did_change_files(self, session: Session, params: types.DidChangeWatchedFilesParams) -> None:
        session.workspace.files_changed()
        if any(change.uri.endswith(f"/{CONFIG_FILE}") for change in params.changes):
            session.workspace.forget_config()
            self._configuration.refresh()
        else:
            documents = session.workspace.documents()
            self._diagnostics.may_have_changed(
                document.uri for document in documents if document.package is not None
            )

    def did_change_folders(
        self, session: Session, params: types.DidChangeWorkspaceFoldersParams
    ) -> None:
        session.change_folders(
            [folder.uri for folder in params.event.added],
            [folder.uri for folder in params.event.removed],
        )
        self._configuration.refresh()
