"""Versions of the engine that satisfy a range (specs/oamut.md, Version range)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

from modwright.languages.oamut.ranges import MAX_PART, Term, Version, read

_HOLDS: Mapping[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
}


def version_for(usual: str, wanted: str) -> str:
    """`usual` where the range `wanted` takes it, else the lowest version that it takes.

    A range with faults takes everything, and one that nothing satisfies is left alone.
    """
    terms = read(wanted).terms
    # Whatever a range begins with is one of its versions, or the one after it.
    edges = [(0, 0, 0), *(term.version for term in terms)]
    lowest = sorted({*edges, *map(_next, edges)})
    candidates = [_parsed(usual), *lowest]
    found = next((each for each in candidates if _satisfies(each, terms)), candidates[0])
    return ".".join(map(str, found))


def _satisfies(version: Version, terms: Sequence[Term]) -> bool:
    return all(_HOLDS[term.operator](version, term.version) for term in terms)


def _next(version: Version) -> Version:
    major, minor, patch = version
    if patch < MAX_PART:
        return major, minor, patch + 1
    return (major, minor + 1, 0) if minor < MAX_PART else (min(major + 1, MAX_PART), 0, 0)


def _parsed(version: str) -> Version:
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch
