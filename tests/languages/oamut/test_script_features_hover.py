"""A mutator author points at something in a script, or writes a call."""

from __future__ import annotations

import pytest

from modwright.languages.oamut.script_features import ScriptFeatures
from modwright.languages.oamut.script_signature import parameters_of
from modwright.syntax.lua_document import LuaDocument
from tests.languages.oamut.script_cursor import in_mutate, in_plan, script

# ---- hover


def test_an_option_from_the_lua_side() -> None:
    opened = in_mutate("local 砲 = '😀'; if ctx.options.spe‸ed > 1 then")
    hovered = opened.hover()
    assert hovered is not None
    assert hovered[0] == "speed"
    for part in ("`number`", "0.5 to 2", "Step: 0.1", "`1.0`", "Scripts read a number"):
        assert part in hovered[1]
    assert "スクリプトでは数値です" in opened.said("ja")


def test_the_same_through_aliases_and_brackets() -> None:
    aliased = in_mutate("local o = ctx.options\n  x = o.m‸ode")
    assert "`easy` (やさしい😀)" in aliased.said()
    assert "Scripts read a text." in aliased.said()
    assert in_mutate("x = ctx.options['fo‸g']").hover() == (
        "fog",
        in_mutate("x = ctx.options.fo‸g").said(),
    )
    assert "true or false" in in_mutate("x = ctx.options.fo‸g").said()


def test_an_option_that_the_manifest_does_not_define() -> None:
    said = in_mutate("x = ctx.options.sped‸").said()
    assert said.startswith("The manifest defines no option `sped`.")
    assert "- `speed`: number" in said


def test_a_value_of_a_choice() -> None:
    assert "`easy`: やさしい😀" in in_mutate("if ctx.options.mode == 'ea‸sy' then").said()
    assert "`hard`: a value of `mode`" in in_mutate("if ctx.options.mode ~= 'ha‸rd' then").said()
    said = in_mutate("if ctx.options.mode == 'hrad‸' then").said()
    assert "`hrad` is not among the values of `mode`." in said


def test_ctx_and_its_members() -> None:
    assert "`mod`, `engine`, `options`, `incompatible`" in in_mutate("x = ct‸x").said()
    assert "`ctx.mod.id`, `ctx.mod.version`, `ctx.mod.game`" in in_mutate("x = ctx.m‸od").said()
    assert "ta-3.1c" in in_mutate("x = ctx.mod.i‸d").said()
    assert "not confirmed" in in_mutate("x = ctx.engine.version‸").said()
    assert "ctx.incompatible(reason)" in in_mutate("ctx.incompatible‸('no')").said()
    assert "- `speed`: number" in in_mutate("x = ctx.options‸").said()
    assert in_mutate("x = ctx.nothing‸").hover() is None


def test_a_collection_is_not_loaded_in_mutate() -> None:
    early = in_mutate("x = ctx.uni‸ts").said()
    assert "not loaded yet" in early
    hook = in_plan("weapons = function(c) x = c.uni‸ts end").said()
    assert hook.startswith("`c.units`")
    assert "not loaded yet" not in hook
    assert "まだ読み込まれていません" in in_mutate("x = ctx.uni‸ts").said("ja")


def test_keys_of_the_plan_know_their_layers() -> None:
    assert "The layer `rules` is declared." in in_plan("ru‸les = {}").said()
    assert "does not declare the layer `maps`" in in_plan("ma‸ps = f").said()
    assert "レイヤー `maps` を宣言していません" in in_plan("ma‸ps = f").said("ja")
    assert "later folder wins" in in_plan("files = { ad‸d = {} }").said()
    assert "no longer sees" in in_plan("files = { ma‸sk = {} }").said()
    said = in_mutate("local plan = {}\n  plan.un‸its = f\n  return plan").said()
    assert "The layer `units` is declared." in said
    assert in_mutate("local t = { ru‸les = {} }").hover() is None


def test_rules_and_changes() -> None:
    assert "`all(kind)`" in in_plan('rules = { al‸l("u") }').said()
    assert "`where(condition)`" in in_plan('rules = { all("u"):whe‸re("x") }').said()
    assert "in lower case" in in_plan('rules = { all("u"):chan‸ge{} }').said()
    change = 'rules = {{ all("砲😀"):change{{ {} }} }}'
    assert "keeps later mutators" in in_plan(change.format("lo‸ck = {}")).said()
    bound = in_plan(change.format("scale = { hp = { 2, ma‸x = 3 } }")).said()
    assert bound.startswith("`max = …`")
    assert "this one multiplier" in bound
    assert in_plan(change.format("set = { h‸p = 3 }")).hover() is None
    assert in_mutate("local all = f\n  al‸l('x')").hover() is None


def test_closed_libraries_say_so() -> None:
    assert "`io` is closed to mutators" in script("i‸o.write('x')").said()
    assert "`dofile` is closed" in script("dofil‸e('x')").said()
    assert "使えません" in script("local t = o‸s.time()").said("ja")
    assert script("local io = {}\ni‸o.write('x')").hover() is None
    assert script("local function f(os) return o‸s end").hover() is None
    assert script("t.i‸o = 1").hover() is None


def test_files_of_the_package() -> None:
    opened = script('-- 😀\nlocal u = require "un‸its/air"')
    assert opened.hover() == ("units/air", "Module `units/air`: the file `lua/units/air.lua`")
    missing = script("local u = require('gro‸und')").said()
    assert missing == "There is no module `ground`: `require` looks for `lua/ground.lua`."
    assert "Rule file `rules/arms.sm`" in in_plan("rules = { sm 'RULES/ar‸ms.sm' }").said()
    assert "no file `rules/x.sm`" in in_plan("rules = { sm 'rules/x‸.sm' }").said()
    assert "files below it: 1" in in_plan("files = { add = { 'files/b‸ase' } }").said()
    assert "No file" in in_plan("files = { add = { 'files/b‸as' } }").said()


def test_functions_of_the_api() -> None:
    assert "1/65,536" in script("local x = fixe‸d(2)").said()
    assert "runs a source below lua/" in script("requir‸e 'x'").said().lower()
    assert "Called once in the plan phase" in script("function muta‸te(ctx) end").said()


@pytest.mark.parametrize(
    "text",
    ["-- ctx.opt‸ions", "'ctx.opt‸ions'", "local ‸ = 1", "12‸", "‸", "f(‸)", "x.ct‸x", "re‸turn"],
)
def test_where_nothing_is_said(text: str) -> None:
    assert script(text).hover() is None


def test_without_a_package_the_api_is_still_known() -> None:
    text = "function mutate(ctx) return { maps = ctx.options.x } end"
    features, document = ScriptFeatures(), LuaDocument.parse(text)
    found = features.describe(document, text.index("maps"), "en", None)
    assert found is not None
    assert "layer" not in found.markdown
    assert features.describe(document, text.index("x }"), "en", None) is None


# ---- signature help


def test_the_parameter_that_is_written() -> None:
    assert script("x = fixed(‸").active() == "number"
    assert script("-- 砲😀\nx = fixed(1 + (2 * ‸)").active() == "number"
    assert in_mutate('ctx.incompatible("no 砲😀‸").x').active() == "reason"
    assert in_mutate("local c = ctx\n  c.incompatible(‸").active() == "reason"
    assert script('all("u"):named("a", ‸').active() == "…"
    assert script('all("u"):named("a", f(1, 2), "b", ‸').active() == "…"
    assert script('require "ut‸il"').active() == '"name"'
    assert script("sm 'ru‸").active() == '"rules/name.sm"'


def test_the_verb_that_is_written() -> None:
    change = '-- 砲😀\nreturn all("u"):change'
    assert script(f"{change}{{ ‸").active() == "set = …"
    assert script(f"{change}{{ set = {{ hp = 1 }}, scale = {{ hp = ‸").active() == "scale = …"
    assert script(f"{change}({{ remove = {{ ‸ }} }})").active() == "remove = …"
    assert script(f"{change}{{ set = {{ hp = fixed(‸").active() == "number"


def test_the_signature_tells_what_the_call_does() -> None:
    found = script("x = fixed(‸)").signature("ja")
    assert found is not None
    assert found.label == "fixed(number)"
    assert "65,536" in found.documentation
    assert "普通の数" in found.documentation


@pytest.mark.parametrize(
    "text",
    [
        "f(‸",
        "fixed(1) ‸",
        "local fixed = f\nfixed(‸",
        "function fixed(‸",
        "-- fixed(‸",
        "t.fixed(‸",
        "x = { ‸",
        "ctx.mod(‸",
        "‸",
        "fixed(function() ‸ end)",
    ],
)
def test_no_signature(text: str) -> None:
    assert script(text).signature() is None


@pytest.mark.parametrize(
    ("label", "parameters"),
    [
        ("f()", []),
        ("f(a, b)", ["a", "b"]),
        ("f(a, …)", ["a", "…"]),
        ('f "text"', ['"text"']),
        ("x:f{ a = …, b = { c, d } }", ["a = …", "b = { c, d }"]),
        ("f", []),
    ],
)
def test_parameters_of_a_signature(label: str, parameters: list[str]) -> None:
    assert [label[start:end] for start, end in parameters_of(label)] == parameters
