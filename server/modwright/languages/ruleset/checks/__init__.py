"""What neither the schema nor the table of names can say: one function a rule.

Each module speaks of one part of the file and names its rules by the shape they look at in `RULES`.
A rule is a function of a `Site`: it reads the object there through a view, asks the environment
about the rest of the document, and yields what it has to tell. It never raises on any content.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping

from modwright.languages.ruleset.checks import (
    attacks,
    battle,
    catalogs,
    combat,
    conditions,
    creature_actions,
    creature_sheet,
    creatures,
    entry_checks,
    entry_fights,
    file,
    initiative,
    item_attacks,
    item_stats,
    item_use,
    items,
    ladders,
    layers,
    live,
    loot,
    market,
    mechanics,
    migrations,
    modifiers,
    references,
    resolution,
    rests,
    rows,
    sheet,
    traps,
)
from modwright.symbols.walk import Rule
from modwright.syntax.node import Object

_PARTS: tuple[Mapping[str, tuple[Rule, ...]], ...] = (
    file.RULES,
    resolution.RULES,
    references.RULES,
    sheet.RULES,
    live.RULES,
    rests.RULES,
    battle.RULES,
    combat.RULES,
    initiative.RULES,
    attacks.RULES,
    conditions.RULES,
    modifiers.RULES,
    ladders.RULES,
    layers.RULES,
    migrations.RULES,
    catalogs.RULES,
    rows.RULES,
    mechanics.RULES,
    entry_checks.RULES,
    entry_fights.RULES,
    creatures.RULES,
    creature_actions.RULES,
    creature_sheet.RULES,
    items.RULES,
    item_attacks.RULES,
    item_use.RULES,
    item_stats.RULES,
    loot.RULES,
    market.RULES,
    traps.RULES,
)
_HEADS: tuple[Mapping[str, Callable[[Object], Hashable]], ...] = (
    modifiers.HEADS,
    catalogs.HEADS,
)


@functools.cache
def rules() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of all parts, by the shape they speak of."""
    gathered: dict[str, tuple[Rule, ...]] = {}
    for part in _PARTS:
        for shape, found in part.items():
            gathered[shape] = (*gathered.get(shape, ()), *found)
    return gathered


@functools.cache
def heads() -> Mapping[str, Callable[[Object], Hashable]]:
    """What the parts of an object may know of it, by the object's shape."""
    return {shape: head for part in _HEADS for shape, head in part.items()}
