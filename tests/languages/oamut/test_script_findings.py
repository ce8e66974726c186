"""What is wrong with scripts, to the character (specs/oamut.md, Findings, Scripts)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.findings.messages import FindingSpec, all_specs, render
from modwright.findings.model import Finding, Severity
from tests.languages.oamut.manifest_text import HEAD, unmark
from tests.languages.oamut.script_text import (
    ENTRY,
    FACE,
    MANIFEST,
    check,
    clean,
    findings,
    fixed,
    mutate,
)

EMPTY = mutate("return {}")


class TestSyntax:
    @pytest.mark.parametrize(
        "text",
        [
            mutate("return { rules = { «=» } }"),
            mutate("local s = '😀 値' .. «\"open»", "return {}"),
            FACE + "function mutate(ctx) return {} end «end»",
            FACE + "local «名前» = 1\n" + EMPTY,
            mutate("x = '😀«\\q»'", "return {}"),
        ],
    )
    def test_one_fault_at_its_token(self, text: str) -> None:
        check(text, "lua/syntax")

    def test_everything_else_is_still_checked(self) -> None:
        check(
            mutate(
                "local x = ctx.options.«sped»", "«os».exit()", "y = = 1".replace("= =", "= «=»")
            ),
            "oamut/unknown-option",
            "oamut/closed-library",
            "lua/syntax",
        )

    def test_while_a_name_is_typed_nothing_else_is_said(self) -> None:
        check(mutate("local x = ctx.options.", "«return» {}"), "lua/syntax")

    def test_what_is_not_closed_is_shown(self) -> None:
        (finding,) = check(
            FACE
            + "function mutate(ctx)\n  return «{}»\n".replace("{}", "}").replace("«}»", "{«}»"),
            "lua/syntax",
        )

        (opening,) = finding.related
        assert opening.start == len(FACE)
        assert "`end`" in render(finding.message, "en")
        assert "ファイルの終わり" in render(finding.message, "ja")

    def test_wide_characters_are_named(self) -> None:
        (finding,) = check(FACE + "x =«　»1\n" + EMPTY, "lua/syntax")

        assert "U+3000" in render(finding.message, "en")


class TestNoMutate:
    def test_a_script_without_it(self) -> None:
        check("«print('値 😀')»\nreturn {}\n", "oamut/no-mutate")
        check("«»", "oamut/no-mutate")

    def test_a_local_function_is_not_seen(self) -> None:
        marked = FACE + "local function «mutate»(ctx)\n  return {}\nend\n"
        (finding,) = check(marked, "oamut/no-mutate")

        assert fixed(unmark(marked)[0], finding) == EMPTY.replace("  return", "  return")

    @pytest.mark.parametrize(
        "text",
        [
            EMPTY,
            "mutate = function() return {} end",
            "_G.mutate = function() return {} end",
            "local function m() return {} end mutate = m",
            "do function mutate() return {} end end",
            "_ENV[name] = function() return {} end",
        ],
    )
    def test_every_way_to_define_it(self, text: str) -> None:
        clean(text)

    def test_not_asked_of_modules(self) -> None:
        clean("return {}", path="lua/tools.lua")

    def test_the_manifest_names_the_entry(self) -> None:
        manifest = HEAD + "entry: Main.lua\n"

        check("«return {}»", "oamut/no-mutate", path="main.LUA", manifest=manifest)
        clean("return {}", manifest=manifest)

    def test_a_script_alone_is_known_by_its_name(self) -> None:
        check("«return {}»", "oamut/no-mutate", manifest=None)
        clean("return {}", path="other.lua", manifest=None)

    def test_not_while_the_script_is_broken(self) -> None:
        check("x = «}»", "lua/syntax")


class TestPlanKeys:
    def test_keys_that_no_plan_has(self) -> None:
        check(
            mutate(
                "local p = { rules = {}, «rule» = {}, [«'値'»] = 1 }", "p.«unit» = f", "return p"
            ),
            "oamut/unknown-plan-key",
        )

    def test_the_nearest_key_is_offered(self) -> None:
        marked = mutate("return { «rulse» = {} }")
        (finding,) = check(marked, "oamut/unknown-plan-key")

        assert fixed(unmark(marked)[0], finding) == mutate("return { rules = {} }")

    def test_layers_that_are_not_declared(self) -> None:
        (finding, _, _) = check(
            mutate("return { files = {}, «weapons» = f, «hacks» = {}, [«'maps'»] = f, units = f }"),
            "oamut/undeclared-layer",
        )

        assert "`weapons`" in render(finding.message, "en")

    @pytest.mark.parametrize(
        "manifest",
        [HEAD + "layers: [\n", "", "- a", HEAD + "layers: rules\n"],
    )
    def test_not_where_the_manifest_cannot_be_read(self, manifest: str) -> None:
        clean(mutate("return { hacks = {} }"), manifest=manifest)

    @pytest.mark.parametrize("manifest", [HEAD, HEAD + "layers:\n", HEAD + "layers: []\n"])
    def test_no_layer_at_all(self, manifest: str) -> None:
        check(mutate("return { «hacks» = {} }"), "oamut/undeclared-layer", manifest=manifest)

    def test_only_the_table_that_is_returned(self) -> None:
        clean(
            mutate(
                "local other = { rule = 1 }",
                "local p = { units = function() return { rule = 1 } end }",
                "return p",
            )
        )
        clean("return { rule = {} }", path="lua/tools.lua")


class TestOptions:
    def test_options_that_the_manifest_does_not_define(self) -> None:
        check(
            mutate(
                "local o = ctx.options",
                "print(o.speed, o.«sped», ctx.options[«'値 😀'»], o['turbo'])",
                "return { units = function(c) print(c.options.«Speed») end }",
            ),
            "oamut/unknown-option",
        )

    @pytest.mark.parametrize(
        ("marked", "expected"),
        [
            ("x = ctx.options.«sped»", "x = ctx.options.speed"),
            ("x = ctx.options[«'sped'»]", "x = ctx.options['speed']"),
            ('x = ctx.options[«"sped"»]', 'x = ctx.options["speed"]'),
            ("x = ctx.options[ «[[sped]]» ]", 'x = ctx.options[ "speed" ]'),
        ],
    )
    def test_the_nearest_is_offered(self, marked: str, expected: str) -> None:
        (finding,) = check(mutate(marked, "return {}"), "oamut/unknown-option")

        text = unmark(mutate(marked, "return {}"))[0]
        assert fixed(text, finding) == mutate(expected, "return {}")

    def test_in_modules_by_the_name_of_the_parameter(self) -> None:
        text = "return function(ctx) return ctx.options.«sped» + ctx.options.speed end"
        check(text, "oamut/unknown-option", path="lua/tools.lua")
        clean("return function(c) return c.options.sped end", path="lua/tools.lua")

    def test_shadowed_names_are_something_else(self) -> None:
        clean(
            mutate(
                "local o = ctx.options",
                "for _, o in pairs(t) do print(o.sped) end",
                "do local ctx = {} print(ctx.options.sped) end",
                "local function f(o) return o.sped end",
                "return {}",
            )
        )

    @pytest.mark.parametrize(
        "manifest", [HEAD + "options:\n  - { id: speed\n", HEAD + "options: 1\n"]
    )
    def test_not_where_the_manifest_cannot_be_read(self, manifest: str) -> None:
        clean(mutate("print(ctx.options.sped)", "return {}"), manifest=manifest)

    def test_without_a_package_nothing_is_known(self) -> None:
        clean(mutate("print(ctx.options.sped)", "return { hacks = {} }"), manifest=None)


class TestLibraries:
    def test_what_is_not_open(self) -> None:
        check(
            mutate(
                "«io».write('値')",
                "x = «os»",
                "_G.«debug».x()",
                "«dofile»('x')",
                "«load»(string.dump(f))",
                "return {}",
            ),
            "oamut/closed-library",
        )

    def test_names_of_the_script_are_its_own(self) -> None:
        clean(mutate("local io = {}", "io.write(t.os, { debug = 1 })", "load('x')", "return {}"))


class TestFiles:
    def test_modules(self) -> None:
        check(
            FACE
            + "require 'tools' require(\"deep.more\") require [[Deep/More]] require(name)\n"
            + "require «'tool'» require(«\"deep.値\"») require «''»\n"
            + EMPTY,
            "oamut/missing-module",
        )

    def test_the_nearest_module_is_offered(self) -> None:
        marked = "require «'tool'»\n" + EMPTY
        (finding,) = check(marked, "oamut/missing-module")

        assert fixed(unmark(marked)[0], finding) == "require 'tools'\n" + EMPTY

    def test_paths(self) -> None:
        check(
            mutate(
                "return {",
                "files = { add = { 'files/base', 'FILES/', «'files/bas'», «'/files/base'» },",
                "mask = { 'any 値' } },",
                "rules = { sm 'rules/fast.sm', sm('Rules/FAST.sm'), sm «'rules/値.sm'»,",
                "sm «'rules'» },",
                "}",
            ),
            "oamut/missing-path",
        )

    def test_the_nearest_path_is_offered(self) -> None:
        marked = mutate('return { rules = { sm «"rules/fats.sm"» } }')
        (finding,) = check(marked, "oamut/missing-path")

        assert fixed(unmark(marked)[0], finding) == mutate(
            'return { rules = { sm "rules/fast.sm" } }'
        )

    def test_other_functions_of_these_names(self) -> None:
        clean(
            mutate(
                "local function sm(x) end",
                "sm 'nothing'",
                "local require = f require 'nothing'",
                "return {}",
            )
        )


class TestArithmetic:
    def test_a_hint_over_the_whole_computation(self) -> None:
        (finding, _) = check(
            mutate(
                "local x = «ctx.options.speed / 100 + 1» -- 値",
                "return { units = function(u) return «u.a * 0.5» end }",
            ),
            "oamut/float-arithmetic",
        )

        assert finding.severity is Severity.HINT

    def test_fixed_numbers_and_plain_literals(self) -> None:
        clean(
            mutate("local x = fixed(1 / 3) * 2.5", "local y = 1.5", "local z = 7 // 2", "return {}")
        )


CODES = (
    "lua/syntax",
    "oamut/no-mutate",
    "oamut/unknown-plan-key",
    "oamut/undeclared-layer",
    "oamut/unknown-option",
    "oamut/closed-library",
    "oamut/missing-module",
    "oamut/missing-path",
    "oamut/float-arithmetic",
)


def pages() -> list[FindingSpec]:
    return [page for page in all_specs() if page.code in CODES]


def test_every_code_has_a_page() -> None:
    assert {page.code for page in pages()} == set(CODES)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.code)
def test_the_page_shows_what_it_says(page: FindingSpec) -> None:
    assert [found.code for found in of_example(page.before)] == [page.code]
    assert of_example(page.after) == []
    assert page.severity is of_example(page.before)[0].severity


def of_example(example: str) -> list[Finding]:
    parts = example.split("==> ")[1:]
    files = dict(part.split(" <==\n", 1) for part in parts)
    return findings(files.pop(ENTRY), manifest=files.pop("oamut.yaml"), files=files)


PIECES = st.lists(
    st.sampled_from(
        [
            "local o = ctx.options\n", "o.speed ", "o.x ", "= ", "1 / 2 ", "{ ", "} ", "end\n",
            "io.x() ", "function mutate(ctx)\n", "return ", "rules = ", "require 'a' ", "sm '値' ",
            "if ", "then ", "😀",
        ]
    ),
    max_size=25,
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(PIECES, st.sampled_from([MANIFEST, HEAD, "layers: [", None]))
def test_any_script(pieces: list[str], manifest: str | None) -> None:
    text = "".join(pieces)

    for finding in findings(text, manifest=manifest):
        assert 0 <= finding.start <= finding.end <= len(text)
        for fix in finding.fixes:
            assert all(0 <= edit.start <= edit.end <= len(text) for edit in fix.edits)
