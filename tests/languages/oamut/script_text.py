"""Scripts of a package for tests, with the findings marked in the text.

`«` and `»` stand around what a finding covers. `check` compares everything that is said of a
script with the marks.
"""

from __future__ import annotations

from collections.abc import Mapping

from modwright.findings.messages import render
from modwright.findings.model import Finding
from modwright.languages.oamut.script_findings import script_findings
from modwright.languages.package import DictPackage
from modwright.syntax.lua_document import LuaDocument
from tests.languages.oamut.manifest_text import HEAD, unmark

ENTRY = "mutator.lua"
MANIFEST = (
    HEAD
    + """layers: [files, rules, units]
options:
  - { id: speed, type: number, min: 1, max: 9, step: 1, default: 1 }
  - { id: turbo, type: toggle, default: false }
"""
)
FILES = {
    "lua/tools.lua": "return {}",
    "lua/deep/More.lua": "return {}",
    "files/base/値 😀.txt": "",
    "rules/fast.sm": "",
}
FACE = "-- 😀 値\n"


def mutate(*lines: str) -> str:
    return FACE + "function mutate(ctx)\n  " + "\n  ".join(lines) + "\nend\n"


def findings(
    text: str,
    path: str = ENTRY,
    manifest: str | None = MANIFEST,
    files: Mapping[str, str] = FILES,
) -> list[Finding]:
    """The findings in text order; `manifest` None: a script alone."""
    package = None
    if manifest is not None:
        package = DictPackage("folder", {"oamut.yaml": manifest, path: text, **files})
    found = script_findings(LuaDocument.parse(text), path, package)
    for finding in found:
        for locale in ("en", "ja"):
            assert render(finding.message, locale)
            assert all(render(fix.title, locale) for fix in finding.fixes)
            assert all(render(related.message, locale) for related in finding.related)
    return sorted(found, key=lambda finding: (finding.start, finding.end, finding.code))


def check(
    marked: str, *codes: str, path: str = ENTRY, manifest: str | None = MANIFEST
) -> list[Finding]:
    """The findings of the text are `codes`, one a mark; one code stands for all marks."""
    text, ranges = unmark(marked)
    expected = list(codes) if len(codes) != 1 else list(codes) * len(ranges)
    assert len(expected) == len(ranges), "a mark for every code"
    found = findings(text, path, manifest)
    actual = [(finding.start, finding.end, finding.code) for finding in found]
    wanted = sorted((*span, code) for span, code in zip(ranges, expected, strict=True))
    shown = [(text[start:end], code) for start, end, code in actual]
    assert actual == wanted, f"found {shown}"
    return found


def clean(text: str, path: str = ENTRY, manifest: str | None = MANIFEST) -> None:
    check(text, path=path, manifest=manifest)


def fixed(text: str, finding: Finding, index: int = 0) -> str:
    """The text after a fix."""
    for edit in sorted(finding.fixes[index].edits, reverse=True):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text
