"""Scripts through edits, and scripts that mean harm."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import LuaFacts

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
