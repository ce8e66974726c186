"""A mutator author types a script, and takes what is proposed."""

from __future__ import annotations

import pytest

from modwright.languages.oamut.script_features import ScriptFeatures
from modwright.languages.results import CompletionKind
from modwright.syntax.lua_document import LuaDocument
from tests.languages.oamut.script_cursor import in_mutate, in_plan, script

SELECTORS = ["where", "all", "named", "on"]
HOOKS = ["units", "weapons", "features", "sides", "tables", "menus"]
PLAN_KEYS = ["files", "rules", *HOOKS, "maps", "hacks"]


# ---- ctx


def test_mutate_has_the_mod_the_engine_and_the_options() -> None:
    assert in_mutate("ctx.‸").labels() == ["mod", "engine", "options", "incompatible"]
    assert in_mutate("ctx.mod.‸").labels() == ["id", "version", "game"]
    assert in_mutate("ctx.engine.‸").labels() == ["version"]


def test_a_hook_reads_the_collections_first() -> None:
    hook = in_plan("units = function(c) c.‸ end")
    assert hook.labels() == [*HOOKS, "mod", "engine", "options", "incompatible"]


@pytest.mark.parametrize(
    "text",
    [
        "local function heavy(it) it.‸ end function mutate(ctx) return { units = heavy } end",
        "function mutate(ctx) local plan = {} function plan.units(it) it.‸ end return plan end",
        "function mutate(ctx) local plan = {} plan.units = function(it) it.‸ end return plan end",
    ],
)
def test_a_hook_is_known_wherever_it_is_written(text: str) -> None:
    assert script(text).labels()[0] == "units"


def test_a_helper_that_takes_ctx_may_be_called_from_anywhere() -> None:
    found = script("local function help(ctx) ctx.‸ end").labels()
    assert {"mod", "options", "units"} <= set(found)


def test_the_parameter_has_any_name_and_hides_others() -> None:
    assert "mod" in script("function mutate(世) end function mutate(c) c.‸ end").labels()
    assert in_mutate("local ctx = other() ctx.‸").labels() == []
    assert in_mutate("local x = ctx do local x = 1 end x.‸").labels()[0] == "mod"
    assert in_mutate("do local ctx = 1 ctx.‸ end").labels() == []
    assert in_mutate("for ctx = 1, 2 do ctx.‸ end").labels() == []


def test_an_option_shows_its_type_and_default() -> None:
    opened = in_mutate("local 速 = '速い😀' local x = ctx.options.‸")
    assert [(each.label, each.detail) for each in opened.proposals()] == [
        ("speed", "number, 0.5 to 2 in steps of 0.1, default 1.0"),
        ("mode", "choice, default easy"),
        ("fog", "toggle, default true"),
    ]
    assert opened.proposals("ja")[0].detail == "数値、0.5～2（刻み 0.1）、既定値 1.0"
    assert opened.taken("speed").endswith("local x = ctx.options.speed\nend\n")


def test_aliases_are_followed() -> None:
    assert in_mutate("local o = ctx.options\n  if o.‸").labels() == ["speed", "mode", "fog"]
    assert in_mutate("local c, o = ctx, ctx.options\n  o.‸").labels() == ["speed", "mode", "fog"]
    assert in_mutate("local o <const> = ctx['options']\n  o.‸").labels() == ["speed", "mode", "fog"]
    assert in_mutate("local o = ctx.options or {}\n  o.‸").labels() == []


def test_the_whole_word_is_replaced() -> None:
    assert in_mutate("x(ctx.options.sp‸eed, 1)").taken("mode") == (
        "-- 重い砲😀\nfunction mutate(ctx)\n  x(ctx.options.mode, 1)\nend\n"
    )


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("x = ctx.options['‸']", "x = ctx.options['mode']"),
        ('x = ctx.options["sp‸"] + 1', 'x = ctx.options["mode"] + 1'),
        ("x = ctx.options[‸", 'x = ctx.options["mode"]'),
        ("x = ctx.options[‸]", 'x = ctx.options["mode"]'),
        ("x = ctx.options['‸", "x = ctx.options['mode'"),
        ("x = ctx.options[ [[‸]] ]", "x = ctx.options[ [[mode]] ]"),
    ],
)
def test_options_in_brackets(typed: str, done: str) -> None:
    assert f"  {done}\n" in in_mutate(typed).taken("mode")


def test_an_option_without_a_lua_name_is_not_offered_behind_a_dot() -> None:
    manifest = "oamut: 1\noptions:\n  - id: end\n    type: toggle\n  - id: a-b\n  - id: ok\n"
    assert script("function mutate(c) c.options.‸ end", manifest=manifest).labels() == ["ok"]
    found = script("function mutate(c) c.options['‸'] end", manifest=manifest).labels()
    assert found == ["end", "a-b", "ok"]


def test_a_choice_is_held_against_its_values() -> None:
    opened = in_mutate('if ctx.options.mode == "‸" then')
    assert [(each.label, each.detail) for each in opened.proposals()] == [
        ("easy", "やさしい😀"),
        ("hard", ""),
    ]
    assert in_mutate('if ctx.options.fog == "‸" then').labels() == []


def test_incompatible_is_a_call() -> None:
    assert 'ctx.incompatible("▮")' in in_mutate("ctx.inc‸").filled("incompatible")
    assert 'ctx.incompatible("no")' in in_mutate('ctx.‸("no")').filled("incompatible")


# ---- the plan


def test_declared_layers_come_first() -> None:
    opened = in_plan("‸")
    found = opened.labels()
    assert found[:2] == ["rules", "units"]
    assert sorted(found) == sorted(PLAN_KEYS)
    assert opened.proposal("rules").detail == "The layer rules is declared."
    assert opened.proposal("maps").detail == "The manifest does not declare the layer maps."


def test_a_key_that_is_there_is_not_offered_again() -> None:
    assert "rules" not in in_plan("rules = {}, ‸").labels()
    assert "units" in in_plan("rules = {}, uni‸ts = 1").labels()


def test_a_hook_is_written_out() -> None:
    opened = script("function mutate(ctx)\n  return {\n    un‸\n  }\nend\n")
    assert opened.taken("units") == (
        "function mutate(ctx)\n  return {\n    units = function(ctx)\n      \n    end,\n  }\nend\n"
    )
    assert opened.proposal("units").kind is CompletionKind.EVENT
    windows = script("function mutate(ctx)\r\n\treturn {\r\n\t\t‸\r\n\t}\r\nend\r\n")
    assert "\t\trules = {\r\n\t\t\t\r\n\t\t},\r\n" in windows.taken("rules")


def test_only_the_name_where_the_value_is_there() -> None:
    assert "return { weapons = f }" in in_plan("‸uni = f").taken("weapons")
    assert "units = function(ctx)\n\t▮\nend, rules" in in_plan("‸, rules = {}").filled("units")


@pytest.mark.parametrize(
    "text",
    [
        "function mutate(ctx) local plan = { ‸ } plan.rules = {} return plan end",
        "mutate = function(ctx) return { ‸ } end",
        "function mutate(ctx) if ctx.options.fog then return { ‸ } end return {} end",
        "function mutate(ctx) return ctx.options.fog and { ‸ } or {} end",
        "function mutate(ctx) plan = { ‸ } return plan end",
    ],
)
def test_the_table_that_mutate_returns_is_the_plan(text: str) -> None:
    assert script(text).labels()[:2] == ["rules", "units"]


@pytest.mark.parametrize(
    "text",
    [
        "local t = { ‸ }",
        "function other() return { ‸ } end",
        "function mutate(ctx) local t = { ‸ } return {} end",
        "function mutate(ctx) local f = function() return { ‸ } end return {} end",
    ],
)
def test_other_tables_are_not(text: str) -> None:
    assert "rules" not in script(text).labels()


def test_members_of_a_plan_that_is_put_together() -> None:
    found = in_mutate("local plan = {}\n  plan.‸\n  return plan").labels()
    assert sorted(found) == sorted(PLAN_KEYS)
    found = in_mutate("local plan = { files = {} }\n  plan.files.‸\n  return plan").labels()
    assert found == ["add", "mask"]


def test_files_that_are_added() -> None:
    assert in_plan("files = { ‸ }").labels() == ["add", "mask"]
    assert 'files = { add = { "▮" }, }' in in_plan("files = { ‸ }").filled("add")
    folders = ["files", "files/Hard", "files/base", "files/base/units"]
    assert in_plan('files = { add = { "‸" } }').labels() == folders
    assert in_plan('files = { add = { "files/base", "fi‸" } }').labels() == folders
    assert in_plan('files = { mask = { "‸" } }').labels() == []
    assert in_mutate('local f = { add = { "‸" } }\n  return { files = f }').labels() == folders


def test_a_half_typed_plan() -> None:
    opened = script('-- 砲😀\nfunction mutate(ctx)\n  return { files = { add = { "fi‸')
    assert opened.taken("files/base").endswith('add = { "files/base"')
    assert script("function mutate(ctx)\n  return {\n    files = { ‸").labels() == ["add", "mask"]
    broken = "function mutate(c)\n  local x = (\n  foo({\nend\nfunction mutate(ctx) return { ‸"
    assert script(broken).labels()[:2] == ["rules", "units"]


# ---- rules


def test_rules_begin_with_selectors() -> None:
    opened = in_plan("rules = { ‸ }")
    assert opened.labels() == [*SELECTORS, "sm", "fixed", "require", "print"]
    assert 'rules = { sm "▮" }' in opened.filled("sm")
    assert opened.proposal("sm").retrigger
    assert "rules = { all(▮) }" in opened.filled("all")
    assert in_mutate("local rules = { ‸ }\n  return { rules = rules }").labels()[0] == "where"


def test_a_block_goes_on_with_changes() -> None:
    opened = in_plan('rules = { all("戦車😀"):‸ }')
    assert opened.labels() == ["change", *SELECTORS]
    assert 'all("戦車😀"):change{ set = {  } } }' in opened.taken("change")
    assert in_plan("rules = { all:‸ }").labels()[0] == "change"
    assert in_plan('rules = { on"u":where("x"):‸ }').labels()[0] == "change"
    assert in_mutate('local b = all("u")\n  b:‸').labels()[0] == "change"
    assert in_mutate("text:‸").labels() == []
    assert in_mutate("local all = 1\n  all:‸").labels() == []


def test_change_verbs() -> None:
    verbs = ["set", "scale", "lock", "remove", "append"]
    assert in_plan('rules = { all("u"):change{ ‸ } }').labels() == verbs
    assert in_plan('rules = { all("u"):change({ set = {}, ‸ }) }').labels() == verbs[1:]
    opened = in_plan('rules = { all("u"):change{ ‸ } }')
    assert "change{ scale = { ▮ }, }" in opened.filled("scale")
    assert 'change{ remove = { "▮" }, }' in opened.filled("remove")


def test_bounds_of_one_multiplier() -> None:
    opened = in_plan('rules = { all("u"):change{ scale = { hp = { 2, m‸ } } } }')
    assert opened.labels()[:2] == ["min", "max"]
    assert "{ 2, max =  }" in opened.taken("max")
    assert "min" not in in_plan('rules = { all("u"):change{ set = { hp = { 2, ‸ } } } }').labels()


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ('sm "‸"', 'sm "rules/arms.sm"'),
        ("sm('ru‸')", "sm('rules/arms.sm')"),
        ('all("x"), sm "‸', 'all("x"), sm "rules/arms.sm"'),
        ('{ sm = "‸" }', '{ sm = "rules/arms.sm" }'),
    ],
)
def test_rule_files(typed: str, done: str) -> None:
    opened = in_plan(f"rules = {{ {typed}")
    assert opened.labels() == ["rules/air/planes.sm", "rules/arms.sm"]
    assert f"rules = {{ {done}" in opened.taken("rules/arms.sm")


# ---- modules, and everything else


def test_modules() -> None:
    opened = script('local 部品 = 1\nlocal u = require "‸"')
    assert opened.labels() == ["units.air", "util"]
    assert opened.proposal("units.air").detail == "lua/units/air.lua"
    assert script('local u = require "units/‸"').labels() == ["units/air", "util"]
    assert script("local u = require('‸')").taken("util") == "local u = require('util')"
    assert script('local u = require "‸').taken("util") == 'local u = require "util"'
    assert script('local require = f\nlocal u = require "‸"').labels() == []


def test_an_expression_offers_what_plans_call() -> None:
    found = script("local x = ‸").labels()
    assert found == ["fixed", "require", "print", *SELECTORS, "sm"]
    assert script("local x = fi‸").filled("fixed") == "local x = fixed(▮)"
    assert script("local x = fi‸(2)").filled("fixed") == "local x = fixed(2)"


def test_an_empty_entry_begins_with_mutate() -> None:
    assert script("‸").taken("mutate") == "function mutate(ctx)\n  return {\n    \n  }\nend"
    assert script("function mutate() end\n‸").labels() == []
    module = LuaDocument.parse("return {}\n")
    at = len(module.text)
    assert not ScriptFeatures().complete(module, at, "en", script("x").package)


@pytest.mark.parametrize(
    "text",
    [
        "-- ctx.‸",
        "--[[ ctx.options.‸ ]]",
        'print("砲😀 ctx.‸")',
        "local ‸",
        "function ‸",
        "function mutate(c‸",
        "function mutate(a, ‸)",
        "for ‸",
        "goto ‸",
        "x = 12‸",
        "#!/usr/bin/lua ctx.‸",
        "unknown.‸",
    ],
)
def test_where_nothing_is_offered(text: str) -> None:
    assert script(text).labels() == []


def test_without_a_package() -> None:
    features = ScriptFeatures()
    text = "function mutate(ctx) return { "
    found = features.complete(LuaDocument.parse(text), len(text), "ja", None)
    assert [each.label for each in found] == PLAN_KEYS
    text = "function mutate(ctx) local x = ctx.options."
    assert not features.complete(LuaDocument.parse(text), len(text), "ja", None)
