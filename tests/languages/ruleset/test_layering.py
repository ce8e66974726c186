"""A ruleset as it plays with layers on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeAlias, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.languages.ruleset.layering import Layered, NoSuchLayers, with_layers
from modwright.languages.ruleset.lenses import layer_lenses
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.tree import SyntaxTree
from tests.languages.ruleset.ruleset_text import POOL, SUM, ruleset

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_ITEMS = {
    "categories": [{"id": "gear", "label": "Gear"}],
    "currencies": [
        {
            "id": "coin",
            "label": "Coin",
            "units": [
                {"id": "crown", "label": "crowns", "value": 240},
                {"id": "shilling", "label": "shillings", "value": 48},
                {"id": "penny", "label": "pence", "value": 1},
            ],
        },
        {"id": "shell", "label": "Shell", "units": [{"id": "cowrie", "label": "c", "value": 1}]},
    ],
    "lootTables": [
        {"id": "low", "label": "Low", "entries": [{"coins": "crown"}]},
        {"id": "high", "label": "High", "entries": [{"coins": "crown", "count": 5}]},
    ],
    "market": {
        "prices": [{"id": "fair", "label": "Fair", "times": 1, "default": True}],
        "places": [{"id": "town", "label": "Town"}],
        "sellers": [
            {"id": "smith", "label": "Smith", "sells": [{"category": "gear"}]},
            {"id": "scribe", "label": "Scribe", "sells": [{"category": "gear"}]},
        ],
    },
}
_CATALOGS = [
    {
        "id": "tricks",
        "label": "Tricks",
        "feeds": ["feats"],
        "filters": [
            {"id": "grit", "label": "Grit", "type": "number"},
            {"id": "road", "label": "Road", "type": "text"},
            {"id": "kinds", "label": "Kinds", "type": "tags"},
        ],
        "entries": [
            {"id": "a", "label": "A", "filters": {"grit": 0, "road": "north", "kinds": ["x"]}},
            {"id": "b", "label": "B", "filters": {"grit": 1, "road": "south", "kinds": ["y"]}},
            {"id": "c", "label": "C", "filters": {"grit": 2, "kinds": ["x", "y"]}},
            {"id": "d", "label": "D 🔥"},
        ],
    },
    {
        "id": "wares",
        "label": "Wares",
        "holds": "items",
        "entries": [
            {"id": "p", "label": "P", "item": {"cost": {"amount": 3, "unit": "crown"}}},
            {"id": "q", "label": "Q", "item": {"cost": {"amount": 2, "unit": "cowrie"}}},
        ],
    },
]
_FIELDS = [
    {
        "id": "calling",
        "label": "職",
        "type": "enum",
        "values": ["Sailor", "Hauler", "火守"],
        "default": "Sailor",
    },
    {"id": "mood", "label": "Mood", "type": "enum", "values": ["calm", "wild"]},
]


def base(*layers: Json, resolution: str = SUM) -> dict[str, Json]:
    plain = cast("dict[str, Json]", json.loads(ruleset(resolution=resolution)))
    sheet = {"version": 1, "fields": _FIELDS}
    more = {"sheet": sheet, "catalogs": _CATALOGS, "items": _ITEMS, "layers": list(layers)}
    return {**plain, **cast("dict[str, Json]", more)}


def layer(id_: str, **members: Json) -> dict[str, Json]:
    return {"id": id_, "label": id_, **members}


def put_on(data: Json, ids: Sequence[str], indent: int | None = 2) -> Layered:
    """Every text that comes of it is JSON, however the base was laid out."""
    document = JsonDocument.parse(json.dumps(data, ensure_ascii=False, indent=indent))
    found = with_layers(document, ids)
    assert isinstance(found, Layered)
    return found


def played(
    *layers: Json, resolution: str = SUM, on: Sequence[str] | None = None
) -> dict[str, Json]:
    """The ruleset with all layers (or those of `on`) on, the same from one line as from many."""
    data = base(*layers, resolution=resolution)
    names = on if on is not None else [cast("dict[str, str]", each)["id"] for each in layers]
    texts = [put_on(data, names, indent).text for indent in (None, 1, 4)]
    first, *others = (json.loads(text) for text in texts)
    assert all(other == first for other in others)
    return cast("dict[str, Json]", first)


def at(data: Json, *path: str | int) -> Json:
    for step in path:
        data = cast("dict[str | int, Json]", data)[step]
    return data


def ids(data: Json) -> list[Json]:
    return [each["id"] for each in cast("list[dict[str, Json]]", data)]


def test_no_layers_change_nothing() -> None:
    data = base(layer("a", difficultyLadder=[{"label": "Hard", "dc": 9}]))
    text = json.dumps(data, ensure_ascii=False, indent=2)
    assert put_on(data, []).text == text


def test_what_a_layer_does_not_touch_stays_as_it_is_written() -> None:
    gm = '"gm": {"checkGuidance": "Roll."}'
    text = f'{{\n\t{gm},   "layers":\n[{{"id":"a","gm":{{"guidance":"冬。"}}}}] }}'
    found = with_layers(JsonDocument.parse(text), ["a"])
    assert isinstance(found, Layered)
    assert found.text == text.replace("Roll.", "Roll. 冬。")


def test_guidance_follows_that_of_the_author_and_of_layers_before() -> None:
    first = layer("a", gm={"guidance": "Cold.", "worldGuidance": 'Say "brr".'})
    second = layer("b", gm={"guidance": "暗い。🌑"})
    gm = played(first, second, on=["b", "a"])["gm"]
    assert gm == {"checkGuidance": "Roll. Cold. 暗い。🌑", "worldGuidance": 'Say "brr".'}


def test_values_go_and_the_default_is_one_that_stays() -> None:
    change = {"id": "calling", "removeValues": ["Sailor"], "default": "火守"}
    field = at(played(layer("a", fields=[cast("Json", change)])), "sheet", "fields", 0)
    assert at(field, "values") == ["Hauler", "火守"]
    assert at(field, "default") == "火守"
    mood = {"id": "mood", "removeValues": ["wild"], "default": "calm"}
    field = at(played(layer("a", fields=[cast("Json", mood)])), "sheet", "fields", 1)
    assert (at(field, "values"), at(field, "default")) == (["calm"], "calm")


def test_layers_never_leave_a_field_without_values() -> None:
    first = layer("a", fields=[{"id": "mood", "removeValues": ["calm"]}])
    second = layer("b", fields=[{"id": "mood", "removeValues": ["wild"]}])
    found = put_on(base(first, second), ["a", "b"])
    assert at(json.loads(found.text), "sheet", "fields", 1, "values") == ["wild"]
    assert [(each.kind, each.layer, each.name) for each in found.remarks] == [
        ("values-kept", "b", "mood")
    ]


def test_a_default_that_two_layers_remove_together() -> None:
    sailor: Json = {"id": "calling", "removeValues": ["Sailor"], "default": "Hauler"}
    hauler: Json = {"id": "calling", "removeValues": ["Hauler"]}
    found = put_on(base(layer("a", fields=[sailor]), layer("b", fields=[hauler])), ["a", "b"])
    assert at(json.loads(found.text), "sheet", "fields", 0, "default") == "火守"
    assert [each.kind for each in found.remarks] == ["default-first"]


@pytest.mark.parametrize(("resolution", "measure"), [(SUM, "dc"), (POOL, "successes")])
def test_the_last_ladder_counts(resolution: str, measure: str) -> None:
    ladders: list[Json] = [[{"label": name, measure: 3}] for name in ("Dim", "Dark")]
    data = played(
        layer("a", difficultyLadder=ladders[0]),
        layer("b", difficultyLadder=ladders[1]),
        resolution=resolution,
    )
    assert at(data, "resolution", "difficultyLadder") == ladders[1]


@pytest.mark.parametrize(
    ("hide", "left"),
    [
        ({"filter": "grit", "above": 0}, ["a", "d"]),
        ({"filter": "grit", "below": 2}, ["c", "d"]),
        ({"filter": "road", "equals": "north"}, ["b", "c", "d"]),
        ({"filter": "road", "notIn": ["north"]}, ["a", "c", "d"]),
        ({"filter": "kinds", "equals": "x"}, ["b", "d"]),
        ({"filter": "kinds", "notIn": ["x"]}, ["a", "c", "d"]),
    ],
)
def test_entries_without_the_filter_are_never_hidden(hide: Json, left: list[str]) -> None:
    data = played(layer("a", catalogs=[{"id": "tricks", "hide": hide}]))
    assert ids(at(data, "catalogs", 0, "entries")) == left


def test_prices_in_coins_that_are_gone_are_told_in_others() -> None:
    change: Json = {"removeUnits": ["crown"], "removeFamilies": ["shell"]}
    data = played(layer("a", currencies=change))
    assert ids(at(data, "items", "currencies")) == ["coin"]
    assert ids(at(data, "items", "currencies", 0, "units")) == ["shilling", "penny"]
    entries = at(data, "catalogs", 1, "entries")
    # Three crowns are fifteen shillings; a family that is gone leaves no price.
    assert at(entries, 0, "item", "cost") == {"amount": 15, "unit": "shilling"}
    assert at(entries, 1, "item") == {}


def test_coins_that_are_gone_do_not_drop() -> None:
    found = put_on(base(layer("a", currencies={"removeUnits": ["crown"]})), ["a"])
    assert [(each.kind, each.name) for each in found.remarks] == [
        ("coin-drops", "low"),
        ("coin-drops", "high"),
    ]


def test_sellers_go_and_goods_are_sold_nowhere() -> None:
    market: Json = {"removeSellers": ["smith"], "unsold": [{"category": "gear"}]}
    data = played(layer("a", items={"market": market}))
    assert ids(at(data, "items", "market", "sellers")) == ["scribe"]
    assert at(data, "items", "market", "unsold") == [{"category": "gear"}]
    two = played(layer("a", items={"market": market}), layer("b", items={"market": market}))
    assert at(two, "items", "market", "unsold") == [{"category": "gear"}] * 2


def test_a_removal_that_leaves_no_seller_is_not_done() -> None:
    first = layer("a", items={"market": {"removeSellers": ["smith"]}})
    second = layer("b", items={"market": {"removeSellers": ["scribe"]}})
    found = put_on(base(first, second), ["a", "b"])
    assert ids(at(json.loads(found.text), "items", "market", "sellers")) == ["scribe"]
    assert [(each.kind, each.layer) for each in found.remarks] == [("sellers-kept", "b")]


def test_the_last_table_counts() -> None:
    tables: list[Json] = [
        {"id": "low", "label": name, "entries": [{"coins": "penny", "count": "4d6"}]}
        for name in ("Poor", "Poorer")
    ]
    data = played(
        *(
            layer(each, items={"lootTables": [table]})
            for each, table in zip("ab", tables, strict=True)
        )
    )
    assert at(data, "items", "lootTables", 0) == tables[1]
    assert at(data, "items", "lootTables", 1, "label") == "High"


def test_of_two_that_conflict_the_later_one_goes() -> None:
    one, other = layer("a"), layer("b", conflicts=["a"])
    for order in (["a", "b"], ["b", "a"]):
        found = put_on(base(one, other), order)
        assert found.on == ("a",)
        assert [(each.id, each.because_of) for each in found.dropped] == [("b", "a")]
    # What conflicts with a layer that is dropped itself can stay.
    third = layer("c", conflicts=["b"])
    assert put_on(base(one, other, third), ["a", "b", "c"]).on == ("a", "c")


def test_a_catalog_in_a_file_of_its_own_is_told() -> None:
    data = base(layer("a", catalogs=[{"id": "tricks", "hide": {"filter": "grit", "above": 0}}]))
    catalog = cast("dict[str, Json]", at(data, "catalogs", 0))
    data["catalogs"] = [{**{k: v for k, v in catalog.items() if k != "entries"}, "asset": "x"}]
    assert [each.kind for each in put_on(data, ["a"]).remarks] == ["asset"]


def test_entries_of_a_file_of_their_own_are_hidden_there() -> None:
    """What a layer hides and what coins cost without others is shown in the catalog's own file."""
    hide: dict[str, Json] = {"id": "tricks", "hide": {"filter": "grit", "above": 0}}
    data = base(layer("a", catalogs=[hide], currencies={"removeUnits": ["crown"]}))
    files: dict[str, SyntaxTree] = {}
    catalogs = cast("list[dict[str, Json]]", data["catalogs"])
    for catalog in catalogs:
        name = cast("str", catalog["id"])
        own = {"schemaVersion": 1, "catalog": name, "entries": catalog.pop("entries")}
        catalog["asset"] = f"catalogs/{name}.json"
        text = json.dumps(own, ensure_ascii=False, indent=1)
        files[f"catalogs/{name}.json"] = JsonDocument.parse(text)
    document = JsonDocument.parse(json.dumps(data))
    found = with_layers(document, ["a"], files)
    assert isinstance(found, Layered)
    assert "asset" not in {each.kind for each in found.remarks}
    tricks, wares = found.files
    assert (tricks.path, tricks.base) == ("catalogs/tricks.json", files[tricks.path].text)
    assert [at(each, "id") for each in _entries(tricks.text)] == ["a", "d"]
    assert at(_entries(wares.text)[0], "item", "cost") == {"amount": 15, "unit": "shilling"}
    assert _entries(wares.text)[1:] == _entries(wares.base)[1:]
    untouched = base(layer("a"))
    assert put_on(untouched, ["a"]).files == ()


def _entries(text: str) -> list[Json]:
    return cast("list[Json]", at(cast("dict[str, Json]", json.loads(text)), "entries"))


@pytest.mark.parametrize(
    ("labels", "left"),
    [
        ({"Sailor": "船乗り", "Hauler": "荷運び"}, {"Hauler": "荷運び"}),
        ({"Hauler": "荷運び", "Sailor": "船乗り"}, {"Hauler": "荷運び"}),
        ({"Sailor": "船乗り"}, None),
        ({"Hauler": "荷運び"}, {"Hauler": "荷運び"}),
        ({}, {}),
    ],
)
def test_labels_of_values_that_go_go_too(labels: dict[str, Json], left: Json) -> None:
    change: dict[str, Json] = {
        "id": "calling",
        "removeValues": ["Sailor"],
        "default": "Hauler",
    }
    data = base(layer("a", fields=[change]))
    field = cast("dict[str, Json]", at(data, "sheet", "fields", 0))
    field["valueLabels"] = labels
    shown = cast("dict[str, Json]", json.loads(put_on(data, ["a"]).text))
    assert cast("dict[str, Json]", at(shown, "sheet", "fields", 0)).get("valueLabels") == left


def test_layers_that_there_are_not() -> None:
    document = JsonDocument.parse(json.dumps(base(layer("a"))))
    assert with_layers(document, ["a", "z"]) == NoSuchLayers(("z",), ("a",))
    assert with_layers(JsonDocument.parse("[1]"), ["a"]) == NoSuchLayers(("a",), ())


def test_a_lens_stands_above_each_layer() -> None:
    text = json.dumps(base(layer("a", label="寒波 ❄"), layer("b")), ensure_ascii=False)
    lenses = list(layer_lenses(JsonDocument.parse(text), "ja"))
    assert [(each.command, each.arguments) for each in lenses] == [
        ("modwright.layers", ("a",)),
        ("modwright.layers", ("b",)),
    ]
    assert "寒波 ❄" in lenses[0].title
    assert all(text[each.start] == "{" for each in lenses)


_NAMES = st.lists(st.sampled_from(["a", "b", "c", "d"]), unique=True, max_size=4)


@st.composite
def some_layers(draw: st.DrawFn) -> list[Json]:
    hide = st.sampled_from(
        [{"filter": "grit", "above": 0}, {"filter": "kinds", "equals": "x"}, {"filter": "grit"}]
    )
    layers: list[Json] = []
    for name in "abcd":
        members: dict[str, Json] = {
            "conflicts": cast("Json", draw(_NAMES)),
            "catalogs": [{"id": "tricks", "hide": cast("Json", draw(hide))}],
            "fields": [
                {
                    "id": "calling",
                    "removeValues": cast(
                        "Json", draw(st.lists(st.sampled_from(["Sailor", "Hauler", "火守"])))
                    ),
                }
            ],
            "currencies": {
                "removeUnits": cast("Json", draw(st.lists(st.sampled_from(["crown", "cowrie"]))))
            },
            "items": {
                "market": {
                    "removeSellers": cast(
                        "Json", draw(st.lists(st.sampled_from(["smith", "scribe"])))
                    ),
                    "unsold": cast("Json", [{}] * draw(st.integers(0, 2))),
                }
            },
        }
        kept = draw(st.sets(st.sampled_from(sorted(members))))
        layers.append(layer(name, **{key: members[key] for key in sorted(kept)}))
    return layers


@settings(max_examples=60, deadline=None)
@given(some_layers(), _NAMES)
def test_any_choice_gives_a_ruleset_that_can_be_played(layers: list[Json], on: list[str]) -> None:
    data = played(*layers, on=on)
    assert at(data, "sheet", "fields", 0, "values")
    assert at(data, "items", "market", "sellers")
    # Whatever order they are chosen in, the rules are the same.
    assert data == played(*layers, on=on[::-1])
