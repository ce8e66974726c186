"""What the tokens of a script mean around a cursor: brackets and blocks, scopes, and which tables
and locals belong to the plan.

A reading holds for half-typed scripts, too: a closing word ends everything that was left open
inside what it closes. Places of tokens are indexes into `Reading.tokens`, which has no comments.
"""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modwright.languages.oamut.lua_tokens import TokenKind, read_tokens
from modwright.languages.oamut.plan_words import plan_words
from modwright.syntax.lua_names import lua_names
from modwright.syntax.lua_text import skipped

MAX_CHARACTERS = 300_000
"""Longer scripts are data that a program wrote; reading one would take a second."""

PLAN = "plan"
CHANGE = "change"
ITEM = "*"
"""Steps of the roles of tables: the plan, the argument of `:change`, an item without a key."""

_MOST_ALIASES = 16
# How far a condition before a table, and the calls of a rule block, are looked through.
_MOST_TOKENS = 100
# Lua itself goes no deeper than 200 levels; what is deeper is passed over.
_MOST_LEVELS = 250
# How many steps anything has that has a meaning: `change scale field max`.
_MOST_STEPS = 4
_OPENERS = {"(": ")", "{": "}", "[": "]"}
_CLOSERS = {closer: opener for opener, closer in _OPENERS.items()}
_BLOCK_ENDS = {"end": ("function", "if", "do"), "until": ("repeat",)}
_OPERAND_WORDS = ("nil", "true", "false", "end")


class Frame:
    """A bracket, function or block. `open` is the token that opens it (-1: the script itself),
    `close` the one that ends it, None while it is open."""

    __slots__ = (
        "close",
        "declared",
        "function",
        "kind",
        "name",
        "open",
        "parameters",
        "parent",
        "scope",
    )

    def __init__(self, kind: str, open_: int, parent: Frame | None) -> None:
        self.kind = kind
        self.open = open_
        self.close: int | None = None
        self.parent = parent
        self.name: tuple[int, ...] = ()
        """Of a function: the tokens of the names that it is defined under."""
        self.parameters: tuple[int, ...] = ()
        self.declared: dict[str, list[_Declaration]] = {}
        is_scope = parent is None or kind not in _OPENERS
        self.scope: Frame = self if is_scope or parent is None else parent.scope
        self.function: Frame | None = None
        """The function around this frame, itself not counted."""
        if parent is not None:
            self.function = parent if parent.kind == "function" else parent.function


class _Declaration:
    """A local name, visible to the tokens [start, end)."""

    __slots__ = ("end", "expression", "function", "position", "start")

    def __init__(
        self, start: int, expression: int | None, function: Frame | None = None, position: int = 0
    ) -> None:
        self.start = start
        self.end: int | None = None
        self.expression = expression
        """The first token of its value; None: the value is not known."""
        self.function = function
        self.position = position
        """Which parameter of `function` it is."""


class Value(NamedTuple):
    """What an expression holds, as far as the plan is concerned.

    `kind`: `context` (`path` leads from ctx), `table` (`path` is its role), `block` (a rule block),
    `local` (something of the author's), `global` (a name that nobody declared: `path`).
    `phase`: the function that was handed the context: `mutate`, a hook, None if it is not known.
    """

    kind: str
    path: tuple[str, ...] = ()
    phase: str | None = None


_LOCAL = Value("local")


class Chain(NamedTuple):
    """`root.name.name` or `root["name"]`: the first token, and the steps with their tokens."""

    root: int
    steps: tuple[tuple[str, int], ...]


class Reading:
    """All tokens of a script, put into frames."""

    def __init__(self, text: str) -> None:
        everything = read_tokens(text)
        self.text = text
        self.comments = [token for token in everything if token.kind is TokenKind.COMMENT]
        self.tokens = [token for token in everything if token.kind is not TokenKind.COMMENT]
        passed_over = skipped(text)
        self._first_line = passed_over if "#" in text[:passed_over] else -1
        self._starts = [token.start for token in self.tokens]
        self.file = Frame("file", -1, None)
        self.frames: list[Frame] = []
        """In text order, the script itself left out."""
        self.opened: dict[int, Frame] = {}
        """Frames by the tokens that open them."""
        self.frame_of: list[Frame] = []
        """The frame that each token stands in; brackets stand outside of what they open."""
        self.frame_after: list[Frame] = []
        _Builder(self).build()

    # ---- places

    def index_before(self, offset: int) -> int:
        """The last token that ends at or before `offset`; -1 if there is none."""
        index = bisect_right(self._starts, offset) - 1
        while index >= 0 and self.tokens[index].end > offset:
            index -= 1
        return index

    def touching(self, offset: int) -> int | None:
        """The token that `offset` lies in or at an end of; a word rather than a symbol."""
        index = bisect_right(self._starts, offset) - 1
        at = [each for each in (index, index - 1) if each >= 0 and self.tokens[each].end >= offset]
        words = [each for each in at if self.tokens[each].kind is not TokenKind.SYMBOL]
        return next(iter(words or at), None)

    def in_comment(self, offset: int) -> bool:
        """Whether the compiler passes over what is written here; a line's end belongs to it."""
        if offset <= self._first_line:
            return True
        index = bisect_left(self.comments, offset, key=lambda token: token.start) - 1
        if index < 0:
            return False
        comment = self.comments[index]
        is_line = comment.inner_end == comment.end
        return offset < comment.end or (is_line and offset == comment.end)

    def frame_behind(self, index: int) -> Frame:
        """The frame of what is written behind a token."""
        return self.frame_after[index] if index >= 0 else self.file

    def is_symbol(self, index: int, *symbols: str) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].is_symbol(*symbols)

    def is_keyword(self, index: int, *words: str) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].is_keyword(*words)

    def is_name(self, index: int, *names: str) -> bool:
        if not 0 <= index < len(self.tokens) or not self.tokens[index].is_name:
            return False
        return not names or self.tokens[index].text in names

    def is_string(self, index: int) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].is_string

    def ends_operand(self, index: int) -> bool:
        """Whether an expression may end with this token."""
        if index < 0:
            return False
        token = self.tokens[index]
        if token.kind is TokenKind.KEYWORD:
            return token.text in _OPERAND_WORDS
        return token.kind is not TokenKind.SYMBOL or token.text in (")", "]", "}", "...")

    # ---- functions

    def functions(self) -> Iterator[Frame]:
        return (frame for frame in self.frames if frame.kind == "function")

    def function_name(self, frame: Frame) -> tuple[str, ...]:
        return tuple(self.tokens[index].text for index in frame.name)

    def phase_of(self, function: Frame) -> str | None:
        """`mutate`, or the hook that a function is; None for any other."""
        name = self.function_name(function)
        words = plan_words()
        if name == (words.entry.name,):
            return name[0]
        role = self.key_role(function.open)
        if role is None and len(name) == 2 and self.value_of(Chain(function.name[0], ())) == _PLAN:
            role = (PLAN, name[1])
        if role is None and len(name) == 1:
            role = self._used_as.get(name[0])
        if role is not None and len(role) == 2 and role[0] == PLAN:
            word = words.plan_keys.get(role[1])
            return word.name if word is not None and word.kind == "hook" else None
        return None

    # ---- values

    def chain_to(self, index: int) -> Chain | None:
        """The chain of names that ends with a token; None where something else does."""
        steps: list[tuple[str, int]] = []
        while len(steps) <= _MOST_STEPS:
            if self.is_symbol(index, "]") and self.is_symbol(index - 2, "["):
                if not self.is_string(index - 1):
                    return None
                steps.append((self.tokens[index - 1].string, index - 1))
                index -= 3
                continue
            if not self.is_name(index):
                return None
            if self.is_symbol(index - 1, "."):
                steps.append((self.tokens[index].text, index))
                index -= 2
                continue
            if self.is_symbol(index - 1, ":"):
                return None
            return Chain(index, tuple(reversed(steps)))
        return None

    def chain_from(self, index: int) -> tuple[Chain, int] | None:
        """The chain of names that begins with a token, and the token behind it."""
        if not self.is_name(index):
            return None
        steps: list[tuple[str, int]] = []
        at = index + 1
        while True:
            if self.is_symbol(at, ".") and self.is_name(at + 1):
                steps.append((self.tokens[at + 1].text, at + 1))
                at += 2
            elif self.is_symbol(at, "[") and self.is_string(at + 1) and self.is_symbol(at + 2, "]"):
                steps.append((self.tokens[at + 1].string, at + 1))
                at += 3
            else:
                return Chain(index, tuple(steps)), at

    def value_of(self, chain: Chain, depth: int = 0) -> Value:
        """What a chain of names holds."""
        value = self._root_value(chain.root, depth)
        if not chain.steps:
            return value
        names = tuple(name for name, _ in chain.steps)
        if value.kind in ("context", "global", "table"):
            return value._replace(path=value.path + names)
        return _LOCAL

    def _root_value(self, index: int, depth: int) -> Value:
        name = self.tokens[index].text
        declaration = self._declaration(name, index)
        if declaration is None:
            assigned = self._global_tables.get(name)
            return Value("table", assigned) if assigned else Value("global", (name,))
        if declaration.function is not None:
            return self._parameter(declaration.function, declaration.position, name)
        if declaration.expression is None or depth >= _MOST_ALIASES:
            return _LOCAL
        return self._expression(declaration.expression, depth + 1)

    def _parameter(self, function: Frame, position: int, name: str) -> Value:
        if position == 0:
            phase = self.phase_of(function)
            if phase is not None:
                return Value("context", (), phase)
        # A helper that is handed the context calls it by its usual name.
        return Value("context") if name == lua_names().context else _LOCAL

    def _expression(self, index: int, depth: int) -> Value:
        table = self.opened.get(index)
        if table is not None and table.kind == "{":
            role = self.roles.get(index)
            return Value("table", role) if role else _LOCAL
        read = self.chain_from(index)
        if read is None:
            return _LOCAL
        chain, behind = read
        value = self.value_of(chain, depth)
        if self._goes_on(behind):
            return Value("block") if self.begins_block(index) else _LOCAL
        return value

    def _goes_on(self, index: int) -> bool:
        """Whether the expression before a token is only a part of one."""
        if not 0 <= index < len(self.tokens):
            return False
        token = self.tokens[index]
        if token.kind is TokenKind.KEYWORD:
            return token.text in ("and", "or")
        if token.kind is TokenKind.SYMBOL:
            return token.text not in (",", ";", ")", "}", "]", "::")
        return token.is_string

    def begins_block(self, index: int) -> bool:
        """Whether a rule block begins with this token."""
        words = plan_words()
        return (
            self.is_name(index, *words.selectors)
            and self._declaration(self.tokens[index].text, index) is None
        )

    def is_block(self, index: int) -> bool:
        """Whether the expression that ends with this token is a rule block."""
        words = plan_words()
        for _ in range(_MOST_TOKENS):
            index = self._before_arguments(index)
            if self.is_name(index) and self.is_symbol(index - 1, ":"):
                if self.tokens[index].text not in (*words.selectors, words.finisher.name):
                    return False
                index -= 2
                continue
            if self.begins_block(index):
                return True
            chain = self.chain_to(index)
            return chain is not None and self.value_of(chain).kind == "block"
        return False

    def _before_arguments(self, index: int) -> int:
        """The token before the arguments of the call that ends here; without a call, the same."""
        for _ in range(_MOST_TOKENS):
            if not self.is_string(index) and not self.is_symbol(index, ")", "}"):
                break
            if self.is_string(index):
                if not (self.is_name(index - 1) or self.is_symbol(index - 1, ")")):
                    return index
                index -= 1
                continue
            opener = self._opener(index)
            if opener is None:
                return index
            index = opener - 1
        return index

    def _opener(self, index: int) -> int | None:
        opener = self._closed.get(index)
        return opener.open if opener is not None else None

    @functools.cached_property
    def _closed(self) -> Mapping[int, Frame]:
        return {frame.close: frame for frame in self.frames if frame.close is not None}

    def is_declared(self, index: int) -> bool:
        """Whether the name at a token is a local one there."""
        return self._declaration(self.tokens[index].text, index) is not None

    def _declaration(self, name: str, index: int) -> _Declaration | None:
        scope: Frame | None = self.frame_of[index].scope
        while scope is not None:
            for each in reversed(scope.declared.get(name, ())):
                if each.start <= index and (each.end is None or index < each.end):
                    return each
            scope = scope.parent.scope if scope.parent is not None else None
        return None

    # ---- tables

    @functools.cached_property
    def roles(self) -> Mapping[int, tuple[str, ...]]:
        """The roles of the tables that belong to the plan, by the tokens that open them:
        `plan`, `plan files add`, `plan rules`, `change`, `change scale *` …"""
        found = dict(self._direct_roles)
        for frame in self.frames:
            if frame.kind == "{" and frame.open not in found:
                role = self._role(frame, found)
                role = role or self._used_as.get(self._assigned_name(frame.open))
                if role is not None:
                    found[frame.open] = role
        return found

    @functools.cached_property
    def _direct_roles(self) -> Mapping[int, tuple[str, ...]]:
        """The roles of all tables but those that the plan only names."""
        found: dict[int, tuple[str, ...]] = {}
        for frame in self.frames:
            role = self._role(frame, found) if frame.kind == "{" else None
            if role is not None:
                found[frame.open] = role
        return found

    def _role(self, frame: Frame, found: Mapping[int, tuple[str, ...]]) -> tuple[str, ...] | None:
        before = frame.open - 1
        if self._is_change_argument(frame):
            return (CHANGE,)
        if self._is_returned_by_mutate(frame):
            return (PLAN,)
        name = self._assigned_name(frame.open)
        if name and name in self._returned_names(self._mutate_around(frame)):
            return (PLAN,)
        parent = frame.parent
        if parent is None:
            return None
        inherited = found.get(parent.open) if parent.kind == "{" else None
        if inherited is not None and len(inherited) < _MOST_STEPS:
            key = self.key_before(frame.open)
            if key is not None:
                return (*inherited, key)
            return (*inherited, ITEM) if self.is_item_start(frame.open) else None
        if self.is_symbol(before, "="):
            return self._member_role(before - 1, found)
        return None

    def _member_role(
        self, index: int, found: Mapping[int, tuple[str, ...]]
    ) -> tuple[str, ...] | None:
        """The role of `plan.files` where `plan` is a table of the plan."""
        chain = self.chain_to(index)
        if chain is None or not chain.steps:
            return None
        name = self.tokens[chain.root].text
        declaration = self._declaration(name, chain.root)
        table = declaration.expression if declaration is not None else None
        role = found.get(table) if table is not None else None
        return (*role, *(step for step, _ in chain.steps)) if role else None

    def _is_change_argument(self, frame: Frame) -> bool:
        before = frame.open - 1
        if self.is_symbol(before, "("):
            before -= 1
        finisher = plan_words().finisher.name
        return self.is_name(before, finisher) and self.is_symbol(before - 1, ":")

    def _is_returned_by_mutate(self, frame: Frame) -> bool:
        if self._mutate_around(frame) is None:
            return False
        before = frame.open - 1
        if self.is_keyword(before, "and", "or"):
            for before in range(frame.open - 2, max(frame.open - _MOST_TOKENS, -1), -1):
                if self.is_keyword(before, "return", "local", "if", "while", "until", "end"):
                    break
        return self.is_keyword(before, "return")

    def _mutate_around(self, frame: Frame) -> Frame | None:
        """The function `mutate`, where a frame stands directly in it."""
        function = frame.function
        if function is None or self.function_name(function) != (plan_words().entry.name,):
            return None
        return function

    def _returned_names(self, mutate: Frame | None) -> frozenset[str]:
        return self._returned.get(mutate.open, frozenset()) if mutate is not None else frozenset()

    @functools.cached_property
    def _returned(self) -> Mapping[int, frozenset[str]]:
        """The bare names that each function returns, by its first token."""
        found: dict[int, frozenset[str]] = {}
        for index, token in enumerate(self.tokens):
            if not token.is_keyword("return") or not self.is_name(index + 1):
                continue
            behind = index + 2
            if behind < len(self.tokens) and not (
                self.is_keyword(behind, "end", "else", "elseif", "until")
                or self.is_symbol(behind, ";")
            ):
                continue
            inner = self.frame_of[index]
            frame = inner if inner.kind == "function" else inner.function
            if frame is not None:
                name = self.tokens[index + 1].text
                found[frame.open] = found.get(frame.open, frozenset()) | {name}
        return found

    @functools.cached_property
    def _used_as(self) -> Mapping[str, tuple[str, ...]]:
        """The roles of locals that a table of the plan names: `rules = my_rules`."""
        found: dict[str, tuple[str, ...]] = {}
        roles = self._direct_roles
        for index, token in enumerate(self.tokens):
            if not token.is_symbol("=") or not self.is_name(index + 1):
                continue
            if self._goes_on(index + 2):
                continue
            frame = self.frame_of[index]
            role = roles.get(frame.open) if frame.kind == "{" else None
            key = self.key_before(index + 1)
            if role is not None and key is not None:
                found.setdefault(self.tokens[index + 1].text, (*role, key))
        return found

    @functools.cached_property
    def _global_tables(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for opener, role in self.roles.items():
            name = self._assigned_name(opener)
            if name:
                found[name] = role
        return found

    def _assigned_name(self, index: int) -> str:
        """The bare name that the expression beginning here is given to; "" if there is none."""
        name = index - 2
        if not self.is_symbol(index - 1, "=") or not self.is_name(name):
            return ""
        if self.is_symbol(name - 1, ".", ":", ",") or self.frame_of[name].kind == "{":
            return ""
        return self.tokens[name].text

    def key_before(self, index: int) -> str | None:
        """The key whose value begins with this token, in a table: `key =` or `["key"] =`."""
        if not self.is_symbol(index - 1, "=") or self.frame_of[index - 1].kind != "{":
            return None
        if self.is_name(index - 2) and self.is_item_start(index - 2):
            return self.tokens[index - 2].text
        if (
            self.is_symbol(index - 2, "]")
            and self.is_string(index - 3)
            and self.is_item_start(index - 4)
        ):
            return self.tokens[index - 3].string
        return None

    def key_role(self, index: int) -> tuple[str, ...] | None:
        """The role of the value that begins with this token, in a table or given to a member."""
        key = self.key_before(index)
        if key is not None:
            role = self.roles.get(self.frame_of[index - 1].open)
            return (*role, key) if role else None
        if self.is_symbol(index - 1, "="):
            return self._member_role(index - 2, self.roles)
        return None

    def is_item_start(self, index: int) -> bool:
        """Whether this token begins an item of a table."""
        frame = self.frame_of[index] if 0 <= index < len(self.tokens) else None
        return frame is not None and frame.kind == "{" and self.starts_item(index - 1, frame)

    def starts_item(self, before: int, frame: Frame) -> bool:
        """Whether what follows the token `before` begins an item of the table `frame`."""
        if before == frame.open:
            return True
        return self.is_symbol(before, ",", ";") and self.frame_of[before] is frame


_PLAN = Value("table", (PLAN,))


@functools.lru_cache(maxsize=4)
def reading_of(text: str) -> Reading:
    """The reading of a script, remembered for the questions that follow on the same text."""
    return Reading(text)


class _Builder:
    """One walk over the tokens: frames, and the names that each declares."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.tokens = reading.tokens
        self.stack = [reading.file]
        self.pending: dict[Frame, list[tuple[str, _Declaration]]] = {}
        self.loop_names: list[str] = []
        self.passed_over = 0

    def build(self) -> None:
        reading = self.reading
        for index, token in enumerate(self.tokens):
            scope = self.stack[-1].scope
            if scope in self.pending and self._starts_statement(index, scope):
                self._declare_pending(index, scope)
            if token.kind is TokenKind.SYMBOL and token.text in _CLOSERS:
                self._close(index, (_CLOSERS[token.text],))
            elif token.kind is TokenKind.KEYWORD and token.text in _BLOCK_ENDS:
                self._close(index, _BLOCK_ENDS[token.text])
            reading.frame_of.append(self.stack[-1])
            if token.kind is TokenKind.KEYWORD:
                self._keyword(index, token.text)
            elif token.kind is TokenKind.SYMBOL and token.text in _OPENERS:
                self._open(index, token.text)
            reading.frame_after.append(self.stack[-1])
        for scope in tuple(self.pending):
            self._declare_pending(len(self.tokens), scope)

    def _open(self, index: int, kind: str) -> Frame | None:
        if self.passed_over or len(self.stack) > _MOST_LEVELS:
            self.passed_over += 1
            return None
        frame = Frame(kind, index, self.stack[-1])
        self.stack.append(frame)
        self.reading.frames.append(frame)
        self.reading.opened[index] = frame
        return frame

    def _close(self, index: int, kinds: tuple[str, ...]) -> None:
        """Close the innermost frame of these kinds. A bracket closes nothing beyond its block."""
        is_bracket = kinds[0] in _OPENERS
        if self.passed_over:
            self.passed_over -= 1
            return
        for depth in range(len(self.stack) - 1, 0, -1):
            frame = self.stack[depth]
            if frame.kind in kinds:
                frame.close = index
                del self.stack[depth:]
                return
            if is_bracket and frame.kind not in _OPENERS:
                return

    def _keyword(self, index: int, word: str) -> None:
        if word == "function":
            self._function(index)
        elif word in ("if", "repeat"):
            self._leave_brackets(index)
            self._open(index, word)
        elif word == "do":
            self._leave_brackets(index)
            frame = self._open(index, word)
            for name in self.loop_names if frame is not None else ():
                self._declare(self.stack[-1], name, _Declaration(index + 1, None))
            self.loop_names = []
        elif word in ("else", "elseif") and self.stack[-1].kind == "if":
            for declarations in self.stack[-1].declared.values():
                for each in declarations:
                    each.end = index if each.end is None else each.end
        elif word == "for":
            self._leave_brackets(index)
            self.loop_names = self._names_from(index + 1)[0]
        elif word == "local":
            self._leave_brackets(index)
            self._local(index)

    def _leave_brackets(self, index: int) -> None:
        """No statement stands in a bracket: one that was left open ended before it."""
        while self.stack[-1].kind in _OPENERS:
            self.stack.pop()
            self.passed_over = 0
        if index < len(self.reading.frame_of):
            self.reading.frame_of[index] = self.stack[-1]

    def _function(self, index: int) -> None:
        reading = self.reading
        at = index + 1
        name: list[int] = []
        while reading.is_name(at):
            name.append(at)
            at += 1
            if not reading.is_symbol(at, ".", ":"):
                break
            at += 1
        if name:
            self._leave_brackets(index)
        is_local = reading.is_keyword(index - 1, "local")
        if not name and reading.is_symbol(index - 1, "=") and reading.is_name(index - 2):
            before = index - 2
            if reading.frame_of[before].kind != "{":
                name.insert(0, before)
                while reading.is_symbol(before - 1, ".") and reading.is_name(before - 2):
                    before -= 2
                    name.insert(0, before)
        if is_local and name:
            text = self.tokens[name[0]].text
            self._declare(self.stack[-1].scope, text, _Declaration(index, None))
        frame = self._open(index, "function")
        if frame is None:
            return
        frame.name = tuple(name)
        if not reading.is_symbol(at, "("):
            return
        parameters: list[int] = []
        at += 1
        while reading.is_name(at) or reading.is_symbol(at, ",", "..."):
            if reading.is_name(at):
                declaration = _Declaration(at, None, frame, len(parameters))
                self._declare(frame, self.tokens[at].text, declaration)
                parameters.append(at)
            at += 1
        frame.parameters = tuple(parameters)

    def _names_from(self, at: int) -> tuple[list[str], int]:
        """The names of a list with commas, attributes passed over, and the token behind it."""
        reading = self.reading
        names: list[str] = []
        while reading.is_name(at):
            names.append(self.tokens[at].text)
            at += 1
            if reading.is_symbol(at, "<") and reading.is_symbol(at + 2, ">"):
                at += 3
            if not reading.is_symbol(at, ","):
                break
            at += 1
        return names, at

    def _local(self, index: int) -> None:
        names, at = self._names_from(index + 1)
        expressions: list[int | None] = []
        if self.reading.is_symbol(at, "="):
            expressions = self._expressions(at + 1, len(names))
        for position, name in enumerate(names):
            expression = expressions[position] if position < len(expressions) else None
            pending = self.pending.setdefault(self.stack[-1].scope, [])
            pending.append((name, _Declaration(0, expression)))

    def _expressions(self, at: int, count: int) -> list[int | None]:
        """Where the values of a list begin, as long as they are plain chains of names."""
        found: list[int | None] = [at]
        while len(found) < count:
            read = self.reading.chain_from(at)
            if read is None or not self.reading.is_symbol(read[1], ","):
                break
            at = read[1] + 1
            found.append(at)
        return found

    def _starts_statement(self, index: int, scope: Frame) -> bool:
        """Whether the statement that declares the pending names of a scope is over."""
        reading, token = self.reading, self.tokens[index]
        if reading.is_keyword(index - 1, "local"):
            return False
        if token.kind is TokenKind.KEYWORD:
            if token.text == "function":
                return reading.ends_operand(index - 1)
            return token.text not in ("and", "or", "not", "nil", "true", "false")
        if token.kind is TokenKind.SYMBOL:
            return token.text in (";", "::")
        return token.is_name and self.stack[-1] is scope and reading.ends_operand(index - 1)

    def _declare_pending(self, index: int, scope: Frame) -> None:
        for name, declaration in self.pending.pop(scope):
            declaration.start = index
            self._declare(scope, name, declaration)

    def _declare(self, scope: Frame, name: str, declaration: _Declaration) -> None:
        scope.declared.setdefault(name, []).append(declaration)
