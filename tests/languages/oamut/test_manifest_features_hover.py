"""Hover and outline of a manifest."""

from __future__ import annotations

import pytest

from modwright.languages.oamut import grammar
from modwright.languages.oamut.manifest_language import OamutManifest
from modwright.languages.results import OutlineItem
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_cursor import description, hover, library, split


def test_a_key_says_what_it_is_and_what_it_holds() -> None:
    assert hover("i‸d: 雪") == (
        "**Mutator id** (key `id`)\n\n"
        "The mutator's id in kebab case, 1 to 32 bytes. "
        "It is also the name of its folder in the library.\n\n"
        "- Type: text\n- Length: 1 to 32 bytes\n- Required"
    )
    assert hover("ta‸gs: []", "ja").startswith("**タグ**（キー `tags`）\n\n")
    assert "- 個数：1～4\n- 省略可" in hover("ta‸gs: []", "ja")
    assert "- Default: `mutator.lua`" in hover("ent‸ry: a.lua")
    assert "- Always `1`" in hover("oa‸mut: 1")
    assert "- Range: 1 to 65535" in hover("packaging:\n  rev‸ision: 3")


@pytest.mark.parametrize("marked", ["na‸me: a", "con‸flicts: []", "author:\n  em‸ail: a@b"])
def test_a_key_that_the_seed_does_not_name_is_unconfirmed(marked: str) -> None:
    assert ", unconfirmed)" in hover(marked)
    assert "、未確認）" in hover(marked, "ja")


def test_a_key_that_the_seed_names_is_confirmed() -> None:
    assert "unconfirmed" not in hover("lay‸ers: []")


def test_the_list_of_layers_says_what_each_of_them_does() -> None:
    shown = hover("lay‸ers: []")

    assert all(f"- `{name}`: " in shown for name in grammar.layers())


@pytest.mark.parametrize("marked", ["‸oamut: 1", "oamut‸: 1", "oamut: ‸1", "oamut: 1‸"])
def test_both_ends_of_a_scalar_touch_it(marked: str) -> None:
    found = description(marked)
    assert found is not None

    assert split(marked)[0][found.start : found.end] in ("oamut", "1")


@pytest.mark.parametrize(
    "marked", ["# ‸", "oamut:‸  1", "mo‸on: 1", "tags: [‸ ]", "‸", "tags:\n  -‸"]
)
def test_nothing_is_said_of_nothing(marked: str) -> None:
    assert description(marked) is None


def test_a_tag_has_a_label_in_both_languages_and_a_provisional_list() -> None:
    assert hover("tags: [f‸un]").startswith("**Just for fun** (tag `fun`)")
    assert "provisional" in hover("tags: [f‸un]")
    assert hover("tags:\n  - f‸un", "ja").startswith("**お楽しみ**（タグ `fun`）")
    assert "暫定" in hover("tags: [f‸un]", "ja")


def test_an_unknown_tag_says_that_it_is_shown_as_written() -> None:
    assert hover("tags: [sn‸ow]").startswith("Tag `snow`: shown as it is written")


def test_layers_and_types_say_what_they_allow() -> None:
    assert hover("layers: [ru‸les]").startswith("**Layer** `rules`\n\nApplies rules")
    assert hover("layers: [ru‸les]", "ja").startswith("**レイヤー** `rules`\n\nレコード")
    assert "oops" not in hover("layers: [oo‸ps]")
    assert hover("options:\n  - id: a\n    type: tog‸gle").startswith("**Option type** `toggle`")


@pytest.mark.parametrize(
    ("marked", "locale", "words"),
    [
        ('requires: {engine: ">=0‸.8.0, <0.9.0"}', "en", "0.8.0 or later and before 0.9.0"),
        ('requires: {engine: ">=0‸.8.0, <0.9.0"}', "ja", "0.8.0 以降、0.9.0 より前"),
        ("requires:\n  engine: >=0‸.8.0", "en", "0.8.0 or later"),
        ("requires:\n  engine: '=1‸.2.3'", "en", "exactly 1.2.3"),
    ],
)
def test_a_range_is_read_out(marked: str, locale: str, words: str) -> None:
    assert words in hover(marked, locale).splitlines()[0]


def test_a_range_without_versions_says_so() -> None:
    assert "There is no such version." in hover("requires: {engine: '>=2‸.0.0, <1.0.0'}")


def test_a_broken_range_says_what_belongs_there() -> None:
    assert hover("requires: {engine: '^1‸.0'}").startswith("**Engine versions**")


def test_mods_are_explained() -> None:
    assert "every MOD and the base game" in hover('works-with: "‸*"')
    assert "every MOD and the base game" in hover("works-with: [‸*]")
    assert "ベースゲーム" in hover("works-with: [ta‸-3.1c]", "ja")
    assert "`total-war`" in hover("works-with: [total‸-war]")


def test_a_mutator_of_the_workspace_is_introduced() -> None:
    package = library()[0]
    shown = hover("requires: {mutators: [long‸-winter]}", "ja", package)

    assert shown == (
        "**長い冬**（ミューテータ `long-winter`）\n\n"
        "- バージョン `2.0.0`\n- レイヤー：`files`、`rules`\n- オプション：`snow`"
    )
    assert "none of the packages" in hover("conflicts: [go‸ne]", "en", package)
    assert hover("conflicts: [go‸ne]").startswith("**Conflicts**")


OPTIONS = """\
options:
  - id: spe‸ed
    type: number
    min: 0
    max: 1.50
    step: 0.1
    default: 0.3
"""


def test_an_option_says_how_scripts_read_it() -> None:
    assert hover(OPTIONS) == (
        "Option `speed`\n\n"
        "- Type: `number`\n- Range: 0 to 1.50\n- Step: 0.1\n- Default: `0.3`\n\n"
        "Scripts read it as `ctx.options.speed`."
    )


def test_the_words_of_a_choice_are_shown_with_its_values() -> None:
    marked = (
        "options:\n  - id: mo‸de\n    type: choice\n    values: [slow, fast]\n"
        "    labels: {slow: 遅い}\n    default: slow\n"
    )

    assert "- 値：`slow`（遅い）、`fast`\n- 既定値：`slow`" in hover(marked, "ja")


def test_a_key_of_an_option_is_that_of_its_type() -> None:
    option = "options:\n  - id: a\n    type: {}\n    def‸ault: 1"

    assert "`true` or `false`" in hover(option.format("toggle"))
    assert "One of the values" in hover(option.format("choice"))
    assert "As long as the player" not in hover(option.format("number"))


# ---- outline


def outline(text: str, locale: str = "en") -> list[OutlineItem]:
    return OamutManifest().outline(YamlDocument.parse(text), locale)


def test_the_outline_has_the_keys_with_what_they_say() -> None:
    text = "oamut: 1\nname: 雪 ❄\ntags: [a, b]\nrequires:\n  engine: '>=1.0.0'\nicon:\n"
    items = outline(text)

    assert [(item.name, item.detail) for item in items] == [
        ("oamut", "1"),
        ("name", "雪 ❄"),
        ("tags", "a, b"),
        ("requires", ""),
        ("icon", ""),
    ]
    assert [(item.name, item.detail) for item in items[3].children] == [("engine", ">=1.0.0")]
    assert [text[item.name_start : item.name_end] for item in items] == [i.name for i in items]


def test_options_stand_in_the_outline_by_their_ids() -> None:
    text = (
        "options:\n  - id: speed\n    type: toggle\n    default: true\n"
        "  - type: number\n  - plain\nid: a\n"
    )
    options = outline(text, "ja")[0]

    assert [(item.name, item.detail) for item in options.children] == [
        ("speed", "toggle = true"),
        ("（id なし）", "number"),
    ]
    first = options.children[0]
    assert text[first.start : first.end].endswith("default: true")
    assert text[first.name_start : first.name_end] == "speed"


@pytest.mark.parametrize("text", ["", "oam", "- a\n- b", "# 雪"])
def test_what_is_no_manifest_has_no_outline(text: str) -> None:
    assert outline(text) == []


def test_one_broken_line_leaves_the_rest_in_the_outline() -> None:
    assert [item.name for item in outline('id: a\nentry: "mu\nicon: i.png\n')] == [
        "id",
        "entry",
        "icon",
    ]
