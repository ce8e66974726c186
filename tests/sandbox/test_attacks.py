"""Scripts that mean harm, or were written on a bad day: each ends within its limits, by its name.

Every attack runs in a real sandbox process. Where the attack is about time the limits are small;
no test looks at a clock: what does not end by itself is ended, and then has another kind.
"""

from __future__ import annotations

import asyncio
import dataclasses
import importlib
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

import pytest

from modwright.sandbox import process
from modwright.sandbox.model import Limits, Place, PlanContext
from modwright.sandbox.runner import run_plan_async
from modwright.sandbox.texts import describe_error

if TYPE_CHECKING:
    from tests.sandbox.conftest import Run

SERVER = Path(process.__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Attack:
    """A script, the kind of error that it ends with, and the line where that is shown."""

    name: str
    script: str
    kind: str
    line: int | None = 1


ENDLESS = [
    Attack("a plain loop", "function mutate()\n  while true do end\nend", "instructions", 2),
    Attack("while loading", "while true do end", "instructions"),
    Attack("goto", "function mutate() ::a:: goto a end", "instructions"),
    Attack(
        "in pcall, in a loop",
        "function mutate()\n  while true do pcall(function() while true do end end) end\nend",
        "instructions",
        2,
    ),
    Attack(
        "in the handler of xpcall",
        """function mutate()
          local function spin() while true do end end
          while true do xpcall(spin, spin) end
        end""",
        "instructions",
        2,
    ),
    Attack(
        "in a metamethod",
        """local t = setmetatable({}, { __index = function() while true do end end })
        function mutate() return t.x end""",
        "instructions",
    ),
    Attack(
        "in __close, while the run is being ended",
        """function mutate()
          local x <close> = setmetatable({}, { __close = function() while true do end end })
          while true do end
        end""",
        "instructions",
        3,
    ),
    Attack(
        "in a comparison that sort calls",
        """function mutate()
          local t = {} for i = 1, 200 do t[i] = i end
          table.sort(t, function() while true do end end)
        end""",
        "instructions",
        3,
    ),
    Attack(
        "in the pieces that load asks for",
        "function mutate()\n  load(function() while true do end end)\nend",
        "instructions",
        2,
    ),
    Attack(
        "in __tostring, which print asks",
        """local t = setmetatable({}, { __tostring = function() while true do end end })
        function mutate() print(t) end""",
        "instructions",
    ),
    Attack(
        "in a replacement that gsub calls",
        "function mutate()\n  ('x'):gsub('x', function() while true do end end)\nend",
        "instructions",
        2,
    ),
    Attack(
        "a million million elements to join",
        """local t = setmetatable({}, { __index = function() return '' end })
        function mutate() return table.concat(t, '', 1, 1000000000000) end""",
        "instructions",
    ),
]

TOO_MUCH = [
    Attack(
        "string.rep",
        "function mutate()\n  local s = string.rep('x', 1e9)\nend",
        "string-too-long",
        2,
    ),
    Attack(
        "the method rep",
        "function mutate()\n  local s = ('x'):rep(65537)\nend",
        "string-too-long",
        2,
    ),
    Attack(
        "rep with a separator",
        "function mutate()\n  local s = (''):rep(1e6, 'x')\nend",
        "string-too-long",
        2,
    ),
    Attack(
        "doubling with ..",
        "function mutate()\n  local s = 'x' while true do s = s .. s end\nend",
        "string-too-long",
        2,
    ),
    Attack(
        "growing a field with ..",
        """function mutate()
          local t = { s = '' }
          for i = 1, 10000 do t.s = t.s .. '1234567890' end
          return {}
        end""",
        "string-too-long",
        3,
    ),
    Attack(
        "growing inside of what load compiled",
        """function mutate()
          load([[local s = 'x' while true do s = s .. s end]])()
        end""",
        "string-too-long",
        2,
    ),
    Attack(
        "table.concat",
        """function mutate()
          local t = {} for i = 1, 70000 do t[i] = 'x' end
          local s = table.concat(t)
        end""",
        "string-too-long",
        3,
    ),
    Attack(
        "gsub",
        "function mutate()\n  local s = ('x'):rep(1000):gsub('x', ('y'):rep(1000))\nend",
        "string-too-long",
        2,
    ),
    Attack(
        "format",
        """function mutate()
          local s = ('x'):rep(60000)
          s = string.format('%s%s', s, s)
        end""",
        "string-too-long",
        3,
    ),
    Attack(
        "a long literal",
        "local x\nlocal s = '" + "x" * 70000 + "'\nfunction mutate() end",
        "string-too-long",
        2,
    ),
    Attack(
        "tables without end",
        "function mutate()\n  local t = {}\n  while true do t[#t + 1] = {} end\nend",
        "memory",
        3,
    ),
    Attack(
        "many long strings",
        """function mutate()
          local t = {}
          for i = 1, 1e6 do t[i] = ('x'):rep(60000) end
        end""",
        "memory",
        3,
    ),
    Attack(
        "more to move than there is",
        "function mutate()\n  table.move({}, 1, 1e12, 2)\nend",
        "runtime",
        2,
    ),
    Attack(
        "endless recursion through C",
        "local function f() return (('x'):gsub('x', f)) end\nfunction mutate() f() end",
        "stack-overflow",
        1,
    ),
    Attack(
        "an __index that asks itself",
        """local t = setmetatable({}, { __index = function(t, k) return t[k] end })
        function mutate() return t.x end""",
        "stack-overflow",
        1,
    ),
]

ERRORS = [
    Attack(
        "a huge message",
        "function mutate()\n  error(('x'):rep(65000))\nend",
        "runtime",
        2,
    ),
    Attack(
        "a cyclic value",
        "local e = {} e.e = e\nfunction mutate()\n  error(e)\nend",
        "error-object",
        3,
    ),
    Attack(
        "a value whose text lies and never ends",
        """local e = setmetatable({ code = 3 }, { __tostring = function() while true do end end })
        function mutate() error(e) end""",
        "error-object",
        2,
    ),
    Attack("nothing at all", "function mutate()\n  error(nil)\nend", "error-object", 2),
    Attack(
        "a place that is made up",
        "function mutate()\n  error('other.lua:99: not true', 0)\nend",
        "runtime",
        2,
    ),
]

ESCAPES = [
    Attack("os.exit", "function mutate()\n  os.exit(3)\nend", "closed-library", 2),
    Attack("io.popen", "function mutate()\n  io.popen('id')\nend", "closed-library", 2),
    Attack("io.open through _G", "function mutate()\n  _G.io.open('x', 'w')\nend",
           "closed-library", 2),
    Attack("package.loadlib", "function mutate()\n  package.loadlib('libc.so.6', 'fork')\nend",
           "closed-library", 2),
    Attack("taking the hook off", "debug.sethook()\nwhile true do end", "closed-library"),
    Attack(
        "a coroutine, which has no hook",
        "function mutate()\n  coroutine.wrap(function() while true do end end)()\nend",
        "closed-library",
        2,
    ),
    Attack("dofile", "dofile('/etc/passwd')", "closed-library"),
    Attack("Python by its name", "function mutate()\n  return python.eval('1')\nend", "runtime", 2),
    Attack("starting a process", "function mutate()\n  os.execute('sleep 100 &')\nend",
           "closed-library", 2),
    Attack("a module outside", "require '../../etc/passwd'", "missing-module"),
    Attack("the string table's metatable",
           "function mutate()\n  setmetatable(string, { __index = error })\n"
           "  getmetatable('').__index = nil\nend",
           "runtime", 3),
]  # fmt: skip

PLANS = [
    Attack("a million keys",
           "function mutate()\n  local t = {} for i = 1, 1e6 do t[i] = i end\n"
           "  return { hacks = t }\nend",
           "plan-too-large", 2),
    Attack("itself inside", "function mutate()\n  local t = {} t.t = t return { hacks = t }\nend",
           "plan-cycle", 1),
    Attack("a block with itself inside",
           "function mutate()\n  local t = {} t.t = t\n  return { rules = { all:change(t) } }\nend",
           "plan-cycle", 3),
    Attack("tables in tables",
           "function mutate()\n  local t = {} for i = 1, 1000 do t = { t } end\n"
           "  return { hacks = t }\nend",
           "plan-too-large", None),
    Attack("one block many times",
           "function mutate()\n  local b = all:change{ set = { a = ('x'):rep(60000) } }\n"
           "  local t = {} for i = 1, 1000 do t[i] = b end\n  return { rules = t }\nend",
           "plan-too-large", None),
    Attack("keys that are tables", "function mutate()\n  return { hacks = { [{}] = 1 } }\nend",
           "bad-plan", None),
    Attack("no table", "function mutate() return 'plan' end", "not-a-table"),
    Attack("keys that nobody knows", "function mutate() return { exploit = 1 } end",
           "unknown-plan-key", None),
]  # fmt: skip


@pytest.mark.parametrize(
    "attack", [*ENDLESS, *TOO_MUCH, *ERRORS, *ESCAPES, *PLANS], ids=lambda attack: attack.name
)
def test_it_ends_by_its_name(run: Run, limits: Limits, attack: Attack) -> None:
    # Two attacks need more instructions to get where they hurt.
    generous = dataclasses.replace(limits, instructions=5_000_000)
    result = run(attack.script, limits=limits if attack.kind == "instructions" else generous)
    assert result.error is not None
    assert (result.error.kind, result.plan) == (attack.kind, None), result.error
    if attack.line is not None:
        assert result.error.place == Place("mutator.lua", attack.line)
    for locale in ("en", "ja"):
        text = describe_error(result.error, locale)
        assert text
        assert "{" not in text.replace(result.error.detail, "")
        assert len(text) < 1200


class TestTime:
    """What no count of instructions ends: one call into C that takes (nearly) for ever."""

    @pytest.mark.parametrize(
        "script",
        [
            "function mutate() ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40)) end",
            "function mutate() pcall(string.match, ('a'):rep(60000), ('.-'):rep(30) .. 'b') end",
        ],
        ids=["a pattern bomb", "a pattern bomb in pcall"],
    )
    def test_the_watch_ends_it(self, run: Run, limits: Limits, script: str) -> None:
        result = run(script, limits=dataclasses.replace(limits, seconds=1))
        assert result.error is not None
        assert result.error.kind == "time"
        assert describe_error(result.error, "en") == (
            "The script ran longer than 1 seconds in one phase and was ended."
        )

    def test_the_runner_ends_a_child_that_does_not(self) -> None:
        ended = process.supervise(
            [sys.executable, "-c", "while True: pass"], b"", seconds=0.5, output_bytes=10
        )
        assert ended.reason == "time"


class TestQuietOnes:
    """Attacks that simply do not do anything."""

    def test_a_finaliser_is_never_run(self, run: Run) -> None:
        result = run("""
            for i = 1, 1000 do
              setmetatable({}, { __gc = function() while true do end end })
            end
            local mine = { __gc = print }
            print(rawget(getmetatable(setmetatable({}, mine)), '__gc') == print)
            function mutate() return {} end""")
        assert result.error is None
        assert result.log == ("true",)
        assert result.notes == ("finalisers",)

    def test_a_finaliser_given_afterwards_is_none(self, run: Run) -> None:
        result = run("""
            local meta = {}
            for i = 1, 1000 do setmetatable({}, meta) end
            meta.__gc = function() while true do end end
            collectgarbage()
            local t = {} for i = 1, 20000 do t[i] = {} end
            function mutate() return {} end""")
        assert result.error is None

    def test_metamethods_of_the_plan_are_not_asked(self, run: Run) -> None:
        result = run("""
            local function spin() while true do end end
            function mutate()
              local meta = { __index = spin, __pairs = spin, __len = spin, __tostring = spin,
                             __eq = spin, __name = ('x'):rep(60000) }
              return setmetatable({ hacks = setmetatable({ a = 1 }, meta) }, meta)
            end""")
        assert result.error is None
        assert result.plan is not None
        assert [(hack.parameter, hack.value) for hack in result.plan.hacks] == [("a", 1)]

    def test_bytecode_is_refused(self, run: Run) -> None:
        result = run(r"""
            print(load("\27Lua\x54\0\x19\x93\r\n\x1a\n\4\8\8"))
            print(load("return 1", "x", "b"))
            print(string.dump)
            function mutate() return {} end""")
        assert result.log[0].startswith("nil\tattempt to load a binary chunk")
        assert result.log[1] == "nil\tattempt to load a text chunk (mode is 'b')"
        assert result.log[2] == "nil"

    def test_a_script_that_is_bytecode_is_refused(self, run: Run) -> None:
        result = run(b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n")
        assert result.error is not None
        assert result.error.kind == "binary-chunk"

    def test_load_reaches_no_other_globals(self, run: Run) -> None:
        result = run("""
            print(load("return io, os, debug, python, _G")())
            print(load("return _ENV")() == _G)
            print(load("return x", "c", "t", { x = 3 })())
            function mutate() return {} end""")
        assert result.log[0].startswith("nil\tnil\tnil\tnil\ttable")
        assert result.log[1:] == ("true", "3")

    def test_nothing_within_reach_is_a_python_object(self, run: Run) -> None:
        """Walks over everything reachable from the globals: no userdata, no thread."""
        result = run("""
            local seen, found = {}, 0
            local function walk(value)
              if type(value) == 'userdata' or type(value) == 'thread' then found = found + 1 end
              if type(value) ~= 'table' or seen[value] then return end
              seen[value] = true
              for k, v in pairs(value) do walk(k) walk(v) end
              walk(getmetatable(value))
            end
            function mutate(ctx)
              walk(_G) walk(ctx) walk(all) walk(fixed(1)) walk(sm 'x')
              print(found)
              return {}
            end""")
        assert result.error is None
        assert result.log == ("0",)

    def test_breaking_ones_own_libraries_breaks_nothing_else(self, run: Run) -> None:
        result = run("""
            for name, library in pairs { s = string, t = table, m = math } do
              for key in pairs(library) do library[key] = nil end
            end
            local keep = setmetatable
            for name in pairs(_G) do _ENV[name] = nil end
            function mutate() return { hacks = { a = 'b' } } end""")
        assert result.error is None
        assert result.plan is not None
        assert len(result.plan.hacks) == 1

    def test_pcall_does_not_catch_incompatible(self, run: Run) -> None:
        result = run("""
            function mutate(ctx)
              pcall(ctx.incompatible, 'needs another MOD')
              xpcall(ctx.incompatible, print, 'second')
              return {}
            end""")
        assert (result.incompatible, result.plan, result.error) == (
            "needs another MOD",
            None,
            None,
        )
        assert result.log == ()

    def test_nul_and_broken_utf8_are_shown(self, run: Run) -> None:
        result = run(r"""
            print("a\0b\xff\u{202e}日本🎲")
            function mutate() return { hacks = { ["k\0"] = "\xf0\x9f" } } end""")
        assert result.log == ("a\\x00b\\xff\\u202e日本🎲",)
        assert result.plan is not None
        assert (result.plan.hacks[0].parameter, result.plan.hacks[0].value) == (
            "k\\x00",
            "\\xf0\\x9f",
        )
        assert result.to_json().decode("utf-8").isprintable()

    def test_a_script_that_prints_100_megabytes(self, run: Run, limits: Limits) -> None:
        result = run(
            """
            local line = ('x'):rep(50000)
            for i = 1, 2000 do print(line) end
            function mutate() return {} end""",
            limits=dataclasses.replace(limits, instructions=5_000_000),
        )
        assert result.error is None
        assert result.log_cut
        assert sum(map(len, result.log)) <= limits.log_bytes

    def test_deep_recursion_ends(self, run: Run, limits: Limits) -> None:
        result = run(
            "local function f() return 1 + f() end function mutate() return f() end",
            limits=dataclasses.replace(limits, instructions=50_000_000),
        )
        assert result.error is not None
        # Which of the two comes first depends on how Lua grows its stack.
        assert result.error.kind in ("stack-overflow", "memory")

    def test_a_source_too_deep_for_the_compiler(self, run: Run) -> None:
        result = run("function mutate() return " + "{" * 50000)
        assert result.error is not None
        assert result.error.kind == "syntax"

    def test_a_deep_text_given_to_load_is_only_refused(self, run: Run) -> None:
        result = run("""
            local chunk, message = load('return ' .. ('{'):rep(60000))
            print(chunk, message)
            function mutate() return {} end""")
        assert result.error is None
        assert result.log[0].startswith("nil\t")
        assert "overflow" in result.log[0]


class _Walls(Protocol):
    def __call__(
        self, code: str, *, descriptors: tuple[int, ...] = ()
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def behind_the_walls() -> _Walls:
    """Run Python (not Lua) behind the walls of the child: what if a script did get out?"""

    def run(code: str, *, descriptors: tuple[int, ...] = ()) -> subprocess.CompletedProcess[str]:
        script = (
            "import sys, os, ctypes, socket, mmap, threading\n"
            f"sys.path.insert(0, {str(SERVER)!r})\n"
            "from modwright.sandbox import walls\n"
            "standing = walls.raise_walls(1 << 26, 2, 0)\n"
            "def attempt(what):\n"
            "    try: what()\n"
            "    except BaseException as problem: print(type(problem).__name__)\n"
            "    else: print('done')\n"
            f"{code}\n"
            "sys.stdout.flush()\n"
            "os._exit(0)\n"
        )
        return subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            pass_fds=descriptors,
        )

    return run


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="walls of Linux")


@linux
class TestWalls:
    """The process limits by themselves, without the help of the Lua side."""

    def test_they_stand(self, behind_the_walls: _Walls) -> None:
        done = behind_the_walls("print(*standing)")
        names = set(done.stdout.split())
        assert {"descriptors", "memory", "processor-time", "files", "parent"} <= names
        # Somebody must forbid new processes: the limit does not hold for the superuser.
        assert names & {"processes", "system-calls"}

    @pytest.mark.parametrize(
        "what",
        [
            "os.fork()",
            "os.posix_spawn('/bin/sh', ['sh'], {})",
            "open('/etc/passwd')",
            "open('/tmp/modwright-was-here', 'w')",
            "os.unlink('/tmp/modwright-was-here')",
            "socket.socket()",
            "threading.Thread(target=print).start()",
            "bytearray(1 << 30)",
            "os.kill(os.getppid(), 0)",
            "os.execv('/bin/sh', ['sh', '-c', 'true'])",
        ],
    )
    def test_nothing_gets_out(self, behind_the_walls: _Walls, what: str) -> None:
        done = behind_the_walls(f"attempt(lambda: {what})")
        if "os.kill" in what and "system-calls" not in behind_the_walls("print(*standing)").stdout:
            pytest.skip("no wall around signals here")
        assert done.stdout.strip() in {
            "PermissionError",
            "OSError",
            "BlockingIOError",
            "RuntimeError",
            "MemoryError",
        }, done

    def test_processor_time_ends(self, behind_the_walls: _Walls) -> None:
        done = behind_the_walls("while True: pass")
        assert done.returncode < 0

    def test_inherited_descriptors_are_closed(
        self, behind_the_walls: _Walls, tmp_path: Path
    ) -> None:
        path = tmp_path / "secret.txt"
        path.write_text("42")
        with path.open() as file:
            number = file.fileno()
            done = behind_the_walls(
                f"attempt(lambda: print(os.read({number}, 9)))", descriptors=(number,)
            )
        assert done.stdout.split() == ["OSError"]

    def test_the_script_s_process_reports_them(self, run: Run) -> None:
        result = run("function mutate() return {} end")
        assert {"descriptors", "memory", "processor-time"} <= set(result.process.walls)


class TestSupervisor:
    def test_output_without_end(self) -> None:
        ended = process.supervise(
            [sys.executable, "-c", "while True: print('x' * 100000)"],
            b"",
            seconds=60,
            output_bytes=1_000_000,
        )
        assert ended.reason == "output"
        assert len(ended.output) == 1_000_000

    def test_an_error_stream_without_end(self) -> None:
        code = "import sys\nwhile True: sys.stderr.write('x' * 100000)"
        ended = process.supervise(
            [sys.executable, "-c", code], b"", seconds=60, output_bytes=10, error_bytes=1000
        )
        assert (ended.reason, len(ended.errors)) == ("output", 1000)

    def test_a_request_that_nobody_reads(self) -> None:
        ended = process.supervise(
            [sys.executable, "-c", "pass"], b"x" * 5_000_000, seconds=60, output_bytes=10
        )
        assert (ended.reason, ended.code) == ("exited", 0)

    @pytest.mark.skipif(sys.platform == "win32", reason="process groups of POSIX")
    def test_what_it_started_ends_with_it(self, tmp_path: Path) -> None:
        """A child that leaves a process behind, holding the pipes: neither blocks us nor lives."""
        code = (
            "import os, time\n"
            "if os.fork() == 0:\n"
            "    time.sleep(1000)\n"
            "else:\n"
            "    print('gone', flush=True)\n"
        )
        ended = process.supervise([sys.executable, "-c", code], b"", seconds=2, output_bytes=1000)
        assert ended.reason == "time"
        assert ended.output == b"gone\n"

    def test_it_inherits_no_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MODWRIGHT_SECRET", "42")
        ended = process.supervise(
            [sys.executable, "-c", "import os; print(os.environ.get('MODWRIGHT_SECRET'))"],
            b"",
            seconds=60,
            output_bytes=1000,
        )
        assert ended.output.strip() == b"None"

    def test_cancelling(self) -> None:
        cancelled = threading.Event()
        threading.Timer(0.2, cancelled.set).start()
        ended = process.supervise(
            [sys.executable, "-c", "while True: pass"],
            b"",
            seconds=60,
            output_bytes=10,
            cancelled=cancelled,
        )
        assert ended.reason == "cancelled"


class TestBesideTheServer:
    @pytest.mark.asyncio
    async def test_the_loop_answers_while_a_script_spins(
        self, limits: Limits, context: PlanContext
    ) -> None:
        """A pattern bomb holds its process for a second; the loop here goes on turning."""
        script = b"function mutate() ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40)) end"
        run = asyncio.create_task(
            run_plan_async(
                {"mutator.lua": script},
                "mutator.lua",
                context,
                limits=dataclasses.replace(limits, seconds=1),
            )
        )
        turns = 0
        while not run.done():
            await asyncio.sleep(0.01)
            turns += 1
        error = (await run).error
        assert error is not None
        assert error.kind == "time"
        assert turns > 10

    @pytest.mark.asyncio
    async def test_cancelling_the_task_ends_the_process(
        self, limits: Limits, context: PlanContext, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ends: list[str] = []
        supervise = process.supervise

        def recorded(*args: object, **kwargs: object) -> process.Ended:
            ended = cast("Callable[..., process.Ended]", supervise)(*args, **kwargs)
            ends.append(ended.reason)
            return ended

        monkeypatch.setattr(process, "supervise", recorded)
        script = b"function mutate() ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40)) end"
        run = asyncio.create_task(
            run_plan_async(
                {"mutator.lua": script},
                "mutator.lua",
                context,
                limits=dataclasses.replace(limits, seconds=100),
            )
        )
        await asyncio.sleep(0.5)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        while not ends:
            await asyncio.sleep(0.01)
        assert ends == ["cancelled"]


def test_the_library_in_use_is_lua_5_4() -> None:
    lua = importlib.import_module("lupa.lua54")
    assert lua.LUA_VERSION == (5, 4)
