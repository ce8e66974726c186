"""The languages modwright knows. Adding one means a line here."""

from __future__ import annotations

from modwright.languages.language import Language
from modwright.languages.nimblock.language import NimBlock
from modwright.languages.package import Package
from modwright.syntax.node import Node

LANGUAGES: tuple[Language, ...] = (NimBlock(),)


def by_name(name: str | None) -> Language | None:
    """The language of an editor's language id, or of `check --language`."""
    return next((language for language in LANGUAGES if language.name == name), None)


def may_be_ours(path: str) -> bool:
    """Whether a file of this name is worth reading to find out."""
    return any(language.may_be(path) for language in LANGUAGES)


def by_path(path: str, package: Package | None) -> Language | None:
    """The language of a file by its name and the package it lies in."""
    return next((each for each in LANGUAGES if each.recognises_path(path, package)), None)


def by_content(root: Node | None) -> Language | None:
    """The language of a JSON document by what is in it."""
    return next((each for each in LANGUAGES if each.recognises_content(root)), None)
