"""Hover: what stands at a place. And the same words by name, for completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modwright.findings.messages import render
from modwright.findings.messages import text as words
from modwright.languages.nearest import nearest
from modwright.languages.package import Package
from modwright.languages.results import Description
from modwright.languages.ruleset import pages
from modwright.languages.ruleset.name_pages import NamePage
from modwright.languages.ruleset.naming import kind_title
from modwright.languages.ruleset.pages import page
from modwright.languages.ruleset.parts import Here, Part, here
from modwright.languages.ruleset.setting import Setting, setting_of
from modwright.languages.ruleset.snippets import snippet_named
from modwright.languages.ruleset.views import COMMENT
from modwright.languages.wording import code, plain
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Occurrence
from modwright.syntax.node import Container, Entry, Kind, Object
from modwright.syntax.places import Step, path_to, steps_at
from modwright.syntax.tree import SyntaxTree

PREFIX = "ruleset:"


def describe(
    document: SyntaxTree,
    offset: int,
    locale: str,
    translations: Callable[[str], Sequence[tuple[str, str]]] | None = None,
    path: str | None = None,
    package: Package | None = None,
) -> Description | None:
    """What stands at `offset` of a ruleset or of a catalog in a file of its own: a key, an id, a
    word, any other value (the page of its key).

    `translations` tells those of a display string, by language: of the label that an id stands for,
    or of the string itself.
    """
    steps = steps_at(document, offset)
    if not steps or isinstance(steps[-1].node, Container) or not isinstance(document.root, Object):
        return None
    leaf = steps[-1]
    setting = setting_of(document, path, package)
    containers = [(step.offset, step.node) for step in steps[:-1]]
    at = here(path_to(steps), containers, setting.part)
    if at is None:
        return None
    writer = _Page(document, setting, package, locale)
    # On its quotes is on the name; in a path it matters which of its names it is.
    inside = min(max(offset, leaf.offset + 1), leaf.end - 1)
    markdown = writer.of(leaf, at, inside if leaf.node.width > 1 else leaf.offset)
    if not markdown:
        return None
    if translations is not None and leaf.node.kind is Kind.STRING:
        finder = setting.finder()
        place = finder.at(inside)
        key = finder.counted(place) if place is not None else None
        shown = (setting.things.label(key) if key is not None else "") or leaf.node.text
        lines = [f"{language}: {plain(text)}" for language, text in translations(shown)]
        markdown = page(markdown, pages.bullets(lines)) if lines else markdown
    return Description(leaf.offset, leaf.end, markdown)


class _Page:
    """Writes the page of one place."""

    def __init__(
        self, document: SyntaxTree, setting: Setting, package: Package | None, locale: str
    ) -> None:
        self._document = document
        self._setting = setting
        self._package = package
        self._finder = setting.finder()
        self._things = setting.things
        self._locale = locale

    def of(self, leaf: Step, at: Here, offset: int) -> str:
        place = self._finder.at(offset)
        if place is not None and not leaf.offset <= place.start <= place.end <= leaf.end:
            place = None
        named = self._name(place) if place is not None else ""
        if leaf.is_key and leaf.entry is not None:
            return named or self._key(leaf.entry, at)
        return self._value(leaf, at, named)

    # ---- keys

    def _key(self, entry: Entry, at: Here) -> str:
        name = entry.name
        if name == COMMENT:
            return words("ruleset.hover.comment", self._locale)
        found = self._key_of(name, at.parts)
        if found:
            return found
        known = [key for part in at.parts for key in part.properties]
        return pages.unknown_key_page(name, known, self._locale) if known else ""

    def _key_of(self, name: str, parts: Sequence[Part], *more: str) -> str:
        for part in parts:
            inner = part.key(name)
            if inner is not None:
                is_required = name in part.required
                return pages.key_page(name, inner, self._locale, is_required, *more)
        return ""

    # ---- values

    def _value(self, leaf: Step, at: Here, named: str) -> str:
        owner = self._owner(at)
        if named:
            about = pages.description(at.parts[0].schema, self._locale) if at.parts else ""
            return page(named, about)
        word = leaf.node.text if leaf.node.kind is Kind.STRING else leaf.node.raw
        for part in at.parts:
            found = pages.word_page(word, part, self._locale)
            if found:
                return found
        return owner

    def _owner(self, at: Here) -> str:
        """The page of the key whose value it is, or that holds the arrays it is in."""
        for ways in reversed(at.containers):
            found = self._key_of(at.owner, [part for part in ways if part.type != "array"])
            if found:
                return found
        return ""

    # ---- names

    def _name(self, place: Occurrence) -> str:
        key = self._finder.counted(place)
        if key is None:
            return ""
        found = self._things.declared.get(key)
        if found is not None:
            return NamePage(self._document, self._setting, self._package, self._locale).of(key)
        is_free = not place.role.is_judged or place.text in place.role.words or self._is_open(key)
        return "" if is_free or place.role.condition else self._unknown(place)

    def _is_open(self, key: Key) -> bool:
        """Whether it may stand in a file that is not there: a catalog's own, or the ruleset."""
        own = self._setting.own
        if own.is_asset:
            return len(self._setting.documents) == 1
        return key.kind == "entry" and key.scope in self._setting.unread

    def _unknown(self, place: Occurrence) -> str:
        kinds = [render(kind_title(kind), self._locale) for kind in place.role.kinds]
        known = [
            each.id for key in place.keys for each in self._things.of(key.kind, str(key.scope))
        ]
        near = nearest(place.text, known)
        title = words(
            "ruleset.hover.unknown",
            self._locale,
            kind=words("ruleset.or", self._locale).join(kinds),
            id=code(place.text),
        )
        if not near:
            return title
        return page(title, words("hover.near", self._locale, near=[code(each) for each in near]))


# ---- by name, for completion


def key_data(shape: str, key: str) -> str:
    return f"{PREFIX}key:{shape}:{key}"


def word_data(shape: str, key: str, word: str) -> str:
    return f"{PREFIX}word:{shape}:{key}:{word}"


def snippet_data(name: str) -> str:
    return f"{PREFIX}snippet:{name}"


def document_of(data: str, locale: str) -> str:
    """The page of a completion item by its `data`; "" for what there is not."""
    if not data.startswith(PREFIX):
        return ""
    what, *rest = data.removeprefix(PREFIX).split(":", 3)
    match what, rest:
        case "key", [shape, key]:
            found = pages.part_of(shape, key)
            return pages.key_page(key, found[0], locale, found[1]) if found else ""
        case "word", [shape, key, word]:
            found = pages.part_of(shape, key)
            return pages.word_page(word, found[0], locale) if found else ""
        case "snippet", [name]:
            snippet = snippet_named(name)
            return snippet.about(locale) if snippet is not None else ""
        case _:
            return ""
