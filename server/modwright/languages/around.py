"""What a language offers besides, when its documents are parts of a package.

Paths are relative to the package's folder; None stands for the document that was asked about.
Offsets are absolute code points of the file they speak of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from modwright.findings.model import TextEdit
from modwright.languages.package import Package
from modwright.languages.results import Candidate, CompletionKind, Description, Spot
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree


@dataclass(frozen=True)
class Proposal:
    """A completion of a language that knows its own syntax: put `new_text` in place of
    [start, end). The fields mean what they mean in `ide.types.Completion`."""

    label: str
    kind: CompletionKind
    start: int
    end: int
    new_text: str
    plain_text: str = ""
    filter_text: str = ""
    sort: int = 0
    is_snippet: bool = False
    detail: str = ""
    documentation: str = ""
    retrigger: bool = False


class PlacedName(NamedTuple):
    """A place of a name, in this document or another file of the package (or of the library:
    `package` is then the other package)."""

    name: Name
    path: str | None = None
    package: Package | None = None


class Link(NamedTuple):
    """[start, end) names a file of the package."""

    start: int
    end: int
    path: str


@dataclass(frozen=True)
class Signature:
    """A call that is being written: `parameters` are ranges of `label`."""

    label: str
    documentation: str
    parameters: Sequence[tuple[int, int]]
    active: int


class Lens(NamedTuple):
    """A command offered above [start, end); `command` is a command of the server. `arguments` are
    those behind the first, which is the document's URI."""

    start: int
    end: int
    title: str
    command: str
    arguments: Sequence[str | int]


@dataclass(frozen=True)
class PackageAction:
    """A quick fix that may reach other files. `edits` maps a path (None: this document) to edits;
    `creates` maps a path to the text of a file to make."""

    title: str
    kind: str
    edits: dict[str | None, tuple[TextEdit, ...]]
    creates: dict[str, str]
    finding_code: str = ""
    finding_start: int = -1
    is_preferred: bool = False


class Fold(NamedTuple):
    start: int
    end: int


class AroundFeatures(Protocol):
    """Each may be asked with `package` None: then what the document alone tells. `path` is the
    document's own."""

    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        """What stands at `offset`; None: what the language alone says of it."""
        ...

    def complete(
        self, document: SyntaxTree, offset: int, locale: str, package: Package | None
    ) -> Sequence[Proposal]: ...

    def candidates(
        self,
        document: SyntaxTree,
        spot: Spot,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Sequence[Candidate] | None:
        """What may be written at a spot of a JSON document; None: what the language alone says.
        Asked where there is nothing to `complete`."""
        ...

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        """Every place of every name, here and in the other files. `path` is this document's."""
        ...

    def written(self, name: Name, new_name: str, path: str | None) -> str:
        """How `new_name` is spelled where `name` stands (quotes are not part of a name's range)."""
        ...

    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]: ...

    def signature(self, document: SyntaxTree, offset: int, locale: str) -> Signature | None: ...

    def lenses(
        self, document: SyntaxTree, path: str | None, locale: str, package: Package | None
    ) -> Sequence[Lens]: ...

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]: ...

    def folds(self, document: SyntaxTree) -> Sequence[Fold] | None:
        """None: as the tree tells."""
        ...
