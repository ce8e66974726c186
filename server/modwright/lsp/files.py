"""The files of the package around a document: where they are, and how to measure their places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from modwright.languages.package import Package
from modwright.lsp.ruler import Ruler
from modwright.lsp.view import View
from modwright.text.decode import decode_bytes
from modwright.text.source import SourceText
from modwright.workspace.packages import FolderPackage
from modwright.workspace.uris import uri_of


@dataclass(frozen=True)
class File:
    """A file as the client knows it. `version` is None for one that is not open."""

    uri: str
    ruler: Ruler
    version: int | None


@dataclass(frozen=True)
class Files:
    """The files that a document's features may speak of. Paths are relative to the package."""

    view: View

    @property
    def package(self) -> FolderPackage | None:
        package = self.view.analysis.package
        return package if isinstance(package, FolderPackage) else None

    @cached_property
    def own_path(self) -> str | None:
        """The document's own path inside its package."""
        path = self.view.document.path
        return self.package.relative(path) if self.package and path else None

    def uri(self, path: str) -> str | None:
        """The URI of a file, which need not exist."""
        return uri_of(self.package.path_of(path)) if self.package else None

    def file(self, path: str | None, package: Package | None = None) -> File | None:
        """A file that exists; the document itself for None."""
        view = self.view
        if path is None:
            return File(view.uri, view.ruler, view.document.version)
        found = package if isinstance(package, FolderPackage) else self.package
        if found is None:
            return None
        uri = uri_of(found.path_of(path))
        document = view.session.workspace.document(uri)
        if document is not None:
            ruler = Ruler(document.source, view.features.encoding)
            return File(document.uri, ruler, document.version)
        data = found.read(path)
        if data is None:
            return None
        source = SourceText.of(decode_bytes(data).text)
        return File(uri, Ruler(source, view.features.encoding), None)
