"""What was seen in the statements of a script, remembered from one version to the next.

What a statement says depends on its text, on which of the names in it are locals around it, and on
nothing else, as long as all of it can be read. So it is walked through once, by itself, and what
was seen there is copied to wherever the statement stands. A copy, because what is seen is written
on afterwards: a function becomes a hook, a table gets fields (`lua_resolving.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from modwright.syntax.lua_names import LuaNames
from modwright.syntax.lua_values import (
    NOTHING,
    UNKNOWN,
    Arithmetic,
    Binding,
    Call,
    Either,
    Field,
    FunctionValue,
    GlobalName,
    Member,
    Special,
    TableValue,
    TextValue,
    Value,
)
from modwright.syntax.lua_walk import MOST_LOOKS, CallSeen, FieldWrite, MemberRead, Sum, Walk

if TYPE_CHECKING:
    # Classes that only a script that is read makes.
    from tree_sitter import Node

SMALLEST = 60
"""A shorter statement is walked through as fast as it is looked up."""
LARGE = 1_000
"""A shorter one is walked through as a whole: of those in it none is remembered."""
_LEVELS = 3
"""How deep statements inside of each other are remembered: each level copies once more."""
_WITHOUT_PLACE = (GlobalName, Special)


class Key(NamedTuple):
    """`data` is what tree-sitter read of the text. `is_main`: outside of all functions."""

    kind: str
    text: str
    data: bytes
    is_main: bool


class StatementsWalk(Walk):
    """Walks through statements that it knows by copying what was seen in them.

    `known` are the statements of the version before; `made` are those of this one.
    """

    def __init__(
        self,
        text: str,
        data: bytes,
        names: LuaNames,
        known: Mapping[Key, SeenStatement],
        made: dict[Key, SeenStatement],
        levels: int = _LEVELS,
    ) -> None:
        super().__init__(text, names)
        self.data = data
        self.known = known
        self.made = made
        self.levels = levels

    def is_known(self, statement: Node) -> bool:
        start, end = statement.start_byte, statement.end_byte
        if end - start < SMALLEST or not self.levels or self.fixed_depth or statement.has_error:
            return False
        is_main = self.function is self.main
        key = Key(statement.type, self.text[start:end], self.data[start:end], is_main)
        seen = self.made.get(key) or self.known.get(key)
        if seen is None or not seen.fits(self):
            seen = SeenStatement(self, statement)
        self.made[key] = seen
        self.made.update(seen.inner)
        if seen.looks > self.looks_left:
            return False
        self.looks_left -= seen.looks
        _Copy(seen, self, start - seen.start).write()
        return True


class SeenStatement(StatementsWalk):
    """What was seen in one statement.

    The names that are not its own are asked of the walk around it; where one is a local there,
    another stands in for it.
    """

    def __init__(self, around: StatementsWalk, node: Node) -> None:
        self.inner: dict[Key, SeenStatement] = {}
        is_large = node.end_byte - node.start_byte >= LARGE
        levels = around.levels - 1 if is_large else 0
        super().__init__(around.text, around.data, around.names, around.known, self.inner, levels)
        self.start = node.start_byte
        self.stand_ins: dict[str, Binding | None] = {}
        if around.function is not around.main:
            self.function = FunctionValue(0, 0, None)
        self.function_around = self.function
        self.around: StatementsWalk | None = around
        self._node: Node | None = node
        self.walk(node)
        self._leave_out_the_unknown()
        # It outlives this version of the text.
        self.around = self._node = None
        self.text, self.data, self.known = "", b"", {}

    def _leave_out_the_unknown(self) -> None:
        """What is read from and written to a local of which nothing will ever be known, like what
        a loop goes through: most of what a script does, and no fact comes of it."""
        given = {binding for function in self.functions for binding in function.parameters}
        unknown = {
            binding
            for binding in self.bindings
            if all(value in (UNKNOWN, NOTHING) for value in binding.values)
        }
        # What follows may assign to a local of its own scope, and a call to a parameter.
        unknown = unknown.difference(given, self.declared)

        def is_unknown(value: Value) -> bool:
            return value in unknown if isinstance(value, Binding) else value == UNKNOWN

        self.reads = [read for read in self.reads if not is_unknown(read.base)]
        self.writes = [write for write in self.writes if not is_unknown(write.base)]

    @property
    def looks(self) -> int:
        return MOST_LOOKS - self.looks_left

    @property
    def declared(self) -> list[Binding]:
        """The locals that it declares for what follows it."""
        return self.frames[0]

    def fits(self, around: StatementsWalk) -> bool:
        """Whether the same names are locals there."""
        return all(
            (around.lookup(name) is None) == (stand_in is None)
            for name, stand_in in self.stand_ins.items()
        )

    def is_known(self, statement: Node) -> bool:
        return statement != self._node and super().is_known(statement)

    def lookup(self, name: str) -> Binding | None:
        found = super().lookup(name)
        if found is not None or self.around is None:
            return found
        if name not in self.stand_ins:
            is_local = self.around.lookup(name) is not None
            self.stand_ins[name] = Binding(name, []) if is_local else None
        return self.stand_ins[name]


class _Copy:
    """Writes what was seen in a statement into the walk around it, all places moved by `shift`."""

    def __init__(self, seen: SeenStatement, into: StatementsWalk, shift: int) -> None:
        self.seen = seen
        self.into = into
        self.shift = shift
        self.bindings: dict[Binding, Binding] = {}
        self.functions: dict[FunctionValue, FunctionValue] = {seen.function_around: into.function}
        self.tables: dict[TableValue, TableValue] = {}

    def write(self) -> None:
        seen, into, shift = self.seen, self.into, self.shift
        value = self.value
        self.begin()
        self.fill()
        into.reads += [
            MemberRead(value(base), name, start + shift, end + shift, style)
            for base, name, start, end, style in seen.reads
        ]
        into.writes += [
            FieldWrite(value(base), name, a + shift, b + shift, value(what), c + shift, d + shift)
            for base, name, a, b, what, c, d in seen.writes
        ]
        into.calls += [self.call(call) for call in seen.calls]
        into.sums += [
            Sum(
                start + shift,
                end + shift,
                tuple([value(operand) for operand in operands]),
                self.functions[function],
            )
            for start, end, operands, function in seen.sums
        ]
        into.escaped += [value(each) for each in seen.escaped]
        into.global_uses += [
            (name, start + shift, end + shift) for name, start, end in seen.global_uses
        ]
        for name, writes in seen.global_writes.items():
            into.global_writes.setdefault(name, []).extend(
                (start + shift, end + shift, value(what)) for start, end, what in writes
            )
        into.blocks += [(start + shift, end + shift) for start, end in seen.blocks]
        into.sees_every_global |= seen.sees_every_global
        for binding in seen.declared:
            declared = self.bindings[binding]
            into.visible.setdefault(declared.name, []).append(declared)
            into.frames[-1].append(declared)

    def begin(self) -> None:
        """Copies of all that can be written on, empty as yet: they may hold each other."""
        seen, into, shift = self.seen, self.into, self.shift
        for name, stand_in in seen.stand_ins.items():
            local = into.lookup(name) if stand_in is not None else None
            if stand_in is not None and local is not None:
                self.bindings[stand_in] = local
        for binding in seen.bindings:
            self.bindings[binding] = Binding(binding.name, [])
        for function in seen.functions:
            self.functions[function] = FunctionValue(
                function.start + shift, function.end + shift, None
            )
        for table in seen.tables.values():
            start = table.start + shift
            into.tables[start] = self.tables[table] = TableValue(start, table.end + shift)

    def fill(self) -> None:
        seen, into, shift, value = self.seen, self.into, self.shift, self.value
        for binding, copy in self.bindings.items():
            copy.values += [value(each) for each in binding.values]
        for binding in seen.bindings:
            copy = self.bindings[binding]
            copy.is_parameter = binding.is_parameter
            if binding.owner is not None:
                copy.owner = self.functions[binding.owner]
            into.bindings.append(copy)
        for function, copy in self.functions.items():
            copy.returns += [value(each) for each in function.returns]
        for function in seen.functions:
            copy = self.functions[function]
            copy.parent = self.functions[function.parent] if function.parent else None
            copy.name = function.name
            copy.name_start = function.name_start + shift
            copy.name_end = function.name_end + shift
            copy.parameters = [self.bindings[each] for each in function.parameters]
            into.functions.append(copy)
        for table, copy in self.tables.items():
            copy.items = [value(each) for each in table.items]
            copy.fields = [
                Field(name, a + shift, b + shift, value(what), c + shift, d + shift)
                for name, a, b, what, c, d in table.fields
            ]
            copy.is_literal = table.is_literal

    def call(self, call: CallSeen) -> CallSeen:
        shift = self.shift
        return CallSeen(
            self.value(call.callee),
            call.name,
            call.name_start + shift,
            call.name_end + shift,
            tuple([self.value(each) for each in call.arguments]),
            call.start + shift,
            call.end + shift,
            call.is_method,
        )

    def value(self, value: Value) -> Value:
        """Takes one call a level of an expression, of which few are looked into."""
        if value.__class__ in _WITHOUT_PLACE:
            return value
        if isinstance(value, Binding):
            return self.bindings[value]
        if isinstance(value, Member):
            return Member(self.value(value.base), value.name)
        if isinstance(value, TextValue):
            return TextValue(value.text, value.start + self.shift, value.end + self.shift)
        if isinstance(value, FunctionValue):
            return self.functions[value]
        if isinstance(value, TableValue):
            return self.tables[value]
        if isinstance(value, Call):
            return Call(self.value(value.callee))
        if isinstance(value, Either):
            return Either(tuple([self.value(each) for each in value.values]))
        if isinstance(value, Arithmetic):
            return Arithmetic(tuple([self.value(each) for each in value.operands]))
        raise TypeError(f"nothing that is seen: {value!r}")
