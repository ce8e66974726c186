"""initialized, and what changes around the documents: settings, files, folders."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp.configuration import Configuration
from modwright.lsp.registration import register
from modwright.lsp.session import Session


class Surroundings:
    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def initialized(self, session: Session, params: types.InitializedParams) -> None:
        session.client.in_background(register(session), "registration")
        if session.features.configuration:
            session.client.in_background(self._configuration.pull(), "settings")

    def did_change_configuration(
        self, session: Session, params: types.DidChangeConfigurationParams
    ) -> None:
        self._configuration.changed(params.settings)

    def did_change_files(self, session: Session, params: types.DidChangeWatchedFilesParams) -> None:
        """Only modwright.toml files are watched."""
        session.workspace.forget_config()
        self._configuration.refresh()

    def did_change_folders(
        self, session: Session, params: types.DidChangeWorkspaceFoldersParams
    ) -> None:
        session.change_folders(
            [folder.uri for folder in params.event.added],
            [folder.uri for folder in params.event.removed],
        )
        self._configuration.refresh()
