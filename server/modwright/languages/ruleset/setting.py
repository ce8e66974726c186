"""The document that somebody writes in, with what the other files of its ruleset tell there: a
catalog in a file of its own names the columns of the ruleset, and loot in the ruleset the entries
of that catalog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from modwright.languages.package import Package
from modwright.languages.ruleset import asset, family
from modwright.languages.ruleset.family_names import FamilyDocument, documents_of
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.parts import Part, root_part
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import Definition, joined
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree


class Setting(NamedTuple):
    """`documents` are those of the ruleset, the one that was asked about first; `things` what they
    declare together. `part` is what the document as a whole is, `path` its own in the package."""

    documents: Sequence[FamilyDocument]
    things: Things
    part: Part
    path: str | None = None

    @property
    def own(self) -> FamilyDocument:
        return self.documents[0]

    @property
    def ruleset(self) -> Object:
        """The root of the ruleset; an empty object where it is not there."""
        return next((each.root for each in self.documents if not each.is_asset), None) or _nothing()

    @property
    def assets(self) -> list[Object]:
        """The catalogs in files of their own."""
        return [each.root for each in self.documents if each.is_asset]

    @property
    def unread(self) -> frozenset[str]:
        """The catalogs in files of their own that are not there."""
        return frozenset(family.catalogs_unread(self.ruleset, self.assets))

    @property
    def catalog(self) -> View | None:
        """The catalog that the document fills, if it is one in a file of its own."""
        if not self.own.is_asset:
            return None
        return self.things.object("catalog", View(self.own.root, 0).text(family.CATALOG) or "")

    @property
    def declared(self) -> Mapping[Key, Definition]:
        return self.things.declared

    def finder(self) -> Finder:
        """Finds the names of the document itself."""
        return self.own.finder(self.declared)


def setting_of(
    document: SyntaxTree, path: str | None = None, package: Package | None = None
) -> Setting:
    """Where the document has no object at its top, that of an empty ruleset."""
    documents = documents_of(document, path, package)
    if not documents:
        documents = [FamilyDocument(None, _nothing(), 0, is_asset=False)]
    own = documents[0]
    # The ruleset's first, so that its things come in their order.
    summaries = [each.summary for each in sorted(documents, key=lambda each: each.is_asset)]
    return Setting(documents, Things(own.root, joined(summaries)), part_of(own), path)


def part_of(document: FamilyDocument) -> Part:
    """What a document as a whole is."""
    return asset_part() if document.is_asset else root_part()


def asset_part() -> Part:
    return Part(asset.schema(), asset.shapes().root)


def _nothing() -> Object:
    root = JsonDocument.parse("{}").root
    assert isinstance(root, Object)
    return root
