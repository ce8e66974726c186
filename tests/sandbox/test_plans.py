"""Plans as authors write them, from the script to the tree that they are shown."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from modwright.sandbox import outcome, wire
from modwright.sandbox.api import default_limits, plan_api
from modwright.sandbox.layering import winners
from modwright.sandbox.model import (
    Block,
    Change,
    Fixed,
    Hook,
    Limits,
    Place,
    PlanContext,
    PlanProblem,
    PlanResult,
    RuleFile,
    Selector,
    Winner,
)
from modwright.sandbox.runner import run_plan
from modwright.sandbox.texts import describe_error, describe_note, describe_problem

if TYPE_CHECKING:
    from tests.sandbox.conftest import Run

SERVER = Path(wire.__file__).resolve().parents[2]

WHOLE = """\
local shared = require "balance.factors"

function mutate(ctx)
  local speed = fixed(ctx.options.speed)
  print("速度", ctx.options.speed, ctx.mod.id, ctx.engine.version)
  return {
    files = { add = { "files/base", "files/extra" }, mask = { "units/old.fbi" } },
    rules = {
      named("armcom", "corcom"):change{
        set = { Name = "Commander 司令官", maxDamage = 3000 },
        scale = { BuildTime = { speed, min = 1, max = 10 }, acceleration = shared.factor },
        lock = { energy = 0 },
        remove = { "Corpse" },
        append = { category = " NEW" },
      },
      sm "rules/extra.sm",
      where{ kind = "unit" }:on("units"):change{ scale = { cost = 0.5 } },
      { sm = "rules/more.sm" },
    },
    units = function(units) end,
    maps = function() end,
    weapons = function() end,
    hacks = { unitLimit = 500, ["cheats"] = ctx.options.cheats },
  }
end
"""
FACTORS = "return { factor = fixed(1) / 4 }\n"
OPTIONS = {"speed": 1.5, "cheats": True, "mode": "hard", "count": 3}
PATHS = (
    "oamut.yaml",
    "mutator.lua",
    "lua/balance/factors.lua",
    "files/base/units/a.fbi",
    "files/base/units/b.fbi",
    "files/extra/Units/A.fbi",
    "rules/extra.sm",
)


@pytest.fixture
def whole(run: Run, context: PlanContext) -> bytes:
    return _whole(run, context).to_json()


def _whole(run: Run, context: PlanContext) -> PlanResult:
    return run(
        WHOLE,
        modules={"lua/Balance/Factors.lua": FACTORS},
        context=dataclasses.replace(context, options=OPTIONS),
        package_paths=PATHS,
    )


class TestAWholePlan:
    def test_rules_in_order_with_their_changes_by_field_name(
        self, run: Run, context: PlanContext
    ) -> None:
        plan = _whole(run, context).plan
        assert plan is not None
        assert plan.rules == (
            Block(
                Place("mutator.lua", 9),
                (Selector("named", ("armcom", "corcom")),),
                (
                    Change("scale", "acceleration", Fixed(16384)),
                    Change("scale", "BuildTime", Fixed(98304), 1, 10),
                    Change("append", "category", " NEW"),
                    Change("remove", "Corpse"),
                    Change("lock", "energy", 0),
                    Change("set", "maxDamage", 3000),
                    Change("set", "Name", "Commander 司令官"),
                ),
            ),
            RuleFile(Place("mutator.lua", 16), "rules/extra.sm"),
            plan.rules[2],
            RuleFile(None, "rules/more.sm"),
        )
        third = plan.rules[2]
        assert isinstance(third, Block)
        assert [step.name for step in third.selectors] == ["where", "on"]
        assert third.changes == (Change("scale", "cost", 0.5),)

    def test_hooks_in_the_game_s_order_with_their_places(
        self, run: Run, context: PlanContext
    ) -> None:
        plan = _whole(run, context).plan
        assert plan is not None
        assert plan.hooks == (
            Hook("units", Place("mutator.lua", 20)),
            Hook("weapons", Place("mutator.lua", 22)),
            Hook("maps", Place("mutator.lua", 21)),
        )

    def test_files_and_which_path_wins(self, run: Run, context: PlanContext) -> None:
        plan = _whole(run, context).plan
        assert plan is not None
        assert plan.files.add == ("files/base", "files/extra")
        assert plan.files.mask == ("units/old.fbi",)
        assert plan.files.winners == (
            Winner("Units/A.fbi", "files/extra/Units/A.fbi", ("files/base/units/a.fbi",)),
            Winner("units/b.fbi", "files/base/units/b.fbi", ()),
        )

    def test_hacks_log_and_problems(self, run: Run, context: PlanContext) -> None:
        result = _whole(run, context)
        assert result.plan is not None
        assert [(hack.parameter, hack.value) for hack in result.plan.hacks] == [
            ("cheats", True),
            ("unitLimit", 500),
        ]
        assert result.log == ("速度\t1.5\tta-3.1c\t0.8.0",)
        assert result.problems == (PlanProblem("missing-rule-file", "rules/more.sm"),)
        assert describe_problem(result.problems[0], "ja") == (
            "rules/more.sm がパッケージにありません。"
        )


class TestTheSameBytes:
    def test_on_two_runs(self, run: Run, context: PlanContext, whole: bytes) -> None:
        assert _whole(run, context).to_json() == whole
        assert json.loads(whole)["plan"]["hacks"][0] == {"parameter": "cheats", "value": True}

    @pytest.mark.parametrize("seed", ["0", "1", "4711"])
    def test_whatever_python_s_hash_seed_is(self, seed: str) -> None:
        """Many keys of all kinds, addresses, sorting with ties, random numbers."""
        script = """
            local t = { 3, 1, 2, [true] = 1, [false] = 2, [1.5] = 3, [-1] = 4 }
            for i = 1, 300 do t["key" .. i] = i end
            local out = {}
            for k in pairs(t) do out[#out + 1] = tostring(k) end
            for k in next, t do out[#out + 1] = tostring(k) end
            local ties = {}
            for i = 1, 500 do ties[i] = { i % 3, i } end
            table.sort(ties, function(a, b) return a[1] < b[1] end)
            for i = 1, 500 do out[#out + 1] = ties[i][2] end
            print({}, print, {}, string.format("%s", {}), math.random(1000), 0 / 0)
            function mutate() return { hacks = { list = out, set = t } } end
        """
        code = (
            "import sys, dataclasses\n"
            "from modwright.sandbox.runner import run_plan\n"
            "from modwright.sandbox.model import PlanContext\n"
            "files = {'mutator.lua': sys.stdin.buffer.read()}\n"
            "result = run_plan(files, 'mutator.lua', PlanContext('a', 'b', 'c', 'd'))\n"
            "sys.stdout.buffer.write(result.to_json())\n"
        )
        first, second = (
            subprocess.run(
                [sys.executable, "-c", code],
                input=script.encode(),
                capture_output=True,
                check=True,
                env={**os.environ, "PYTHONPATH": str(SERVER), "PYTHONHASHSEED": hash_seed},
            ).stdout
            for hash_seed in (seed, "random")
        )
        assert first == second
        data = json.loads(first)
        assert data["error"] is None
        assert data["log"] == ["table: 2\tfunction: 3\ttable: 4\ttable: 1\t962\tnan"]

    def test_what_differs_between_machines_is_kept_apart(self, run: Run) -> None:
        result = run("function mutate() return {} end")
        assert result.process.memory_bytes is not None
        other = dataclasses.replace(result.process, memory_bytes=1, walls=())
        elsewhere = dataclasses.replace(result, process=other)
        assert (elsewhere, elsewhere.to_json()) == (result, result.to_json())


class TestOrder:
    def test_pairs_and_next(self, run: Run) -> None:
        result = run("""
            local t = { "b", "a", z = 1, Z = 2, ["あ"] = 3, [0] = 4, [2.5] = 5, [-3] = 6,
                        [true] = 7, [false] = 8 }
            local seen = {}
            for k in pairs(t) do seen[#seen + 1] = tostring(k) end
            print(table.concat(seen, " "))
            local key, again = next(t), {}
            while key ~= nil do again[#again + 1] = tostring(key) key = next(t, key) end
            print(table.concat(again, " "))
            function mutate() return {} end""")
        assert result.log == ("-3 0 1 2 2.5 Z z あ false true",) * 2

    def test_emptying_a_table_while_walking(self, run: Run) -> None:
        result = run("""
            local t = { a = 1, b = 2, c = 3 }
            for k in pairs(t) do t[k] = nil end
            print(next(t))
            local u = { a = 1, b = 2, c = 3 }
            for k in next, u do u[k] = nil end
            print(next(u))
            local v, n = { a = 1, b = 2, c = 3 }, 0
            while next(v) do v[next(v)] = nil n = n + 1 end
            print(n)
            print(pcall(next, {}, "none"))
            function mutate() return {} end""")
        assert result.log == (
            "nil",
            "nil",
            "3",
            "false\tmutator.lua:11: invalid key to 'next'",
        )

    def test_pairs_asks_the_metatable(self, run: Run) -> None:
        result = run("""
            local t = setmetatable({}, { __pairs = function(t) return next, { own = 1 }, nil end })
            for k, v in pairs(t) do print(k, v) end
            function mutate() return {} end""")
        assert result.log == ("own\t1",)

    def test_keys_without_an_order(self, run: Run) -> None:
        result = run("""
            for k in pairs({ [{}] = 1, x = 2 }) do print(type(k)) end
            function mutate()
              for k in pairs({ [{}] = 1, [print] = 2 }) do end
            end""")
        # One such key has its place, the last; among several there is no order.
        assert result.log == ("string", "table")
        assert result.error is not None
        assert (result.error.kind, result.error.place) == (
            "unordered-keys",
            Place("mutator.lua", 4),
        )

    def test_long_lists_sort_without_chance(self, run: Run) -> None:
        result = run("""
            local t = {} for i = 1, 1000 do t[i] = (i * 7919) % 1009 end
            table.sort(t)
            for i = 2, 1000 do assert(t[i - 1] <= t[i]) end
            table.sort(t, function(a, b) return a > b end)
            for i = 2, 1000 do assert(t[i - 1] >= t[i]) end
            function mutate() return {} end""")
        assert result.error is None


class TestRequire:
    def test_dots_slashes_and_case_mean_the_same_module(self, run: Run) -> None:
        result = run(
            """
            local a, b, c = require "a.b", require "a/b", require("A/B")
            print(a == b, b == c, a.count)
            function mutate() return {} end""",
            modules={"lua/A/b.lua": "count = (count or 0) + 1 return { count = count }"},
        )
        assert result.log == ("true\ttrue\t1",)

    def test_a_module_that_returns_nothing_is_true(self, run: Run) -> None:
        result = run(
            "print(require 'm', require 'm') function mutate() return {} end",
            modules={"lua/m.lua": "local x = 1"},
        )
        assert result.log == ("true\ttrue",)

    def test_a_circle(self, run: Run) -> None:
        result = run(
            "require 'a'",
            modules={"lua/a.lua": "\nrequire 'b'", "lua/b.lua": "\n\nrequire 'a'"},
        )
        assert result.error is not None
        assert (result.error.kind, result.error.place) == ("require-cycle", Place("lua/b.lua", 3))
        assert describe_error(result.error, "en") == (
            "Modules require each other in a circle: lua/a.lua > lua/b.lua > lua/a.lua"
        )

    def test_a_fault_in_a_module_is_shown_there(self, run: Run) -> None:
        result = run("require 'm'", modules={"lua/m.lua": "\n\nlocal x = nil + 1"})
        assert result.error is not None
        assert result.error.place == Place("lua/m.lua", 3)
        result = run("require 'm'", modules={"lua/m.lua": "\nlocal x = = 1"})
        assert result.error is not None
        assert (result.error.kind, result.error.place) == ("syntax", Place("lua/m.lua", 2))

    def test_only_lua_files_below_lua(self, run: Run) -> None:
        for name in ("mutator", "../mutator", "a"):
            result = run(f"require '{name}'", modules={"files/a.lua": "", "a.lua": ""})
            assert result.error is not None
            assert result.error.kind == "missing-module"

    def test_a_long_path_is_shown_whole(self, run: Run) -> None:
        path = "lua/" + "深い/" * 20 + "m.lua"
        result = run(f"require '{path[4:-4]}'", modules={path: "\nerror('x')"})
        assert result.error is not None
        assert result.error.place == Place(path, 2)


class TestErrors:
    @pytest.mark.parametrize(
        ("script", "kind", "line", "text"),
        [
            ("x = 1", "no-mutate", None,
             "The entry script does not define the function mutate."),
            ("mutate = 5", "no-mutate", None,
             "The entry script does not define the function mutate."),
            ("function mutate()\nend", "not-a-table", 1,
             "mutate must return one table, not nothing."),
            ("function mutate(ctx)\n  return ctx.units.armcom\nend", "collection-not-loaded", 2,
             "ctx.units is not loaded yet while mutate runs; read it in a hook."),
            ("function mutate()\n\n  local t\n  return t.name .. 'x'\nend", "runtime", 4,
             "The script ended with an error: attempt to index a nil value (local 't')"),
            ("function mutate()\n  return { rules = { 5 } }\nend", "bad-plan", None,
             "The plan cannot be read at rules[1]: a rule block or a rule file is expected,"
             " not a number."),
            ("function mutate()\n  return { files = { add = { 'a', 5 } } }\nend", "bad-plan", None,
             "The plan cannot be read at files.add[2]: a text is expected, not a number."),
            ("function mutate()\n  return { units = {} }\nend", "bad-plan", None,
             "The plan cannot be read at units: a function is expected, not a table."),
            ("function mutate()\n  return { files = { copy = {} } }\nend", "unknown-plan-key", None,
             "The plan has a key that the engine does not know: files.copy"),
            ("function mutate()\n  all:change(5)\nend", "runtime", 2,
             "The script ended with an error: 'change' takes one table"),
        ],
    )  # fmt: skip
    def test_they_speak(
        self, run: Run, script: str, kind: str, line: int | None, text: str
    ) -> None:
        error = run(script).error
        assert error is not None
        assert (error.kind, describe_error(error, "en")) == (kind, text)
        if line is not None:
            assert error.place == Place("mutator.lua", line)

    def test_a_plan_beyond_the_manifest_s_layers(self, run: Run, context: PlanContext) -> None:
        result = run(
            "function mutate() return { hacks = {}, rules = {} } end",
            context=dataclasses.replace(context, layers=("rules",)),
        )
        assert result.error is not None
        assert describe_error(result.error, "ja") == (
            "プランが hacks を使っていますが、マニフェストがレイヤー hacks を宣言していません。"
        )

    def test_the_entry_s_name_is_compared_without_case(self, context: PlanContext) -> None:
        files = {"Mutator.LUA": b"function mutate() return {} end"}
        assert run_plan(files, "mutator.lua", context).error is None
        missing = run_plan(files, "other.lua", context).error
        assert missing is not None
        assert describe_error(missing, "en") == "The entry script other.lua is not in the package."

    def test_a_mark_or_a_first_line_for_the_shell_keeps_the_lines(self, run: Run) -> None:
        for start in (b"\xef\xbb\xbf", b"#!/usr/bin/lua", b"\xef\xbb\xbf#!/usr/bin/lua"):
            error = run(start + b"\nerror('x')").error
            assert error is not None
            assert error.place == Place("mutator.lua", 2)

    def test_the_message_of_concat_names_the_field(self, run: Run) -> None:
        """The run that measures strings loses the names; it must not be the one that is shown."""
        error = run("function mutate(ctx)\n  return 'a' .. ctx.nothing\nend").error
        assert error is not None
        assert error.detail == "attempt to concatenate a nil value (field 'nothing')"


class TestStrings:
    def test_up_to_the_limit_nothing_is_said(self, run: Run) -> None:
        result = run("""
            local s = ("x"):rep(65535) .. "y"
            print(#s, #("x"):rep(65536), #table.concat({ s:sub(2), "z" }))
            function mutate() return {} end""")
        assert result.log == ("65536\t65536\t65536",)
        assert result.notes == ()

    def test_a_caught_fault_goes_on_as_in_the_game(self, run: Run) -> None:
        result = run("""
            local t = { s = ("x"):rep(65536) }
            local ok, message = pcall(function() t.s = t.s .. "y" end)
            print(ok, message, #t.s)
            function mutate() return {} end""")
        assert result.log == ("false\tmutator.lua:3: a string of more than 65536 bytes\t65536",)

    @pytest.mark.parametrize(
        "first",
        ["", 'pcall(function() return ("x"):rep(65536) .. "y" end)'],
        ids=["the run that is shown as a rule", "the run that measures"],
    )
    def test_two_dots_mean_what_they_meant(self, run: Run, first: str) -> None:
        """Dots in comments, texts, numbers and varargs; a caught fault shows the measuring run."""
        script = r"""
            local a = [==[ .. ]] .. ]==] --[[ .. ]] local b = '..\'..' -- ..
            local c = "..\
..\z
               .."
            local function count(...) return #{...} .. '', ... end
            print(#a, b, #c, count(1, 2), 1 .. 2, 0xA .. '', 1e5 .. '', .5 .. '', a.x)
            print(load("return ... , 'p' .. 'q', ...")(7))
            print(#(("x"):rep(65536) .. ""))
            function mutate() return {} end"""
        result = run(first + script)
        assert result.error is None
        assert result.log == (
            "10\t..'..\t7\t2\t12\t10\t100000.0\t0.5\tnil",
            "7\tpq\t7",
            "65536",
        )
        assert result.notes == ()

    def test_own_concat_metamethods_keep_their_operands(self, run: Run) -> None:
        result = run("""
            local meta = { __concat = function(a, b) return type(a) .. "+" .. type(b) end }
            local o = setmetatable({}, meta)
            function mutate()
              print(o .. "x", "x" .. o, o .. o, 1 .. o, "a" .. "b" .. o)
              local s = ("x"):rep(65536) .. "y"
            end""")
        # The error shows that this is the measuring run.
        assert result.error is not None
        assert (result.error.kind, result.error.place) == (
            "string-too-long",
            Place("mutator.lua", 6),
        )
        assert result.log == (
            "table+string\tstring+table\ttable+table\tnumber+table\tastring+table",
        )

    def test_an_expression_too_long_to_be_measured_says_so(self, run: Run) -> None:
        joined = " .. ".join(["s"] * 150)
        result = run(
            f"local s = 'x' local t = {joined} print(#t) function mutate() return {{}} end"
        )
        assert result.error is None
        assert result.log == ("150",)
        assert result.notes == ("strings-unchecked",)
        assert "measured" in describe_note("strings-unchecked", "en")


class TestFixed:
    @pytest.mark.parametrize(
        ("expression", "text"),
        [
            ("fixed(1) / 3", "0.3333282470703125"),
            ("fixed(2) / 3", "0.6666717529296875"),
            ("fixed(-2) / 3", "-0.6666717529296875"),
            ("fixed(0.1) + 0.2", "0.3000030517578125"),
            ("fixed(2.5) * fixed(1.5)", "3.75"),
            ("-fixed(2.5) * 1.5", "-3.75"),
            ("2 - fixed(0.5)", "1.5"),
            ("fixed(7) // 2", "3"),
            ("fixed(-7) // 2", "-4"),
            ("fixed(7.5) % 2", "1.5"),
            ("fixed(1) < 2, fixed(2) >= fixed(2), fixed(1) == fixed(1)", "true\ttrue\ttrue"),
            ("fixed(30000) * 30000", "900000000"),
            ("fixed(46340) * fixed(46340)", "2147395600"),
            ("fixed(2147483647) / fixed(2147483647)", "1"),
            ("'a' .. fixed(1.5) .. 'b'", "a1.5b"),
            ("fixed(fixed(1.5))", "1.5"),
            ("type(fixed(1)), getmetatable(fixed(1))", "table\tfixed"),
        ],
    )
    def test_arithmetic(self, run: Run, expression: str, text: str) -> None:
        result = run(f"print({expression}) function mutate() return {{}} end")
        assert result.log == (text,), result.error

    @pytest.mark.parametrize(
        ("expression", "message"),
        [
            ("fixed(1) / 0", "a fixed number divided by zero"),
            ("fixed(2147483647) + 1", "a fixed number out of its range"),
            ("fixed(2147483647) * 2", "a fixed number out of its range"),
            ("fixed(1e300)", "a fixed number out of its range"),
            ("fixed(0/0)", "a fixed number out of its range"),
            ("fixed(1) + {}", "cannot add a fixed number and a table value"),
            ("fixed('1')", "bad argument #1 to 'fixed' (number expected, got string)"),
        ],
    )
    def test_faults(self, run: Run, expression: str, message: str) -> None:
        error = run(f"local x = {expression}").error
        assert error is not None
        assert (error.kind, error.detail, error.place) == (
            "runtime",
            message,
            Place("mutator.lua", 1),
        )

    def test_in_a_plan_it_is_exact(self, run: Run) -> None:
        result = run("function mutate() return { hacks = { a = fixed(1) / 3 } } end")
        assert result.plan is not None
        assert result.plan.hacks[0].value == Fixed(21845)
        assert Fixed(21845).text == "0.3333282470703125"
        assert Fixed(-98304).text == "-1.5"


class TestBlocks:
    def test_a_table_changed_afterwards_does_not_change_the_block(self, run: Run) -> None:
        result = run("""
            function mutate()
              local changes = { set = { a = 1 } }
              local first = all:change(changes)
              changes.set.a = 2
              return { rules = { first, all("unit"):change(changes), on("weapons") } }
            end""")
        assert result.plan is not None
        blocks = [rule for rule in result.plan.rules if isinstance(rule, Block)]
        assert [[change.value for change in block.changes] for block in blocks] == [[1], [2], []]
        assert result.problems == (
            PlanProblem("unfinished-block", "rules[3]", Place("mutator.lua", 6)),
        )

    def test_what_is_not_understood_is_a_problem_not_an_error(self, run: Run) -> None:
        result = run("""
            function mutate()
              return { rules = { all:change{ grow = { a = 1 }, scale = { b = "x" }, set = 5 } } }
            end""")
        place = Place("mutator.lua", 3)
        assert result.problems == (
            PlanProblem("unknown-verb", "grow", place),
            PlanProblem("odd-change", "scale.b", place),
            PlanProblem("odd-change", "set", place),
        )

    def test_a_block_cannot_be_changed_by_hand(self, run: Run) -> None:
        error = run("function mutate()\n  all('x').steps = {}\nend").error
        assert error is not None
        assert error.detail == "a rule block cannot be changed by hand"


class TestCounting:
    def test_instructions_by_the_thousand(self, run: Run, limits: Limits) -> None:
        result = run("for i = 1, 100000 do end function mutate() return {} end")
        assert 100_000 <= result.instructions <= 110_000
        assert result.instructions % 1000 == 0
        assert result.instruction_limit == limits.instructions

    def test_the_game_s_limits_come_from_the_data(self) -> None:
        limits = default_limits()
        assert (limits.instructions, limits.seconds) == (50_000_000, 10)
        assert (limits.memory_bytes, limits.string_bytes) == (64 * 1024 * 1024, 65_536)


class TestTheAnswer:
    """The child ran a stranger's script: its answer is read as if the stranger had written it."""

    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"[]",
            b"\xff",
            b"[" * 100_000,
            b'{"outcome":{},"process":{}}',
            b'{"outcome":{"instructions":true,"log":[],"notes":[]},"process":{"walls":[]}}',
            b'{"outcome":{"instructions":1,"log":["\xe6\x97\xa5"],"notes":[]},"process":{"walls":[]}}',
            b'{"outcome":{"instructions":1,"log":[],"notes":[],"plan":{"z":1}},"process":{"walls":[]}}',
            b'{"outcome":{"instructions":1,"log":[],"notes":[],"plan":{"t":[[1]]}},"process":{"walls":[]}}',
        ],
    )
    def test_what_does_not_fit_is_refused(self, answer: bytes) -> None:
        with pytest.raises(ValueError):  # noqa: PT011 - each says something else
            outcome.read_outcome(answer)

    def test_a_request_survives_its_journey(self) -> None:
        files = {"mutator.lua": b"\x00\xff", "lua/日本.lua": b""}
        header, unpacked = wire.unpack(wire.pack({"a": ["日本", 1.5, True]}, files))
        assert (header, unpacked) == ({"a": ["日本", 1.5, True]}, files)


class TestTheDataFile:
    def test_every_kind_has_words_in_both_languages(self) -> None:
        for group in plan_api().texts.values():
            for texts in group.values():
                assert set(texts) == {"en", "ja"}

    def test_a_folder_named_twice_hides_nothing_of_its_own(self) -> None:
        assert winners(["files/a", "Files/A/"], ["files/a/x.txt"]) == (
            Winner("x.txt", "files/a/x.txt", ()),
        )

    def test_every_kind_that_the_code_raises_has_words(self) -> None:
        folder = SERVER / "modwright" / "sandbox"
        lua = "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.lua")))
        python = "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")))
        kinds = {
            *re.findall(r'(?:box\.fail(?:_at)?|box\.stop)\(\s*"([a-z-]+)"', lua),
            *re.findall(r'kind = "([a-z-]+)"', lua),
            *re.findall(r'(?:PlanError|RefusedError)\(\s*"([a-z-]+)"', python),
        }
        assert len(kinds) > 20
        assert kinds - {"incompatible"} <= set(plan_api().texts["errors"])
        problems = set(re.findall(r'PlanProblem\(\s*"([a-z-]+)"', python))
        assert problems <= set(plan_api().texts["problems"])
