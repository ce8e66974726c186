"""What the schema of rulesets refuses, to the character, and what mends it (specs/ruleset.md)."""

from __future__ import annotations

import json
from typing import cast

import pytest

from modwright import grammars
from modwright.findings.messages import render
from modwright.findings.model import Finding, TextEdit
from modwright.grammars import JsonValue
from modwright.ide.fixes import edits_of
from modwright.ide.service import analyse_text
from modwright.languages.filling import Filler, nearest_number
from modwright.languages.ruleset import structure
from modwright.languages.schema_reading import SchemaReader
from modwright.schema.checker import Schema
from modwright.syntax.json_document import JsonDocument
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import POOL, check, clean, ruleset

MIGHT = '{"id": "might", "label": "力", "min": 1, "max": 20, "default": 10}'
HEALTH = '{"id": "health", "label": "体力", "max": {"const": 10}}'


def sheet(rest: str) -> str:
    return ruleset('"sheet": {"version": 1, ' + rest + "}")


def pool(maximum: str) -> str:
    return sheet('"live": {"pools": [{"id": "health", "label": "体力", "max": ' + maximum + "}]}")


def fixes_of(text: str, code: str) -> dict[str, str]:
    """The quick fixes of the first finding of `code`: the title of each, and the text after it."""
    plain, _ = unmark(text)
    analysis = analyse_text("ash-tide.ruleset.json", plain)
    assert analysis is not None
    finding = next(each for each in analysis.findings if each.code == f"ruleset/{code}")
    return {
        render(fix.title, "en"): applied(plain, edits_of(fix, analysis)) for fix in finding.fixes
    }


def applied(text: str, edits: tuple[TextEdit, ...]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text


def mended(before: str, code: str, title: str, after: str) -> None:
    """The fix of this title makes `after` of `before`."""
    fixes = fixes_of(before, code)
    assert title in fixes
    assert fixes[title] == unmark(after)[0]


def words(text: str, locale: str = "en") -> list[str]:
    """What the structure alone says, in words."""
    return [render(finding.message, locale) for finding in of_structure(text)]


def of_structure(text: str) -> list[Finding]:
    document = JsonDocument.parse(unmark(text)[0])
    assert document.root is not None
    return sorted(structure.checker().findings(document.root), key=lambda found: found.start)


def test_a_small_ruleset_is_in_order() -> None:
    clean(ruleset())
    clean(ruleset(resolution=POOL))


class TestKeys:
    def test_an_unknown_key_r1(self) -> None:
        check(sheet('«"abilties"»: []'), "unknown-key")
        check(
            sheet(
                '"abilities": [{"id": "might", «"name"»: "力", "label": "力", "min": 1, '
                '"max": 20, "default": 10}]'
            ),
            "unknown-key",
        )

    def test_it_is_spelled_right_or_taken_out(self) -> None:
        before, after = sheet('"abilties": []'), sheet('"abilities": []')
        mended(before, "unknown-key", "Rename to “abilities”", after)
        mended(before, "unknown-key", "Remove this entry", ruleset('"sheet": {"version": 1}'))

    def test_a_key_of_the_other_kind_of_resolution(self) -> None:
        check(
            ruleset(resolution=POOL.replace('"target"', '«"advantage"»: true, "target"')),
            "wrong-resolution",
        )

    def test_a_key_of_another_type_of_field(self) -> None:
        text = sheet(
            '"fields": [{"id": "nick", "label": "通り名", "type": "text", '
            '"maxLength": 9, «"min"»: 1}]'
        )
        check(text, "unknown-key")
        assert words(text) == ["“min” belongs to another `type`: number"]

    def test_a_comment_may_stand_anywhere(self) -> None:
        clean(sheet('"$comment": {"a": [1]}, "abilities": [' + MIGHT[:-1] + ', "$comment": 1}]'))
        clean(pool('{"$comment": "満タン", "const": 10}'))

    def test_the_schema_hint_stands_at_the_top_only(self) -> None:
        clean(ruleset('"$schema": 1'))
        check(sheet('«"$schema"»: "x"'), "unknown-key")

    def test_a_missing_key_at_what_introduces_the_object(self) -> None:
        check("«{»" + ruleset()[1:].replace('"version": 1, ', "", 1), "missing-key")
        check(ruleset('«"gm"»: {}'), "missing-key")
        check(
            sheet('"abilities": [«{»"id": "might", "label": "力", "min": 1, "max": 20}]'),
            "missing-key",
        )

    def test_the_missing_key_comes_with_a_value_that_fits(self) -> None:
        before = sheet('"abilities": [{"id": "might", "label": "力", "min": 1, "max": 20}]')
        after = sheet(
            '"abilities": [{"id": "might", "label": "力", "min": 1, "max": 20, "default": 1}]'
        )
        mended(before, "missing-key", "Add “default”", after)
        before = ruleset('"gm": {}')
        mended(
            before, "missing-key", "Add “checkGuidance”", ruleset('"gm": {"checkGuidance": "new"}')
        )

    def test_a_whole_part_that_is_missing(self) -> None:
        text = ruleset().replace('"resolution": ' + _resolution(), '"license": {}')
        clean(fixes_of(text, "missing-key")["Add “resolution”"])

    def test_one_of_several_keys(self) -> None:
        both = pool('{"const": 10, «"abilityScore"»: "might"}')
        check(both.replace('"live"', f'"abilities": [{MIGHT}], "live"'), "exclusive-keys")
        check(pool("{}").replace('"max"', '«"max"»'), "exclusive-keys")
        mended(
            pool('{"const": 10, "field": "x"}'),
            "exclusive-keys",
            "Remove “field”",
            pool('{"const": 10}'),
        )
        mended(pool("{}"), "exclusive-keys", "Add “const”", pool('{"const": 0}'))

    def test_a_step_of_a_migration_is_told_by_its_key(self) -> None:
        text = ruleset('"sheet": {"version": 2, "migrations": [{"from": 1, "steps": [«{»}]}]}')
        check(text, "exclusive-keys")

    def test_a_bad_key_of_a_map(self) -> None:
        rest = (
            '"lists": [{"id": "gear", "label": "荷物", "maxItems": 9, "columns": [{"id": '
            '"name", "label": "名", "type": "text", "maxLength": 9}]}], "migrations": '
            '[{"from": 1, "steps": [{"setColumn": {"list": "gear", "where": {KEY: ["x"]}, '
            '"column": "name", "to": "y"}}]}]'
        )
        before = ruleset('"sheet": {"version": 2, ' + rest.replace("KEY", '«"Name"»') + "}")
        assert [(f.code, f.end - f.start) for f in of_structure(before)] == [
            ("ruleset/bad-identifier", 6)
        ]
        mended(before, "bad-identifier", "Rename to “name”", before.replace("Name", "name"))


def _resolution() -> str:
    text = ruleset()
    start = text.index('"resolution": ') + len('"resolution": ')
    return text[start : text.index(', "sheet"')]


class TestTypes:
    @pytest.mark.parametrize(
        ("before", "title", "after"),
        [
            ('"version": «"2"»', "Replace by `2`", '"version": 2'),
            ('"schemaVersion": «"1"»', "Replace by `1`", '"schemaVersion": 1'),
            ('"rests": «{}»', "Make it a list", '"rests": [{}]'),
            ('"rests": «null»', "Remove this entry", ""),
        ],
    )
    def test_a_value_in_the_wrong_clothes(self, before: str, title: str, after: str) -> None:
        check(ruleset(before), "wrong-type")
        found = fixes_of(ruleset(before), "wrong-type")
        assert title in found
        if after:
            assert found[title] == ruleset(after)
        else:
            clean(found[title])

    def test_the_root(self) -> None:
        assert [f.code for f in of_structure("[]")] == ["ruleset/wrong-type"]

    def test_nothing_is_said_of_what_is_being_typed(self) -> None:
        assert words(ruleset('"version": ')) == []
        assert words(pool('{"livePool": }')) == []

    def test_a_choice(self) -> None:
        text = ruleset('"resolution": {"kind": «"dice-pol"»}')
        check(text, "bad-choice")
        after = text.replace('«"dice-pol"»', '"dice-pool"')
        assert after in fixes_of(text, "bad-choice").values()

    def test_no_choice_at_all(self) -> None:
        check(ruleset('"resolution": {"kind": «5»}'), "wrong-type")

    def test_another_version_of_the_format(self) -> None:
        check(ruleset('"schemaVersion": «2»'), "bad-choice")
        assert (
            ruleset('"schemaVersion": 1')
            in fixes_of(ruleset('"schemaVersion": 2'), "bad-choice").values()
        )


class TestNumbers:
    @pytest.mark.parametrize(
        ("written", "nearest"),
        [("0", "1"), ("-3", "1"), ("1.5", "2"), ("0.25", "1"), ("-2.5", "1")],
    )
    def test_the_nearest_number_that_is_allowed(self, written: str, nearest: str) -> None:
        before = ruleset('"version": «' + written + "»")
        check(before, "out-of-range")
        mended(before, "out-of-range", f"Use {nearest}", ruleset(f'"version": {nearest}'))

    @pytest.mark.parametrize("one", ["1.0", "1e0", "10e-1", "1E2"])
    def test_a_whole_number_however_it_is_written(self, one: str) -> None:
        clean(ruleset(f'"version": {one}'))

    def test_a_number_without_an_end(self) -> None:
        check(pool('{"const": «1e999»}').replace("体力", "体力"), "out-of-range")

    def test_more_than_nothing(self) -> None:
        text = _combat('"distance": {"label": "m", "perCell": «0»}')
        check(text, "out-of-range")
        assert words(text) == ["0 is too small: more than 0 is needed"]
        mended(text, "out-of-range", "Use 1", _combat('"distance": {"label": "m", "perCell": 1}'))

    @pytest.mark.parametrize(
        ("wanted", "schema", "number"),
        [
            (0.4, {"type": "integer", "minimum": 1}, 1),
            (2.5, {"type": "integer"}, 3),
            (-2.5, {"type": "integer"}, -3),
            (7, {"exclusiveMinimum": 0, "maximum": 1}, 1),
            (0, {"exclusiveMinimum": 0, "maximum": 1}, 1),
            (0, {"exclusiveMinimum": 0, "maximum": 0.5}, 0.25),
            (9, {"exclusiveMaximum": 9}, 8),
            (99, {"minimum": 1, "maximum": 9}, 9),
        ],
    )
    def test_nearest_number(self, wanted: float, schema: Schema, number: float) -> None:
        assert nearest_number(wanted, schema) == number


def _combat(rest: str) -> str:
    return ruleset(
        '"sheet": {"version": 1, "live": {"pools": [' + HEALTH + ']}}, "combat": {"kind": '
        '"attack-vs-defense", "health": {"pool": "health"}, "defense": {"const": 10}, '
        '"initiative": {"dice": {"count": 1, "sides": 20}}, "attackRoll": {"dice": {"count": 1, '
        '"sides": 20}}, "economy": {"budgets": [{"id": "act", "label": "行動", "per": "turn"}]}, '
        + rest + "}"
    )  # fmt: skip


class TestLengths:
    def test_an_empty_text(self) -> None:
        check(ruleset('"name": «""»'), "bad-length")

    def test_utf_16_units(self) -> None:
        clean(ruleset('"name": "' + "🌊" * 40 + '"'))
        check(ruleset('"name": «"' + "🌊" * 40 + 'あ"»'), "bad-length")
        clean(ruleset('"name": "' + "潮" * 80 + '"'))

    def test_a_list_its_key(self) -> None:
        check(sheet('«"skillTiers"»: []'), "bad-length")

    def test_a_pair(self) -> None:
        table = '{"op": "stepTable", "table": [[1, 0], «[»5, 2, 3]]}'
        text = ruleset().replace('{"op": "identity"}', table)
        check(text, "bad-length")
        assert words(text) == ["Exactly 2 values belong here, not 3"]

    def test_steps_rise(self) -> None:
        table = '{"op": "stepTable", "table": [[5, 0], [«5», 2]]}'
        check(ruleset().replace('{"op": "identity"}', table), "bad-value")

    def test_a_value_twice(self) -> None:
        states = (
            '"live": {"states": [{"id": "tide", "label": "潮", "values": ["満", "干", «"満"»]}]}'
        )
        check(sheet(states), "duplicate-value")
        mended(
            sheet(states),
            "duplicate-value",
            "Remove this entry",
            sheet(states.replace(', «"満"»', "")),
        )


class TestUnsafeText:
    @pytest.mark.parametrize(
        ("written", "title", "better"),
        [
            ("火球«[»範囲]", "Use `(` and `)`", "火球(範囲)"),
            ("«{{»名}}}", "Use single braces", "{名}"),
            ("上«\\n\\r\\n»下", "Put it on one line", "上 下"),
            ("上«\\u2028»下", "Put it on one line", "上 下"),
            ("上«\\t»下\\u0007", "Take the control characters out", "上 下"),
            ("🌊«\\u005b»潮", "Use `(` and `)`", "🌊(潮"),
        ],
    )
    def test_the_range_is_the_first_of_the_characters(
        self, written: str, title: str, better: str
    ) -> None:
        before = ruleset(f'"name": "{written}"')
        check(before, "unsafe-text")
        mended(before, "unsafe-text", title, ruleset(f'"name": "{better}"'))

    def test_one_finding_a_group_r3(self) -> None:
        check(ruleset('"name": "«[»a«\\n»b] «{{»"'), "unsafe-text")

    def test_the_others_are_beside_it(self) -> None:
        (finding,) = of_structure(ruleset('"name": "[a] [b]"'))
        assert len(finding.related) == 3

    def test_a_value_of_a_live_state_has_no_quotes(self) -> None:
        states = '"live": {"states": [{"id": "tide", "label": "潮", "values": ["a«\\"»b", "c"]}]}'
        check(sheet(states), "unsafe-text")

    def test_values_of_fields_may_have_anything(self) -> None:
        clean(
            sheet(
                '"fields": [{"id": "sign", "label": "印", "type": "enum", '
                '"values": ["[a]", "{{b}}"]}]'
            )
        )

    def test_a_raw_tab_is_a_fault_of_json_as_well(self) -> None:
        codes = {f.code for f in of_structure(ruleset('"name": "a\tb"'))}
        assert codes == {"ruleset/unsafe-text"}


class TestIdentifiers:
    @pytest.mark.parametrize(
        ("written", "better"),
        [
            ("Might", "might"),
            ("maxHealth", "max_health"),
            ("dry-dock", "dry_dock"),
            ("2nd", "nd"),
            ("a  b!", "a_b"),
            ("筋力", None),
            ("might力", "might"),
        ],
    )
    def test_an_id(self, written: str, better: str | None) -> None:
        text = sheet('"abilities": [' + MIGHT.replace('"might"', f'«"{written}"»') + "]")
        check(text, "bad-identifier")
        after = [] if better is None else [text.replace(f'«"{written}"»', f'"{better}"')]
        assert list(fixes_of(text, "bad-identifier").values()) == after

    def test_a_slug(self) -> None:
        check(ruleset('"id": «"ash_tide"»'), "bad-identifier")
        assert (
            ruleset('"id": "ash-tide"')
            in fixes_of(ruleset('"id": "ash_tide"'), "bad-identifier").values()
        )

    @pytest.mark.parametrize("bad", ["ash-tide\\n", "-ash", "ash--tide", "", "１"])
    def test_no_slug(self, bad: str) -> None:
        check(ruleset(f'"id": «"{bad}"»'), "bad-identifier")


class TestAlternatives:
    """R9a."""

    def track(self, maximum: str) -> str:
        return sheet(
            '"live": {"tracks": [{"id": "heat", "label": "熱", "min": 0, "max": ' + maximum + "}]}"
        )

    def test_what_fits(self) -> None:
        clean(self.track("5"))
        clean(self.track('{"const": 5}'))

    def test_of_no_kind_that_is_asked_for(self) -> None:
        check(self.track("«true»"), "wrong-type")
        assert words(self.track('"5"')) == [
            "This has to be one of: a whole number, an object; not a text"
        ]
        mended(self.track('"5"'), "wrong-type", "Replace by `5`", self.track("5"))

    def test_what_was_meant_is_said_at_the_value(self) -> None:
        text = self.track('{"listSum": {"column": "a"}}').replace('"max"', '«"max"»')
        check(text, "missing-key")
        assert words(text) == ["The key “list” is missing here"]

    def test_soft_faults_at_their_own_places(self) -> None:
        check(self.track("«5.5»"), "out-of-range")
        check(
            self.track('{«"feild"»: "a"}').replace('"max"', '«"max"»'),
            "exclusive-keys",
            "unknown-key",
        )

    def test_a_word_that_is_none_of_the_choices(self) -> None:
        text = sheet('"skills": [{"id": "climb", "label": "登る", "untrained": «"refuze"»}]')
        check(text, "bad-choice")
        mended(text, "bad-choice", "Replace by `refuse`", text.replace('«"refuze"»', '"refuse"'))

    def rest(self, by: str) -> str:
        step = '{"pool": "health", ' + by + "}"
        return ruleset(
            '"rests": [{"id": "sleep", "label": "眠り", "restore": [' + step + "]}], "
            '"sheet": {"version": 1, "live": {"pools": [' + HEALTH + "]}}"
        )

    def test_objects_of_several_kinds_alike(self) -> None:
        text = self.rest('«"by"»: {}')
        check(text, "exclusive-keys")
        assert words(text) == ["Exactly one of these keys is needed: const, fractionOfMax"]

    def test_keys_of_two_alternatives(self) -> None:
        text = self.rest('"by": {"const": 1, «"fractionOfMax"»: 0.5}')
        check(text, "unknown-key")


class TestOtherFiles:
    def test_a_locale_pack(self) -> None:
        text = '{"_meta": {"locale": "ru"}, "texts": {}, "ruleset": {"Even": 5}}'
        document = JsonDocument.parse(text)
        assert document.root is not None
        found = structure.locale_checker().findings(document.root)
        assert sorted((f.code, text[f.start : f.end]) for f in found) == [
            ("ruleset/locale-not-text", "5"),
            ("ruleset/locale-unknown-key", '"texts"'),
        ]

    def test_a_catalog_in_a_file_of_its_own(self) -> None:
        text = (
            '{"schemaVersion": 1, "catalog": "kit", "entries": [{"id": "rope", "label": "[縄]", '
            '"rows": [{"list": "gear", "values": {"weight": null}}], "$comment": 1}]}'
        )
        document = JsonDocument.parse(text)
        assert document.root is not None
        found = structure.asset_checker().findings(document.root)
        assert sorted((f.code, text[f.start : f.end]) for f in found) == [
            ("ruleset/unsafe-text", "["),
            ("ruleset/wrong-type", "null"),
        ]

    def test_a_manifest(self) -> None:
        text = '{"schemaVersion": 2, "capabilityApi": {"major": 1, "minor": "77"}}'
        document = JsonDocument.parse(text)
        assert document.root is not None
        found = structure.manifest_checker().findings(document.root)
        assert ("ruleset/wrong-type", '"77"') in [(f.code, text[f.start : f.end]) for f in found]


class TestTheSizeOfTheFile:
    def test_bytes_are_counted(self) -> None:
        limit = cast("int", structure.load("ruleset-1.schema.json")["x-maxFileBytes"])
        head = '{"$comment": "'
        tail = '"}'
        room = limit - len(head) - len(tail)
        for letter, width in (("a", 1), ("潮", 3), ("🌊", 4)):
            fits = head + letter * (room // width) + tail
            assert list(structure.too_large(fits)) == []
            (found,) = structure.too_large(fits[:-2] + letter * width + tail)
            assert (found.code, found.start, found.end) == ("ruleset/too-large", 0, 1)

    def test_the_limits_of_the_format(self) -> None:
        assert structure.load("ruleset-1.schema.json")["x-maxFileBytes"] == 256 * 1024
        assert structure.load("catalog-asset-1.schema.json")["x-maxFileBytes"] == 1024 * 1024


def test_every_keyword_of_the_schemas_can_be_worded() -> None:
    """So that no file an author writes meets a refusal without words."""
    for file in ("ruleset", "locale", "catalog-asset", "package-manifest"):
        checker = {
            "ruleset": structure.checker,
            "locale": structure.locale_checker,
            "catalog-asset": structure.asset_checker,
            "package-manifest": structure.manifest_checker,
        }[file]()
        checker.warm_up()
        schema = structure.load(f"{file}-1.schema.json")
        reader = SchemaReader(schema)
        filler = Filler(reader, checker.accepts)
        assert isinstance(filler.value(schema), dict)


DEFINITIONS = cast(
    "dict[str, Schema]",
    cast("dict[str, JsonValue]", grammars.load("ruleset/ruleset-1.schema.json"))["$defs"],
)


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_what_is_filled_in_for_a_missing_key_fits(name: str) -> None:
    whole = structure.load("ruleset-1.schema.json")
    properties = cast("JsonValue", {"x": DEFINITIONS[name]})
    checker = structure.checker_of({**whole, "properties": properties, "required": []})
    value = Filler(SchemaReader(whole), checker.accepts).value(DEFINITIONS[name])
    document = JsonDocument.parse(json.dumps({"x": value}, ensure_ascii=False))
    assert document.root is not None
    found = [render(each.message, "en") for each in checker.findings(document.root)]
    assert found == [], value
