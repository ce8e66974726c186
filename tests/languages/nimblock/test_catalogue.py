"""The catalogue against a second transcription of the grammar's page, made for this test."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import modwright
from modwright import grammars
from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import (
    KINDS,
    Action,
    Condition,
    Entry,
    Kind,
    Param,
    Text,
    catalogue,
    read,
)

# The terminal lists of the EBNF, in the order of the page.
TRIGGER_IDS = [
    "player.join",
    "player.quit",
    "player.chat",
    "player.death",
    "player.respawn",
    "block.break",
    "block.place",
    "command",
    "schedule.repeat",
]
CONDITION_IDS = [
    "player.has_permission",
    "player.is_op",
    "player.in_world",
    "player.health_below",
    "text.contains",
    "text.equals",
    "number.compare",
    "chance",
]
ACTION_IDS = [
    "player.send_message",
    "player.send_actionbar",
    "player.send_title",
    "player.play_sound",
    "player.give_item",
    "player.give_effect",
    "player.heal",
    "player.teleport",
    "player.kick",
    "broadcast",
    "server.run_command",
    "cancel_event",
    "log",
    "delay",
]
IDS: dict[Kind, list[str]] = {
    "trigger": TRIGGER_IDS,
    "condition": CONDITION_IDS,
    "action": ACTION_IDS,
}

# entry, parameter, type or choices, [range], ? = may be left out, = default
PARAMS = """
command                name        text
command                description text       ?
command                permission  text       ?
schedule.repeat        seconds     integer    [1..86400]
player.has_permission  permission  text
player.in_world        world       text
player.health_below    value       number     [0..1024]
text.contains          text        text
text.contains          search      text
text.contains          ignoreCase  boolean    ? =true
text.equals            text        text
text.equals            value       text
text.equals            ignoreCase  boolean    ? =true
number.compare         left        text
number.compare         operator    <|<=|==|!=|>=|>
number.compare         right       text
chance                 percent     number     [0..100]
player.send_message    message     text
player.send_actionbar  message     text
player.send_title      title       text
player.send_title      subtitle    text       ?
player.send_title      fadeIn      number     [0..60] ? =0.5
player.send_title      stay        number     [0..600] ? =3
player.send_title      fadeOut     number     [0..60] ? =0.5
player.play_sound      sound       identifier
player.play_sound      volume      number     [0..10] ? =1
player.play_sound      pitch       number     [0.5..2] ? =1
player.give_item       material    identifier
player.give_item       amount      integer    [1..2304] ? =1
player.give_effect     effect      identifier
player.give_effect     seconds     integer    [1..86400] ? =10
player.give_effect     amplifier   integer    [0..255] ? =0
player.teleport        x           number     [-30000000..30000000]
player.teleport        y           number     [-512..1024]
player.teleport        z           number     [-30000000..30000000]
player.teleport        world       text       ?
player.kick            reason      text
broadcast              message     text
server.run_command     command     text
log                    message     text
log                    level       info|warn  ? ="info"
delay                  seconds     number     [0.05..3600]
"""

PROVIDES = {
    "player.join": "player world",
    "player.quit": "player world",
    "player.chat": "player world message",
    "player.death": "player world killer",
    "player.respawn": "player world",
    "block.break": "player world block x y z",
    "block.place": "player world block x y z",
    "command": "player world args",
    "schedule.repeat": "",
}
NEED_A_PLAYER = [
    "player.has_permission",
    "player.is_op",
    "player.in_world",
    "player.health_below",
    "player.send_message",
    "player.send_actionbar",
    "player.send_title",
    "player.play_sound",
    "player.give_item",
    "player.give_effect",
    "player.heal",
    "player.teleport",
    "player.kick",
]


def row(entry: Entry, param: Param) -> str:
    """A parameter as a line of PARAMS, words separated by one space."""
    kind = "|".join(choice.value for choice in param.choices) or param.type
    words = [entry.id, param.name, kind]
    if param.minimum is not None or param.maximum is not None:
        words.append(f"[{param.minimum}..{param.maximum}]")
    if param.optional:
        words.append("?")
    if param.default is not None:
        words.append(f"={json.dumps(param.default)}")
    return " ".join(words)


def every_entry() -> list[Entry]:
    return [entry for kind in KINDS for entry in catalogue().entries(kind)]


def test_nine_triggers_eight_conditions_fourteen_actions() -> None:
    counts = [len(catalogue().entries(kind)) for kind in KINDS]
    assert counts == [9, 8, 14]


@pytest.mark.parametrize("kind", KINDS)
def test_the_ids_are_the_terminals_of_the_grammar_in_its_order(kind: Kind) -> None:
    assert [entry.id for entry in catalogue().entries(kind)] == IDS[kind]


def test_every_parameter_has_the_type_range_and_default_of_the_grammar() -> None:
    transcribed = [" ".join(line.split()) for line in PARAMS.strip().splitlines()]
    assert [row(entry, param) for entry in every_entry() for param in entry.params] == transcribed


def test_a_parameter_is_required_when_the_grammar_neither_defaults_nor_excuses_it() -> None:
    title = catalogue().action("player.send_title")
    assert title is not None
    assert [param.name for param in title.required_params] == ["title"]
    assert not [
        param.name
        for entry in every_entry()
        for param in entry.params
        if param.required == (param.optional or param.default is not None)
    ]


def test_every_trigger_provides_the_variables_of_the_grammar() -> None:
    provided = {t.id: " ".join(v.name for v in t.provides) for t in catalogue().triggers}
    assert provided == PROVIDES


def test_only_what_a_player_types_is_marked_as_typed() -> None:
    typed = {(t.id, v.name) for t in catalogue().triggers for v in t.provides if v.typed}
    assert typed == {("player.chat", "message"), ("command", "args")}


def test_what_the_triggers_are() -> None:
    triggers = catalogue().triggers
    assert [t.id for t in triggers if not t.player] == ["schedule.repeat"]
    assert [t.id for t in triggers if t.leaving] == ["player.quit"]
    cancellable = [t.id for t in triggers if t.cancellable]
    assert cancellable == ["player.chat", "block.break", "block.place"]
    for trigger in triggers:
        assert trigger.meets("player") == trigger.player
        assert trigger.meets("cancellable") == trigger.cancellable


def test_what_conditions_and_actions_need() -> None:
    users: list[Condition | Action] = [*catalogue().conditions, *catalogue().actions]
    assert [u.id for u in users if "player" in u.needs] == NEED_A_PLAYER
    assert [u.id for u in users if "cancellable" in u.needs] == ["cancel_event"]


def test_what_the_actions_do() -> None:
    actions = catalogue().actions
    assert [a.id for a in actions if a.cancels] == ["cancel_event"]
    assert [a.id for a in actions if a.pauses] == ["delay"]
    assert [a.id for a in actions if a.audience == "player"] == [
        "player.send_message",
        "player.send_actionbar",
        "player.send_title",
        "player.play_sound",
    ]


def test_what_the_parameters_are_for() -> None:
    params = [(entry.id, param) for entry in every_entry() for param in entry.params]
    assert {(entry, param.name): param.role for entry, param in params if param.role} == {
        ("command", "name"): "command-name",
        ("number.compare", "left"): "number",
        ("number.compare", "right"): "number",
        ("server.run_command", "command"): "console-command",
        ("delay", "seconds"): "duration-seconds",
    }
    assert {entry: param.names for entry, param in params if param.names} == {
        "player.play_sound": "sounds",
        "player.give_item": "items",
        "player.give_effect": "effects",
    }
    assert all(param.type == "identifier" for _, param in params if param.names)


def test_defaults_are_values_that_the_parameter_takes() -> None:
    for entry in every_entry():
        for param in entry.params:
            if isinstance(param.default, int | float) and param.minimum is not None:
                assert param.maximum is not None
                assert param.minimum <= param.default <= param.maximum, (entry.id, param.name)
            if param.choices and param.default is not None:
                assert param.default in [choice.value for choice in param.choices]


def test_the_objects_have_the_keys_of_the_grammar() -> None:
    keys = {
        name: [f"{key.name}{'' if key.required else '?'}" for key in shape.keys]
        for name, shape in catalogue().objects.items()
    }
    assert keys == {
        "plugin": ["specVersion", "id?", "name", "description?", "rules"],
        "rule": ["id?", "name", "enabled?", "match?", "trigger", "conditions?", "actions"],
        "trigger": ["type", "params?"],
        "condition": ["type", "not?", "params?"],
        "action": ["type", "params?"],
    }
    rule = catalogue().objects["rule"]
    assert {key.name: key.default for key in rule.keys if key.default is not None} == {
        "enabled": True,
        "match": "all",
    }
    lists = [key for shape in catalogue().objects.values() for key in shape.keys if key.max_items]
    assert [(key.name, key.of, key.min_items, key.max_items) for key in lists] == [
        ("rules", "rule", 1, 200),
        ("conditions", "condition", 0, 20),
        ("actions", "action", 1, 50),
    ]


def test_the_strings_have_the_lengths_of_the_grammar() -> None:
    strings = catalogue().strings
    assert {n: (s.min_length, s.max_length, s.single_line) for n, s in strings.items()} == {
        "label": (1, 64, True),
        "slug64": (0, 64, True),
        "text500": (0, 500, True),
        "slug32": (0, None, False),
        "identifier": (0, None, False),
        "text": (0, 2000, False),
    }
    # The two that are patterns: borders of length, and one character that does not belong.
    slug, identifier = (strings[name].pattern for name in ("slug32", "identifier"))
    assert slug is not None
    assert identifier is not None
    assert [bool(re.fullmatch(slug, s)) for s in ("", "a", "_-9Z" * 8, "a" * 33, "a.b", "ほ")] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]
    for good in ("a", "DIAMOND_SWORD", "minecraft:entity.player/level-up", "a" * 64):
        assert re.fullmatch(identifier, good), good
    for bad in ("", "9a", "_a", "a" * 65, "a b", "a,b", "a\\b", "剣"):
        assert not re.fullmatch(identifier, bad), bad


def test_looking_an_id_up() -> None:
    known = catalogue()
    for kind in KINDS:
        for entry in known.entries(kind):
            assert known.kind_of(entry.id) == entry.kind == kind
            assert [k for k in KINDS if known.entry(k, entry.id) is entry] == [kind]
            lookups = (known.trigger, known.condition, known.action)
            assert [look(entry.id) for look in lookups].count(None) == 2
            for param in entry.params:
                assert entry.param(param.name) is param
                for choice in param.choices:
                    assert param.choice(choice.value) is choice
    assert known.kind_of("player.jion") is None
    assert known.entry("trigger", "chance") is None
    assert known.actions[0].param("mesage") is None


def test_which_triggers_provide_a_variable() -> None:
    known = catalogue()
    assert [t.id for t in known.providers("killer")] == ["player.death"]
    assert [t.id for t in known.providers("y")] == ["block.break", "block.place"]
    assert known.providers("plyer") == ()
    death = known.trigger("player.death")
    assert death is not None
    assert death.variable("killer") is not None
    assert death.variable("message") is None


def test_texts_follow_the_locale() -> None:
    text = Text("Wait", "待つ")
    japanese = ("ja", "ja-JP", "ja_JP", "JA")
    assert {text.in_locale(locale) for locale in japanese} == {"待つ"}
    assert {text.in_locale(locale) for locale in ("en", "fr", "", "jam", "en-JP")} == {"Wait"}


def texts(value: JsonValue, where: str = "") -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Every text of the raw data: where it is, its English, its Japanese."""
    if isinstance(value, dict):
        if "en" in value or "ja" in value:
            yield where, value.get("en"), value.get("ja")
        for name, member in value.items():
            yield from texts(member, f"{where}.{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts(item, f"{where}[{index}]")


def test_every_text_is_there_in_english_and_in_japanese() -> None:
    found = list(texts(grammars.load("nimblock/catalogue-1.json")))
    # Two texts for each entry, parameter, key and choice; one for each variable and object.
    known = catalogue()
    keys = [key for shape in known.objects.values() for key in shape.keys]
    params = [param for entry in every_entry() for param in entry.params]
    choices = [choice for holder in (*keys, *params) for choice in holder.choices]
    variables = [variable for trigger in known.triggers for variable in trigger.provides]
    double = len(every_entry()) + len(params) + len(keys) + len(choices)
    assert len(found) == 2 * double + len(variables) + len(known.objects)
    for where, english, japanese in found:
        assert isinstance(english, str), where
        assert isinstance(japanese, str), where
        assert english.strip() == english != "", where
        assert english.isascii(), where
        assert japanese.strip() == japanese != "", where
        assert re.search("[ぁ-んァ-ヶ一-龠]", japanese), where


def test_an_unwritten_flag_or_a_misspelt_one_cannot_slip_in() -> None:
    data = copy.deepcopy(grammars.load("nimblock/catalogue-1.json"))
    assert isinstance(data, dict)
    triggers = data["triggers"]
    assert isinstance(triggers, list)
    chat = triggers[2]
    assert isinstance(chat, dict)
    chat["cancelable"] = chat.pop("cancellable")
    with pytest.raises(ValueError, match=r"catalogue\.triggers\[2\]: unknown cancelable"):
        read(data)


def test_an_id_that_stands_twice_is_refused() -> None:
    data = copy.deepcopy(grammars.load("nimblock/catalogue-1.json"))
    assert isinstance(data, dict)
    actions = data["actions"]
    assert isinstance(actions, list)
    log = actions[12]
    assert isinstance(log, dict)
    log["id"] = "chance"
    with pytest.raises(ValueError, match="chance stands twice"):
        read(data)


def test_no_code_repeats_an_id() -> None:
    """Flags say what an entry does. (Ids that are plain English words can't be told apart.)"""
    ids = [entry.id for entry in every_entry() if not entry.id.isalpha()]
    named = re.compile("|".join(rf"(?<![\w.]){re.escape(entry_id)}(?![\w.])" for entry_id in ids))
    repeated: list[str] = []
    for path in sorted(Path(modwright.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        prose = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        repeated += [
            f"{path.name}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in prose
            and named.search(node.value)
        ]
    assert repeated == []
