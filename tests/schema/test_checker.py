"""What a schema refuses and where, in the form that is made for authors."""

from __future__ import annotations

import json
from typing import cast

import pytest

from modwright.findings.model import Finding, Message, Severity
from modwright.grammars import JsonValue
from modwright.schema.checker import Schema, SchemaChecker, Violation
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Container, Object

SCHEMA = cast(
    "dict[str, JsonValue]",
    json.loads(r"""{
  "x-lengths": "utf-16", "x-numbers": "finite", "x-ignoredKeys": ["$comment"],
  "type": "object",
  "properties": {
    "name": {"$ref": "#/$defs/label"},
    "note": {"type": "string", "x-safe": "line"},
    "tide": {"type": "string", "x-safe": "unquoted"},
    "weight": {"type": "number", "exclusiveMinimum": 0},
    "sheet": {"$ref": "#/$defs/sheet"},
    "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}}
  },
  "additionalProperties": false,
  "$defs": {
    "label": {"type": "string", "minLength": 1, "maxLength": 8, "x-safe": "prompt"},
    "id": {"type": "string", "maxLength": 10, "pattern": "^[a-z][a-z0-9_]*$"},
    "code": {"type": "string", "pattern": "^\\d{2}\\w$"},
    "ref": {"type": "object", "properties": {"const": {"type": "number"},
      "field": {"$ref": "#/$defs/id"}, "list": {"$ref": "#/$defs/listed"}},
      "additionalProperties": false, "x-exactlyOne": ["const", "field", "list"]},
    "listed": {"type": "object", "properties": {"of": {"$ref": "#/$defs/id"}},
      "required": ["of"], "additionalProperties": false},
    "sheet": {"type": "object", "properties": {
      "version": {"type": "integer", "minimum": 1},
      "code": {"$ref": "#/$defs/code"},
      "skills": {"type": "array", "items": {"$ref": "#/$defs/skill"}, "maxItems": 3},
      "table": {"$ref": "#/$defs/table"},
      "cells": {"$ref": "#/$defs/cells"},
      "max": {"anyOf": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/ref"},
        {"const": "all"}]},
      "ladder": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/rung"}},
        {"type": "array", "items": {"$ref": "#/$defs/degree"}}]},
      "faces": {"$ref": "#/$defs/faces"},
      "tags": {"type": "array", "items": {"$ref": "#/$defs/id"}, "uniqueItems": true}},
      "required": ["version"], "additionalProperties": false},
    "skill": {"type": "object", "properties": {"id": {"$ref": "#/$defs/id"},
      "label": {"$ref": "#/$defs/label"}, "cap": {"$ref": "#/$defs/ref"}},
      "required": ["id", "label"], "additionalProperties": false},
    "table": {"type": "array", "items": {"$ref": "#/$defs/pair"}, "minItems": 1,
      "x-ascending": true},
    "pair": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    "cells": {"type": "object", "propertyNames": {"$ref": "#/$defs/id"}, "minProperties": 1,
      "maxProperties": 2,
      "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 4},
        {"$ref": "#/$defs/ref"}]}},
    "rung": {"type": "object", "properties": {"dc": {"type": "integer", "maximum": 30}},
      "required": ["dc"], "additionalProperties": false},
    "degree": {"type": "object", "properties": {"hits": {"type": "integer"}},
      "required": ["hits"], "additionalProperties": false},
    "faces": {"type": "object", "properties": {"from": {"type": "integer"},
      "min": {"type": "integer"}, "dice": {"type": "integer"}, "free": {"const": true}},
      "additionalProperties": false, "x-atLeastOne": ["from", "min"],
      "x-atMostOne": ["dice", "free"]},
    "step": {"type": "object", "oneOf": [{"$ref": "#/$defs/rename"}, {"$ref": "#/$defs/route"}],
      "x-byKey": ["rename", "route"]},
    "rename": {"type": "object", "properties": {"rename": {"$ref": "#/$defs/id"},
      "to": {"$ref": "#/$defs/id"}}, "required": ["rename", "to"], "additionalProperties": false},
    "route": {"type": "object", "properties": {"route": {"$ref": "#/$defs/id"}},
      "required": ["route"], "additionalProperties": false}
  }
}"""),
)
CHECKER = SchemaChecker(SCHEMA)


def refused(text: str, checker: SchemaChecker = CHECKER) -> list[str]:
    """`keyword path[: subject]` of everything that is refused, in text order."""
    document = JsonDocument.parse(text)
    assert document.root is not None
    found = list(checker.violations(document.root, document.root_offset))
    found.sort(key=lambda violation: violation.place.offset)
    return [shown(violation, document) for violation in found]


def shown(violation: Violation, document: JsonDocument) -> str:
    place = violation.place
    assert place.node is not None
    written = document.text[place.offset : place.offset + place.node.width]
    subject = f": {violation.subject}" if violation.subject else ""
    return f"{violation.keyword} {written}{subject}"


def sheet(rest: str) -> str:
    return '{"sheet": {"version": 1, ' + rest + "}}"


def test_what_is_in_order() -> None:
    assert refused("{}") == []
    assert (
        refused(
            sheet(
                '"skills": [{"id": "climb", "label": "登る 🧗", "cap": {"list": {"of": "gear"}}}], '
                '"table": [[1, 0], [1.5, 2]], "cells": {"a": 1, "b": {"const": 2}}, "max": "all", '
                '"ladder": [{"hits": 2}], "faces": {"from": 10, "free": true}, "tags": ["a", "b"]'
            )
        )
        == []
    )


class TestTypesAndNumbers:
    @pytest.mark.parametrize("one", ["1", "1.0", "1e2", "10E-1"])
    def test_a_whole_number_is_one_however_it_is_written(self, one: str) -> None:
        assert refused('{"sheet": {"version": ' + one + "}}") == []

    @pytest.mark.parametrize("bad", ["true", '"1"', "null", "[1]", "1.5"])
    def test_what_is_none(self, bad: str) -> None:
        assert refused('{"sheet": {"version": ' + bad + "}}") == [f"type {bad}"]

    @pytest.mark.parametrize("huge", ["1e999", "9" * 400])
    def test_numbers_are_finite(self, huge: str) -> None:
        assert refused('{"weight": ' + huge + "}") == [f"type {huge}"]
        assert refused('{"sheet": {"version": ' + huge + "}}") == [f"type {huge}"]

    def test_of_a_wrong_type_nothing_else_is_said(self) -> None:
        assert refused('{"name": 5, "sheet": []}') == ["type 5", "type []"]

    def test_a_value_that_is_not_there_yet(self) -> None:
        assert refused('{"sheet": {"version": }}') == []


class TestTexts:
    def test_lengths_are_counted_in_utf_16_units(self) -> None:
        assert refused('{"name": "🎲🎲🎲🎲"}') == []
        assert refused('{"name": "🎲🎲🎲🎲あ"}') == ['maxLength "🎲🎲🎲🎲あ"']
        assert refused('{"name": "\\ud83c\\udfb2🎲🎲🎲"}') == []

    def test_a_dollar_is_the_very_end(self) -> None:
        assert refused('{"sheet": {"version": 1, "tags": ["a\\n"]}}') == ['pattern "a\\n"']

    @pytest.mark.parametrize("code", ["１２a", "12あ", "12a\\n", "12é"])
    def test_digits_and_letters_are_ascii(self, code: str) -> None:
        assert refused(sheet(f'"code": "{code}"')) == [f'pattern "{code}"']
        assert refused(sheet('"code": "12_"')) == []

    @pytest.mark.parametrize(
        ("written", "groups"),
        [
            ("a[b", ["brackets"]),
            ("a]b[", ["brackets"]),
            ("{{a", ["braces"]),
            ("a}}}", ["braces"]),
            ("{a}", []),
            ("a\\tb", ["control"]),
            ("a\\u007fb", ["control"]),
            ("a\\u0085b", ["break"]),
            ("a\\n\\tb", ["break"]),
            ("\\u2028[{{", ["break", "brackets", "braces"]),
            ("\\u0080", []),
            (" ", []),
        ],
    )
    def test_prompt_safe_text(self, written: str, groups: list[str]) -> None:
        assert refused('{"name": "' + written + '"}') == [
            f'x-safe "{written}": {group}' for group in groups
        ]

    @pytest.mark.parametrize(
        ("written", "is_fine"),
        [("[a] {{b}}", True), ("", True), ("a\\u0080", False), ("a\\nb", False), ("\\t", False)],
    )
    def test_text_on_one_line(self, written: str, is_fine: bool) -> None:
        found = refused('{"note": "' + written + '"}')
        assert found == ([] if is_fine else [f'x-safe "{written}": control'])

    def test_text_without_quotes(self) -> None:
        assert refused('{"tide": "a\\"b"}') == ['x-safe "a\\"b": quotes']

    def test_the_characters_have_their_places_in_the_source(self) -> None:
        text = '{"name": "\\u3042[\\u005b🎲\\n]"}'
        document = JsonDocument.parse(text)
        assert document.root is not None
        found = {
            violation.subject: [text[start:end] for start, end in violation.source_spans]
            for violation in CHECKER.violations(document.root, 0)
            if violation.spans
        }
        assert found == {"break": ["\\n"], "brackets": ["[", "\\u005b", "]"]}


class TestKeys:
    def test_one_refusal_a_key(self) -> None:
        assert refused('{"sheet": {"version": 1, "skills": [{}]}}') == [
            "required {}: id",
            "required {}: label",
        ]
        assert refused('{"a": 1, "b": 2}') == [
            'additionalProperties {"a": 1, "b": 2}: a',
            'additionalProperties {"a": 1, "b": 2}: b',
        ]

    def test_one_refusal_a_bad_key_of_a_map(self) -> None:
        cells = '{"Weight": 1, "a-much-longer": 2}'
        assert refused(sheet(f'"cells": {cells}')) == [
            f"propertyNames {cells}: Weight",
            f"propertyNames {cells}: a-much-longer",
        ]

    def test_maps_are_counted(self) -> None:
        assert refused(sheet('"cells": {}')) == ["minProperties {}"]
        three = '{"a": 1, "b": 2, "c": 3}'
        assert refused(sheet(f'"cells": {three}')) == [f"maxProperties {three}"]

    def test_a_comment_is_no_key(self) -> None:
        assert refused('{"$comment": [1], "sheet": {"$comment": 1, "version": 1}}') == []
        assert refused(sheet('"cells": {"$comment": {}, "a": 1, "b": 2}')) == []
        assert refused(sheet('"cells": {"$comment": "x"}')) == [
            'minProperties {"$comment": "x"}',
        ]
        assert refused(sheet('"max": {"$comment": "x", "const": 1}')) == []

    @pytest.mark.parametrize(
        ("faces", "keyword"),
        [
            ("{}", "x-atLeastOne"),
            ('{"from": 1, "min": 1}', None),
            ('{"min": 1, "dice": 1, "free": true}', "x-atMostOne"),
        ],
    )
    def test_counts_of_keys(self, faces: str, keyword: str | None) -> None:
        found = refused(sheet(f'"faces": {faces}'))
        assert found == ([f"{keyword} {faces}"] if keyword else [])

    def test_counts_wait_for_what_is_inside(self) -> None:
        two = '{"const": 1, "list": {}}'
        assert refused(sheet('"skills": [{"id": "a", "label": "b", "cap": ' + two + "}]")) == [
            "required {}: of"
        ]
        two = '{"const": 1, "list": {"of": "A"}}'
        assert refused(sheet('"skills": [{"id": "a", "label": "b", "cap": ' + two + "}]")) == [
            f"x-exactlyOne {two}",
            'pattern "A"',
        ]

    @pytest.mark.parametrize("step", ["{}", '{"rename": "a", "route": "b"}', '{"to": "a"}'])
    def test_a_union_by_key_without_its_key(self, step: str) -> None:
        assert refused('{"steps": [' + step + "]}") == [f"x-byKey {step}"]

    def test_a_union_by_key_says_what_its_member_says(self) -> None:
        step = '{"rename": "a", "route_": "b"}'
        assert refused('{"steps": [' + step + "]}") == [
            f"required {step}: to",
            f"additionalProperties {step}: route_",
        ]


class TestLists:
    def test_a_repeated_item_at_its_place(self) -> None:
        assert refused(sheet('"tags": ["a", "b", "a", "a"]')) == ['uniqueItems "a"'] * 2

    def test_steps_rise(self) -> None:
        assert refused(sheet('"table": [[1, 0], [1, 2], [0, 3], [5, 1]]')) == [
            "x-ascending 1",
            "x-ascending 0",
        ]

    def test_of_steps_that_are_no_pairs_nothing_is_said(self) -> None:
        assert refused(sheet('"table": [[2, 0], [1], [0, 1]]')) == ["minItems [1]"]
        assert refused(sheet('"table": [[2, 0], [1, 1, 1]]')) == [
            "maxItems [1, 1, 1]",
            "x-ascending 1",
        ]

    def test_too_many(self) -> None:
        skills = ", ".join(['{"id": "a", "label": "b"}'] * 4)
        assert refused(sheet(f'"skills": [{skills}]')) == [f"maxItems [{skills}]"]


class TestAlternatives:
    @pytest.mark.parametrize(
        ("value", "found"),
        [
            ("3", []),
            ('"all"', []),
            ('{"field": "a"}', []),
            # No alternative fits in kind: one refusal, at the value.
            ("true", ["anyOf true"]),
            ('"most"', ['anyOf "most"']),
            ('{"list": {}}', ['anyOf {"list": {}}']),
            ('{"field": 5}', ['anyOf {"field": 5}']),
            # The first that only has soft faults speaks.
            ("-1", ["minimum -1"]),
            ("1.5", ["type 1.5"]),
            ("{}", ["x-exactlyOne {}"]),
            ('{"fild": 1}', ['additionalProperties {"fild": 1}: fild', 'x-exactlyOne {"fild": 1}']),
            ('{"list": {"of": "A"}}', ['pattern "A"']),
        ],
    )
    def test_alternatives(self, value: str, found: list[str]) -> None:
        assert refused(sheet(f'"max": {value}')) == found

    def test_kinds_count_at_any_depth(self) -> None:
        assert refused(sheet('"ladder": [{"dc": 5}, {"dc": 31}]')) == ["maximum 31"]
        assert refused(sheet('"ladder": [{"dc": 5}, {"hits": 2}]')) == [
            'anyOf [{"dc": 5}, {"hits": 2}]'
        ]

    def test_the_causes_are_known(self) -> None:
        document = JsonDocument.parse(sheet('"max": {"list": {}}'))
        assert document.root is not None
        (violation,) = CHECKER.violations(document.root, 0)
        causes = [[(each.keyword, each.path[-1]) for each in one] for one in violation.causes]
        assert causes == [[("type", "max")], [("required", "list")], [("const", "max")]]

    def test_nothing_is_said_of_what_is_still_being_typed(self) -> None:
        assert refused(sheet('"max": {"field": }')) == []
        assert refused(sheet('"max": {"list": {"of": "a}}')) == []


class TestHardFaults:
    def hard(self, text: str) -> bool:
        document = JsonDocument.parse(text)
        assert document.root is not None
        return CHECKER.is_hard(document.root)

    @pytest.mark.parametrize(
        "text",
        [
            '{"name": 5}',
            '{"sheet": {}}',
            sheet('"max": true'),
            sheet('"table": [[1]]'),
            sheet('"skills": [{"id": "a", "label": "b", "cap": {"list": {}}}]'),
            sheet('"faces": {"from": 1, "free": false}'),
        ],
    )
    def test_another_kind(self, text: str) -> None:
        assert self.hard(text)

    @pytest.mark.parametrize(
        "text",
        [
            "{}",
            '{"name": "", "other": 1}',
            '{"sheet": {"version": 1.5}}',
            sheet('"max": -1'),
            sheet('"table": [[1, 2, 3], [1, 2]]'),
            sheet('"skills": [{"id": "A", "label": "[b]", "cap": {}}]'),
        ],
    )
    def test_out_of_limits(self, text: str) -> None:
        assert not self.hard(text)

    def test_of_a_part(self) -> None:
        text = sheet('"max": {"list": {}}, "skills": [{"id": 1}, {"id": "A", "label": "b"}]')
        document = JsonDocument.parse(text)
        assert isinstance(document.root, Object)
        assert CHECKER.is_hard(document.root)
        skills = at(document.root, "sheet", "skills")
        first, second = [part for _, part in skills.parts]
        assert isinstance(first, Container)
        assert isinstance(second, Container)
        assert CHECKER.hard_within(first)
        assert not CHECKER.hard_within(second)


def at(node: Object, *path: str) -> Container:
    found: Container = node
    for step in path:
        assert isinstance(found, Object)
        entry = found.get(step)
        assert entry is not None
        assert isinstance(entry.value, Container)
        found = entry.value
    return found


class TestHeldValues:
    """A value that is judged apart may still be marked at its key."""

    def words(self, text: str) -> list[tuple[str, str]]:
        def word(violation: Violation) -> list[Finding]:
            place = violation.place
            start, end = place.offset, place.offset + 1
            if place.entry is not None:
                start, end = place.key_offset, place.key_offset + place.entry.key.width
            message = Message.of(violation.keyword)
            return [Finding(violation.keyword, Severity.ERROR, start, end, message)]

        document = JsonDocument.parse(text)
        assert document.root is not None
        found = SchemaChecker(SCHEMA, word).findings(document.root)
        return [(each.code, text[each.start : each.end]) for each in found]

    def test_a_missing_key_at_the_key_in_front(self) -> None:
        assert self.words('{ "sheet"  : {} }') == [("required", '"sheet"')]
        assert self.words(sheet('"skills": [{"label": "a"}]')) == [("required", "{")]

    def test_a_key_that_moved_away_from_its_value(self) -> None:
        text = '{"sheet": {"version": 1, "cells": {}}}'
        document = JsonDocument.parse(text)
        keyed = SchemaChecker(SCHEMA, lambda violation: [_at_the_key(violation)])
        assert document.root is not None
        (before,) = keyed.findings(document.root)
        assert text[before.start : before.end] == '"cells"'
        start = text.index(": {}}}")
        longer = text[:start] + "   " + text[start:]
        edited = document.edited(longer, start, start, start + 3)
        assert edited.root is not None
        (after,) = keyed.findings(edited.root)
        assert longer[after.start : after.end] == '"cells"'


def _at_the_key(violation: Violation) -> Finding:
    place = violation.place
    assert place.entry is not None
    start = place.key_offset
    end = start + place.entry.key.width
    return Finding("x", Severity.ERROR, start, end, Message.of("x"))


class TestWhatAKeystrokeCosts:
    def test_only_the_path_of_the_edit_is_worded_again(self) -> None:
        worded: list[str] = []

        def word(violation: Violation) -> list[Finding]:
            worded.append(violation.keyword)
            return []

        checker = SchemaChecker(SCHEMA, word)
        skills = ", ".join(f'{{"id": "a", "label": "[{number}]"}}' for number in range(3))
        text = sheet(f'"cells": {{"A": 1}}, "skills": [{skills}]')
        document = JsonDocument.parse(text)
        assert document.root is not None
        checker.findings(document.root)
        assert sorted(worded) == ["propertyNames", "x-safe", "x-safe", "x-safe"]
        worded.clear()
        place = text.index("[1]") + 1
        edited = document.edited(text[:place] + "7" + text[place:], place, place, place + 1)
        assert edited.root is not None
        checker.findings(edited.root)
        # The skill, and the sheet, which tells what its map is as a whole.
        assert sorted(worded) == ["propertyNames", "x-safe"]


class TestSchemasThatAreNotRead:
    def test_a_keyword_that_nothing_stands_for(self) -> None:
        checker = SchemaChecker({"type": "object", "patternProperties": {"^x": {}}})
        with pytest.raises(NotImplementedError, match="patternProperties"):
            checker.warm_up()

    def test_a_kind_of_text_that_does_not_exist(self) -> None:
        schema: Schema = {"properties": {"a": {"x-safe": "nothing"}}}
        with pytest.raises(ValueError, match="x-safe"):
            SchemaChecker(schema).warm_up()
