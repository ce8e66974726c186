"""Completion while a manifest is being typed: what is offered, and what the text is then."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.languages.oamut import grammar
from modwright.languages.oamut.manifest_findings import manifest_findings
from modwright.languages.package import DictPackage
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_cursor import (
    AROUND,
    labels,
    library,
    proposal,
    proposals,
    split,
    taken,
)
from tests.languages.oamut.manifest_text import faults_of, manifest

NEW = """\
oamut: 1
id: fast-factories
version: "1.0.0"
name: "My mutator"
works-with: "*"
layers: []"""


# ---- a new manifest


@pytest.mark.parametrize("marked", ["‸", "\n‸", "oam‸", "# 新しい\n‸", "---\n‸"])
def test_an_empty_manifest_can_be_written_as_a_whole(marked: str) -> None:
    before = split(marked)[0].removesuffix("oam")

    assert taken(marked, "New manifest") == before + NEW


def test_a_whole_manifest_has_nothing_wrong_with_it() -> None:
    document = YamlDocument.parse(taken("‸", "New manifest"))

    assert list(faults_of(document)) == []
    assert manifest_findings(document, library()[0]) == []


def test_a_folder_whose_name_is_no_id_is_not_the_id() -> None:
    package = DictPackage("俺の Mutator", {"oamut.yaml": ""})

    assert "id: my-mutator" in taken("‸", "New manifest", package)
    assert labels("id: ‸", package) == []


def test_a_manifest_that_has_begun_is_not_written_anew() -> None:
    assert "New manifest" not in labels("oamut: 1\n‸")


def test_in_japanese_a_new_manifest_is_called_so() -> None:
    first = proposals("‸", "ja")[0]

    assert first.label == "新しいマニフェスト"
    assert 'name: "わたしのミューテータ"' in first.plain_text


# ---- keys


def test_the_required_keys_come_first() -> None:
    assert labels("oamut: 1\n‸")[:3] == ["id", "version", "name"]
    assert labels("author:\n  ‸") == ["name", "email"]
    assert labels("options:\n  - id: a\n    ‸")[:2] == ["type", "default"]


def test_a_required_key_says_so() -> None:
    assert proposals("oamut: 1\n‸")[0].detail == "Mutator id (required)"
    assert proposals("oamut: 1\n‸", "ja")[0].detail == "ミューテータの ID（必須）"


def test_keys_that_stand_there_are_not_offered() -> None:
    assert not {"id", "oamut"} & set(labels("oamut: 1\nid: a\n‸"))
    assert labels("requires:\n  engine: '>=1.0.0'\n  ‸\nid: a") == ["mutators"]


@pytest.mark.parametrize(
    ("marked", "label", "text"),
    [
        ("oamut: 1\nver‸\nid: a\n", "version", 'oamut: 1\nversion: "1.0.0"\nid: a\n'),
        ("oamut: 1\r\nver‸\r\nid: a\r\n", "version", 'oamut: 1\r\nversion: "1.0.0"\r\nid: a\r\n'),
        ("oamut: 1\nid‸", "id", "oamut: 1\nid: fast-factories"),
        ("id: a\nau‸", "author", "id: a\nauthor:\n  name: someone"),
        ("id: a\nreq‸", "requires", "id: a\nrequires:\n  "),
        ("id: a\nopt‸", "options", "id: a\noptions:\n  - "),
        ("id: a\nta‸", "tags", "id: a\ntags: []"),
        ("id: 名前\nna‸", "name", 'id: 名前\nname: ""'),
        ("requires:\n  en‸", "engine", 'requires:\n  engine: ">=0.8.0"'),
        ("requires: ‸\nid: a", "engine", 'requires:\n  engine: ">=0.8.0"\nid: a'),
        ("requires:‸\nid: a", "mutators", "requires:\n  mutators: []\nid: a"),
        ("requires: {‸}", "engine", 'requires: {engine: ">=0.8.0"}'),
        ("author: {name: あ, e‸}", "email", "author: {name: あ, email: }"),
        ("\ufeffid‸", "id", "\ufeffid: fast-factories"),
    ],
)
def test_a_key_brings_its_value(marked: str, label: str, text: str) -> None:
    assert taken(marked, label) == text


@pytest.mark.parametrize(
    ("marked", "label", "text"),
    [
        ("ver‸: '1'", "version", "version: '1'"),
        ("‸: '1'\nid: a", "version", "version: '1'\nid: a"),
        ("\"ve‸\": '1'", "version", "\"version\": '1'"),
        ('ver‸sion "1"', "version", 'version: "1"'),
        ("options:\n  - id: a\n    ty‸: toggle", "type", "options:\n  - id: a\n    type: toggle"),
    ],
)
def test_a_key_whose_value_stands_there_is_only_renamed(marked: str, label: str, text: str) -> None:
    assert taken(marked, label) == text


def test_a_line_too_far_to_the_right_moves_to_the_keys_around_it() -> None:
    marked = "id: a\ndescription: 速い工場\n    ‸\nversion: '1'\n"

    assert "options" in labels(marked)
    assert taken(marked, "tags") == "id: a\ndescription: 速い工場\ntags: []\nversion: '1'\n"


def test_a_line_in_the_middle_of_a_list_stays_in_it() -> None:
    marked = "options:\n  - {id: a}\n‸\n  - {id: b}\n"

    text = taken(marked, "New option: toggle")

    assert text == (
        "options:\n  - {id: a}\n"
        "  - id: my_option\n    type: toggle\n    default: false\n"
        "  - {id: b}\n"
    )


@pytest.mark.parametrize(
    "marked",
    [
        "# ‸",
        "id: a # ‸",
        "name: 速い ‸",
        "author: ‸\n  name: a",
        "id: a\r‸\nversion: '1'",
        'version ‸"1"',
        "moon: ‸",
        "moon: [‸]",
    ],
)
def test_nothing_is_offered_where_nothing_belongs(marked: str) -> None:
    assert labels(marked) == []


# ---- options


@pytest.mark.parametrize("kind", list(grammar.option_types()))
@pytest.mark.parametrize(
    "marked", ["options:\n  - ‸\n", "options:\n  ‸\n", "options: ‸\n", "options:\n- ‸\n"]
)
def test_a_whole_option_of_each_type_is_sound(kind: str, marked: str) -> None:
    text = manifest(taken(marked, f"New option: {kind}"))
    document = YamlDocument.parse(text)

    assert list(faults_of(document)) == []
    assert manifest_findings(document, None) == []


def test_an_option_is_laid_out_below_its_list() -> None:
    expected = (
        "options:\r\n  - id: my_option\r\n    type: number\r\n    min: 0\r\n    max: 10\r\n"
        "    step: 1\r\n    default: 0"
    )

    assert taken("options:\r\n  - ‸", "New option: number") == expected
    assert taken("options:\r\n  -‸", "New option: number") == expected
    assert taken("options:\r\n  ‸", "New option: number") == expected


def test_a_second_option_has_an_id_of_its_own() -> None:
    marked = "options:\n  - {id: my_option}\n  - {id: my_option_2}\n  - ‸"

    assert "id: my_option_3" in taken(marked, "New option: toggle")


def test_an_option_has_the_keys_of_its_type() -> None:
    option = "options:\n  - id: a\n    type: {}\n    ‸"

    assert labels(option.format("toggle")) == ["default"]
    assert labels(option.format("choice")) == ["values", "default", "labels"]
    assert labels(option.format("number")) == ["min", "max", "step", "default"]


@pytest.mark.parametrize(
    ("option", "defaults"),
    [
        ("type: toggle", ["false", "true"]),
        ("type: choice\n    values: [slow, 1.50, 速い, yes]", ["slow", "1.50", "速い", "yes"]),
        ("type: number\n    min: 0.5\n    max: 2\n    step: 0.5", ["0.5", "2"]),
        ("min: 1", []),
    ],
)
def test_the_default_is_one_of_what_the_option_can_be(option: str, defaults: list[str]) -> None:
    assert labels(f"options:\n  - id: a\n    {option}\n    default: ‸") == defaults


def test_a_default_key_brings_a_value_of_the_choice() -> None:
    marked = "options:\n  - id: a\n    type: choice\n    values: [slow, fast]\n    def‸"

    assert taken(marked, "default").endswith("    default: slow")


def test_a_number_is_written_without_the_quotes_that_were_begun() -> None:
    marked = 'options:\n  - type: toggle\n    default: "fa‸"'

    assert taken(marked, "false") == "options:\n  - type: toggle\n    default: false"


def test_labels_belong_to_the_values() -> None:
    marked = (
        "options:\n  - id: a\n    type: choice\n    values: [slow, 1, 0.5]\n"
        "    labels:\n      slow: 遅い\n      ‸"
    )

    assert labels(marked) == ["1", "0.5"]
    assert taken(marked, "1").endswith('      1: ""')
    assert taken(marked, "0.5").endswith('      "0.5": ""')


# ---- values


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("tags: ‸", "tags: [balance]"),
        ("tags:‸", "tags: [balance]"),
        ("tags: ba‸\nid: a", "tags: [balance]\nid: a"),
        ("tags: [‸]", "tags: [balance]"),
        ("tags: [fun, ‸]", "tags: [fun, balance]"),
        ("tags: [‸, fun]", "tags: [balance, fun]"),
        ("tags: [fun, ‸\nid: a", "tags: [fun, balance\nid: a"),
        ('tags: ["‸"]', 'tags: ["balance"]'),
        ('tags: ["ba‸, fun]', 'tags: ["balance", fun]'),
        ("tags: ['‸', fun]", "tags: ['balance', fun]"),
        ("tags:\n  - ‸", "tags:\n  - balance"),
        ("tags:\n  -‸\n  - fun", "tags:\n  - balance\n  - fun"),
        ("tags:\n  - fun\n  ba‸\nid: a", "tags:\n  - fun\n  - balance\nid: a"),
        ("tags:\n  ‸", "tags:\n  - balance"),
        ("tags:\r\n- fun\r\n- b‸\r\n", "tags:\r\n- fun\r\n- balance\r\n"),
        ("tags: [\n  fun,\n  ‸\n]", "tags: [\n  fun,\n  balance\n]"),
    ],
)
def test_a_tag_goes_where_the_list_has_got_to(marked: str, text: str) -> None:
    assert taken(marked, "balance") == text


def test_what_is_matched_begins_as_the_text_does() -> None:
    assert proposal('tags: ["ba‸"]', "balance").filter_text.startswith('"ba')
    assert proposal("tags: [ba‸]", "balance").filter_text == "balance"


def test_tags_have_labels_and_are_offered_once() -> None:
    found = proposals("tags: [fun, ‸, ai]", "ja")

    assert [each.label for each in found] == [
        name for name in grammar.tags() if name not in ("fun", "ai")
    ]
    assert found[0].detail == "バランス"


def test_layers_that_are_declared_are_not_offered_again() -> None:
    assert labels("layers: [files, ‸]") == [name for name in grammar.layers() if name != "files"]
    assert "rules" not in labels("layers:\n- rules\n- ‸\n")


def test_types_and_the_format_are_offered() -> None:
    assert labels("options:\n  - id: a\n    type: ‸") == list(grammar.option_types())
    assert taken("oamut: ‸", "1") == "oamut: 1"


def test_what_has_to_stand_in_quotes_gets_them() -> None:
    assert taken("version: ‸", "1.0.0") == 'version: "1.0.0"'
    assert taken("requires:\n  engine: ‸", ">=0.8.0") == 'requires:\n  engine: ">=0.8.0"'
    assert taken("requires:\n  engine: >=‸", ">=0.8.0") == 'requires:\n  engine: ">=0.8.0"'
    assert taken("requires:\n  engine: '‸", ">=0.8.0") == "requires:\n  engine: '>=0.8.0'"


def test_the_star_is_every_mod() -> None:
    assert labels("works-with: ‸") == ['"*"', "ta-3.1c", "total-war"]
    assert taken("works-with: ‸", '"*"') == 'works-with: "*"'
    assert taken("works-with: *‸", '"*"') == 'works-with: "*"'
    assert taken("works-with: [*‸]", '"*"') == 'works-with: ["*"]'
    assert taken("works-with: ‸", "ta-3.1c") == "works-with: [ta-3.1c]"
    assert taken("works-with:\n  - ‸", "total-war") == "works-with:\n  - total-war"


def test_the_entry_is_a_script_beside_the_manifest() -> None:
    assert labels("entry: ‸") == ["mutator.lua", "two words.lua", "別の入口.lua"]
    assert taken("entry: ‸", "別の入口.lua") == "entry: 別の入口.lua"
    assert taken("entry: 'mu‸'", "mutator.lua") == "entry: 'mutator.lua'"
    assert taken("entry: ‸", "two words.lua") == 'entry: "two words.lua"'


def test_the_icon_is_a_png_anywhere() -> None:
    assert labels("icon: ‸") == ["files/art/雪.PNG", "icon.png"]
    assert taken('icon: "‸', "icon.png") == 'icon: "icon.png"'


def test_mutators_of_the_workspace_are_offered_but_not_this_one() -> None:
    found = proposals("id: fast-factories\nrequires:\n  mutators: [‸]")

    assert [(each.label, each.detail) for each in found] == [("long-winter", "長い冬")]
    assert "Layers: `files`, `rules`" in found[0].documentation


def test_a_mutator_that_is_required_is_no_conflict() -> None:
    assert labels("requires:\n  mutators: [long-winter]\nconflicts: [‸]") == []
    assert labels("conflicts: [long-‸winter]") == ["long-winter"]


def test_without_a_package_the_grammar_is_enough() -> None:
    text, offset = split("tags: [‸]")
    found = AROUND.complete(YamlDocument.parse(text), offset, "en", None)

    assert [each.label for each in found] == list(grammar.tags())
    assert list(AROUND.complete(YamlDocument.parse("entry: "), 7, "en", None)) == []


# ---- any place of any manifest

WHOLE = """\
# 名前
oamut: 1
id: fast-factories
version: "1.0.0"
works-with: [ta-3.1c, "*"]
requires:
  engine: ">=0.8.0, <0.9.0"
  mutators: [long-winter]
author: {name: "あ 😀", email: a@b}
tags:
  - fun
  - odd
layers: [rules]

options:
  - id: speed
    type: number
    min: 0
    default: 0.3

  - id: mode
    type: choice
    values: [a, b]
    labels:
      a: "遅い"
    default: a
"""


@settings(max_examples=60, deadline=None)
@given(
    st.integers(min_value=0, max_value=len(WHOLE)),
    st.integers(min_value=0, max_value=40),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_sound_manifest_stays_readable_whatever_is_taken(
    offset: int, choice: int, line_break: str
) -> None:
    marked = f"{WHOLE[:offset]}‸{WHOLE[offset:]}".replace("\n", line_break)
    found = proposals(marked)
    if not found:
        return
    text = taken(marked, found[choice % len(found)].label)

    assert list(faults_of(YamlDocument.parse(text))) == []


@settings(max_examples=60, deadline=None)
@given(
    st.integers(min_value=0, max_value=len(WHOLE)),
    st.integers(min_value=0, max_value=30),
    st.sampled_from(["", "\n", "[", '"', "- ", ": ", "\t", "&", "あ", "\r"]),
    st.integers(min_value=-40, max_value=40),
)
def test_no_half_typed_manifest_is_too_much(
    at: int, deleted: int, inserted: str, away: int
) -> None:
    text = WHOLE[:at] + inserted + WHOLE[at + deleted :]
    offset = min(max(at + away, 0), len(text))

    proposals(f"{text[:offset]}‸{text[offset:]}")


def test_untouched_keys_keep_their_completion() -> None:
    lines = WHOLE.splitlines(keepends=True)
    expected = labels(WHOLE.replace("layers: [rules]", "layers: [rules, ‸]"))
    for index, line in enumerate(lines):
        if line.startswith("layers"):
            continue
        text = "".join(lines[:index] + lines[index + 1 :])
        assert labels(text.replace("layers: [rules]", "layers: [rules, ‸]")) == expected
