"""What no schema can say of a rule, to the character (specs/nimblock.md, Findings and Borders)."""

from __future__ import annotations

import pytest

from tests.languages.nimblock.spec_text import JOIN, LOG, check, clean, message, rule, spec

CHAT = '{"type": "player.chat"}'
QUIT = '{"type": "player.quit"}'
BREAK = '{"type": "block.break"}'
REPEAT = '{"type": "schedule.repeat", "params": {"seconds": 60}}'
CANCEL = '{"type": "cancel_event"}'
DELAY = '{"type": "delay", "params": {"seconds": 1}}'


def compare(left: str, right: str = "1") -> str:
    condition = (
        '{"type": "number.compare", "params": {"left": '
        + left
        + ', "operator": "<", "right": "'
        + right
        + '"}}'
    )
    return spec(rule(conditions=condition, trigger=BREAK))


def console(command: str, trigger: str = CHAT) -> str:
    action = '{"type": "server.run_command", "params": {"command": "' + command + '"}}'
    return spec(rule(action, trigger=trigger))


def command(name: str, head: str = "") -> str:
    trigger = '{"type": "command", "params": {"name": ' + name + "}}"
    return rule(trigger=trigger, head=head)


class TestUnbalancedBrace:
    @pytest.mark.parametrize(
        "text",
        [
            "a «{»",
            "a «{player»",
            "«{player» さん 😋",
            "«{abc»{player}",
            "«{}»",
            "«{}»«}»",
            "«{1x}»",
            "«{ player }»",
            "«{プレイヤー}»",
            "«{player name}»",
            "«{a-b}»",
            "a «}» b",
            "{player}«}»",
            "{{player«}»",
            "«{a»{{b«}»",
            "«{a_1» {{",
            "}}«}»",
            "{{{{«{»",
        ],
    )
    def test_from_the_brace_to_the_end_of_the_broken_piece(self, text: str) -> None:
        check(message(text), "nimblock/unbalanced-brace")

    @pytest.mark.parametrize(
        "text", ["{{", "}}", "{{}}", "{{x}}", "{{{player}}}", "{player}}}", "{{{{"]
    )
    def test_escaped_braces_are_text(self, text: str) -> None:
        clean(message(text))

    def test_ranges_are_those_of_the_source(self) -> None:
        check(message(r"\u00e9\"\ud83d\ude0b «{» \n"), "nimblock/unbalanced-brace")
        check(message(r"«\u007bplayer» x"), "nimblock/unbalanced-brace")
        check(message(r"😋\/«{\u0031x}»"), "nimblock/unbalanced-brace")

    def test_every_text_of_a_condition_too(self) -> None:
        condition = '{"type": "player.in_world", "params": {"world": "«{»"}}'
        check(spec(rule(conditions=condition)), "nimblock/unbalanced-brace")

    def test_not_in_identifiers_and_triggers(self) -> None:
        clean(spec(command('"a}"')))

    def test_under_an_unknown_trigger_as_well(self) -> None:
        text = message("«{»", trigger='{"type": «"x"»}')
        check(text, "nimblock/unknown-trigger", "nimblock/unbalanced-brace")


class TestUnknownVariable:
    def test_with_its_braces(self) -> None:
        check(message("やあ «{playr}» 😋"), "nimblock/unknown-variable")

    def test_names_are_told_apart_by_case(self) -> None:
        check(message("«{Player}»"), "nimblock/unknown-variable")

    def test_what_the_trigger_provides(self) -> None:
        clean(message("{player}{world}"))
        clean(message("{player}{world}{message}", CHAT))
        clean(message("{player}{world}{killer}", '{"type": "player.death"}'))
        clean(message("{player}{world}{block}{x}{y}{z}", BREAK))
        check(message("{player}«{message}»"), "nimblock/unknown-variable")

    def test_a_trigger_that_provides_nothing(self) -> None:
        check(message("«{player}»", REPEAT), "nimblock/unknown-variable")

    def test_spelled_with_escapes(self) -> None:
        check(message(r"\ud83d\ude0b«\u007bx\u007D»"), "nimblock/unknown-variable")

    def test_a_missing_trigger_counts_as_unknown(self) -> None:
        action = '{"type": "broadcast", "params": {"message": "{nobody}"}}'
        check(spec('«{»"name": "x", "actions": [' + action + "]}"), "nimblock/missing-key")
        check(spec(rule(action, trigger='«"player.join"»')), "nimblock/wrong-type")
        check(spec(rule(action, trigger='{"type": «5»}')), "nimblock/wrong-type")


class TestNeeds:
    def test_a_player(self) -> None:
        check(spec(rule('{"type": «"player.heal"»}', trigger=REPEAT)), "nimblock/needs-player")
        condition = '{"type": «"player.is_op"»}'
        check(spec(rule(conditions=condition, trigger=REPEAT)), "nimblock/needs-player")

    def test_something_to_cancel(self) -> None:
        check(spec(rule('{"type": «"cancel_event"»}')), "nimblock/needs-cancellable")
        for trigger in (CHAT, BREAK, '{"type": "block.place"}'):
            clean(spec(rule(CANCEL, trigger=trigger)))

    def test_a_switched_off_rule_is_judged_as_well(self) -> None:
        text = spec("«" + rule('{"type": «"cancel_event"»}', head='"enabled": false, ') + "»")
        check(text, "nimblock/disabled-rule", "nimblock/needs-cancellable")


class TestCancelAfterDelay:
    def test_after(self) -> None:
        text = spec(rule(DELAY, LOG, '{"type": «"cancel_event"»}', trigger=CHAT))
        check(text, "nimblock/cancel-after-delay")

    def test_before(self) -> None:
        clean(spec(rule(CANCEL, DELAY, LOG, trigger=CHAT)))

    def test_only_the_ones_after(self) -> None:
        text = spec(rule(CANCEL, DELAY, '{"type": «"cancel_event"»}', DELAY, trigger=CHAT))
        check(text, "nimblock/cancel-after-delay")

    def test_in_one_rule_only(self) -> None:
        clean(spec(rule(DELAY, trigger=CHAT), rule(CANCEL, trigger=CHAT)))


class TestVariableInTrigger:
    def test_the_variable(self) -> None:
        check(spec(command('"a«{player}»b"')), "nimblock/variable-in-trigger")

    def test_an_escaped_one_still_holds_it(self) -> None:
        check(spec(command('"{«{name}»}"')), "nimblock/variable-in-trigger")

    def test_in_every_text(self) -> None:
        trigger = (
            '{"type": "command", "params": {"name": "a", "description": "«{x}» と «{y1_}»",'
            ' "permission": "«\\u007bz}»"}}'
        )
        check(spec(rule(trigger=trigger)), "nimblock/variable-in-trigger")

    def test_what_is_no_variable_is_text(self) -> None:
        clean(spec(command('"a{}{1}{"')))


class TestNamesThatStandTwice:
    def test_rule_ids(self) -> None:
        text = spec(rule(head='"id": "a", '), rule(head='"id": "b", '), rule(head='"id": «"a"», '))
        check(text, "nimblock/duplicate-rule-id")

    def test_each_later_one(self) -> None:
        text = spec(
            rule(head='"id": "a", '), rule(head='"id": «"a"», '), rule(head='"id": «"\\u0061"», ')
        )
        check(text, "nimblock/duplicate-rule-id")

    def test_case_matters_for_ids(self) -> None:
        clean(spec(rule(head='"id": "a", '), rule(head='"id": "A", ')))

    def test_commands(self) -> None:
        check(spec(command('"spawn"'), command('«"Spawn"»')), "nimblock/duplicate-command")

    def test_only_ascii_case_is_ignored(self) -> None:
        clean(spec(command('"é"'), command('"É"')))
        clean(spec(command('"ｓ"'), command('"Ｓ"')))

    def test_a_switched_off_rule_adds_no_command(self) -> None:
        text = spec(command('"a"'), "«" + command('"a"', head='"enabled": false, ') + "»")
        check(text, "nimblock/disabled-rule")

    def test_enabled_that_is_no_boolean_counts_as_enabled(self) -> None:
        text = spec(command('"a"', head='"enabled": «0», '), command('«"a"»'))
        check(text, "nimblock/wrong-type", "nimblock/duplicate-command")


class TestLeadingSlash:
    def test_a_command_name(self) -> None:
        check(spec(command('"«/»spawn"')), "nimblock/leading-slash")
        check(spec(command('"«\\/»spawn"')), "nimblock/leading-slash")
        check(spec(command('"«\\u002f»/spawn"')), "nimblock/leading-slash")

    def test_a_console_command(self) -> None:
        check(console("«/»say hi"), "nimblock/leading-slash")
        clean(console("say /hi"))
        clean(console(" /say"))


class TestLostMessage:
    @pytest.mark.parametrize(
        "action",
        [
            '{"type": «"player.send_message"», "params": {"message": "x"}}',
            '{"type": «"player.send_actionbar"», "params": {"message": "x"}}',
            '{"type": «"player.send_title"», "params": {"title": "x"}}',
            '{"type": «"player.play_sound"», "params": {"sound": "entity.player.levelup"}}',
        ],
    )
    def test_to_a_player_who_leaves(self, action: str) -> None:
        check(spec(rule(action, trigger=QUIT)), "nimblock/lost-message")
        clean(spec(rule(action.replace("«", "").replace("»", ""))))

    def test_others_hear_it(self) -> None:
        clean(message("{player} さんが抜けました", QUIT))
        clean(spec(rule('{"type": "player.heal"}', trigger=QUIT)))


class TestConsoleInjection:
    def test_what_a_player_types(self) -> None:
        check(console("say «{message}»"), "nimblock/console-injection")
        check(
            console("say «{args}»", '{"type": "command", "params": {"name": "a"}}'),
            "nimblock/console-injection",
        )

    def test_other_variables_are_the_games(self) -> None:
        clean(console("say {player} {world}"))
        clean(console("say {{message}}"))

    def test_where_it_is_not_provided_it_is_unknown(self) -> None:
        check(console("say «{message}»", JOIN), "nimblock/unknown-variable")

    def test_other_actions_may_show_it(self) -> None:
        clean(message("{message}", CHAT))


class TestBukkitConstant:
    @pytest.mark.parametrize(
        "sound", ["ENTITY_PLAYER_LEVELUP", "BLOCK_NOTE_BLOCK_BELL", "LEVEL_UP", "X"]
    )
    def test_a_sound(self, sound: str) -> None:
        action = '{"type": "player.play_sound", "params": {"sound": «"' + sound + '"»}}'
        check(spec(rule(action)), "nimblock/bukkit-constant")

    def test_an_effect(self) -> None:
        action = '{"type": "player.give_effect", "params": {"effect": «"SPEED"»}}'
        check(spec(rule(action)), "nimblock/bukkit-constant")

    def test_an_item_may_be_written_either_way(self) -> None:
        clean(spec(rule('{"type": "player.give_item", "params": {"material": "DIAMOND_SWORD"}}')))

    def test_keys(self) -> None:
        for sound in ("entity.player.levelup", "minecraft:entity.player.levelup", "my.own_Sound"):
            clean(spec(rule('{"type": "player.play_sound", "params": {"sound": "' + sound + '"}}')))


class TestNotANumber:
    @pytest.mark.parametrize(
        "side", ["", "  ", "abc", "６２", "1,5", "0x10", "1 2", "--1", "1e", "&a5", "{{1}}", "NaN"]
    )
    def test_a_literal(self, side: str) -> None:
        check(compare(f'«"{side}"»'), "nimblock/not-a-number")

    @pytest.mark.parametrize("side", ["62", " 62 ", "-1", "+1", "1.5", "1e3", "-2.5E-3", "007"])
    def test_a_number(self, side: str) -> None:
        clean(compare(f'"{side}"'))

    def test_with_a_variable_nobody_knows(self) -> None:
        clean(compare('"{y}"'))
        clean(compare('"y: {y}"'))

    def test_a_broken_brace_is_told_alone(self) -> None:
        check(compare('"a«{»"'), "nimblock/unbalanced-brace")

    def test_an_unknown_variable_is_told_alone(self) -> None:
        check(compare('"«{heigth}»"'), "nimblock/unknown-variable")

    def test_other_texts_may_be_words(self) -> None:
        clean(
            spec(rule(conditions='{"type": "text.equals", "params": {"text": "a", "value": "b"}}'))
        )


class TestDisabledRule:
    def test_the_rule_as_a_whole(self) -> None:
        check(spec(rule(), "«" + rule(head='"enabled": false, ') + "»"), "nimblock/disabled-rule")

    def test_enabled_that_is_true(self) -> None:
        clean(spec(rule(head='"enabled": true, ')))


def test_placeholders_of_other_tools_are_text() -> None:
    clean(message("%player_name% §6 &#rrggbb & && &z"))
