"""The plan preview: what players choose, what is run, and the tree that authors read."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from modwright.ide.plan import Given, PlanReport, PlanRequest, prepare
from modwright.ide.plan_run import run
from modwright.ide.plan_text import render_text
from modwright.ide.types import Refused
from modwright.languages.package import DictPackage

MANIFEST = """\
oamut: 1
id: long-winter
version: "1.10"
works-with: ["*"]
layers: [files, rules, units, hacks]
options:
  - id: speed
    type: number
    min: 0.1
    max: 2.5
    step: 0.1
    default: 0.7
  - id: mode
    type: choice
    values: [easy, "true"]
    default: easy
  - id: count
    type: choice
    values: [1, 2.5, 4]
    default: 4
  - id: cheats
    type: toggle
    default: false
"""
EMPTY = "function mutate(ctx) return {} end\n"
SHOWS = """\
function mutate(ctx)
  local o = ctx.options
  print(o.speed, o.mode, o.count, o.cheats, math.type(o.count))
  return {}
end
"""


def package(script: str = EMPTY, manifest: str = MANIFEST, **files: str) -> DictPackage:
    named = {path.replace("__", "/") + ".lua": text for path, text in files.items()}
    return DictPackage("long-winter", {"oamut.yaml": manifest, "mutator.lua": script, **named})


def prepared(
    of: DictPackage, given: Mapping[str, Given] | None = None, mod: str | None = None
) -> PlanRequest:
    request = prepare(of, given or {}, "en", mod)
    assert isinstance(request, PlanRequest), request
    return request


def refusal(
    of: DictPackage,
    given: Mapping[str, Given] | None = None,
    *,
    locale: str = "en",
    mod: str | None = None,
) -> str:
    request = prepare(of, given or {}, locale, mod)
    assert isinstance(request, Refused)
    return request.reason


def preview(script: str, given: Mapping[str, Given] | None = None) -> PlanReport:
    return run(prepared(package(script), given))


# ---- options


def test_a_player_who_changes_nothing_has_the_defaults() -> None:
    request = prepared(package())

    assert dict(request.context.options) == {
        "speed": 0.7,
        "mode": "easy",
        "count": 4,
        "cheats": False,
    }
    assert all(choice.is_default for choice in request.choices)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("speed", "0.3", 0.3),
        ("speed", 0.3, 0.3),
        ("speed", "2", 2),
        ("speed", 2.0, 2),
        ("speed", "25e-1", 2.5),
        ("count", "2.50", 2.5),
        ("count", 1, 1),
        ("mode", "true", "true"),
        ("cheats", "True", True),
        ("cheats", True, True),
    ],
)
def test_what_a_player_may_choose(name: str, given: Given, value: Given) -> None:
    request = prepared(package(), {name: given})

    chosen = next(choice for choice in request.choices if choice.id == name)
    assert chosen.value == value
    assert type(chosen.value) is type(value)
    assert not chosen.is_default
    assert request.context.options[name] == value


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("sped", "1", "There is no option sped; did you mean speed?"),
        ("speed", "0.35", "0.35 is not on a step of 0.1 from 0.1"),
        ("speed", 0.30000000000000004, "is not on a step"),
        ("speed", "2.6", "2.6 is not between 0.1 and 2.5"),
        ("speed", "fast", "fast is no number"),
        ("speed", True, "true is no number"),
        ("speed", ".5", ".5 is no number"),
        ("speed", "1_0", "1_0 is no number"),
        ("speed", float("nan"), "nan is no number"),
        ("speed", "9" * 5000, "is no number"),
        ("count", "3", "3 is none of the values: 1, 2.5, 4"),
        ("count", True, "true is none of the values"),
        ("mode", "hard", "hard is none of the values: easy, true"),
        ("mode", True, "true is none of the values"),
        ("cheats", "yes", "yes is neither true nor false"),
        ("cheats", 1, "1 is neither true nor false"),
    ],
)
def test_what_is_refused_before_the_script_runs(name: str, given: Given, reason: str) -> None:
    assert reason in refusal(package(), {name: given})


def test_a_refusal_is_worded_in_japanese() -> None:
    said = refusal(package(), {"speed": "0.35"}, locale="ja")

    assert said == "オプション speed: 0.35 は 0.1 から 0.1 ずつの刻みに乗っていません"


def test_every_step_is_a_choice_and_nothing_between_them() -> None:
    for hundredths in (*range(10, 50), 249, 250):
        number = f"{hundredths // 100}.{hundredths % 100:02}"
        request = prepare(package(), {"speed": number}, "en")
        assert isinstance(request, PlanRequest) == (hundredths % 10 == 0), number


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    default: 0.7\n", "", "Option speed has no default"),
        ("default: 0.7", "default: 0.75", "The default of option speed is refused: 0.75 is not on"),
        ("    step: 0.1\n", "", "its definition in the manifest is incomplete"),
        ("step: 0.1", "step: 0", "its definition in the manifest is incomplete"),
        ("type: toggle", "type: switch", "its definition in the manifest is incomplete"),
        ('values: [easy, "true"]', "values: []", "its definition in the manifest is incomplete"),
    ],
)
def test_an_option_that_the_manifest_leaves_open(old: str, new: str, said: str) -> None:
    assert MANIFEST.count(old) == 1
    assert said in refusal(package(manifest=MANIFEST.replace(old, new)))


def test_a_value_makes_up_for_a_missing_default() -> None:
    manifest = MANIFEST.replace("    default: 0.7\n", "")

    assert prepared(package(manifest=manifest), {"speed": "1"}).context.options["speed"] == 1


def test_a_mutator_without_options_says_so() -> None:
    manifest = MANIFEST.partition("options:")[0]

    assert "the manifest defines none" in refusal(package(manifest=manifest), {"speed": "1"})


def test_the_script_reads_what_was_chosen() -> None:
    report = preview(SHOWS, {"speed": 1.5, "mode": "true", "cheats": "true"})

    assert report.result.log == ("1.5\ttrue\t4\ttrue\tinteger",)


# ---- what is run


def test_the_entry_and_the_modules_are_run_and_nothing_else_is_handed_over() -> None:
    files = {"lua__a__b": "return 1", "rules__c": "", "spare": "error('not me')"}
    request = prepared(package(EMPTY, **files))

    assert sorted(request.files) == ["lua/a/b.lua", "mutator.lua"]
    assert "spare.lua" in request.package_paths


def test_another_entry_in_another_case() -> None:
    of = DictPackage("x", {"oamut.yaml": MANIFEST + "entry: start.lua\n", "Start.LUA": EMPTY})

    assert run(prepared(of)).result.plan is not None


def test_without_its_entry_the_preview_says_what_is_missing() -> None:
    of = DictPackage("x", {"oamut.yaml": MANIFEST, "lua/a.lua": ""})

    assert "mutator.lua is not in the package" in render_text(run(prepared(of)), "en")


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        ("", "0.8.0"),
        (">=0.8.0, <0.9.0", "0.8.0"),
        (">1.2.9", "1.2.10"),
        ("<0.5.0", "0.0.0"),
        ("=2.0.65535", "2.0.65535"),
        (">=2.0.0, <1.0.0", "0.8.0"),
        ("nonsense", "0.8.0"),
    ],
)
def test_the_engine_is_one_that_the_mutator_asks_for(wanted: str, version: str) -> None:
    manifest = f'{MANIFEST}requires:\n  engine: "{wanted}"\n'

    assert prepared(package(manifest=manifest)).context.engine_version == version


def test_without_a_mod_the_base_game_is_on() -> None:
    context = prepared(package()).context

    assert context.mod_id == "ta-3.1c"
    assert prepared(package(), mod="my-mod").context.mod_id == "my-mod"


@pytest.mark.parametrize("mod", ["My Mod", "*", "", "a\n"])
def test_a_mod_by_no_id(mod: str) -> None:
    assert "is no id of a MOD" in refusal(package(), mod=mod)


def test_remarks_on_a_package_that_the_game_would_not_take() -> None:
    manifest = MANIFEST.replace('["*"]', "[my-mod]").replace('"1.10"', "1.10")
    of = package(manifest=manifest)

    assert [tuple(each) for each in prepared(of).remarks] == [
        ("errors", 1),
        ("works-with", "ta-3.1c"),
    ]
    assert [each.kind for each in prepared(of, mod="my-mod").remarks] == ["errors"]
    shown = render_text(run(prepared(of)), "en")
    assert "works-with does not name ta-3.1c" in shown
    # Without the key nothing is known about where it fits.
    of = package(manifest=MANIFEST.replace('works-with: ["*"]\n', ""))
    assert prepared(of).remarks == []


def test_more_source_than_can_be_run() -> None:
    of = package(EMPTY, lua__big="-- " + "x" * 2_000_000)

    assert "at most 2,000,000 bytes" in refusal(of)


@pytest.mark.parametrize("manifest", ["", "oamut: [", "entry: [1]\n", "\x00", "- a\n"])
def test_a_manifest_that_says_little_is_no_accident(manifest: str) -> None:
    request = prepare(package(manifest=manifest), {}, "ja")

    assert isinstance(request, Refused) == manifest.startswith("entry")


# ---- what authors read

WHOLE = """\
function mutate(ctx)
  return {
    files = { add = { "files/base", "files/extra" }, mask = { "units/old.fbi" } },
    rules = {
      named("armcom", "corcom"):change{
        set = { Name = "司令官 👑" },
        scale = { buildtime = { 1.5, min = 1, max = 10 } },
        remove = { "corpse" },
      },
      where{ kind = "unit", "a" },
      sm "rules/extra.sm",
    },
    units = function() end,
    hacks = { unitlimit = 500 },
  }
end
"""
WHOLE_FILES = {
    "oamut.yaml": MANIFEST,
    "mutator.lua": WHOLE,
    "files/base/units/a.fbi": "1",
    "files/base/units/b.fbi": "1",
    "files/extra/Units/A.fbi": "2",
    "rules/extra.sm": "",
}


def test_the_whole_plan_as_a_tree() -> None:
    report = run(prepared(DictPackage("x", WHOLE_FILES), {"cheats": True}))

    assert (
        render_text(report, "en")
        == """\
Plan of long-winter 1.10
  As if with MOD ta-3.1c (3.1c, ta) and engine 0.8.0
  speed = 0.7 (default)
  mode = easy (default)
  count = 4 (default)
  cheats = true

├─ Files
│  ├─ Added from files/base, files/extra; a later folder wins
│  │  ├─ Units/A.fbi ← files/extra/Units/A.fbi, which wins over files/base/units/a.fbi
│  │  └─ units/b.fbi ← files/base/units/b.fbi
│  └─ Hidden from the game
│     └─ units/old.fbi
├─ Rules, in this order
│  ├─ 1. named("armcom", "corcom")  (mutator.lua:5)
│  │  ├─ scale buildtime × 1.5, at least 1, at most 10
│  │  ├─ remove corpse
│  │  └─ set Name = "司令官 👑"
│  ├─ 2. where({1 = "a", kind = "unit"})  (mutator.lua:10)
│  │  └─ changes nothing
│  └─ 3. rules/extra.sm, a rule file, which the preview does not read  (mutator.lua:11)
├─ Hooks, in this order (the preview does not run them)
│  └─ units  (mutator.lua:13)
└─ Hacks, for this match alone
   └─ unitlimit = 500

! mutator.lua:10: The rule block at rules[2] has no :change, so it changes nothing.

Instructions used: 3,000 of 50,000,000, counted by the thousand
"""
    )


def test_the_same_tree_in_japanese() -> None:
    shown = render_text(run(prepared(DictPackage("x", WHOLE_FILES))), "ja")

    assert "scale buildtime × 1.5、下限 1、上限 10" in shown
    assert "speed = 0.7（既定値）" in shown
    assert "後のフォルダーが優先" in shown


def test_an_empty_plan_changes_nothing() -> None:
    assert "The plan is empty: nothing changes." in render_text(preview(EMPTY), "en")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("function mutate(ctx)\n  error('寒すぎる')\nend", "mutator.lua:2: The script ended with"),
        (
            "function mutate(ctx)\n  local x = = 1\nend",
            "mutator.lua:2: The script does not compile",
        ),
        ("function mutate(ctx) return { menus = print } end", "does not declare the layer menus"),
        ("function mutate(ctx) ctx.incompatible('夏だけ') end", "stopped this mutator: 夏だけ"),
    ],
)
def test_why_there_is_no_plan(script: str, said: str) -> None:
    report = preview(script)

    assert report.result.plan is None
    (line,) = (line for line in render_text(report, "en").splitlines() if line.startswith("✗ "))
    assert said in line


def test_nothing_in_the_tree_controls_a_terminal() -> None:
    script = 'function mutate(ctx) print("\\27[2J") return { hacks = { ["a\\27]0;x\\7"] = 1 } } end'
    of = DictPackage(
        "long\x1b[2Jwinter",
        {"oamut.yaml": MANIFEST.replace("id: long-winter\n", ""), "mutator.lua": script},
    )
    shown = render_text(run(prepared(of)), "en")

    assert "long\\x1b[2Jwinter" in shown
    assert all(character.isprintable() or character in "\n\t" for character in shown)


def test_a_long_text_is_cut_in_the_tree_and_whole_in_the_data() -> None:
    report = preview('function mutate(ctx) return { hacks = { a = ("雪"):rep(5000) } } end')

    assert "雪" * 119 + "…" in render_text(report, "en")
    assert "雪" * 5000 in json.dumps(report.as_data(), ensure_ascii=False)


def test_the_data_is_the_same_on_every_run() -> None:
    first, second = (
        json.dumps(run(prepared(DictPackage(name, WHOLE_FILES))).as_data(), allow_nan=False)
        for name in ("here", "there")
    )

    assert first == second
    assert json.loads(first)["context"]["options"]["speed"] == 0.7
