"""What the schema refuses, to the character (specs/nimblock.md, Findings and Borders)."""

from __future__ import annotations

import pytest

from tests.languages.nimblock.spec_text import JOIN, LOG, check, clean, found, rule, spec


def test_a_spec_in_order_has_no_findings() -> None:
    clean(spec(rule()))


def test_keys_may_stand_in_any_order() -> None:
    clean('{"rules": [' + rule() + '], "name": "x", "specVersion": 1}')


@pytest.mark.parametrize("one", ["1", "1.0", "10e-1", "1E0"])
def test_an_integer_is_one_however_it_is_written(one: str) -> None:
    clean('{"specVersion": ' + one + ', "name": "x", "rules": [' + rule() + "]}")


@pytest.mark.parametrize("version", ["2", "0", '"1"', "true", "null", "1.5", "1e999", "[1]"])
def test_unsupported_version(version: str) -> None:
    text = '{"specVersion": «' + version + '», "name": "x", "rules": [' + rule() + "]}"
    check(text, "nimblock/unsupported-version")


class TestMissingKey:
    def test_at_the_top_the_opening_brace(self) -> None:
        check('«{»"specVersion": 1, "rules": [' + rule() + "]}", "nimblock/missing-key")

    def test_one_finding_a_key(self) -> None:
        assert found("{}") == [("nimblock/missing-key", "error", "{")] * 3

    def test_in_a_rule_its_opening_brace(self) -> None:
        text = spec('«{»"name": "x", "actions": [' + LOG + "]}")
        check(text, "nimblock/missing-key")

    def test_in_a_trigger_the_key_that_introduces_it(self) -> None:
        check(
            spec('{"name": "x", «"trigger"»: {}, "actions": [' + LOG + "]}"), "nimblock/missing-key"
        )

    def test_in_an_action_its_opening_brace(self) -> None:
        check(spec(rule('«{»"params": {}}')), "nimblock/missing-key")

    def test_in_a_condition_its_opening_brace(self) -> None:
        check(spec(rule(conditions='«{»"not": true}')), "nimblock/missing-key")

    def test_a_key_without_a_value_is_not_missing(self) -> None:
        check('{"specVersion": 1, "name"«:» , "rules": [' + rule() + "]}", "json/syntax")


class TestUnknownKey:
    @pytest.mark.parametrize(
        "text",
        [
            '{"specVersion": 1, "name": "x", «"Rules"»: [], "rules": [' + rule() + "]}",
            spec(rule(head='«"if"»: 1, ')),
            spec(rule(trigger='{"type": "player.join", «"not"»: true}')),
            spec(rule('{"type": "player.heal", «"not"»: true}')),
            spec(rule(conditions='{"type": "player.is_op", «"parms"»: {}}')),
            '{«"$schema"»: "x", "specVersion": 1, "name": "x", "rules": [' + rule() + "]}",
        ],
    )
    def test_the_key(self, text: str) -> None:
        check(text, "nimblock/unknown-key")

    def test_an_escaped_key_is_the_key_it_spells(self) -> None:
        clean('{"spec\\u0056ersion": 1, "name": "x", "rules": [' + rule() + "]}")

    def test_under_an_unknown_type_the_keys_are_still_known(self) -> None:
        text = spec(rule('{"type": «"say"», «"who"»: 1}'))
        check(text, "nimblock/unknown-action", "nimblock/unknown-key")


class TestWrongType:
    @pytest.mark.parametrize(
        "text",
        [
            '{"specVersion": 1, "name": «5», "rules": [' + rule() + "]}",
            '{"specVersion": 1, "name": "x", "rules": «{}»}',
            spec("«3»", rule()),
            spec(rule("«null»")),
            spec(rule(head='"enabled": «"false"», ')),
            spec(rule(head='"match": «5», ')),
            spec(rule(trigger="«[]»")),
            spec(rule(trigger='{"type": «7»}')),
            spec(rule('{"type": "player.heal", "params": «[]»}')),
            spec(rule(conditions='{"type": "player.is_op", "not": «1»}')),
            spec(rule('{"type": "log", "params": {"message": «12»}}')),
            spec(rule('{"type": "player.heal", "params": «null»}')),
        ],
    )
    def test_the_value(self, text: str) -> None:
        check(text, "nimblock/wrong-type")

    def test_a_number_as_text(self) -> None:
        check(spec(rule('{"type": "delay", "params": {"seconds": «"1"»}}')), "nimblock/wrong-type")

    def test_the_whole_document(self) -> None:
        check("«[1, 2]»", "nimblock/wrong-type")
        check('«"x"»', "nimblock/wrong-type")

    def test_params_that_are_no_object_hide_no_missing_param(self) -> None:
        check(spec(rule('{"type": "log", "params": «"x"»}')), "nimblock/wrong-type")

    def test_params_of_an_unknown_type_must_still_be_an_object(self) -> None:
        text = spec(rule('{"type": «"say"», "params": «5»}'))
        check(text, "nimblock/unknown-action", "nimblock/wrong-type")


class TestBadLength:
    def test_a_string_its_value(self) -> None:
        check('{"specVersion": 1, "name": «""», "rules": [' + rule() + "]}", "nimblock/bad-length")

    def test_lengths_count_code_points(self) -> None:
        clean('{"specVersion": 1, "name": "' + "😋" * 64 + '", "rules": [' + rule() + "]}")
        clean(
            '{"specVersion": 1, "name": "' + "\\ud83d\\ude0b" * 64 + '", "rules": [' + rule() + "]}"
        )
        check(
            '{"specVersion": 1, "name": «"' + "あ" * 65 + '"», "rules": [' + rule() + "]}",
            "nimblock/bad-length",
        )

    @pytest.mark.parametrize(("key", "most"), [("id", 64), ("description", 500)])
    def test_optional_texts(self, key: str, most: int) -> None:
        head = '{"specVersion": 1, "name": "x", "' + key + '": '
        tail = ', "rules": [' + rule() + "]}"
        clean(head + '""' + tail)
        clean(head + '"' + "字" * most + '"' + tail)
        check(head + '«"' + "字" * (most + 1) + '"»' + tail, "nimblock/bad-length")

    def test_a_list_its_key(self) -> None:
        check('{"specVersion": 1, "name": "x", «"rules"»: []}', "nimblock/bad-length")
        check(
            spec('{"name": "x", "trigger": ' + JOIN + ', «"actions"»: []}'), "nimblock/bad-length"
        )

    @pytest.mark.parametrize(("count", "is_fine"), [(20, True), (21, False)])
    def test_twenty_conditions(self, count: int, is_fine: bool) -> None:
        conditions = ", ".join(['{"type": "player.is_op"}'] * count)
        text = spec(rule(conditions=conditions))
        if is_fine:
            clean(text)
        else:
            check(text.replace('"conditions"', '«"conditions"»'), "nimblock/bad-length")

    @pytest.mark.parametrize(("count", "is_fine"), [(50, True), (51, False)])
    def test_fifty_actions(self, count: int, is_fine: bool) -> None:
        text = spec(rule(*[LOG] * count))
        if is_fine:
            clean(text)
        else:
            check(text.replace('"actions"', '«"actions"»'), "nimblock/bad-length")

    @pytest.mark.parametrize(("count", "is_fine"), [(200, True), (201, False)])
    def test_two_hundred_rules(self, count: int, is_fine: bool) -> None:
        text = spec(*[rule()] * count)
        if is_fine:
            clean(text)
        else:
            check(text.replace('"rules"', '«"rules"»'), "nimblock/bad-length")

    @pytest.mark.parametrize(("count", "is_fine"), [(2000, True), (2001, False)])
    def test_a_template(self, count: int, is_fine: bool) -> None:
        value = '"' + "長" * count + '"'
        value = value if is_fine else f"«{value}»"
        check(
            spec(rule('{"type": "log", "params": {"message": ' + value + "}}")),
            "nimblock/bad-length",
        )

    def test_a_text_of_a_trigger(self) -> None:
        value = '«"' + "a" * 2001 + '"»'
        trigger = '{"type": "command", "params": {"name": ' + value + "}}"
        check(spec(rule(trigger=trigger)), "nimblock/bad-length")

    def test_an_empty_template_is_one(self) -> None:
        clean(spec(rule('{"type": "log", "params": {"message": ""}}')))


class TestBadIdentifier:
    @pytest.mark.parametrize(
        "value", ['""', '"ようこそ"', '"a b"', '"a.b"', f'"{"a" * 33}"', '"a\\n"']
    )
    def test_a_rule_id(self, value: str) -> None:
        check(spec(rule(head=f'"id": «{value}», ')), "nimblock/bad-identifier")

    def test_ids_at_the_border(self) -> None:
        clean(spec(rule(head=f'"id": "{"a" * 32}", '), rule(head='"id": "-_0Z", ')))

    @pytest.mark.parametrize(
        "value",
        ['""', '"1up"', '"音"', '"a b"', '"_x"', f'"{"a" * 65}"', '"entity.player.levelup\\n"'],
    )
    def test_an_identifier(self, value: str) -> None:
        text = spec(rule('{"type": "player.play_sound", "params": {"sound": «' + value + "»}}"))
        check(text, "nimblock/bad-identifier")

    def test_identifiers_at_the_border(self) -> None:
        for value in ("a" * 64, "minecraft:block/note.x-y_z", "A"):
            clean(
                spec(rule('{"type": "player.give_item", "params": {"material": "' + value + '"}}'))
            )

    @pytest.mark.parametrize("line_break", ["\\n", "\\r", "\\u2028", "\\u2029", "\u2028", "\u2029"])
    def test_a_line_break_where_there_is_one_line(self, line_break: str) -> None:
        for key in ("name", "id", "description"):
            keys = {"name": '"x"', key: f'«"a{line_break}b"»'}
            body = ", ".join(f'"{name}": {value}' for name, value in keys.items())
            check(
                '{"specVersion": 1, ' + body + ', "rules": [' + rule() + "]}",
                "nimblock/bad-identifier",
            )

    def test_other_spaces_are_no_line_breaks(self) -> None:
        clean('{"specVersion": 1, "name": "a\u0085b\\u000bc\\fd\\te", "rules": [' + rule() + "]}")

    def test_a_line_break_in_a_template_is_text(self) -> None:
        clean(spec(rule('{"type": "log", "params": {"message": "a\\nb"}}')))

    def test_too_long_and_broken_over_lines_are_two_faults(self) -> None:
        value = '««"' + "a" * 64 + '\\n"»»'
        text = '{"specVersion": 1, "name": ' + value + ', "rules": [' + rule() + "]}"
        check(text, "nimblock/bad-identifier", "nimblock/bad-length")


class TestOutOfRange:
    @pytest.mark.parametrize("value", ["0", "86401", "-1", "1.5", "1e999", "-1e999", "0.5e-400"])
    def test_whole_seconds(self, value: str) -> None:
        trigger = '{"type": "schedule.repeat", "params": {"seconds": «' + value + "»}}"
        check(spec(rule(trigger=trigger)), "nimblock/out-of-range")

    @pytest.mark.parametrize("value", ["1", "86400", "1.0", "1e2", "86400.0", "8.64E+4"])
    def test_whole_seconds_in_order(self, value: str) -> None:
        trigger = '{"type": "schedule.repeat", "params": {"seconds": ' + value + "}}"
        clean(spec(rule(trigger=trigger)))

    @pytest.mark.parametrize(
        ("action", "values"),
        [
            ('{"type": "delay", "params": {"seconds": %s}}', ["0.05", "3600"]),
            (
                '{"type": "player.give_effect", "params": {"effect": "speed", "amplifier": %s}}',
                ["-0", "255"],
            ),
            (
                '{"type": "player.play_sound", "params": {"sound": "a.b", "pitch": %s}}',
                ["0.5", "2"],
            ),
            (
                '{"type": "player.give_item", "params": {"material": "a", "amount": %s}}',
                ["1", "2304"],
            ),
        ],
    )
    def test_borders_belong_to_the_range(self, action: str, values: list[str]) -> None:
        for value in values:
            clean(spec(rule(action % value)))

    @pytest.mark.parametrize(
        ("action", "values"),
        [
            ('{"type": "delay", "params": {"seconds": «%s»}}', ["0.049", "3600.001", "0"]),
            (
                '{"type": "player.give_effect", "params": {"effect": "speed", "amplifier": «%s»}}',
                ["-1", "256", "0.5"],
            ),
            (
                '{"type": "player.play_sound", "params": {"sound": "a.b", "pitch": «%s»}}',
                ["0.49", "2.1"],
            ),
            (
                '{"type": "player.give_item", "params": {"material": "a", "amount": «%s»}}',
                ["0", "2305", f"{'9' * 5000}"],
            ),
        ],
    )
    def test_beyond_the_border(self, action: str, values: list[str]) -> None:
        for value in values:
            check(spec(rule(action % value)), "nimblock/out-of-range")


class TestBadChoice:
    def test_match(self) -> None:
        check(spec(rule(head='"match": «"ALL"», ')), "nimblock/bad-choice")

    def test_operator(self) -> None:
        condition = (
            '{"type": "number.compare", "params": {"left": "1", "operator": «"="», "right": "2"}}'
        )
        check(spec(rule(conditions=condition)), "nimblock/bad-choice")

    def test_level(self) -> None:
        action = '{"type": "log", "params": {"message": "x", "level": «"error"»}}'
        check(spec(rule(action)), "nimblock/bad-choice")


class TestUnknownType:
    def test_a_trigger(self) -> None:
        check(spec(rule(trigger='{"type": «"player.jion"»}')), "nimblock/unknown-trigger")

    def test_a_condition(self) -> None:
        check(spec(rule(conditions='{"type": «"player.isop"»}')), "nimblock/unknown-condition")

    def test_an_action(self) -> None:
        check(spec(rule('{"type": «"Player.heal"»}')), "nimblock/unknown-action")

    def test_an_id_of_another_kind(self) -> None:
        check(spec(rule('{"type": «"chance"»}')), "nimblock/unknown-action")
        check(spec(rule(trigger='{"type": «"cancel_event"»}')), "nimblock/unknown-trigger")

    def test_nothing_follows_from_an_unknown_trigger(self) -> None:
        action = '{"type": "player.send_message", "params": {"message": "{nobody}"}}'
        text = spec(rule(action, '{"type": "cancel_event"}', trigger='{"type": «"x"»}'))
        check(text, "nimblock/unknown-trigger")

    def test_params_of_an_unknown_type_are_not_judged(self) -> None:
        check(spec(rule('{"type": «"x"», "params": {"a": {"b": [1]}}}')), "nimblock/unknown-action")


class TestParams:
    def test_unknown_param(self) -> None:
        action = '{"type": "log", "params": {"message": "x", «"Level"»: "info"}}'
        check(spec(rule(action)), "nimblock/unknown-param")

    def test_an_entry_without_params_has_none(self) -> None:
        check(
            spec(rule(trigger='{"type": "player.join", "params": {«"x"»: 1}}')),
            "nimblock/unknown-param",
        )
        clean(spec(rule(trigger='{"type": "player.join", "params": {}}')))

    def test_missing_param(self) -> None:
        check(
            spec(rule('{"type": «"log"», "params": {"level": "info"}}')), "nimblock/missing-param"
        )

    def test_missing_params(self) -> None:
        check(spec(rule('{"type": «"log"»}')), "nimblock/missing-param")

    def test_one_finding_a_parameter(self) -> None:
        text = spec(rule('{"type": "player.teleport"}'))
        assert found(text) == [("nimblock/missing-param", "error", '"player.teleport"')] * 3

    def test_of_a_trigger(self) -> None:
        check(spec(rule(trigger='{"type": «"command"»}')), "nimblock/missing-param")

    def test_optional_ones_are_not_missed(self) -> None:
        clean(spec(rule('{"type": "player.send_title", "params": {"title": "x"}}')))

    def test_a_param_that_is_null_is_there(self) -> None:
        check(spec(rule('{"type": "log", "params": {"message": «null»}}')), "nimblock/wrong-type")


class TestDuplicateKey:
    def test_the_later_key(self) -> None:
        text = '{"specVersion": 1, "name": "x", «"name"»: "y", "rules": [' + rule() + "]}"
        check(text, "json/duplicate-key")

    def test_every_later_key(self) -> None:
        text = (
            '{"specVersion": 1, "name": "x", «"name"»: "y", «"n\\u0061me"»: "z", "rules": ['
            + rule()
            + "]}"
        )
        check(text, "json/duplicate-key")

    def test_the_last_value_counts(self) -> None:
        text = '{"specVersion": 2, «"specVersion"»: 1, "name": "x", "rules": [' + rule() + "]}"
        check(text, "json/duplicate-key")
        text = '{"specVersion": 1, «"specVersion"»: «2», "name": "x", "rules": [' + rule() + "]}"
        check(text, "json/duplicate-key", "nimblock/unsupported-version")


def test_a_byte_order_mark_shifts_nothing() -> None:
    check("\ufeff" + spec(rule(head='"match": «"x"», ')), "nimblock/bad-choice")
