"""Quick fixes of rulesets: what they write is right where they write it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ruleset_rich import rich, without_empty
from ruleset_support import edited, opened

from modwright.findings.messages import render
from modwright.findings.model import Finding, Severity
from modwright.ide.fixes import edits_of
from modwright.ide.service import analyse_text
from modwright.languages.language import Analysis


def text_of(ruleset: dict[str, Any]) -> str:
    return json.dumps(without_empty(ruleset), ensure_ascii=False, indent=1)


def analysis_of(text: str) -> Analysis:
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    return analysis


def errors(text: str) -> list[Finding]:
    return [each for each in analysis_of(text).findings if each.severity is Severity.ERROR]


def offered(text: str) -> dict[str, str]:
    """The fixes of the errors of a text by their titles, with the text after each."""
    analysis = analysis_of(text)
    return {
        render(fix.title, "en"): edited(text, edits)
        for finding in errors(text)
        for fix in finding.fixes
        if (edits := edits_of(fix, analysis))
    }


def test_a_missing_key_is_begun_with_what_its_neighbours_say() -> None:
    ruleset = rich(is_pool=False)
    ability = ruleset["sheet"]["abilities"][0]
    ability["min"] = 3
    del ability["default"]
    del ruleset["sheet"]["skills"][0]["label"]
    del ruleset["catalogs"][2]["entries"]
    found = offered(text_of(ruleset))
    assert '"default": 3' in found["Add “default”"]
    assert '"label": "Swim"' in found["Add “label”"]
    assert '"asset": "catalogs/stock.json"' in found["Add “asset”"]


@pytest.mark.parametrize(
    ("missing", "keys"),
    [
        ("max", ["const", "field", "derived", "abilityScore"]),
        ("restore", ["pool", "poolGroup", "listPools", "track"]),
    ],
)
def test_a_reference_names_what_is_there(missing: str, keys: list[str]) -> None:
    ruleset = rich(is_pool=True)
    if missing == "max":
        ruleset["sheet"]["live"]["pools"][1]["max"] = {}
    else:
        ruleset["rests"][0]["restore"] = [{"to": "max"}]
    found = offered(text_of(ruleset))
    assert list(found) == [f"Add “{key}”" for key in keys]
    for after in found.values():
        assert errors(after) == []


def test_what_there_is_none_of_is_not_added() -> None:
    text = (
        '{"schemaVersion": 1, "sheet": {"version": 1, "live": {"pools": '
        '[{"id": "blood", "label": "血 🩸", "max": {}}]}}}'
    )
    found = offered(text)
    assert '"max": {"const": 0}' in found["Add “const”"]
    # There is no field, and a pool's maximum may read no pool (R12).
    assert "Add “field”" not in found


def test_a_fix_knows_the_text_it_is_for() -> None:
    """Features ask without findings, too."""
    text = '{"schemaVersion": 1, "sheet": {"skills": [{"id": "night_sight"}]}}'
    analysis = opened(text)
    for finding in errors(text):
        for fix in finding.fixes:
            if render(fix.title, "en") == "Add “label”":
                after = edited(text, edits_of(fix, analysis))
                assert '{"id": "night_sight", "label": "Night sight"}' in after
                return
    raise AssertionError("no such fix")
