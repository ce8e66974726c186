"""What is wrong with a catalog in a file of its own, which lives in its ruleset's environment."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.model import Finding, Related
from modwright.languages.package import Package
from modwright.languages.ruleset import asset, family, naming
from modwright.languages.ruleset.checks import heads, rules
from modwright.languages.ruleset.findings import environment_of, finder_of
from modwright.languages.ruleset.fixes import put
from modwright.languages.ruleset.package_findings import assets_of, package_findings
from modwright.languages.ruleset.structure import asset_checker, asset_too_large
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import summary_of
from modwright.symbols.walk import Told, Walk
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_CATALOG = "catalog"
_ASSET = "asset"
_MOST_RELATED = 20


def findings(document: SyntaxTree, package: Package | None, path: str | None) -> list[Finding]:
    """All findings but those of syntax, at absolute offsets."""
    root, offset = document.root, document.root_offset
    found = list(asset_too_large(document.text, offset))
    if root is None:
        return found
    found.extend(finding.shifted(offset) for finding in asset_checker().findings(root))
    if not isinstance(root, Object):
        return found
    if path is not None:
        found.extend(finding.shifted(offset) for finding in _misnamed(root, path))
    ruleset = family.ruleset_of(package, path)
    around = None
    if package is not None and ruleset is not None:
        around = family.root_of(package, ruleset)
    if package is None or ruleset is None or around is None:
        return found  # Nothing can be said of names without the ruleset that has them.
    found.extend(_in_ruleset(root, offset, around, ruleset, package, path))
    found.extend(package_findings(root, offset, package, path))
    return found


def finder(root: Object, offset: int) -> Finder:
    """Finds the names of the asset `root`, which stands at `offset`."""
    return Finder(summary_of(root, asset.shapes().root, asset.table()), offset, asset.table())


def _misnamed(root: Object, path: str) -> Iterator[Finding]:
    """R50: the file is read for the catalog that its name says."""
    view, wanted = View(root, 0), family.catalog_of(path)
    written = view.text(_CATALOG)
    if wanted is not None and written is not None and written != wanted:
        yield tell(
            "catalog-entry",
            view.value_span(_CATALOG),
            "asset-id",
            wanted=wanted,
            written=written,
            fixes=(put(view.value_span(_CATALOG), wanted),),
        ).finding


def _in_ruleset(
    root: Object,
    offset: int,
    around: tuple[Object, int],
    ruleset: str,
    package: Package,
    path: str | None,
) -> Iterator[Finding]:
    ruleset_root, ruleset_offset = around
    view = View(root, offset)
    written = view.text(_CATALOG)
    # A file is read for the catalog that its name says, whatever it says itself (R50).
    name = (family.catalog_of(path) if path is not None else None) or written
    catalog = _catalog_of(ruleset_root, name)
    if catalog is None:
        # In a ruleset that is being written the catalog may be just what cannot be read.
        if written and written == name and not ruleset_root.is_damaged:
            span = view.value_span(_CATALOG)
            yield tell("unresolved-reference", span, "asset", name=written).finding
        return
    if not View(catalog, 0).has(_ASSET):
        span = view.value_span(_CATALOG) if written else (offset, offset + 1)
        yield tell("no-effect", span, "asset-unread", name=name or "").finding
        return
    others = [each for each in assets_of(package, ruleset) if each is not root]
    env = environment_of(ruleset_root, [root, *others])
    own = finder(root, offset)
    whole = finder_of(ruleset_root, ruleset_offset)
    head = heads().get(_CATALOG)
    walk = Walk(env, naming.told_of, rules(), heads())
    found = walk.found(
        asset.shapes().root, root, {_CATALOG: head(catalog)} if head is not None else {}
    )
    for told in found:
        yield _placed(told.shifted(offset), own, whole, ruleset)
    summary = summary_of(root, asset.shapes().root, asset.table())
    for told in naming.repeated(summary, own):
        yield told.finding


def _catalog_of(ruleset: Object, name: str | None) -> Object | None:
    """The catalog of the ruleset that an asset fills."""
    catalogs = View(ruleset, 0).views("catalogs")
    return next((each.node for each in catalogs if name and each.text("id") == name), None)


def _placed(told: Told, own: Finder, whole: Finder, ruleset: str) -> Finding:
    """The finding with the places it mentions, here or in the ruleset."""
    related: list[Related] = list(told.finding.related)
    for key, message in told.mentions[:_MOST_RELATED]:
        for finder, path in ((own, None), (whole, ruleset)):
            place = next((each for each in finder.of(key) if each.role.is_definition), None)
            if place is not None:
                related.append(Related(place.start - 1, place.end + 1, message, path))
                break
    return told.finding._replace(related=tuple(related))
