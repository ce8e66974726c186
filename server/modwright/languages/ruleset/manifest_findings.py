"""What is wrong with a package manifest (ruleset-format.md, M1, M2, L6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, cast

from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.package import MAX_READ, Package, PackageFile
from modwright.languages.package import RULESET as RULESET_FOLDER
from modwright.languages.ruleset import capability, family, structure
from modwright.languages.ruleset.capability import ASSET, MANIFEST, RULESET, Needed, Version
from modwright.languages.ruleset.fixes import put
from modwright.languages.ruleset.locale_findings import ENGLISH
from modwright.languages.ruleset.locale_pack import facts_of as pack_facts
from modwright.languages.ruleset.manifest_facts import (
    LOCALES,
    ManifestFacts,
    Pinned,
    facts_of,
)
from modwright.languages.ruleset.manifest_facts import RULESET as KIND
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span, Text, View
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_MAIN = RULESET_FOLDER.manifests[0]
_MOST_PLACES = 20
# What only an entry of the official catalog has (ruleset-format.md, section 11).
_OF_CATALOG = (LOCALES, "artifact")


class Need(NamedTuple):
    """A use of a feature in one of the package's files."""

    use: Needed
    path: str


def findings(document: SyntaxTree, package: Package | None, path: str | None) -> list[Finding]:
    """All findings but those of syntax."""
    root, offset = document.root, document.root_offset
    if root is None:
        return []
    found = list(structure.manifest_checker().findings(root))
    if not isinstance(root, Object):
        return [finding.shifted(offset) for finding in found]
    refused = frozenset((finding.start, finding.end) for finding in found)
    facts = facts_of(root)
    found.extend(_kind(facts))
    found.extend(_paths(facts))
    found.extend(_pins(facts))
    found.extend(_listed_packs(root, facts))
    found.extend(_packs_inside(root, facts))
    found.extend(_too_low(root, facts, package))
    if package is not None:
        found.extend(each for each in _files(facts, package) if not _is_on(each, refused))
    return [finding.shifted(offset) for finding in found]


def _is_on(finding: Finding, refused: Collection[Span]) -> bool:
    """Whether the schema refused what a finding is about: a checksum that is none, a size below 0
    are compared with nothing."""
    return (finding.start, finding.end) in refused


# ---- M1: what the manifest says of its files


def _kind(facts: ManifestFacts) -> Iterator[Finding]:
    """The kind `ruleset` and the asset `ruleset.json` ask for each other."""
    has_kind = any(kind.text == KIND for kind in facts.kinds)
    has_main = any(path.text == _MAIN for path in facts.paths)
    if has_kind and not has_main and facts.paths_span is not None:
        yield tell("needs-block", facts.paths_span, "asset").finding
    if has_main and facts.kinds and not has_kind:
        yield tell("needs-block", facts.kind_span, "kind").finding


def _paths(facts: ManifestFacts) -> Iterator[Finding]:
    has_main = any(path.text == _MAIN for path in facts.paths)
    pinned = {file.path for file in facts.files}
    seen: set[str] = set()
    for path in facts.paths:
        if path.text in seen:
            yield tell("duplicate-value", path.span, "path", path=path.text).finding
            continue
        seen.add(path.text)
        if facts.files_span is not None and path.text not in pinned:
            yield tell("unresolved-reference", path.span, "unpinned", path=path.text).finding
        # Without a kind that has it, too, one word about the missing ruleset is enough.
        is_alone = family.catalog_of(path.text) is not None and not has_main
        if is_alone and not any(kind.text == KIND for kind in facts.kinds):
            yield tell("needs-block", path.span, "catalog").finding


def _pins(facts: ManifestFacts) -> Iterator[Finding]:
    seen: set[str] = set()
    for file in facts.files:
        if file.path in seen:
            yield tell("duplicate-value", file.path_span, "path", path=file.path).finding
        seen.add(file.path)
        limit = _limit(file.path)
        if limit is not None and file.size is not None and file.size > limit and file.size_span:
            yield tell(
                "too-large", file.size_span, "pinned", path=file.path, limit=limit, size=file.size
            ).finding


def _limit(path: str) -> int | None:
    """How many bytes a file may have by its declared size."""
    if path != _MAIN and family.catalog_of(path) is None:
        return None
    schema = structure.load(RULESET if path == _MAIN else ASSET)
    return cast("int", schema[structure.MAX_FILE_BYTES])


# ---- the files as they are


class Real(NamedTuple):
    size: int
    sha256: str | None
    """None for a file too large to be read."""


def real(package: Package, file: PackageFile) -> Real | None:
    """The size and the checksum of a file of the package as it stands, unsaved edits included."""
    data = package.read(file.path)
    if data is None:
        return None
    if len(data) == MAX_READ and file.size > MAX_READ:
        return Real(file.size, None)
    return Real(len(data), hashlib.sha256(data).hexdigest())


def _files(facts: ManifestFacts, package: Package) -> Iterator[Finding]:
    there = {file.path: file for file in package.files()}
    for file in facts.files:
        # Deeper files than packages of rulesets have are out of sight.
        if file.path.count("/") <= package.kind.depth:
            yield from _file(file, there, package)


def _file(file: Pinned, there: Mapping[str, PackageFile], package: Package) -> Iterator[Finding]:
    entry = there.get(file.path)
    if entry is None:
        near = nearest(file.path, there)
        yield tell(
            "unresolved-reference",
            file.path_span,
            "file-nearest" if near else "file",
            path=file.path,
            near=near[0] if near else "",
            fixes=tuple(put(file.path_span, name) for name in near),
        ).finding
        return
    now = real(package, entry)
    if now is None:
        return
    if file.size is not None and file.size_span is not None and file.size != now.size:
        yield tell(
            "bad-value",
            file.size_span,
            "bytes",
            path=file.path,
            actual=now.size,
            written=file.size,
            fixes=(_take(file.size_span, str(now.size), str(now.size)),),
        ).finding
    if (
        now.sha256 is not None
        and file.sha256 is not None
        and file.sha256_span is not None
        and file.sha256.lower() != now.sha256
    ):
        yield tell(
            "bad-value",
            file.sha256_span,
            "sha256",
            path=file.path,
            fixes=(_take(file.sha256_span, json.dumps(now.sha256), now.sha256),),
        ).finding


def _take(span: Span, written: str, shown: str) -> Fix:
    edit = TextEdit(*span, written)
    return Fix(Message.of("ruleset.manifest.take", value=shown), (edit,), preferred=True)


# ---- L6: packs listed in a catalog entry


def _listed_packs(root: Object, facts: ManifestFacts) -> Iterator[Finding]:
    packs = View(root, 0).child(LOCALES)
    if packs is None:
        return
    for language, pack in packs.children():
        if language == ENGLISH:
            yield tell("locale-english", packs.key_span(language), "listed").finding
            continue
        url = pack.text("url")
        if url is None or facts.version is None:
            continue
        ending = f"-{facts.version}.{language}.json"
        if not url.endswith(ending):
            yield tell("bad-value", pack.value_span("url"), "pack-url", name=ending).finding


def _packs_inside(root: Object, facts: ManifestFacts) -> Iterator[Finding]:
    """Section 11: a ruleset of the official catalog has its packs beside it. One with packs inside
    is refused before it is loaded; its own words in English may be there."""
    if not any(root.get(key) for key in _OF_CATALOG):
        return
    for file in facts.files:
        if family.is_in_locales(file.path) and family.language_of(file.path) not in (None, ENGLISH):
            yield tell("exclusive-keys", file.path_span, "pack-inside", path=file.path).finding


# ---- M2: the Capability API


def needs(package: Package, ruleset: str, above: Version) -> list[Need]:
    """What in the files of a package asks for more than `above`, the ruleset first."""
    found: list[Need] = []
    for path, root, offset in family.roots_of(package, ruleset):
        is_asset = path != ruleset
        schema = ASSET if is_asset else RULESET
        found.extend(Need(use, path) for use in capability.needed(root, above, schema, offset))
        version = capability.asset_version()
        if is_asset and version > above:
            found.append(Need(Needed(version, family.CATALOGS, offset, offset + 1), path))
    version = capability.pack_version()
    if version > above:
        found.extend(
            Need(Needed(version, family.LOCALES, *span), path)
            for path, span in _translations(package, ruleset)
        )
    return found


def _translations(package: Package, ruleset: str) -> Iterator[tuple[str, Span]]:
    """The packs inside the package that translate something, each at its section."""
    for pack in family.packs(package, ruleset):
        found = family.root_of(package, pack.path) if family.is_in_locales(pack.path) else None
        if found is not None and pack.language != ENGLISH:
            facts = pack_facts(found[0])
            if facts.section is not None and facts.entries:
                start, end = facts.section
                yield pack.path, (start + found[1], end + found[1])


def _too_low(root: Object, facts: ManifestFacts, package: Package | None) -> Iterator[Finding]:
    declared = facts.api
    span = facts.minor
    if declared is None or span is None:
        return
    ruleset = _ruleset_of(package)
    found: list[Need] = []
    if package is not None and ruleset is not None:
        found = needs(package, ruleset, declared)
    own = capability.needed(root, declared, MANIFEST)
    least = capability.base()
    highest = max(
        [*(need.use for need in found), *own],
        key=lambda use: use.api,
        default=Needed(least, KIND, 0, 0),
    )
    if highest.api <= declared:
        return
    places = [(use, None) for use in own] + [(need.use, need.path) for need in found]
    # Those that ask for the most first: they decide.
    places.sort(key=lambda place: place[0].api, reverse=True)
    related = [Related(use.start, use.end, _because(use), path) for use, path in places]
    yield tell(
        "api-too-low",
        span,
        declared=declared.text,
        needed=highest.api.text,
        feature=highest.feature,
        fixes=(raising(facts, highest.api),),
    ).finding._replace(related=tuple(related[:_MOST_PLACES]))


def _because(use: Needed) -> Message:
    return Message.of("ruleset.api.here", feature=use.feature, api=use.api.text)


def _ruleset_of(package: Package | None) -> str | None:
    return family.ruleset_of(package, "")


def raising(facts: ManifestFacts, version: Version) -> Fix:
    """The fix that declares `version`."""
    return Fix(Message.of("ruleset.api.raise", api=version.text), raise_edits(facts, version), True)


def raise_edits(facts: ManifestFacts, version: Version, offset: int = 0) -> tuple[TextEdit, ...]:
    """The edits of a manifest whose root stands at `offset`, so that it declares `version`."""
    edits: list[TextEdit] = []
    for span, number, old in (
        (facts.major, version.major, facts.api.major if facts.api else -1),
        (facts.minor, version.minor, facts.api.minor if facts.api else -1),
    ):
        if span is not None and number != old:
            edits.append(TextEdit(*span, str(number)).shifted(offset))
    return tuple(edits)


def unpinned(facts: ManifestFacts) -> list[Text]:
    """The assets that `files` does not have."""
    pinned = {file.path for file in facts.files}
    return [path for path in facts.paths if path.text not in pinned]
