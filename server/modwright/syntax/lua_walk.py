"""One way through the tree of a script, with its scopes; what it sees is resolved afterwards.

Iterative: brackets and blocks may nest as deep as a text is long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from modwright.syntax.lua_names import LuaNames
from modwright.syntax.lua_strings import string_value
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
    TableValue,
    TextValue,
    Value,
)

if TYPE_CHECKING:
    # Classes that only a script that is read makes.
    from tree_sitter import Node

RESERVED = frozenset(
    {
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    }
)  # fmt: skip
GLOBAL_TABLES = ("_G", "_ENV")
_ARITHMETIC = frozenset(
    {
        "+", "-", "*", "/", "//", "%", "^",
    }
)  # fmt: skip
_DECIMAL = re.compile(r"[0-9]*\.|[0-9.]+[eE]|0[xX][0-9a-fA-F]*[.pP]")
_BLOCKS = frozenset(
    {
        "do_statement", "for_statement", "if_statement", "repeat_statement", "table_constructor",
        "while_statement", "function_definition", "function_declaration", "comment",
    }
)  # fmt: skip
_HANDED_ON = frozenset(
    {
        "identifier", "dot_index_expression", "bracket_index_expression",
        "parenthesized_expression", "binary_expression", "table_constructor",
    }
)  # fmt: skip
_STATEMENTS = frozenset(
    {
        "assignment_statement", "do_statement", "for_statement", "function_declaration",
        "if_statement", "repeat_statement", "return_statement", "variable_declaration",
        "while_statement",
    }
)  # fmt: skip
_MOST_OPERANDS = 16
_MOST_LEVELS = 8
"""How deep an expression is looked into for what it stands for."""
MOST_LOOKS = 400_000
"""How often, all in all: a megabyte of ordinary script takes less than half of it."""


class MemberRead(NamedTuple):
    """`base.name`, `base["name"]`, `base:name`; `name` None: computed."""

    base: Value
    name: str | None
    start: int
    end: int
    style: str


class FieldWrite(NamedTuple):
    """`base.name = value`; `name` None: computed."""

    base: Value
    name: str | None
    start: int
    end: int
    value: Value
    value_start: int
    value_end: int


class CallSeen(NamedTuple):
    """A call: its callee, arguments, the place of the callee's last name, and of the whole call.

    `is_method`: `object:name(…)`.
    """

    callee: Value
    name: str
    name_start: int
    name_end: int
    arguments: tuple[Value, ...]
    start: int
    end: int
    is_method: bool


class Sum(NamedTuple):
    """A computed number outside `fixed(…)` that has a `/` or a decimal literal in it."""

    start: int
    end: int
    operands: tuple[Value, ...]
    function: FunctionValue


class _Then(NamedTuple):
    """Something to do when what stands before it on the way is done."""

    run: Callable[[], None]


class Walk:
    """The lists are what was seen, in text order."""

    def __init__(self, text: str, names: LuaNames) -> None:
        self.text = text
        self.reads: list[MemberRead] = []
        self.writes: list[FieldWrite] = []
        self.calls: list[CallSeen] = []
        self.sums: list[Sum] = []
        self.escaped: list[Value] = []
        self.global_uses: list[tuple[str, int, int]] = []
        """Only of the names that are closed to scripts."""
        self.global_writes: dict[str, list[tuple[int, int, Value]]] = {}
        self.functions: list[FunctionValue] = []
        self.bindings: list[Binding] = []
        self.blocks: list[tuple[int, int]] = []
        self.sees_every_global = False
        """Whether all globals are handed on or written by computed names."""
        self.names = names
        self.tables: dict[int, TableValue] = {}
        """By where they begin."""
        self._function_at: dict[int, FunctionValue] = {}
        self.visible: dict[str, list[Binding]] = {}
        self.frames: list[list[Binding]] = [[]]
        self.main = FunctionValue(0, len(text), None)
        self.function = self.main
        self.fixed_depth = 0
        self.looks_left: int = MOST_LOOKS
        self._in_sum: set[tuple[int, int]] = set()
        self._stack: list[Node | _Then] = []
        self._handlers: dict[str, Callable[[Node], None]] = {
            "chunk": self._scope,
            "block": self._scope,
            "ERROR": self._error,
            "identifier": self._identifier,
            "variable_declaration": self._local,
            "assignment_statement": self._assignment,
            "function_declaration": self._function_declaration,
            "function_definition": self._function_definition,
            "for_statement": self._for,
            "repeat_statement": self._repeat,
            "return_statement": self._return,
            "function_call": self._call,
            "table_constructor": self._table,
            "dot_index_expression": self._dot,
            "bracket_index_expression": self._bracket,
            "method_index_expression": self._method,
            "binary_expression": self._binary,
            "unary_expression": self._unary,
            "parameters": self._stray_parameters,
            "string": self._leaf,
            "number": self._leaf,
            "comment": self._leaf,
            "goto_statement": self._leaf,
            "label_statement": self._leaf,
            "attribute": self._leaf,
        }

    def walk(self, root: Node) -> None:
        self._stack.append(root)
        self._run()

    @property
    def is_complete(self) -> bool:
        """Whether no expression was left out for there being too many."""
        return self.looks_left >= 0

    def _run(self) -> None:
        stack = self._stack
        handlers = self._handlers
        while stack:
            task = stack.pop()
            if isinstance(task, _Then):
                task.run()
                continue
            kind = task.type
            if kind in _STATEMENTS and self.is_known(task):
                continue
            if kind in _BLOCKS:
                self.blocks.append((task.start_byte, task.end_byte))
            handler = handlers.get(kind)
            if handler is not None:
                handler(task)
            else:
                stack.extend(reversed(task.named_children))

    def is_known(self, statement: Node) -> bool:
        """Whether what there is to see in a statement has been seen; `lua_statements.py`."""
        return False

    def _do(self, *tasks: Node | _Then) -> None:
        self._stack.extend(reversed(tasks))

    # ---- names

    def lookup(self, name: str) -> Binding | None:
        found = self.visible.get(name)
        return found[-1] if found else None

    def _declare(self, name: str, *values: Value) -> Binding:
        binding = Binding(name, list(values))
        self.bindings.append(binding)
        self.visible.setdefault(name, []).append(binding)
        self.frames[-1].append(binding)
        return binding

    def _enter_scope(self) -> None:
        self.frames.append([])

    def _leave_scope(self) -> None:
        for binding in reversed(self.frames.pop()):
            self.visible[binding.name].pop()

    def _word(self, node: Node) -> str:
        return self.text[node.start_byte : node.end_byte]

    def _is_global(self, name: str) -> bool:
        """Whether a name that is no local is one of the script's usual globals."""
        return self.lookup(name) is None and self.lookup("_ENV") is None

    # ---- values

    def value_of(self, node: Node | None, steps: int = _MOST_LEVELS) -> Value:
        """What an expression may stand for, in the scope that is open now."""
        self.looks_left -= 1
        if node is None or steps == 0 or self.looks_left < 0:
            return UNKNOWN
        kind = node.type
        if kind == "identifier":
            name = self._word(node)
            found = self.lookup(name)
            if found is not None:
                return found
            return GlobalName(name) if self._is_global(name) else UNKNOWN
        if kind == "dot_index_expression":
            field = node.child_by_field_name("field")
            if field is None:
                return UNKNOWN
            base = self.value_of(node.child_by_field_name("table"), steps - 1)
            return self._member(base, self._word(field))
        if kind == "bracket_index_expression":
            field = node.child_by_field_name("field")
            if field is None or field.type != "string":
                return UNKNOWN
            base = self.value_of(node.child_by_field_name("table"), steps - 1)
            return self._member(base, string_value(self._word(field)))
        if kind == "parenthesized_expression":
            inner = _code_in(node)
            return self.value_of(inner[0], steps - 1) if inner else UNKNOWN
        if kind == "function_definition":
            return self._function_value(node)
        if kind == "table_constructor":
            return self._table_value(node)
        if kind == "string":
            return TextValue(string_value(self._word(node)), node.start_byte, node.end_byte)
        if kind == "function_call":
            return Call(self.value_of(node.child_by_field_name("name"), steps - 1))
        if kind == "binary_expression":
            return self._binary_value(node, steps)
        if kind in ("nil", "false"):
            return NOTHING
        return UNKNOWN

    def _member(self, base: Value, name: str) -> Value:
        if isinstance(base, GlobalName) and base.name in GLOBAL_TABLES:
            return GlobalName(name)
        return UNKNOWN if base == UNKNOWN and name != self.names.options else Member(base, name)

    def _binary_value(self, node: Node, steps: int) -> Value:
        operator = node.child_by_field_name("operator")
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        word = operator.type if operator is not None else ""
        if word == "and":
            return self.value_of(right, steps - 1)
        if word == "or":
            first = self.value_of(left, steps - 1)
            other = self.value_of(right, steps - 1)
            if first == NOTHING:
                return other
            is_choice = left is not None and left.type == "binary_expression"
            # `ctx.options or {}`: what is there is true, so the rest never counts.
            if not is_choice and isinstance(first, (Binding, Member, TableValue, FunctionValue)):
                return first
            return Either((first, other))
        if word in _ARITHMETIC:
            operands = self._operands(node)[0]
            return Arithmetic(tuple(self.value_of(part, steps - 1) for part in operands))
        return UNKNOWN

    def _operands(self, node: Node) -> tuple[list[Node], list[Node], bool]:
        """The leaves of a computation, its inner nodes, and whether it is made with `/` or a
        decimal literal."""
        leaves: list[Node] = []
        inner: list[Node] = []
        is_float = False
        stack = [node]
        while stack:
            part = stack.pop()
            kind = part.type
            if kind == "binary_expression":
                operator = part.child_by_field_name("operator")
                word = operator.type if operator is not None else ""
                if word in _ARITHMETIC:
                    is_float = is_float or word == "/"
                    inner.append(part)
                    stack += reversed(_code_in(part))
                    continue
            elif kind == "parenthesized_expression" or _is_minus(part):
                inner.append(part)
                stack += reversed(_code_in(part))
                continue
            elif kind == "number":
                is_float = is_float or _DECIMAL.match(self._word(part)) is not None
                continue
            leaves.append(part)
        return leaves[:_MOST_OPERANDS], inner, is_float

    def _function_value(self, node: Node) -> FunctionValue:
        found = self._function_at.get(node.start_byte)
        if found is None:
            found = FunctionValue(node.start_byte, node.end_byte, self.function)
            self._function_at[node.start_byte] = found
            self.functions.append(found)
        return found

    def _table_value(self, node: Node) -> TableValue:
        found = self.tables.get(node.start_byte)
        if found is None:
            found = TableValue(node.start_byte, node.end_byte)
            self.tables[node.start_byte] = found
        return found

    # ---- statements

    def _leaf(self, node: Node) -> None:
        """Nothing in it is an expression of the script."""

    def _scope(self, node: Node) -> None:
        self._enter_scope()
        self._do(*node.named_children, _Then(self._leave_scope))

    def _error(self, node: Node) -> None:
        """What could not be read: its pieces in the scope around it, a function's head as one."""
        children = node.children
        outer = self.function
        tasks: list[Node | _Then] = []
        for index, child in enumerate(children):
            if child.type == "parameters":
                name = children[index - 1] if index else None
                tasks.append(_Then(self._opened(child, name)))
            elif child.type == "identifier" and (
                (index and children[index - 1].type == "function")
                or (index + 1 < len(children) and children[index + 1].type == "parameters")
            ):
                continue
            elif child.type == "variable_list" and index and children[index - 1].type == "local":
                tasks.append(_Then(self._opened_locals(child)))
            elif child.is_named:
                tasks.append(child)
        self._do(*tasks, _Then(lambda: self._return_to(outer)))

    def _opened(self, parameters: Node, name: Node | None) -> Callable[[], None]:
        def run() -> None:
            function = FunctionValue(parameters.start_byte, len(self.text), self.function)
            self.functions.append(function)
            if name is not None and name.type == "identifier":
                self._named(function, name)
                self._write_global(name, function)
            self._declare_parameters(parameters, function)
            self.function = function

        return run

    def _opened_locals(self, names: Node) -> Callable[[], None]:
        def run() -> None:
            for name in names.named_children:
                if name.type == "identifier":
                    self._declare(self._word(name), UNKNOWN)

        return run

    def _return_to(self, function: FunctionValue) -> None:
        self.function = function

    def _local(self, node: Node) -> None:
        names: list[Node] = []
        values: list[Node] = []
        for child in node.named_children:
            if child.type == "assignment_statement":
                targets, values = _sides(child)
                names = [target for target in targets if target.type == "identifier"]
            elif child.type == "variable_list":
                names = [part for part in _code_in(child) if part.type == "identifier"]
            elif child.type == "identifier":
                names.append(child)
        found = [self.value_of(value) for value in values]

        def declare() -> None:
            for index, name in enumerate(names):
                value = self._nth(found, index)
                self._declare(self._word(name), *([] if value == NOTHING else [value]))
                self._name_by(value, name)

        self._do(*values, _Then(declare))

    def _nth(self, values: list[Value], index: int) -> Value:
        if index < len(values):
            return values[index]
        # The last of several values may be a call with several results.
        is_many = bool(values) and (isinstance(values[-1], Call) or values[-1] == UNKNOWN)
        return UNKNOWN if is_many else NOTHING

    def _assignment(self, node: Node) -> None:
        targets, values = _sides(node)
        found = [self.value_of(value) for value in values]
        tasks: list[Node | _Then] = []
        for index, target in enumerate(targets):
            value = self._nth(found, index)
            place = (values[index] if index < len(values) else None) or target
            kind = target.type
            if kind == "identifier":
                self._assign_name(target, value)
            elif kind in ("dot_index_expression", "bracket_index_expression"):
                tasks += self._assign_field(target, value, place)
            else:
                tasks.append(target)
        self._do(*values, *tasks)

    def _assign_name(self, target: Node, value: Value) -> None:
        binding = self.lookup(self._word(target))
        if binding is None:
            self._write_global(target, value)
        elif value != NOTHING:
            binding.values.append(value)
        self._name_by(value, target)

    def _assign_field(self, target: Node, value: Value, place: Node) -> Iterator[Node]:
        """Notes the write; what of the target is still to be visited: never the member itself."""
        table = target.child_by_field_name("table")
        field = target.child_by_field_name("field")
        base = self.value_of(table)
        is_dot = target.type == "dot_index_expression"
        name: str | None = None
        if field is not None:
            if is_dot:
                name = self._word(field)
            elif field.type == "string":
                name = string_value(self._word(field))
            self._name_by(value, field)
            self._write_field(base, name, field, value, (place.start_byte, place.end_byte))
        if table is not None:
            yield table
        if field is not None and not is_dot:
            yield field

    def _write_field(
        self, base: Value, name: str | None, field: Node, value: Value, place: tuple[int, int]
    ) -> None:
        start, end = field.start_byte, field.end_byte
        if isinstance(base, GlobalName) and base.name in GLOBAL_TABLES:
            if name is None:
                self.sees_every_global = True
            else:
                self.global_writes.setdefault(name, []).append((start, end, value))
        self.writes.append(FieldWrite(base, name, start, end, value, *place))

    def _write_global(self, name: Node, value: Value) -> None:
        word = self._word(name)
        if self._is_global(word):
            place = (name.start_byte, name.end_byte, value)
            self.global_writes.setdefault(word, []).append(place)
            self.escaped.append(value)

    # ---- functions

    def _named(self, function: FunctionValue, name: Node) -> None:
        if not function.name:
            function.name = self._word(name)
            function.name_start, function.name_end = name.start_byte, name.end_byte

    def _name_by(self, value: Value, name: Node) -> None:
        if isinstance(value, FunctionValue):
            self._named(value, name)

    def _function_declaration(self, node: Node) -> None:
        function = self._function_value(node)
        name = node.child_by_field_name("name")
        is_method = False
        tasks: list[Node | _Then] = []
        if name is not None:
            place = (node.start_byte, node.end_byte)
            self._named(function, name)
            if name.type == "identifier":
                if node.children[0].type == "local":
                    self._declare(self._word(name), function)
                else:
                    self._assign_name(name, function)
            else:
                is_method = name.type == "method_index_expression"
                table = name.child_by_field_name("table")
                field = name.child_by_field_name("method" if is_method else "field")
                if field is not None:
                    self._write_field(
                        self.value_of(table), self._word(field), field, function, place
                    )
                if table is not None:
                    tasks.append(table)
        self._do(*tasks, _Then(lambda: self._body(node, function, is_method)))

    def _function_definition(self, node: Node) -> None:
        self._body(node, self._function_value(node), False)

    def _body(self, node: Node, function: FunctionValue, is_method: bool) -> None:
        outer, depth = self.function, self.fixed_depth
        self._enter_scope()
        self.function = function
        self.fixed_depth = 0
        if is_method:
            function.parameters.append(self._declare("self", UNKNOWN))
        parameters = node.child_by_field_name("parameters")
        if parameters is not None:
            self._declare_parameters(parameters, function)

        def leave() -> None:
            self._leave_scope()
            self.function, self.fixed_depth = outer, depth

        head = (parameters, node.child_by_field_name("name"))
        rest = [child for child in node.named_children if child not in head]
        self._do(*rest, _Then(leave))

    def _declare_parameters(self, parameters: Node, function: FunctionValue) -> None:
        for child in parameters.named_children:
            if child.type == "identifier":
                binding = self._declare(self._word(child))
                binding.is_parameter = True
                if not function.parameters:
                    binding.owner = function
                function.parameters.append(binding)

    def _stray_parameters(self, node: Node) -> None:
        """Parameters of a function that could not be read."""
        self._opened(node, None)()

    def _return(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "expression_list":
                parts = _code_in(child)
                if parts:
                    value = self.value_of(parts[0])
                    self.function.returns.append(value)
                    if self.function is self.main:
                        # What a module returns is in the hands of others.
                        self.escaped.append(value)
                for part in parts[1:]:
                    self._hand_on(part)
        self._do(*node.named_children)

    # ---- loops

    def _for(self, node: Node) -> None:
        clause = node.child_by_field_name("clause")
        names: list[Node] = []
        values: list[Node] = []
        if clause is not None:
            for child in clause.named_children:
                if child.type == "variable_list":
                    names += [part for part in child.named_children if part.type == "identifier"]
                elif child.type == "identifier" and not names:
                    names.append(child)
                else:
                    values.append(child)
                    for part in child.named_children if child.type == "expression_list" else ():
                        self._hand_on(part)
        rest = [child for child in node.named_children if child != clause]

        def declare() -> None:
            self._enter_scope()
            for name in names:
                self._declare(self._word(name), UNKNOWN)

        self._do(*values, _Then(declare), *rest, _Then(self._leave_scope))

    def _repeat(self, node: Node) -> None:
        """The condition sees the locals of the body."""
        self._enter_scope()
        tasks: list[Node | _Then] = []
        for child in node.named_children:
            tasks += child.named_children if child.type == "block" else [child]
        self._do(*tasks, _Then(self._leave_scope))

    # ---- expressions

    def _identifier(self, node: Node) -> None:
        name = self._word(node)
        if name in self.names.closed and self._is_global(name):
            self.global_uses.append((name, node.start_byte, node.end_byte))

    def _hand_on(self, node: Node) -> None:
        """The value goes where it is not followed."""
        if node.type in _HANDED_ON:
            self.escaped.append(self.value_of(node))

    def _call(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        holder = node.child_by_field_name("arguments")
        arguments = _code_in(holder) if holder is not None else []
        tasks: list[Node | _Then] = []
        is_fixed = False
        if name is not None:
            tasks.append(name)
            last = name
            for part in ("method", "field"):
                last = name.child_by_field_name(part) or last
            callee = self.value_of(name)
            is_fixed = callee == GlobalName(self.names.fixed)
            values = tuple(self.value_of(part) for part in arguments)
            self.calls.append(
                CallSeen(
                    callee,
                    self._word(last) if last.type == "identifier" else "",
                    last.start_byte,
                    last.end_byte,
                    values,
                    node.start_byte,
                    node.end_byte,
                    name.type == "method_index_expression",
                )
            )
        if is_fixed:
            self.fixed_depth += 1
        self._do(*tasks, *arguments, *([_Then(self._leave_fixed)] if is_fixed else []))

    def _leave_fixed(self) -> None:
        self.fixed_depth -= 1

    def _table(self, node: Node) -> None:
        table = self._table_value(node)
        tasks: list[Node | _Then] = []
        for field in node.named_children:
            if field.type != "field":
                tasks.append(field)
                continue
            name = field.child_by_field_name("name")
            value = field.child_by_field_name("value")
            found = self.value_of(value)
            if value is not None:
                tasks.append(value)
            if name is None:
                table.items.append(found)
                if value is not None:
                    self._hand_on_unless_table(value, found)
                continue
            is_bracket = field.children[0].type == "["
            word = self._word(name)
            if is_bracket:
                tasks.append(name)
                if name.type == "number":
                    table.items.append(found)
                    continue
                if name.type != "string":
                    table.is_literal = False
                    continue
                word = string_value(word)
            self._name_by(found, name)
            start, end = name.start_byte, name.end_byte
            place = (value.start_byte, value.end_byte) if value is not None else (end, end)
            table.fields.append(Field(word, start, end, found, *place))
            if value is not None:
                self._hand_on_unless_table(value, found)
        self._do(*tasks)

    def _hand_on_unless_table(self, node: Node, value: Value) -> None:
        """A value in a table is out of sight, but for tables written in place."""
        if not isinstance(value, TableValue) and node.type in _HANDED_ON:
            self.escaped.append(value)

    def _dot(self, node: Node) -> None:
        self._member_read(node, "field", "dot")

    def _method(self, node: Node) -> None:
        self._member_read(node, "method", "dot")

    def _member_read(self, node: Node, part: str, style: str) -> None:
        table = node.child_by_field_name("table")
        field = node.child_by_field_name(part)
        if field is not None:
            name = self._word(field)
            if name not in RESERVED and not field.is_missing:
                base = self.value_of(table)
                read = MemberRead(base, name, field.start_byte, field.end_byte, style)
                self.reads.append(read)
        if table is not None:
            self._do(table)

    def _bracket(self, node: Node) -> None:
        table = node.child_by_field_name("table")
        field = node.child_by_field_name("field")
        if field is not None:
            name = string_value(self._word(field)) if field.type == "string" else None
            base = self.value_of(table)
            self.reads.append(MemberRead(base, name, field.start_byte, field.end_byte, "index"))
        self._do(*[part for part in (table, field) if part is not None])

    def _binary(self, node: Node) -> None:
        self._note_sum(node)
        self._do(*node.named_children)

    def _unary(self, node: Node) -> None:
        if _is_minus(node):
            self._note_sum(node)
        self._do(*node.named_children)

    def _note_sum(self, node: Node) -> None:
        if (node.start_byte, node.end_byte) in self._in_sum:
            return
        leaves, inner, is_float = self._operands(node)
        self._in_sum.update((part.start_byte, part.end_byte) for part in inner)
        if not any(part.type == "binary_expression" for part in inner):
            return
        if is_float and not self.fixed_depth:
            operands = tuple(self.value_of(part) for part in leaves)
            self.sums.append(Sum(node.start_byte, node.end_byte, operands, self.function))


def _code_in(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _sides(node: Node) -> tuple[list[Node], list[Node]]:
    """The targets and the values of an assignment."""
    targets: list[Node] = []
    values: list[Node] = []
    for child in node.named_children:
        if child.type == "variable_list":
            targets = _code_in(child)
        elif child.type == "expression_list":
            values = _code_in(child)
    return targets, values


def _is_minus(node: Node) -> bool:
    return node.type == "unary_expression" and node.children[0].type == "-"
