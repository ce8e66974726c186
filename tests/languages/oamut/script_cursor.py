"""Scripts with a cursor in them, inside a package, and what they are after a proposal was taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from modwright.findings.model import TextEdit
from modwright.languages.around import PackageAction, Proposal, Signature
from modwright.languages.oamut.script_features import ScriptFeatures
from modwright.languages.oamut.snippets import expanded
from modwright.languages.package import DictPackage
from modwright.syntax.lua_document import LuaDocument

CURSOR = "‸"
FEATURES = ScriptFeatures()

MANIFEST = """oamut: 1
id: heavy-guns
version: "1.0.0"
layers: [rules, units]
options:
  - id: speed
    type: number
    min: 0.5
    max: 2
    step: 0.1
    default: 1.0
  - id: mode
    type: choice
    values: [easy, hard]
    default: easy
    labels:
      easy: やさしい😀
  - id: fog
    type: toggle
    default: true
"""

FILES: Mapping[str, str] = {
    "oamut.yaml": MANIFEST,
    "lua/util.lua": "return {}\n",
    "lua/units/air.lua": "return {}\n",
    "files/base/units/tank.fbi": "",
    "files/Hard/weapon.tdf": "",
    "rules/arms.sm": "",
    "rules/air/planes.sm": "",
    "notes.md": "",
}


@dataclass(frozen=True)
class Script:
    """The entry script of a package as an editor has it open; `cursor` is where the ‸ stood."""

    text: str
    cursor: int
    package: DictPackage

    @property
    def document(self) -> LuaDocument:
        return LuaDocument.parse(self.text)

    def proposals(self, locale: str = "en") -> list[Proposal]:
        found = FEATURES.complete(self.document, self.cursor, locale, self.package)
        return sorted(found, key=lambda proposal: proposal.sort)

    def labels(self) -> list[str]:
        return [proposal.label for proposal in self.proposals()]

    def proposal(self, label: str) -> Proposal:
        found = [each for each in self.proposals() if each.label == label]
        assert len(found) == 1, f"{label!r} in {self.labels()}"
        return found[0]

    def taken(self, label: str) -> str:
        """The script after a client without snippets took a proposal."""
        return self._with(label, self.proposal(label).plain_text)

    def filled(self, label: str) -> str:
        """The script after a client with snippets took it; `$0` marks the first tab stop."""
        found = self.proposal(label)
        if not found.is_snippet:
            return self._with(label, found.new_text)
        return self._with(label, expanded(found.new_text.replace("$1", "▮", 1)))

    def _with(self, label: str, new_text: str) -> str:
        found = self.proposal(label)
        assert found.start <= self.cursor <= found.end
        return self.text[: found.start] + new_text + self.text[found.end :]

    def hover(self, locale: str = "en") -> tuple[str, str] | None:
        """The text that the hover is about, and what it says."""
        found = FEATURES.describe(self.document, self.cursor, locale, self.package)
        return (self.text[found.start : found.end], found.markdown) if found else None

    def said(self, locale: str = "en") -> str:
        found = self.hover(locale)
        assert found is not None
        return found[1]

    def signature(self, locale: str = "en") -> Signature | None:
        return FEATURES.signature(self.document, self.cursor, locale)

    def active(self) -> str | None:
        """The parameter that is being written, as the signature spells it."""
        found = self.signature()
        if found is None:
            return None
        start, end = found.parameters[found.active]
        return found.label[start:end]

    def actions(self, locale: str = "en") -> list[PackageAction]:
        path = "mutator.lua"
        at = self.cursor
        return list(FEATURES.actions(self.document, at, at, locale, path, self.package))

    def action(self, title: str) -> PackageAction:
        found = [action for action in self.actions() if action.title == title]
        assert len(found) == 1, [action.title for action in self.actions()]
        return found[0]

    def mended(self, title: str) -> str:
        """The manifest after an action."""
        edits = self.action(title).edits
        assert list(edits) == ["oamut.yaml"]
        text = self.file("oamut.yaml")
        return edited(text, edits["oamut.yaml"])

    def file(self, path: str) -> str:
        data = self.package.read(path)
        assert data is not None
        return data.decode()


def script(marked: str, files: Mapping[str, str] | None = None, manifest: str = MANIFEST) -> Script:
    """Open a text as the entry script; `files` are put beside those of the package."""
    cursor = max(marked.find(CURSOR), 0)
    text = marked.replace(CURSOR, "", 1)
    everything = {**FILES, "oamut.yaml": manifest, **(files or {}), "mutator.lua": text}
    return Script(text, cursor, DictPackage("heavy-guns", everything))


def in_mutate(marked: str) -> Script:
    """Open an entry whose `mutate` has this body, behind words that are wide in every encoding."""
    return script(f"-- 重い砲😀\nfunction mutate(ctx)\n  {marked}\nend\n")


def in_plan(marked: str) -> Script:
    """Open an entry whose plan has this in it."""
    return in_mutate(f"return {{ {marked} }}")


def edited(text: str, edits: Sequence[TextEdit]) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text
