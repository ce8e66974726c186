"""Rulesets with catalogs in them, for tests that are about one entry."""

from __future__ import annotations

from modwright.findings.model import Severity
from tests.languages.ruleset.ruleset_text import POOL, SUM, found, ruleset

SHEET = (
    '"sheet": {"version": 1, '
    '"abilities": [{"id": "brawn", "label": "Brawn", "min": -1, "max": 3, "default": 0}, '
    '{"id": "wits", "label": "Wits", "min": -1, "max": 3, "default": 0}], '
    '"skills": [{"id": "sneak", "label": "Sneak"}], "skillTiers": ["untrained"], '
    '"saves": [{"id": "nerve", "label": "度胸"}], '
    '"fields": [{"id": "calling", "label": "Calling", "type": "text", "maxLength": 6}, '
    '{"id": "toughness", "label": "Toughness", "type": "number", "min": 0, "max": 6}], '
    '"lists": [{"id": "feats", "label": "Feats", "maxItems": 2, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 8, "required": true}, '
    '{"id": "cost", "label": "Cost", "type": "number", "min": 0, "max": 3}, '
    '{"id": "weight", "label": "Weight", "type": "number", "min": 0, "max": 3, "integer": false}, '
    '{"id": "ready", "label": "Ready", "type": "boolean"}, '
    '{"id": "school", "label": "School", "type": "enum", "values": ["fire", "灰"]}, '
    '{"id": "harm", "label": "Harm", "type": "dice"}]}, '
    '{"id": "tricks", "label": "Tricks", "maxItems": 9, "columns": ['
    '{"id": "name", "label": "Name", "type": "text", "maxLength": 8}, '
    '{"id": "uses", "label": "Uses", "type": "number", "min": 1, "max": 9}], '
    '"pools": {"nameColumn": "name", "maxColumn": "uses"}}], '
    '"live": {"pools": [{"id": "grit", "label": "Grit", "max": {"const": 6}}, '
    '{"id": "luck", "label": "Luck", "max": {"const": 3}, "group": "spirit"}, '
    '{"id": "fate", "label": "Fate", "max": {"const": 3}, "group": "luck"}], '
    '"tracks": [{"id": "harm", "label": "Harm", "min": 0, "max": 1, '
    '"kinds": [{"id": "knock", "label": "Knock", "severity": 1}], '
    '"levels": [{"label": "Down", "penalty": 0}]}], '
    '"conditions": [{"id": "shaken", "label": "Shaken"}]}}'
)
ITEMS = {
    "categories": '[{"id": "gear", "label": "Gear"}]',
    "rarities": '[{"id": "common", "label": "Common"}, {"id": "rare", "label": "Rare"}]',
    "tags": '[{"id": "thrown", "label": "Thrown"}, {"id": "silver", "label": "銀 🌙"}]',
    "stats": '[{"id": "bulk", "label": "Bulk", "type": "number", "min": 0, "max": 10}, '
    '{"id": "damage", "label": "Damage", "type": "dice"}, '
    '{"id": "harm", "label": "Harm", "type": "text", "maxLength": 8}, '
    '{"id": "swing", "label": "Swing", "type": "enum", "values": ["brawn", "wits"]}, '
    '{"id": "trade", "label": "Trade", "type": "enum", "values": ["sneak"]}, '
    '{"id": "reach", "label": "Reach", "type": "enum", "values": ["close", "far"]}]',
    "slots": '[{"id": "hands", "label": "Hands", "count": 2}]',
    "binding": '{"label": "Bound", "max": {"const": 3}}',
    "carry": '{"stat": "bulk", "encumberedAbove": {"const": 6}}',
    "currencies": '[{"id": "coin", "label": "Coin", "perWeight": 100, "units": ['
    '{"id": "bit", "label": "bits", "value": 1}, {"id": "mark", "label": "marks", "value": 10}]}]',
}
MARKET = (
    '{"prices": [{"id": "usual", "label": "Usual", "times": 1, "default": true}], '
    '"places": [{"id": "village", "label": "Village"}]}'
)
FIGHT = {
    "kind": '"attack-vs-defense"',
    "health": '{"pool": "grit"}',
    "defense": '{"const": 5}',
    "initiative": '{"dice": {"count": 2, "sides": 6}}',
    "attackRoll": '{"dice": {"count": 2, "sides": 6}}',
    "economy": '{"budgets": [{"id": "act", "label": "Action", "per": "turn"}, '
    '{"id": "quick", "label": "Quick", "per": "turn"}]}',
    "distance": '{"label": "paces", "perCell": 2}',
    "standard": '["dodge", "help"]',
    "threat": '{"tiers": [{"id": "stray", "label": "Stray", "health": [3, 8], "defense": 5, '
    '"toHit": 0, "damagePerRound": [2, 5], "saveDifficulty": 0}]}',
}
POOL_FIGHT = {
    **{key: value for key, value in FIGHT.items() if key != "attackRoll"},
    "kind": '"dice-pool"',
    "health": '{"track": "harm"}',
    "damageKinds": '{"default": "knock", "marks": "per-point"}',
    "pool": '{"soak": {"roll": true, "all": {"const": 1}}}',
}


def block(name: str, parts: dict[str, str], **others: str) -> str:
    """A block of the root; `others` take the place of its parts, and "" leaves one out."""
    kept = {key: value for key, value in {**parts, **others}.items() if value}
    return f'"{name}": {{' + ", ".join(f'"{key}": {value}' for key, value in kept.items()) + "}"


def fight(**others: str) -> str:
    return block("combat", FIGHT, **others)


def pool_fight(**others: str) -> str:
    return block("combat", POOL_FIGHT, **others)


def items_block(**others: str) -> str:
    return block("items", ITEMS, **others)


def catalogs(written: str, *blocks: str, resolution: str = SUM) -> str:
    """A ruleset with these catalogs and blocks beside the sheet of these tests."""
    return ruleset(", ".join([SHEET, f'"catalogs": [{written}]', *blocks]), resolution)


def entries(written: str, *blocks: str, resolution: str = SUM) -> str:
    """A catalog of rows for both lists, with these entries."""
    head = '"id": "lore", "label": "Lore", "feeds": ["feats", "tricks"]'
    filters = (
        '"filters": [{"id": "level", "label": "Level", "type": "number"}, '
        '{"id": "road", "label": "Road", "type": "text"}, '
        '{"id": "callings", "label": "Callings", "type": "tags"}]'
    )
    return catalogs(
        f'{{{head}, {filters}, "entries": [{written}]}}', *blocks, resolution=resolution
    )


def row(values: str, more: str = "") -> str:
    """An entry with one row of `feats`."""
    return entry(f'"rows": [{{"list": "feats", "values": {{{values}}}{more}}}]')


def entry(members: str) -> str:
    return entries(f'{{"id": "last-ember", "label": "残り火", {members}}}')


_ROW = '"rows": [{"list": "feats", "values": {"name": "Ember"}}]'


def mechanics(members: str, *blocks: str, resolution: str = SUM) -> str:
    """An entry that does this in play."""
    written = f'{{"id": "last-ember", "label": "残り火", {_ROW}, "mechanics": {{{members}}}}}'
    return entries(written, *blocks, resolution=resolution)


def in_pool(members: str, *blocks: str) -> str:
    """The same under a resolution with pools of dice."""
    return mechanics(members, *blocks, resolution=POOL)


PLAIN = '"tier": "stray", "health": 6, "defense": 5, "initiativeModifier": 2'
BITE = '{"id": "bite", "name": "Bite", "budget": "act"}'


def beast(creature: str, combat: str = "", resolution: str = SUM) -> str:
    """A bestiary with one creature, written as the whole of its entry's last member."""
    written = f'{{"id": "ditch-hound", "label": "Jackal 🐺", {creature}}}'
    head = '"id": "trouble", "label": "Trouble", "holds": "creatures"'
    feats = (
        '{"id": "lore", "label": "Lore", "feeds": ["feats"], "entries": '
        '[{"id": "last-ember", "label": "Ember", '
        '"rows": [{"list": "feats", "values": {"name": "Ember"}}]}]}'
    )
    return catalogs(
        f'{feats}, {{{head}, "entries": [{written}]}}', combat or fight(), resolution=resolution
    )


def creature(members: str, combat: str = "", resolution: str = SUM) -> str:
    """A creature with its plain numbers, an action, and these members."""
    return beast(f'"creature": {{{PLAIN}, "actions": [{BITE}], {members}}}', combat, resolution)


def action(members: str, combat: str = "", resolution: str = SUM) -> str:
    """A creature with one more action."""
    written = f'{{"id": "claw", "name": "Claw", "budget": "act", {members}}}'
    return beast(f'"creature": {{{PLAIN}, "actions": [{BITE}, {written}]}}', combat, resolution)


def sheet(members: str) -> str:
    """A creature with a sheet."""
    return beast(f'"creature": {{"tier": "stray", "sheet": {{{members}}}}}')


def wares(item: str, *blocks: str, resolution: str = SUM) -> str:
    """A catalog of items with one item, written as the whole of its entry's last member."""
    written = f'{{"id": "hand-axe", "label": "Axe 🪓", {item}}}'
    head = '"id": "shop", "label": "Shop", "holds": "items"'
    return catalogs(f'{{{head}, "entries": [{written}]}}', *blocks, resolution=resolution)


def item(members: str, *blocks: str, resolution: str = SUM) -> str:
    """An item with these members, in a ruleset with `blocks`, or else the items block alone."""
    more = f", {members}" if members else ""
    written = f'"item": {{"category": "gear"{more}}}'
    return wares(written, *(blocks or (items_block(),)), resolution=resolution)


def fixed(text: str) -> list[str]:
    """What the fixes of the only finding would write."""
    (finding,) = [each for each in found(text) if each.severity is not Severity.HINT]
    written = [edit.new_text for fix in finding.fixes for edit in fix.edits]
    return [*written, *(each.value for fix in finding.fixes for each in fix.insertions)]


def told(text: str) -> list[tuple[str, str]]:
    """The informations, and what they stand at."""
    return [
        (each.code, text[each.start : each.end])
        for each in found(text)
        if each.severity is Severity.INFORMATION
    ]
