"""What the lists, fields, stats and catalogs of a ruleset hold, as facts (see `facts`).

Each part is read once for its node, so a version of the text that left it alone costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from modwright.languages.ruleset.facts import health_of, part
from modwright.languages.ruleset.typed import TypedValue, typed
from modwright.languages.ruleset.views import View
from modwright.symbols.environment import Environment
from modwright.syntax.node import Object

T = TypeVar("T")

ROWS = "rows"
CREATURES = "creatures"
ITEMS = "items"

# What a bonus may be where the sheet does not say (ruleset-format.md, section 3).
_BONUS = (-20.0, 40.0)


class ListShape(NamedTuple):
    """A list of the sheet: its columns in their order, and how many rows it takes."""

    columns: Mapping[str, TypedValue | None]
    required: tuple[str, ...]
    most: float | None


class CatalogShape(NamedTuple):
    """`feeds` is None where it is not written."""

    holds: str
    feeds: tuple[str, ...] | None


class Source(NamedTuple):
    """A list that a fight offers abilities from."""

    list: str
    has_difficulty: bool


def _by_id(views: list[View], read: Callable[[View], T]) -> dict[str, T]:
    """What `read` finds in each of the objects, by their ids; the first of an id counts."""
    found: dict[str, T] = {}
    for view in views:
        name = view.text("id")
        if name is not None and name not in found:
            found[name] = _read_once(view.node, read)
    return found


def _read_once(node: Object, read: Callable[[View], T]) -> T:
    return node.remember(("ruleset.holdings", read), lambda: read(View(node, 0)))


def _typed(view: View) -> TypedValue | None:
    return typed(view.node)


def _list_shape(view: View) -> ListShape:
    columns = view.views("columns")
    required = [column for column in columns if column.flag("required")]
    return ListShape(
        _by_id(columns, _typed),
        tuple(name for column in required if (name := column.text("id")) is not None),
        view.number("maxItems"),
    )


def lists(env: Environment) -> Mapping[str, ListShape]:
    """The lists of the sheet."""
    sheet = part(env, "sheet")
    return _by_id(sheet.views("lists"), _list_shape) if sheet else {}


def fields(env: Environment) -> Mapping[str, TypedValue | None]:
    sheet = part(env, "sheet")
    return _by_id(sheet.views("fields"), _typed) if sheet else {}


def stats(env: Environment) -> Mapping[str, TypedValue | None]:
    """The stats of the items block."""
    items = part(env, "items")
    return _by_id(items.views("stats"), _typed) if items else {}


def _ability(view: View) -> TypedValue:
    return TypedValue("number", view.number("min"), view.number("max"), is_whole=True)


def abilities(env: Environment) -> Mapping[str, TypedValue]:
    """What each ability score can be."""
    sheet = part(env, "sheet")
    return _by_id(sheet.views("abilities"), _ability) if sheet else {}


def bonuses(env: Environment) -> TypedValue:
    """What the free bonus of a skill or save can be."""
    sheet = part(env, "sheet")
    if sheet is None or not sheet.has("bonusRange"):
        return TypedValue("number", *_BONUS, is_whole=True)
    written = sheet.child("bonusRange")
    if written is None:
        return TypedValue("number", is_whole=True)
    return TypedValue("number", written.number("min"), written.number("max"), is_whole=True)


def skill_tiers(env: Environment) -> tuple[str, ...] | None:
    """The tiers that skills are offered; None: all."""
    return _offered(env, "skillTiers")


def save_tiers(env: Environment) -> tuple[str, ...] | None:
    """The tiers that saves are offered; None: all."""
    return _offered(env, "saveTiers")


def _offered(env: Environment, key: str) -> tuple[str, ...] | None:
    sheet = part(env, "sheet")
    if sheet is None or not sheet.items(key):
        return None
    return tuple(each.text for each in sheet.texts(key))


def catalog_shape(view: View) -> CatalogShape:
    feeds = tuple(each.text for each in view.texts("feeds")) if view.has("feeds") else None
    return CatalogShape(view.text("holds") or ROWS, feeds)


def catalogs(env: Environment) -> Mapping[str, CatalogShape]:
    root = View(env.root, 0)
    return {
        name: catalog_shape(view)
        for view in reversed(root.views("catalogs"))
        if (name := view.text("id")) is not None
    }


def slot_counts(env: Environment) -> Mapping[str, float | None]:
    """How many of each item slot there are."""
    items = part(env, "items")
    return _by_id(items.views("slots"), _count) if items else {}


def _count(view: View) -> float | None:
    return view.number("count")


def sources(env: Environment) -> tuple[Source, ...]:
    """The lists of `combat.abilities`."""
    combat = part(env, "combat")
    if combat is None:
        return ()
    return tuple(
        Source(name, view.has("saveDifficulty"))
        for view in combat.views("abilities")
        if (name := view.text("list")) is not None
    )


def attack_lists(env: Environment) -> tuple[str, ...]:
    """The lists of `combat.attacks`."""
    combat = part(env, "combat")
    names = (view.text("list") for view in combat.views("attacks")) if combat else ()
    return tuple(dict.fromkeys(name for name in names if name is not None))


def standard_actions(env: Environment) -> tuple[str, ...]:
    """The standard actions that a fight has."""
    combat = part(env, "combat")
    return tuple(each.text for each in combat.texts("standard")) if combat else ()


def wound_health(env: Environment) -> bool:
    """Whether the health of a fight, or of a battle, is a wound track."""
    blocks = (part(env, "combat"), part(env, "battle"))
    return any(block is not None and health_of(block).key == "track" for block in blocks)


def face_rules(env: Environment) -> tuple[tuple[str, bool, float | None], ...]:
    """`explode` and `double` of a pool: whether `min` is written, and its number."""
    resolution = part(env, "resolution")
    found: list[tuple[str, bool, float | None]] = []
    for name in ("explode", "double"):
        rule = resolution.child(name) if resolution else None
        found.append(
            (name, rule is not None and rule.has("min"), rule.number("min") if rule else None)
        )
    return tuple(found)


def pools_of_rows(env: Environment) -> tuple[str, ...]:
    """The lists whose rows are pools."""
    return tuple(_lists_with_pools(env))


def _lists_with_pools(env: Environment) -> Iterator[str]:
    sheet = part(env, "sheet")
    for view in sheet.views("lists") if sheet else ():
        name = view.text("id")
        if name is not None and isinstance(view.value("pools"), Object):
            yield name


def fight_soaks(env: Environment) -> bool:
    """Whether a fight takes soak off what a blow does."""
    return part(env, "combat", "pool", "soak") is not None


def a_style_spends(env: Environment) -> bool:
    """Whether initiative is a resource that a style spends."""
    resource = part(env, "combat", "initiative", "resource")
    return resource is not None and any(each.has("spends") for each in resource.views("styles"))
