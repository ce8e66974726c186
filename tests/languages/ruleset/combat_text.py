"""Rulesets with a fight in them, for tests that are about one part of it."""

from __future__ import annotations

from tests.languages.ruleset.ruleset_text import POOL, SUM, ruleset

_LIVE = (
    '{"pools": [{"id": "grit", "label": "Grit", "max": {"const": 6}}, '
    '{"id": "luck", "label": "Luck", "max": {"const": 3}}, '
    '{"id": "spark", "label": "火花 ✨", "max": {"const": 3}, "start": "empty"}], '
    '"tracks": [{"id": "heat", "label": "Heat", "min": 0, "max": 5}, '
    '{"id": "grace", "label": "Grace", "min": 0, "max": 3}, '
    '{"id": "doom", "label": "Doom", "min": 0, "max": 3}, '
    '{"id": "veil", "label": "Veil", "min": 0, "max": 3, '
    '"hideWhen": {"field": "rank", "equals": 0}}, '
    '{"id": "tide", "label": "Tide", "min": 0, "max": {"const": 3}}, '
    '{"id": "brim", "label": "Brim", "min": 0, "max": 0}, '
    '{"id": "harm", "label": "Harm", "min": 0, "max": 2, '
    '"kinds": [{"id": "knock", "label": "Knock", "severity": 1}, '
    '{"id": "tear", "label": "Tear", "severity": 2}], '
    '"levels": [{"label": "Bruised", "penalty": 0}, {"label": "Down", "penalty": -1}]}], '
    '"text": [{"id": "focus", "label": "Focus", "maxLength": 80}], '
    '"conditions": [{"id": "shaken", "label": "Shaken"}, {"id": "held", "label": "Held"}]}'
)
_SHEET = (
    '"sheet": {"version": 1, '
    '"abilities": [{"id": "brawn", "label": "Brawn", "min": 0, "max": 5, "default": 1}], '
    '"skills": [{"id": "sneak", "label": "Sneak"}], '
    '"saves": [{"id": "nerve", "label": "Nerve"}], '
    '"fields": [{"id": "rank", "label": "Rank", "type": "number", "min": 0, "max": 9}], '
    '"derived": [{"id": "load", "label": "Load", "op": "sum", "of": [{"const": 1}]}], '
    '"lists": [{"id": "arms", "label": "Arms", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 80}, '
    '{"id": "dice", "label": "Dice", "type": "dice"}, '
    '{"id": "swing", "label": "Swing", "type": "enum", "values": ["brawn"]}, '
    '{"id": "weight", "label": "Weight", "type": "number", "min": 0, "max": 9}, '
    '{"id": "ready", "label": "Ready", "type": "boolean"}]}, '
    '{"id": "ships", "label": "Ships", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 80}]}], '
    f'"live": {_LIVE}}}'
)
_CATALOGS = '"catalogs": [{"id": "armoury", "label": "Armoury", "feeds": ["arms"], "entries": []}]'
_SUM_FIGHT = {
    "kind": '"attack-vs-defense"',
    "health": '{"pool": "grit"}',
    "defense": '{"const": 5}',
    "initiative": '{"dice": {"count": 2, "sides": 6}}',
    "attackRoll": '{"dice": {"count": 2, "sides": 6}}',
    "economy": '{"budgets": [{"id": "act", "label": "Action", "per": "turn"}]}',
}
_POOL_FIGHT = {
    **{key: value for key, value in _SUM_FIGHT.items() if key != "attackRoll"},
    "kind": '"dice-pool"',
    "health": '{"track": "harm"}',
    "damageKinds": '{"default": "knock", "marks": "per-point"}',
    "pool": "{}",
}
BOARD = '"distance": {"label": "paces", "perCell": 2}'


def with_sheet(members: str, resolution: str = SUM) -> str:
    """A ruleset with the sheet of these tests, and `members`."""
    return ruleset(f"{_SHEET}, {_CATALOGS}, {members}", resolution)


def fight(members: str = "", resolution: str = SUM, **others: str) -> str:
    """A fight against a defence with these members; `others` take the place of what it has, and
    "" leaves it out."""
    return with_sheet(f'"combat": {_block(_SUM_FIGHT, members, others)}', resolution)


def pool_fight(members: str = "", resolution: str = POOL, **others: str) -> str:
    """The same for a fight of dice pools on a wound track."""
    return with_sheet(f'"combat": {_block(_POOL_FIGHT, members, others)}', resolution)


def _block(block: dict[str, str], members: str, others: dict[str, str]) -> str:
    kept = {key: value for key, value in {**block, **others}.items() if value}
    parts = [f'"{key}": {value}' for key, value in kept.items()]
    return "{" + ", ".join([*parts, *([members] if members else [])]) + "}"
