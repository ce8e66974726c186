"""The generated schema by itself, in the hands of a validator that knows nothing of modwright."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import TypeAlias

import pytest
from jsonschema import Draft202012Validator, ValidationError

from modwright import grammars
from modwright.grammars import JsonValue
from modwright.languages.nimblock.catalogue import KINDS, Entry, Kind, Param, catalogue
from modwright.languages.nimblock.schema_generator import generate, render

Path: TypeAlias = "tuple[str | int, ...]"

SPEC = """
{
  "specVersion": 1,
  "id": "まちの広場 🏰",
  "name": "広場のルール 🌸",
  "description": "夜の見張りと、あいさつ。",
  "rules": [
    {
      "id": "welcome_1",
      "name": "👋 いらっしゃい",
      "enabled": true,
      "match": "any",
      "trigger": { "type": "player.join" },
      "conditions": [
        { "type": "player.is_op", "not": true },
        { "type": "player.health_below", "params": { "value": 6.5 } },
        { "type": "text.equals", "params": { "text": "{world}", "value": "広場" } }
      ],
      "actions": [
        { "type": "player.send_title", "params": { "title": "&6やあ{player}さん 🎉", "stay": 5 } },
        { "type": "player.play_sound", "params": { "sound": "entity.player.levelup" } },
        { "type": "player.give_item", "params": { "material": "cake", "amount": 2 } },
        { "type": "player.heal" }
      ]
    },
    {
      "name": "言葉づかい",
      "trigger": { "type": "player.chat" },
      "conditions": [
        { "type": "text.contains", "params": { "text": "{message}", "search": "{{ばか}}" } },
        { "type": "number.compare", "params": { "left": "1", "operator": "<=", "right": "2" } }
      ],
      "actions": [
        { "type": "cancel_event" },
        { "type": "delay", "params": { "seconds": 0.05 } },
        { "type": "log", "params": { "message": "{player}: {message}", "level": "warn" } }
      ]
    },
    {
      "name": "帰り道",
      "trigger": { "type": "command", "params": { "name": "kaeru", "description": "家へ 🏠" } },
      "actions": [
        { "type": "player.teleport", "params": { "x": -12.5, "y": 64, "z": 3e2 } }
      ]
    },
    {
      "name": "時報",
      "trigger": { "type": "schedule.repeat", "params": { "seconds": 3600 } },
      "conditions": [],
      "actions": [{ "type": "broadcast", "params": { "message": "⏰ 一時間たちました" } }]
    }
  ]
}
"""

TITLE: Path = ("rules", 0, "actions", 0)
SOUND: Path = ("rules", 0, "actions", 1)
ITEM: Path = ("rules", 0, "actions", 2)
COMPARE: Path = ("rules", 1, "conditions", 1)
LOG: Path = ("rules", 1, "actions", 2)
COMMAND: Path = ("rules", 2, "trigger")
REPEAT: Path = ("rules", 3, "trigger")


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = generate()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def spec_with(path: Path, source: str | None) -> JsonValue:
    """SPEC with the JSON text `source` in the place of `path`; with None, without that member."""
    spec: JsonValue = json.loads(SPEC)
    holder: JsonValue = spec
    for step in path[:-1]:
        if isinstance(step, str):
            assert isinstance(holder, dict)
            holder = holder[step]
        else:
            assert isinstance(holder, list)
            holder = holder[step]
    last = path[-1]
    if isinstance(last, int):
        assert isinstance(holder, list)
        assert source is not None
        holder[last] = json.loads(source)
    else:
        assert isinstance(holder, dict)
        if source is None:
            del holder[last]
        else:
            holder[last] = json.loads(source)
    return spec


def faults(validator: Draft202012Validator, spec: JsonValue) -> set[tuple[Path, str]]:
    """Where and by which keyword a spec is refused, down to the branches of each union."""

    def walk(errors: Iterator[ValidationError]) -> Iterator[tuple[Path, str]]:
        for error in errors:
            yield tuple(error.absolute_path), str(error.validator)
            yield from walk(iter(error.context or ()))

    # The stubs leave the parameters of another overload untyped.
    errors = validator.iter_errors(spec)  # pyright: ignore[reportUnknownMemberType]
    return set(walk(errors))


def test_the_committed_schema_is_what_the_catalogue_makes_now() -> None:
    committed = (grammars.root() / "nimblock" / "plugin-1.schema.json").read_bytes()
    # Stale? python -m modwright.languages.nimblock.schema_generator, into that file.
    assert committed.decode() == render()


def test_the_module_prints_the_committed_file_byte_for_byte() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "modwright.languages.nimblock.schema_generator"],
        check=True,
        capture_output=True,
        env={"PYTHONPATH": str(grammars.root().parent / "server"), "LC_ALL": "C"},
    ).stdout
    assert printed == (grammars.root() / "nimblock" / "plugin-1.schema.json").read_bytes()


def test_a_good_spec_is_accepted(validator: Draft202012Validator) -> None:
    assert faults(validator, json.loads(SPEC)) == set()


def lone_spec(kind: Kind, entry: JsonValue) -> JsonValue:
    """A spec around one entry."""
    rule: dict[str, JsonValue] = {
        "name": "一つだけ",
        "trigger": {"type": catalogue().triggers[0].id},
        "actions": [{"type": next(a.id for a in catalogue().actions if not a.required_params)}],
    }
    rule |= {kind: entry} if kind == "trigger" else {f"{kind}s": [entry]}
    return {"specVersion": 1, "name": "試し 🧪", "rules": [rule]}


def sample(param: Param) -> JsonValue:
    if param.choices:
        return param.choices[-1].value
    if param.minimum is not None:
        return param.minimum
    return True if param.type == "boolean" else "abc"


def lone_entry(entry: Entry, params: tuple[Param, ...]) -> dict[str, JsonValue]:
    return {"type": entry.id, "params": {param.name: sample(param) for param in params}}


ENTRIES = [pytest.param(e, id=f"{k} {e.id}") for k in KINDS for e in catalogue().entries(k)]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_is_accepted_in_short_and_in_full(
    validator: Draft202012Validator, entry: Entry
) -> None:
    for params in (entry.params, entry.required_params):
        assert faults(validator, lone_spec(entry.kind, lone_entry(entry, params))) == set()
    bare = faults(validator, lone_spec(entry.kind, {"type": entry.id}))
    assert bool(bare) == bool(entry.required_params)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_refuses_what_it_does_not_have(
    validator: Draft202012Validator, entry: Entry
) -> None:
    place: Path = ("trigger",) if entry.kind == "trigger" else (f"{entry.kind}s", 0)
    stranger = {**lone_entry(entry, entry.params), "parms": None}
    found = faults(validator, lone_spec(entry.kind, stranger))
    assert found == {(("rules", 0, *place), "additionalProperties")}
    strange_param = lone_entry(entry, entry.params)
    params = strange_param["params"]
    assert isinstance(params, dict)
    params["しらない"] = 1
    found = faults(validator, lone_spec(entry.kind, strange_param))
    assert (("rules", 0, *place, "params"), "additionalProperties") in found
    for missing in entry.required_params:
        rest = tuple(param for param in entry.params if param is not missing)
        assert faults(validator, lone_spec(entry.kind, lone_entry(entry, rest))), missing.name


NUMBERS = [
    pytest.param(entry.values[0], param, id=f"{entry.id} {param.name}")
    for entry in ENTRIES
    for value in entry.values
    if isinstance(value, Entry)
    for param in value.params
    if param.minimum is not None
]


@pytest.mark.parametrize(("entry", "param"), NUMBERS)
def test_every_number_keeps_to_its_range(
    validator: Draft202012Validator, entry: Entry, param: Param
) -> None:
    def refused(value: JsonValue) -> bool:
        body = lone_entry(entry, entry.params)
        params = body["params"]
        assert isinstance(params, dict)
        params[param.name] = value
        return bool(faults(validator, lone_spec(entry.kind, body)))

    low, high = param.minimum, param.maximum
    assert low is not None
    assert high is not None
    assert not refused(low)
    assert not refused(high)
    step = 1 if param.type == "integer" else 0.001
    assert refused(low - step)
    assert refused(high + step)
    assert refused(low + 0.25) == (param.type == "integer")
    # A number that no double can hold, and numbers that are none.
    assert refused(json.loads("1e999"))
    assert refused(json.loads("-1e999"))
    for other in ('"1"', "true", "null", "[1]", "{}"):
        assert refused(json.loads(other)), other


ID_OF_OTHER_KINDS = [
    pytest.param(kind, entry.id, id=f"{entry.id} as {kind}")
    for kind in KINDS
    for other in KINDS
    if other != kind
    for entry in catalogue().entries(other)
]


@pytest.mark.parametrize(("kind", "entry_id"), ID_OF_OTHER_KINDS)
def test_an_id_of_another_kind_is_refused(
    validator: Draft202012Validator, kind: Kind, entry_id: str
) -> None:
    spec = lone_spec(kind, {"type": entry_id, "params": {"message": "やあ"}})
    place: Path = ("trigger",) if kind == "trigger" else (f"{kind}s", 0)
    assert (("rules", 0, *place, "type"), "enum") in faults(validator, spec)


# What is refused: the place, what stands there instead (None: nothing), where a fault is, by which
# keyword. The fault is at the place itself where the third column is empty.
REFUSED: list[tuple[str, Path, str | None, Path | None, str]] = [
    # versions
    ("version 2", ("specVersion",), "2", None, "const"),
    ("version as text", ("specVersion",), '"1"', None, "const"),
    ("version true", ("specVersion",), "true", None, "const"),
    ("no version", ("specVersion",), None, (), "required"),
    # unknown ids
    ("unknown trigger", ("rules", 0, "trigger", "type"), '"player.jion"', None, "enum"),
    ("unknown condition", (*COMPARE, "type"), '"number.compares"', None, "enum"),
    ("unknown action", (*LOG, "type"), '"ログ"', None, "enum"),
    ("id in capitals", (*LOG, "type"), '"LOG"', None, "enum"),
    ("id as number", (*LOG, "type"), "7", None, "type"),
    # unknown keys at each level
    ("key of the plugin", ("version",), "1", (), "additionalProperties"),
    ("key of the rule", ("rules", 0, "when"), "1", ("rules", 0), "additionalProperties"),
    ("key of the trigger", (*COMMAND, "not"), "true", COMMAND, "additionalProperties"),
    ("key of the condition", (*COMPARE, "enabled"), "true", COMPARE, "additionalProperties"),
    ("key of the action", (*LOG, "not"), "true", LOG, "additionalProperties"),
    # missing keys at each level
    ("no name", ("name",), None, (), "required"),
    ("no rules", ("rules",), None, (), "required"),
    ("rule without name", ("rules", 0, "name"), None, ("rules", 0), "required"),
    ("rule without trigger", ("rules", 0, "trigger"), None, ("rules", 0), "required"),
    ("rule without actions", ("rules", 0, "actions"), None, ("rules", 0), "required"),
    ("trigger without type", (*COMMAND, "type"), None, COMMAND, "required"),
    ("condition without type", (*COMPARE, "type"), None, COMPARE, "required"),
    ("action without type", (*LOG, "type"), None, LOG, "required"),
    # parameters
    ("unknown param", (*LOG, "params", "mesage"), '"や"', (*LOG, "params"), "additionalProperties"),
    (
        "param of a trigger",
        (*REPEAT, "params", "ticks"),
        "1",
        (*REPEAT, "params"),
        "additionalProperties",
    ),
    ("missing param", (*COMPARE, "params", "left"), None, (*COMPARE, "params"), "required"),
    ("no params", (*SOUND, "params"), None, SOUND, "required"),
    ("empty params", (*SOUND, "params"), "{}", (*SOUND, "params"), "required"),
    ("trigger without params", (*REPEAT, "params"), None, REPEAT, "required"),
    ("params null", (*LOG, "params"), "null", None, "type"),
    ("params as list", (*LOG, "params"), "[]", None, "type"),
    # numbers
    ("too few", (*ITEM, "params", "amount"), "0", None, "minimum"),
    ("too many", (*ITEM, "params", "amount"), "2305", None, "maximum"),
    ("half an item", (*ITEM, "params", "amount"), "1.5", None, "type"),
    ("pitch too low", (*SOUND, "params", "pitch"), "0.49", None, "minimum"),
    ("pitch too high", (*SOUND, "params", "pitch"), "2.01", None, "maximum"),
    ("number as text", (*ITEM, "params", "amount"), '"2"', None, "type"),
    # types
    ("text as number", (*LOG, "params", "message"), "1", None, "type"),
    ("text null", (*LOG, "params", "message"), "null", None, "type"),
    ("enabled as text", ("rules", 0, "enabled"), '"true"', None, "type"),
    ("not as number", ("rules", 0, "conditions", 0, "not"), "1", None, "type"),
    ("trigger as id", ("rules", 0, "trigger"), '"player.join"', None, "type"),
    ("condition as id", COMPARE, '"chance"', None, "type"),
    ("action null", LOG, "null", None, "type"),
    ("rule as list", ("rules", 0), "[]", None, "type"),
    ("rules as object", ("rules",), "{}", None, "type"),
    ("actions as object", ("rules", 0, "actions"), "{}", None, "type"),
    ("conditions null", ("rules", 0, "conditions"), "null", None, "type"),
    ("name null", ("name",), "null", None, "type"),
    # choices
    ("match", ("rules", 0, "match"), '"some"', None, "enum"),
    ("match in capitals", ("rules", 0, "match"), '"ALL"', None, "enum"),
    ("operator", (*COMPARE, "params", "operator"), '"="', None, "enum"),
    ("level", (*LOG, "params", "level"), '"error"', None, "enum"),
    # strings
    ("slug32 with line feed", ("rules", 0, "id"), r'"welcome\n"', None, "pattern"),
    ("slug32 in Japanese", ("rules", 0, "id"), '"ようこそ"', None, "pattern"),
    ("slug32 empty", ("rules", 0, "id"), '""', None, "pattern"),
    ("slug32 of 33", ("rules", 0, "id"), f'"{"a" * 33}"', None, "pattern"),
    ("identifier with line feed", (*ITEM, "params", "material"), r'"cake\n"', None, "pattern"),
    ("identifier with space", (*ITEM, "params", "material"), '"diamond sword"', None, "pattern"),
    ("identifier of 65", (*ITEM, "params", "material"), f'"{"a" * 65}"', None, "pattern"),
    ("label empty", ("name",), '""', None, "minLength"),
    ("label of 65", ("name",), f'"{"😋" * 65}"', None, "maxLength"),
    ("rule's label of 65", ("rules", 0, "name"), f'"{"剣" * 65}"', None, "maxLength"),
    ("label with U+2028", ("name",), r'"ab\u2028cd"', None, "pattern"),
    ("label with U+2029 at its end", ("name",), r'"ab\u2029"', None, "pattern"),
    ("label with line feed", ("rules", 0, "name"), r'"a\nb"', None, "pattern"),
    ("label with line feed at its end", ("rules", 0, "name"), r'"a\n"', None, "pattern"),
    ("label with carriage return at its end", ("name",), r'"a\r"', None, "pattern"),
    ("slug64 of 65", ("id",), f'"{"🏰" * 65}"', None, "maxLength"),
    ("slug64 with line feed alone", ("id",), r'"\n"', None, "pattern"),
    ("text500 of 501", ("description",), f'"{"あ" * 501}"', None, "maxLength"),
    ("text500 with line feed at its end", ("description",), r'"あ\n"', None, "pattern"),
    ("text of 2001", (*LOG, "params", "message"), f'"{"🎉" * 2001}"', None, "maxLength"),
    ("trigger's text of 2001", (*COMMAND, "params", "name"), f'"{"a" * 2001}"', None, "maxLength"),
    # lists
    ("no rule", ("rules",), "[]", None, "minItems"),
    ("no action", ("rules", 0, "actions"), "[]", None, "minItems"),
]


@pytest.mark.parametrize(
    ("path", "source", "place", "keyword"),
    [pytest.param(*case, id=name) for name, *case in REFUSED],
)
def test_a_fault_is_refused_where_it_is(
    validator: Draft202012Validator,
    path: Path,
    source: str | None,
    place: Path | None,
    keyword: str,
) -> None:
    found = faults(validator, spec_with(path, source))
    assert (path if place is None else place, keyword) in found


# The other side of each border.
ACCEPTED: list[tuple[str, Path, str]] = [
    ("version 1.0", ("specVersion",), "1.0"),
    ("integer as 1.0", (*ITEM, "params", "amount"), "1.0"),
    ("integer as 1e2", (*ITEM, "params", "amount"), "1e2"),
    (
        "integer as -0",
        ("rules", 0, "actions", 0),
        '{"type": "player.give_effect", "params": {"effect": "speed", "amplifier": -0}}',
    ),
    ("label of 64 emoji", ("name",), f'"{"😋" * 64}"'),
    ("label of other separators", ("name",), r'"a\u0085b\u000bc\td"'),
    ("slug64 empty", ("id",), '""'),
    ("slug64 of 64", ("id",), f'"{"🏰" * 64}"'),
    ("text500 empty", ("description",), '""'),
    ("text500 of 500", ("description",), f'"{"あ" * 500}"'),
    ("slug32 of 32", ("rules", 0, "id"), f'"{"a_-Z" * 8}"'),
    ("identifier of 64", (*ITEM, "params", "material"), f'"{"a" * 64}"'),
    (
        "identifier with namespace",
        (*SOUND, "params", "sound"),
        '"minecraft:block.note_block/bell-1"',
    ),
    ("text of 2000", (*LOG, "params", "message"), f'"{"🎉" * 2000}"'),
    ("text with line breaks", (*LOG, "params", "message"), r'"a\n\u2028\r\n"'),
    ("text empty", (*LOG, "params", "message"), '""'),
    ("trigger with empty params", ("rules", 0, "trigger", "params"), "{}"),
    ("condition that is not negated", (*COMPARE, "not"), "false"),
    ("rule switched off", ("rules", 0, "enabled"), "false"),
]


@pytest.mark.parametrize(
    ("path", "source"), [pytest.param(path, source, id=name) for name, path, source in ACCEPTED]
)
def test_the_borders_themselves_are_accepted(
    validator: Draft202012Validator, path: Path, source: str
) -> None:
    assert faults(validator, spec_with(path, source)) == set()


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        pytest.param(("rules",), 1, 200, id="rules"),
        pytest.param(("rules", 0, "conditions"), 0, 20, id="conditions"),
        pytest.param(("rules", 0, "actions"), 1, 50, id="actions"),
    ],
)
def test_a_list_keeps_to_its_length(
    validator: Draft202012Validator, path: Path, least: int, most: int
) -> None:
    bodies = {
        "rules": json.dumps(json.loads(SPEC)["rules"][3]),
        "conditions": '{"type": "player.is_op"}',
        "actions": '{"type": "player.heal"}',
    }

    def of(count: int) -> set[tuple[Path, str]]:
        return faults(validator, spec_with(path, f"[{','.join([bodies[str(path[-1])]] * count)}]"))

    assert of(least) == set()
    assert of(most) == set()
    assert of(most + 1) == {(path, "maxItems")}
    if least:
        assert of(least - 1) == {(path, "minItems")}


def definitions() -> dict[str, dict[str, JsonValue]]:
    found = generate()["$defs"]
    assert isinstance(found, dict)
    return {name: body for name, body in found.items() if isinstance(body, dict)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_union_names_its_discriminator_and_a_branch_an_entry(kind: Kind) -> None:
    union = definitions()[kind]
    assert union["discriminator"] == {"propertyName": "type"}
    ids = [entry.id for entry in catalogue().entries(kind)]
    assert union["oneOf"] == [{"$ref": f"#/$defs/{kind}.{entry_id}"} for entry_id in ids]
    for entry_id in ids:
        properties = definitions()[f"{kind}.{entry_id}"]["properties"]
        assert isinstance(properties, dict)
        assert properties["type"] == {"const": entry_id}


def schemas(value: JsonValue, where: str = "#") -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """Every object of the generated file, with its place."""
    if isinstance(value, dict):
        yield where, value
        for name, member in value.items():
            yield from schemas(member, f"{where}/{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from schemas(item, f"{where}/{index}")


def test_whatever_is_said_in_english_is_said_in_japanese() -> None:
    said = 0
    for where, schema in schemas(generate()):
        if where.endswith("/properties"):
            continue
        ours = {
            k: v for k, v in schema.items() if k in ("title", "description", "enumDescriptions")
        }
        if where.endswith("/x-ja") or not ours:
            continue
        said += 1
        japanese = schema.get("x-ja")
        assert isinstance(japanese, dict), where
        assert list(japanese) == list(ours), where
        for keyword, english in ours.items():
            theirs = japanese[keyword]
            assert type(theirs) is type(english), where
            assert theirs != english, where
            if isinstance(english, list):
                assert isinstance(theirs, list)
                values = schema["enum"]
                assert isinstance(values, list)
                assert len(theirs) == len(english) == len(values), where
    keys = sum(len(shape.keys) for shape in catalogue().objects.values())
    params = sum(len(entry.params) for k in KINDS for entry in catalogue().entries(k))
    assert said == len(catalogue().objects) + keys + len(ENTRIES) + params


def test_every_definition_is_used_and_every_reference_leads_somewhere() -> None:
    references = {str(s["$ref"]) for _, s in schemas(generate()) if isinstance(s.get("$ref"), str)}
    assert references == {f"#/$defs/{name}" for name in definitions()}


def test_names_of_minecraft_are_marked() -> None:
    marked = {
        where.split("/")[2]: s["x-names"] for where, s in schemas(generate()) if "x-names" in s
    }
    assert marked == {
        "action.player.play_sound": "sounds",
        "action.player.give_item": "items",
        "action.player.give_effect": "effects",
    }


STRINGS = {
    "slug32": ["a", "a_-9", "a" * 32, "", "a" * 33, "a\n", "\na", "a\r", "a b", "あ", "a\u2028"],
    "identifier": ["a", "a:b/c.d-e_9", "a" * 64, "", "9", "a" * 65, "a\n", "a\r", "a\u2029", "剣"],
    "label": ["a", "剣 😋", "a\tb", "a\u0085", "a\n", "a\nb", "a\r", "\r", "a\u2028", "\u2029b"],
}


def test_the_patterns_mean_the_same_in_javascript() -> None:
    """VS Code reads them as `new RegExp(pattern, "u")`; others leave the flag out."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    work = [(str(definitions()[name]["pattern"]), STRINGS[name]) for name in STRINGS]
    script = (
        "const work = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const say = flag => work.map(([p, all]) => all.map(s => new RegExp(p, flag).test(s)));"
        "console.log(JSON.stringify([say('u'), say('')]));"
    )
    answer = subprocess.run(
        [node, "-e", script], input=json.dumps(work), check=True, capture_output=True, text=True
    ).stdout
    here = [[re.search(pattern, s) is not None for s in strings] for pattern, strings in work]
    assert json.loads(answer) == [here, here]


def test_generating_hands_out_a_value_of_its_own() -> None:
    mine = generate()
    before = copy.deepcopy(mine)
    mine.clear()
    assert generate() == before
