"""What values are worked out of: which of them reach live state, a list's sum, or training.

The values of a sheet read each other: derived values read those above them, skills and saves have
caps, and all of these stand on the proficiency bonus. Each question has an answer of its own, a
chain of readings, so that an edit which leaves the chain alone leaves the findings alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from modwright.languages.ruleset.facts import part
from modwright.languages.ruleset.views import View
from modwright.symbols.environment import Environment
from modwright.symbols.keys import Key
from modwright.syntax.node import Array

T = TypeVar("T")

LIVE_STATE = "liveState"
"""No key of a value reference but of the `from` of an `enumTable`; read like one here."""
LIVE = frozenset({"livePool", "liveTrack", "itemStat", LIVE_STATE})
TRAINED = frozenset({"skillMod", "saveMod"})
TOO_LATE = LIVE | TRAINED
"""What is not known yet where a value is worked out early, whatever thing it names."""
# The keys by which a value reference reads something, with the kind of thing they name.
_KINDS = {
    "field": "field",
    "derived": "derived",
    "abilityScore": "ability",
    "abilityMod": "ability",
    "abilityModFromField": "field",
    "skillMod": "skill",
    "saveMod": "save",
    "livePool": "pool",
    "liveTrack": "track",
    "listSum": "list",
    "itemStat": "stat",
    LIVE_STATE: "state",
}


class Reading(NamedTuple):
    """One thing that a value reference reads: its key, and the id it names ("" for none)."""

    key: str
    id: str

    @property
    def kind(self) -> str:
        return _KINDS[self.key]

    @property
    def symbol(self) -> Key | None:
        return Key(self.kind, "", self.id) if self.id else None


Chain: TypeAlias = "tuple[Reading, ...]"
"""From what is read to what it is about, both included."""


class Trainee(NamedTuple):
    """Who may not depend on training: `kind` is "skill" or "save", or "" for the bonus itself.
    `derived` is what it reads."""

    kind: str
    id: str
    derived: str


class _Graph(NamedTuple):
    order: Mapping[str, int]
    derived: Mapping[str, Chain]
    caps: Mapping[Reading, Chain]
    bonus: Chain


def readings(ref: View | None) -> Chain:
    """What a value reference reads; more than one thing where it has too many keys."""
    if ref is None:
        return ()
    found: list[Reading] = []
    for key in ref.keys:
        if key == "listSum":
            inner = ref.child(key)
            found.append(Reading(key, (inner.text("list") if inner else None) or ""))
        elif key == "itemStat":
            inner = ref.child(key)
            found.append(Reading(key, (inner.text("stat") if inner else None) or ""))
        elif key in _KINDS:
            text = ref.text(key)
            if text is not None:
                found.append(Reading(key, text))
    return tuple(found)


def references(derived: View) -> Iterator[View]:
    """The value references of a derived value."""
    for key in ("of", "from"):
        child = derived.child(key)
        if child is not None:
            yield child
        yield from derived.views(key)


def live_chain(reading: Reading) -> Callable[[Environment], Chain | None]:
    """The fact how `reading` reaches live state (R12); None where it does not."""
    return _chain(reading, LIVE, False)


def sum_chain(reading: Reading) -> Callable[[Environment], Chain | None]:
    """The fact how `reading` reaches the sum of a list (R12a)."""
    return _chain(reading, frozenset({"listSum"}), True)


@functools.lru_cache(maxsize=4096)
def _chain(
    reading: Reading, ends: frozenset[str], is_bonus_read: bool
) -> Callable[[Environment], Chain | None]:
    # The very same function each time, for a fact is known by its function.
    def fact(env: Environment) -> Chain | None:
        return _found(env.fact(_graph), reading, ends, is_bonus_read, set())

    return fact


@functools.lru_cache(maxsize=1024)
def reader_below(derived: str) -> Callable[[Environment], Trainee | None]:
    """The fact who may not depend on training and yet is worked out after `derived`: who reads it
    or the next value below it (R13)."""

    def fact(env: Environment) -> Trainee | None:
        order = env.fact(_graph).order
        place = order.get(derived)
        if place is None:
            return None
        below = [each for each in env.fact(_trainees) if order.get(each.derived, -1) >= place]
        return min(below, key=lambda each: order[each.derived], default=None)

    return fact


def _found(
    graph: _Graph, reading: Reading, ends: frozenset[str], is_bonus_read: bool, seen: set[Reading]
) -> Chain | None:
    if reading.key in ends:
        return (reading,)
    if reading in seen:
        return None
    seen.add(reading)
    for inner in _behind(graph, reading, is_bonus_read):
        rest = _found(graph, inner, ends, is_bonus_read, seen)
        if rest is not None:
            return (reading, *rest)
    return None


def _behind(graph: _Graph, reading: Reading, is_bonus_read: bool) -> Chain:
    if reading.key == "derived":
        return graph.derived.get(reading.id, ())
    if reading.key in TRAINED:
        return (*graph.caps.get(reading, ()), *(graph.bonus if is_bonus_read else ()))
    return ()


def _graph(env: Environment) -> _Graph:
    sheet = part(env, "sheet")
    derived = _read_once(sheet, "derived", _derived) or _Derived({}, {})
    caps = {
        Reading(key, name): reads
        for key, each in _CAPPED
        for name, reads in (_read_once(sheet, each, _caps) or {}).items()
    }
    return _Graph(derived.order, derived.reads, caps, readings(_bonus(env)))


def _trainees(env: Environment) -> tuple[Trainee, ...]:
    graph = env.fact(_graph)
    found = [Trainee("", "", each.id) for each in graph.bonus if each.key == "derived"]
    for capped, reads in graph.caps.items():
        found.extend(
            Trainee(capped.kind, capped.id, each.id) for each in reads if each.key == "derived"
        )
    return tuple(found)


class _Derived(NamedTuple):
    order: Mapping[str, int]
    reads: Mapping[str, Chain]


def _derived(items: Sequence[View]) -> _Derived:
    order: dict[str, int] = {}
    reads: dict[str, Chain] = {}
    for place, view in enumerate(items):
        name = view.text("id")
        if name is not None and name not in order:
            order[name] = place
            reads[name] = tuple(each for ref in references(view) for each in readings(ref))
    return _Derived(order, reads)


def _caps(items: Sequence[View]) -> Mapping[str, Chain]:
    return {view.text("id") or "": readings(view.child("cap")) for view in items if view.has("cap")}


_CAPPED = (("skillMod", "skills"), ("saveMod", "saves"))


def _read_once(sheet: View | None, key: str, read: Callable[[Sequence[View]], T]) -> T | None:
    """What `read` makes of the objects in an array of the sheet, once for each version of it."""
    node = sheet.value(key) if sheet else None
    if sheet is None or not isinstance(node, Array):
        return None
    return node.remember(("ruleset.reach", read), lambda: read(sheet.views(key)))


def _bonus(env: Environment) -> View | None:
    proficiency = part(env, "resolution", "proficiency")
    return proficiency.child("bonus") if proficiency else None
