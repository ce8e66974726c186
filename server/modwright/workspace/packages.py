"""Packages: the folders with a manifest at their top, open documents first and the disk second.

What was read from the disk is kept until somebody says that the disk has changed; what is open is
always the newest. Every change gives the surroundings another generation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from modwright.languages.package import Package, PackageFile
from modwright.syntax.tree import SyntaxTree
from modwright.text.decode import decode_bytes
from modwright.workspace.documents import Document
from modwright.workspace.settings import Settings

MANIFEST = "oamut.yaml"

# A package is a few dozen files. More than this is a folder that holds a manifest by chance.
_MAX_FILES = 5_000
_MAX_DEPTH = 16
_MAX_BYTES = 2_000_000
# How far above a file its package may begin, and how far below a workspace folder packages may lie.
_MAX_ABOVE = 12
_LIBRARY_DEPTH = 3
_MAX_PACKAGES = 256


class Packages:
    """All packages that documents of the workspace lie in, or have beside them."""

    def __init__(
        self,
        open_at: Callable[[Path], Document | None],
        settings_for: Callable[[Path], Settings],
    ) -> None:
        """`open_at`: the open document of a file; `settings_for`: what holds for a file."""
        self.open_at = open_at
        self.settings_for = settings_for
        self.generation = 0
        self.folders: tuple[Path, ...] = ()
        self._by_root: dict[Path, FolderPackage | None] = {}
        self._library: dict[Path, Sequence[Package]] = {}

    def touched(self) -> None:
        """An open document that others may depend on has changed."""
        self.generation += 1

    def disk_changed(self) -> None:
        """Files were created, changed, renamed or deleted."""
        self.generation += 1
        self._by_root.clear()
        self._library.clear()

    def package_of(self, path: Path) -> FolderPackage | None:
        """The package whose folder is nearest above a file."""
        for _, folder in zip(range(_MAX_ABOVE), path.parents, strict=False):
            package = self._at(folder)
            if package is not None:
                return package
        return None

    def library_of(self, root: Path) -> Sequence[Package]:
        """The packages beside one, and those below the workspace's folders."""
        known = self._library.get(root)
        if known is None:
            roots = dict.fromkeys([root, *_folders_in(root.parent, 1)])
            for folder in self.folders:
                if folder in (root, *root.parents):
                    roots.update(dict.fromkeys([folder, *_folders_in(folder, _LIBRARY_DEPTH)]))
            found = [package for each in sorted(roots) if (package := self._at(each))]
            known = self._library[root] = found[:_MAX_PACKAGES]
        return known

    def _at(self, folder: Path) -> FolderPackage | None:
        if folder not in self._by_root:
            name = self._manifest_in(folder)
            self._by_root[folder] = FolderPackage(self, folder, name) if name else None
        return self._by_root[folder]

    def _manifest_in(self, folder: Path) -> str | None:
        if self.open_at(folder / MANIFEST) is not None:
            return MANIFEST
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.lower() == MANIFEST and entry.is_file():
                        return entry.name
        except (OSError, ValueError):
            return None
        return None


class FolderPackage:
    """One package on disk, with the documents of it that are open."""

    def __init__(self, packages: Packages, root: Path, manifest: str) -> None:
        self.root = root
        self.folder = root.name
        self.manifest_path = manifest
        self._packages = packages
        self._listing: Sequence[PackageFile] | None = None
        self._trees: dict[tuple[str, object], tuple[bytes, SyntaxTree | None]] = {}
        self._bytes: dict[str, bytes | None] = {}

    @property
    def known_tags(self) -> Sequence[str] | None:
        return self._packages.settings_for(self.root / self.manifest_path).known_tags

    def path_of(self, path: str) -> Path:
        """The file of a path of the package."""
        return self.root / path

    def relative(self, path: Path) -> str:
        """The path inside the package of a file that lies in it."""
        return path.relative_to(self.root).as_posix()

    def files(self) -> Sequence[PackageFile]:
        if self._listing is None:
            self._listing = sorted(_listed(self.root))
        return self._listing

    def read(self, path: str) -> bytes | None:
        document = self._packages.open_at(self.path_of(path))
        if document is not None:
            return document.source.text.encode("utf-8", "surrogatepass")
        if path not in self._bytes:
            self._bytes[path] = _read(self.path_of(path))
        return self._bytes[path]

    def tree(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        document = self._packages.open_at(self.path_of(path))
        if document is not None:
            return document.tree(parse)
        data = self.read(path)
        if data is None:
            return None
        known = self._trees.get((path, parse))
        if known is None or known[0] is not data:
            known = self._trees[path, parse] = (data, parse(decode_bytes(data).text))
        return known[1]

    def library(self) -> Sequence[Package]:
        return self._packages.library_of(self.root)


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_BYTES)
    except (OSError, ValueError):
        return None


def _listed(root: Path) -> Iterable[PackageFile]:
    """The files below a folder. Links are listed, never followed."""
    waiting: list[tuple[Path, str, int]] = [(root, "", 0)]
    count = 0
    while waiting:
        folder, prefix, depth = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = f"{prefix}{entry.name}"
            try:
                is_link = entry.is_symlink()
                if entry.is_dir(follow_symlinks=False):
                    if depth < _MAX_DEPTH:
                        waiting.append((Path(entry.path), f"{path}/", depth + 1))
                    continue
                size = entry.stat(follow_symlinks=False).st_size
            except OSError:
                continue
            yield PackageFile(path, is_link, size)
            count += 1
            if count >= _MAX_FILES:
                return


def _folders_in(folder: Path, depth: int) -> Iterable[Path]:
    """The folders below one, `depth` levels down, without those whose name begins with a dot."""
    try:
        with os.scandir(folder) as entries:
            inner = [
                Path(entry.path)
                for entry in entries
                if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)
            ]
    except (OSError, ValueError):
        return
    for each in sorted(inner)[:_MAX_PACKAGES]:
        yield each
        if depth > 1:
            yield from _folders_in(each, depth - 1)
