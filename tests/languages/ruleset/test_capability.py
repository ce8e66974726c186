"""The Capability API that a ruleset needs (ruleset-format.md, section 12)."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright import grammars
from modwright.ide.around import lenses, package_actions
from modwright.languages.ruleset import capability
from modwright.languages.ruleset.capability import ASSET, RULESET, Version
from modwright.languages.ruleset.capability_features import SHOW, place_of
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from modwright.text.edits import apply_edits
from tests.languages.ruleset.package_text import RULES, analysis, manifest, package
from tests.languages.ruleset.ruleset_text import POOL, SUM, ruleset
from tests.properties import inspection


def root_of(text: str) -> Object:
    root = JsonDocument.parse(text).root
    assert isinstance(root, Object)
    return root


def least(members: str, resolution: str = SUM) -> tuple[str, str]:
    use = capability.minimum(root_of(ruleset(members, resolution)))
    return use.api.text, use.feature


LIST = (
    '"lists": [{"id": "gear", "label": "Gear", "maxItems": 3, "columns": ['
    '{"id": "name", "label": "Name", "type": "TYPE"}]}]'
)
SUMMARY = '"sheetSummary": {"lists": [{"list": "gear", "nameColumn": "name"}]}'


@pytest.mark.parametrize(
    ("members", "needed"),
    [
        ("", ("1.20", "")),
        ('"layers": []', ("1.20", "")),
        ('"layers": [{"id": "a", "label": "A"}]', ("1.25", "layers")),
        ('"catalogs": []', ("1.21", "catalogs")),
        ('"gm": {"checkGuidance": "x", "worldGuidance": "y"}', ("1.25", "worldGuidance")),
        (
            '"catalogs": [{"id": "c", "label": "C", "holds": "creatures"}]',
            ("1.27", "holds: creatures"),
        ),
        ('"catalogs": [{"id": "c", "label": "C", "holds": "rows"}]', ("1.21", "catalogs")),
        ('"sheet": {"live": {"tracks": [{"id": "t", "min": 0, "max": 3}]}}', ("1.20", "")),
        (
            '"sheet": {"live": {"tracks": [{"id": "t", "min": 0, "max": {"const": 3}}]}}',
            ("1.37", "max"),
        ),
        ('"sheet": {"version": 1, "migrations": []}', ("1.77", "migrations")),
        (
            '"sheet": {"migrations": [{"from": 1, "steps": [{"setColumn": {}}]}]}',
            ("1.794", "setColumn"),
        ),
        ('"layers": [{"id": "a", "label": "A", "items": {}}]', ("1.813", "items")),
        (
            '"combat": {"conditions": [{"condition": "x", "effects": ["own-saves-advantage"]}]}',
            ("1.29", "own-saves-advantage"),
        ),
        (
            '"combat": {"conditions": [{"condition": "x", "effects": ["own-checks-advantage"]}]}',
            ("1.45", "own-checks-advantage"),
        ),
    ],
)
def test_each_feature_asks_for_its_version(members: str, needed: tuple[str, str]) -> None:
    assert least(members) == needed


def test_spending_by_number_by_value_and_more_than_two() -> None:
    def spend(count: int, per_check: str) -> tuple[str, str]:
        one = '{"pool": "p", "amount": 1, "successes": 1, "perCheck": ' + per_check + "}"
        return least("", POOL[:-1] + f', "spend": [{", ".join([one] * count)}]' + "}")

    assert spend(0, "1") == ("1.24", "kind")
    assert spend(2, "1") == ("1.30", "spend")
    assert spend(3, "1") == ("1.38", "spend")
    assert spend(1, '"pool"') == ("1.38", "perCheck")
    assert spend(1, '{"const": 1}') == ("1.38", "perCheck")


def test_a_summary_named_by_a_choice() -> None:
    gm = '"gm": {"checkGuidance": "x", ' + SUMMARY + "}"
    for kind, needed in (("text", ("1.20", "")), ("enum", ("1.37", "nameColumn"))):
        sheet = '"sheet": {"version": 1, ' + LIST.replace("TYPE", kind) + "}"
        assert least(f"{sheet}, {gm}") == needed


def test_fight_modifiers_count_in_what_is_worn_only() -> None:
    def worn(to: str) -> str:
        effect = '{"modifiers": [{"to": "' + to + '", "flat": 1}]}'
        entry = '{"id": "x", "label": "X", "item": {"category": "c", "worn": ' + effect + "}}"
        return least('"catalogs": [{"id": "c", "label": "C", "entries": [' + entry + "]}]")[0]

    assert worn("checks") == "1.53"
    assert worn("defense") == "1.56"
    level = '{"track": "t", "at": 1, "modifiers": [{"to": "defense", "flat": 1}]}'
    assert least('"combat": {"levels": [' + level + "]}")[0] == "1.45"


def test_minors_are_whole_numbers() -> None:
    written = ["1.811", "1.77", "1.9", "1.794"]
    assert sorted(map(Version.of, written)) == [(1, 9), (1, 77), (1, 794), (1, 811)]


def test_every_place_above_a_version_is_found_in_text_order() -> None:
    text = ruleset(
        '"catalogs": [{"id": "a", "label": "あ", "holds": "items"}, '
        '{"id": "b", "label": "🌊", "holds": "creatures"}], "layers": [{"id": "x", "label": "X"}]'
    )
    found = capability.needed(root_of(text), Version(1, 24))
    assert [(text[use.start : use.end], use.api.text) for use in found] == [
        ('"items"', "1.49"),
        ('"creatures"', "1.27"),
        ('"layers"', "1.25"),
    ]


def test_the_table_speaks_of_places_that_the_schema_has() -> None:
    schema = cast("dict[str, Any]", grammars.load(f"ruleset/{RULESET}"))
    table = cast("dict[str, Any]", grammars.load("ruleset/capability-api.json"))
    shapes = {"ruleset": schema, **schema["$defs"]}
    inside = [place for places in table["inside"].values() for place in places]
    places = [*table["notWhenEmpty"], *table["byType"], *table["moreThan"], *inside]
    assert [
        place
        for shape, _, key in (place.partition(".") for place in places)
        if key not in shapes[shape]["properties"]
        for place in [f"{shape}.{key}"]
    ] == []
    assert set(table["inside"]) <= set(shapes)


# ---- in the editor


def lens_titles(files: dict[str, str], locale: str) -> list[str]:
    offered = lenses(analysis("ruleset.json", files), "ruleset.json", locale)
    return [lens.title for lens in offered if lens.command == SHOW]


def test_the_lens_says_what_and_because_of_what() -> None:
    files = {"ruleset.json": ruleset('"layers": [{"id": "a", "label": "A"}]')}
    assert lens_titles(files, "en") == ["Capability API 1.25: because of `layers`"]
    low = {**files, "manifest.json": manifest(files, minor=24)}
    assert lens_titles(low, "en") == [
        "Capability API 1.25: because of `layers`; the manifest declares 1.24"
    ]
    (base,) = lens_titles({}, "ja")
    assert "1.20" in base


def test_the_lens_leads_to_the_place_also_in_an_asset() -> None:
    text = ruleset('"layers": [{"id": "a", "label": "A"}]')
    tree = JsonDocument.parse(text)
    place = place_of(tree, "ruleset.json", package({"ruleset.json": text}))
    assert place is not None
    assert text[place[1] : place[2]] == '"layers"'
    rules = ruleset('"catalogs": [{"id": "c", "label": "C", "asset": "catalogs/c.json"}]')
    asset = '{"schemaVersion": 1, "catalog": "c", "entries": [{"id": "x", "creature": {}}]}'
    files = {"ruleset.json": rules, "catalogs/c.json": asset}
    there = place_of(JsonDocument.parse(rules), "ruleset.json", package(files))
    assert there is not None
    assert there[0] == "catalogs/c.json"
    assert asset[there[1] : there[2]] == '"creature"'
    assert capability.minimum(root_of(asset), ASSET).api.text == "1.27"


def test_the_ruleset_offers_to_raise_the_manifest() -> None:
    text = ruleset('"layers": [{"id": "a", "label": "A"}]')
    files = {"ruleset.json": text}
    files["manifest.json"] = manifest(files, minor=24)
    of = analysis("ruleset.json", files)
    at = text.index('"layers"') + 1
    (action,) = package_actions(of, at, at, "en", "ruleset.json")
    assert action.title == "Raise the Capability API in manifest.json to 1.25"
    raised = apply_edits(files["manifest.json"], action.edits["manifest.json"])
    assert json.loads(raised)["capabilityApi"] == {"major": 1, "minor": 25}
    files["manifest.json"] = raised
    assert not package_actions(analysis("ruleset.json", files), at, at, "en", "ruleset.json")


TEXT = ruleset(
    '"layers": [{"id": "a", "label": "A"}], "catalogs": [{"id": "c", "label": "C", '
    '"holds": "items", "entries": [{"id": "x", "label": "灰", "item": {"worn": {"saves": []}}}]}]'
)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_remembered_is_what_a_fresh_look_finds(data: st.DataObject) -> None:
    tree = JsonDocument.parse(TEXT)
    assert isinstance(tree.root, Object)
    capability.uses(tree.root)
    for _ in range(3):
        start = data.draw(st.integers(0, len(tree.text)))
        end = data.draw(st.integers(start, min(start + 12, len(tree.text))))
        new = data.draw(st.sampled_from(["", '"worn": ', "creatures", '"', "🌊", ', "layers": [']))
        text = tree.text[:start] + new + tree.text[end:]
        tree = tree.edited(text, start, end, start + len(new))
        fresh = JsonDocument.parse(text)
        # That edited trees equal fresh ones is the parser's to hold (tests/properties).
        are_equal = inspection.tree(tree.root) == inspection.tree(fresh.root)
        if are_equal and isinstance(tree.root, Object) and isinstance(fresh.root, Object):
            assert capability.uses(tree.root) == capability.uses(fresh.root)
            every = Version(1, 0)
            found = capability.needed(tree.root, every)
            assert found == capability.needed(fresh.root, every)
            assert {(use.api, use.feature) for use in found} == set(capability.uses(fresh.root))


def test_rules_alone_need_no_more_than_any_ruleset() -> None:
    assert capability.minimum(root_of(RULES)).api == capability.base()
