"""What a script of a package offers (`languages.around`): a module for each feature."""

from __future__ import annotations

from collections.abc import Sequence

from modwright.languages.around import (
    Fold,
    Lens,
    Link,
    PackageAction,
    PlacedName,
    Proposal,
    Signature,
)
from modwright.languages.around_base import AroundBase
from modwright.languages.oamut import (
    script_actions,
    script_completion,
    script_hover,
    script_names,
    script_signature,
    script_structure,
)
from modwright.languages.oamut.lua_reading import MAX_CHARACTERS
from modwright.languages.oamut.script_package import around, path_in
from modwright.languages.package import Package
from modwright.languages.results import Description
from modwright.symbols.names import Name
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.tree import SyntaxTree


class ScriptFeatures(AroundBase):
    """The features of scripts. Documents that are no Lua get nothing."""

    def describe(
        self,
        document: SyntaxTree,
        offset: int,
        locale: str,
        package: Package | None,
        path: str | None = None,
    ) -> Description | None:
        if len(document.text) > MAX_CHARACTERS:
            return None
        return script_hover.describe(document.text, offset, locale, around(package))

    def complete(
        self, document: SyntaxTree, offset: int, locale: str, package: Package | None
    ) -> Sequence[Proposal]:
        if len(document.text) > MAX_CHARACTERS:
            return ()
        surroundings = around(package)
        path = path_in(package, document.text)
        is_entry = package is None or surroundings.is_entry(path)
        return script_completion.complete(document.text, offset, locale, surroundings, is_entry)

    def names(
        self, document: SyntaxTree, path: str | None, package: Package | None
    ) -> Sequence[PlacedName]:
        if not isinstance(document, LuaDocument):
            return ()
        return script_names.names(document, path, around(package))

    def written(self, name: Name, new_name: str, path: str | None) -> str:
        # Whatever is renamed from a script is a name in Lua, and a plain text in the manifest.
        return new_name

    def links(self, document: SyntaxTree, package: Package | None) -> Sequence[Link]:
        if not isinstance(document, LuaDocument):
            return ()
        return script_names.links(document, around(package))

    def signature(self, document: SyntaxTree, offset: int, locale: str) -> Signature | None:
        if len(document.text) > MAX_CHARACTERS:
            return None
        return script_signature.signature(document.text, offset, locale)

    def lenses(
        self, document: SyntaxTree, path: str | None, locale: str, package: Package | None
    ) -> Sequence[Lens]:
        if not isinstance(document, LuaDocument):
            return ()
        return script_structure.lenses(document, path, locale, around(package))

    def actions(
        self,
        document: SyntaxTree,
        start: int,
        end: int,
        locale: str,
        path: str | None,
        package: Package | None,
    ) -> Sequence[PackageAction]:
        if not isinstance(document, LuaDocument):
            return ()
        return script_actions.actions(document, start, end, locale, around(package))

    def folds(self, document: SyntaxTree) -> Sequence[Fold] | None:
        return script_structure.folds(document) if isinstance(document, LuaDocument) else ()
