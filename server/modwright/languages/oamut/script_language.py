"""Scripts of oamut packages as one of modwright's languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from modwright.findings.model import Finding
from modwright.languages.language_base import LanguageBase
from modwright.languages.package import Package
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.node import Node
from modwright.syntax.tree import SyntaxTree

if TYPE_CHECKING:
    from modwright.languages.around import AroundFeatures
    from modwright.languages.results import (
        Description,
        OutlineItem,
    )
    from modwright.symbols.names import Name

_SUFFIX = ".lua"


@runtime_checkable
class _OnDisk(Protocol):
    """A package that knows where its files lie."""

    def relative(self, path: Path) -> str: ...


def path_in(package: Package, path: str) -> str | None:
    """The path inside the package of a file, given as the editor has it; None for one outside."""
    if isinstance(package, _OnDisk) and PurePath(path).is_absolute():
        try:
            return package.relative(Path(path))
        except ValueError:
            return None
    return PurePath(path).as_posix()


class OamutScript(LanguageBase):
    """See `specs/oamut.md`, The plan script. What is not needed for every file is imported when it
    is first asked for."""

    name = "oamut-lua"
    bad_bytes_code: str | None = None

    @property
    def around(self) -> AroundFeatures | None:
        from modwright.languages.oamut.script_features import ScriptFeatures

        return ScriptFeatures()

    def may_be(self, path: str) -> bool:
        return path.lower().endswith(_SUFFIX)

    def recognises_path(self, path: str, package: Package | None) -> bool:
        if package is None or not self.may_be(path):
            return False
        from modwright.languages.oamut.files import folded
        from modwright.languages.oamut.script_package import around, module_folder

        inside = path_in(package, path)
        if inside is None:
            return False
        return folded(inside).startswith(module_folder()) or around(package).is_entry(inside)

    def recognises_content(self, root: Node | None) -> bool:
        return False

    # The very function, so that a tree parsed for the one who asks first serves all others.
    parse = staticmethod(LuaDocument.parse)

    def findings(
        self, document: SyntaxTree, package: Package | None, path: str | None = None
    ) -> list[Finding]:
        from modwright.languages.oamut import script_package
        from modwright.languages.oamut.grammar import default_entry
        from modwright.languages.oamut.script_findings import script_findings

        if not isinstance(document, LuaDocument):
            return []
        path = script_package.path_in(package, document.text)
        return script_findings(document, path or default_entry(), package)

    def warm_up(self) -> Iterator[None]:
        from modwright.languages.oamut.plan_words import plan_words

        plan_words()
        self.parse("")
        yield

    def describe(self, document: SyntaxTree, offset: int, locale: str) -> Description | None:
        from modwright.languages.oamut.script_features import ScriptFeatures

        return ScriptFeatures().describe(document, offset, locale, None)

    def outline(self, document: SyntaxTree, locale: str) -> list[OutlineItem]:
        from modwright.languages.oamut import script_structure

        if not isinstance(document, LuaDocument):
            return []
        return script_structure.outline(document, locale)

    def names(self, document: SyntaxTree) -> list[Name]:
        from modwright.languages.oamut.script_features import ScriptFeatures

        return [place.name for place in ScriptFeatures().names(document, None, None)]
