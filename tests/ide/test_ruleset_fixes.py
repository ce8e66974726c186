"""Quick fixes of rulesets: what they write is right where they write it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from ruleset_offers import uses
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


# ---- every fix, in texts that are slightly wrong

_EXAMPLE = Path(__file__).parents[2] / "examples" / "ruleset" / "iron-tide.ruleset.json"
TEXTS = {
    "iron-tide": json.dumps(json.loads(_EXAMPLE.read_text(encoding="utf-8")), ensure_ascii=False),
    "pool": json.dumps(without_empty(rich(is_pool=True)), ensure_ascii=False),
    "sum": json.dumps(without_empty(rich(is_pool=False)), ensure_ascii=False),
}


def without_keys(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of a document with each of their keys, one of each sort."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        for key, inner in members.items():
            yield members, key
            yield from without_keys(inner, (*path, key))
    elif isinstance(value, list):
        for item in cast("list[Any]", value)[:1]:
            yield from without_keys(item, path)


def told(text: str) -> Counter[tuple[str, str]]:
    """The errors of a text: code, and what they stand on."""
    return Counter((each.code, text[each.start : each.end]) for each in errors(text))


def _put(ruleset: dict[str, Any], path: tuple[str | int, ...], value: Any) -> None:
    holder: Any = ruleset
    for step in path[:-1]:
        holder = holder[step]
    if value is None:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "title", "written"),
    [
        # The sort of thing it is, by the keys that it has.
        (("sheet", "fields", 0, "type"), "Add “type”", '"type": "number"'),
        (("sheet", "fields", 1, "type"), "Add “type”", '"type": "text"'),
        (("sheet", "fields", 2, "type"), "Add “type”", '"type": "enum"'),
        # A choice that is the default already.
        (("sheet", "fields", 2, "values"), "Add “values”", '"values": ["north"]'),
        # One of the prices has to be the one that is taken (R78).
        (("items", "market", "prices"), "Add “prices”", '"default": true}]'),
    ],
)
def test_a_guess_looks_at_what_is_beside_it(
    path: tuple[str | int, ...], title: str, written: str
) -> None:
    ruleset = rich(is_pool=False)
    _put(ruleset, path, None)
    after = offered(text_of(ruleset))[title]
    assert written in after
    assert errors(after) == []


@pytest.mark.parametrize(
    ("path", "value", "title"),
    [
        # A key that has to be there, and one whose things are named elsewhere.
        (("sheet", "fields", 0, "max"), "null", "Remove this entry"),
        (("sheet", "abilities"), "null", "Remove this entry"),
        # An id is no number, and there is no ability of such a name.
        (("items", "categories", 0, "id"), 5, 'Replace by `"5"`'),
        (("sheet", "skills", 0, "ability"), "Might 力", "Replace by `might`"),
        # Choices without the one that is the default.
        (("sheet", "fields", 2, "values"), "東", "Make it a list"),
        # Other kinds of combat want other keys.
        (("combat", "kind"), "x", "Replace by `dice-pool`"),
        # Both ends are beyond the die.
        (("resolution", "target", "min"), 99, "Exchange `min` and `max`"),
    ],
)
def test_what_would_bring_another_error_is_not_offered(
    path: tuple[str | int, ...], value: Any, title: str
) -> None:
    ruleset = rich(is_pool="target" in path)
    if value == "Might 力":
        ruleset["sheet"]["abilities"][0]["id"] = "strength"
    _put(ruleset, path, value)
    text = text_of(ruleset).replace('"null"', "null")
    fixes = {render(fix.title, "en") for each in errors(text) for fix in each.fixes}
    assert title in fixes
    assert title not in offered(text)


def test_a_list_is_made_of_what_is_not_complete_yet() -> None:
    """What lacks in it is told next, and then filled in."""
    ruleset = rich(is_pool=True)
    ruleset["items"]["tags"] = {"label": "弓 🏹"}
    after = offered(text_of(ruleset))["Make it a list"]
    assert json.loads(after)["items"]["tags"] == [{"label": "弓 🏹"}]


def test_a_name_that_is_none_is_not_offered() -> None:
    ruleset = rich(is_pool=False)
    ruleset["sheet"]["abilities"][0]["id"] = "might 力"
    text = text_of(ruleset)
    near = "Replace by `might 力`"
    assert any(render(fix.title, "en") == near for each in errors(text) for fix in each.fixes)
    assert near not in offered(text)


def test_a_misspelt_tag_is_told_where_the_tag_is_missing() -> None:
    ruleset = rich(is_pool=False)
    field = ruleset["sheet"]["fields"][0]
    field["tpye"] = field.pop("type")
    found = offered(text_of(ruleset))
    assert list(found) == ["Rename to “type”"]
    assert errors(found["Rename to “type”"]) == []


def test_the_nearest_spelling_is_offered_whatever_is_wrong_inside() -> None:
    ruleset = rich(is_pool=False)
    ruleset["sheet"]["feilds"] = [{"id": "rank"}]
    del ruleset["sheet"]["fields"]
    assert "Rename to “fields”" in offered(text_of(ruleset))


@pytest.mark.parametrize("name", ["sum"])
def test_a_key_that_is_added_mends_what_lacked_it(name: str) -> None:
    whole = json.loads(TEXTS[name])
    before = told(TEXTS[name])
    tried = 0
    for members, key in list(without_keys(whole))[::5]:
        kept = dict(members)
        del members[key]
        text = json.dumps(whole, ensure_ascii=False)
        members.clear()
        members.update(kept)
        analysis = analysis_of(text)
        for finding in errors(text):
            for fix in finding.fixes:
                edits = edits_of(fix, analysis)
                if fix.title.key != "ruleset.add-key" or not edits:
                    continue
                tried += 1
                after = edited(text, edits)
                stays = told(after) - before
                # What is still wrong was wrong without the fix, too; or it is the next key that the
                # begun object lacks.
                new = [each for each in stays - told(text) if each[0] != "ruleset/missing-key"]
                assert not new, (key, render(fix.title, "en"), new)
                mended = (finding.code, text[finding.start : finding.end])
                assert told(after)[mended] < told(text)[mended]
    assert tried > 10


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_fixes_of_a_misspelt_name(name: str) -> None:
    text = TEXTS[name]
    before = told(text)
    tried = 0
    for use in uses(text):
        if use.is_key:
            continue
        wrong = f"{use.text[: use.offset]}{use.name}q{use.text[use.offset :]}"
        analysis = analysis_of(wrong)
        for finding in errors(wrong):
            if not finding.code.endswith("unresolved-reference"):
                continue
            for fix in finding.fixes:
                edits = edits_of(fix, analysis)
                if not edits:
                    continue
                tried += 1
                after = told(edited(wrong, edits))
                assert not [each for each in after if each[1] == f'"{use.name}q"'], after
                if fix.title.key == "ruleset.replace-by" and f"{use.name}" in str(fix.title.args):
                    assert after == before
                else:
                    assert not after - told(wrong), (use.name, render(fix.title, "en"))
    assert tried > 10
