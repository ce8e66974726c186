"""What an expression of a script may stand for, as far as its text says.

Values are written down on the way through the script and resolved when all of it is known: a local
may be assigned further down, a function may become a hook at the very end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

MOST_STEPS = 40
"""How far a value is followed through locals and members; what is further away is unknown."""


class Value:
    """What an expression may stand for: one of the classes below."""

    __slots__ = ()


class Binding(Value):
    """A local variable or a parameter, and everything that is assigned to it."""

    __slots__ = ("is_parameter", "name", "owner", "values")

    def __init__(self, name: str, values: list[Value]) -> None:
        self.name = name
        self.values = values
        self.owner: FunctionValue | None = None
        """The function whose first parameter this is."""
        self.is_parameter = False


class FunctionValue(Value):
    """A function: where it is, what it is called, what it returns."""

    __slots__ = (
        "end",
        "name",
        "name_end",
        "name_start",
        "parameters",
        "parent",
        "phase",
        "returns",
        "start",
    )

    def __init__(self, start: int, end: int, parent: FunctionValue | None) -> None:
        self.start = start
        self.end = end
        self.parent = parent
        self.name = ""
        self.name_start = self.name_end = start
        self.parameters: list[Binding] = []
        self.returns: list[Value] = []
        self.phase: str | None = None


class Field(NamedTuple):
    """A field of a table: its literal key at [start, end), and the value at its own range."""

    name: str
    start: int
    end: int
    value: Value
    value_start: int
    value_end: int


class TableValue(Value):
    """A table constructor and what is assigned to the fields of the table."""

    __slots__ = ("end", "fields", "is_escaped", "is_literal", "items", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.fields: list[Field] = []
        self.items: list[Value] = []
        self.is_literal = True
        """Whether every key is a literal one."""
        self.is_escaped = False
        """Whether it is handed to something that may change it."""


@dataclass(unsafe_hash=True, slots=True)
class GlobalName(Value):
    name: str


@dataclass(unsafe_hash=True, slots=True)
class Member(Value):
    base: Value
    name: str


@dataclass(unsafe_hash=True, slots=True)
class Call(Value):
    """The first result of a call."""

    callee: Value


@dataclass(unsafe_hash=True, slots=True)
class Either(Value):
    values: tuple[Value, ...]


@dataclass(unsafe_hash=True, slots=True)
class Arithmetic(Value):
    operands: tuple[Value, ...]


@dataclass(unsafe_hash=True, slots=True)
class TextValue(Value):
    text: str
    start: int
    end: int


@dataclass(unsafe_hash=True, slots=True)
class Context(Value):
    """The parameter that the engine fills."""

    phase: str | None


@dataclass(unsafe_hash=True, slots=True)
class Special(Value):
    name: str


UNKNOWN = Special("unknown")
OPTIONS = Special("options")
LOOSE_OPTIONS = Special("loose options")
"""`.options` of something unknown."""
FIXED = Special("fixed")
BYTECODE = Special("bytecode")
NOTHING = Special("nothing")
"""nil or false: what a variable holds before it holds something."""

Atom: TypeAlias = "FunctionValue | TableValue | TextValue | Context | Special"
_ATOMS = (FunctionValue, TableValue, TextValue, Context, Special)
_MOST_ATOMS = 16


class Resolver:
    """Finds what values stand for. Make a new one when more has become known."""

    def __init__(
        self,
        context: str,
        options: str,
        fixed: str,
        global_values: Callable[[str], Sequence[Value]],
    ) -> None:
        self._context = context
        self._options = options
        self._fixed = fixed
        self._global_values = global_values
        self._memo: dict[Value, tuple[Atom, ...]] = {}

    def atoms(self, value: Value, steps: int = MOST_STEPS) -> tuple[Atom, ...]:
        """Everything that the value may stand for; (UNKNOWN,) where nothing is known.

        Empty for a variable that nothing is assigned to, and within a circle.
        """
        if isinstance(value, _ATOMS):
            return (value,)
        known = self._memo.get(value)
        if known is None:
            if steps == 0:
                return (UNKNOWN,)
            # While it is being found out, a value adds nothing to itself.
            self._memo[value] = ()
            known = self._memo[value] = self._found(value, steps - 1)
        return known

    def _found(self, value: Value, steps: int) -> tuple[Atom, ...]:
        if isinstance(value, Binding):
            return self._of_binding(value, steps)
        if isinstance(value, Member):
            return self._of_member(value, steps)
        if isinstance(value, Either):
            return self._all(value.values, steps)
        if isinstance(value, GlobalName):
            values = self._global_values(value.name)
            return self._all(values, steps) if values else (UNKNOWN,)
        if isinstance(value, Call):
            return self._of_call(value, steps)
        if isinstance(value, Arithmetic) and FIXED in self._all(value.operands, steps):
            return (FIXED,)
        return (UNKNOWN,)

    def _all(self, values: Sequence[Value], steps: int) -> tuple[Atom, ...]:
        if len(values) == 1:
            return self.atoms(values[0], steps)
        found: dict[Atom, None] = {}
        for value in values[: _MOST_ATOMS + 1]:
            found.update(dict.fromkeys(self.atoms(value, steps)))
        if len(values) > _MOST_ATOMS or len(found) > _MOST_ATOMS:
            found[UNKNOWN] = None
        return tuple(found)

    def _of_binding(self, binding: Binding, steps: int) -> tuple[Atom, ...]:
        found = self._all(binding.values, steps)
        if not binding.is_parameter:
            return found
        owner = binding.owner
        if owner is not None and owner.phase is not None:
            return (Context(owner.phase), *found)
        if binding.name == self._context:
            return found or (Context(None),)
        return (*found, UNKNOWN) if found != (UNKNOWN,) else found

    def _of_member(self, member: Member, steps: int) -> tuple[Atom, ...]:
        found: dict[Atom, None] = {}
        for base in self.atoms(member.base, steps):
            if isinstance(base, Context):
                found[OPTIONS if member.name == self._options else UNKNOWN] = None
            elif isinstance(base, TableValue):
                values = [field.value for field in base.fields if field.name == member.name]
                atoms = self._all(values, steps) if values else (UNKNOWN,)
                found.update(dict.fromkeys(atoms))
            elif base == UNKNOWN and member.name == self._options:
                found[LOOSE_OPTIONS] = None
            else:
                found[UNKNOWN] = None
        return tuple(found) or (UNKNOWN,)

    def _of_call(self, call: Call, steps: int) -> tuple[Atom, ...]:
        callee = call.callee
        if isinstance(callee, GlobalName):
            if callee.name == self._fixed:
                return (FIXED,)
        elif (
            isinstance(callee, Member)
            and callee.name == "dump"
            and callee.base == GlobalName("string")
        ):
            return (BYTECODE,)
        found: dict[Atom, None] = {}
        for function in self.atoms(callee, steps):
            if not isinstance(function, FunctionValue) or not function.returns:
                return (UNKNOWN,)
            found.update(dict.fromkeys(self._all(function.returns, steps)))
        return tuple(found) or (UNKNOWN,)
