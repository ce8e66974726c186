"""The NimBlock catalogue as typed values: what `grammars/nimblock/catalogue-1.json` says.

Everything that code needs to know about an entry is a field here (`cancels`, `leaving`, `role`),
so that no code asks for an id. All values are immutable and shared: each thing of the catalogue is
one object, and two are equal when they are the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from modwright import grammars
from modwright.grammars import JsonValue

Kind: TypeAlias = Literal["trigger", "condition", "action"]
"""The three kinds of entries. Each is also the name of the object that holds such an entry."""
ParamType: TypeAlias = Literal["text", "identifier", "integer", "number", "boolean", "choice"]
Role: TypeAlias = Literal["command-name", "console-command", "number", "duration-seconds"]
"""What a parameter is for, where a check has to know it."""
NameList: TypeAlias = Literal["items", "sounds", "effects"]
"""Which names of Minecraft an identifier is taken from."""
Need: TypeAlias = Literal["player", "cancellable"]
"""What an entry asks of the rule's trigger."""
Audience: TypeAlias = Literal["player"]
How: TypeAlias = Literal["text-contains", "text-equals", "number-compare", "chance"]
"""How a condition is decided, where that can be done without a server."""
StringName: TypeAlias = Literal["label", "slug64", "text500", "slug32", "identifier", "text"]
ObjectName: TypeAlias = Literal["plugin", "rule", "trigger", "condition", "action"]
KeyType: TypeAlias = Literal[
    "version",
    "label",
    "slug64",
    "text500",
    "slug32",
    "boolean",
    "choice",
    "object",
    "array",
    "entry-id",
    "params",
]
Scalar: TypeAlias = "bool | int | float | str"

KINDS: tuple[Kind, ...] = get_args(Kind)
_PARAM_TYPES: tuple[ParamType, ...] = get_args(ParamType)
_ROLES: tuple[Role, ...] = get_args(Role)
_NAME_LISTS: tuple[NameList, ...] = get_args(NameList)
_NEEDS: tuple[Need, ...] = get_args(Need)
_AUDIENCES: tuple[Audience, ...] = get_args(Audience)
_HOWS: tuple[How, ...] = get_args(How)
_STRING_NAMES: tuple[StringName, ...] = get_args(StringName)
_OBJECT_NAMES: tuple[ObjectName, ...] = get_args(ObjectName)
_KEY_TYPES: tuple[KeyType, ...] = get_args(KeyType)

# Named tuples where there is nothing to inherit, and dataclasses without `__eq__` and `__repr__`
# elsewhere: writing those methods is most of what a class of values costs at import, and every
# start of the program pays for it.


class Text(NamedTuple):
    """One text in both languages; may hold `code` in backquotes, and no other markup."""

    en: str
    ja: str

    def in_locale(self, locale: str) -> str:
        """The text for a locale such as ``ja``, ``ja-JP`` or ``en-GB``; English for all others."""
        return self.ja if locale.lower().replace("_", "-").split("-")[0] == "ja" else self.en


class StringShape(NamedTuple):
    """What a string of the grammar may hold. Lengths are code points.

    `pattern` describes the whole string, has no anchors and no alternation at its top. Where it is
    set, it alone decides the length. `single_line` forbids LF, CR, U+2028 and U+2029.
    """

    min_length: int
    max_length: int | None
    single_line: bool
    pattern: str | None


class Choice(NamedTuple):
    """One value of a closed list."""

    value: str
    label: Text
    description: Text


class Param(NamedTuple):
    """One parameter of an entry.

    `default` is None where there is none (no default of the grammar is null). `minimum` and
    `maximum` are inclusive, and None for what is no number.
    """

    name: str
    type: ParamType
    label: Text
    description: Text
    optional: bool
    default: Scalar | None
    minimum: int | float | None
    maximum: int | float | None
    choices: tuple[Choice, ...]
    names: NameList | None
    role: Role | None

    @property
    def required(self) -> bool:
        return not self.optional and self.default is None

    def choice(self, value: str) -> Choice | None:
        return _first(self.choices, lambda choice: choice.value == value)


class Variable(NamedTuple):
    """What a trigger provides as `{name}`. `typed`: a player typed its content."""

    name: str
    label: Text
    typed: bool
    example: str


@dataclass(frozen=True, eq=False, repr=False)
class Entry:
    """What triggers, conditions and actions have in common."""

    kind: Kind
    id: str
    label: Text
    description: Text
    params: tuple[Param, ...]

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id}>"

    @property
    def required_params(self) -> tuple[Param, ...]:
        return tuple(param for param in self.params if param.required)

    def param(self, name: str) -> Param | None:
        return _first(self.params, lambda param: param.name == name)


@dataclass(frozen=True, eq=False, repr=False)
class Trigger(Entry):
    """`player`: it hands a player on. `leaving`: what is sent to that player is lost."""

    provides: tuple[Variable, ...]
    player: bool
    cancellable: bool
    leaving: bool

    def variable(self, name: str) -> Variable | None:
        return _first(self.provides, lambda variable: variable.name == name)

    def meets(self, need: Need) -> bool:
        """Whether an entry with this need may stand under this trigger."""
        return self.player if need == "player" else self.cancellable


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """How a condition is decided, and by which of its parameters (their names).

    `text-contains`: `left` holds `right`; `text-equals`: they are the same; `number-compare`: they
    stand in the relation that `operator` names; `chance`: in `left` percent of all cases.
    """

    how: How
    left: str
    right: str | None
    operator: str | None
    ignore_case: str | None


@dataclass(frozen=True, eq=False, repr=False)
class Condition(Entry):
    """`needs` says what the rule's trigger has to offer.

    `evaluates` is None for what only the server knows.
    """

    needs: tuple[Need, ...]
    evaluates: Evaluation | None


@dataclass(frozen=True, eq=False, repr=False)
class Action(Entry):
    """`cancels`: it cancels the event. `pauses`: the actions below it run later.

    `audience` says who alone sees or hears it, or None.
    """

    needs: tuple[Need, ...]
    cancels: bool
    pauses: bool
    audience: Audience | None


class Key(NamedTuple):
    """One key of an object of the grammar.

    `of` names the object that an `object` or the items of an `array` are made of, and the kind of
    entry that an `entry-id` or `params` belongs to. `min_items` and `max_items` are inclusive.
    """

    name: str
    type: KeyType
    label: Text
    description: Text
    required: bool
    default: Scalar | None
    of: ObjectName | None
    min_items: int | None
    max_items: int | None
    choices: tuple[Choice, ...]

    def choice(self, value: str) -> Choice | None:
        return _first(self.choices, lambda choice: choice.value == value)


class ObjectShape(NamedTuple):
    """An object of the grammar. It is closed: it has these keys and no others."""

    name: ObjectName
    label: Text
    keys: tuple[Key, ...]

    def key(self, name: str) -> Key | None:
        return _first(self.keys, lambda key: key.name == name)


@dataclass(frozen=True, eq=False, repr=False)
class Catalogue:
    """The whole grammar. Entries are in the order of the grammar's page."""

    spec_version: int
    strings: Mapping[StringName, StringShape]
    objects: Mapping[ObjectName, ObjectShape]
    triggers: tuple[Trigger, ...]
    conditions: tuple[Condition, ...]
    actions: tuple[Action, ...]
    by_id: Mapping[str, Trigger | Condition | Action]

    def entries(
        self, kind: Kind
    ) -> tuple[Trigger, ...] | tuple[Condition, ...] | tuple[Action, ...]:
        if kind == "trigger":
            return self.triggers
        return self.conditions if kind == "condition" else self.actions

    def entry(self, kind: Kind, entry_id: str) -> Trigger | Condition | Action | None:
        found = self.by_id.get(entry_id)
        return found if found is not None and found.kind == kind else None

    def trigger(self, entry_id: str) -> Trigger | None:
        found = self.by_id.get(entry_id)
        return found if isinstance(found, Trigger) else None

    def condition(self, entry_id: str) -> Condition | None:
        found = self.by_id.get(entry_id)
        return found if isinstance(found, Condition) else None

    def action(self, entry_id: str) -> Action | None:
        found = self.by_id.get(entry_id)
        return found if isinstance(found, Action) else None

    def kind_of(self, entry_id: str) -> Kind | None:
        """The kind that the id belongs to; no id belongs to two."""
        found = self.by_id.get(entry_id)
        return None if found is None else found.kind

    def providers(self, variable: str) -> tuple[Trigger, ...]:
        """The triggers that provide the variable of this name (without braces)."""
        return tuple(t for t in self.triggers if t.variable(variable) is not None)


@functools.cache
def catalogue() -> Catalogue:
    """The catalogue of specVersion 1, read once.

    Raises ValueError, naming the place, when the file does not have the shape described here.
    """
    return read(grammars.load("nimblock/catalogue-1.json"))


def read(data: JsonValue) -> Catalogue:
    """The catalogue from parsed JSON. Raises ValueError as `catalogue` does."""
    top = _Record(data, "catalogue")
    triggers = tuple(_trigger(record) for record in top.records("triggers"))
    conditions = tuple(_condition(record) for record in top.records("conditions"))
    actions = tuple(_action(record) for record in top.records("actions"))
    by_id: dict[str, Trigger | Condition | Action] = {}
    for entry in (*triggers, *conditions, *actions):
        if by_id.setdefault(entry.id, entry) is not entry:
            raise ValueError(f"catalogue: {entry.id} stands twice")
    strings, objects = top.record("strings"), top.record("objects")
    result = Catalogue(
        spec_version=top.integer("specVersion"),
        strings=MappingProxyType({n: _string_shape(strings.record(n)) for n in _STRING_NAMES}),
        objects=MappingProxyType({n: _object_shape(n, objects.record(n)) for n in _OBJECT_NAMES}),
        triggers=triggers,
        conditions=conditions,
        actions=actions,
        by_id=MappingProxyType(by_id),
    )
    for record in (strings, objects, top):
        record.finish()
    return result


_T = TypeVar("_T")


def _first(items: tuple[_T, ...], wanted: Callable[[_T], bool]) -> _T | None:
    # The longest tuple here has seven members: looking beats keeping an index.
    return next((item for item in items if wanted(item)), None)


class _Record:
    """A JSON object that is being read: hands out typed members and notices unread ones.

    Every method raises ValueError for a member that is missing or of another type.
    """

    def __init__(self, value: JsonValue, where: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{where}: not an object")
        self._members = value
        self._unread = set(value)
        self.where = where

    def finish(self) -> None:
        """Raises ValueError when a member was never asked for: a misspelt flag would be lost."""
        if self._unread:
            raise ValueError(f"{self.where}: unknown {', '.join(sorted(self._unread))}")

    def get(self, name: str) -> JsonValue:
        self._unread.discard(name)
        return self._members.get(name)

    def string(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str) or not value:
            raise ValueError(f"{self.where}: {name} is no text")
        return value

    def text(self, name: str) -> Text:
        record = self.record(name)
        result = Text(record.string("en"), record.string("ja"))
        record.finish()
        return result

    def integer(self, name: str) -> int:
        value = self.optional_integer(name)
        if value is None:
            raise ValueError(f"{self.where}: {name} is missing")
        return value

    def optional_integer(self, name: str) -> int | None:
        value = self.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise ValueError(f"{self.where}: {name} is no integer")
        return value

    def number(self, name: str) -> int | float | None:
        value = self.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ValueError(f"{self.where}: {name} is no number")
        return value

    def optional_string(self, name: str) -> str | None:
        return None if self._members.get(name) is None else self.string(name)

    def optional_record(self, name: str) -> _Record | None:
        value = self.get(name)
        return None if value is None else _Record(value, f"{self.where}.{name}")

    def scalar(self, name: str) -> Scalar | None:
        value = self.get(name)
        if isinstance(value, list | dict):
            raise ValueError(f"{self.where}: {name} is no plain value")
        return value

    def flag(self, name: str) -> bool:
        """A boolean; absent means false."""
        value = self.get(name)
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"{self.where}: {name} is no boolean")
        return value is True

    def one_of(self, name: str, allowed: tuple[_T, ...]) -> _T:
        value = self.optional_one_of(name, allowed)
        if value is None:
            raise ValueError(f"{self.where}: {name} is missing")
        return value

    def optional_one_of(self, name: str, allowed: tuple[_T, ...]) -> _T | None:
        value = self.get(name)
        return None if value is None else self._pick(name, value, allowed)

    def some_of(self, name: str, allowed: tuple[_T, ...]) -> tuple[_T, ...]:
        return tuple(self._pick(name, value, allowed) for value in self._list(name))

    def record(self, name: str) -> _Record:
        return _Record(self.get(name), f"{self.where}.{name}")

    def records(self, name: str) -> list[_Record]:
        """The objects of a list; absent means empty."""
        return [
            _Record(value, f"{self.where}.{name}[{index}]")
            for index, value in enumerate(self._list(name))
        ]

    def _list(self, name: str) -> list[JsonValue]:
        value = self.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise ValueError(f"{self.where}: {name} is no list")
        return value

    def _pick(self, name: str, value: JsonValue, allowed: tuple[_T, ...]) -> _T:
        for item in allowed:
            if item == value:
                return item
        raise ValueError(f"{self.where}: {name} may not be {value!r}")


def _string_shape(record: _Record) -> StringShape:
    pattern = record.get("pattern")
    shape = StringShape(
        min_length=record.optional_integer("minLength") or 0,
        max_length=record.optional_integer("maxLength"),
        single_line=record.flag("singleLine"),
        pattern=None if pattern is None else record.string("pattern"),
    )
    record.finish()
    return shape


def _choice(record: _Record) -> Choice:
    choice = Choice(record.string("value"), record.text("label"), record.text("description"))
    record.finish()
    return choice


def _choices(record: _Record) -> tuple[Choice, ...]:
    return tuple(_choice(item) for item in record.records("choices"))


def _key(record: _Record) -> Key:
    key = Key(
        name=record.string("name"),
        type=record.one_of("type", _KEY_TYPES),
        label=record.text("label"),
        description=record.text("description"),
        required=record.flag("required"),
        default=record.scalar("default"),
        of=record.optional_one_of("of", _OBJECT_NAMES),
        min_items=record.optional_integer("minItems"),
        max_items=record.optional_integer("maxItems"),
        choices=_choices(record),
    )
    record.finish()
    return key


def _object_shape(name: ObjectName, record: _Record) -> ObjectShape:
    keys = tuple(_key(item) for item in record.records("keys"))
    shape = ObjectShape(name=name, label=record.text("label"), keys=keys)
    record.finish()
    return shape


def _param(record: _Record) -> Param:
    param = Param(
        name=record.string("name"),
        type=record.one_of("type", _PARAM_TYPES),
        label=record.text("label"),
        description=record.text("description"),
        optional=record.flag("optional"),
        default=record.scalar("default"),
        minimum=record.number("minimum"),
        maximum=record.number("maximum"),
        choices=_choices(record),
        names=record.optional_one_of("names", _NAME_LISTS),
        role=record.optional_one_of("role", _ROLES),
    )
    record.finish()
    return param


def _params(record: _Record) -> tuple[Param, ...]:
    return tuple(_param(item) for item in record.records("params"))


def _variable(record: _Record) -> Variable:
    variable = Variable(
        name=record.string("name"),
        label=record.text("label"),
        typed=record.flag("typed"),
        example=record.string("example"),
    )
    record.finish()
    return variable


def _trigger(record: _Record) -> Trigger:
    trigger = Trigger(
        kind="trigger",
        id=record.string("id"),
        label=record.text("label"),
        description=record.text("description"),
        params=_params(record),
        provides=tuple(_variable(item) for item in record.records("provides")),
        player=record.flag("player"),
        cancellable=record.flag("cancellable"),
        leaving=record.flag("leaving"),
    )
    record.finish()
    return trigger


def _evaluation(record: _Record, params: tuple[Param, ...]) -> Evaluation:
    evaluation = Evaluation(
        how=record.one_of("how", _HOWS),
        left=record.string("left"),
        right=record.optional_string("right"),
        operator=record.optional_string("operator"),
        ignore_case=record.optional_string("ignoreCase"),
    )
    record.finish()
    known = {param.name for param in params}
    named = (evaluation.left, evaluation.right, evaluation.operator, evaluation.ignore_case)
    for name in named:
        if name is not None and name not in known:
            raise ValueError(f"{record.where}: there is no parameter {name}")
    return evaluation


def _condition(record: _Record) -> Condition:
    params = _params(record)
    evaluates = record.optional_record("evaluates")
    condition = Condition(
        kind="condition",
        id=record.string("id"),
        label=record.text("label"),
        description=record.text("description"),
        params=params,
        needs=record.some_of("needs", _NEEDS),
        evaluates=_evaluation(evaluates, params) if evaluates else None,
    )
    record.finish()
    return condition


def _action(record: _Record) -> Action:
    action = Action(
        kind="action",
        id=record.string("id"),
        label=record.text("label"),
        description=record.text("description"),
        params=_params(record),
        needs=record.some_of("needs", _NEEDS),
        cancels=record.flag("cancels"),
        pauses=record.flag("pauses"),
        audience=record.optional_one_of("audience", _AUDIENCES),
    )
    record.finish()
    return action
