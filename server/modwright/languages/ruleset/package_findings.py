"""What is wrong with a ruleset or an asset because of the other files of its package."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.model import Finding, Message, Related
from modwright.languages.package import Package
from modwright.languages.ruleset import display, family
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.syntax.node import Object

# Others than so many are not looked at: each of them has to be read.
_MOST_PACKAGES = 64


def assets_of(package: Package | None, path: str | None) -> list[Object]:
    """The catalogs in files of their own that belong to the ruleset at `path`. A file whose catalog
    has its entries in the ruleset is read by nobody."""
    if package is None or path is None or family.ruleset_of(package, path) != path:
        return []
    files = family.assets(package, path)
    ruleset = family.root_of(package, path) if files else None
    if ruleset is None:
        return []
    elsewhere = family.catalogs_elsewhere(ruleset[0])
    found = (family.root_of(package, asset.path) for asset in files)
    return [
        each[0]
        for each in found
        if each is not None and View(each[0], 0).text(family.CATALOG) in elsewhere
    ]


def package_findings(
    root: Object, offset: int, package: Package | None, path: str | None
) -> list[Finding]:
    """At absolute offsets; `root` is that of the ruleset or asset at `path`."""
    if package is None and path is not None and family.is_shared_alone(path):
        return list(_catalogs_outside(root, offset))
    ruleset = family.ruleset_of(package, path)
    if package is None or path is None or ruleset is None:
        return []
    found = list(_shadowed(root, offset, package, path))
    if family.packs(package, ruleset):  # Otherwise nobody translates it.
        found.extend(_ambiguous(root, offset, package, path, ruleset))
    return found


def _catalogs_outside(root: Object, offset: int) -> Iterator[Finding]:
    """R5: nobody reads a second file where a ruleset is shared as one."""
    for catalog in View(root, offset).views("catalogs"):
        if catalog.has("asset"):
            yield tell("catalog-entry", catalog.key_span("asset"), "asset-alone").finding


def _shadowed(root: Object, offset: int, package: Package, path: str) -> Iterator[Finding]:
    """M3: of packages that bring a ruleset of one id the first by package id counts, and the
    rulesets of the others are never seen. Only packages have such an order: a ruleset without a
    manifest is filed under whoever imports it."""
    own = _package_id(package, path)
    view = View(root, offset)
    name = view.text("id")
    if own is None or not name:
        return
    rivals = (
        rival
        for other in package.library()[:_MOST_PACKAGES]
        if (rival := _rival(other, name)) is not None and rival < own
    )
    first = min(rivals, default=None)
    if first is not None:
        span = view.value_span("id")
        yield tell("no-effect", span, "shadowed", name=name, first=first, own=own).finding


def _rival(package: Package, ruleset_id: str) -> str | None:
    """The id of a package, if it brings a ruleset that is called so."""
    ruleset = family.main_of(package)
    own = _package_id(package, ruleset) if ruleset is not None else None
    found = family.root_of(package, ruleset) if ruleset is not None and own is not None else None
    return own if found is not None and View(found[0], 0).text("id") == ruleset_id else None


def _package_id(package: Package, ruleset: str) -> str | None:
    """The id that the manifest beside a ruleset gives to the package."""
    path = family.manifest_path(package, ruleset)
    found = family.root_of(package, path) if path is not None else None
    return View(found[0], 0).text("id") if found is not None else None


def _ambiguous(
    root: Object, offset: int, package: Package, path: str, ruleset: str
) -> Iterator[Finding]:
    """`ruleset/locale-ambiguous` where a string stands for another sort of thing than it did
    before."""
    own = display.strings_in(root).known
    for text, kinds in display.strings_of(package, ruleset).shown.items():
        several = display.senses(kinds)
        if len(several) < 2 or text not in own:
            continue
        places = [
            place
            for place in display.places_of(package, ruleset, text)
            if display.senses((place.kind,))
        ]
        sense = display.sense_of(places[0].kind)
        later = next((each for each in places if display.sense_of(each.kind) != sense), None)
        if later is None or later.path != path:
            continue
        first = places[0]
        message = Message.of("ruleset.locale.stands-for", kind=display.kind_title(first.kind))
        where = None if first.path == path else first.path
        found = tell(
            "locale-ambiguous",
            (later.start - 1, later.end + 1),
            "ruleset",
            text=text,
            kinds=[display.kind_title(kind) for kind in several],
        ).finding
        yield found._replace(related=(Related(first.start - 1, first.end + 1, message, where),))
