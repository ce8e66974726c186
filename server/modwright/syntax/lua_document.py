"""A Lua script through its edits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from modwright.syntax.lua_compiler import LuaFault, compile_fault
from modwright.syntax.lua_facts import LuaFacts
from modwright.syntax.lua_text import one_byte_each

if TYPE_CHECKING:
    # tree-sitter is only imported when a script is read.
    from modwright.syntax.lua_statements import Key, SeenStatement
    from modwright.syntax.lua_tree import ParsedTree

    Statements: TypeAlias = Mapping[Key, SeenStatement]

    Change: TypeAlias = tuple[ParsedTree, int, int, int]
    """A tree without errors, and what happened to its text: [start, end) of it became
    [start, new_end)."""

MOST_CHARACTERS = 300_000
"""A larger script is compiled only: no author writes one, and reading it would take seconds."""
_UNREAD: Literal["unread"] = "unread"


class LuaDocument:
    """One version of a script: its text, why it does not compile, and what it says.

    Everything is found out when it is first asked for, depends on nothing but the text, and never
    raises. Offsets are code points.
    """

    __slots__ = ("_before", "_facts", "_fault", "_known", "_parsed", "_text")

    root = None
    """Code has no tree of keys and values."""
    root_offset = 0
    faults = ()

    def __init__(
        self,
        text: str,
        before: Change | None = None,
        known: Statements | None = None,
    ) -> None:
        self._text = text
        self._known = known
        self._before = before
        self._fault: LuaFault | Literal["unread"] | None = _UNREAD
        self._parsed: ParsedTree | None = None
        self._facts: LuaFacts | None = None

    @staticmethod
    def parse(text: str) -> LuaDocument:
        return LuaDocument(text)

    def edited(self, text: str, start: int, end: int, new_end: int) -> LuaDocument:
        """The document after [start, end) of this text became [start, new_end) of `text`."""
        parsed = self._parsed
        before = self._before
        if parsed is not None and parsed.is_whole:
            before = (parsed, start, end, new_end)
        elif before is not None:
            # What cannot be read is mended by further edits of what could be.
            tree, first, last, new_last = before
            ahead = max(end - new_last, 0)
            new_last = max(new_last, end) + new_end - end
            before = (tree, min(first, start), last + ahead, new_last)
        return LuaDocument(text, before, self._known or {})

    @property
    def text(self) -> str:
        return self._text

    @property
    def fault(self) -> LuaFault | None:
        """Why the script does not compile; None for one that does."""
        fault = self._fault
        if fault == _UNREAD:
            fault = self._fault = compile_fault(self._text)
        return fault

    @property
    def facts(self) -> LuaFacts:
        facts = self._facts
        if facts is None:
            # Imported here: nothing needs it before the first script is read.
            from modwright.syntax.lua_names import lua_names
            from modwright.syntax.lua_resolving import facts_of
            from modwright.syntax.lua_statements import StatementsWalk
            from modwright.syntax.lua_walk import Walk

            parsed = self._read()
            is_complete = (
                self.fault is None and parsed.is_whole and len(self._text) <= MOST_CHARACTERS
            )
            made: dict[Key, SeenStatement] = {}
            known, data = self._known, parsed.data
            if known is None:
                # Not everything that is opened is edited.
                walk = Walk(self._text, lua_names())
            else:
                walk = StatementsWalk(self._text, data, lua_names(), known, made)
            walk.walk(parsed.tree.root_node)
            facts = self._facts = facts_of(walk, is_complete)
            self._known = made
        return facts

    def _read(self) -> ParsedTree:
        parsed = self._parsed
        if parsed is None:
            from modwright.syntax.lua_tree import edited_tree, parsed_tree

            fault = self.fault
            data = _mended(self._text, fault)
            good_until = fault.start if fault is not None else len(data)
            # What does not compile has an error for tree-sitter, too, but for a dot that is left
            # out: a tree that cannot be used is not worth looking for.
            is_broken = fault is not None and fault.variant != "name-expected"
            if self._before is None or is_broken:
                parsed = parsed_tree(data, good_until)
            else:
                parsed = edited_tree(data, good_until, *self._before)
            if parsed.is_whole:
                self._before = None
            self._parsed = parsed
        return parsed


def _mended(text: str, fault: LuaFault | None) -> bytes:
    """The text for the tree. A dot with no name behind it, which is how every name is typed, would
    take the next word for the name: it is left out."""
    data = one_byte_each(text)
    if len(data) > MOST_CHARACTERS:
        return b""
    if fault is None:
        return data
    if fault.variant == "binary":
        return b""
    if fault.variant == "name-expected":
        at = len(data[: fault.start if fault.near is not None else fault.end].rstrip()) - 1
        if at >= 0 and data[at : at + 1] in (b".", b":"):
            return data[:at] + b" " + data[at + 1 :]
    return data
