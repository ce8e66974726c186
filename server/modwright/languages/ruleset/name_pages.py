"""The page of a name: what it stands for, what its definition says, where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modwright.findings.messages import render
from modwright.findings.messages import text as words
from modwright.languages.package import Package
from modwright.languages.ruleset import family, pages
from modwright.languages.ruleset.family_names import FamilyDocument
from modwright.languages.ruleset.grammar import table
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.parts import here, members
from modwright.languages.ruleset.setting import Setting, part_of
from modwright.languages.ruleset.views import COMMENT
from modwright.languages.wording import code, plain
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Occurrence
from modwright.syntax.node import Array, Container, Kind, Node, Object
from modwright.syntax.places import Step, path_to, way_to
from modwright.syntax.tree import SyntaxTree

_MOST_FACTS = 10
_MOST_ITEMS = 12
_MOST_WAYS = 6
_MOST_LOOKED_AT = 12
# What is longer than this is not shown as it is written.
_SHORT = 60
_SPACES = re.compile(r"\s+")
# What the title of a page says already.
_IN_TITLE = ("id", "label", "name", COMMENT)


class _Placed(NamedTuple):
    """A place of the name in one of the ruleset's documents."""

    home: FamilyDocument
    place: Occurrence

    @property
    def steps(self) -> list[Step]:
        return way_to(self.home.root, self.home.offset, self.place.start)

    @property
    def way(self) -> str:
        """The keys that lead to what the name stands in."""
        steps = self.steps
        keys = [step.entry.name for step in steps if step.entry is not None and not step.is_key]
        if steps and steps[-1].position is None and not steps[-1].is_key:
            keys = keys[:-1] or keys  # the key of its id
        return " › ".join(keys)


class NamePage:
    """Writes the pages of the names of one document."""

    def __init__(
        self, document: SyntaxTree, setting: Setting, package: Package | None, locale: str
    ) -> None:
        self._document = document
        self._setting = setting
        self._package = package
        self._things = setting.things
        self._locale = locale

    def of(self, key: Key) -> str:
        """The page of a name that is declared."""
        places = [
            _Placed(each, at)
            for each in self._setting.documents
            for at in each.finder(self._setting.declared).of(key)
        ]
        definitions = [each for each in places if each.place.role.is_definition]
        uses = [each for each in places if not each.place.role.is_definition]
        lines = [*self._owner(key), *self._declared(key, definitions), self._used(uses)]
        return pages.page(self._title(key), pages.bullets(lines))

    def _title(self, key: Key) -> str:
        kind = render(kind_title(key.kind), self._locale)
        label = self._things.label(key)
        variant = "ruleset.hover.name" if label and label != key.id else "ruleset.hover.name.bare"
        return words(variant, self._locale, label=plain(label), kind=kind, id=code(key.id))

    def _owner(self, key: Key) -> Iterator[str]:
        """What it belongs to: the list of a column, the field of a choice."""
        within = table().within[key.kind]
        if not within or not isinstance(key.scope, str) or not key.scope:
            return
        outer, _, inner = key.scope.rpartition("/")
        label = plain(self._things.label(Key(within, outer, inner)))
        yield words(
            "ruleset.hover.within",
            self._locale,
            kind=render(kind_title(within), self._locale),
            name=f"{label} {code(inner)}" if label and label != inner else code(inner),
        )

    # ---- where

    def _declared(self, key: Key, definitions: Sequence[_Placed]) -> Iterator[str]:
        """What the defining object says of itself, and where it stands."""
        if not definitions:
            return
        first = definitions[0]
        document: SyntaxTree | None = self._document
        if first.home.path is not None:
            package, path = self._package, first.home.path
            document = family.tree_of(package, path) if package is not None else None
        if document is None:
            return
        if table().kinds[key.kind].is_many:
            yield from self._joined(definitions)
        else:
            yield from self._facts(document, first, self._things.node(key))
        line = document.text.count("\n", 0, first.place.start) + 1
        variant = (
            "ruleset.hover.declared" if first.home.path is None else "ruleset.hover.declared.file"
        )
        yield words(
            variant,
            self._locale,
            path=code(first.way),
            file=first.home.path or "",
            line=str(line),
        )

    def _joined(self, definitions: Sequence[_Placed]) -> Iterator[str]:
        """The things that are one together: the pools of a group."""
        nodes = (each.steps[-2].node for each in definitions if len(each.steps) > 1)
        ids = [code(each) for each in map(_id, nodes) if each]
        if ids:
            yield words("ruleset.hover.joins", self._locale, names=_few(ids))

    def _used(self, uses: Sequence[_Placed]) -> str:
        """How often, and in which parts of the files."""
        if not uses:
            return words("ruleset.hover.unused", self._locale)
        ways: dict[str, None] = {}
        # Of many uses some will do: a hover must not wait for the way to each.
        step = len(uses) // _MOST_LOOKED_AT + 1
        for each in uses[::step]:
            file = f"{each.home.path}: " if each.home.path is not None else ""
            ways[f"{file}{code(each.way)}"] = None
        has_more = len(ways) > _MOST_WAYS or step > 1
        shown = [*list(ways)[:_MOST_WAYS], *(["…"] if has_more else [])]
        variant = "ruleset.hover.used.once" if len(uses) == 1 else "ruleset.hover.used"
        return words(variant, self._locale, count=len(uses), ways=shown)

    # ---- what

    def _facts(self, document: SyntaxTree, first: _Placed, node: Node | None) -> Iterator[str]:
        """What the defining object says of itself, a line a key, with the schema's titles."""
        steps = first.steps
        at = next((step for step in reversed(steps) if step.node is node), None)
        if at is None or not isinstance(node, Object):
            return
        count = steps.index(at)
        containers = [(each.offset, each.node) for each in steps[:count]]
        place = here(path_to(steps[: count + 1]), containers, part_of(first.home))
        parts = [
            member for part in (place.parts if place else ()) for member in members(part, node)
        ]
        shown = 0
        for name, entry in node.by_name.items():
            inner = parts[0].key(name) if parts else None
            if name in _IN_TITLE or entry.value is None or inner is None:
                continue
            value = _shown(document.text, entry.value, at.offset + entry.value_offset, self._locale)
            title = pages.title(inner.schema, self._locale)
            if value and title:
                yield words("ruleset.hover.fact", self._locale, title=title, value=value)
                shown += 1
            if shown >= _MOST_FACTS:
                return


def _shown(text: str, node: Node, offset: int, locale: str) -> str | list[str]:
    """A value in short: as it is written, or how much of it there is."""
    if not isinstance(node, Container):
        shown = _scalar(node)
        return code(shown if len(shown) <= _SHORT else f"{shown[:_SHORT]}…")
    written = _SPACES.sub(" ", text[offset : offset + node.width])
    if not isinstance(node, Array):
        return code(written if len(written) <= _SHORT else f"{written[:_SHORT]}…")
    if node.items and all(not isinstance(item, Container) for item in node.items):
        return _few([code(_scalar(item)) for item in node.items])
    named = [code(each) for each in map(_id, node.items) if each]
    if named and len(named) == len(node.items):
        return _few(named)
    if len(written) <= _SHORT:
        return code(written)
    return words("ruleset.hover.count", locale, count=len(node.items))


def _few(names: Sequence[str]) -> list[str]:
    return [*names[:_MOST_ITEMS], *(["…"] if len(names) > _MOST_ITEMS else [])]


def _scalar(node: Node) -> str:
    return node.text if node.kind is Kind.STRING else node.raw


def _id(node: Node) -> str:
    entry = node.get("id") if isinstance(node, Object) else None
    return entry.value.text if entry is not None and entry.value is not None else ""
