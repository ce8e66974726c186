"""What a script says: scopes, names for `ctx`, the plan it returns."""

from __future__ import annotations

import pytest

from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import LuaFacts

FACE = "-- 😀 値\n"


def facts_of(text: str) -> LuaFacts:
    return LuaDocument.parse(FACE + text).facts


def mutate(*lines: str) -> str:
    return "function mutate(ctx)\n" + "\n".join(lines) + "\nend\n"


def options(text: str) -> list[str]:
    """The options read, each by what stands at its place."""
    facts = facts_of(text)
    for read in facts.option_reads:
        assert read.name in (FACE + text)[read.start : read.end]
    return [(FACE + text)[read.start : read.end] for read in facts.option_reads]


def libraries(text: str) -> list[str]:
    return [use.text for use in facts_of(text).library_uses]


def keys(text: str) -> list[str]:
    plan = facts_of(text).plan
    assert plan is not None
    for key in plan.keys:
        assert key.name in (FACE + text)[key.start : key.end]
    return [key.name for key in plan.keys]


class TestOptions:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (mutate("x = ctx.options.speed"), ["speed"]),
            (mutate("x = ctx.options['速さ']"), ["'速さ'"]),
            (mutate("x = ctx['options'].a"), ["a"]),
            (mutate("x = (ctx).options.a"), ["a"]),
            (mutate("local o = ctx.options", "x = o.a + o['b']"), ["a", "'b'"]),
            (mutate("local c = ctx", "local o = c.options or {}", "x = o.a"), ["a"]),
            (mutate("local o", "o = ctx.options", "x = o.a"), ["a"]),
            (mutate("local o <const> = ctx.options", "f(function() return o.a end)"), ["a"]),
            (mutate("local o = ctx.options", "do local o = {} x = o.a end", "x = o.b"), ["b"]),
            (mutate("local function f(ctx2) return ctx2 end", "x = ctx2"), []),
            ("mutate = function(k) x = k.options.a end", ["a"]),
            ("local function m(k) x = k.options.a end\nmutate = m", ["a"]),
            ("_G.mutate = function(k) x = k.options.a end", ["a"]),
            ("local function mutate(k) x = k.options.a end", []),
            (mutate("return { units = function(u) x = u.options.a end }"), ["a"]),
            (
                "local function on_units(u) x = u.options.a end\n"
                + mutate("return { units = on_units }"),
                ["a"],
            ),
            (
                "local h = {}\nfunction h.weapons(u) x = u.options.a end\n"
                + mutate("return { weapons = h.weapons }"),
                ["a"],
            ),
            (mutate("return { mystery = function(u) x = u.options.a end }"), []),
            ("local opts\n" + mutate("opts = ctx.options") + "x = opts.a", ["a"]),
            ("return function(ctx) return ctx.options.a end", ["a"]),
            (
                mutate("for i = 1, ctx.options.a do end", "repeat local o = ctx.options until o.b"),
                ["a", "b"],
            ),
            (mutate("ctx.options.a = 1"), []),
            (mutate("x = other.options.a"), []),
        ],
    )
    def test_reads(self, text: str, expected: list[str]) -> None:
        assert options(text) == expected

    @pytest.mark.parametrize(
        "line",
        [
            "x = ctx.options[name]",
            "for k, v in pairs(ctx.options) do end",
            "local o = ctx.options for k in next, o do end",
            "t = { o = ctx.options }",
            "helper(ctx)",
        ],
    )
    def test_all_of_them(self, line: str) -> None:
        assert facts_of(mutate(line)).computed_option_read

    @pytest.mark.parametrize(
        "line",
        ["x = ctx.options.a", "ctx.incompatible('値')", "x = t[name]", "print(ctx.options.a)"],
    )
    def test_not_all_of_them(self, line: str) -> None:
        assert not facts_of(mutate(line)).computed_option_read

    def test_a_helper_of_the_script_is_followed(self) -> None:
        facts = facts_of("local function f(c) return c.options.a end\n" + mutate("f(ctx)"))

        assert not facts.computed_option_read
        assert facts.loose_option_reads == {"a"}

    def test_members_know_their_phase(self) -> None:
        facts = facts_of(
            mutate("x = ctx.mod.id", "return { units = function(u) x = u.units end }")
            + "local function f(ctx) return ctx.engine end"
        )

        assert [(m.name, m.phase) for m in facts.ctx_members] == [
            ("mod", "mutate"),
            ("units", "units"),
            ("engine", None),
        ]


class TestLibraries:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("io.write('値')", ["io"]),
            ("x = os", ["os"]),
            ("local t = os.time", ["os"]),
            ("x = _G.io", ["io"]),
            ("x = _ENV['debug']", ["debug"]),
            ("dofile('x') loadfile('y')", ["dofile", "loadfile"]),
            ("coroutine.wrap(package.path)", ["coroutine", "package"]),
            ("local io = {} io.write()", []),
            ("local function f(io) return io.x end io.y()", ["io"]),
            ("for os = 1, 2 do f(os) end", []),
            ("for _, os in pairs(t) do f(os) end f(os)", ["os"]),
            ("repeat local io = 1 until io", []),
            ("local io = io", ["io"]),
            ("local function io() return io end", []),
            ("do local os = 1 end f(os)", ["os"]),
            ("debug = true if debug then end", []),
            ("function debug() end debug()", []),
            ("t.io = 1 x = t.os x = { io = 1 } t:io() goto io ::io::", []),
            ("local _ENV = {} io.write()", []),
            ("load(string.dump(f))", ["load"]),
            ("local code = string.dump(f) load(code)", ["load"]),
            ("load(s, 'n', 'b') load(s, 'n', 'bt')", ["load", "load"]),
            ("load('\\27Lua')", ["load"]),
            ("load(s) load(s, 'n', 't') string.dump(f)", []),
            ("local function load() end load(string.dump(f))", []),
        ],
    )
    def test_uses(self, text: str, expected: list[str]) -> None:
        assert libraries(text) == expected


class TestPlan:
    @pytest.mark.parametrize(
        ("text", "expected", "is_literal"),
        [
            (mutate("return {}"), [], True),
            (
                mutate("return { files = {}, ['rules'] = {}, [ [[hacks]] ] = {} }"),
                ["files", "rules", "hacks"],
                True,
            ),
            (
                mutate("local p = { files = {} }", "p.rules = {}", "p['maps'] = f", "return p"),
                ["files", "rules", "maps"],
                True,
            ),
            (mutate("local p = {}", "function p.units(c) end", "return p"), ["units"], True),
            (mutate("local p = {}", "if x then p.units = f end", "return p"), ["units"], True),
            (
                mutate("if x then return { files = {} } end", "return { rules = {} }"),
                ["files", "rules"],
                True,
            ),
            (mutate("return x and { files = {} } or { rules = {} }"), ["files", "rules"], True),
            (mutate("return { [key] = 1, files = {} }"), ["files"], False),
            (mutate("local p = { files = {} }", "p[key] = 1", "return p"), ["files"], False),
            (mutate("local p = { files = {} }", "fill(p)", "return p"), ["files"], False),
            (mutate("if x then return other() end", "return { files = {} }"), ["files"], False),
            (
                mutate("local function f() return { a = 1 } end", "return { files = {} }"),
                ["files"],
                True,
            ),
            (
                "local function build() return { files = {} } end\n" + mutate("return build()"),
                ["files"],
                True,
            ),
        ],
    )
    def test_keys(self, text: str, expected: list[str], is_literal: bool) -> None:
        assert keys(text) == expected
        plan = facts_of(text).plan
        assert plan is not None
        assert plan.is_fully_literal == is_literal

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "return { files = {} }",
            mutate("return f()"),
            "local function mutate() return {} end",
        ],
    )
    def test_no_plan(self, text: str) -> None:
        assert facts_of(text).plan is None

    def test_paths(self) -> None:
        text = mutate(
            'local p = { files = { add = { "files/値", [[files/b]] }, mask = { "m" } } }',
            'p.rules = { sm "rules/a.sm", sm("rules/b.sm"), other "x" }',
            "p.files.add[3] = 'files/c'",
            "return p",
        )

        assert [(path.kind, path.text) for path in facts_of(text).paths] == [
            ("add", "files/値"),
            ("add", "files/b"),
            ("mask", "m"),
            ("sm", "rules/a.sm"),
            ("sm", "rules/b.sm"),
            ("add", "files/c"),
        ]

    def test_the_last_definition_of_mutate_counts(self) -> None:
        text = FACE + mutate() + "mutate = nil\n"
        found = LuaDocument.parse(text).facts.mutate

        assert found is not None
        assert found.start == text.rindex("mutate")


class TestArithmetic:
    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("local x = a / 2", ["a / 2"]),
            ("local x = (a + 1) * 2 / 3 - b", ["(a + 1) * 2 / 3 - b"]),
            ("local x = a * 1.5", ["a * 1.5"]),
            ("local x = a * 1e3", ["a * 1e3"]),
            ("f(a / 2, b / 3)", ["a / 2", "b / 3"]),
            ("return { units = function(c) return c.x / 2 end }", ["c.x / 2"]),
            ("local x = 1.5", []),
            ("local x = -1.5", []),
            ("local x = a > 0.5", []),
            ("local x = a // 2 + 3 * 0x10", []),
            ("local x = fixed(a / 2 * 1.5)", []),
            ("local x = fixed(a) / 2", []),
            ("local x = 1.5 * (fixed(a) + b)", []),
            ("local q = fixed(a) local x = q / 2", []),
        ],
    )
    def test_computed_numbers(self, line: str, expected: list[str]) -> None:
        text = FACE + mutate(line)
        found = LuaDocument.parse(text).facts.float_arithmetic

        assert [text[start:end] for start, end in found] == expected

    def test_only_in_a_plan(self) -> None:
        assert facts_of("local function f(a) return a / 2 end").float_arithmetic == ()


class TestHalfTyped:
    @pytest.mark.parametrize(
        "lines",
        [
            ("local o = ctx.options", "o.", "return { x = o.a }"),
            ("local o = ctx.options", "x = o.a", "o:"),
            ("x = ctx.options.a", "if x then"),
            ("x = ctx.options.a", "y = = 1"),
            ("x = ctx.options.a", "f(", "return {}"),
            ("x = ctx.options.a", "s = 'open"),
        ],
    )
    def test_the_rest_is_still_read(self, lines: tuple[str, ...]) -> None:
        facts = facts_of(mutate(*lines))

        assert not facts.is_complete
        assert [read.name for read in facts.option_reads] == ["a"]
