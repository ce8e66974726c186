"""What a manifest says of other mutators and of files, and what stands in the folder."""

from __future__ import annotations

import struct
import zlib

import pytest

from modwright.languages.oamut.files import is_png
from modwright.languages.oamut.layout import bad_part
from modwright.languages.oamut.manifest import facts_of
from modwright.languages.package import DictPackage, Package, PackageFile
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_text import (
    SCRIPT,
    check,
    clean,
    findings,
    fixed,
    japanese,
    manifest,
    package_of,
    said_of_files,
    unmark,
)


def png(width: int = 1, height: int = 1, depth: int = 8, colour: int = 6) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunk = b"IHDR" + header
    checksum = struct.pack(">I", zlib.crc32(chunk))
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + checksum


class TestReferences:
    def test_itself(self) -> None:
        check(
            manifest(
                "requires:\n  mutators: [«fast-factories», a]\nconflicts: [b, «fast-factories»]\n"
            ),
            "oamut/self-reference",
        )

    def test_required_and_in_conflict(self) -> None:
        text = manifest("requires: {mutators: [a, b]}\nconflicts: [c, «b»]\n")
        check(text, "oamut/requires-conflict")
        plain = unmark(text)[0]
        (finding,) = findings(plain)
        assert [plain[r.start : r.end] for r in finding.related] == ["b"]
        assert finding.related[0].start < finding.start

    def test_without_an_own_id_nothing_is_oneself(self) -> None:
        check('«oamut»: 1\nversion: "1"\nconflicts: [a]\n', "oamut/missing-key")


def library(**requirements: str) -> list[Package]:
    """Packages by their ids, each with what it requires."""
    return [
        package_of(
            f'oamut: 1\nid: {name}\nversion: "1"\n'
            + (f"requires: {{mutators: [{wanted}]}}\n" if wanted else "")
        )
        for name, wanted in requirements.items()
    ]


class TestLibrary:
    def with_library(self, marked: str, *codes: str, **others: str) -> None:
        text = unmark(marked)[0]
        own = package_of(text)
        check(marked, *codes, package=package_of(text, library=[own, *library(**others)]))

    def test_a_required_mutator_that_is_not_there(self) -> None:
        text = manifest("requires: {mutators: [rich, «poor»]}\n")
        self.with_library(text, "oamut/missing-mutator", rich="")

    def test_a_single_package_is_no_library(self) -> None:
        text = manifest("requires: {mutators: [rich]}\n")
        clean(text, package_of(text))

    def test_of_a_name_that_is_none_one_finding_is_enough(self) -> None:
        text = manifest("requires: {mutators: [«Rich»]}\n")
        self.with_library(text, "oamut/bad-identifier", rich="")

    def test_a_circle_of_two(self) -> None:
        text = manifest("requires: {mutators: [«rich»]}\n")
        self.with_library(text, "oamut/requires-cycle", rich="fast-factories")

    def test_a_circle_of_four_beside_a_straight_way(self) -> None:
        text = manifest("requires: {mutators: [«a», d]}\n")
        others = {"a": "d, b", "b": "c", "c": "fast-factories", "d": ""}
        self.with_library(text, "oamut/requires-cycle", **others)

    def test_a_circle_elsewhere_is_told_elsewhere(self) -> None:
        text = manifest("requires: {mutators: [a]}\n")
        self.with_library(text, a="b", b="a")

    def test_what_is_in_the_editor_counts(self) -> None:
        text = manifest("")
        old = package_of(manifest("requires: {mutators: [rich]}\n"))
        others = library(rich="fast-factories")
        clean(text, package_of(text, library=[old, *others]))

    def test_the_circle_is_shown(self) -> None:
        text = manifest("requires: {mutators: [a]}\n")
        package = package_of(text, library=[package_of(text), *library(a="b", b="fast-factories")])
        assert japanese(text, package) == [
            "「a」をたどると、このミューテータに戻ります：fast-factories → a → b → fast-factories"
        ]

    def test_the_fix_takes_the_nearest(self) -> None:
        text = manifest("requires: {mutators: [rich-strat]}\n")
        package = package_of(text, library=[package_of(text), *library(**{"rich-start": ""})])
        assert "[rich-start]" in fixed(text, "oamut/missing-mutator", package=package)


class TestEntryAndIcon:
    def test_the_default_entry(self) -> None:
        text = manifest("")
        clean(text, package_of(text))
        clean(text, package_of(text, {"Mutator.LUA": SCRIPT}))
        check(
            "«oamut»: 1\n" + text.partition("\n")[2],
            "oamut/missing-file",
            package=package_of(text, {"lua/mutator.lua": SCRIPT}),
        )

    def test_it_is_missed_beside_a_missing_key(self) -> None:
        text = "oamut: 1\nid: a\n"
        codes = sorted(f.code for f in findings(text, package_of(text, {})))
        assert codes == ["oamut/missing-file", "oamut/missing-key"]

    def test_an_entry_by_name(self) -> None:
        text = manifest("entry: Main.lua\n")
        clean(text, package_of(text, {"main.lua": SCRIPT}))
        check(
            manifest("entry: «Main.lua»\n"),
            "oamut/missing-file",
            package=package_of(text, {"mutator.lua": SCRIPT}),
        )

    @pytest.mark.parametrize(
        ("entry", "code"),
        [("lua/a.lua", "oamut/misplaced-entry"), ("a.txt", "oamut/bad-value"), ("&x a.lua", "")],
    )
    def test_a_name_that_is_refused_is_not_looked_up(self, entry: str, code: str) -> None:
        text = manifest(f"entry: {entry}\n")
        assert [f.code for f in findings(text, package_of(text, {}))] == ([code] if code else [])

    def test_the_fix_takes_a_script_that_is_there(self) -> None:
        text = manifest("entry: mutatr.lua\n")
        assert fixed(text, "oamut/missing-file", package=package_of(text)) == manifest(
            "entry: mutator.lua\n"
        )

    def test_the_icon(self) -> None:
        text = manifest("icon: Icon.png\n")
        clean(text, package_of(text, {"mutator.lua": SCRIPT, "icon.PNG": png()}))
        marked = manifest("icon: «Icon.png»\n")
        check(marked, "oamut/missing-file", package=package_of(text))
        package = package_of(text, {"mutator.lua": SCRIPT, "icon.png": b"GIF89a"})
        check(marked, "oamut/not-png", package=package)
        assert japanese(text, package) == ["「Icon.png」は PNG ではありません"]

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            png()[:8],
            png()[:-1],
            png()[1:],
            png().replace(b"IHDR", b"IDAT"),
            png(width=0),
            png(height=0),
            png(width=2**31),
            png(depth=3),
            png(colour=1),
            png(depth=16, colour=3),
            png()[:-1] + b"\0",
            b"\x89PNG\n\x1a\n" + png()[8:],
        ],
    )
    def test_what_is_no_png(self, data: bytes) -> None:
        assert not is_png(data)

    def test_what_is_one(self) -> None:
        assert is_png(png() + b"more")
        assert is_png(png(2**31 - 1, 1, 1, 0))


OPTIONS = (
    "options:\n"
    "  - {id: %s, type: toggle, default: true}\n"
    "  - {id: %s, type: toggle, default: true}\n"
)


class TestUnused:
    def script(self, body: str, head: str = "") -> str:
        return f"{head}function mutate(ctx)\n{body}\nend\n"

    def test_an_option_that_no_script_reads(self) -> None:
        package = package_of("", {"mutator.lua": self.script("return {}, ctx.options.turbo")})
        check(manifest(OPTIONS % ("turbo", "«pace»")), "oamut/unused-option", package=package)

    @pytest.mark.parametrize(
        "body",
        [
            'local a, b = ctx.options.turbo, ctx.options["pace"]\nreturn {}',
            "local o = ctx.options\nlocal a = o.turbo and o.pace\nreturn {}",
            "for k, v in pairs(ctx.options) do print(k) end\nreturn {}",
            "local k = 'tur' .. 'bo'\nlocal a = ctx.options[k]\nreturn {}",
            "return {",
        ],
    )
    def test_options_that_are_or_may_be_read(self, body: str) -> None:
        text = manifest(OPTIONS % ("turbo", "pace"))
        clean(text, package_of(text, {"mutator.lua": self.script(body)}))

    def test_a_module_may_read_it(self) -> None:
        text = manifest(OPTIONS % ("turbo", "pace"))
        files = {
            "mutator.lua": self.script("return tools(ctx)", 'local tools = require "tools"\n'),
            "lua/tools.lua": "return function(ctx)\n  local o = ctx.options\n"
            "  return { units = o.turbo and o.pace }\nend\n",
        }
        clean(text, package_of(text, files))

    def test_a_layer_that_the_plan_does_not_use(self) -> None:
        package = package_of("", {"mutator.lua": self.script("return { units = function() end }")})
        check(manifest("layers: [units, «maps»]\n"), "oamut/unused-layer", package=package)
        text = manifest("layers: [units, maps]\n")
        assert fixed(text, "oamut/unused-layer", package=package) == manifest("layers: [units]\n")

    @pytest.mark.parametrize(
        "body", ["local p = {}\np[1] = 2\nreturn p", "return make()", "return {"]
    )
    def test_a_plan_that_is_not_literal_may_use_any(self, body: str) -> None:
        text = manifest("layers: [units, maps]\n")
        clean(text, package_of(text, {"mutator.lua": self.script(body)}))

    def test_without_an_entry_only_the_entry_is_missed(self) -> None:
        text = manifest("layers: [units]\n" + OPTIONS % ("turbo", "pace"))
        assert [f.code for f in findings(text, package_of(text, {}))] == ["oamut/missing-file"]


class TestTags:
    def test_a_tag_without_an_icon(self) -> None:
        check(manifest("tags: [economy, «cats»]\n"), "oamut/unknown-tag")
        (finding,) = findings(manifest("tags: [cats]\n"))
        assert finding.severity.value == "hint"

    def test_the_setting_replaces_the_list(self) -> None:
        text = manifest("tags: [economy, cats]\n")
        assert [f.code for f in findings(text, known_tags=["cats", "economy"])] == []
        (finding,) = findings(text, known_tags=["cats"])
        assert text[finding.start : finding.end] == "economy"

    def test_the_fix_takes_the_nearest(self) -> None:
        text = manifest("tags: [ecnomy]\n")
        assert fixed(text, "oamut/unknown-tag") == manifest("tags: [economy]\n")


class Links(DictPackage):
    """A package in which everything below `files/` is a link."""

    def files(self) -> list[PackageFile]:
        return [file._replace(is_link=file.path.startswith("files/")) for file in super().files()]


class TestLayout:
    def test_everything_in_its_place(self) -> None:
        text = manifest("entry: Main.lua\nicon: art.png\n")
        files: dict[str, str | bytes] = dict.fromkeys(
            [
                "main.lua",
                "ART.png",
                "README.md",
                "notes.TXT",
                "lua/a.lua",
                "Lua/deep/b.lua",
                "files/unit.tdf",
                "files/deep/readme.md",
                "rules/a.sm",
                "rules/deep/b.SM",
                "docs/how.md",
                ".git/config",
                "lua/.luarc.json",
                "__MACOSX/x",
                ".DS_Store",
                "files/._a.tdf",
            ],
            "",
        )
        found = said_of_files(package_of(text, files))
        assert found == [("lua/a.lua", "oamut/case-clash")]

    @pytest.mark.parametrize(
        "path",
        [
            "build.bat",
            "other.lua",
            "art.png",
            "rules/a.lua",
            "rules/a.md",
            "src/a.lua",
            "x/oamut.yaml",
        ],
    )
    def test_refused_files(self, path: str) -> None:
        package = package_of(manifest(""), {"mutator.lua": SCRIPT, path: ""})
        assert said_of_files(package) == [(path, "oamut/refused-file")]

    def test_the_default_entry_is_refused_beside_another(self) -> None:
        files = {"mutator.lua": SCRIPT, "main.lua": SCRIPT}
        package = package_of(manifest("entry: main.lua\n"), files)
        assert said_of_files(package) == [("mutator.lua", "oamut/refused-file")]

    def test_names_that_cannot_be_read_are_given_the_benefit(self) -> None:
        package = package_of(manifest("entry: *x\nicon: *y\n"), {"a.lua": "", "b.png": ""})
        assert said_of_files(package) == []

    def test_it_is_shown_on_the_first_line(self) -> None:
        from modwright.languages.oamut.layout import layout_findings

        package = package_of("# 😋\r\n" + manifest(""), {"mutator.lua": SCRIPT, "x.bat": ""})
        ((_, finding),) = layout_findings(package)
        assert (finding.start, finding.end) == (0, 3)

    @pytest.mark.parametrize(
        "paths",
        [
            ("lua/Tools.lua", "lua/tools.lua"),
            ("files/A/x.tdf", "files/a/y.tdf"),
            ("README.md", "readme.md"),
        ],
    )
    def test_names_that_differ_only_in_case(self, paths: tuple[str, str]) -> None:
        package = package_of(manifest(""), {"mutator.lua": SCRIPT, **dict.fromkeys(paths, "")})
        assert said_of_files(package) == [(paths[1], "oamut/case-clash")]

    def test_only_ascii_letters_have_case(self) -> None:
        files = {"mutator.lua": SCRIPT, "files/Ä.tdf": "", "files/ä.tdf": ""}
        assert said_of_files(package_of(manifest(""), files)) == []

    def test_a_clash_of_folders_is_told_once(self) -> None:
        files = dict.fromkeys(["mutator.lua", "files/A/x", "files/a/x", "files/a/y"], "")
        assert said_of_files(package_of(manifest(""), files)) == [("files/a/x", "oamut/case-clash")]

    @pytest.mark.parametrize(
        ("part", "variant"),
        [
            ("what?.tdf", "character"),
            ("a:b", "character"),
            ("a\\b", "character"),
            ("x.", "ending"),
            ("x ", "ending"),
            ("NUL", "device"),
            ("nul.tdf", "device"),
            ("Com1.a.b", "device"),
            ("あ" * 85 + "a", "long"),
            ("", "relative"),
            ("..", "relative"),
        ],
    )
    def test_bad_names(self, part: str, variant: str) -> None:
        assert bad_part(part) == variant
        package = package_of(manifest(""), {"mutator.lua": SCRIPT, f"files/{part}/x.tdf": ""})
        assert said_of_files(package) == [(f"files/{part}/x.tdf", "oamut/bad-file-name")]

    @pytest.mark.parametrize(
        "part", ["あ" * 85, "nula", "com0", "com10", "x.y", " x", "工場 🏭.tdf"]
    )
    def test_good_names(self, part: str) -> None:
        assert bad_part(part) is None

    def test_links(self) -> None:
        package = Links("x", {"oamut.yaml": manifest(""), "mutator.lua": "", "files/a.tdf": ""})
        assert said_of_files(package) == [("files/a.tdf", "oamut/bad-file-name")]

    def test_without_a_manifest_only_names_are_judged(self) -> None:
        package = DictPackage("x", {"a.bat": "", "b?.bat": ""})
        assert said_of_files(package) == [("b?.bat", "oamut/bad-file-name")]


class TestFacts:
    def test_what_a_manifest_says(self) -> None:
        text = manifest(
            'works-with: "*"\nrequires: {mutators: [a, b]}\nlayers: [units]\n'
            "options:\n  - {type: toggle}\n"
            '  - {id: "pace", type: choice, values: [1, 0.50], default: 1, labels: {1: 速い}}\n'
        )
        facts = facts_of(YamlDocument.parse(text))
        assert [named.text for named in facts.works_with] == ["*"]
        assert [named.text for named in facts.requires_mutators] == ["a", "b"]
        assert facts.entry is None
        assert facts.entry_name == "mutator.lua"
        (option,) = facts.options
        assert text[option.id.start : option.id.end] == '"pace"'
        assert text[slice(*option.id.inner)] == "pace"
        assert [str(value) for value in option.values] == ["1", "0.50"]
        assert option.labels == [("1", "速い")]
        assert facts.first_key == (0, 5)

    def test_they_are_remembered(self) -> None:
        document = YamlDocument.parse(manifest(""))
        assert facts_of(document) is facts_of(document)

    @pytest.mark.parametrize(
        "text", ["", "- a", "x", "# 注\r\n", "oamut", "layers: [", "options:\n  -"]
    )
    def test_of_half_typed_texts(self, text: str) -> None:
        facts = facts_of(YamlDocument.parse(text))
        assert facts.id is None
        assert facts.options == []
