"""The names of a ruleset across its files: the ruleset, its assets, and the keys of its packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from modwright.languages.around import Link, PlacedName
from modwright.languages.package import Package
from modwright.languages.ruleset import asset, display, family
from modwright.languages.ruleset.display_names import display_names_at, keys_of, names_around
from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.mirrors import mirrors
from modwright.languages.ruleset.names import named
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import Definition, Summary, joined, summary_of
from modwright.symbols.table import SymbolTable
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree


class FamilyDocument(NamedTuple):
    """`path` None: the document that was asked about. `offset` is where its root stands."""

    path: str | None
    root: Object
    offset: int
    is_asset: bool

    @property
    def table(self) -> SymbolTable:
        return asset.table() if self.is_asset else table()

    @property
    def summary(self) -> Summary:
        shape = asset.shapes() if self.is_asset else shapes()
        return summary_of(self.root, shape.root, self.table)

    def finder(self, declared: Mapping[Key, Definition]) -> Finder:
        return Finder(self.summary, self.offset, self.table, declared)


def names(document: SyntaxTree, path: str | None, package: Package | None) -> list[PlacedName]:
    """Every place of every name."""
    documents = documents_of(document, path, package)
    declared = declared_in(documents)
    found: list[PlacedName] = []
    for each in documents:
        finder = each.finder(declared)
        found.extend(
            PlacedName(name, each.path) for name in named(finder, finder.everything(), declared)
        )
    taken = {(each.path, each.name.start) for each in found}
    found.extend(
        placed
        for placed in names_around(document, path, package)
        if (placed.path, placed.name.start) not in taken
    )
    return found


def names_at(
    document: SyntaxTree, offset: int, path: str | None, package: Package | None
) -> list[PlacedName]:
    """Every place of the name that `offset` touches, found without looking at any other."""
    documents = documents_of(document, path, package)
    if not documents:
        return []
    declared = declared_in(documents)
    own = documents[0].finder(declared)
    touched = own.at(offset)
    key = own.counted(touched) if touched is not None else None
    found: list[PlacedName] = []
    if key is not None:
        for each in documents:
            finder = each.finder(declared)
            found.extend(
                PlacedName(name, each.path) for name in named(finder, finder.of(key), declared)
            )
        found.extend(_mirrors(key, documents, declared, found))
    if touched is None or not found:
        return list(display_names_at(document, offset, path, package))
    ruleset = family.ruleset_of(package, path)
    first = found[0].name
    if package is not None and ruleset is not None and _is_shown(documents[0], offset):
        # The name is what players see, too: the packs have it under the same spelling.
        for placed in keys_of(package, ruleset, touched.text):
            name = placed.name._replace(key=first.key, check=first.check)
            found.append(placed._replace(name=name))
    return found


def _mirrors(
    key: Key,
    documents: Sequence[FamilyDocument],
    declared: Mapping[Key, Definition],
    found: Sequence[PlacedName],
) -> Iterator[PlacedName]:
    """The places of the choices that are the id of `key`, whose own places were `found`."""
    ruleset = next((each.root for each in documents if not each.is_asset), None)
    if ruleset is None or not found:
        return
    finders = [each.finder(declared) for each in documents]
    own = found[0].name.key
    for choice in mirrors(key, ruleset, finders, declared):
        for each, finder in zip(documents, finders, strict=True):
            for name in named(finder, finder.of(choice), declared):
                # A rename asks the checks of all places.
                yield PlacedName(name._replace(key=own, is_definition=False), each.path)


def _is_shown(document: FamilyDocument, offset: int) -> bool:
    return display.text_at(document.root, document.offset, "", offset) is not None


def documents_of(
    document: SyntaxTree, path: str | None, package: Package | None
) -> list[FamilyDocument]:
    """The document itself, then the others of its ruleset."""
    root = document.root
    if not isinstance(root, Object):
        return []
    ruleset = family.ruleset_of(package, path)
    # A catalog that is only begun is told by where it lies.
    is_asset = family.is_asset_root(root) or (
        package is not None and path is not None and family.is_asset(package, path)
    )
    found = [FamilyDocument(None, root, document.root_offset, is_asset)]
    if package is not None and ruleset is not None:
        found.extend(
            FamilyDocument(*each, each[0] != ruleset)
            for each in family.roots_of(package, ruleset)
            if each[0] != path
        )
    return found


def declared_in(documents: Sequence[FamilyDocument]) -> Mapping[Key, Definition]:
    return joined([each.summary for each in documents]).declared if documents else {}


def asset_links(document: SyntaxTree, package: Package | None) -> Iterator[Link]:
    """The files that catalogs name as theirs."""
    root = document.root
    if package is None or not isinstance(root, Object):
        return
    there = {file.path for file in package.files()}
    for catalog in View(root, document.root_offset).views("catalogs"):
        path = catalog.text("asset")
        if path in there:
            start, end = catalog.value_span("asset")
            yield Link(start + 1, end - 1, path)
