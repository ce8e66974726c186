"""Catalogs in files of their own: judged as if they stood in their ruleset (R50)."""

from __future__ import annotations

from modwright.ide import navigation, rename, service
from modwright.ide.types import Refused
from modwright.text.edits import apply_edits
from tests.languages.ruleset.package_text import analysis, check, found, package
from tests.languages.ruleset.ruleset_text import ruleset

PATH = "catalogs/feats.json"
RULES = ruleset(
    '"sheet": {"version": 1, "lists": [{"id": "feats", "label": "Feats", "maxItems": 9, '
    '"columns": [{"id": "name", "label": "Name", "type": "text", "maxLength": 20}]}], '
    '"live": {"conditions": [{"id": "prone", "label": "Prone"}]}}, '
    '"catalogs": [{"id": "feats", "label": "Feats", "feeds": ["feats"], '
    '"asset": "catalogs/feats.json"}]'
)


def asset(entries: str, catalog: str = '"feats"') -> str:
    return f'{{"schemaVersion": 1, "catalog": {catalog}, "entries": [{entries}]}}'


def entry(rows: str = '{"list": "feats", "values": {"name": "灰 🌊"}}', more: str = "") -> str:
    return f'{{"id": "ash", "label": "Ash", "rows": [{rows}]{more}}}'


def test_names_resolve_in_the_ruleset() -> None:
    applies = ', "mechanics": {"kind": "debuff", "applies": [{"condition": "prone", '
    applies += '"duration": "instant"}]}'
    check(PATH, asset(entry(more=applies)), ruleset_json=RULES)
    text = asset(entry(more=applies.replace('"prone"', '«"prne"»')))
    check(PATH, text, "unresolved-reference", ruleset_json=RULES)


def test_entries_obey_the_rules_of_their_catalog() -> None:
    row = '{"list": "feats", "values": {"name": "灰 🌊", "level": 1}}'
    codes = {each.code for each in found(PATH, {"ruleset.json": RULES, PATH: asset(entry(row))})}
    assert codes == {"ruleset/unresolved-reference"}
    creature = asset('{"id": "ash", "label": "Ash", "creature": {}}')
    codes = {each.code for each in found(PATH, {"ruleset.json": RULES, PATH: creature})}
    assert "ruleset/catalog-entry" in codes


def test_an_id_twice() -> None:
    first = entry()
    later = first.replace('"id": "ash"', '"id": «"ash"»')
    check(PATH, asset(f"{first}, {later}"), "duplicate-id", ruleset_json=RULES)


def test_r50_the_file_is_read_for_the_catalog_of_its_name() -> None:
    other = RULES.replace(
        '"catalogs": [',
        '"catalogs": [{"id": "tricks", "label": "T", "feeds": ["feats"], "entries": []}, ',
    )
    text = asset("", '«"tricks"»')
    check(PATH, text, "catalog-entry", ruleset_json=other)
    missing = found("catalogs/lost.json", {"catalogs/lost.json": asset("", '"lost"')})
    assert [each.code for each in missing] == ["ruleset/unresolved-reference"]


def test_r50_a_misnamed_file_is_judged_as_what_it_is_read_for() -> None:
    row = '{"list": "feats", "values": {«"nam"»: "x"}}'
    text = asset(entry(row), '«"featz"»')
    check(PATH, text, "catalog-entry", "unresolved-reference", ruleset_json=RULES)


def test_a_file_of_a_catalog_that_has_its_entries_in_the_ruleset() -> None:
    """R50: either or; nothing in the file is there for anybody."""
    inline = RULES.replace('"asset": "catalogs/feats.json"', '"entries": []')
    row = '{"list": "feats", "values": {"nam": "x"}}'
    check(PATH, asset(entry(row), '«"feats"»'), "no-effect", ruleset_json=inline)
    wares = inline.replace(
        '"catalogs": [',
        '"items": {"categories": [{"id": "arms", "label": "A"}], "lootTables": [{"id": "low", '
        '"label": "Low", "entries": [{"item": "gear/ash"}]}]}, "catalogs": [{"id": "gear", '
        '"label": "G", "holds": "items", "entries": []}, ',
    )
    gear = asset('{"id": "ash", "label": "A", "item": {"category": "arms"}}', '"gear"')
    told = found("ruleset.json", {"ruleset.json": wares, "catalogs/gear.json": gear})
    assert "ruleset/unresolved-reference" in {each.code for each in told}


def test_a_ruleset_that_cannot_be_read_lacks_nothing() -> None:
    told = found(PATH, {PATH: asset(entry()), "ruleset.json": '{"schemaVersion": 1,'})
    assert [each.code for each in told] == []


def test_alone_it_is_held_to_its_structure_only() -> None:
    files = {"x-1.0.0.ruleset.json": RULES, "y-1.0.0.ruleset.json": RULES}
    text = asset('{"id": "Ash!", "label": "Ash"}')
    around = package({**files, "other.json": text})
    del around._files["ruleset.json"]  # pyright: ignore[reportPrivateUsage] - set up by hand
    from modwright.ide import service

    told = service.analyse_text("other.json", text, None, around)
    assert told is not None
    assert told.language.name == "ruleset-catalog"
    assert "ruleset/bad-identifier" in {each.code for each in told.findings}


def test_entries_of_an_asset_count_in_the_ruleset() -> None:
    items = ruleset(
        '"items": {"categories": [{"id": "arms", "label": "Arms"}], "lootTables": [{"id": "low", '
        '"label": "Low", "entries": [{"item": "gear/rope"}]}]}, '
        '"catalogs": [{"id": "gear", "label": "Gear", "holds": "items", '
        '"asset": "catalogs/gear.json"}]'
    )

    def unresolved(files: dict[str, str]) -> list[str]:
        every = found("ruleset.json", {"ruleset.json": items, **files})
        codes = ("ruleset/unresolved-reference", "ruleset/loot")
        return [items[each.start : each.end] for each in every if each.code in codes]

    rope = '{"id": "rope", "label": "Rope", "item": {"category": "arms"}}'
    assert unresolved({"catalogs/gear.json": asset(rope, '"gear"')}) == []
    assert unresolved({}) == []  # Nobody knows what is in a file that is not there.
    missing = unresolved({"catalogs/gear.json": asset(rope.replace("rope", "chain"), '"gear"')})
    assert missing == ["rope"] or missing == ['"gear/rope"']


def test_across_the_files() -> None:
    applies = ', "mechanics": {"kind": "debuff", "applies": [{"condition": "prone", '
    applies += '"duration": "instant"}]}'
    files = {"ruleset.json": RULES, PATH: asset(entry(more=applies))}
    of = analysis(PATH, files)
    (place,) = navigation.definition(of, files[PATH].index('"prone"') + 2, PATH)
    assert place.path == "ruleset.json"
    assert RULES[place.start : place.end] == "prone"
    back = analysis("ruleset.json", files)
    at = RULES.index('"prone"') + 1
    (use,) = navigation.references(back, at, False, "ruleset.json")
    assert use.path == PATH
    edits = rename.rename_in_files(back, at, "down", "en", "ruleset.json")
    assert not isinstance(edits, Refused)
    for each in edits:
        path = each.path or "ruleset.json"
        files[path] = apply_edits(files[path], each.edits)
    assert '"prone"' not in "".join(files.values())
    assert found(PATH, files) == []


def test_r5_a_ruleset_shared_by_itself_has_its_catalogs_inside() -> None:
    text = ruleset(
        '"sheet": {"version": 1, "lists": [{"id": "feats", "label": "技", "maxItems": 9, '
        '"columns": [{"id": "name", "label": "Name", "type": "boolean"}]}]}, '
        '"catalogs": [{"id": "feats", "label": "技 🌊", "feeds": ["feats"], '
        '"asset": "catalogs/feats.json"}]'
    )

    def told(path: str) -> list[str]:
        found = service.analyse_bytes(path, text.encode(), None, None)
        assert found is not None
        return [text[each.start : each.end] for each in found.findings if each.code == _ENTRY]

    assert told("rulesets/ash-tide.json") == ['"asset"']
    assert told("C:\\mods\\rulesets\\ash-tide.json") == ['"asset"']
    # A package, or a draft that may become one.
    assert told("ash-tide.json") == []
    assert told("rulesets/ash-tide/drafts/ash-tide.json") == []
    assert told("rulesets/ruleset.json") == []


_ENTRY = "ruleset/catalog-entry"
