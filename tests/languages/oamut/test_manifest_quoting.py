"""Values that need quotes, and quotes that are none (specs/oamut.md, Strict YAML)."""

from __future__ import annotations

import pytest

from modwright.languages.oamut.manifest_findings import suppressed_faults
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_text import check, clean, findings, fixed, japanese, manifest

RANGE = "oamut/unquoted-range"
STAR = "oamut/unquoted-star"
VERSION = "oamut/unquoted-version"


class TestRange:
    @pytest.mark.parametrize(
        "written",
        [">=0.8.0", ">= 0.8.0, <0.9.0", ">0.8.0", ">", ">=", ">= 1.2", "> 速い"],
    )
    def test_it_goes_to_the_end_of_the_value(self, written: str) -> None:
        check(manifest(f"requires:\n  engine: «{written}»\n"), RANGE)
        check(manifest(f"requires:\n  engine: «{written}» # 😋\nname: x\n"), RANGE)

    def test_in_braces(self) -> None:
        check(manifest("requires: {engine: «>=0.8.0, <0.9.0»}\n"), RANGE)

    @pytest.mark.parametrize("written", [">=0.8.0", ">= 0.8.0, < 0.9.0", '> 0.8.0, <"x"'])
    def test_the_fix_keeps_the_text_to_the_letter(self, written: str) -> None:
        text = fixed(manifest(f"requires:\n  engine: {written} # 注\n"), RANGE)
        inside = written.replace('"', '\\"')
        assert text == manifest(f'requires:\n  engine: "{inside}" # 注\n')
        assert RANGE not in {finding.code for finding in findings(text)}

    def test_a_folded_block_is_quoted_as_the_line_it_stands_for(self) -> None:
        text = manifest("requires:\n  engine: «>-\n    >=0.8.0,\n    <0.9.0»\nname: x\n")
        check(text, RANGE)
        plain = text.replace("«", "").replace("»", "")
        assert fixed(plain, RANGE) == manifest('requires:\n  engine: ">=0.8.0, <0.9.0"\nname: x\n')

    def test_elsewhere_it_is_a_block_scalar(self) -> None:
        check(manifest("name: «>»=0.8.0\n"), "yaml/block-scalar")

    def test_a_bar_is_a_block_scalar_here_too(self) -> None:
        check(manifest("requires:\n  engine: «|»\n    >=0.8.0\n"), "yaml/block-scalar")

    def test_a_bare_smaller_than_is_plain_text(self) -> None:
        clean(manifest("requires:\n  engine: <0.9.0\n"))
        clean(manifest("requires:\n  engine: =0.9.0\n"))


class TestStar:
    @pytest.mark.parametrize(
        "rest",
        [
            "works-with: «*»\n",
            "works-with: [«*»]\n",
            "works-with: [my-mod, «*»]\n",
            "works-with:\n  - «*» # すべて\n",
            "tags: [«*»]\n",
        ],
    )
    def test_a_bare_star(self, rest: str) -> None:
        check(manifest(rest), STAR)

    def test_an_alias_stays_an_alias(self) -> None:
        check(manifest("works-with: «*all»\n"), "yaml/alias")

    @pytest.mark.parametrize("rest", ["works-with: {}\n", "works-with: [{}]\n"])
    def test_the_fix(self, rest: str) -> None:
        text = fixed(manifest(rest.replace("{}", "*")), STAR)
        assert text == manifest(rest.replace("{}", '"*"'))
        clean(text)


class TestVersion:
    @pytest.mark.parametrize("written", ["1", "1.10", "1.0", "-1", "1e3", "0.10"])
    def test_a_number(self, written: str) -> None:
        check(f"oamut: 1\nid: a\nversion: «{written}»\n", VERSION)

    @pytest.mark.parametrize("written", ["1.10", "1.0", "1e3"])
    def test_the_fix_keeps_every_digit(self, written: str) -> None:
        text = fixed(f"oamut: 1\nid: a\nversion: {written}  # 注\n", VERSION)
        assert text == f'oamut: 1\nid: a\nversion: "{written}"  # 注\n'
        clean(text)

    def test_what_is_no_number_needs_no_quotes(self) -> None:
        clean("oamut: 1\nid: a\nversion: 1.10.0\n")
        check("oamut: 1\nid: a\nversion: «true»\n", "oamut/wrong-type")

    def test_a_number_that_the_reader_refuses(self) -> None:
        check("oamut: 1\nid: a\nversion: «12345678901234567»\n", "yaml/number-out-of-range")


ALL_THREE = """\
oamut: 1
id: a
version: 1.10 # 版
works-with: [*]
requires:
  engine: >=0.8.0
"""


def test_one_action_quotes_everything_that_needs_it() -> None:
    for code in (VERSION, STAR, RANGE):
        text = fixed(ALL_THREE, code, -1)
        assert text == (
            'oamut: 1\nid: a\nversion: "1.10" # 版\nworks-with: ["*"]\n'
            'requires:\n  engine: ">=0.8.0"\n'
        )
        clean(text)


def test_it_takes_other_texts_without_quotes_along() -> None:
    text = "oamut: 1\nid: a\nversion: 1.10\nname: 2048\n"
    assert fixed(text, VERSION, -1) == 'oamut: 1\nid: a\nversion: "1.10"\nname: "2048"\n'


def test_for_a_single_value_there_is_one_fix() -> None:
    (finding,) = findings("oamut: 1\nid: a\nversion: 1.10\n")
    assert [fix.title.key for fix in finding.fixes] == ["oamut.quote"]


def test_the_readers_faults_that_are_replaced() -> None:
    document = YamlDocument.parse(ALL_THREE)
    star, range_ = ALL_THREE.index("*"), ALL_THREE.index(">")
    assert suppressed_faults(document) == {
        (star, star + 1, "yaml/alias"),
        (range_, range_ + 1, "yaml/block-scalar"),
    }


def test_the_messages_in_japanese() -> None:
    assert japanese(ALL_THREE) == [
        "バージョンは引用符で囲みます（裸の 1.10 はただの数値です）",
        "星印は引用符で囲みます（裸の「*」は別の場所への参照になります）",
        "範囲は引用符で囲みます（裸の「>」は複数行の文章の始まりになります）",
    ]


class TestCurlyQuotes:
    @pytest.mark.parametrize(
        "rest",
        [
            "name: «“速い工場”»\n",
            "name: «‘x’»\n",
            "description: «„x“»\n",
            "name: «＂x＂»\n",
            "author:\n  name: «“山田”»\n",
        ],
    )
    def test_a_plain_value_in_them(self, rest: str) -> None:
        check(manifest(rest), "oamut/curly-quotes")

    @pytest.mark.parametrize(
        "rest",
        [
            'name: "“x”"\n',
            "name: “x” と “y”\n",
            "name: “x\n",
            "name: 「速い工場」\n",
            "name: 彼の“工場”\n",
        ],
    )
    def test_quotes_that_may_be_meant(self, rest: str) -> None:
        clean(manifest(rest))

    def test_not_where_another_finding_covers_the_value(self) -> None:
        check(manifest("tags: [«“fun”»]\n"), "oamut/bad-identifier")
        assert fixed(manifest("tags: [“fun”]\n"), "oamut/bad-identifier") == manifest(
            'tags: ["fun"]\n'
        )

    def test_the_version_in_them_is_still_a_text(self) -> None:
        check("oamut: 1\nid: a\nversion: «“1.10”»\n", "oamut/curly-quotes")

    def test_the_fix_makes_them_straight(self) -> None:
        text = fixed(manifest("name: “速い \\ 工場” # 注\n"), "oamut/curly-quotes")
        assert text == manifest('name: "速い \\\\ 工場" # 注\n')
        clean(text)

    def test_a_range_in_them(self) -> None:
        text = manifest("requires:\n  engine: “>=0.8.0”\n")
        (finding,) = findings(text)
        assert finding.code == "oamut/bad-range"
        clean(fixed(text, "oamut/bad-range"))
