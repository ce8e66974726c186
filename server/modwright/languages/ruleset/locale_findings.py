"""What is wrong with a locale pack (ruleset-format.md, L1, L2, L3, L6)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from modwright.findings.from_syntax import removal
from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.package import Package
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.display import Strings
from modwright.languages.ruleset.locale_pack import META, SECTION, PackFacts, Translation, facts_of
from modwright.languages.ruleset.structure import locale_checker
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span, View
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

ENGLISH = "en"

# Looking for what was meant costs more than saying that it is not there.
_MOST_GUESSED = 30
_MOST_NAMED = 3
_MOST_PLACES = 4


def findings(document: SyntaxTree, package: Package | None, path: str | None) -> list[Finding]:
    """All findings but those of syntax."""
    root, offset = document.root, document.root_offset
    if root is None:
        return []
    found = list(locale_checker().findings(root))
    if not isinstance(root, Object):
        return [finding.shifted(offset) for finding in found]
    ruleset = family.ruleset_of(package, path)
    strings = None
    if package is not None and ruleset is not None:
        strings = display.strings_of(package, ruleset)
    is_whole = package is not None and ruleset is not None and display.is_whole(package, ruleset)
    found.extend(_told(root, path, strings, is_whole=is_whole))
    if package is not None and ruleset is not None and strings is not None:
        found.extend(_ambiguous(facts_of(root), strings, package, ruleset))
    return [finding.shifted(offset) for finding in found]


def missing_from(facts: PackFacts, strings: Strings) -> list[str]:
    """The strings that a pack has no key for, in the order of the ruleset."""
    there = facts.by_text
    return [text for text in strings.shown if text not in there]


def _told(
    root: Object, path: str | None, strings: Strings | None, *, is_whole: bool
) -> Iterator[Finding]:
    facts = facts_of(root)
    language = family.language_of(path) if path is not None else None
    yield from _language(root, facts, path, language)
    if language == ENGLISH:
        return  # The package's own words about itself: nothing in it is a translation.
    if facts.section is None:
        if not root.is_damaged:
            yield tell("locale-untranslated", (0, 1), "nothing").finding
        return
    for entry in facts.entries:
        if entry.text == "":
            yield tell("locale-untranslated", entry.value, text=entry.english).finding
    if strings is not None and strings.known:
        if is_whole:
            yield from _unused(root, facts, strings)
        yield from _missing(facts, facts.section, strings)


def _language(
    root: Object, facts: PackFacts, path: str | None, language: str | None
) -> Iterator[Finding]:
    """L1: the language is that of the file's name. L6: there is no pack for English."""
    if facts.locale is not None and language is not None and facts.locale[0] != language:
        edit = TextEdit(*facts.locale[1], json.dumps(language))
        fix = Fix(Message.of("ruleset.replace-by", name=language), (edit,), preferred=True)
        yield tell(
            "locale-mismatch",
            facts.locale[1],
            written=facts.locale[0],
            language=language,
            fixes=(fix,),
        ).finding
    is_english = language == ENGLISH or (
        language is None and facts.locale is not None and facts.locale[0] == ENGLISH
    )
    if is_english and facts.entries and facts.section is not None:
        yield tell("locale-english", facts.section, "section").finding
    elif language == ENGLISH and path is not None and not family.is_in_locales(path):
        meta = View(root, 0).child(META)
        span = facts.locale[1] if facts.locale else meta.span if meta else (0, 1)
        yield tell("locale-english", span).finding


def _unused(root: Object, facts: PackFacts, strings: Strings) -> Iterator[Finding]:
    """L3: a key that matches no display string, with the one it may have been."""
    free = [text for text in strings.shown if text not in facts.by_text]
    section = root.get(SECTION)
    assert section is not None
    section_node, at = section.value, section.value_offset
    guessed = 0
    for entry in facts.entries:
        if entry.english in strings.known:
            continue
        near: list[str] = []
        if guessed < _MOST_GUESSED:
            guessed += 1
            near = list(nearest(entry.english, free))
        fixes = [_rename(entry, text) for text in near]
        if isinstance(section_node, Object):
            place = section_node.index_of(section_node.by_name[entry.english])
            edit = removal(section_node, place).shifted(at)
            fixes.append(Fix(Message.of("json.remove-entry"), (edit,)))
        yield tell(
            "locale-unused",
            entry.key,
            "nearest" if near else "",
            text=entry.english,
            near=near[0] if near else "",
            fixes=tuple(fixes),
        ).finding


def _rename(entry: Translation, text: str) -> Fix:
    edit = TextEdit(*entry.key, json.dumps(text, ensure_ascii=False))
    return Fix(Message.of("ruleset.locale.rename-key", name=text), (edit,))


def _missing(facts: PackFacts, section: Span, strings: Strings) -> Iterator[Finding]:
    """L3: what is not in the pack is shown in English."""
    missing = missing_from(facts, strings)
    if missing:
        yield tell(
            "locale-untranslated",
            section,
            "missing",
            count=len(missing),
            total=len(strings.shown),
            texts=[Message.of("ruleset.quoted", written=text) for text in missing[:_MOST_NAMED]],
        ).finding


def _ambiguous(
    facts: PackFacts, strings: Strings, package: Package, ruleset: str
) -> Iterator[Finding]:
    """One English string that stands for two sorts of thing gets one translation (trap 20)."""
    for entry in facts.entries:
        kinds = display.senses(strings.shown.get(entry.english, ()))
        if len(kinds) < 2:
            continue
        told = tell(
            "locale-ambiguous",
            entry.key,
            text=entry.english,
            kinds=[display.kind_title(kind) for kind in kinds],
        ).finding
        places = [
            place
            for place in display.places_of(package, ruleset, entry.english)
            if place.kind in kinds
        ]
        yield told._replace(related=tuple(_related(place) for place in places[:_MOST_PLACES]))


def _related(place: display.Shown) -> Related:
    message = Message.of("ruleset.locale.stands-for", kind=display.kind_title(place.kind))
    return Related(place.start - 1, place.end + 1, message, place.path)
