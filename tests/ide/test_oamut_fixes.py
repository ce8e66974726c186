"""Quick fixes of manifests: what would only trade one error for another is not offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from modwright.findings.messages import render
from modwright.findings.model import Finding, Severity
from modwright.ide.fixes import edits_of
from modwright.ide.service import analyse_text
from modwright.languages.language import Analysis
from modwright.text.edits import apply_edits

_EXAMPLE = Path(__file__).parents[2] / "examples" / "oamut" / "long-winter" / "oamut.yaml"
TEXT = _EXAMPLE.read_text(encoding="utf-8")


def analysis_of(text: str) -> Analysis:
    analysis = analyse_text("oamut.yaml", text)
    assert analysis is not None
    return analysis


def errors(text: str) -> list[Finding]:
    return [each for each in analysis_of(text).findings if each.severity is Severity.ERROR]


def offered(text: str) -> tuple[set[str], dict[str, str]]:
    """The titles of all fixes, and the texts after those that are offered."""
    analysis = analysis_of(text)
    titles: set[str] = set()
    after: dict[str, str] = {}
    for finding in errors(text):
        for fix in finding.fixes:
            title = render(fix.title, "en")
            titles.add(title)
            edits = edits_of(fix, analysis)
            if edits:
                after[title] = apply_edits(text, [(e.start, e.end, e.new_text) for e in edits])
    return titles, after


def changed(key: str, value: str) -> str:
    """The example with another value for the first key of this name, on its line."""
    lines = TEXT.splitlines()
    index = next(at for at, line in enumerate(lines) if line.lstrip(" -").startswith(f"{key}:"))
    head = lines[index].partition(":")[0]
    return "\n".join([*lines[:index], f"{head}: {value}", *lines[index + 1 :], ""])


@pytest.mark.parametrize(
    ("key", "value", "title"),
    [
        # A list of one choice is too short, and no such value is the default.
        ("values", '"1"', 'Replace by `["1"]`'),
        # A word is asked for, but not this one.
        ("layers", '"1"', 'Replace by `["1"]`'),
    ],
)
def test_other_clothes_do_not_make_a_value_right(key: str, value: str, title: str) -> None:
    titles, after = offered(changed(key, value))
    assert title in titles
    assert title not in after


def test_a_list_is_made_where_that_is_all() -> None:
    _, after = offered(changed("tags", "economy"))
    assert errors(after["Replace by `[economy]`"]) == errors(TEXT)
