"""Everything that is wrong with a ruleset, from its three layers of truth: structure, names, rules
(specs/ruleset.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.model import Finding
from modwright.languages.ruleset import family, naming
from modwright.languages.ruleset.checks import heads, rules
from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.structure import checker
from modwright.languages.ruleset.stubs import Stubs
from modwright.languages.ruleset.views import View
from modwright.symbols.environment import Environment
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import joined, summary_of
from modwright.symbols.walk import Told, Walk
from modwright.syntax.node import Object


def environment_of(root: Object, assets: Sequence[Object] = ()) -> Environment:
    """What the rules may ask of the ruleset `root`, whose `assets` are the catalogs in files of
    their own, as far as they are there."""
    summary = summary_of(root, shapes().root, table())
    elsewhere = catalogs_elsewhere(root)
    if not elsewhere:
        return Environment(root, summary, table())
    from modwright.languages.ruleset import asset

    summaries = [summary_of(each, asset.shapes().root, asset.table()) for each in assets]
    read = {View(each, 0).text(family.CATALOG) for each in assets}
    unread = frozenset(("entry", name) for name in elsewhere if name not in read)
    return Environment(root, joined([summary, *summaries]), table(), unread)


def catalogs_elsewhere(root: Object) -> list[str]:
    """The catalogs whose entries stand in files of their own."""
    catalogs = View(root, 0).views("catalogs")
    names = (each.text("id") for each in catalogs if each.has("asset"))
    return [name for name in names if name is not None]


def finder_of(root: Object, offset: int) -> Finder:
    """Finds the names of the ruleset `root`, which stands at `offset`."""
    return Finder(summary_of(root, shapes().root, table()), offset, table())


def findings(root: Object, offset: int, assets: Sequence[Object] = ()) -> list[Finding]:
    """All findings but those of syntax, at absolute offsets; `offset` is that of `root`. `assets`
    are the roots of its catalogs in files of their own."""
    found = [finding.shifted(offset) for finding in checker().findings(root)]
    finder = finder_of(root, offset)
    env = environment_of(root, assets)
    stubs = Stubs(root, offset, env)
    found.extend(
        stubs.added(naming.placed(told, finder), told.missing, finder)
        for told in _told(offset, finder, env)
    )
    return found


def _told(offset: int, finder: Finder, env: Environment) -> Iterator[Told]:
    walk = Walk(env, naming.told_of, rules(), heads())
    for told in walk.found(shapes().root):
        yield told.shifted(offset)
    yield from naming.repeated(env.summary, finder)
    yield from naming.idle(env.summary, finder)
