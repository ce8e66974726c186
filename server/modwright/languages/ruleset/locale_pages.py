"""What a locale pack's keys are: hovers with the English context, and the strings left to do."""

from __future__ import annotations

import json
from collections.abc import Sequence

from modwright.findings.messages import text as words
from modwright.languages.nearest import nearest
from modwright.languages.package import Package
from modwright.languages.results import Candidate, CompletionKind, Description, Spot, SpotKind
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.locale_pack import LOCALE, META, SECTION, facts_of
from modwright.languages.ruleset.locale_writing import DIRECTION, DIRECTIONS, direction_of
from modwright.languages.ruleset.pages import bullets, page
from modwright.languages.ruleset.views import View
from modwright.languages.wording import code
from modwright.syntax.node import Object
from modwright.syntax.places import way_to
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

_MOST_PLACES = 8


def describe(
    document: SyntaxTree, offset: int, locale: str, package: Package | None, path: str | None
) -> Description | None:
    """What a key of the `ruleset` section stands for, and where."""
    root = document.root
    ruleset = family.ruleset_of(package, path)
    if not isinstance(root, Object) or package is None or ruleset is None:
        return None
    at = offset - document.root_offset
    for entry in facts_of(root).entries:
        if not (entry.key[0] <= at <= entry.key[1] or entry.value[0] <= at <= entry.value[1]):
            continue
        span = entry.key if at <= entry.key[1] else entry.value
        start, end = (document.root_offset + each for each in span)
        places = display.places_of(package, ruleset, entry.english)
        near: list[str] = []
        if not places:
            known = display.strings_of(package, ruleset).shown
            near = [code(each) for each in nearest(entry.english, list(known))]
        others = [
            f"{language}: {_plain(text)}"
            for language, text in translations(package, entry.english, path)
            if language != family.language_of(path or "")
        ]
        markdown = page(
            _page(entry.english, places, locale, package),
            words("hover.near", locale, near=near) if near else "",
            bullets(others),
        )
        return Description(start, end, markdown)
    return None


def _page(english: str, places: Sequence[display.Shown], locale: str, package: Package) -> str:
    title = f"**{_plain(english)}**"
    if not places:
        return page(title, words("ruleset.locale.nowhere", locale))
    lines: list[str] = []
    sources: dict[str, SourceText] = {}
    for place in places[:_MOST_PLACES]:
        if place.path not in sources:
            tree = family.tree_of(package, place.path)
            sources[place.path] = SourceText.of(tree.text if tree is not None else "")
        line = sources[place.path].line_at(place.start)[0] + 1
        kind = display.kind_title(place.kind)
        name = _owner(package, place)
        variant = "ruleset.locale.place.named" if name else "ruleset.locale.place"
        lines.append(words(variant, locale, kind=kind, name=code(name), path=place.path, line=line))
    if len(places) > _MOST_PLACES:
        count = len(places) - _MOST_PLACES
        lines.append(words("ruleset.locale.more-places", locale, count=count))
    return page(title, bullets(lines))


def _owner(package: Package, place: display.Shown) -> str:
    """The id of the thing that a display string belongs to; "" where it has none."""
    found = family.root_of(package, place.path)
    for step in reversed(way_to(*found, place.start) if found is not None else ()):
        if isinstance(step.node, Object):
            return View(step.node, step.offset).text("id") or ""
    return ""


def _plain(text: str) -> str:
    return text.replace("*", "\\*").replace("\n", " ")


def candidates(
    document: SyntaxTree, spot: Spot, locale: str, package: Package | None, path: str | None
) -> list[Candidate] | None:
    """In the `ruleset` section the strings that have no translation yet; the pack's language."""
    ruleset = family.ruleset_of(package, path)
    if spot.kind is SpotKind.VALUE and spot.path == (META, LOCALE) and path is not None:
        language = family.language_of(path)
        if language is not None:
            return [Candidate(language, CompletionKind.VALUE, json=json.dumps(language))]
    if spot.kind is SpotKind.VALUE and spot.path == (META, DIRECTION):
        first = direction_of(family.language_of(path or "") or "")
        found = sorted(DIRECTIONS, key=lambda each: each != first)
        return [
            Candidate(each, CompletionKind.ENUM_MEMBER, json=json.dumps(each), sort=index)
            for index, each in enumerate(found)
        ]
    if package is None or ruleset is None or spot.kind is not SpotKind.KEY:
        return None
    if spot.path[:1] != (SECTION,) or len(spot.ancestors) != 2:
        return None
    section = spot.ancestors[-1][1]
    there = section.by_name if isinstance(section, Object) else {}
    return [
        Candidate(
            text,
            CompletionKind.KEY,
            json='""',
            snippet='"$1"',
            detail=words(
                "ruleset.list", locale, names=[display.kind_title(kind) for kind in kinds]
            ),
            sort=index,
        )
        for index, (text, kinds) in enumerate(display.strings_of(package, ruleset).shown.items())
        if text not in there
    ]


def translations(package: Package, text: str, path: str | None = None) -> list[tuple[str, str]]:
    """The translations of a display string, by language, out of the packs of a ruleset. `path` is
    any file of the ruleset's; None: the package's only ruleset, or its `ruleset.json`."""
    ruleset = family.ruleset_of(package, path if path is not None else "")
    if ruleset is None:
        return []
    found: list[tuple[str, str]] = []
    for pack in family.packs(package, ruleset):
        root = family.root_of(package, pack.path)
        entry = root[0].get(SECTION) if root is not None else None
        section = entry.value if entry is not None else None
        there = section.get(text) if isinstance(section, Object) else None
        if there is not None and there.value is not None and there.value.text:
            found.append((pack.language, there.value.text))
    return found
