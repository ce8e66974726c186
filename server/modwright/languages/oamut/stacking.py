"""The rules for a list of mutators that are on together (specs/oamut.md, Stacking).

They are applied from top to bottom. Any breach refuses the whole list. Places count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from modwright.findings.model import Message
from modwright.languages.oamut import grammar
from modwright.languages.oamut.manifest import ManifestFacts

Kind: TypeAlias = Literal[
    "too-many",
    "repeated",  # `other` stands above
    "missing",  # a requirement that is not in the list
    "below",  # a requirement that stands below
    "conflict",  # with `other`, which stands above
]


class Stacked(NamedTuple):
    """A mutator in the list, as far as stacking is concerned."""

    id: str
    requires: Sequence[str] = ()
    conflicts: Sequence[str] = ()


class Breach(NamedTuple):
    """A rule that the mutator at `place` breaks, and the other one that has to do with it."""

    kind: Kind
    place: int
    id: str
    other_id: str
    other_place: int | None
    message: Message


def stacked(facts: ManifestFacts) -> Stacked | None:
    """The mutator of a manifest; None for one without a readable id."""
    if facts.id is None:
        return None
    return Stacked(
        facts.id.text,
        [named.text for named in facts.requires_mutators],
        [named.text for named in facts.conflicts],
    )


def breaches(stack: Sequence[Stacked]) -> list[Breach]:
    """What the list is refused for, from top to bottom; empty for a list that is accepted."""
    most = grammar.layout()["limits"]["mutators"]
    found: list[Breach] = []
    if len(stack) > most:
        message = Message.of("stack.too-many", count=len(stack), limit=most)
        found.append(Breach("too-many", most, stack[most].id, "", None, message))
    first: dict[str, int] = {}
    for place, mutator in enumerate(stack):
        earlier = first.setdefault(mutator.id, place)
        if earlier != place:
            found.append(_breach("repeated", place, mutator.id, mutator.id, earlier))
    for place, mutator in enumerate(stack):
        for required in dict.fromkeys(mutator.requires):
            where = first.get(required)
            if where is None:
                found.append(_breach("missing", place, mutator.id, required, None))
            elif where >= place:
                found.append(_breach("below", place, mutator.id, required, where))
        for above, other in enumerate(stack[:place]):
            if other.id != mutator.id and _conflict(mutator, other):
                found.append(_breach("conflict", place, mutator.id, other.id, above))
    return sorted(found, key=lambda breach: breach.place)


def order_remarks(stack: Sequence[Stacked]) -> Iterator[Message]:
    """Requirements that stand above, but not in the order in which they were asked for.

    Switching a mutator on puts what it requires above it in the order of its list. A player may
    still have arranged them otherwise, and no rule refuses that.
    """
    places = {mutator.id: place for place, mutator in reversed(list(enumerate(stack)))}
    for place, mutator in enumerate(stack):
        above = [name for name in mutator.requires if places.get(name, place) < place]
        for one, next_one in pairwise(above):
            if places[next_one] < places[one]:
                yield Message.of("stack.order", id=mutator.id, first=one, second=next_one)


def _conflict(one: Stacked, other: Stacked) -> bool:
    return other.id in one.conflicts or one.id in other.conflicts


def _breach(kind: Kind, place: int, own: str, other: str, other_place: int | None) -> Breach:
    at = 0 if other_place is None else other_place + 1
    message = Message.of(f"stack.{kind}", id=own, other=other, place=at)
    return Breach(kind, place, own, other, other_place, message)
