"""Locale packs that are made and completed (specs/ruleset.md, Quick fixes)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import cast

from modwright import grammars
from modwright.findings.messages import text as words
from modwright.findings.model import TextEdit
from modwright.languages.around import PackageAction
from modwright.languages.around_base import inside_string
from modwright.languages.package import Package
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.locale_findings import ENGLISH, missing_from
from modwright.languages.ruleset.locale_pack import LOCALE, META, SECTION, facts_of
from modwright.languages.ruleset.views import View
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

UNTRANSLATED = "ruleset/locale-untranslated"

DIRECTION = "direction"
DIRECTIONS = ("ltr", "rtl")

_LANGUAGES = "ruleset/languages.json"
_QUICK_FIX = "quickfix"
_REFACTOR = "refactor"
_INDENT = "  "


def pack_text(language: str, texts: Sequence[str]) -> str:
    """A new pack in which every string waits for its translation."""
    pack = {
        META: {LOCALE: language, DIRECTION: direction_of(language)},
        SECTION: dict.fromkeys(texts, ""),
    }
    return json.dumps(pack, ensure_ascii=False, indent=len(_INDENT)) + "\n"


def direction_of(language: str) -> str:
    """Which way a language is written."""
    is_left = family.base_of(language) not in _data()["rightToLeft"]
    return DIRECTIONS[0] if is_left else DIRECTIONS[1]


def _data() -> dict[str, list[str]]:
    return cast("dict[str, list[str]]", grammars.load(_LANGUAGES))


# ---- in a pack


def pack_actions(
    document: SyntaxTree,
    start: int,
    end: int,
    locale: str,
    path: str | None,
    package: Package | None,
) -> Iterator[PackageAction]:
    """Completing the pack, offered where it is said that strings are missing."""
    root, offset = document.root, document.root_offset
    ruleset = family.ruleset_of(package, path)
    if not isinstance(root, Object) or package is None or ruleset is None:
        return
    facts = facts_of(root)
    section = facts.section or (0, 1)
    if not (offset + section[0] <= end and start <= offset + section[1]):
        return
    edit, count = completion(root, offset, package, ruleset)
    if edit is not None:
        yield PackageAction(
            words("ruleset.locale.complete", locale, count=count),
            _QUICK_FIX,
            {None: (edit,)},
            {},
            UNTRANSLATED,
            offset + section[0],
            is_preferred=True,
        )


def completion(
    root: Object, offset: int, package: Package, ruleset: str
) -> tuple[TextEdit | None, int]:
    """The edit that gives a pack the strings it does not have, and their number."""
    facts = facts_of(root)
    texts = missing_from(facts, display.strings_of(package, ruleset))
    language = facts.locale[0] if facts.locale else ""
    if not texts or language == ENGLISH:
        return None, 0
    written = [f'"{inside_string(text)}": ""' for text in texts]
    section = View(root, 0).child(SECTION)
    if section is not None:
        return _appended(section.node, offset + section.offset, written, 2), len(texts)
    if facts.section is not None:
        return None, 0  # It is there and no object: that has to be mended first.
    lines = f",\n{_INDENT * 2}".join(written)
    entry = f'"{SECTION}": {{\n{_INDENT * 2}{lines}\n{_INDENT}}}'
    return _appended(root, offset, [entry], 1), len(texts)


def _appended(node: Object, offset: int, entries: Sequence[str], depth: int) -> TextEdit:
    """Entries behind the last one of an object, each on a line of its own."""
    line = f"\n{_INDENT * depth}"
    if not node.entries:
        start, end = offset + 1, offset + max(node.width - 1, 1)
        closing = f"\n{_INDENT * (depth - 1)}"
        return TextEdit(start, end, line + f",{line}".join(entries) + closing)
    last = node.entries[-1]
    at = offset + last.key_offset + last.key.width
    if last.value is not None:
        at = offset + last.value_offset + last.value.width
    return TextEdit(at, at, "".join(f",{line}{entry}" for entry in entries))


# ---- in the ruleset


def ruleset_actions(
    document: SyntaxTree,
    start: int,
    end: int,
    locale: str,
    path: str | None,
    package: Package | None,
) -> Iterator[PackageAction]:
    """Making packs and completing them, offered at the head of a ruleset: its id and name."""
    root, offset = document.root, document.root_offset
    if not isinstance(root, Object) or package is None or path is None:
        return
    if family.ruleset_of(package, path) != path or not _is_head(root, offset, start, end):
        return
    packs = family.packs(package, path)
    for pack in packs:
        found = family.root_of(package, pack.path)
        edit, count = completion(*found, package, path) if found is not None else (None, 0)
        if edit is not None:
            title = words("ruleset.locale.complete-in", locale, language=pack.language, count=count)
            yield PackageAction(title, _REFACTOR, {pack.path: (edit,)}, {})
    there = {pack.language for pack in packs}
    texts = list(display.strings_of(package, path).shown)
    offered = dict.fromkeys([locale, *_data()["offered"]])
    for language in offered:
        if language not in there and language != ENGLISH and texts:
            title = words("ruleset.locale.create", locale, language=language, count=len(texts))
            target = family.pack_path(path, language)
            yield PackageAction(title, _REFACTOR, {}, {target: pack_text(language, texts)})


def _is_head(root: Object, offset: int, start: int, end: int) -> bool:
    """Whether a selection lies at the opening brace, or on the line of the id or the name."""
    spans = [(0, 1)]
    for name in ("id", "name"):
        entry = root.get(name)
        if entry is not None:
            width = entry.value.width if entry.value is not None else 0
            spans.append((entry.key_offset, entry.value_offset + width))
    return any(offset + low <= end and start <= offset + high for low, high in spans)
