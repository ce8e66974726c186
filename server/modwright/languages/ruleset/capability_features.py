"""The Capability API a ruleset needs, above its first line and as an action on the manifest."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.messages import text as words
from modwright.languages.around import Lens, PackageAction
from modwright.languages.package import Package
from modwright.languages.ruleset import capability, family
from modwright.languages.ruleset.capability import ASSET, Use, Version
from modwright.languages.ruleset.manifest_facts import facts_of
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

SHOW = "modwright.showCapability"
"""The command that leads to what asks for the version (client side: it opens the place)."""

_REFACTOR = "refactor"


def lenses(
    root: Object, offset: int, path: str | None, locale: str, package: Package | None
) -> Iterator[Lens]:
    """The least version, and because of what."""
    use = highest(root, path, package)
    declared = _declared(package, path)
    if declared is not None and declared < use.api:
        title = words(
            "ruleset.api.lens-low",
            locale,
            api=use.api.text,
            feature=use.feature,
            declared=declared.text,
        )
    elif use.feature:
        title = words("ruleset.api.lens", locale, api=use.api.text, feature=use.feature)
    else:
        title = words("ruleset.api.lens-base", locale, api=use.api.text)
    yield Lens(offset, offset + 1, title, SHOW, ())


def highest(root: Object, path: str | None, package: Package | None) -> Use:
    """What asks for the highest version, in the ruleset or one of its assets."""
    found = [capability.minimum(root)]
    if package is not None and path is not None and family.ruleset_of(package, path) == path:
        for asset in family.assets(package, path):
            there = family.root_of(package, asset.path)
            if there is not None:
                found.append(capability.minimum(there[0], ASSET))
                found.append(Use(capability.asset_version(), asset.path))
    return max(found, key=lambda use: use.api)


def place_of(
    document: SyntaxTree, path: str | None, package: Package | None
) -> tuple[str | None, int, int] | None:
    """The first place that asks for the highest version: path (None: this file), start, end."""
    root, offset = document.root, document.root_offset
    if not isinstance(root, Object):
        return None
    use = highest(root, path, package)
    below = Version(use.api.major, use.api.minor - 1)
    for need in capability.needed(root, below, offset=offset):
        if need.api == use.api:
            return None, need.start, need.end
    if package is None or path is None:
        return None
    for asset in family.assets(package, path):
        there = family.root_of(package, asset.path)
        if there is None:
            continue
        for need in capability.needed(there[0], below, ASSET, there[1]):
            if need.api == use.api:
                return asset.path, need.start, need.end
    return None


def _declared(package: Package | None, path: str | None) -> Version | None:
    found = family.manifest_of(package, path)
    return facts_of(found[1]).api if found is not None else None


def raise_actions(
    document: SyntaxTree,
    start: int,
    end: int,
    locale: str,
    path: str | None,
    package: Package | None,
) -> Iterator[PackageAction]:
    """From a place that asks for more than the manifest declares: declare it."""
    from modwright.languages.ruleset.manifest_findings import raise_edits

    root, offset = document.root, document.root_offset
    manifest = family.manifest_of(package, path)
    if not isinstance(root, Object) or manifest is None:
        return
    name, manifest_root, manifest_offset = manifest
    facts = facts_of(manifest_root)
    if facts.api is None:
        return
    schema = ASSET if family.is_asset_root(root) else capability.RULESET
    uses = capability.needed(root, facts.api, schema, offset)
    touched = [use.api for use in uses if use.start <= end and start <= use.end]
    if uses and start <= offset + 1 and offset <= end:
        touched.append(max(use.api for use in uses))  # At the lens that says so.
    if touched:
        version = max(touched)
        yield PackageAction(
            words("ruleset.api.raise-in", locale, path=name, api=version.text),
            _REFACTOR,
            {name: raise_edits(facts, version, manifest_offset)},
            {},
        )
