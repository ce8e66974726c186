"""What a NimBlock author is offered, level by level (specs/nimblock.md, Completion)."""

from __future__ import annotations

import pytest
from completion_support import analysed, applied, as_snippet, completed, item, labels, split, taken

from modwright.ide.completion import MAX_ITEMS, documentation
from modwright.ide.types import CompletionKind
from modwright.languages.nimblock.catalogue import catalogue


def rule(inside: str) -> str:
    return f'{{"rules": [{{{inside}}}]}}'


def under(trigger: str, inside: str) -> str:
    return rule(f'"trigger": {{"type": "{trigger}"}}, {inside}')


def action(inside: str, trigger: str = "player.chat") -> str:
    return under(trigger, f'"actions": [{inside}]')


def condition(inside: str, trigger: str = "player.chat") -> str:
    return under(trigger, f'"conditions": [{inside}]')


def log(message: str, trigger: str = "player.chat") -> str:
    return action(f'{{"type": "log", "params": {{"message": "{message}"}}}}', trigger)


# ---- keys


def test_required_keys_come_first_at_every_level() -> None:
    assert labels("{‸}") == ["specVersion", "name", "rules", "id", "description"]
    keys = ["name", "trigger", "actions", "id", "enabled", "match", "conditions"]
    assert labels(rule("‸")) == keys
    assert labels(rule('"trigger": {‸}')) == ["type", "params"]
    assert labels(condition("{‸}")) == ["type", "not", "params"]
    assert labels(action("{‸}")) == ["type", "params"]


def test_required_parameters_come_first_and_those_that_are_there_are_gone() -> None:
    title = '{"type": "player.send_title", "params": {%s}}'
    everything = ["title", "subtitle", "fadeIn", "stay", "fadeOut"]
    assert labels(action(title % "‸")) == everything
    assert labels(action(title % '"stay": 3, "‸"')) == ["title", "subtitle", "fadeIn", "fadeOut"]
    assert labels(action(title % '"stay": 3, "‸": 5, "title": ""')) == [
        "subtitle",
        "fadeIn",
        "fadeOut",
    ]
    assert labels(rule('"trigger": {"type": "command", "params": {‸}}')) == [
        "name",
        "description",
        "permission",
    ]


def test_the_type_may_stand_behind_the_parameters() -> None:
    assert labels(action('{"params": {‸}, "type": "delay"}')) == ["seconds"]


def test_an_entry_without_parameters_is_not_offered_any() -> None:
    assert labels(action('{"type": "player.heal", ‸}')) == []
    assert labels(condition('{"type": "player.is_op", ‸}')) == ["not"]


@pytest.mark.parametrize(
    ("marked", "label", "plain", "snippet"),
    [
        ("{‸}", "specVersion", '"specVersion": 1', '"specVersion": 1'),
        ("{‸}", "name", '"name": "Plugin name"', '"name": "${1:Plugin name}"'),
        ("{‸}", "id", '"id": ""', '"id": "$1"'),
        ("{‸}", "rules", '"rules": []', '"rules": [$1]'),
        (rule("‸"), "trigger", '"trigger": {"type": ""}', '"trigger": {"type": "$1"}'),
        (rule("‸"), "enabled", '"enabled": false', '"enabled": ${1|false,true|}'),
        (rule("‸"), "match", '"match": "all"', '"match": "${1|all,any|}"'),
        (condition("{‸}"), "not", '"not": true', '"not": ${1|true,false|}'),
        (action("{‸}"), "params", '"params": {}', '"params": {$1}'),
        (
            action('{"type": "log", ‸}'),
            "params",
            '"params": {"message": ""}',
            '"params": {"message": "$1"}',
        ),
        (
            action('{"type": "log", "params": {‸}}'),
            "level",
            '"level": "info"',
            '"level": "${1|info,warn|}"',
        ),
        (
            action('{"type": "player.send_title", "params": {‸}}'),
            "fadeIn",
            '"fadeIn": 0.5',
            '"fadeIn": ${1:0.5}',
        ),
        (
            condition('{"type": "text.equals", "params": {‸}}'),
            "ignoreCase",
            '"ignoreCase": true',
            '"ignoreCase": ${1|true,false|}',
        ),
        (
            condition('{"type": "number.compare", "params": {‸}}'),
            "operator",
            '"operator": "<"',
            '"operator": "${1|<,<=,==,!=,>=,>|}"',
        ),
    ],
)
def test_a_key_brings_its_value(marked: str, label: str, plain: str, snippet: str) -> None:
    found = item(marked, label)
    assert found.plain_text == plain
    assert found.new_text == snippet


def test_a_key_whose_value_is_to_be_chosen_asks_on() -> None:
    assert item(action("{‸}"), "type").retrigger
    assert item(rule("‸"), "actions").retrigger
    assert not item("{‸}", "specVersion").retrigger
    assert not item(action('{"‸": "log"}'), "type").retrigger


# ---- types and whole entries


def test_every_trigger_is_offered() -> None:
    everything = [trigger.id for trigger in catalogue().triggers]
    assert labels(rule('"trigger": {"type": "‸"}')) == everything
    assert labels(rule('"trigger": {"type": "player.jo‸in"}')) == everything
    assert labels(rule('"trigger": ‸')) == everything


@pytest.mark.parametrize("trigger", catalogue().triggers, ids=lambda trigger: trigger.id)
def test_only_what_the_trigger_has_to_offer_is_asked_of_it(trigger: object) -> None:
    found = next(each for each in catalogue().triggers if each is trigger)
    actions = [
        each.id
        for each in catalogue().actions
        if (found.player or "player" not in each.needs)
        and (found.cancellable or "cancellable" not in each.needs)
    ]
    conditions = [
        each.id for each in catalogue().conditions if found.player or "player" not in each.needs
    ]
    assert labels(action('{"type": "‸"}', found.id)) == actions
    assert labels(action("‸", found.id)) == actions
    assert labels(condition('{"type": ‸}', found.id)) == conditions
    assert labels(condition("‸", found.id)) == conditions


def test_what_needs_more_is_not_offered() -> None:
    assert "cancel_event" in labels(action("‸", "player.chat"))
    assert "cancel_event" not in labels(action("‸", "player.join"))
    assert labels(action("‸", "schedule.repeat")) == [
        "broadcast",
        "server.run_command",
        "log",
        "delay",
    ]


@pytest.mark.parametrize(
    "trigger", ['"trigger": {"type": "player.nope"}, ', '"trigger": {"type": 1}, ', ""]
)
def test_under_an_unknown_trigger_everything_is_offered(trigger: str) -> None:
    everything = [each.id for each in catalogue().actions]
    assert labels(rule(f'{trigger}"actions": [{{"type": "‸"}}]')) == everything


def test_the_trigger_may_stand_below_the_actions() -> None:
    marked = rule('"actions": [{"type": "‸"}], "trigger": {"type": "schedule.repeat"}')
    assert "player.heal" not in labels(marked)


def test_whole_entries_have_a_stop_for_each_required_parameter() -> None:
    assert item(condition("‸"), "number.compare").new_text == (
        '{"type": "number.compare", "params": '
        '{"left": "$1", "operator": "${2|<,<=,==,!=,>=,>|}", "right": "$3"}}'
    )
    assert item(action("‸"), "delay").new_text == (
        '{"type": "delay", "params": {"seconds": ${1:0.05}}}'
    )
    assert item(rule('"trigger": ‸'), "schedule.repeat").new_text == (
        '{"type": "schedule.repeat", "params": {"seconds": ${1:1}}}'
    )
    assert item(action("‸"), "player.heal").new_text == '{"type": "player.heal"}'


def test_every_whole_entry_is_accepted_where_it_was_offered() -> None:
    """Save for texts that are still empty, nothing is wrong with what was written."""
    for marked in (action("‸"), condition("‸"), rule('"trigger": ‸, "actions": []')):
        text, _ = split(marked)
        before = {finding.code for finding in analysed(text).findings}
        for each in completed(marked).items:
            after = {finding.code for finding in analysed(applied(text, each)).findings}
            assert after <= before | {
                "nimblock/bad-identifier",
                "nimblock/not-a-number",
            }, each.label


@pytest.mark.parametrize("trigger", catalogue().triggers, ids=lambda trigger: trigger.id)
def test_a_whole_rule_for_every_trigger(trigger: object) -> None:
    found = next(each for each in catalogue().triggers if each is trigger)
    marked = '{"specVersion": 1, "name": "x", "rules": [‸]}'
    after = taken(marked, f"Rule: {found.label.en}")
    assert f'"trigger": {{"type": "{found.id}"' in after
    assert as_snippet(marked, f"Rule: {found.label.en}")
    assert {finding.code for finding in analysed(after).findings} == set()


def test_kinds_tell_entries_apart() -> None:
    assert item(rule('"trigger": {"type": ‸}'), "command").kind is CompletionKind.EVENT
    assert item(condition("‸"), "chance").kind is CompletionKind.CONDITION
    assert item(action("‸"), "log").kind is CompletionKind.ACTION
    assert item(log("{‸"), "{player}").kind is CompletionKind.VARIABLE


# ---- plain values


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ('{"specVersion": ‸}', ["1"]),
        (rule('"match": ‸'), ["all", "any"]),
        (rule('"match": "an‸"'), ["all", "any"]),
        (rule('"enabled": ‸'), ["true", "false"]),
        (rule('"enabled": tr‸'), ["true", "false"]),
        (condition('{"type": "chance", "not": ‸}'), ["true", "false"]),
        (
            condition('{"type": "number.compare", "params": {"operator": "‸"}}'),
            ["<", "<=", "==", "!=", ">=", ">"],
        ),
        (
            condition('{"type": "number.compare", "params": {"operator": <‸}}'),
            ["<", "<=", "==", "!=", ">=", ">"],
        ),
        (condition('{"type": "text.equals", "params": {"ignoreCase": ‸}}'), ["true", "false"]),
        (action('{"type": "log", "params": {"level": ‸}}'), ["info", "warn"]),
        (action('{"type": "player.give_item", "params": {"amount": ‸}}'), ["1"]),
        (action('{"type": "player.send_title", "params": {"fadeIn": ‸}}'), ["0.5"]),
        ('{"rules": ‸}', ["[]"]),
        (rule('"conditions": ‸'), ["[]"]),
        ('{"name": ‸}', ['""']),
        (action('{"type": "log", "params": {"message": ‸}}'), ['""']),
        (action('{"type": "log", "params": ‸}'), ['{"message": ""}']),
    ],
)
def test_values(marked: str, expected: list[str]) -> None:
    assert labels(marked) == expected


@pytest.mark.parametrize(
    ("marked", "label", "after"),
    [
        (rule('"enabled": "fa‸"'), "false", rule('"enabled": false')),
        (rule('"enabled": fa‸'), "false", rule('"enabled": false')),
        (rule('"enabled": tru‸e'), "false", rule('"enabled": false')),
        (rule('"match": an‸'), "any", rule('"match": "any"')),
        ('{"specVersion": "‸"}', "1", '{"specVersion": 1}'),
        (
            condition('{"type": "number.compare", "params": {"operator": =‸}}'),
            "==",
            condition('{"type": "number.compare", "params": {"operator": "=="}}'),
        ),
    ],
)
def test_a_value_takes_the_quotes_it_needs_and_no_others(
    marked: str, label: str, after: str
) -> None:
    assert taken(marked, label) == after


# ---- templates

PROVIDED = ["{player}", "{world}", "{message}"]


@pytest.mark.parametrize(
    ("message", "after"),
    [
        ("{‸", "{message}"),
        ("{‸}", "{message}"),
        ("{me‸", "{message}"),
        ("{me‸}", "{message}"),
        ("{me‸ssage}", "{message}"),
        ("{‸message}", "{message}"),
        ("{pla‸yer}さん😋", "{message}さん😋"),
        ("日本😀 {me‸", "日本😀 {message}"),
        ("日本😀 {me‸ です", "日本😀 {message} です"),
        ("日本😀 {me‸} です", "日本😀 {message} です"),
        ("{‸Hello", "{message}Hello"),
        ("{player‸ x", "{message} x"),
        ("{player}: {me‸", "{player}: {message}"),
        ("{{{me‸", "{{{message}"),
        ("{player}{me‸}{world}", "{player}{message}{world}"),
        (r"\"{me‸\"", r"\"{message}\""),
        (r"\ud83d\ude00 {me‸} \u00e9", r"\ud83d\ude00 {message} \u00e9"),
        (r"\u007bme‸}", "{message}"),
        ("‸", "{message}"),
        ("Hi ‸!", "Hi {message}!"),
    ],
)
def test_variables(message: str, after: str) -> None:
    marked = log(message)
    assert labels(marked) == PROVIDED
    assert taken(marked, "{message}") == log(after)


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ('"Hi {me‸}}]}]}', '"Hi {message}}]}]}'),
        ('"Hi {me‸\n}}]}]}', '"Hi {message}\n}}]}]}'),
        ('"Hi {me‸, "level": "info"}}]}]}', '"Hi {message}, "level": "info"}}]}]}'),
        ('"Hi {me‸', '"Hi {message}'),
    ],
)
def test_variables_in_a_string_that_is_still_open(written: str, after: str) -> None:
    start = log("").split('"message": ')[0] + '"message": '
    assert labels(start + written) == PROVIDED
    assert taken(start + written, "{message}") == start + after


@pytest.mark.parametrize("message", ["Hello‸", "日本‸", "{{‸", "{{me‸", "&6‸", "a_‸", r"\u00‸e9 {"])
def test_no_variables_where_none_is_meant(message: str) -> None:
    assert labels(log(message)) == []


def test_a_trigger_that_provides_nothing() -> None:
    assert labels(log("{‸", "schedule.repeat")) == []


def test_under_an_unknown_trigger_each_variable_is_offered_once() -> None:
    found = labels(log("{‸", "player.nope"))
    names = {f"{{{v.name}}}" for trigger in catalogue().triggers for v in trigger.provides}
    assert len(found) == len(names)
    assert set(found) == names


def test_a_triggers_own_texts_are_no_templates() -> None:
    command = '"trigger": {"type": "command", "params": {"name": "%s"}}'
    assert labels(rule(command % "{‸")) == []
    assert labels(rule(command % "&‸")) == []


def test_identifiers_are_no_templates() -> None:
    sound = '{"type": "player.play_sound", "params": {"sound": "{‸"}}'
    assert "{player}" not in labels(action(sound))


def test_colour_codes_with_their_names() -> None:
    found = completed(log("日本😀 &‸ようこそ")).items
    assert len(found) == 22
    gold = item(log("&‸"), "&6")
    assert (gold.detail, gold.kind) == ("gold", CompletionKind.COLOUR)
    assert gold.filter_text == "&6 gold"
    assert taken(log("日本😀 &‸ようこそ"), "&6") == log("日本😀 &6ようこそ")
    assert taken(log("&‸apple"), "&l") == log("&lapple")
    assert taken(log("&6&‸"), "&l") == log("&6&l")


# ---- names of Minecraft


def item_of(material: str) -> str:
    return action(f'{{"type": "player.give_item", "params": {{"material": {material}}}}}')


def test_items_in_the_case_that_is_typed() -> None:
    assert taken(item_of('"dia‸"'), "diamond_sword") == item_of('"diamond_sword"')
    assert taken(item_of('"DIA‸"'), "DIAMOND_SWORD") == item_of('"DIAMOND_SWORD"')
    assert taken(item_of("DIA‸"), "DIAMOND_SWORD") == item_of('"DIAMOND_SWORD"')
    assert item(item_of('"dia‸"'), "diamond_sword").detail == "Diamond Sword"


def test_an_item_with_its_namespace_keeps_it() -> None:
    marked = item_of('"minecraft:diamond_s‸"')
    assert taken(marked, "minecraft:diamond_sword") == item_of('"minecraft:diamond_sword"')


def test_a_long_list_is_cut_and_says_so() -> None:
    found = completed(item_of('"‸"'))
    assert len(found.items) == MAX_ITEMS
    assert found.is_incomplete


def test_a_long_list_is_narrowed_to_what_is_typed_the_beginnings_first() -> None:
    found = completed(item_of('"sword‸"'))
    assert found.is_incomplete
    assert found.items
    assert all("sword" in each.label for each in found.items)
    assert labels(item_of('"iron_s‸word"'))[0].startswith("iron_s")


def test_a_short_list_is_left_to_the_editor() -> None:
    effect = '{"type": "player.give_effect", "params": {"effect": "zz‸"}}'
    found = completed(action(effect))
    assert "night_vision" in [each.label for each in found.items]
    assert not found.is_incomplete


def test_sounds_are_keys() -> None:
    sound = '{"type": "player.play_sound", "params": {"sound": "%s"}}'
    assert taken(action(sound % "levelup‸"), "entity.player.levelup") == action(
        sound % "entity.player.levelup"
    )
    assert labels(action(sound % "LEVELUP‸")) == ["entity.player.levelup"]


# ---- documentation


def test_everything_that_is_offered_can_be_explained() -> None:
    places = (
        "‸",
        "{‸}",
        rule("‸"),
        '{"rules": [‸]}',
        rule('"match": ‸'),
        rule('"trigger": ‸'),
        rule('"trigger": {"type": "command", "params": {‸}}'),
        condition("{‸}"),
        condition("‸"),
        condition('{"type": "number.compare", "params": {‸}}'),
        condition('{"type": "number.compare", "params": {"operator": ‸}}'),
        action("‸"),
        log("{‸"),
        log("&‸"),
        item_of('"‸"'),
    )
    for marked in places:
        for each in completed(marked).items:
            for locale in ("en", "ja"):
                assert documentation(each.data, locale), each.data


def test_nothing_is_said_of_what_does_not_exist() -> None:
    assert documentation("", "en") == ""
    assert documentation("action:nope", "en") == ""
    assert documentation("nonsense", "ja") == ""
