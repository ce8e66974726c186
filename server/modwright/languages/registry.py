"""The languages modwright knows. Adding one means a line in `_MAKERS`, and one in `_BY_SUFFIX`.

A language is imported when a file that may be one of its is met: nobody waits for the readers of
languages that are not there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from modwright.languages.language import Language
from modwright.languages.package import Package
from modwright.syntax.node import Node


def _nimblock() -> Language:
    from modwright.languages.nimblock.language import NimBlock

    return NimBlock()


def _manifest() -> Language:
    from modwright.languages.oamut.manifest_language import OamutManifest

    return OamutManifest()


def _script() -> Language:
    from modwright.languages.oamut.script_language import OamutScript

    return OamutScript()


def _ruleset() -> Language:
    from modwright.languages.ruleset.language import Ruleset

    return Ruleset()


def _locale() -> Language:
    from modwright.languages.ruleset.locale_language import RulesetLocale

    return RulesetLocale()


def _asset() -> Language:
    from modwright.languages.ruleset.asset_language import RulesetCatalog

    return RulesetCatalog()


def _package() -> Language:
    from modwright.languages.ruleset.manifest_language import RulesetManifest

    return RulesetManifest()


_MAKERS: Mapping[str, Callable[[], Language]] = {
    "nimblock": _nimblock,
    "oamut": _manifest,
    "oamut-lua": _script,
    "ruleset": _ruleset,
    "ruleset-locale": _locale,
    "ruleset-catalog": _asset,
    "ruleset-manifest": _package,
}
_BY_SUFFIX: Mapping[str, tuple[str, ...]] = {
    # What lies beside a ruleset first: any file below a folder `rulesets` may be one.
    ".json": ("nimblock", "ruleset-locale", "ruleset-catalog", "ruleset-manifest", "ruleset"),
    ".yaml": ("oamut",),
    ".lua": ("oamut-lua",),
}
# Languages of JSON documents, which can be told by what is in them.
_BY_CONTENT = ("nimblock", "ruleset", "ruleset-locale", "ruleset-catalog", "ruleset-manifest")

NAMES = tuple(_MAKERS)


@functools.cache
def language(name: str) -> Language:
    """The language called `name`. Raises KeyError for one there is not."""
    return _MAKERS[name]()


def by_name(name: str | None) -> Language | None:
    """The language of an editor's language id, or of `check --language`."""
    return language(name) if name in _MAKERS else None


def _may_be(path: str) -> list[Language]:
    suffix = path[path.rfind(".") :].lower() if "." in path else ""
    return [language(name) for name in _BY_SUFFIX.get(suffix, ())]


def may_be_ours(path: str) -> bool:
    """Whether a file of this name is worth reading to find out."""
    return any(each.may_be(path) for each in _may_be(path))


def by_path(path: str, package: Package | None) -> Language | None:
    """The language of a file by its name and the package it lies in."""
    return next((each for each in _may_be(path) if each.recognises_path(path, package)), None)


def by_content(root: Node | None) -> Language | None:
    """The language of a JSON document by what is in it."""
    found = (language(name) for name in _BY_CONTENT)
    return next((each for each in found if each.recognises_content(root)), None)
