"""Locale packs as their translators meet them (ruleset-format.md, L1-L6)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.findings.messages import render
from modwright.ide import completion, hover, navigation, rename
from modwright.ide.around import package_actions
from modwright.ide.fixes import edits_of
from modwright.ide.types import Refused
from modwright.languages import registry
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.around import RulesetFeatures
from modwright.languages.ruleset.locale_pages import translations
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from modwright.text.edits import apply_edits
from tests.languages.ruleset.package_text import (
    DISPLAYED,
    RULES,
    analysis,
    check,
    found,
    pack,
    package,
)
from tests.properties import inspection

RU = "locales/ru.json"


def codes(path: str, text: str, **files: str) -> list[str]:
    return [each.code for each in found(path, {**files, path: text})]


# ---- recognising


@pytest.mark.parametrize(
    ("path", "files", "language"),
    [
        ("locales/ru.json", ["ruleset.json"], "ruleset-locale"),
        ("locales/zh-Hans.json", ["ruleset.json"], "ruleset-locale"),
        ("locales/en.json", ["ruleset.json"], "ruleset-locale"),
        ("tide-1.0.0.pt-BR.json", ["tide-1.0.0.ruleset.json"], "ruleset-locale"),
        ("tide-1.0.0.ruleset.json", ["tide-1.0.0.ruleset.json"], "ruleset"),
        ("catalogs/spells.json", ["ruleset.json"], "ruleset-catalog"),
        ("manifest.json", ["ruleset.json"], "ruleset-manifest"),
        ("ruleset.json", ["ruleset.json"], "ruleset"),
        ("locales/no_code.json", ["ruleset.json"], None),
        ("locales/ru.json", ["tide-1.0.0.ruleset.json"], None),
        ("catalogs/spells.json", ["tide-1.0.0.ruleset.json"], None),
        ("other-1.0.0.ru.json", ["tide-1.0.0.ruleset.json"], None),
        ("tide-1.0.0.catalog.json", ["tide-1.0.0.ruleset.json"], None),
        ("tide-1.0.0.ru.json", ["ruleset.json"], None),
    ],
)
def test_told_by_what_lies_beside(path: str, files: list[str], language: str | None) -> None:
    around = package({**dict.fromkeys(files, "{}"), path: "{}"})
    if "ruleset.json" not in files:
        del around._files["ruleset.json"]  # pyright: ignore[reportPrivateUsage] - set up by hand
    told = registry.by_path(path, around)
    assert (told.name if told else None) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('{"_meta": {}, "ruleset": {}}', "ruleset-locale"),
        ('{"catalog": "x", "entries": []}', "ruleset-catalog"),
        ('{"capabilityApi": {}, "kind": ["ruleset"]}', "ruleset-manifest"),
        ('{"capabilityApi": {}, "kind": ["agent"]}', None),
        ('{"schemaVersion": 1, "sheet": {}}', "ruleset"),
        ('{"schemaVersion": 1}', None),
        ('{"_meta": {}}', None),
    ],
)
def test_told_by_what_is_in_it(text: str, language: str | None) -> None:
    told = registry.by_content(JsonDocument.parse(text).root)
    assert (told.name if told else None) == language


# ---- what is displayed


def test_every_label_of_the_schema_is_a_display_string() -> None:
    assert display.ruleset_shapes().unplaced == frozenset()
    assert list(display.strings_of(package({}), "ruleset.json").shown) == DISPLAYED


def test_a_value_with_a_label_is_shown_by_its_label_and_may_still_stand_in_a_pack() -> None:
    assert codes(RU, pack("ru", {"gm": "мастер"})) == []


# ---- findings


def test_l1_the_language_is_that_of_the_file_name() -> None:
    text = '{"_meta": {"locale": «"de"»}, "ruleset": ' + json.dumps(dict.fromkeys(DISPLAYED, "я"))
    (finding,) = check(RU, text + "}", "locale-mismatch")
    (edit,) = finding.fixes[0].edits
    assert edit.new_text == '"ru"'
    assert codes("locales/pt-BR.json", pack("pt-br", {})) == ["ruleset/locale-mismatch"]
    assert codes("locales/pt-BR.json", pack("pt-BR", {})) == []


@pytest.mark.parametrize("name", ["pt_BR", "日本語", "x", "ru.old", "pt-br"])
def test_l1_in_the_folder_of_packs_a_name_is_a_language(name: str) -> None:
    """L1: whatever the file is called, the pack says the same; `pt-br` is not `pt-BR`."""
    path = f"locales/{name}.json"
    assert codes(path, pack(name, {})) == []
    assert codes(path, pack("pt-BR", {})) == ["ruleset/locale-mismatch"]
    assert codes(path, pack("", {})) == ["ruleset/locale-mismatch"]


@pytest.mark.parametrize("text", ["[]", '"ru"', "5", "null"])
def test_l2_a_pack_is_an_object(text: str) -> None:
    assert codes(RU, text) == ["ruleset/locale-not-text"]


def test_l2_even_the_hint_for_editors_is_a_text() -> None:
    text = json.dumps({"$schema": 5, **json.loads(pack("ru", {}))})
    assert codes(RU, text) == ["ruleset/locale-not-text"]


def test_l2_other_keys_and_values_that_are_no_text() -> None:
    texts = json.dumps(dict.fromkeys(DISPLAYED[1:], "я"))[1:]
    check(
        RU,
        '{"_meta": {"locale": "ru"}, «"rulset"»: {}, "package": {"name": «7»}, "ruleset": {'
        f"{json.dumps(DISPLAYED[0])}: «null», {texts}" + "}",
        "locale-unknown-key",
        "locale-not-text",
        "locale-not-text",
    )


def test_l3_what_is_empty_is_untranslated() -> None:
    text = pack("ru", {"Prone": ""}).replace('"Prone": ""', '"Prone": «""»')
    check(RU, text, "locale-untranslated")


def test_l3_what_is_missing_is_told_once_with_its_number() -> None:
    (finding,) = check(
        RU,
        '{"_meta": {"locale": "ru"}, «"ruleset"»: {"Prone": "Лежащий"}}',
        "locale-untranslated",
    )
    assert render(finding.message, "en").startswith(f"10 of {len(DISPLAYED)} display strings")


def test_l3_a_pack_without_translations_says_so_but_the_english_blurb_does_not() -> None:
    assert codes(RU, '{"_meta": {"locale": "ru"}}') == ["ruleset/locale-untranslated"]
    blurb = '{"_meta": {"locale": "en"}, "package": {"name": "Ash Tide"}}'
    assert codes("locales/en.json", blurb) == []


def test_l3_a_key_that_nothing_displays_and_what_was_meant() -> None:
    wrong = json.loads(pack("ru", {}))
    del wrong["ruleset"]["Brawn"]
    text = json.dumps(wrong, ensure_ascii=False).replace(
        '"ruleset": {', '"ruleset": {"Brwan": "Сила", '
    )
    of = analysis(RU, {RU: text})
    unused = next(each for each in of.findings if each.code == "ruleset/locale-unused")
    mended = apply_edits(text, edits_of(unused.fixes[0], of))
    assert codes(RU, mended) == []
    removed = apply_edits(text, edits_of(unused.fixes[-1], of))
    assert "Brwan" not in removed


def test_l3_nothing_is_unused_where_not_all_catalogs_are_there() -> None:
    """A published ruleset has its catalogs elsewhere: what they show is not known."""
    catalog = '{"id": "tricks", "label": "Prone", "asset": "catalogs/tricks.json"}'
    rules = RULES[:-1] + f', "catalogs": [{catalog}]}}'
    text = pack("ru", {"Fire Bolt": "火"})
    asset = '{"schemaVersion": 1, "catalog": "tricks", "entries": []}'
    assert "ruleset/locale-unused" not in codes(RU, text, **{"ruleset.json": rules})
    whole = {"ruleset.json": rules, "catalogs/tricks.json": asset}
    assert "ruleset/locale-unused" in codes(RU, text, **whole)


def test_l6_there_is_no_pack_for_english() -> None:
    text = '{"_meta": {"locale": "en"}, «"ruleset"»: {"Prone": "Prone"}}'
    check("locales/en.json", text, "locale-english")
    names = {"t-1.0.0.ruleset.json": RULES, "t-1.0.0.en.json": '{"_meta": {"locale": "en"}}'}
    assert [each.code for each in found("t-1.0.0.en.json", names)] == ["ruleset/locale-english"]


def test_one_string_for_two_things() -> None:
    rules = RULES.replace('"label": "Prone"', '"label": "Brawn"')
    text = json.dumps({"_meta": {"locale": "ru"}, "ruleset": {"Brawn": "Сила"}})
    ambiguous = [
        each
        for each in found(RU, {RU: text, "ruleset.json": rules})
        if each.code == "ruleset/locale-ambiguous"
    ]
    (told,) = ambiguous
    assert text[told.start : told.end] == '"Brawn"'
    assert [(each.path, rules[each.start : each.end]) for each in told.related] == [
        ("ruleset.json", '"Brawn"'),
        ("ruleset.json", '"Brawn"'),
    ]
    there = [
        each
        for each in found("ruleset.json", {RU: text, "ruleset.json": rules})
        if each.code == "ruleset/locale-ambiguous"
    ]
    assert [each.start for each in there] == [rules.rindex('"Brawn"')]
    alone = found("ruleset.json", {"ruleset.json": rules})
    assert "ruleset/locale-ambiguous" not in {each.code for each in alone}


def test_packs_of_published_rulesets_belong_to_their_own() -> None:
    files = {
        "a-1.0.0.ruleset.json": RULES,
        "b-2.0.0.ruleset.json": RULES.replace("Brawn", "Muscle"),
        "a-1.0.0.ru.json": pack("ru", {}),
        "b-2.0.0.ru.json": pack("ru", {}),
    }
    around = package(files)
    assert family.ruleset_of(around, "b-2.0.0.ru.json") == "b-2.0.0.ruleset.json"
    assert [each.code for each in found("a-1.0.0.ru.json", files)] == []
    assert {each.code for each in found("b-2.0.0.ru.json", files)} == {
        "ruleset/locale-unused",
        "ruleset/locale-untranslated",
    }


# ---- features


def test_completion_offers_what_is_left_to_translate() -> None:
    text = '{"_meta": {"locale": "ru"}, "ruleset": {"Prone": "Лежащий", }}'
    items = completion.complete(analysis(RU, {RU: text}), text.rindex("}}"), "en").items
    assert [item.label for item in items] == [each for each in DISPLAYED if each != "Prone"]
    assert items[6].label == "BRN"
    assert items[6].detail == "ability"
    assert items[6].plain_text == '"BRN": ""'


def test_hover_shows_where_the_english_stands() -> None:
    text = pack("ru", {})
    shown = hover.hover(analysis(RU, {RU: text}), text.index('"Prone"') + 2, "en")
    assert shown is not None
    assert "condition `prone`, ruleset.json, line 1" in shown.markdown
    meta = hover.hover(analysis(RU, {RU: text}), text.index('"locale"') + 2, "ja")
    assert meta is not None
    assert "言語" in meta.markdown


def test_hover_of_a_key_shows_the_other_languages() -> None:
    files = {RU: pack("ru", {"Prone": "Лежащий"}), "locales/ja.json": pack("ja", {"Prone": "伏せ"})}
    shown = hover.hover(analysis(RU, files), files[RU].index('"Prone"') + 2, "en")
    assert shown is not None
    assert "- ja: 伏せ" in shown.markdown
    assert "ru:" not in shown.markdown


def test_hover_of_a_key_that_matches_nothing_knows_the_nearest() -> None:
    text = pack("ru", {"Pron": "x"})
    shown = hover.hover(analysis(RU, {RU: text}), text.index('"Pron"') + 2, "en")
    assert shown is not None
    assert "`Prone`" in shown.markdown


def test_the_direction_of_the_language_comes_first() -> None:
    for language, first in (("ru", "ltr"), ("ar", "rtl")):
        path = f"locales/{language}.json"
        text = f'{{"_meta": {{"locale": "{language}", "direction": ""}}}}'
        at = text.index('"direction": "') + len('"direction": "')
        items = completion.complete(analysis(path, {path: text}), at, "en").items
        assert items[0].label == first
        assert len(items) == 2


def test_from_a_key_to_the_string_and_back() -> None:
    files = {RU: pack("ru", {}), "locales/ja.json": pack("ja", {})}
    of = analysis(RU, files)
    (place,) = navigation.definition(of, files[RU].index("Prone") + 1, RU)
    assert place.path == "ruleset.json"
    assert RULES[place.start : place.end] == "Prone"
    back = analysis("ruleset.json", files)
    places = navigation.references(back, RULES.index("Prone") + 1, False, "ruleset.json")
    assert [each.path for each in places] == ["locales/ja.json", RU]


def test_renaming_a_display_string_moves_the_keys() -> None:
    files = {RU: pack("ru", {}), "locales/ja.json": pack("ja", {})}
    of = analysis("ruleset.json", files)
    edits = rename.rename_in_files(
        of, RULES.index("Prone") + 1, 'On "all" fours', "en", "ruleset.json"
    )
    assert not isinstance(edits, Refused)
    texts = {"ruleset.json": RULES, **files}
    for each in edits:
        path = each.path or "ruleset.json"
        texts[path] = apply_edits(texts[path], each.edits)
    assert 'On "all" fours' in json.loads(texts[RU])["ruleset"]
    assert "Prone" not in "".join(texts.values())
    assert [each.code for each in found(RU, texts)] == []
    refused = rename.rename_in_files(of, RULES.index("Prone") + 1, "a [b]", "en", "ruleset.json")
    assert isinstance(refused, Refused)


def test_completing_a_pack() -> None:
    for text in (
        '{"_meta": {"locale": "ru"},\n  "ruleset": {\n    "Prone": "Лежащий"\n  }}',
        '{"_meta": {"locale": "ru"}, "ruleset": {}}',
        '{"_meta": {"locale": "ru"}}',
    ):
        of = analysis(RU, {RU: text})
        at = max(text.find('"ruleset"'), 0)
        (action,) = package_actions(of, at, at, "en", RU)
        assert action.finding_code == "ruleset/locale-untranslated"
        mended = apply_edits(text, action.edits[None])
        assert set(json.loads(mended)["ruleset"]) == set(DISPLAYED)
        assert "ruleset/locale-unused" not in codes(RU, mended)


def test_making_a_pack_from_the_ruleset() -> None:
    of = analysis("ruleset.json", {"locales/ja.json": pack("ja", {})})
    made = {
        path: text
        for action in package_actions(of, 0, 0, "ar", "ruleset.json")
        for path, text in action.creates.items()
    }
    assert "locales/ja.json" not in made
    assert "locales/en.json" not in made
    new = json.loads(made["locales/ar.json"])
    assert new["_meta"] == {"locale": "ar", "direction": "rtl"}
    assert list(new["ruleset"]) == DISPLAYED
    assert set(codes("locales/ar.json", made["locales/ar.json"])) == {"ruleset/locale-untranslated"}
    files = {"t-1.0.0.ruleset.json": RULES}
    of = analysis("t-1.0.0.ruleset.json", files)
    actions = package_actions(of, 0, 0, "ja", "t-1.0.0.ruleset.json")
    assert "t-1.0.0.ja.json" in actions[0].creates


def test_translations_for_hovers() -> None:
    around = package(
        {RU: pack("ru", {"Prone": "Лежащий"}), "locales/ja.json": pack("ja", {"Prone": ""})}
    )
    assert translations(around, "Prone", "ruleset.json") == [("ru", "Лежащий")]


@pytest.mark.parametrize("place", ['"prone"', '"Prone"'])
def test_a_hover_shows_the_translations_of_an_id_and_of_its_label(place: str) -> None:
    around = package({RU: pack("ru", {"Prone": "Лежащий"})})
    tree, offset = JsonDocument.parse(RULES), RULES.index(place) + 2
    shown = RulesetFeatures().describe(tree, offset, "en", around, "ruleset.json")
    assert shown is not None
    assert shown.markdown.endswith("- ru: Лежащий")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_strings_after_an_edit_are_those_of_the_new_text(data: st.DataObject) -> None:
    tree = JsonDocument.parse(RULES)
    display.strings_in(root_of(tree))
    for _ in range(3):
        start = data.draw(st.integers(0, len(tree.text)))
        end = data.draw(st.integers(start, min(start + 12, len(tree.text))))
        new = data.draw(st.sampled_from(["", "Prone", '"', "灰🌊", "label", '"label": "x", ', "}"]))
        text = tree.text[:start] + new + tree.text[end:]
        tree = tree.edited(text, start, end, start + len(new))
        fresh = JsonDocument.parse(text)
        # That edited trees equal fresh ones is the parser's to hold (tests/properties).
        if isinstance(tree.root, Object) and inspection.tree(tree.root) == inspection.tree(
            fresh.root
        ):
            assert display.strings_in(root_of(tree)) == display.strings_in(root_of(fresh))


def root_of(tree: JsonDocument) -> Object:
    assert isinstance(tree.root, Object)
    return tree.root


def test_every_string_of_a_ruleset_with_packs_is_a_name_of_its_place() -> None:
    of = analysis("ruleset.json", {RU: pack("ru", {})})
    around = of.language.around
    assert of.document is not None
    assert around is not None
    shown = {
        placed.name.text
        for placed in around.names(of.document, "ruleset.json", of.package)
        if placed.path is None and RULES[placed.name.start : placed.name.end] == placed.name.text
    }
    assert shown >= set(DISPLAYED) - {"灰の潮 🌊"}
