"""What a script of a package says, without knowing what it means.

Offsets are absolute code points of the script, ranges half-open; everything is in text order.
"""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """A name or a string literal (quotes included in the range) at its place."""

    text: str
    start: int
    end: int


class CtxMember(NamedTuple):
    """`ctx.name`. `phase` is the entry or the hook in which `ctx` is given; None for a parameter
    that only its name tells to be one (a helper, a module)."""

    name: str
    start: int
    end: int
    phase: str | None


class OptionRead(NamedTuple):
    """`ctx.options.name` (style "dot") or `ctx.options["name"]` ("index", the string's range)."""

    name: str
    start: int
    end: int
    style: str


class PlanKey(NamedTuple):
    """A literal key of the table that the entry returns; the value's range is empty if missing."""

    name: str
    start: int
    end: int
    value_start: int
    value_end: int


class PlanTable(NamedTuple):
    """The table (all the tables, taken together) that the entry returns.

    `insertion` is behind the opening brace of the last of them.
    """

    keys: tuple[PlanKey, ...]
    is_fully_literal: bool
    insertion: int
    tables: tuple[tuple[int, int], ...]


class PathText(NamedTuple):
    """A literal path; `kind` is the list of `files` that it stands in, or the rule file's word."""

    kind: str
    text: str
    start: int
    end: int


class Function(NamedTuple):
    """A function with a name or a phase; the name's range is empty where it has none."""

    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    phase: str | None


class RuleCall(NamedTuple):
    """A call of a selector or of the finisher: the name, and the whole call."""

    name: str
    start: int
    end: int
    call_start: int
    call_end: int


class LuaFacts(NamedTuple):
    """`is_complete`: the whole script was read, so that what is not here is not in the script.

    `loose_option_reads`: names read from `.options` of something that may be `ctx`.
    `computed_option_read`: some option is read by a computed name, or the options are handed on.
    `defines_computed`: globals are defined by computed names, so `mutate` may be among them.
    `blocks`: what can be folded.
    """

    is_complete: bool
    mutate: Named | None
    ctx_members: tuple[CtxMember, ...]
    option_reads: tuple[OptionRead, ...]
    loose_option_reads: frozenset[str]
    computed_option_read: bool
    requires: tuple[Named, ...]
    library_uses: tuple[Named, ...]
    plan: PlanTable | None
    hooks: tuple[Function, ...]
    paths: tuple[PathText, ...]
    float_arithmetic: tuple[tuple[int, int], ...]
    functions: tuple[Function, ...]
    blocks: tuple[tuple[int, int], ...]
    rule_calls: tuple[RuleCall, ...]
    verbs: tuple[Named, ...]
    defines_computed: bool
