"""The documents that are open, and the settings that hold for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from modwright.languages.language import Analysis
from modwright.workspace.config import ConfigFiles
from modwright.workspace.documents import Change, Document
from modwright.workspace.packages import Packages
from modwright.workspace.settings import Settings
from modwright.workspace.uris import key_of, path_of, uri_of

__all__ = ["Change", "Document", "Workspace"]


class Workspace:
    """All that an editor has told us. Documents are found under any spelling of their URI."""

    def __init__(self, client_settings: Settings | None = None) -> None:
        self._documents: dict[str, Document] = {}
        self._client_settings = client_settings or Settings()
        self._config = ConfigFiles()
        self._packages = Packages(self._open_at, self._settings_at, self._open_paths)
        self.folders: tuple[str, ...] = ()

    def open_document(
        self, uri: str, language_id: str | None, version: int | None, text: str
    ) -> Document:
        """A document was opened. Opened again, it starts anew."""
        document = Document(uri, path_of(uri), language_id, version, text, self._packages)
        self._documents[key_of(uri)] = document
        self._packages.disk_changed()
        return document

    def change_document(
        self, uri: str, version: int | None, changes: Sequence[Change]
    ) -> Document | None:
        """Apply changes, each against the text the one before it left; None if it is not open."""
        document = self.document(uri)
        if document is not None:
            document.change(version, changes)
            if document.package is not None:
                self._packages.touched()
        return document

    def close_document(self, uri: str) -> None:
        self._documents.pop(key_of(uri), None)
        self._packages.disk_changed()

    def files_changed(self) -> None:
        """Files were created, changed, renamed or deleted on disk."""
        self._packages.disk_changed()

    def related(self, uri: str) -> list[Document]:
        """The other open documents of the package that a document lies in."""
        document = self.document(uri)
        package = document.package if document else None
        if package is None:
            return []
        return [
            other
            for other in self._documents.values()
            if other is not document and other.package is package
        ]

    def _open_at(self, path: Path) -> Document | None:
        return self._documents.get(key_of(uri_of(path)))

    def _open_paths(self) -> list[Path]:
        return [each.path for each in self._documents.values() if each.path is not None]

    def document(self, uri: str) -> Document | None:
        """The open document of this URI."""
        return self._documents.get(key_of(uri))

    def documents(self) -> list[Document]:
        return list(self._documents.values())

    def analysis(self, uri: str) -> Analysis | None:
        """The analysis of the newest text; None for what is not open or not ours."""
        document = self.document(uri)
        return document.analysis if document else None

    def settings_for(self, uri: str) -> Settings:
        """The client's settings over those of the `modwright.toml` beside the file."""
        path = path_of(uri)
        return self._settings_at(path) if path is not None else self._client_settings

    def _settings_at(self, path: Path) -> Settings:
        return self._client_settings.over(self._config.settings_for(path))

    def set_client_settings(self, settings: Settings) -> None:
        self._client_settings = settings
        self._packages.touched()

    def set_folders(self, uris: Sequence[str]) -> None:
        self.folders = tuple(uris)
        paths = (path_of(uri) for uri in uris)
        self._packages.folders = tuple(path for path in paths if path is not None)
        self._packages.disk_changed()

    def forget_config(self) -> None:
        """A `modwright.toml` has changed on disk."""
        self._config.forget()
        self._packages.touched()
