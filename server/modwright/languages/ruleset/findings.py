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
from modwright.symbols.environment import Environment
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import joined, summary_of
from modwright.symbols.walk import Told, Walk
from modwright.syntax.node import Object


def environment_of(root: Object, assets: Sequence[Object] = ()) -> Environment:
    """What the rules may ask of the ruleset `root`, whose `assets` are the catalogs in files of
    their own, as far as they are there."""
    summary = summary_of(root, shapes().root, table())
    if not family.catalogs_elsewhere(root):
        return Environment(root, summary, table())
    from modwright.languages.ruleset import asset

    summaries = [summary_of(each, asset.shapes().root, asset.table()) for each in assets]
    unread = frozenset(("entry", name) for name in family.catalogs_unread(root, assets))
    return Environment(root, joined([summary, *summaries]), table(), unread)


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
