"""What rules ask about the document as a whole: small answers, each worked out once a version.

A fact is a function of the environment whose answer can be compared: findings that asked for it
hold for as long as it stays the same. So each says no more than its rules need, and looks at no
more of the file than that takes.
"""

from __future__ import annotations

from typing import NamedTuple

from modwright.languages.ruleset.views import View, number_of
from modwright.symbols.environment import Environment
from modwright.syntax.node import Object

SUM = "dice-sum"
POOL = "dice-pool"

# What a pool ruleset has where it does not say (ruleset-format.md, 2b).
DEFAULT_SIDES = 10
_DEFAULT_MOST_DICE = 40


class Target(NamedTuple):
    """The number a die of a pool has to show; None: not written, or no number."""

    default: float | None
    low: float | None
    high: float | None

    @property
    def is_movable(self) -> bool:
        return self.low is not None and self.high is not None and self.low < self.high


class Health(NamedTuple):
    """Where hit points are kept: `key` is "pool" or "track", "" where it is neither."""

    key: str
    id: str


def root_view(env: Environment) -> View:
    return View(env.root, 0)


def part(env: Environment, *path: str) -> View | None:
    view: View | None = root_view(env)
    for key in path:
        view = view.child(key) if view is not None else None
    return view


def resolution_kind(env: Environment) -> str:
    """`dice-sum`, `dice-pool`, or whatever stands there; "" for nothing."""
    resolution = part(env, "resolution")
    return (resolution.text("kind") if resolution else None) or ""


def target(env: Environment) -> Target | None:
    """The target of a dice-pool resolution."""
    view = part(env, "resolution", "target")
    if view is None or resolution_kind(env) != POOL:
        return None
    return Target(view.number("default"), view.number("min"), view.number("max"))


def die_sides(env: Environment) -> float | None:
    """The sides of a pool's dice; None where it cannot be told, and under `dice-sum`."""
    resolution = part(env, "resolution")
    if resolution is None or resolution_kind(env) != POOL:
        return None
    if not resolution.has("die"):
        return DEFAULT_SIDES
    die = resolution.child("die")
    return die.number("sides") if die else None


def most_successes(env: Environment) -> float | None:
    """The most successes that one check can count (ruleset-format.md, 2b)."""
    resolution = part(env, "resolution")
    if resolution is None or resolution_kind(env) != POOL:
        return None
    most: float | None = _DEFAULT_MOST_DICE
    if resolution.has("pool"):
        pool = resolution.child("pool")
        most = pool.number("max") if pool else None
    if most is None:
        return None
    for doubling in ("explode", "double"):
        if resolution.has(doubling):
            most *= 2
    return most


def combat_kind(env: Environment) -> str:
    """`attack-vs-defense`, `dice-pool`, or whatever stands there; "" for nothing."""
    combat = part(env, "combat")
    return (combat.text("kind") if combat else None) or ""


def combat_health(env: Environment) -> Health:
    combat = part(env, "combat")
    return health_of(combat) if combat else Health("", "")


def health(env: Environment) -> Health:
    """Where hit points are kept in fights: as `combat` says, where it is not there as `battle`."""
    block = part(env, "combat") or part(env, "battle")
    return health_of(block) if block else Health("", "")


def health_of(block: View) -> Health:
    """What the `health` of a battle or combat block names. A pool counts where it names both."""
    health = block.child("health")
    for key in ("pool", "track"):
        named = health.text(key) if health else None
        if named is not None:
            return Health(key, named)
    return Health("", "")


def sheet_version(env: Environment) -> float | None:
    sheet = part(env, "sheet")
    return sheet.number("version") if sheet else None


def fed_lists(env: Environment) -> frozenset[str]:
    """The lists that catalogs fill."""
    return frozenset(
        each.text for catalog in root_view(env).views("catalogs") for each in catalog.texts("feeds")
    )


def compared_values(env: Environment) -> frozenset[tuple[str, str]]:
    """(field, value) for every text that a `hideWhen` compares a field with."""
    sheet = part(env, "sheet")
    if sheet is None:
        return frozenset()
    holders = [each for key in ("fields", "derived", "lists") for each in sheet.views(key)]
    live = sheet.child("live")
    if live is not None:
        holders.extend(each for key in ("pools", "tracks", "states") for each in live.views(key))
    found: set[tuple[str, str]] = set()
    for holder in holders:
        hide = holder.child("hideWhen")
        field = hide.text("field") if hide else None
        if hide is None or field is None:
            continue
        single = (hide.text("equals"), hide.text("notEquals"))
        found.update((field, value) for value in single if value is not None)
        found.update((field, each.text) for each in hide.texts("in"))
    return frozenset(found)


def field_default(env: Environment, field: str) -> str | None:
    """The default of an enum field: recorded as reading the field."""
    node = env.node("field", field)
    return View(node, 0).text("default") if isinstance(node, Object) else None


def track_bounds(env: Environment, track: str) -> tuple[float | None, float | None]:
    """`min` and `max` of a track; None for what is no number."""
    node = env.node("track", track)
    if not isinstance(node, Object):
        return None, None
    view = View(node, 0)
    return number_of(view.value("min")), number_of(view.value("max"))
