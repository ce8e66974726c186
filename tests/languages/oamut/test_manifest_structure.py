"""What the schema refuses, to the character (specs/oamut.md, Manifest keys, Findings, Borders)."""

from __future__ import annotations

import pytest

from tests.languages.oamut.manifest_text import (
    check,
    clean,
    findings,
    fixed,
    japanese,
    manifest,
)

FULL = """\
# 😋 すべてのキー
oamut: 1
id: fast-factories
version: "1.10"
name: 速い工場 🏭
description: 工場が速くなります
author:
  name: 山田
  email: yamada@example.jp
homepage: https://example.jp/工場
packaging: {revision: 65535, date: 2024-02-29, packager: 山田}
works-with: ["ta-3.1c", my-mod]
requires:
  engine: ">=0.8.0, <0.9.0"
  mutators: [rich-start]
conflicts: [slow-factories]
entry: main.lua
icon: icon.png
tags: [economy, units]
layers: [files, rules, units, weapons, features, sides, tables, menus, maps, hacks]
options:
  - id: turbo
    type: toggle
    default: true
  - id: pace
    type: choice
    values: [slow, fast]
    default: fast
    labels: {slow: ゆっくり, fast: 速い}
  - id: speed
    type: number
    min: 0
    max: 1
    step: 0.1
    default: 0.7
"""


def test_a_manifest_with_every_key_is_clean() -> None:
    clean(FULL)


def test_the_smallest_manifest_is_clean() -> None:
    clean(manifest(""))


def test_a_manifest_may_be_written_in_braces() -> None:
    clean('{oamut: 1, id: a, version: "1"}')


class TestVersionOfTheFormat:
    @pytest.mark.parametrize("version", ["2", '"1"', "1.0", "1e0", "true", "~", "[1]"])
    def test_only_the_integer_1(self, version: str) -> None:
        check(f'oamut: «{version}»\nid: a\nversion: "1"\n', "oamut/unsupported-version")
        assert fixed(
            f'oamut: {version}\nid: a\nversion: "1"\n', "oamut/unsupported-version"
        ).startswith("oamut: 1\n")

    def test_an_empty_one_is_marked_at_its_key(self) -> None:
        check('«oamut»:\nid: a\nversion: "1"\n', "oamut/unsupported-version")
        assert fixed('oamut:\nid: a\nversion: "1"\n', "oamut/unsupported-version").startswith(
            "oamut: 1\n"
        )

    def test_it_stands_first(self) -> None:
        check('id: a\n«oamut»: 1\nversion: "1"\n', "oamut/first-key")

    @pytest.mark.parametrize("line_break", ["\n", "\r\n"])
    def test_the_fix_moves_the_line(self, line_break: str) -> None:
        text = line_break.join(["# 注", "id: a", 'version: "1"', "oamut: 1"])
        for end in ("", line_break):
            assert fixed(text + end, "oamut/first-key") in (
                line_break.join(["# 注", "oamut: 1", "id: a", 'version: "1"']) + end,
            )

    def test_the_fix_in_braces(self) -> None:
        text = '{id: a, oamut: 1, version: "1"}'
        assert fixed(text, "oamut/first-key") == '{oamut: 1, id: a, version: "1"}'


class TestMissingKey:
    def test_the_first_key_of_the_mapping(self) -> None:
        check('«oamut»: 1\nversion: "1"\n', "oamut/missing-key")

    def test_one_finding_a_key(self) -> None:
        assert [f.code for f in findings("oamut: 1\n")] == ["oamut/missing-key"] * 2

    def test_an_author_without_a_name(self) -> None:
        check(manifest("author:\n  «email»: a@b.jp\n"), "oamut/missing-key")

    def test_an_empty_mapping_is_marked_at_its_key(self) -> None:
        check(manifest("«author»: {}\n"), "oamut/missing-key")

    def test_an_option(self) -> None:
        check(manifest("options:\n  - «type»: toggle\n    default: true\n"), "oamut/missing-key")

    def test_what_an_option_needs_depends_on_its_type(self) -> None:
        check(
            manifest("options:\n  - «id»: a\n    type: choice\n    default: x\n"),
            "oamut/missing-key",
        )

    def test_not_while_a_line_of_the_mapping_is_broken(self) -> None:
        check("oamut: 1\n«id»\n", "yaml/syntax")

    def test_nor_while_an_option_is_half_typed(self) -> None:
        check(manifest("options:\n  - id: a\n    «type»\n"), "yaml/syntax")

    def test_other_mappings_are_still_judged(self) -> None:
        check(
            manifest("author:\n  «email»: a@b.jp\nhomepage: «*x»\n"),
            "oamut/missing-key",
            "yaml/alias",
        )

    def test_the_fix_adds_the_key_where_it_belongs(self) -> None:
        text = fixed('oamut: 1\nversion: "1"\n', "oamut/missing-key")
        assert text == 'oamut: 1\nid: my-mutator\nversion: "1"\n'
        clean(text)

    def test_the_fix_inside_an_item(self) -> None:
        text = manifest("options:\n  - id: a\n    default: 1\n    type: number\n")
        text = text + "    max: 2 # 上限\n    step: 1"
        assert fixed(text, "oamut/missing-key") == text.replace(
            "    max", "    min: 0\n    max"
        ) or fixed(text, "oamut/missing-key").count("min: 0")
        clean(fixed(text, "oamut/missing-key"))

    def test_the_fix_in_braces(self) -> None:
        text = "{oamut: 1, id: a}"
        assert fixed(text, "oamut/missing-key") == '{oamut: 1, id: a, version: "1.0.0"}'


class TestUnknownKey:
    @pytest.mark.parametrize(
        "rest",
        [
            "«tag»: [economy]\n",
            "«Tags»: [economy]\n",
            'requires:\n  «engin»: ">=1.0.0"\n',
            "author: {name: a, «mail»: b@c.jp}\n",
            "options:\n  - id: a\n    type: toggle\n    default: true\n    «min»: 1\n",
            "options:\n  - id: a\n    type: toggle\n    default: true\n    «label»: x\n",
            "«x»: *y\n",
        ],
    )
    def test_the_key(self, rest: str) -> None:
        if "*y" in rest:
            check(manifest("«x»: «*y»\n"), "oamut/unknown-key", "yaml/alias")
        else:
            check(manifest(rest), "oamut/unknown-key")

    def test_under_an_unknown_type_the_keys_of_all_types_are_known(self) -> None:
        text = (
            "options:\n  - id: a\n    type: «slider»\n    default: 1\n    min: 0\n    «what»: 1\n"
        )
        check(manifest(text), "oamut/bad-choice", "oamut/unknown-key")

    def test_a_key_that_is_no_text_is_the_readers_business(self) -> None:
        check(manifest("«true»: 1\n"), "yaml/key-not-string")

    def test_the_fixes_rename_and_remove(self) -> None:
        text = manifest("tag: [economy]\nname: x\n")
        assert fixed(text, "oamut/unknown-key") == manifest("tags: [economy]\nname: x\n")
        assert fixed(text, "oamut/unknown-key", -1) == manifest("name: x\n")

    def test_removing_takes_all_lines_of_the_value(self) -> None:
        text = manifest("zzz:\n  a: 1\n  b: 2 # c\nname: x\n")
        assert fixed(text, "oamut/unknown-key") == manifest("name: x\n")

    def test_removing_the_last_line_without_a_line_break(self) -> None:
        assert fixed(manifest("zzz: 1"), "oamut/unknown-key") == manifest("").rstrip("\n")

    def test_removing_behind_a_dash_keeps_the_dash(self) -> None:
        item = "options:\n  - {}id: a\n    type: toggle\n    default: true\n"
        text = manifest(item.format("zzz: 1\n    "))
        assert fixed(text, "oamut/unknown-key") == manifest(item.format(""))


class TestWrongType:
    @pytest.mark.parametrize(
        "rest",
        [
            "name: «5»\n",
            "name: «true»\n",
            "name: «[a]»\n",
            "name: «~»\n",
            "author: «山田»\n",
            "tags: «economy»\n",
            "tags: [«5»]\n",
            "tags: [economy, «{}»]\n",
            "works-with: «ta-3.1c»\n",
            "works-with: «5»\n",
            "requires: «[]»\n",
            "requires:\n  engine: «0.8»\n",
            "packaging: {revision: «1.5»}\n",
            'packaging: {revision: «"1"»}\n',
            "options: «{}»\n",
            "options: [«turbo»]\n",
            "options:\n  - id: a\n    type: «1»\n    default: 1\n",
        ],
    )
    def test_the_value(self, rest: str) -> None:
        check(manifest(rest), "oamut/wrong-type")

    def test_of_a_choice(self) -> None:
        text = "options:\n  - {id: a, type: choice, values: [a, b, «true»], default: a}\n"
        check(manifest(text), "oamut/wrong-type")

    def test_of_a_number(self) -> None:
        text = 'options:\n  - {id: a, type: number, min: «"0"», max: 1, step: 1, default: 1}\n'
        check(manifest(text), "oamut/wrong-type")

    def test_a_label(self) -> None:
        text = "options:\n  - {id: a, type: choice, values: [1, 2], default: 1, labels: {1: «1»}}\n"
        check(manifest(text), "oamut/wrong-type")

    def test_an_empty_value_is_marked_at_its_key(self) -> None:
        check(manifest("«name»:\n«works-with»:\n«tags»:\n"), "oamut/wrong-type")

    def test_an_empty_item_is_marked_at_its_dash(self) -> None:
        check(manifest("tags:\n  - economy\n  «-»\n"), "oamut/wrong-type")
        check(manifest("options:\n  «-»\n"), "oamut/wrong-type")

    def test_what_the_reader_refuses_is_not_judged_again(self) -> None:
        check(manifest("name: «!x» a\n"), "yaml/tag")
        check(
            manifest("packaging: {revision: «12345678901234567890»}\n"), "yaml/number-out-of-range"
        )

    def test_nor_what_stands_behind_a_tag_or_an_anchor(self) -> None:
        check("oamut: 1\nid: «&x» A B\nversion: «!!str» 1.10\n", "yaml/anchor", "yaml/tag")

    def test_the_fix_puts_a_number_in_quotes(self) -> None:
        assert fixed(manifest("name: 1e3\n"), "oamut/wrong-type") == manifest('name: "1e3"\n')

    def test_the_fix_makes_a_list(self) -> None:
        text = manifest("tags: economy\nworks-with: ta-3.1c\n")
        assert "tags: [economy]" in fixed(text, "oamut/wrong-type")
        text = manifest("works-with: ta-3.1c\n")
        assert fixed(text, "oamut/wrong-type") == manifest("works-with: [ta-3.1c]\n")

    def test_the_fix_takes_quotes_away(self) -> None:
        text = manifest('packaging: {revision: "3"}\n')
        assert fixed(text, "oamut/wrong-type") == manifest("packaging: {revision: 3}\n")


class TestBadLength:
    @pytest.mark.parametrize(
        "rest",
        [
            'name: «""»\n',
            f"name: «{'あ' * 65}»\n",
            f"description: «{'😋' * 121}»\n",
            f"author: {{name: «{'あ' * 43}»}}\n",
            'author: {name: «""»}\n',
            f"homepage: «https://example.jp/{'x' * 240}»\n",
            f"tags: [«{'a' * 33}»]\n",
            'tags: [«""»]\n',
            "«tags»: []\n",
            "«tags»: [a, b, c, d, e]\n".replace("a, b, c, d, e", "ai, fun, maps, units, weapons"),
            "requires:\n  «mutators»: []\n",
            f"requires:\n  «mutators»: [{', '.join(f'm{n}' for n in range(32))}]\n",
        ],
    )
    def test_texts_at_their_value_and_lists_at_their_key(self, rest: str) -> None:
        check(manifest(rest), "oamut/bad-length")

    @pytest.mark.parametrize("values", ["[a]", "[]", f"[{', '.join(f'v{n}' for n in range(17))}]"])
    def test_the_values_of_a_choice(self, values: str) -> None:
        default = "v0" if "v0" in values else "a"
        text = f"options:\n  - {{id: a, type: choice, «values»: {values}, default: {default}}}\n"
        if values == "[]":
            text = text.replace("default: a", "default: «a»")
            check(manifest(text), "oamut/bad-length", "oamut/option-default")
        else:
            check(manifest(text), "oamut/bad-length")

    @pytest.mark.parametrize(
        "rest",
        [
            f"name: {'😋' * 64}\n",
            f"description: {'あ' * 120}\n",
            'description: ""\n',
            f"author: {{name: {'あ' * 42}ab}}\n",
            f"homepage: http://{'x' * 249}\n",
            f"requires:\n  mutators: [{', '.join(f'm{n}' for n in range(31))}]\n",
            "works-with: []\nconflicts: []\nlayers: []\noptions: []\n",
        ],
    )
    def test_at_the_limit(self, rest: str) -> None:
        clean(manifest(rest))


class TestBadIdentifier:
    @pytest.mark.parametrize("name", ["Fast", "a_b", "a--b", "-a", "a-", "a b", "工場", "a.b"])
    def test_kebab_case(self, name: str) -> None:
        check(f'oamut: 1\nid: «{name}»\nversion: "1"\n', "oamut/bad-identifier")
        check(manifest(f"tags: [«{name}»]\n"), "oamut/bad-identifier")
        check(manifest(f"conflicts: [«{name}»]\n"), "oamut/bad-identifier")

    def test_a_line_break_is_part_of_the_text(self) -> None:
        check(manifest('tags: [«"economy\\n"»]\n'), "oamut/bad-identifier")

    def test_mods(self) -> None:
        check(manifest("works-with: [ta-3.1c, my-mod, «ta-4.0», «TA»]\n"), "oamut/bad-identifier")
        clean(manifest('works-with: "*"\n'))
        clean(manifest('works-with: ["*"]\n'))

    @pytest.mark.parametrize("name", ["2fast", "a-b", "速い", "a b"])
    def test_lua_names(self, name: str) -> None:
        text = f"options:\n  - {{id: «{name}», type: toggle, default: true}}\n"
        check(manifest(text), "oamut/bad-identifier")

    def test_values_of_a_choice(self) -> None:
        text = (
            "options:\n  - {id: a, type: choice, values: [_a-B9, «9a», «速い»], default: _a-B9}\n"
        )
        check(manifest(text), "oamut/bad-identifier")

    def test_the_fix_writes_it_in_kebab_case(self) -> None:
        text = 'oamut: 1\nid: {}\nversion: "1"\n'
        assert fixed(text.format("Fast Factories!"), "oamut/bad-identifier") == text.format(
            "fast-factories"
        )


class TestBadChoice:
    def test_layers_and_types(self) -> None:
        check(manifest("layers: [«unit», units]\n"), "oamut/bad-choice")
        text = "options:\n  - {id: a, type: «switch», default: true}\n"
        check(manifest(text), "oamut/bad-choice")

    def test_the_fix_takes_the_nearest(self) -> None:
        text = fixed(manifest("layers: [unit]\n"), "oamut/bad-choice")
        assert text == manifest("layers: [units]\n")


class TestRepeatedEntry:
    @pytest.mark.parametrize(
        "rest",
        [
            "tags: [fun, ai, «fun»]\n",
            'tags: [fun, «"fun"»]\n',
            "layers: [units, «units»]\n",
            "works-with:\n  - a\n  - «a»\n",
            "conflicts: [a, «a», «a»]\n",
            "requires: {mutators: [a, «a»]}\n",
            "options:\n  - {id: a, type: choice, values: [0.5, 1, «0.50»], default: 1}\n",
        ],
    )
    def test_the_later_one(self, rest: str) -> None:
        check(manifest(rest), "oamut/repeated-entry")

    def test_a_number_and_its_text_differ(self) -> None:
        text = 'options:\n  - {id: a, type: choice, «values»: [1, «"1"»], default: 1}\n'
        check(manifest(text), "oamut/option-mixed-values", "oamut/bad-identifier")

    def test_the_fix_removes_it(self) -> None:
        assert fixed(manifest("tags: [fun, ai, fun]\n"), "oamut/repeated-entry") == manifest(
            "tags: [fun, ai]\n"
        )
        text = manifest("tags:\n  - fun\n  - fun # 二度\n  - ai\n")
        assert fixed(text, "oamut/repeated-entry") == manifest("tags:\n  - fun\n  - ai\n")


class TestBadValue:
    @pytest.mark.parametrize(
        "rest",
        [
            'name: «"a\\nb"»\n',
            'description: «"a\\u2028b"»\n',
            "author: {name: a, email: «a.b»}\n",
            "author: {name: a, email: «a b@c.jp»}\n",
            'author: {name: a, email: «""»}\n',
            "homepage: «example.jp»\n",
            "homepage: «ftp://example.jp»\n",
            "homepage: «https://example.jp/a b»\n",
            "homepage: «https://»\n",
            'homepage: «""»\n',
            "packaging: {date: «2025-02-29»}\n",
            "packaging: {date: «2025-2-9»}\n",
            "packaging: {date: «20250209»}\n".replace("20250209", '"20250209"'),
            'packaging: {date: «"2025-02-09\\n"»}\n',
            "packaging: {revision: «0»}\n",
            "packaging: {revision: «65536»}\n",
            "packaging: {revision: «-1»}\n",
            "entry: «main.txt»\n",
            "entry: «.lua»\n",
            "icon: «icon.jpg»\n",
            "icon: «../icon.png»\n",
            "icon: «/icon.png»\n",
        ],
    )
    def test_the_value(self, rest: str) -> None:
        check(manifest(rest), "oamut/bad-value")

    @pytest.mark.parametrize(
        "rest",
        [
            "packaging: {revision: 1, date: 2000-02-29}\n",
            "entry: Main.LUA\n",
            "icon: icon.PNG\n",
            "author: {name: a, email: a+b@c-d.example}\n",
        ],
    )
    def test_at_the_border(self, rest: str) -> None:
        clean(manifest(rest))


def test_an_entry_in_a_folder_is_misplaced() -> None:
    for entry in ("lua/main.lua", "files/main.lua", "src/main.lua", "lua\\main.lua", "./main.lua"):
        check(manifest(f"entry: «{entry}»\n"), "oamut/misplaced-entry")


def test_a_top_level_that_is_no_mapping_is_the_readers_business() -> None:
    for text in ("- a\n", "a\n", "", "# 注\n"):
        assert findings(text) == []


def test_the_messages_in_japanese() -> None:
    assert japanese("oamut: 2\nname: 5\ntag: [x]\n") == [
        "ここにキー「id」がありません",
        "ここにキー「version」がありません",
        "エンジンが対応する oamut は、整数の 1 だけです",
        "ここに書くのは文字列です（数値になっています）",
        "ここに「tag」というキーはありません（使えるキー：oamut、id、version、name、description、"
        "author、homepage、packaging、works-with、requires、conflicts、entry、icon、tags、layers、"
        "options）",
    ]


@pytest.mark.parametrize("cut", range(0, len(FULL), 7))
def test_a_manifest_cut_off_anywhere_is_checked_without_harm(cut: int) -> None:
    text = FULL[:cut]
    for finding in findings(text):
        assert 0 <= finding.start <= finding.end <= len(text)
        for fix in finding.fixes:
            for edit in fix.edits:
                assert 0 <= edit.start <= edit.end <= len(text)
