"""The fix that creates what a reference names and is not there."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from ruleset_rich import rich, without_empty
from ruleset_support import edited, errors

from modwright.findings.messages import render
from modwright.findings.model import Severity
from modwright.ide.fixes import edits_of
from modwright.ide.service import analyse_text
from modwright.languages.ruleset.grammar import table
from modwright.languages.ruleset.stubs import homes


def created(text: str) -> tuple[str, str]:
    """The text after the first fix that creates something, and the fix's title; "" for none."""
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    for finding in analysis.findings:
        for fix in finding.fixes:
            if fix.title.key == "ruleset.create":
                assert finding.code == "ruleset/unresolved-reference"
                return edited(text, edits_of(fix, analysis)), render(fix.title, "en")
    return text, ""


def _text(ruleset: dict[str, Any]) -> str:
    return json.dumps(without_empty(ruleset), ensure_ascii=False, indent=2)


# A place that names a thing of the kind, in `rich`, and what it is then called.
MISSING: dict[str, tuple[tuple[str | int, ...], Any]] = {
    "section": (("sheet", "skills", 0, "section"), "new_one"),
    "ability": (("sheet", "skills", 0, "ability"), "new_one"),
    "skill": (("combat", "defense"), {"skillMod": "new_one"}),
    "save": (("combat", "defense"), {"saveMod": "new_one"}),
    "field": (("combat", "defense"), {"field": "new_one"}),
    "derived": (("combat", "defense"), {"derived": "new_one"}),
    "column": (("combat", "defense"), {"listSum": {"list": "kit", "column": "new_one"}}),
    "pool": (("rests", 0, "restore"), [{"pool": "new_one", "to": "max"}]),
    "track": (("rests", 0, "restore"), [{"track": "new_one", "to": 0}]),
    "woundKind": (
        ("rests", 0, "restore"),
        [{"track": "wounds", "kind": "new_one", "by": {"const": -1}}],
    ),
    "liveText": (("rests", 0, "clear"), {"text": ["new_one"]}),
    "condition": (("rests", 0, "clear"), {"conditions": ["new_one"]}),
    "state": (("rests", 0, "restore"), [{"state": "new_one", "to": "default"}]),
    "tier": (("sheet", "skillTiers"), ["untrained", "new_one"]),
    "list": (("catalogs", 0, "feeds"), ["kit", "new_one"]),
    "filter": (("catalogs", 0, "entries", 0, "filters", "new_one"), 3),
    "category": (("catalogs", 2, "entries", 0, "item", "category"), "new_one"),
    "rarity": (("catalogs", 2, "entries", 0, "item", "rarity"), "new_one"),
    "tag": (("catalogs", 2, "entries", 0, "item", "tags"), ["new_one"]),
    "slot": (("catalogs", 2, "entries", 0, "item", "slots"), {"new_one": 1}),
    "stat": (("items", "carry"), {"stat": "new_one", "encumberedAbove": {"const": 3}}),
    "place": (
        ("items", "market", "sold"),
        [{"filter": {"category": "thing"}, "place": "new_one"}],
    ),
    "lootTable": (("catalogs", 1, "entries", 0, "creature", "loot"), "new_one"),
    "budget": (("catalogs", 1, "entries", 0, "creature", "actions", 0, "budget"), "new_one"),
    "check": (("catalogs", 1, "entries", 0, "creature", "checks"), {"new_one": 1}),
    "threatTier": (("catalogs", 1, "entries", 0, "creature", "tier"), "new_one"),
    "layer": (("layers", 0, "conflicts"), ["new_one"]),
    "rest": (
        ("catalogs", 2, "entries", 0, "item", "charges"),
        {"max": 3, "recharge": {"rests": ["new_one"], "amount": "max"}},
    ),
    "damageType": (("catalogs", 0, "entries", 0, "mechanics", "damageType"), "new_one"),
    "seller": (
        ("layers", 0, "items"),
        {"market": {"removeSellers": ["new_one"]}},
    ),
    "currency": (("layers", 0, "currencies"), {"removeFamilies": ["new_one"]}),
}
# Named nowhere, or too much for a stub, or judged by rules of their own.
_NO_STUB = {
    *("reroll", "contest", "style", "mode", "creatureRider", "price"),
    *("entry", "action", "catalog", "unit", "poolGroup"),
    *("fieldValue", "columnValue", "statValue", "stateValue"),
}


def test_every_kind_has_been_thought_of() -> None:
    assert set(MISSING) | _NO_STUB == set(table().kinds)
    assert set(MISSING) <= set(homes())


@pytest.mark.parametrize("kind", sorted(MISSING))
def test_what_is_missing_is_created(kind: str) -> None:
    ruleset = rich(is_pool=False)
    if kind == "damageType":
        ruleset["combat"]["damageTypes"] = ["fire"]
    if kind == "seller":
        # A layer may not take the only one.
        ruleset["items"]["market"]["sellers"] = [{"id": "smith", "label": "鍛冶", "sells": [{}]}]
    path, value = MISSING[kind]
    *way, last = path
    holder: Any = ruleset
    for step in way:
        holder = holder[step]
    holder[last] = value
    before = _text(ruleset)
    assert "ruleset/unresolved-reference" in errors(before)
    after, title = created(before)
    assert title.endswith("“new_one”")
    assert "ruleset/unresolved-reference" not in errors(after)
    assert after.count("new_one") == before.count("new_one") + 1
    # The new entry itself is in order, and nothing else has become wrong.
    new = Counter(errors(after)) - Counter(errors(before))
    assert not new


def test_what_would_break_a_rule_is_not_created() -> None:
    """The only seller there is would be one that a layer takes away."""
    ruleset = rich(is_pool=False)
    ruleset["layers"][0]["items"] = {"market": {"removeSellers": ["new_one"]}}
    text = _text(ruleset)
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    found = [each for each in analysis.findings if each.code == "ruleset/unresolved-reference"]
    assert len(found) == 1
    assert all(not edits_of(fix, analysis) for fix in found[0].fixes)


def test_it_is_of_the_sort_that_is_asked_for() -> None:
    ruleset = rich(is_pool=False)
    ruleset["resolution"]["penaltyFrom"] = "scars"
    after, title = created(_text(ruleset))
    assert title == "Create the track “scars”"
    (track,) = [
        each for each in json.loads(after)["sheet"]["live"]["tracks"] if each["id"] == "scars"
    ]
    assert track["levels"]
    assert errors(after) == errors(_text(rich(is_pool=False)))


def test_the_list_is_made_where_there_is_none() -> None:
    text = (
        '{"schemaVersion": 1, "sheet": {"version": 1, "saves": []}, "rests": '
        '[{"id": "a", "label": "A", "clear": {"conditions": ["dazed"]}}]}'
    )
    after, _ = created(text)
    assert json.loads(after)["sheet"]["live"] == {"conditions": [{"id": "dazed", "label": "Dazed"}]}
    text = text.replace('"saves": []', '"live": {}')
    after, _ = created(text)
    assert json.loads(after)["sheet"]["live"] == {"conditions": [{"id": "dazed", "label": "Dazed"}]}


def test_no_block_is_begun_that_needs_more() -> None:
    text = (
        '{"schemaVersion": 1, "sheet": {"version": 1}, "layers": '
        '[{"id": "a", "currencies": {"removeFamilies": ["metal"]}}]}'
    )
    assert created(text) == (text, "")


def test_a_name_that_would_not_do_is_not_created() -> None:
    text = (
        '{"schemaVersion": 1, "sheet": {"version": 1, "skills": '
        '[{"id": "a", "label": "A", "ability": "Might"}]}}'
    )
    assert created(text) == (text, "")


def test_layout_is_kept() -> None:
    text = """{"schemaVersion": 1, "sheet": {"version": 1,
  "sections": [
    {"id": "front", "label": "前 🌊"}
  ],
  "skills": [{"id": "a", "label": "A", "section": "back_side"}]}}"""
    after, _ = created(text)
    assert after == text.replace(
        '"前 🌊"}\n', '"前 🌊"},\n    {"id": "back_side", "label": "Back side"}\n'
    )
    text = text.replace("\n", "\r\n").replace("\r\n    {", "{").replace("}\r\n  ]", "}]")
    after, _ = created(text)
    assert '"前 🌊"}, {"id": "back_side", "label": "Back side"}]' in after


def test_a_derived_value_is_not_put_below_its_reader() -> None:
    ruleset = rich(is_pool=False)
    ruleset["sheet"]["derived"][0]["of"] = [{"derived": "later"}]
    text = _text(ruleset)
    assert "ruleset/unresolved-reference" in errors(text)
    assert created(text) == (text, "")


def test_findings_with_fixes_stay_errors() -> None:
    analysis = analyse_text("ruleset.json", _text(rich(is_pool=True)))
    assert analysis is not None
    assert not [f for f in analysis.findings if f.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [('"縄 🪢"', "text"), ("3", "number"), ("true", "boolean")],
)
def test_a_column_is_made_for_what_its_cell_holds(cell: str, wanted: str) -> None:
    ruleset = rich(is_pool=False)
    ruleset["catalogs"][0]["entries"][0]["rows"][0]["values"]["new_one"] = json.loads(cell)
    after, _ = created(_text(ruleset))
    columns = json.loads(after)["sheet"]["lists"][0]["columns"]
    assert columns[-1]["type"] == wanted
    assert errors(after) == []


def test_a_column_is_made_for_what_reads_it() -> None:
    ruleset = rich(is_pool=False)
    ruleset["combat"]["attacks"] = [
        {"list": "kit", "name": "name", "damage": {"dice": {"column": "new_one"}}}
    ]
    before = _text(ruleset)
    after, _ = created(before)
    columns = json.loads(after)["sheet"]["lists"][0]["columns"]
    assert columns[-1]["type"] == "dice"
    assert not Counter(errors(after)) - Counter(errors(before))
