"""Scripts through edits, and scripts that mean harm."""

from __future__ import annotations

import random
import re
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.syntax import lua_statements
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import LuaFacts
from modwright.syntax.lua_statements import SeenStatement
from modwright.syntax.lua_tree import Node

SCRIPT = """-- 😀 値
local util = require "a.b"
local function on_units(c) local o = c.options print(o.speed, o["値"]) end
function mutate(ctx)
  local o = ctx.options
  local plan = { files = { add = { "files/a", [[files/b]] }, mask = { 'm' } } }
  plan.rules = { sm "rules/x.sm", all("units"):change{ scale = { a = o.speed / 100 } } }
  plan.units = on_units
  for i = 1, 10 do if i > 5 then io.write("😀") else break end end
  repeat local x <const> = 1 until x
  --[==[ long
  comment ]==]
  return plan
end
"""

PIECES = st.sampled_from(
    [
        *"abc .,:;=(){}[]\"'\\-/\n\r\t値😀_0",
        "end", "local ", "function ", "[[", "]]", "--", "--[[", "return ", "if x then ", "\r\n",
        "ctx.options.", "o.", "= {", "\0", "\ufeff", "\ud800",
    ]
)  # fmt: skip
EDITS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 12),
        st.lists(PIECES, max_size=3).map("".join),
    ),
    min_size=1,
    max_size=6,
)


def places(facts: LuaFacts) -> list[tuple[int, int]]:
    found = [(key.start, key.end) for key in facts.plan.keys] if facts.plan else []
    for group in (
        facts.ctx_members,
        facts.option_reads,
        facts.requires,
        facts.library_uses,
        facts.paths,
        facts.functions,
        facts.rule_calls,
        facts.verbs,
    ):
        found += [(item.start, item.end) for item in group]
    return [*found, *facts.float_arithmetic, *facts.blocks]


@settings(max_examples=60, deadline=None)
@given(EDITS)
def test_an_edited_script_reads_like_a_fresh_one(edits: list[tuple[float, int, str]]) -> None:
    document = LuaDocument.parse(SCRIPT)
    assert document.facts.is_complete
    for where, length, inserted in edits:
        old = document.text
        start = int(where * len(old))
        end = min(len(old), start + length)
        text = old[:start] + inserted + old[end:]

        document = document.edited(text, start, end, start + len(inserted))
        fresh = LuaDocument.parse(text)

        assert document.fault == fresh.fault
        assert document.facts == fresh.facts
        assert document.facts.is_complete == (fresh.fault is None)
        assert all(0 <= a <= b <= len(text) for a, b in places(document.facts))
        if document.fault is not None:
            assert 0 <= document.fault.start <= document.fault.end <= len(text)


SCOPES = """local plan, opts = {}, nil
local function read(c, name)
  local o = c.options
  if name == "値" then opts = o return o.speed, o[name] end
  return o
end
function plan.hook(ctx)
  local deep = ctx.options.deep or {}
  deep.ctx = ctx plan.inner = { 1, fixed(1.5), f = function(ctx) return ctx.options.inner end }
  plan.inner.f = function(q) return q.options.zed / 2 end
end
function plan:method(a) self.x = a.options.method return read(a, "値") end
for name, unit in pairs(game.units) do
  if unit.category and unit.category:find("WINTER") then
    unit.workertime = unit.workertime * 1.5 + opts.number
    local ctx = unit print(ctx.options.loop, io.open("x"), _G.os, _ENV.load("\\27Lua"))
  end
end
plan.files = { add = { "files/a", "files/b" }, mask = { 'm' } } plan.units = plan.hook
function mutate(ctx)
  local o = ctx.options
  print("雪原の 静かな 夜 ❄", o.speed, ctx.options["値"], read(ctx, o.name), plan.inner.f(ctx))
  if o.alpha then plan[o.key] = function(ctx) return ctx.options.late + 0.5 end end
  return plan, o
end
return plan
"""
LINES = st.sampled_from(
    [
        *("local opts = ctx", "local plan = ctx.options", "local read", "io = nil", "mutate = nil"),
        *(
            "local _ENV = {}",
            "_G[k] = 2",
            "do local ctx = 1 end",
            "opts = ctx.options",
            "fixed = 1",
        ),
        *("local function read(ctx) return ctx.options.other / 2, io.x end", "x.y = opts.a / 2"),
        *("plan.economy = function(game) return game.x / 3, game.options.last end", "if x then"),
        *("require 'a.b'", "print(o, opts, plan, read, ctx)", "end", "-- 夜", "return o", "(f)()"),
    ]
)
NAMES = st.sampled_from(
    ["ctx", "opts", "o", "plan", "read", "c", "io", "_ENV", "options", "mutate"]
)
ALTERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["line", "line", "name", "name", "away"]), st.floats(0, 1), LINES, NAMES
    ),
    min_size=1,
    max_size=5,
)


def facts_of_one_walk(text: str) -> LuaFacts:
    """The facts of a script through which one walk goes from end to end."""
    return LuaDocument.parse(text).facts


_NAME = re.compile(r"\b(?:ctx|opts|o|plan|read|c|io|_ENV|options|mutate)\b")
_LINE = re.compile(r".*\n")


def altered(text: str, alteration: tuple[str, float, str, str]) -> tuple[int, int, str]:
    """A line more or less, or another name in the place of one: [start, end) and what comes."""
    kind, where, line, name = alteration
    found = list((_NAME if kind == "name" else _LINE).finditer(text))
    if not found:
        return 0, 0, line + "\n"
    start, end = found[min(int(where * len(found)), len(found) - 1)].span()
    if kind == "name":
        return start, end, name
    return (start, end, "") if kind == "away" else (start, start, line + "\n")


@settings(max_examples=120, deadline=None)
@given(ALTERATIONS, st.sampled_from([0, lua_statements.SMALLEST]))
def test_what_a_statement_says_depends_on_the_names_around_it(
    alterations: list[tuple[str, float, str, str]], smallest: int
) -> None:
    """Lines come and go, names become others, and every one of these edits is taken back once:
    what is remembered of a statement fits where its names mean the same, and nowhere else."""
    with mock.patch.object(lua_statements, "SMALLEST", smallest):
        document = LuaDocument.parse(SCOPES).edited(SCOPES, 0, 0, 0)
        assert document.facts == facts_of_one_walk(SCOPES)
        assert document.facts.is_complete
        for alteration in alterations:
            before = document.text
            start, end, new_text = altered(before, alteration)
            text = before[:start] + new_text + before[end:]
            document = document.edited(text, start, end, start + len(new_text))
            assert document.facts == facts_of_one_walk(text)
        back = document.edited(SCOPES, 0, len(document.text), len(SCOPES))
        assert back.facts == facts_of_one_walk(SCOPES)


@pytest.mark.parametrize(
    "text",
    [
        # The same statement in a function and outside of all: a module hands its table out.
        "local plan = { rules = {} } function mutate(ctx) return plan end return plan",
        "local plan = { rules = {} } return plan",
        # A computed key, written in place.
        "function mutate(ctx) return { [ctx.options.key] = 1, rules = {} } end",
        # A local ends with its block.
        "function f(ctx) if ctx then local o = ctx.options else print(o.speed) end end",
        "function f(ctx) do local ctx = {} end return ctx.options.speed end",
        # A local of which nothing is known yet: assigned to below, given by a call, read far down.
        "function f(ctx) local o print(o.speed) o = ctx.options end",
        "function f(ctx) local o print(o[1]) o = ctx.options end",
        "local t = {} function t:f() return self.speed, self[1] end function g(ctx) "
        "local f = t.f f(ctx.options) end",
        "local function f(o) return o[1], o.speed end function mutate(ctx) f(ctx.options) end",
        "local o print(o[1]) function mutate(ctx) o = ctx.options return { rules = {} } end",
        "function mutate(ctx) local t for _, k in pairs({}) do t = {} t.a = k t.b[k] = 1 end "
        "return t end",
        # The same text twice, and a function that is known by what it is assigned to.
        "a = function(ctx) return ctx.options.a end a = function(ctx) return ctx.options.a end",
        "function mutate(ctx) return { units = function(g) return g.options.late / 2 end } end",
    ],
)
def test_a_statement_by_itself_is_what_it_is_among_others(text: str) -> None:
    with mock.patch.object(lua_statements, "SMALLEST", 0):
        document = LuaDocument.parse(text).edited(text, 0, 0, 0)
        assert document.facts == facts_of_one_walk(text)


def test_a_key_stroke_costs_the_statements_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    walk = SeenStatement.walk

    def noting(self: SeenStatement, root: Node) -> None:
        looked_at.append(self.text[root.start_byte : root.end_byte].split("\n", 1)[0])
        walk(self, root)

    document = LuaDocument.parse(SCOPES).edited(SCOPES, 0, 0, 0)
    assert document.facts.is_complete
    monkeypatch.setattr(SeenStatement, "walk", noting)
    at = SCOPES.index("静かな")
    text = SCOPES[:at] + "あ" + SCOPES[at:]
    after = document.edited(text, at, at, at + 1)
    assert after.facts.is_complete
    assert looked_at == ["function mutate(ctx)"]
    names = [read.name for read in document.facts.option_reads]
    assert [read.name for read in after.facts.option_reads] == names


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | st.lists(PIECES, max_size=40).map("".join))
def test_any_text(text: str) -> None:
    document = LuaDocument.parse(text)

    assert all(0 <= a <= b <= len(text) for a, b in places(document.facts))
    if document.fault is not None:
        assert 0 <= document.fault.start <= document.fault.end <= len(text)


def noise(words: list[str], count: int) -> str:
    source = random.Random(3)
    return " ".join(source.choice(words) for _ in range(count))


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 100_000,
        "x = " + "(" * 100_000 + "1" + ")" * 100_000,
        "x = " + "{" * 100_000 + "}" * 100_000,
        "do " * 50_000,
        "function f() " * 20_000,
        "end " * 50_000,
        "[" * 200_000,
        "]" * 100_000,
        "x=[[" * 50_000,
        "a." * 50_000,
        "local a = b or " * 5_000,
        "not " * 50_000,
        "f(" * 50_000,
        '"' * 100_000,
        "-" * 200_000,
        "\0" * 50_000,
        "\ud800" * 20_000,
        "\x1bLua" + "\0\ufffd" * 20_000,
        noise(["local", "function", "end", "if", "then", "x", "=", "(", ")", "{", "}"], 20_000),
        "--" + "[" * 100_000,
        "x = '" + "\\" * 100_001,
        "x = '" + "a 値 \\q" * 20_000,
        'x = "' + "a 値 " * 20_000 + "\ny",
        "local t = {}\n" + "t[#t + 1] = { a = '値', b = 1 }\n" * 3_000,
        "function mutate(ctx)\n" + "ctx = ctx.options or ctx\n" * 3_000 + "end",
        "a = a.x or a.y\n" * 300 + "function mutate(c) return a end",
        "local function f() return f() or f() end\n" + "f = f() or f\n" * 200,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_scripts(text: str) -> None:
    document = LuaDocument.parse(text)

    assert all(0 <= a <= b <= len(text) for a, b in places(document.facts))
    assert document.edited(text + " ", len(text), len(text), len(text) + 1).facts is not None
