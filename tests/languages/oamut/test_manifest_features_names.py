"""Names across the files of a package and the packages of a workspace; links; what is made."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from modwright.findings.messages import text as words
from modwright.languages.around import PlacedName
from modwright.languages.oamut.manifest_findings import manifest_findings
from modwright.languages.oamut.manifest_language import OamutManifest
from modwright.languages.package import DictPackage, Package
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_cursor import AROUND

MANIFEST = """\
oamut: 1
id: fast-factories  # 速い工場
version: "1.0.0"
requires:
  mutators: ["long-winter"]
conflicts:
  - gone
entry: "Mutator.LUA"
icon: art/icon.png
options:
  - {id: speed, type: toggle, default: true}
  - id: "mode"
    type: toggle
    default: false
"""
ENTRY = """\
-- 😀
function mutate(ctx)
  local o = ctx.options
  if o.speed then return {} end
  return require("more").plan(ctx)
end
"""
MORE = """\
local M = {}
function M.plan(ctx)
  if ctx.options["speed"] or ctx.options['mode'] or ctx.options [ [[mode]] ] then return {} end
  return ctx.options.unknown
end
return M
"""
WINTER = """\
oamut: 1
id: 'long-winter'
version: "1"
conflicts: [fast-factories]
"""


class Place(NamedTuple):
    """Where a name stands: the package and the file, and whether it is defined there."""

    folder: str
    path: str
    text: str
    is_definition: bool


def workspace(manifest: str = MANIFEST) -> DictPackage:
    library: list[Package] = []
    factories = DictPackage(
        "factories",
        {
            "oamut.yaml": manifest,
            "mutator.lua": ENTRY,
            "lua/more.lua": MORE,
            "art/icon.png": b"",
            "README.md": "ctx.options.speed",
        },
        library,
    )
    winter = DictPackage("winter", {"OAMUT.yaml": WINTER}, library, "OAMUT.yaml")
    library += [factories, winter]
    return factories


def names(package: DictPackage | None, manifest: str = MANIFEST) -> list[PlacedName]:
    return list(AROUND.names(YamlDocument.parse(manifest), "oamut.yaml", package))


def content(placed: PlacedName, around: Package) -> str:
    package = placed.package or around
    data = package.read(placed.path or package.manifest_path)
    assert data is not None
    return data.decode()


def places(key: tuple[str, ...], package: DictPackage) -> list[Place]:
    return [
        Place(
            (placed.package or package).folder,
            placed.path or package.manifest_path,
            content(placed, package)[placed.name.start : placed.name.end],
            placed.name.is_definition,
        )
        for placed in names(package)
        if placed.name.key == key
    ]


def named(key: tuple[str, ...], package: DictPackage | None = None) -> PlacedName:
    around = package or workspace()
    return next(placed for placed in names(around) if placed.name.key == key)


# ---- places


def test_an_option_is_defined_in_the_manifest_and_read_in_the_scripts() -> None:
    assert places(("option", "speed"), workspace()) == [
        Place("factories", "oamut.yaml", "speed", True),
        Place("factories", "lua/more.lua", "speed", False),
        Place("factories", "mutator.lua", "speed", False),
    ]


def test_an_option_is_found_in_quotes_and_long_brackets() -> None:
    assert [place.text for place in places(("option", "mode"), workspace())] == ["mode"] * 3


def test_a_mutator_is_defined_in_one_package_and_named_in_others() -> None:
    assert places(("mutator", "long-winter"), workspace()) == [
        Place("factories", "oamut.yaml", "long-winter", False),
        Place("winter", "OAMUT.yaml", "long-winter", True),
    ]
    assert places(("mutator", "fast-factories"), workspace()) == [
        Place("factories", "oamut.yaml", "fast-factories", True),
        Place("winter", "OAMUT.yaml", "fast-factories", False),
    ]


def test_without_a_package_the_manifest_has_its_own_names() -> None:
    assert [(placed.name.text, placed.path) for placed in names(None)] == [
        ("speed", None),
        ("mode", None),
        ("fast-factories", None),
        ("long-winter", None),
        ("gone", None),
    ]
    assert [name.text for name in OamutManifest().names(YamlDocument.parse(MANIFEST))] == [
        placed.name.text for placed in names(None)
    ]


def test_a_script_that_is_no_text_does_no_harm() -> None:
    package = DictPackage("a", {"oamut.yaml": MANIFEST, "mutator.lua": b"\x1bLua\x00\xff" * 50})

    assert len(names(package)) == 5


# ---- rename


def renamed(key: tuple[str, ...], new: str) -> dict[tuple[str, str], str]:
    """The files of the workspace after a rename, by folder and path; only those that changed."""
    package = workspace()
    changed: dict[tuple[str, str], str] = {}
    found = [placed for placed in names(package) if placed.name.key == key]
    for placed in sorted(found, key=lambda each: -each.name.start):
        where = (placed.package or package).folder, placed.path or package.manifest_path
        text = changed.get(where, content(placed, package))
        name = placed.name
        written = AROUND.written(name, new, placed.path)
        changed[where] = text[: name.start] + written + text[name.end :]
    return changed


def test_renaming_an_option_changes_every_script_in_both_spellings() -> None:
    changed = renamed(("option", "speed"), "tempo")

    assert changed == {
        ("factories", "oamut.yaml"): MANIFEST.replace("id: speed", "id: tempo"),
        ("factories", "mutator.lua"): ENTRY.replace("o.speed", "o.tempo"),
        ("factories", "lua/more.lua"): MORE.replace('"speed"', '"tempo"'),
    }
    script = LuaDocument.parse(changed["factories", "mutator.lua"])
    assert [read.name for read in script.facts.option_reads] == ["tempo"]


def test_renaming_a_mutator_changes_the_other_manifests() -> None:
    assert renamed(("mutator", "long-winter"), "short-winter") == {
        ("factories", "oamut.yaml"): MANIFEST.replace("long-winter", "short-winter"),
        ("winter", "OAMUT.yaml"): WINTER.replace("long-winter", "short-winter"),
    }


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("two words", "“two words” is no Lua name"),
        ("速さ", "“速さ” is no Lua name"),
        ("", "is no Lua name"),
        ("end", "“end” is a reserved word"),
        ("mode", "There is an option “mode” already"),
        ("null", "Without quotes, “null” would be no text"),
        ("tempo", None),
        ("speed", None),
    ],
)
def test_an_option_takes_only_names_that_would_load(new: str, reason: str | None) -> None:
    refused(named(("option", "speed")), new, reason)


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("Winter", "“Winter” is no id"),
        ("冬", "“冬” is no id"),
        ("a" * 33, "too long"),
        ("123", "Without quotes, “123” would be no text"),
        ("long-winter", "There is a mutator “long-winter” already"),
        ("slow-factories", None),
    ],
)
def test_a_mutator_takes_only_ids_that_would_load(new: str, reason: str | None) -> None:
    refused(named(("mutator", "fast-factories")), new, reason)


def refused(placed: PlacedName, new: str, reason: str | None) -> None:
    assert placed.name.check is not None
    problem = placed.name.check(new)
    if reason is None:
        assert problem is None
    else:
        assert problem is not None
        assert reason in words(problem, "en", name=new, written=new)
        assert words(problem, "ja", name=new, written=new)


def test_a_mutator_of_somebody_else_and_an_unknown_option_are_not_renamed() -> None:
    assert named(("mutator", "gone")).name.check is None
    assert named(("option", "unknown")).name.check is None


# ---- links and the entry script


def test_entry_and_icon_lead_to_their_files_as_the_disk_spells_them() -> None:
    package = workspace()
    links = AROUND.links(YamlDocument.parse(MANIFEST), package)

    assert [(MANIFEST[link.start : link.end], link.path) for link in links] == [
        ("Mutator.LUA", "mutator.lua"),
        ("art/icon.png", "art/icon.png"),
    ]


def test_a_file_that_is_not_there_is_no_link() -> None:
    document = YamlDocument.parse(MANIFEST)

    assert AROUND.links(document, DictPackage("a", {"oamut.yaml": MANIFEST})) == []
    assert AROUND.links(document, None) == []


@pytest.mark.parametrize(
    ("entry", "name", "at"),
    [("", "mutator.lua", "oamut"), ('entry: "雪.lua"\n', "雪.lua", '"雪.lua"')],
)
def test_a_missing_entry_script_can_be_made(entry: str, name: str, at: str) -> None:
    text = f'oamut: 1\r\nid: a\nversion: "1"\n{entry}'
    files: dict[str, str | bytes] = {"oamut.yaml": text}
    document = YamlDocument.parse(text)
    package = DictPackage("a", files)
    start = text.index(at)

    (action,) = AROUND.actions(document, start + 1, start + 1, "ja", "oamut.yaml", package)

    assert action.title == f"スクリプト「{name}」を作る"
    (finding,) = manifest_findings(document, package)
    assert (action.finding_code, action.finding_start) == (finding.code, finding.start)
    mended = DictPackage("a", {**files, **action.creates})
    assert manifest_findings(document, mended) == []
    script = LuaDocument.parse(action.creates[name])
    assert script.facts.mutate is not None
    assert list(AROUND.actions(document, start, start, "en", None, mended)) == []


@pytest.mark.parametrize("entry", ["files/a.lua", "a.txt", ".lua", "[a.lua]"])
def test_no_script_is_made_under_a_name_that_is_refused(entry: str) -> None:
    text = f"entry: {entry}\noamut: 1\n"
    package = DictPackage("a", {"oamut.yaml": text})

    actions = AROUND.actions(YamlDocument.parse(text), 0, len(text), "en", None, package)

    assert list(actions) == []


def test_the_action_is_offered_where_the_finding_stands_only() -> None:
    text = 'oamut: 1\nid: a\nversion: "1"\n'
    package = DictPackage("a", {"oamut.yaml": text})

    actions = AROUND.actions(YamlDocument.parse(text), 20, 25, "en", None, package)

    assert list(actions) == []


# ---- the language


@pytest.mark.parametrize("path", ["oamut.yaml", "/a/b/OAMUT.Yaml", "C:\\a\\oamut.yaml"])
def test_the_manifest_is_told_by_its_name(path: str) -> None:
    language = OamutManifest()

    assert language.name == "oamut"
    assert language.may_be(path)
    assert language.recognises_path(path, None)


@pytest.mark.parametrize("path", ["oamut.yml", "my-oamut.yaml", "oamut.yaml/a", "oamut.json"])
def test_other_files_are_not_taken_for_it(path: str) -> None:
    assert not OamutManifest().recognises_path(path, workspace())


def test_the_language_says_better_what_the_reader_says() -> None:
    language = OamutManifest()
    document = language.parse(MANIFEST.replace('"long-winter"', "*"))

    codes = {finding.code for finding in language.findings(document, workspace())}

    assert "oamut/unquoted-star" in codes
    assert {code for _, _, code in language.replaced_faults(document)} == {"yaml/alias"}
