"""Packages: the folders with a manifest at their top, open documents first and the disk second.

What was read from the disk is kept until somebody says that the disk has changed; what is open is
always the newest. Every change gives the surroundings another generation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path

from modwright.languages.package import (
    KINDS,
    MAX_READ,
    MUTATOR,
    Package,
    PackageFile,
    PackageKind,
)
from modwright.syntax.tree import SyntaxTree
from modwright.text.decode import decode_bytes
from modwright.workspace.documents import Document
from modwright.workspace.settings import Settings

# A package is a few dozen files. More than this is a folder that holds a manifest by chance.
_MAX_FILES = 5_000
# How far below a workspace folder packages may lie.
_LIBRARY_DEPTH = 3
_MAX_PACKAGES = 256
# So many earlier states of an open file are remembered.
_MOST_STATES = 4


class Packages:
    """All packages that documents of the workspace lie in, or have beside them."""

    def __init__(
        self,
        open_at: Callable[[Path], Document | None],
        settings_for: Callable[[Path], Settings],
        open_paths: Callable[[], Iterable[Path]] = tuple,
    ) -> None:
        """`open_at`: the open document of a file; `settings_for`: what holds for a file;
        `open_paths`: the files that are open, whether they are on disk or not."""
        self.open_at = open_at
        self.settings_for = settings_for
        self.open_paths = open_paths
        self.generation = 0
        self.folders: tuple[Path, ...] = ()
        self._names: dict[Path, set[str]] = {}
        self._by_root: dict[tuple[Path, str], FolderPackage | None] = {}
        self._library: dict[tuple[Path, str], Sequence[Package]] = {}

    def touched(self) -> None:
        """An open document that others may depend on has changed."""
        self.generation += 1

    def disk_changed(self) -> None:
        """Files were created, changed, renamed or deleted."""
        self.generation += 1
        self._names.clear()
        self._by_root.clear()
        self._library.clear()

    def package_of(self, path: Path, kinds: Sequence[PackageKind] = KINDS) -> FolderPackage | None:
        """The package whose folder is nearest above a file: one of the kind that claims such
        files, or else one of those that take any."""
        suffix = path.suffix.lower()
        claiming = [kind for kind in kinds if kind.suffix and kind.suffix == suffix]
        for kind in (*claiming, *(kind for kind in kinds if not kind.suffix)):
            for _, folder in zip(range(kind.above + 1), path.parents, strict=False):
                package = self._at(folder, kind)
                if package is not None:
                    return package
        return None

    def library_of(self, root: Path, kind: PackageKind) -> Sequence[Package]:
        """The packages of a kind beside one, and those below the workspace's folders."""
        known = self._library.get((root, kind.name))
        if known is None:
            roots = dict.fromkeys([root, *_folders_in(root.parent, 1)])
            for folder in self.folders:
                if folder in (root, *root.parents):
                    roots.update(dict.fromkeys([folder, *_folders_in(folder, _LIBRARY_DEPTH)]))
            found = [package for each in sorted(roots) if (package := self._at(each, kind))]
            known = self._library[root, kind.name] = found[:_MAX_PACKAGES]
        return known

    def _at(self, folder: Path, kind: PackageKind) -> FolderPackage | None:
        key = (folder, kind.name)
        if key not in self._by_root:
            name = kind.manifest_among(self._names_in(folder))
            self._by_root[key] = FolderPackage(self, folder, kind, name) if name else None
        return self._by_root[key]

    def _names_in(self, folder: Path) -> set[str]:
        """The names of the manifests in a folder, open ones among them."""
        names = self._names.get(folder)
        if names is None:
            names = {path.name for path in self.open_paths() if path.parent == folder}
            names = {name for name in names if _is_manifest(name)}
            try:
                with os.scandir(folder) as entries:
                    names.update(
                        each.name for each in entries if _is_manifest(each.name) and each.is_file()
                    )
            except (OSError, ValueError):
                pass
            self._names[folder] = names
        return names


def _is_manifest(name: str) -> bool:
    return any(kind.is_manifest(name) for kind in KINDS)


class FolderPackage:
    """One package on disk, with the documents of it that are open."""

    def __init__(self, packages: Packages, root: Path, kind: PackageKind, manifest: str) -> None:
        self.kind = kind
        self.root = root
        self.folder = root.name
        self.manifest_path = manifest
        self._packages = packages
        self._listing: Sequence[PackageFile] | None = None
        self._trees: dict[tuple[str, object], tuple[bytes, SyntaxTree | None]] = {}
        self._bytes: dict[str, bytes | None] = {}
        self._saved: dict[tuple[str, object], tuple[tuple[int, int], SyntaxTree | None]] = {}

    @property
    def known_tags(self) -> Sequence[str] | None:
        return self._packages.settings_for(self.root / self.manifest_path).known_tags

    def path_of(self, path: str) -> Path:
        """The file of a path of the package."""
        return self.root / path

    def relative(self, path: Path) -> str:
        """The path inside the package of a file that lies in it."""
        return path.relative_to(self.root).as_posix()

    def inside(self, path: str) -> str | None:
        file = Path(path)
        return self.relative(file) if file.is_relative_to(self.root) else None

    def files(self) -> Sequence[PackageFile]:
        if self._listing is None:
            found = {file.path: file for file in _listed(self.root, self.kind.depth)}
            if self.kind is not MUTATOR:
                # A mutator is packed from what is on disk; the others are read as they stand.
                for path in self._open_ones():
                    found.setdefault(path, PackageFile(path))
            self._listing = sorted(found.values())
        return self._listing

    def _open_ones(self) -> Iterable[str]:
        for path in self._packages.open_paths():
            if path.is_relative_to(self.root):
                inside = self.relative(path)
                if inside.count("/") <= self.kind.depth:
                    yield inside

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

    def saved(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        file = self.path_of(path)
        try:
            status = file.stat()
        except (OSError, ValueError):
            return None
        # Nobody has to tell of a file that is saved: it is looked at each time.
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._saved.get((path, parse))
        if known is None or known[0] != stamp:
            data = _read(file)
            text = decode_bytes(data).text if data is not None else None
            document = self._packages.open_at(file)
            if document is not None and document.source.text == text:
                tree = document.tree(parse)
            else:
                tree = parse(text) if text is not None else None
            known = self._saved[path, parse] = (stamp, tree)
        return known[1]

    def earlier(
        self,
        path: str,
        parse: Callable[[str], SyntaxTree],
        sort: Callable[[SyntaxTree], Hashable],
    ) -> Sequence[SyntaxTree]:
        now = self.saved(path, parse)
        document = self._packages.open_at(self.path_of(path))
        if document is None:
            return (now,) if now is not None else ()
        # Kept with the document, and gone when it is closed.
        first = document.first_saved.setdefault((parse, sort), {})
        if now is not None and not first and self._saved[path, parse][0][0] > document.opened_at:
            opened = document.opened(parse)
            first[sort(opened)] = opened
        newest: Hashable = None
        if now is not None:
            newest = sort(now)
            first.setdefault(newest, now)
        while len(first) > _MOST_STATES:
            del first[next(iter(first))]
        # What is on disk comes first, though it may have been taken back to what it was.
        order = sorted(first, key=lambda each: each == newest)
        return tuple(first[each] for each in reversed(order))

    def library(self) -> Sequence[Package]:
        return self._packages.library_of(self.root, self.kind)


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(MAX_READ)
    except (OSError, ValueError):
        return None


def _listed(root: Path, most: int) -> Iterable[PackageFile]:
    """The files below a folder, `most` folders down. Links are listed, never followed."""
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
                    if depth < most:
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
