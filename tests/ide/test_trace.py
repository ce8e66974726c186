"""Trace: what a rule would do, told step by step."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from marked_text import Opened, open_rule, open_spec

from modwright.findings.messages import text
from modwright.ide.service import analyse_text
from modwright.ide.trace import TraceResult, rule_at, trace, traceable_rules
from modwright.ide.trace_text import render_text
from modwright.ide.types import Refused
from modwright.languages.nimblock.catalogue import catalogue
from modwright.languages.nimblock.deciding import OPERATORS

CHAT = '{"type": "player.chat"}'


def traced(
    opened: Opened,
    has: dict[str, bool] | None = None,
    locale: str = "en",
    rule: int | str = 0,
    **variables: str,
) -> TraceResult:
    result = trace(opened.analysis, rule, variables, locale, has=has)
    assert isinstance(result, TraceResult)
    return result


def outcomes(result: TraceResult) -> list[str]:
    return [f"{step.kind} {step.id}: {step.outcome}" for step in result.steps]


def condition(params: str, kind: str, more: str = "") -> Opened:
    return open_rule(CHAT, f'[{{"type": "{kind}", {more}"params": {{{params}}}}}]')


def decided(opened: Opened, **variables: str) -> str:
    step = traced(opened, None, **variables).steps[1]
    return f"{step.outcome}: {step.text}"


def test_a_greeting_from_trigger_to_end() -> None:
    message = (
        '{"type": "player.send_message", "params": {"message": "&6ようこそ、&l{player}&rさん{{😀"}}'
    )
    result = traced(open_rule(actions=f"[{message}]"), player="花子")
    assert outcomes(result) == [
        "trigger player.join: fires",
        "match all: holds",
        "action player.send_message: runs",
    ]
    assert result.does_run
    assert result.variables == {"player": "花子", "world": "world"}
    assert result.examples == ("world",)
    (argument,) = result.steps[2].arguments
    assert argument.value == "ようこそ、花子さん{😀"
    assert [(run.text, run.colour, run.styles, run.words) for run in argument.runs] == [
        ("ようこそ、", "#FFAA00", (), ("gold",)),
        ("花子", "#FFAA00", ("bold",), ("gold", "bold")),
        ("さん{😀", None, (), ()),
    ]


def test_a_colour_in_a_value_is_no_colour() -> None:
    log = '[{"type": "log", "params": {"message": "{player}"}}]'
    (message, level) = traced(open_rule(actions=log), player="&6x{world}").steps[2].arguments
    assert (message.value, message.runs) == ("&6x{world}", ())
    assert (level.value, level.is_default) == ("info", True)


@pytest.mark.parametrize(
    ("params", "outcome"),
    [
        ('"text": "{message}", "search": "HELLO"', "holds"),
        ('"text": "{message}", "search": "HELLO", "ignoreCase": false', "fails"),
        ('"text": "{message}", "search": ""', "holds"),
        ('"text": "&6{message}", "search": "&6say"', "holds"),
        ('"text": "{message}", "search": "bye"', "fails"),
    ],
)
def test_text_contains(params: str, outcome: str) -> None:
    said = decided(condition(params, "text.contains"), message="Say hello")
    assert said.startswith(outcome)


def test_text_equals() -> None:
    opened = condition('"text": "{message}", "value": "はい"', "text.equals")
    assert decided(opened, message="はい").startswith("holds: “はい” is the same as “はい”")
    assert decided(opened, message="はい ").startswith("fails")


@pytest.mark.parametrize(
    ("message", "operator", "right", "said"),
    [
        ("61", "<", "62", "holds: 61 < 62 is true"),
        (" 62.0 ", "==", "62", "holds: 62.0 == 62 is true"),
        ("1e2", ">", "99", "holds"),
        ("-1", ">=", "0", "fails: -1 >= 0 is not true"),
        ("x", "!=", "1", "fails: “x” is no number"),
        ("", "!=", "1", "fails"),
        ("nan", "!=", "1", "fails"),
        ("1_0", "==", "10", "fails"),
        ("１", "==", "1", "fails"),
    ],
)
def test_number_compare(message: str, operator: str, right: str, said: str) -> None:
    params = f'"left": "{{message}}", "operator": "{operator}", "right": "{right}"'
    assert decided(condition(params, "number.compare"), message=message).startswith(said)


def test_every_comparison_of_the_catalogue_can_be_made() -> None:
    signs = {
        choice.value
        for entry in catalogue().conditions
        if entry.evaluates is not None and entry.evaluates.operator is not None
        for param in entry.params
        if param.name == entry.evaluates.operator
        for choice in param.choices
    }
    assert signs == set(OPERATORS)


def test_chance() -> None:
    assert decided(condition('"percent": 0', "chance")).startswith("fails")
    assert decided(condition('"percent": 100', "chance")).startswith("holds")
    assert decided(condition('"percent": 12.5', "chance")) == (
        "assumed: Holds in 12.5 of 100 cases"
    )


def test_what_only_the_server_knows_is_assumed_and_said_so() -> None:
    opened = condition('"permission": "a.b"', "player.has_permission")
    result = traced(opened)
    assert result.steps[1].outcome == "assumed"
    assert result.assumptions == ("Condition 1 is taken to hold: Player has a permission",)
    assert result.does_run
    assert traced(opened, has={"player.has_permission": True}).assumptions == ()
    assert not traced(opened, has={"player.has_permission": False}).does_run
    both = {"1": True, "player.has_permission": False}
    assert traced(opened, has=both).does_run  # the number is the closer answer


def test_a_condition_turned_around() -> None:
    opened = condition('"permission": "a.b"', "player.has_permission", '"not": true, ')
    assert "so this is not the case" in traced(opened).assumptions[0]
    result = traced(opened, has={"1": True})
    assert result.steps[1].outcome == "fails"
    assert any("`not` turns it around" in note for note in result.steps[1].notes)
    assert traced(opened, has={"1": False}).steps[1].outcome == "holds"


TWO = (
    '[{"type": "text.equals", "params": {"text": "{message}", "value": "a"}},'
    ' {"type": "text.equals", "params": {"text": "{message}", "value": "b"}}]'
)


def test_all_and_any() -> None:
    every, either = open_rule(CHAT, TWO), open_rule(CHAT, TWO, more='"match": "any", ')
    assert not traced(every, message="a").does_run
    result = traced(either, message="b")
    assert outcomes(result)[1:] == [
        "condition text.equals: fails",
        "condition text.equals: holds",
        "match any: holds",
        "action player.heal: runs",
    ]
    result = traced(either, message="c")
    assert outcomes(result)[3:] == ["match any: fails", "action player.heal: skipped"]
    assert "None of the 2 conditions holds" in result.steps[3].text


def test_waiting_sets_the_clock_on_and_ends_cancelling() -> None:
    actions = (
        '[{"type": "cancel_event"}, {"type": "delay", "params": {"seconds": 1.5}},'
        ' {"type": "player.heal"}, {"type": "delay", "params": {"seconds": 0.05}},'
        ' {"type": "cancel_event"}]'
    )
    result = traced(open_rule(CHAT, actions=actions))
    assert [(s.at_seconds, s.id, s.outcome) for s in result.steps if s.kind == "action"] == [
        (0.0, "cancel_event", "runs"),
        (0.0, "delay", "runs"),
        (1.5, "player.heal", "runs"),
        (1.5, "delay", "runs"),
        (1.55, "cancel_event", "without-effect"),
    ]
    assert result.seconds == 1.55
    assert "Player chats" in result.steps[2].text


def test_a_message_to_one_who_leaves() -> None:
    actions = (
        '[{"type": "player.send_message", "params": {"message": "bye"}},'
        ' {"type": "broadcast", "params": {"message": "{player}"}}]'
    )
    result = traced(open_rule('{"type": "player.quit"}', actions=actions))
    assert [step.outcome for step in result.steps[2:]] == ["without-effect", "runs"]


def test_what_the_engine_refuses() -> None:
    actions = (
        '[{"type": "player.hael"}, {"type": "player.heal"},'
        ' {"type": "log", "params": {"message": "{player}"}}, {}]'
    )
    result = traced(
        open_rule('{"type": "schedule.repeat", "params": {"seconds": 5}}', "[]", actions)
    )
    assert [step.outcome for step in result.steps if step.kind == "action"] == ["refused"] * 4
    assert "The engine refuses this file" in result.warnings[0]
    assert "player.hael" in result.steps[2].notes[0]
    nothing = traced(open_rule('{"type": "player.jion"}'))
    assert nothing.steps[0].outcome == "refused"
    assert not nothing.does_run
    assert traced(open_spec('{"rules": [{}]}')).steps[0].text.startswith("The rule has no trigger")


def test_warnings_about_the_whole() -> None:
    result = traced(open_rule(more='"enabled": false, '), message="x")
    assert [warning.split(",")[0] for warning in result.warnings] == [
        "This rule is switched off and does nothing. Switched on",
        "player.join provides no variable “message”; its value is not used",
    ]


RULES = """{"rules": [
 {"id": "one", "name": "First"},
 {"id": "First", "name": "二番目", "trigger": {"type": "command", "params": {"name": "home"}}},
 {"id": "three", "name": "4"}, {"id": "four", "name": "x"}
]}"""


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [("one", 0), ("First", 1), ("二番目", 1), ("/home", 1), ("4", 2), ("3", 2), ("1", 0), (3, 3)],
)
def test_a_rule_is_found_by_id_then_name_then_command_then_number(
    wanted: str | int, rule: int
) -> None:
    assert traced(open_spec(RULES), rule=wanted).rule == rule


@pytest.mark.parametrize("wanted", ["0", "5", "²", "", "home", -1, 4, "9" * 5000])
def test_a_rule_that_is_not_there(wanted: str | int) -> None:
    result = trace(open_spec(RULES).analysis, wanted, {}, "en")
    assert isinstance(result, Refused)
    assert "First, 二番目, 4, x" in result.reason


def test_nothing_to_trace() -> None:
    assert trace(open_spec("{}").analysis, 0, {}, "ja") == Refused(text("trace.no-rules", "ja"))
    analysis = analyse_text("big.nimblock.json", " " * 4_000_001)
    assert analysis is not None
    assert trace(analysis, 0, {}, "en") == Refused(text("trace.nothing", "en"))
    assert traceable_rules(analysis, "en") == []


def test_what_an_editor_asks_before_it_traces() -> None:
    conditions = (
        '[{"type": "chance", "params": {"percent": 50}}, {"type": "player.is_op", "not": true},'
        ' {"type": "chance", "params": {"percent": 100}}]'
    )
    opened = open_rule(CHAT, conditions)
    rule = rule_at(opened.analysis, opened.at("player.heal"), "ja")
    assert rule is not None
    assert [(v.name, v.example) for v in rule.variables] == [
        ("player", "Steve"),
        ("world", "world"),
        ("message", "Hello!"),
    ]
    assert [(q.number, q.id, q.is_negated) for q in rule.questions] == [
        (1, "chance", False),
        (2, "player.is_op", True),
    ]
    assert rule_at(opened.analysis, 0, "ja") is None


def test_as_json() -> None:
    data = asdict(traced(open_rule(CHAT, TWO)))
    assert json.loads(json.dumps(data))["steps"][0]["id"] == "player.chat"


WELCOME = """{"specVersion": 1, "name": "p", "rules": [{"name": "ようこそ\\u001b", "match": "any",
 "trigger": {"type": "player.chat"},
 "conditions": [{"type": "player.is_op"}],
 "actions": [{"type": "delay", "params": {"seconds": 1.5}},
             {"type": "log", "params": {"message": "&6{player}\\n&cx"}}]}]}"""


def test_as_lines_of_text() -> None:
    assert render_text(traced(open_spec(WELCOME), player="A\x1b[1m"), "en") == (
        "Rule: ようこそ\n"
        "  {player} = A␛[1m\n"
        "  {world} = world (example)\n"
        "  {message} = Hello! (example)\n"
        "\n"
        "t=0s    ▶ Player chats (player.chat)\n"
        "          This starts the rule\n"
        "        ? Condition 1: Player is an operator (player.is_op)\n"
        "          Only the server can tell\n"
        "        ✓ 1 of 1 conditions hold, and one is enough: the actions run\n"
        "        → Action 1: Wait (delay)\n"
        "            seconds: 1.5\n"
        "          What is below happens 1.5 s later\n"
        "t=1.5s  → Action 2: Write to the server console (log)\n"
        "            message: [gold]A␛[1m␊[red]x\n"
        "            level: info (default)\n"
        "\n"
        "The actions run, the last one 1.5 s after the start.\n"
        "  ? Condition 1 is taken to hold: Player is an operator\n"
    )


def test_as_lines_of_text_in_japanese() -> None:
    lines = render_text(traced(open_spec(WELCOME), locale="ja"), "ja").splitlines()
    assert lines[0] == "ルール：ようこそ"
    assert "  {player} = Steve（例）" in lines
    assert "          ここから下は 1.5 秒後に行われます" in lines
    assert lines[-1] == "  ? 条件 1 は成り立つものとします：プレイヤーが OP 権限を持つ"
