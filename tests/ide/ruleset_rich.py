"""Rulesets that have some of everything, so that whatever a snippet names is there."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any, cast

from completion_support import CURSOR

_HOLE = "\x00hole"

_NAME = {"id": "name", "label": "Name", "type": "text", "maxLength": 60, "required": True}
_PIECES: dict[str, Any] = {
    "schemaVersion": 1,
    "id": "ash-tide",
    "version": 1,
    "name": "灰の潮 🌊",
    "coverage": {"summary": "Tests."},
    "sheet": {
        "version": 3,
        "sections": [{"id": "front", "label": "Front"}],
        "abilities": [{"id": "might", "label": "Might", "min": 0, "max": 20, "default": 10}],
        "skills": [{"id": "swim", "label": "Swim", "ability": "might"}],
        "saves": [{"id": "nerve", "label": "Nerve", "ability": "might"}],
        "fields": [
            {"id": "rank", "label": "Rank", "type": "number", "min": 0, "max": 9},
            {"id": "origin", "label": "Origin", "type": "text", "maxLength": 20},
            {
                "id": "house",
                "label": "House",
                "type": "enum",
                "values": ["north", "south"],
                "default": "north",
            },
        ],
        "derived": [{"id": "base", "label": "Base", "op": "sum", "of": [{"const": 1}]}],
        "lists": [
            {
                "id": "kit",
                "label": "Kit",
                "maxItems": 20,
                "columns": [
                    _NAME,
                    {"id": "bulk", "label": "Bulk", "type": "number", "min": 0, "max": 9},
                    {"id": "harm", "label": "Harm", "type": "dice"},
                    {"id": "uses", "label": "Uses", "type": "number", "min": 0, "max": 9},
                    {"id": "back", "label": "Back", "type": "enum", "values": ["dawn", "dusk"]},
                ],
                "pools": {"nameColumn": "name", "maxColumn": "uses", "rechargeColumn": "back"},
            }
        ],
        "live": {
            "pools": [
                {"id": "vigour", "label": "Vigour", "max": {"const": 9}, "group": "body"},
                {"id": "mana", "label": "Mana", "max": {"const": 9}},
            ],
            "tracks": [
                {"id": "heat", "label": "Heat", "min": 0, "max": 5},
                {
                    "id": "wounds",
                    "label": "Wounds",
                    "min": 0,
                    "max": 1,
                    "kinds": [{"id": "nick", "label": "Nick", "severity": 9}],
                    "levels": [{"label": "Hurt", "penalty": 0}],
                },
            ],
            "text": [{"id": "mood", "label": "Mood", "maxLength": 40}],
            "conditions": [
                {"id": "dazed", "label": "Dazed"},
                {"id": "prone", "label": "Prone"},
            ],
            "states": [{"id": "guard", "label": "Guard", "values": ["high", "low"]}],
        },
        "migrations": [{"from": 1, "steps": []}],
    },
    "rests": [{"id": "dawn", "label": "Dawn", "restore": []}],
    "gm": {"checkGuidance": "Roll.", "sheetSummary": {"lists": []}},
    "catalogs": [
        {
            "id": "shop",
            "label": "Shop",
            "feeds": ["kit"],
            "filters": [{"id": "price_of", "label": "Price", "type": "number"}],
            "entries": [
                {
                    "id": "whip",
                    "label": "Whip",
                    "filters": {"price_of": 2},
                    "rows": [{"list": "kit", "values": {"name": "Whip"}}],
                    "mechanics": {
                        "kind": "attack",
                        "amount": {"flat": 1},
                        "cost": [],
                        "applies": [],
                        "plus": [],
                        "gives": [],
                    },
                }
            ],
        },
        {
            "id": "bestiary",
            "label": "Bestiary",
            "holds": "creatures",
            "entries": [
                {
                    "id": "rat",
                    "label": "Rat",
                    "creature": {
                        "tier": "weak",
                        "health": 3,
                        "defense": 3,
                        "initiativeModifier": 0,
                        "traits": [],
                        "riders": [],
                        "actions": [
                            {"id": "gnaw", "name": "Gnaw", "budget": "main"},
                            {
                                "id": "fury",
                                "name": "Fury",
                                "budget": "main",
                                "sequence": [{"action": "gnaw", "times": 2}],
                            },
                        ],
                    },
                }
            ],
        },
        {
            "id": "stock",
            "label": "Stock",
            "holds": "items",
            "entries": [
                {"id": "bell", "label": "Bell", "item": {"category": "thing", "requires": []}}
            ],
        },
    ],
    "items": {
        "categories": [{"id": "thing", "label": "Thing"}],
        "rarities": [{"id": "plain", "label": "Plain"}],
        "tags": [{"id": "old", "label": "Old"}],
        "stats": [{"id": "heft", "label": "Heft", "type": "number", "min": 0, "max": 9}],
        "slots": [{"id": "head", "label": "Head", "count": 1}],
        "currencies": [
            {"id": "metal", "label": "Metal", "units": [{"id": "bit", "label": "Bit", "value": 1}]}
        ],
        "rarityCaps": [],
        "lootTables": [{"id": "sack", "label": "Sack", "entries": [{"coins": "bit"}]}],
        "market": {
            "prices": [{"id": "usual", "label": "Usual", "times": 1, "default": True}],
            "places": [{"id": "city", "label": "City"}],
            "sold": [],
            "sellers": [],
        },
    },
    "battle": {"health": {"pool": "vigour"}, "slots": [], "skills": []},
    "combat": {
        "health": {"pool": "vigour"},
        "defense": {"const": 1},
        "economy": {"budgets": [{"id": "main", "label": "Main", "per": "turn"}]},
        "attacks": [],
        "abilities": [],
        "conditions": [{"condition": "prone", "effects": ["cannot-act"], "modifiers": []}],
        "levels": [],
        "checks": [{"id": "grip", "label": "Grip", "value": {"const": 0}}],
        "contests": [],
        "threat": {
            "tiers": [
                {
                    "id": "weak",
                    "label": "Weak",
                    "health": [1, 9],
                    "defense": 1,
                    "toHit": 1,
                    "damagePerRound": [1, 2],
                    "saveDifficulty": 1,
                }
            ]
        },
        "spendLimits": [],
    },
    "layers": [{"id": "dry", "label": "Dry", "fields": [], "catalogs": []}],
}
_TIERS = [{"id": "untrained", "label": "Untrained"}]
_SUM: dict[str, Any] = {
    "kind": "dice-sum",
    "abilityModifier": {"op": "identity"},
    "proficiencyTiers": _TIERS,
    "adjust": [],
    "difficultyLadder": [{"label": "Easy", "dc": 8}],
}
_POOL: dict[str, Any] = {
    "kind": "dice-pool",
    "abilityModifier": {"op": "identity"},
    "proficiencyTiers": _TIERS,
    "target": {"default": 7, "min": 5, "max": 9},
    "adjust": [],
    "reroll": [],
    "spend": [],
    "difficultyLadder": [{"label": "Easy", "successes": 1}],
}
_STYLE: dict[str, Any] = {"id": "steady", "label": "Steady", "takes": {}}
_SUM_FIGHT: dict[str, Any] = {
    "kind": "attack-vs-defense",
    "initiative": {"dice": {"count": 1, "sides": 6}},
    "attackRoll": {"dice": {"count": 1, "sides": 6}},
}
_POOL_FIGHT: dict[str, Any] = {
    "kind": "dice-pool",
    "initiative": {"pool": {"const": 3}, "resource": {"base": 3, "styles": [_STYLE]}},
    "pool": {},
}


def rich(*, is_pool: bool) -> dict[str, Any]:
    made = copy.deepcopy(_PIECES)
    made["resolution"] = copy.deepcopy(_POOL if is_pool else _SUM)
    made["combat"].update(copy.deepcopy(_POOL_FIGHT if is_pool else _SUM_FIGHT))
    return made


def with_cursor(ruleset: dict[str, Any], path: Sequence[str | int]) -> str:
    """The ruleset as text with the cursor where another item of the array at `path` would stand,
    or the value of the key at its end."""
    *way, last = path
    holder: Any = ruleset
    for step in way:
        holder = holder[step]
    there: Any = holder[last] if isinstance(last, int) or last in holder else None
    if isinstance(there, list):
        cast("list[Any]", there).append(_HOLE)
    else:
        holder[last] = _HOLE
    # A document that keeps its arrays empty would not pass: what was not filled goes.
    text = json.dumps(without_empty(ruleset), ensure_ascii=False, indent=2)
    return text.replace(json.dumps(_HOLE), CURSOR)


_MAY_BE_EMPTY = ("steps", "restore")


def without_empty(value: Any) -> Any:
    """Without the arrays that are kept for snippets: empty, they would not pass."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        kept = {name: without_empty(inner) for name, inner in members.items()}
        return {name: inner for name, inner in kept.items() if inner != [] or name in _MAY_BE_EMPTY}
    if isinstance(value, list):
        return [without_empty(item) for item in cast("list[Any]", value)]
    return value
