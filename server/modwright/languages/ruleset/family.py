"""Which files belong to one ruleset: its locale packs, its catalogs, its manifest.

Everything is told by where files lie and what they are called (specs/ruleset.md, Recognising the
files): `locales/<language>.json` and `catalogs/<id>.json` beside a `ruleset.json`,
`<id>-<version>.<language>.json` beside `<id>-<version>.ruleset.json`. Paths are inside the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from modwright.languages.package import RULESET, RULESETS, Package
from modwright.languages.ruleset.views import View
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

LOCALES = "locales"
CATALOGS = "catalogs"
_JSON = ".json"
_MAIN = RULESET.manifests[0]
_ENDING = RULESET.endings[0]
# What a manifest is called, as far as it is not told by what is in it.
_MANIFESTS = ("manifest.json", "package.json")
# Keys that together are in no other JSON file (specs/ruleset.md, Recognising the files).
CATALOG = "catalog"
ENTRIES = "entries"
_API = "capabilityApi"
_KIND = "kind"
# The shape of a language code: `ru`, `pt-BR`, `zh-Hans`. (Longer first parts are registered words
# that nobody uses; `<id>-<version>.manifest.json` is no pack.)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_VERSIONED = re.compile(r".*-[0-9]+(?:\.[0-9]+)*")


class Pack(NamedTuple):
    """A locale pack by its name."""

    language: str
    path: str


class Asset(NamedTuple):
    """A catalog in a file of its own by its name."""

    catalog: str
    path: str


def is_language(text: str) -> bool:
    """Whether this has the shape of a language code."""
    return _LANGUAGE.fullmatch(text) is not None


def base_of(language: str) -> str:
    """The language that stands in where a string is not translated: `pt` for `pt-BR` (L4)."""
    return language.partition("-")[0]


# ---- by name


def language_of(path: str) -> str | None:
    """The language that the name of a locale pack says; None for a name that says none. In the
    folder of packs a name says nothing else, whether or not a language is called so."""
    file = PurePosixPath(path.replace("\\", "/"))
    if file.suffix.lower() != _JSON:
        return None
    if file.parent.name == LOCALES:
        return file.stem
    stem, dot, language = file.stem.rpartition(".")
    is_pack = bool(dot) and _VERSIONED.fullmatch(stem) is not None and is_language(language)
    return language if is_pack and f".{language}{_JSON}" != _ENDING else None


def is_shared_alone(path: str) -> bool:
    """Whether a file of this name is imported as a ruleset by itself, without the files beside it:
    those right in a folder `rulesets` are (ruleset-format.md, M3)."""
    file = PurePosixPath(path.replace("\\", "/"))
    return file.parent.name == RULESETS and not RULESET.is_manifest(file.name)


def is_in_locales(path: str) -> bool:
    """Whether a file lies in the folder of locale packs inside a package file, where the package's
    own words in English may be, too."""
    return PurePosixPath(path.replace("\\", "/")).parent.name == LOCALES


def catalog_of(path: str) -> str | None:
    """The catalog that the name of an asset says."""
    file = PurePosixPath(path)
    return file.stem if file.parent.name == CATALOGS and file.suffix.lower() == _JSON else None


def is_pack(package: Package, path: str) -> bool:
    """Whether a file is a locale pack by its name and what lies beside it."""
    if "/" in path and not _has_main(package):
        return False
    owner = ruleset_of(package, path)
    return owner is not None and any(pack.path == path for pack in packs(package, owner))


def is_asset(package: Package, path: str) -> bool:
    """Whether a file is a catalog of a `ruleset.json` by its name."""
    file = PurePosixPath(path)
    return len(file.parts) == 2 and catalog_of(path) is not None and _has_main(package)


def is_manifest_name(package: Package, path: str) -> bool:
    """Whether a file is the manifest by its name: a `manifest.json` beside a `ruleset.json`."""
    return path == _MANIFESTS[0] and _has_main(package)


def _has_main(package: Package) -> bool:
    return (main_of(package) or "").lower() == _MAIN


# ---- in a package


def rulesets(package: Package) -> list[str]:
    """The rulesets of a package: those at its top."""
    if package.kind is not RULESET:
        return []
    return [
        file.path
        for file in package.files()
        if "/" not in file.path and RULESET.is_manifest(file.path)
    ]


def main_of(package: Package) -> str | None:
    """The ruleset that the files in folders belong to."""
    found = rulesets(package)
    named = next((path for path in found if path.lower() == _MAIN), None)
    return named or (found[0] if len(found) == 1 else None)


def ruleset_of(package: Package | None, path: str | None) -> str | None:
    """The ruleset that a file belongs to: itself, if it is one."""
    if package is None or path is None:
        return None
    found = rulesets(package)
    if path in found:
        return path
    stem = path.removesuffix(_JSON).rpartition(".")[0]
    if "/" not in path and stem:
        beside = next((each for each in found if _stem(each) == stem), None)
        if beside is not None:
            return beside
    return main_of(package)


def _stem(ruleset: str) -> str | None:
    """`<id>-<version>` of `<id>-<version>.ruleset.json`."""
    return ruleset[: -len(_ENDING)] if ruleset.lower().endswith(_ENDING) else None


def packs(package: Package, ruleset: str) -> list[Pack]:
    """The locale packs of a ruleset, by language."""
    stem, is_main = _stem(ruleset), ruleset == main_of(package)
    found: list[Pack] = []
    for file in package.files():
        folder, _, name = file.path.rpartition("/")
        language = name.removesuffix(_JSON)
        if folder:
            is_one = is_main and folder == LOCALES and is_language(language)
        elif stem is not None and file.path.startswith(f"{stem}.") and file.path != ruleset:
            language = language[len(stem) + 1 :]
            is_one = is_language(language) and f".{language}{_JSON}" != _ENDING
        else:
            is_one = False
        if is_one and name.endswith(_JSON):
            found.append(Pack(language, file.path))
    return sorted(found)


def pack_path(ruleset: str, language: str) -> str:
    """Where the pack of a language belongs."""
    stem = _stem(ruleset)
    return f"{LOCALES}/{language}{_JSON}" if stem is None else f"{stem}.{language}{_JSON}"


def assets(package: Package, ruleset: str) -> list[Asset]:
    """The catalogs in files of their own, by id."""
    if ruleset != main_of(package):
        return []
    found = (
        (catalog_of(file.path), file.path)
        for file in package.files()
        if is_asset(package, file.path)
    )
    return sorted(Asset(catalog, path) for catalog, path in found if catalog is not None)


def manifest_path(package: Package, ruleset: str) -> str | None:
    """The manifest of a package that has one."""
    if ruleset != main_of(package):
        return None
    paths = {file.path for file in package.files()}
    for name in _MANIFESTS:
        if name in paths:
            root = root_of(package, name)
            if name == _MANIFESTS[0] or (root is not None and is_manifest(root[0])):
                return name
    return None


def is_manifest(root: Object) -> bool:
    """Whether a JSON document is a ruleset's package manifest by what is in it."""
    kind = root.get(_KIND)
    if root.get(_API) is None or kind is None or kind.value is None:
        return False
    kinds = [kind.value.text, *(part.text for _, part in kind.value.parts)]
    return "ruleset" in kinds


def is_asset_root(root: Object) -> bool:
    """Whether a JSON document is a catalog in a file of its own by what is in it."""
    return root.get(CATALOG) is not None and root.get(ENTRIES) is not None


# ---- read


def catalogs_elsewhere(ruleset: Object) -> list[str]:
    """The catalogs of a ruleset whose entries stand in files of their own, by id."""
    names = (each.text("id") for each in View(ruleset, 0).views("catalogs") if each.has("asset"))
    return [name for name in names if name is not None]


def catalogs_unread(ruleset: Object, there: Iterable[Object]) -> list[str]:
    """Those of them that are not among the files that are `there`. Those of a published ruleset may
    lie elsewhere, and nobody knows what is in them."""
    read = {View(each, 0).text(CATALOG) for each in there}
    return [name for name in catalogs_elsewhere(ruleset) if name not in read]


def manifest_of(package: Package | None, path: str | None) -> tuple[str, Object, int] | None:
    """The manifest of the package that the ruleset of a file is in: path, root, offset."""
    ruleset = ruleset_of(package, path)
    if package is None or ruleset is None:
        return None
    manifest = manifest_path(package, ruleset)
    found = root_of(package, manifest) if manifest is not None else None
    return (manifest, *found) if manifest is not None and found is not None else None


def tree_of(package: Package, path: str) -> SyntaxTree | None:
    return package.tree(path, JsonDocument.parse)


def root_of(package: Package, path: str) -> tuple[Object, int] | None:
    """The top-level object of a file, and where it stands."""
    tree = tree_of(package, path)
    root = tree.root if tree is not None else None
    return (root, tree.root_offset) if tree is not None and isinstance(root, Object) else None


def roots_of(package: Package, ruleset: str) -> Iterator[tuple[str, Object, int]]:
    """The ruleset and its assets, as far as they can be read: path, object, offset."""
    for path in (ruleset, *(asset.path for asset in assets(package, ruleset))):
        found = root_of(package, path)
        if found is not None:
            yield path, *found
