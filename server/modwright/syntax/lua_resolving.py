"""From what a walk through a script saw to its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.syntax.lua_facts import (
    CtxMember,
    Function,
    LuaFacts,
    Named,
    OptionRead,
    PathText,
    PlanKey,
    PlanTable,
    RuleCall,
)
from modwright.syntax.lua_names import lua_names
from modwright.syntax.lua_values import (
    BYTECODE,
    FIXED,
    LOOSE_OPTIONS,
    OPTIONS,
    Atom,
    Binding,
    Context,
    Field,
    FunctionValue,
    GlobalName,
    Resolver,
    TableValue,
    TextValue,
    Value,
)
from modwright.syntax.lua_walk import GLOBAL_TABLES, CallSeen, Walk

_LOAD = GlobalName("load")
_BYTECODE_MARK = "\x1b"


def facts_of(walk: Walk, is_complete: bool) -> LuaFacts:
    """The facts of a script by what was seen in it."""
    return _Resolving(walk).facts(is_complete)


class _Resolving:
    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._names = lua_names()
        self._resolver = self._fresh()

    def _fresh(self) -> Resolver:
        names = self._names
        return Resolver(names.context, names.options, names.fixed, self._global_values)

    def _global_values(self, name: str) -> Sequence[Value]:
        return [value for _, _, value in self._walk.global_writes.get(name, ())]

    def _atoms(self, value: Value) -> tuple[Atom, ...]:
        return self._resolver.atoms(value)

    def facts(self, is_complete: bool) -> LuaFacts:
        walk = self._walk
        # Each step makes more known: the fields of tables, what functions are given, which table
        # is the plan, which functions are hooks.
        self._fill_tables()
        handed_on = self._follow_arguments()
        self._resolver = self._fresh()
        entries = [
            atom
            for value in self._global_values(self._names.entry)
            for atom in self._atoms(value)
            if isinstance(atom, FunctionValue)
        ]
        for function in entries:
            function.phase = self._names.entry
        self._mark_escaped([*walk.escaped, *handed_on])
        plan, fields = self._plan(entries)
        hooks = self._hooks(fields)
        self._resolver = self._fresh()
        members, reads, loose, is_computed = self._reads()
        is_computed = is_computed or self._is_handed_on([*walk.escaped, *handed_on])
        written = walk.global_writes.get(self._names.entry)
        return LuaFacts(
            is_complete=is_complete and walk.is_complete,
            mutate=Named(self._names.entry, *written[-1][:2]) if written else None,
            ctx_members=tuple(sorted(members, key=_place)),
            option_reads=tuple(sorted(reads, key=_place)),
            loose_option_reads=frozenset(loose),
            computed_option_read=is_computed,
            requires=tuple(sorted(self._requires(), key=_place)),
            library_uses=tuple(sorted(self._library_uses(), key=_place)),
            plan=plan,
            hooks=tuple(_function(function) for function in hooks),
            paths=tuple(sorted(set(self._paths(fields)), key=lambda path: path.start)),
            float_arithmetic=tuple(sorted(self._sums())),
            functions=tuple(
                _function(function)
                for function in sorted(walk.functions, key=lambda function: function.start)
                if function.name or function.phase
            ),
            blocks=tuple(walk.blocks),
            rule_calls=tuple(sorted(self._rule_calls(), key=_place)),
            verbs=tuple(sorted(self._verbs(), key=_place)),
            defines_computed=walk.sees_every_global,
        )

    # ---- tables, functions, the plan

    def _fill_tables(self) -> None:
        for write in self._walk.writes:
            for atom in self._atoms(write.base):
                if not isinstance(atom, TableValue):
                    continue
                if write.name is not None:
                    field = Field(
                        write.name,
                        write.start,
                        write.end,
                        write.value,
                        write.value_start,
                        write.value_end,
                    )
                    atom.fields.append(field)
                else:
                    atom.items.append(write.value)
                    atom.is_literal = False
                # A table that is known better may be found by its member now.
                self._resolver = self._fresh()

    def _follow_arguments(self) -> list[Value]:
        """Arguments of the script's own functions go to their parameters; returns the others."""
        others: list[Value] = []
        for call in self._walk.calls:
            functions: list[FunctionValue] = []
            if isinstance(call.callee, (Binding, GlobalName)):
                atoms = self._atoms(call.callee)
                functions = [atom for atom in atoms if isinstance(atom, FunctionValue)]
                if len(functions) != len(atoms):
                    functions = []
            if not functions:
                others += call.arguments
                continue
            for function in functions:
                for index, value in enumerate(call.arguments):
                    if index < len(function.parameters):
                        function.parameters[index].values.append(value)
                    else:
                        others.append(value)
        return others

    def _mark_escaped(self, values: Sequence[Value]) -> None:
        for value in values:
            if not isinstance(value, TextValue):
                for atom in self._atoms(value):
                    if isinstance(atom, TableValue):
                        atom.is_escaped = True

    def _is_handed_on(self, values: Sequence[Value]) -> bool:
        """Whether options may be read out of sight."""
        return any(
            isinstance(atom, Context) or atom in (OPTIONS, LOOSE_OPTIONS)
            for value in values
            if not isinstance(value, TextValue)
            for atom in self._atoms(value)
        )

    def _plan(self, entries: Sequence[FunctionValue]) -> tuple[PlanTable | None, list[Field]]:
        tables: dict[TableValue, None] = {}
        is_literal = bool(entries)
        for entry in entries:
            is_literal = is_literal and bool(entry.returns)
            for value in entry.returns:
                for atom in self._atoms(value):
                    if isinstance(atom, TableValue):
                        tables[atom] = None
                    else:
                        is_literal = False
        if not tables:
            return None, []
        fields = [field for table in tables for field in table.fields]
        fields.sort(key=lambda field: field.start)
        for table in tables:
            is_literal = is_literal and table.is_literal and not table.is_escaped
        last = max(table.start for table in tables)
        plan = PlanTable(
            tuple(
                PlanKey(field.name, field.start, field.end, field.value_start, field.value_end)
                for field in fields
            ),
            is_literal,
            last + 1,
            tuple(sorted((table.start, table.end) for table in tables)),
        )
        return plan, fields

    def _hooks(self, fields: Sequence[Field]) -> list[FunctionValue]:
        hooks: dict[FunctionValue, None] = {}
        for field in fields:
            if field.name in self._names.hooks:
                for atom in self._atoms(field.value):
                    if isinstance(atom, FunctionValue):
                        atom.phase = atom.phase or field.name
                        hooks[atom] = None
        return list(hooks)

    # ---- what is read

    def _reads(self) -> tuple[list[CtxMember], list[OptionRead], set[str], bool]:
        members: list[CtxMember] = []
        reads: list[OptionRead] = []
        loose: set[str] = set()
        is_computed = False
        for read in self._walk.reads:
            atoms = self._atoms(read.base)
            contexts = [atom for atom in atoms if isinstance(atom, Context)]
            if read.name is None:
                is_computed = is_computed or OPTIONS in atoms or LOOSE_OPTIONS in atoms
                is_computed = is_computed or bool(contexts)
            elif contexts and len(contexts) == len(atoms):
                phase = next((atom.phase for atom in contexts if atom.phase), None)
                members.append(CtxMember(read.name, read.start, read.end, phase))
            elif atoms == (OPTIONS,):
                reads.append(OptionRead(read.name, read.start, read.end, read.style))
            elif OPTIONS in atoms or LOOSE_OPTIONS in atoms:
                loose.add(read.name)
        return members, reads, loose, is_computed

    def _requires(self) -> Iterator[Named]:
        for call, text in self._texts_given_to(self._names.require):
            if call.arguments[0] is text:
                yield Named(text.text, text.start, text.end)

    def _texts_given_to(self, name: str) -> Iterator[tuple[CallSeen, TextValue]]:
        """Literals among the arguments of a global function, or in a list that is one."""
        if name in self._walk.global_writes:
            return
        for call in self._walk.calls:
            if call.callee != GlobalName(name):
                continue
            for argument in call.arguments:
                if isinstance(argument, TextValue):
                    yield call, argument
                elif isinstance(argument, TableValue):
                    for item in argument.items:
                        if isinstance(item, TextValue):
                            yield call, item

    def _library_uses(self) -> Iterator[Named]:
        walk = self._walk
        # A global that the script makes itself is not the library.
        closed = self._names.closed - walk.global_writes.keys()
        for name, start, end in walk.global_uses:
            if name in closed:
                yield Named(name, start, end)
        for read in walk.reads:
            if (
                read.name in closed
                and isinstance(read.base, GlobalName)
                and read.base.name in GLOBAL_TABLES
            ):
                yield Named(read.name, read.start, read.end)
        if _LOAD.name not in walk.global_writes:
            for call in walk.calls:
                if call.callee == _LOAD and self._loads_bytecode(call):
                    yield Named(_LOAD.name, call.name_start, call.name_end)

    def _loads_bytecode(self, call: CallSeen) -> bool:
        arguments = call.arguments
        if arguments:
            for atom in self._atoms(arguments[0]):
                if atom == BYTECODE:
                    return True
                if isinstance(atom, TextValue) and atom.text.startswith(_BYTECODE_MARK):
                    return True
        mode = self._atoms(arguments[2]) if len(arguments) > 2 else ()
        return any(isinstance(atom, TextValue) and "b" in atom.text for atom in mode)

    def _paths(self, fields: Sequence[Field]) -> Iterator[PathText]:
        for _, text in self._texts_given_to(self._names.rule_file):
            yield PathText(self._names.rule_file, text.text, text.start, text.end)
        for field in fields:
            if field.name != self._names.files:
                continue
            for files in self._tables(field.value):
                for part in files.fields:
                    if part.name in self._names.file_lists:
                        for listed in self._tables(part.value):
                            for item in listed.items:
                                if isinstance(item, TextValue):
                                    yield PathText(part.name, item.text, item.start, item.end)

    def _tables(self, value: Value) -> Iterator[TableValue]:
        for atom in self._atoms(value):
            if isinstance(atom, TableValue):
                yield atom

    def _sums(self) -> Iterator[tuple[int, int]]:
        for found in self._walk.sums:
            function: FunctionValue | None = found.function
            while function is not None and function.phase is None:
                function = function.parent
            if function is not None and not any(
                FIXED in self._atoms(operand) for operand in found.operands
            ):
                yield found.start, found.end

    # ---- for features

    def _rule_calls(self) -> Iterator[RuleCall]:
        names = self._names
        for call in self._walk.calls:
            is_selector = call.name in names.selectors and (
                call.is_method or call.callee == GlobalName(call.name)
            )
            if is_selector or (call.is_method and call.name == names.finisher):
                yield RuleCall(call.name, call.name_start, call.name_end, call.start, call.end)

    def _verbs(self) -> Iterator[Named]:
        for call in self._walk.calls:
            if call.is_method and call.name == self._names.finisher:
                for argument in call.arguments:
                    for table in self._tables(argument):
                        for field in table.fields:
                            yield Named(field.name, field.start, field.end)


def _place(found: CtxMember | OptionRead | Named | RuleCall) -> int:
    return found.start


def _function(function: FunctionValue) -> Function:
    return Function(
        function.name,
        function.start,
        function.end,
        function.name_start,
        function.name_end,
        function.phase,
    )
