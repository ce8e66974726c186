"""The strings of a ruleset that players see: what its locale packs translate.

`grammars/ruleset/display.json` says in which places they stand, in the notation of a table of
names: each string is read as the definition of a name of its kind. So they are gathered like names,
remembered on the nodes, and an edit costs no more than its path.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from modwright import grammars
from modwright.findings.model import Message
from modwright.languages.package import Package
from modwright.languages.ruleset import family
from modwright.languages.ruleset.grammar import ROOT, schema
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Finder
from modwright.symbols.shapes import Shapes
from modwright.symbols.summary import summary_of
from modwright.symbols.table import SymbolTable
from modwright.syntax.node import Object

_TABLE = "ruleset/display.json"


class Strings(NamedTuple):
    """The strings of one document or a family of them, in text order, with the kinds of thing they
    stand for. `shown` are those to translate; `known` has those that are seen only as values, too.
    """

    shown: Mapping[str, tuple[str, ...]]
    known: Mapping[str, tuple[str, ...]]


class Shown(NamedTuple):
    """A place of a display string, without its quotes; `path` is the file's."""

    text: str
    kind: str
    start: int
    end: int
    path: str


NOTHING = Strings({}, {})


@functools.cache
def _data() -> Mapping[str, grammars.JsonValue]:
    return cast("Mapping[str, grammars.JsonValue]", grammars.load(_TABLE))


@functools.cache
def _table() -> SymbolTable:
    return SymbolTable(_data())


@functools.cache
def _senses() -> Mapping[str, str]:
    kinds = cast("Mapping[str, Mapping[str, str]]", _data()["kinds"])
    return {name: kind["sense"] for name, kind in kinds.items()}


@functools.cache
def ruleset_shapes() -> Shapes:
    return Shapes(schema(), _table(), ROOT)


@functools.cache
def asset_shapes() -> Shapes:
    from modwright.languages.ruleset import asset

    return Shapes(asset.schema(), _table(), asset.ROOT)


def _shapes(root: Object) -> Shapes:
    """Those of an asset, or those of a ruleset: a document is told by what is in it."""
    return asset_shapes() if family.is_asset_root(root) else ruleset_shapes()


# ---- strings


def strings_in(root: Object) -> Strings:
    """The strings of a ruleset or an asset alone."""
    return root.remember("ruleset.display", lambda: _gathered([root]))


def strings_of(package: Package, ruleset: str) -> Strings:
    """The strings of a ruleset and its assets."""
    roots = [root for _, root, _ in family.roots_of(package, ruleset)]
    if len(roots) == 1:
        return strings_in(roots[0])
    return _gathered(roots) if roots else NOTHING


def is_whole(package: Package, ruleset: str) -> bool:
    """Whether all catalogs of a ruleset can be read: what is shown of the others nobody knows."""
    files = {path: root for path, root, _ in family.roots_of(package, ruleset)}
    root = files.pop(ruleset, None)
    return root is not None and not family.catalogs_unread(root, files.values())


def _gathered(roots: list[Object]) -> Strings:
    labelled = cast("str", _data()["labelled"])
    values = frozenset(cast("list[str]", _data()["values"]))
    known: dict[str, tuple[str, ...]] = {}
    named: set[str] = set()
    for root in roots:
        for key in summary_of(root, _shapes(root).root, _table()).declared:
            if key.kind == labelled:
                # A value with a label is shown by its label.
                named.add(key.id)
            elif key.id:
                kinds = known.get(key.id, ())
                if key.kind not in kinds:
                    known[key.id] = (*kinds, key.kind)
    shown: dict[str, tuple[str, ...]] = {}
    for text, kinds in known.items():
        if text in named:
            kinds = tuple(kind for kind in kinds if kind not in values)
        if any(_senses()[kind] for kind in kinds):
            shown[text] = kinds
    return Strings(shown, known)


def places(root: Object, offset: int, path: str, text: str | None = None) -> Iterator[Shown]:
    """Where a display string stands in a document whose root stands at `offset`; None: all."""
    finder = Finder(summary_of(root, _shapes(root).root, _table()), offset, _table())
    found = (
        finder.everything()
        if text is None
        else (
            place
            for kind in strings_in(root).known.get(text, ())
            for place in finder.of(Key(kind, "", text))
        )
    )
    for place in found:
        kind = place.role.kinds[0]
        if _senses()[kind] and place.text:
            yield Shown(place.text, kind, place.start, place.end, path)


def places_of(package: Package, ruleset: str, text: str) -> list[Shown]:
    """Where a display string stands in a ruleset and its assets, in text order."""
    return sorted(
        (
            place
            for path, root, offset in family.roots_of(package, ruleset)
            for place in places(root, offset, path, text)
        ),
        key=lambda place: (place.path != ruleset, place.path, place.start),
    )


def text_at(root: Object, offset: int, path: str, at: int) -> Shown | None:
    """The display string that `at` touches."""
    finder = Finder(summary_of(root, _shapes(root).root, _table()), offset, _table())
    place = finder.at(at)
    if place is None or not place.text or not _senses()[place.role.kinds[0]]:
        return None
    return Shown(place.text, place.role.kinds[0], place.start, place.end, path)


# ---- what they mean


def sense_of(kind: str) -> str:
    """What sort of thing a kind is: strings of two sorts may need two translations. "" for kinds
    that need none."""
    return _senses()[kind]


def senses(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that stand for different sorts of thing, one a sort. Prose means what it says."""
    prose = cast("str", _data()["text"])
    first: dict[str, str] = {}
    for kind in kinds:
        sense = _senses()[kind]
        if sense and sense != prose:
            first.setdefault(sense, kind)
    return tuple(first.values())


def kind_title(kind: str) -> Message:
    """What a kind is called."""
    return Message.of(f"ruleset.kind.{kind}")
