"""Display strings as names: from a key of a locale pack to the places where the string stands, and
the other way round. Renaming one renames the keys with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from modwright.languages.around import PlacedName
from modwright.languages.package import Package
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.display import Shown
from modwright.languages.ruleset.locale_pack import facts_of
from modwright.languages.ruleset.typed import utf16_length
from modwright.schema.safe_text import unsafe_in
from modwright.symbols.names import Name
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

DISPLAY = "display string"

# The longest that every place of such a string takes: what only some take is found by the checks.
_LONGEST = 400


def names_of_pack(
    document: SyntaxTree, path: str | None, package: Package | None
) -> Iterator[PlacedName]:
    """The keys of a pack, those of its fellows, and the strings that they translate."""
    root = document.root
    if isinstance(root, Object):
        for text, start, end in _keys(root, document.root_offset):
            yield PlacedName(_name(text, start, end, is_definition=False))
    ruleset = family.ruleset_of(package, path)
    if package is None or ruleset is None:
        return
    for place in _strings(package, ruleset):
        yield PlacedName(_name(place.text, place.start, place.end, True), place.path)
    yield from _fellows(package, ruleset, path)


def names_around(
    document: SyntaxTree, path: str | None, package: Package | None
) -> Iterator[PlacedName]:
    """The display strings of a ruleset or an asset, those of its other files, and the packs'
    keys."""
    ruleset = family.ruleset_of(package, path)
    root = document.root
    if package is None or ruleset is None or not isinstance(root, Object):
        return
    if not family.packs(package, ruleset):
        return
    for place in display.places(root, document.root_offset, ""):
        yield PlacedName(_name(place.text, place.start, place.end, True))
    for place in _strings(package, ruleset):
        if place.path != path:
            yield PlacedName(_name(place.text, place.start, place.end, True), place.path)
    yield from _fellows(package, ruleset, path)


def display_names_at(
    document: SyntaxTree, offset: int, path: str | None, package: Package | None
) -> Iterator[PlacedName]:
    """Every place of the display string that `offset` touches, where there are packs."""
    ruleset = family.ruleset_of(package, path)
    root = document.root
    if package is None or ruleset is None or not isinstance(root, Object):
        return
    if not family.packs(package, ruleset):
        return
    touched = display.text_at(root, document.root_offset, "", offset)
    if touched is None:
        return
    text = touched.text
    for place in display.places(root, document.root_offset, "", text):
        yield PlacedName(_name(text, place.start, place.end, True))
    for place in display.places_of(package, ruleset, text):
        if place.path != path:
            yield PlacedName(_name(text, place.start, place.end, True), place.path)
    yield from keys_of(package, ruleset, text)


def keys_of(package: Package, ruleset: str, text: str) -> Iterator[PlacedName]:
    """The places of one display string in the packs."""
    for placed in _fellows(package, ruleset, None):
        if placed.name.text == text:
            yield placed


def _strings(package: Package, ruleset: str) -> Iterator[Shown]:
    for path, root, offset in family.roots_of(package, ruleset):
        yield from display.places(root, offset, path)


def _fellows(package: Package, ruleset: str, path: str | None) -> Iterator[PlacedName]:
    for pack in family.packs(package, ruleset):
        found = family.root_of(package, pack.path) if pack.path != path else None
        if found is not None:
            for text, start, end in _keys(*found):
                yield PlacedName(_name(text, start, end, is_definition=False), pack.path)


def _keys(root: Object, offset: int) -> Iterable[tuple[str, int, int]]:
    for entry in facts_of(root).entries:
        yield entry.english, offset + entry.key[0] + 1, offset + entry.key[1] - 1


def _name(text: str, start: int, end: int, is_definition: bool) -> Name:
    return Name((DISPLAY, text), text, start, end, is_definition, partial(_check, text))


def _check(old: str, new: str) -> str | None:
    if not new:
        return "rename.empty"
    if utf16_length(new) > _LONGEST:
        return "rename.too-long"
    return "ruleset.rename.unsafe" if new != old and unsafe_in(new, "prompt") else None
