"""The files around a document, as far as a language may see them.

A language never reads a file itself: it asks the package it is handed. Paths are relative to the
package's folder, with `/` between their parts, spelled as on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from modwright.syntax.tree import SyntaxTree


class PackageKind(NamedTuple):
    """What makes a folder a package.

    `manifests` are the names, in lower case, one of which it holds (the first that is there is its
    manifest); `endings` are those of files that do as well. `suffix` is that of the files that ask
    for a package of this kind first; "" where no other kind claims them. A file's package begins
    at most `above` folders above the one it lies in, and reaches `depth` folders down.
    """

    name: str
    manifests: tuple[str, ...]
    endings: tuple[str, ...]
    suffix: str
    above: int
    depth: int

    def is_manifest(self, name: str) -> bool:
        """Whether a file of this name makes its folder a package."""
        folded = name.lower()
        return folded in self.manifests or (bool(self.endings) and folded.endswith(self.endings))

    def manifest_among(self, names: Iterable[str]) -> str | None:
        """The manifest among the names of a folder's files, as it is spelled there."""
        by_name = {name.lower(): name for name in sorted(names, reverse=True)}
        for manifest in self.manifests:
            if manifest in by_name:
                return by_name[manifest]
        return next(
            (by_name[name] for name in sorted(by_name) if name.endswith(self.endings)), None
        )


MUTATOR = PackageKind("oamut", ("oamut.yaml",), (), "", 11, 16)
RULESET = PackageKind("ruleset", ("ruleset.json",), (".ruleset.json",), ".json", 1, 1)
KINDS = (RULESET, MUTATOR)
RULESETS = "rulesets"
"""The folder of rulesets that are shared as single files: no package, and each is read alone."""


MAX_READ = 2_000_000
"""`Package.read` hands out no more bytes than this of a file on disk."""


class PackageFile(NamedTuple):
    """A file of a package. `size` is in bytes; `is_link` is true for a link or below one."""

    path: str
    is_link: bool = False
    size: int = 0


class Package(Protocol):
    """A folder with a manifest at its top, as it is now: open documents first, the disk second."""

    @property
    def kind(self) -> PackageKind: ...

    @property
    def folder(self) -> str:
        """The name of the folder."""
        ...

    @property
    def manifest_path(self) -> str:
        """The manifest, as it is spelled on disk."""
        ...

    @property
    def known_tags(self) -> Sequence[str] | None:
        """The tags that the settings call known; None: those that the grammar does."""
        ...

    def inside(self, path: str) -> str | None:
        """The path inside the package of a file that lies in it; None for any other."""
        ...

    def files(self) -> Sequence[PackageFile]:
        """Every file below the folder, as deep as packages of the kind reach, sorted by path."""
        ...

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is none (or none that can be read)."""
        ...

    def tree(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        """A file read by `parse`, remembered as long as its text stays the same."""
        ...

    def saved(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        """A file as it is on disk, whatever of it is open; None where it is not there."""
        ...

    def earlier(
        self,
        path: str,
        parse: Callable[[str], SyntaxTree],
        sort: Callable[[SyntaxTree], Hashable],
    ) -> Sequence[SyntaxTree]:
        """A file as it was saved since it was opened, the newest first: of the states that `sort`
        says the same of, the first. One that is not open has no past but what is on disk."""
        ...

    def library(self) -> Sequence[Package]:
        """All packages of the kind in the workspace, this one among them."""
        ...


class DictPackage:
    """A package out of a dictionary, for tests and single files."""

    def __init__(
        self,
        folder: str,
        files: Mapping[str, str | bytes],
        library: Sequence[Package] = (),
        manifest_path: str = "oamut.yaml",
        known_tags: Sequence[str] | None = None,
        kind: PackageKind = MUTATOR,
    ) -> None:
        self.kind = kind
        self.known_tags = known_tags
        self.folder = folder
        self.manifest_path = manifest_path
        self._files = {
            path: content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            for path, content in files.items()
        }
        self._library = library

    def inside(self, path: str) -> str | None:
        return path if path in self._files else None

    def files(self) -> Sequence[PackageFile]:
        return [PackageFile(path, False, len(data)) for path, data in sorted(self._files.items())]

    def read(self, path: str) -> bytes | None:
        return self._files.get(path)

    def tree(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        data = self._files.get(path)
        return None if data is None else parse(data.decode("utf-8", "replace"))

    def saved(self, path: str, parse: Callable[[str], SyntaxTree]) -> SyntaxTree | None:
        return self.tree(path, parse)

    def earlier(
        self,
        path: str,
        parse: Callable[[str], SyntaxTree],
        sort: Callable[[SyntaxTree], Hashable],
    ) -> Sequence[SyntaxTree]:
        tree = self.saved(path, parse)
        return (tree,) if tree is not None else ()

    def library(self) -> Sequence[Package]:
        return self._library or (self,)
