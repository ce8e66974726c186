"""How far a ruleset is translated, language by language (specs/ruleset.md, Translation report)."""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.package import Package
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.locale_findings import ENGLISH, missing_from
from modwright.languages.ruleset.locale_pack import facts_of


class PackReport(NamedTuple):
    """One pack. `missing` and `empty` are shown in English, `unused` never; `ambiguous` have one
    translation for several sorts of thing. All are English texts, in the order of the ruleset or
    the pack."""

    language: str
    path: str
    translated: int
    empty: tuple[str, ...]
    missing: tuple[str, ...]
    unused: tuple[str, ...]
    ambiguous: tuple[str, ...]


class Report(NamedTuple):
    """`total` counts the display strings; `unreadable` are packs that hold no JSON object."""

    ruleset: str
    total: int
    packs: tuple[PackReport, ...]
    unreadable: tuple[str, ...]


def report(package: Package, ruleset: str) -> Report:
    strings = display.strings_of(package, ruleset)
    is_whole = display.is_whole(package, ruleset)
    packs: list[PackReport] = []
    unreadable: list[str] = []
    for pack in family.packs(package, ruleset):
        if pack.language == ENGLISH:
            continue  # The package's own words about itself.
        found = family.root_of(package, pack.path)
        if found is None:
            unreadable.append(pack.path)
            continue
        facts = facts_of(found[0])
        by_text = facts.by_text
        packs.append(
            PackReport(
                pack.language,
                pack.path,
                sum(bool(by_text[text].text) for text in strings.shown if text in by_text),
                tuple(text for text, entry in by_text.items() if entry.text == ""),
                tuple(missing_from(facts, strings)),
                tuple(text for text in by_text if is_whole and text not in strings.known),
                tuple(
                    text for text in by_text if len(display.senses(strings.shown.get(text, ()))) > 1
                ),
            )
        )
    return Report(ruleset, len(strings.shown), tuple(packs), tuple(unreadable))
