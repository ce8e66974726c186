"""Everything that is wrong with a ruleset, from its three layers of truth: structure, names, rules
(specs/ruleset.md)."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.model import Finding
from modwright.languages.ruleset import naming
from modwright.languages.ruleset.checks import heads, rules
from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.structure import checker
from modwright.symbols.environment import Environment
from modwright.symbols.occurrences import Finder
from modwright.symbols.summary import summary_of
from modwright.symbols.walk import Told, Walk
from modwright.syntax.node import Object


def environment_of(root: Object) -> Environment:
    """What the rules may ask of the ruleset `root`."""
    return Environment(root, summary_of(root, shapes().root, table()), table())


def finder_of(root: Object, offset: int) -> Finder:
    """Finds the names of the ruleset `root`, which stands at `offset`."""
    return Finder(summary_of(root, shapes().root, table()), offset, table())


def findings(root: Object, offset: int) -> list[Finding]:
    """All findings but those of syntax, at absolute offsets; `offset` is that of `root`."""
    found = [finding.shifted(offset) for finding in checker().findings(root)]
    finder = finder_of(root, offset)
    found.extend(naming.placed(told, finder) for told in _told(root, offset, finder))
    return found


def _told(root: Object, offset: int, finder: Finder) -> Iterator[Told]:
    env = environment_of(root)
    walk = Walk(env, naming.told_of, rules(), heads())
    for told in walk.found(shapes().root):
        yield told.shifted(offset)
    yield from naming.repeated(env.summary, finder)
    yield from naming.idle(env.summary, finder)
