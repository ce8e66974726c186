"""Names across the files of a package, links to them, and fixes that reach the manifest."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.findings.messages import text
from modwright.findings.model import TextEdit
from modwright.languages.around import PlacedName
from modwright.languages.oamut.manifest_names import names as manifest_names
from modwright.languages.oamut.script_language import OamutScript, path_in
from modwright.languages.oamut.script_structure import outline
from modwright.languages.package import DictPackage, Package
from modwright.languages.results import OutlineItem
from modwright.symbols.names import Name
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.script_cursor import (
    CURSOR,
    FEATURES,
    MANIFEST,
    Script,
    edited,
    in_mutate,
    in_plan,
    script,
)

ENTRY = """-- 速い砲😀
local util = require "util"
function mutate(ctx)
  local o = ctx.options
  return { units = function(c) util.go(c.options["speed"], o.sp‸eed, o["mode"]) end }
end
"""
MODULE = """-- 部品😀
local M = {}
function M.go(ctx) return ctx.options.speed, ctx.options[ [[speed]] ] end
return M
"""


def places(opened: Script, path: str = "mutator.lua") -> list[PlacedName]:
    return list(FEATURES.names(opened.document, path, opened.package))


def touched(opened: Script) -> list[PlacedName]:
    """All places of the names under the cursor."""
    found = places(opened)
    keys = {
        place.name.key
        for place in found
        if place.path is None and place.name.start <= opened.cursor <= place.name.end
    }
    return [place for place in found if place.name.key in keys]


def definitions(opened: Script) -> list[tuple[str | None, str]]:
    return [
        (place.path, cut(opened, place)) for place in touched(opened) if place.name.is_definition
    ]


def cut(opened: Script, place: PlacedName) -> str:
    whole = opened.text if place.path is None else opened.file(place.path)
    return whole[place.name.start : place.name.end]


def renamed(opened: Script, new: str) -> Mapping[str | None, str]:
    """The files of the package after a rename, by their paths (None: the script itself)."""
    edits: dict[str | None, set[TextEdit]] = {}
    for place in touched(opened):
        name = place.name
        assert name.check is not None
        assert name.check(new) is None
        new_text = FEATURES.written(name, new, place.path)
        edits.setdefault(place.path, set()).add(TextEdit(name.start, name.end, new_text))
    texts = {path: opened.text if path is None else opened.file(path) for path in edits}
    return {path: edited(texts[path], sorted(found)) for path, found in edits.items()}


# ---- options


def test_an_option_leads_to_the_manifest() -> None:
    opened = script(ENTRY, {"lua/util.lua": MODULE})
    assert definitions(opened) == [("oamut.yaml", "speed")]
    uses = [place.path for place in touched(opened) if not place.name.is_definition]
    assert sorted(uses, key=str) == [None, None, "lua/util.lua", "lua/util.lua"]


def test_rename_changes_every_file_and_both_spellings() -> None:
    opened = script(ENTRY, {"lua/util.lua": MODULE})
    after = renamed(opened, "pace")
    assert after["oamut.yaml"] == MANIFEST.replace("id: speed", "id: pace")
    assert after["lua/util.lua"] == MODULE.replace("speed", "pace")
    assert after[None] == ENTRY.replace(CURSOR, "").replace("speed", "pace")


def test_rename_from_a_module() -> None:
    package = script(ENTRY, {"lua/util.lua": MODULE}).package
    found = FEATURES.names(LuaDocument.parse(MODULE), "lua/util.lua", package)
    speeds = [place for place in found if place.name.key == ("option", "speed")]
    assert [place.path for place in speeds].count(None) == 2
    assert {place.path for place in speeds} == {None, "mutator.lua", "oamut.yaml"}


def test_a_quoted_id_is_renamed_between_its_quotes() -> None:
    manifest = "oamut: 1\noptions:\n  - id: \"speed\"\n    type: toggle\n  - {id: 'fog'}\n"
    opened = script("function mutate(c) return { c.options.sp‸eed } end", manifest=manifest)
    assert renamed(opened, "pace")["oamut.yaml"] == manifest.replace("speed", "pace")


@pytest.mark.parametrize(
    ("new", "part"),
    [
        ("", "Lua"),
        ("two words", "Lua"),
        ("速さ", "Lua"),
        ("2fast", "Lua"),
        ("a-b", "Lua"),
        ("end", "end"),
        ("fog", "fog"),
        ("true", "true"),
        ("null", "null"),
        ("True", "True"),
    ],
)
def test_a_name_that_would_not_do(new: str, part: str) -> None:
    opened = in_mutate("x = ctx.options.spe‸ed")
    checks = {place.name.check(new) for place in touched(opened) if place.name.check}
    assert len(checks) == 1
    problem = checks.pop()
    assert problem is not None
    for locale in ("en", "ja"):
        assert part in text(problem, locale, name=new, written=new)


def test_the_manifest_and_the_scripts_agree() -> None:
    opened = script(ENTRY, {"lua/util.lua": MODULE})
    manifest = YamlDocument.parse(MANIFEST)

    def options(found: list[PlacedName], own: str) -> set[tuple[str, str, int, int, bool]]:
        return {
            (place.path or own, name.text, name.start, name.end, name.is_definition)
            for place in found
            if (name := place.name).key[0] == "option"
        }

    assert options(places(opened), "mutator.lua") == options(
        manifest_names(manifest, opened.package), "oamut.yaml"
    )


def test_an_option_nobody_defines_has_places_and_no_definition() -> None:
    opened = in_mutate("x = ctx.options.sp‸ed + ctx.options['sped']")
    assert definitions(opened) == []
    assert len(touched(opened)) == 2


# ---- modules and layers


def test_a_module_leads_to_its_file_and_back() -> None:
    opened = script('local 部 = require "units.a‸ir"\nlocal b = require("UNITS/air")\n')
    assert definitions(opened) == [("lua/units/air.lua", "")]
    assert len(touched(opened)) == 3
    assert all(place.name.check is None for place in touched(opened))
    module = LuaDocument.parse("return {}\n")
    found = FEATURES.names(module, "lua/units/air.lua", opened.package)
    at_top = [p for p in found if p.path is None and p.name.start == 0]
    assert [place.name.key for place in at_top] == [("module", "lua/units/air.lua")]
    assert [place.path for place in found if place.name.key == at_top[0].name.key] == [
        None,
        "mutator.lua",
        "mutator.lua",
    ]


def test_a_plan_key_leads_to_its_layer() -> None:
    assert definitions(in_plan("ru‸les = {}")) == [("oamut.yaml", "rules")]
    assert definitions(in_plan("ma‸ps = f")) == []


def test_links() -> None:
    opened = in_plan(
        'rules = { sm "rules/arms.sm", sm("RULES/air/planes.sm"), sm "rules/no.sm" },'
        ' files = { add = { "files/base", "files/hard/", "files/no", "" }, mask = { "files" } },'
        ' units = require("util").units'
    )
    found = FEATURES.links(opened.document, opened.package)
    assert [(opened.text[link.start : link.end], link.path) for link in found] == [
        ("rules/arms.sm", "rules/arms.sm"),
        ("RULES/air/planes.sm", "rules/air/planes.sm"),
        ("files/base", "files/base"),
        ("files/hard/", "files/Hard"),
        ("util", "lua/util.lua"),
    ]
    assert not FEATURES.links(opened.document, None)


# ---- lens, outline, folds


def test_the_lens_runs_the_plan() -> None:
    opened = in_mutate("return {}")
    (lens,) = FEATURES.lenses(opened.document, "mutator.lua", "en", opened.package)
    assert (lens.title, lens.command, lens.arguments) == (
        "Run plan",
        "modwright.plan",
        (),
    )
    assert "mutate" in opened.text[lens.start : lens.end]
    (japanese,) = FEATURES.lenses(opened.document, "MUTATOR.LUA", "ja", opened.package)
    assert japanese.title == "プランを実行"
    assert not FEATURES.lenses(opened.document, "lua/util.lua", "en", opened.package)
    module = LuaDocument.parse("local x = 1")
    assert not FEATURES.lenses(module, "mutator.lua", "en", opened.package)


def shown(items: list[OutlineItem], source: str) -> list[object]:
    for item in items:
        assert item.start <= item.name_start <= item.name_end <= item.end <= len(source)
    return [
        (item.name, item.detail, shown(list(item.children), source))
        if item.children
        else (item.name, item.detail)
        for item in items
    ]


def test_the_outline() -> None:
    source = (
        "-- 砲😀\nlocal function help(x) return x end\n"
        "local function heavy(c) local function inner() end end\n"
        "function mutate(ctx)\n  return {\n    rules = {},\n    units = heavy,\n"
        "    weapons = function(c) local function deep() end end,\n  }\nend\n"
    )
    assert shown(outline(LuaDocument.parse(source), "en"), source) == [
        ("help", ""),
        ("heavy", "hook units", [("inner", "")]),
        (
            "mutate",
            "mutate(ctx)",
            [
                ("rules", "plan"),
                ("units", "hook"),
                ("weapons", "hook", [("deep", "")]),
            ],
        ),
    ]
    assert outline(LuaDocument.parse(source), "ja")[1].detail == "フック units"


def folded_lines(source: str) -> list[tuple[int, int]]:
    """The folds by the numbers of their first and last lines."""
    found = FEATURES.folds(LuaDocument.parse(source))
    assert found is not None
    return [(source.count("\n", 0, f.start) + 1, source.count("\n", 0, f.end) + 1) for f in found]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_folds(line_break: str) -> None:
    lines = [
        "function mutate(ctx) -- 砲😀",
        "  if ctx.options.fog then",
        "    x()",
        "  end",
        "  return {",
        "    units = function(c)",
        "      y()",
        "    end,",
        "    rules = { all('u') },",
        "  }",
        "end",
        "local one = { 1 }",
    ]
    assert folded_lines(line_break.join(lines)) == [(1, 10), (2, 3), (5, 9), (6, 7)]


# ---- fixes


def test_declaring_a_layer() -> None:
    opened = in_plan("we‸apons = f, maps = g")
    assert "layers: [rules, units, weapons]\n" in opened.mended(
        "Declare the layer weapons in the manifest"
    )
    assert "layers: [rules, units, weapons, maps]\n" in opened.mended(
        "Declare all missing layers in the manifest: weapons, maps"
    )
    action = opened.action("Declare the layer weapons in the manifest")
    assert action.finding_code == "oamut/undeclared-layer"
    assert opened.text[action.finding_start :].startswith("weapons")
    assert action.is_preferred
    assert in_plan("ru‸les = {}").actions() == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id: a\n", "id: a\nlayers: [maps]\n"),
        ("id: a\noptions:\n  - id: b\n", "id: a\nlayers: [maps]\noptions:\n  - id: b\n"),
        ("layers: []\n", "layers: [maps]\n"),
        ("layers:\n", "layers: [maps]\n"),
        ("layers: # 層😀\n", "layers: [maps] # 層😀\n"),
        ("layers:\n- rules # 規則\n- units\n", "layers:\n- rules # 規則\n- units\n- maps\n"),
        ("layers:\n    - rules\nid: a\n", "layers:\n    - rules\n    - maps\nid: a\n"),
        ('layers: ["rules"]', 'layers: ["rules", maps]'),
    ],
)
def test_a_layer_is_written_like_the_text_around(before: str, after: str) -> None:
    opened = script("function mutate() return { ma‸ps = f } end", manifest=f"oamut: 1\n{before}")
    assert opened.mended("Declare the layer maps in the manifest") == f"oamut: 1\n{after}"


def test_layers_that_are_no_list_are_left_alone() -> None:
    opened = script("function mutate() return { ma‸ps = f } end", manifest="oamut: 1\nlayers: 3\n")
    assert opened.actions() == []


@pytest.mark.parametrize(
    ("read", "kind"),
    [
        ("if ctx.options.ne‸w then", "toggle"),
        ("x = ctx.options.ne‸w * 2", "number"),
        ("if ctx.options['ne‸w'] >= 1 then", "number"),
        ("if ctx.options.ne‸w == 'よ' then", "choice"),
        ("if ctx.options.ne‸w == 3 then", "number"),
    ],
)
def test_the_type_that_an_option_looks_like_is_preferred(read: str, kind: str) -> None:
    actions = in_mutate(read).actions()
    assert [action.is_preferred for action in actions] == [True, False, False]
    assert actions[0].title == f"Add the option new to the manifest ({kind})"
    assert {action.finding_code for action in actions} == {"oamut/unknown-option"}


TOGGLE = "Add the option new to the manifest (toggle)"
NUMBER = "Add the option new to the manifest (number)"


def test_adding_an_option_that_a_script_reads() -> None:
    opened = in_mutate("if ctx.options.ne‸w then")
    assert opened.mended(TOGGLE) == f"{MANIFEST}  - id: new\n    type: toggle\n    default: false\n"
    assert opened.mended(NUMBER) == (
        f"{MANIFEST}  - id: new\n    type: number\n    min: 0\n    max: 10\n    step: 1\n"
        "    default: 0\n"
    )
    assert in_mutate("if ctx.options.spe‸ed then").actions() == []
    assert in_mutate("if ctx.options['a b‸'] then").actions() == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id: a\n", "id: a\noptions:\n  - id: new\n    type: toggle\n    default: false\n"),
        (
            "layers:\n- rules\n",
            "layers:\n- rules\noptions:\n- id: new\n  type: toggle\n  default: false\n",
        ),
        (
            "options:\nid: a\n",
            "options:\n  - id: new\n    type: toggle\n    default: false\nid: a\n",
        ),
        ("options: []\n", "options: [{ id: new, type: toggle, default: false }]\n"),
        (
            "options:\r\n    - id: 'b' # 砲😀\r\n",
            "options:\r\n    - id: 'b' # 砲😀\r\n"
            "    - id: new\r\n      type: toggle\r\n      default: false\r\n",
        ),
    ],
)
def test_an_option_is_written_like_the_text_around(before: str, after: str) -> None:
    head = "oamut: 1\r\n" if "\r" in before else "oamut: 1\n"
    opened = script("function mutate(c) x = c.options.ne‸w end", manifest=head + before)
    mended = opened.mended(TOGGLE)
    assert mended == head + after
    assert not YamlDocument.parse(mended).faults


def test_making_a_module() -> None:
    opened = script('local g = require "units.gro‸und"')
    (action,) = opened.actions("ja")
    assert action.title == "lua/units/ground.lua を作る"
    assert action.creates == {"lua/units/ground.lua": "local ground = {}\n\nreturn ground\n"}
    assert action.finding_code == "oamut/missing-module"
    assert opened.text[action.finding_start :].startswith('"units.ground"')
    assert script('local g = require "ut‸il"').actions() == []
    for name in ("", "..", "a b", "../x", "砲"):
        assert script(f'local g = require "{name}‸"').actions() == []


# ---- the language


class Folder(DictPackage):
    """A package that says where its files lie, as one on disk does."""

    def relative(self, path: object) -> str:
        root, _, inside = str(path).partition("/heavy-guns/")
        if not inside:
            raise ValueError(root)
        return inside


FILES = {"oamut.yaml": MANIFEST, "Mutator.lua": "function mutate() end", "lua/a.lua": ""}


@pytest.mark.parametrize(
    ("path", "is_script"),
    [
        ("/mods/heavy-guns/Mutator.lua", True),
        ("/mods/heavy-guns/mutator.LUA", True),
        ("/mods/heavy-guns/lua/a.lua", True),
        ("/mods/heavy-guns/lua/部品/b.lua", True),
        ("/mods/heavy-guns/LUA/a.lua", True),
        ("/mods/heavy-guns/other.lua", False),
        ("/mods/heavy-guns/files/a.lua", False),
        ("/mods/heavy-guns/lua/a.txt", False),
        ("/mods/elsewhere/lua/a.lua", False),
    ],
)
def test_which_files_are_scripts(path: str, is_script: bool) -> None:
    language = OamutScript()
    assert language.recognises_path(path, Folder("heavy-guns", FILES)) is is_script
    assert not language.recognises_path(path, None)


def test_the_path_of_a_file_in_a_dictionary() -> None:
    package: Package = DictPackage("heavy-guns", FILES)
    assert path_in(package, "lua/a.lua") == "lua/a.lua"
    assert path_in(Folder("heavy-guns", FILES), "/other/x.lua") is None


def test_findings_depend_on_which_script_it_is() -> None:
    language = OamutScript()
    files = {"oamut.yaml": MANIFEST, "mutator.lua": "x = 1", "lua/a.lua": "x = 2"}
    package = DictPackage("heavy-guns", files)

    def codes(text: str) -> set[str]:
        found = language.findings(language.parse(text), package)
        return {finding.code for finding in found}

    assert "oamut/no-mutate" in codes("x = 1")
    assert "oamut/no-mutate" not in codes("x = 2")


# ---- whatever is typed

WORDS = """function mutate ( ) { } [ ] ctx . : options = , ; return end if then do local units rules
files add change set scale all sm require "x" 'y' "砲😀 [[ ]] -- --[[ == 1.5 and"""
PIECES = st.sampled_from([*WORDS.split(), "\n"])


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40), st.integers(0, 200))
def test_nothing_breaks_and_every_range_is_inside(pieces: list[str], at: int) -> None:
    opened = script(" ".join(pieces))
    offset = min(at, len(opened.text))
    document, package = opened.document, opened.package
    for proposal in FEATURES.complete(document, offset, "ja", package):
        assert 0 <= proposal.start <= offset <= proposal.end <= len(opened.text)
    hovered = FEATURES.describe(document, offset, "ja", package)
    if hovered is not None:
        assert hovered.start <= offset <= hovered.end
    signature = FEATURES.signature(document, offset, "ja")
    if signature is not None:
        assert signature.active < max(len(signature.parameters), 1)
    for place in FEATURES.names(document, "mutator.lua", package):
        name: Name = place.name
        size = len(opened.text if place.path is None else opened.file(place.path))
        assert 0 <= name.start <= name.end <= size
    for fold in FEATURES.folds(document) or ():
        assert 0 <= fold.start < fold.end <= len(opened.text)
    for action in FEATURES.actions(document, offset, offset, "en", None, package):
        for path, edits in action.edits.items():
            assert path is not None
            edited(opened.file(path), edits)
