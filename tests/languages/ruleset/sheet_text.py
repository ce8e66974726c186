"""Rulesets about the sheet and what stands on it, for tests; each finding is put into words."""

from __future__ import annotations

from modwright.findings.messages import render
from modwright.findings.model import Finding, Severity
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import SUM, found, ruleset
from tests.languages.ruleset.ruleset_text import check as check_places

LOCALES = ("en", "ja")


def sheet(members: str, others: str = "", resolution: str = SUM) -> str:
    """A ruleset whose sheet has these members; `others` are members of the ruleset."""
    inside = f'"sheet": {{"version": 1, {members}}}'
    return ruleset(", ".join(filter(None, (inside, others))), resolution)


def check(marked: str, *codes: str, least: Severity = Severity.WARNING) -> None:
    """As in `ruleset_text`; besides, all that is told has words in every locale."""
    check_places(marked, *codes, least=least)
    for finding in found(unmark(marked)[0]):
        for message in (
            finding.message,
            *(fix.title for fix in finding.fixes),
            *(related.message for related in finding.related),
        ):
            assert all(render(message, locale) for locale in LOCALES)


def only(text: str, code: str) -> Finding:
    """The one finding with this code (without `ruleset/`)."""
    (finding,) = [each for each in found(unmark(text)[0]) if each.code == f"ruleset/{code}"]
    return finding


def words(text: str, code: str, locale: str = "en") -> str:
    """What the one finding with this code says."""
    return render(only(text, code).message, locale)


def mended(text: str, code: str, index: int = 0) -> str:
    """The text after a fix of the one finding with this code; only fixes that are plain edits."""
    plain = unmark(text)[0]
    fix = only(text, code).fixes[index]
    assert not fix.insertions
    assert not fix.swaps
    for edit in sorted(fix.edits, key=lambda edit: -edit.start):
        plain = plain[: edit.start] + edit.new_text + plain[edit.end :]
    return plain
