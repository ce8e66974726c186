"""Names in catalogs in files of their own: each kind, across the asset and the ruleset beside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from completion_support import CURSOR
from ruleset_names_cases import CASES
from ruleset_support import edited, shown_in, unmarked

from modwright.ide.completion import complete
from modwright.ide.highlights import highlights
from modwright.ide.hover import hover
from modwright.ide.navigation import definition, references
from modwright.ide.outline import outline
from modwright.ide.rename import prepare, rename_in_files
from modwright.ide.types import Refused

MAIN = "ruleset.json"

Files = Mapping[str, str]
Spans = list[tuple[str | None, int, int]]


def split_up(text: str) -> dict[str, str]:
    """A marked ruleset and its catalogs, each moved into a file of its own."""
    whole: dict[str, Any] = json.loads(text)
    files: dict[str, str] = {}
    for catalog in whole["catalogs"]:
        name = catalog["id"].strip("⟦⟧")
        catalog["asset"] = f"catalogs/{name}.json"
        # A use in the asset, whatever the mark in the ruleset.
        of = catalog["id"].replace("⟦", "«").replace("⟧", "»")
        asset = {"schemaVersion": 1, "catalog": of, "entries": catalog.pop("entries")}
        files[catalog["asset"]] = json.dumps(asset, ensure_ascii=False, indent=1)
    return {MAIN: json.dumps(whole, ensure_ascii=False, indent=1), **files}


SPLIT = {kind: split_up(case.text) for kind, case in CASES.items() if "catalogs" in case.text}
# Those that the asset has to do with.
KINDS = sorted(
    kind
    for kind, files in SPLIT.items()
    if any("«" in t or "⟦" in t for t in list(files.values())[1:])
)


def places(
    files: Files,
) -> tuple[Files, dict[str, list[tuple[int, int]]], dict[str, list[tuple[int, int]]]]:
    texts: dict[str, str] = {}
    defined: dict[str, list[tuple[int, int]]] = {}
    used: dict[str, list[tuple[int, int]]] = {}
    for path, marked in files.items():
        texts[path], defined[path], used[path] = unmarked(marked)
    return texts, defined, used


def spans(
    found: Mapping[str, list[tuple[int, int]]], path: str
) -> set[tuple[str | None, int, int]]:
    """As the file at `path` sees them: its own have no path."""
    return {
        (None if other == path else other, *span) for other, each in found.items() for span in each
    }


def test_most_kinds_are_among_them() -> None:
    assert {"column", "list", "columnValue", "entry", "action", "budget", "tag", "stat"} <= {
        *KINDS,
        "budget",
    }
    assert len(KINDS) >= 15


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_one_name_in_all_files(kind: str) -> None:
    texts, defined, used = places(SPLIT[kind])
    for path, text in texts.items():
        for start, end in (*defined[path], *used[path]):
            opened = shown_in(path, texts)
            found = definition(opened, start, path)
            assert {(e.path, e.start, e.end) for e in found} == spans(defined, path)
            found = references(opened, end, True, path)
            every = spans(defined, path) | spans(used, path)
            assert {(e.path, e.start, e.end) for e in found} == every
            here = {(e.start, e.end) for e in highlights(opened, start)}
            assert here == {*defined[path], *used[path]}
            target = prepare(opened, start, path)
            assert target is not None
            assert target.name == text[start:end]


@pytest.mark.parametrize("kind", KINDS)
def test_rename_crosses_over(kind: str) -> None:
    texts, defined, used = places(SPLIT[kind])
    new = CASES[kind].new
    for path in texts:
        for start, end in (*defined[path], *used[path]):
            found = rename_in_files(shown_in(path, texts), start, new, "en", path)
            assert not isinstance(found, Refused)
            after = dict(texts)
            for file in found:
                at = file.path or path
                after[at] = edited(texts[at], file.edits)
            name = texts[path][start:end]
            for other, marked in SPLIT[kind].items():
                wanted = marked.replace(f"⟦{name}⟧", new).replace(f"«{name}»", new)
                assert after[other] == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_hover_says_what_it_is_and_where(kind: str) -> None:
    texts, defined, used = places(SPLIT[kind])
    (home,) = [path for path, each in defined.items() if each]
    for path, text in texts.items():
        for start, end in (*defined[path], *used[path]):
            found = hover(shown_in(path, texts), start + 1, "en")
            assert found is not None
            assert f"`{text[start:end]}`" in found.markdown
            assert "Declared in" in found.markdown
            assert (f"of {home}, line" in found.markdown) == (path != home)
            count = sum(map(len, used.values()))
            assert ("Used in " if count else "Used nowhere") in found.markdown


@pytest.mark.parametrize("kind", KINDS)
def test_completion_offers_it_where_it_is_used(kind: str) -> None:
    texts, _, used = places(SPLIT[kind])
    for path, text in texts.items():
        for start, end in used[path]:
            name = text[start:end]
            first, last = text.rindex('"', 0, start) + 1, text.index('"', end)
            if "/" in text[first:last]:
                name = text[first:last]
            files = {**texts, path: text[:first] + text[last:]}
            items = complete(shown_in(path, files), first, "en").items
            offered = [each for each in items if each.label == name]
            assert offered, [each.label for each in items]
            assert offered[0].detail


# ---- what an author writes in an asset

RULES: dict[str, Any] = {
    "schemaVersion": 1,
    "resolution": {"kind": "dice-sum"},
    "sheet": {
        "version": 1,
        "lists": [
            {
                "id": "gear",
                "label": "持ち物 🎒",
                "columns": [
                    {"id": "name", "label": "名前", "type": "text", "required": True},
                    {"id": "kind", "label": "Kind", "type": "enum", "values": ["刃", "blunt"]},
                    {"id": "bulk", "label": "重さ", "type": "number", "min": 1, "max": 9},
                ],
            },
            {"id": "songs", "label": "Songs", "columns": [{"id": "title", "type": "text"}]},
        ],
    },
    "catalogs": [
        {"id": "shop", "label": "店", "feeds": ["gear"], "asset": "catalogs/shop.json"},
        {"id": "beasts", "label": "B", "holds": "creatures", "asset": "catalogs/beasts.json"},
    ],
    "items": {"lootTables": [{"id": "bag", "label": "Bag", "entries": []}]},
}


def offered(marked: str, path: str = "catalogs/shop.json", **rules: Any) -> list[str]:
    offset = marked.index(CURSOR)
    text = marked.replace(CURSOR, "")
    files = {MAIN: json.dumps({**RULES, **rules}, ensure_ascii=False), path: text}
    return [item.label for item in complete(shown_in(path, files), offset, "en").items]


def in_shop(entry: str) -> str:
    return f'{{"schemaVersion": 1, "catalog": "shop", "entries": [{{"id": "rope", {entry}}}]}}'


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ('"rows": [{"list": "‸"}]', ["gear"]),
        ('"rows": [{"list": "gear", "values": {‸}}]', ["name", "kind", "bulk"]),
        ('"rows": [{"list": "gear", "values": {"kind": "刃", ‸}}]', ["name", "bulk"]),
        ('"rows": [{"list": "gear", "values": {"kind": "刃", "b‸}}]', ["name", "bulk"]),
        ('"rows": [{"list": "gear", "values": {"kind": ‸}}]', ["刃", "blunt"]),
        ('"rows": [{"list": "gear", "values": {"kind": "‸', ["刃", "blunt"]),
    ],
)
def test_a_row_is_filled_in(entry: str, expected: list[str]) -> None:
    assert offered(in_shop(entry)) == expected


def test_a_catalog_that_is_only_begun() -> None:
    assert "entries" in offered('{"schemaVersion": 1, ‸}')
    assert offered('{"schemaVersion": 1, "catalog": "‸"}') == ["shop"]
    assert "gear" in offered('{"catalog": "shop", "entries": [{"rows": [{"list": "‸')


def test_an_entry_is_one_of_its_catalog() -> None:
    (rows,) = offered('{"catalog": "shop", "entries": [‸]}')
    assert "row" in rows.lower()
    path = "catalogs/beasts.json"
    found = offered('{"catalog": "beasts", "entries": [‸]}', path)
    assert found
    assert rows not in found


def test_the_ruleset_sees_the_entries_of_its_catalogs() -> None:
    rules: dict[str, Any] = json.loads(json.dumps(RULES))
    rules["catalogs"][0] = {"id": "shop", "holds": "items", "asset": "catalogs/shop.json"}
    rules["items"]["lootTables"][0]["entries"] = [{"item": CURSOR}]
    marked = json.dumps(rules, ensure_ascii=False)
    offset, text = marked.index(CURSOR), marked.replace(CURSOR, "")
    files = {MAIN: text, "catalogs/shop.json": in_shop('"label": "縄 🪢"')}
    (item,) = complete(shown_in(MAIN, files), offset, "en").items
    assert (item.label, item.detail) == ("shop/rope", "縄 🪢 (entry)")
    files = {**files, MAIN: text.replace('{"item": ""}', '{"item": "shop/rope"}')}
    at = files[MAIN].index("shop/rope") + 6
    found = hover(shown_in(MAIN, files), at, "ja")
    assert found is not None
    assert "catalogs/shop.json" in found.markdown


def test_a_catalog_without_its_ruleset() -> None:
    text = '{"catalog": "shop", "entries": [{"id": "a", "creature": {"actions": [{"id": "bite", '
    text += '"name": "噛む"}, {"id": "frenzy", "sequence": [{"action": "‸"}]}]}}]}'
    files = {"other.json": text.replace(CURSOR, "")}
    found = complete(shown_in("other.json", files), text.index(CURSOR), "en").items
    assert [item.label for item in found] == ["bite"]
    tier = text.replace('"actions"', '"tier": "weak", "actions"').replace(CURSOR, "")
    shown = hover(shown_in("other.json", {"other.json": tier}), tier.index("weak"), "en")
    assert shown is not None
    assert "There is no" not in shown.markdown


def test_the_outline_names_the_entries() -> None:
    files = {MAIN: json.dumps(RULES), "catalogs/shop.json": in_shop('"label": "縄 🪢"')}
    (entries,) = outline(shown_in("catalogs/shop.json", files), "en")
    assert [(item.name, item.detail) for item in entries.children] == [("rope", "縄 🪢")]
