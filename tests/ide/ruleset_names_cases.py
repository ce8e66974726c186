"""For each kind of name a ruleset with its places marked: `⟦` and `⟧` around the definition, `«`
and `»` around the uses. The members are put into a ruleset that has whatever else one needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.languages.ruleset.ruleset_text import POOL, SUM, ruleset


class Case(NamedTuple):
    members: str
    resolution: str = SUM
    new: str = "renamed"

    @property
    def text(self) -> str:
        return ruleset(self.members, self.resolution)


_ABILITY = '{"id": "⟦might⟧", "label": "力 💪", "min": 1, "max": 20, "default": 10}'
_NUMBER = '"type": "number", "min": 0, "max": 9'
_NAME = '{"id": "name", "label": "Name", "type": "text", "maxLength": 40}'
_LIST = f'{{"id": "gear", "label": "Gear", "maxItems": 9, "columns": [{_NAME}]}}'
_BUDGET = '"economy": {"budgets": [{"id": "act", "label": "Act", "per": "turn"}]}'
_COMBAT = (
    '"kind": "attack-vs-defense", "health": {"pool": "blood"}, "defense": {"const": 1}, '
    '"initiative": {"dice": {"count": 1, "sides": 6}}, '
    '"attackRoll": {"dice": {"count": 1, "sides": 6}}'
)
_TRACK = (
    '{"id": "harm", "label": "Harm", "min": 0, "max": 1, '
    '"kinds": [{"id": "⟦burn⟧", "label": "火傷", "severity": 1}], '
    '"levels": [{"label": "Hurt", "penalty": 0}]}'
)


def _sheet(members: str) -> str:
    return f'"sheet": {{"version": 1, {members}}}'


def _live(members: str) -> str:
    return _sheet(f'"live": {{{members}}}')


def _items(members: str) -> str:
    return f'"items": {{"categories": [{{"id": "tool", "label": "Tool"}}], {members}}}'


def _catalog(holds: str, entry: str, more: str = "") -> str:
    return (
        f'"catalogs": [{{"id": "wares", "label": "Wares", "holds": "{holds}", {more}'
        f'"entries": [{{"id": "lamp", "label": "Lamp", {entry}}}]}}]'
    )


def _item(members: str) -> str:
    return _catalog("items", f'"item": {{"category": "tool", {members}}}')


def _combat(members: str) -> str:
    return f'"combat": {{{_COMBAT}, {members}}}'


CASES: Mapping[str, Case] = {
    "section": Case(
        _sheet(
            '"skills": [{"id": "climb", "label": "Climb", "section": "«about»"}], '
            '"sections": [{"id": "⟦about⟧", "label": "概要"}]'
        )
    ),
    "ability": Case(
        _sheet(
            f'"abilities": [{_ABILITY}], "skills": [{{"id": "climb", "label": "Climb", '
            '"ability": "«might»", "cap": {"abilityMod": "«might»"}}]'
        )
    ),
    "skill": Case(
        _sheet(
            '"skills": [{"id": "⟦climb⟧", "label": "登攀"}], "derived": [{"id": "total", '
            '"label": "Total", "op": "sum", "of": [{"skillMod": "«climb»"}]}]'
        )
    ),
    "save": Case(
        _sheet(
            '"saves": [{"id": "⟦nerve⟧", "label": "胆力"}], "derived": [{"id": "total", '
            '"label": "Total", "op": "sum", "of": [{"saveMod": "«nerve»"}]}]'
        )
    ),
    "field": Case(
        _sheet(
            f'"fields": [{{"id": "⟦level⟧", "label": "Level", {_NUMBER}}}], "derived": [{{"id": '
            '"total", "label": "Total", "op": "sum", "of": [{"field": "«level»"}], '
            '"hideWhen": {"field": "«level»", "equals": 0}}]'
        )
        + ', "gm": {"checkGuidance": "Roll.", "sheetSummary": {"fields": ["«level»"]}}'
    ),
    "derived": Case(
        _sheet(
            '"derived": [{"id": "⟦total⟧", "label": "合計", "op": "sum", "of": [{"const": 1}]}, '
            '{"id": "half", "label": "Half", "op": "scale", "of": {"derived": "«total»"}, '
            '"multiplier": 0.5}]'
        )
    ),
    "list": Case(
        _sheet('"lists": [' + _LIST.replace("gear", "⟦gear⟧") + "]")
        + ', "catalogs": [{"id": "shop", "label": "Shop", "feeds": ["«gear»"], "entries": '
        '[{"id": "rope", "label": "Rope", "rows": '
        '[{"list": "«gear»", "values": {"name": "縄"}}]}]}]'
    ),
    "column": Case(
        _sheet(
            '"lists": [{"id": "gear", "label": "Gear", "maxItems": 9, "columns": '
            f'[{{"id": "⟦weight⟧", "label": "重さ", {_NUMBER}}}]}}], "derived": [{{"id": "load", '
            '"label": "Load", "op": "sum", '
            '"of": [{"listSum": {"list": "gear", "column": "«weight»"}}]}]'
        )
        + ', "catalogs": [{"id": "shop", "label": "Shop", "feeds": ["gear"], "entries": [{"id": '
        '"rope", "label": "Rope", "rows": [{"list": "gear", "values": {"«weight»": 3}}]}]}]'
    ),
    "pool": Case(
        '"rests": [{"id": "night", "label": "Night", '
        '"restore": [{"pool": "«blood»", "to": "max"}]}],'
        + _live('"pools": [{"id": "⟦blood⟧", "label": "血", "max": {"const": 5}}]')
    ),
    "poolGroup": Case(
        '"rests": [{"id": "night", "label": "Night", "restore": '
        '[{"poolGroup": "«magic»", "to": "max"}]}],'
        + _live('"pools": [{"id": "mana", "label": "M", "max": {"const": 5}, "group": "⟦magic⟧"}]')
    ),
    "track": Case(
        '"rests": [{"id": "night", "label": "Night", "restore": [{"track": "«heat»", "to": 0}]}],'
        + _live('"tracks": [{"id": "⟦heat⟧", "label": "熱", "min": 0, "max": 5}]')
    ),
    "woundKind": Case(
        '"rests": [{"id": "night", "label": "Night", "restore": [{"track": "harm", '
        '"kind": "«burn»", "by": {"const": -1}}]}],' + _live(f'"tracks": [{_TRACK}]')
    ),
    "liveText": Case(
        '"rests": [{"id": "night", "label": "Night", "clear": {"text": ["«focus»"]}}],'
        + _live('"text": [{"id": "⟦focus⟧", "label": "集中", "maxLength": 40}]')
    ),
    "condition": Case(
        '"rests": [{"id": "night", "label": "Night", "clear": {"conditions": ["«stunned»"]}}],'
        + _live('"conditions": [{"id": "⟦stunned⟧", "label": "気絶 😵"}]')
    ),
    "state": Case(
        '"rests": [{"id": "night", "label": "Night", "restore": [{"state": "«stance»", '
        '"to": "open"}]}],'
        + _live('"states": [{"id": "⟦stance⟧", "label": "構え", "values": ["open", "shut"]}]')
    ),
    "fieldValue": Case(
        _sheet(
            '"fields": [{"id": "order", "label": "Order", "type": "enum", '
            '"values": ["⟦月⟧", "sun"], "valueLabels": {"«月»": "Moon"}, "default": "«月»"}, '
            '{"id": "note", "label": "Note", "type": "text", "maxLength": 9, '
            '"hideWhen": {"field": "order", "equals": "«月»"}}], '
            '"derived": [{"id": "tide", "label": "Tide", "op": "enumTable", '
            '"from": {"field": "order"}, "table": {"«月»": 2}}]'
        )
        + ', "layers": [{"id": "dark", "label": "Dark", "fields": [{"id": "order", '
        '"removeValues": ["«月»"], "default": "sun"}]}]',
        new="新月 🌑",
    ),
    "columnValue": Case(
        _sheet(
            '"lists": [{"id": "gear", "label": "Gear", "maxItems": 9, "columns": [{"id": "kind", '
            '"label": "Kind", "type": "enum", "values": ["⟦刃⟧", "blunt"], "default": "«刃»"}]}]'
        )
        + ', "catalogs": [{"id": "shop", "label": "Shop", "feeds": ["gear"], "entries": [{"id": '
        '"knife", "label": "Knife", "rows": [{"list": "gear", "values": {"kind": "«刃»"}}]}]}]',
        new="鈍い",
    ),
    "statValue": Case(
        _items(
            '"stats": [{"id": "grade", "label": "Grade", '
            '"type": "enum", "values": ["⟦fine⟧", "raw"]}]'
        )
        + ","
        + _item('"stats": {"grade": "«fine»"}'),
        new="上等",
    ),
    "stateValue": Case(
        '"rests": [{"id": "night", "label": "Night", "restore": [{"state": "stance", '
        '"to": "«open»"}]}],'
        + _live(
            '"states": [{"id": "stance", "label": "構え", "values": ["⟦open⟧", "shut"], '
            '"valueLabels": {"«open»": "開く"}, "default": "«open»"}]'
        ),
        new="開",
    ),
    "tier": Case(
        '"sheet": {"version": 1, "skillTiers": ["«untrained»"]}',
        SUM.replace("untrained", "⟦untrained⟧"),
    ),
    "reroll": Case(
        _sheet('"abilities": []'),
        POOL[:-1] + ', "reroll": [{"id": "⟦lucky⟧", "upTo": 1, "mode": "once"}]}',
    ),
    "rest": Case(
        '"rests": [{"id": "⟦night⟧", "label": "夜"}],'
        + _items('"tags": []')
        + ","
        + _item('"charges": {"max": 3, "recharge": {"rests": ["«night»"], "amount": "max"}}')
    ),
    "catalog": Case(
        _catalog("items", '"item": {"category": "tool"}').replace("wares", "⟦wares⟧")
        + ","
        + _items(
            '"lootTables": [{"id": "bag", "label": "Bag", "entries": [{"item": "«wares»/lamp"}]}]'
        )
        + ', "layers": [{"id": "dark", "label": "Dark", "catalogs": [{"id": "«wares»", '
        '"hide": {"filter": "cost", "above": 3}}]}]'
    ),
    "filter": Case(
        _catalog(
            "items",
            '"filters": {"«cost»": 3}, "item": {"category": "tool"}',
            '"filters": [{"id": "⟦cost⟧", "label": "値段", "type": "number"}], ',
        )
        + ","
        + _items('"tags": []')
        + ', "layers": [{"id": "dark", "label": "Dark", "catalogs": [{"id": "wares", '
        '"hide": {"filter": "«cost»", "above": 3}}]}]'
    ),
    "entry": Case(
        _catalog("items", '"item": {"category": "tool"}').replace("lamp", "⟦lamp⟧")
        + ","
        + _items(
            '"lootTables": [{"id": "bag", "label": "Bag", "entries": [{"item": "wares/«lamp»"}]}]'
        ),
        new="oil-lamp",
    ),
    "action": Case(
        _catalog(
            "creatures",
            '"creature": {"tier": "minor", "health": 3, "defense": 3, "initiativeModifier": 0, '
            '"actions": [{"id": "⟦bite⟧", "name": "噛む", "budget": "act"}, {"id": "frenzy", '
            '"name": "Frenzy", "budget": "act", "sequence": [{"action": "«bite»"}]}]}',
        )
    ),
    "creatureRider": Case(
        _catalog(
            "creatures",
            '"creature": {"tier": "minor", "health": 3, "defense": 3, "initiativeModifier": 0, '
            '"actions": [], "riders": [{"id": "⟦venom⟧", "name": "Venom", "on": "hit", '
            '"oncePer": "turn", "amount": {"flat": 1}}]}',
        )
    ),
    "category": Case(
        '"items": {"categories": [{"id": "⟦tool⟧", "label": "道具"}]},'
        + _catalog("items", '"item": {"category": "«tool»"}')
    ),
    "rarity": Case(
        _items('"rarities": [{"id": "⟦common⟧", "label": "並"}]')
        + ","
        + _item('"rarity": "«common»"')
    ),
    "tag": Case(
        _items('"tags": [{"id": "⟦sharp⟧", "label": "鋭い"}]') + "," + _item('"tags": ["«sharp»"]')
    ),
    "stat": Case(
        _items(f'"stats": [{{"id": "⟦heft⟧", "label": "重さ", {_NUMBER}}}]')
        + ","
        + _item('"stats": {"«heft»": 3}')
    ),
    "slot": Case(
        _items('"slots": [{"id": "⟦hand⟧", "label": "手", "count": 2}]')
        + ","
        + _item('"slots": {"«hand»": 1}')
    ),
    "currency": Case(
        _items(
            '"currencies": [{"id": "⟦coins⟧", "label": "硬貨", "units": '
            '[{"id": "penny", "label": "Penny", "value": 1}]}]'
        )
        + ', "layers": [{"id": "dark", "label": "Dark", '
        '"currencies": {"removeFamilies": ["«coins»"]}}]'
    ),
    "unit": Case(
        _items(
            '"currencies": [{"id": "coins", "label": "硬貨", "units": '
            '[{"id": "⟦penny⟧", "label": "銅貨", "value": 1}]}]'
        )
        + ","
        + _item('"cost": {"amount": 3, "unit": "«penny»"}')
    ),
    "lootTable": Case(
        _items('"lootTables": [{"id": "⟦bag⟧", "label": "袋", "entries": []}]')
        + ","
        + _catalog("creatures", '"creature": {"tier": "minor", "loot": "«bag»", "sheet": {}}')
    ),
    "price": Case(
        _items(
            '"market": {"places": [{"id": "town", "label": "Town"}], '
            '"prices": [{"id": "⟦fair⟧", "label": "Fair", "times": 1, "default": true}]}'
        )
    ),
    "place": Case(
        _items(
            '"market": {"prices": [{"id": "fair", "label": "Fair", "times": 1}], '
            '"places": [{"id": "⟦town⟧", "label": "町"}], '
            '"sold": [{"filter": {"category": "tool"}, "place": "«town»"}]}'
        )
    ),
    "seller": Case(
        _items(
            '"market": {"prices": [{"id": "fair", "label": "Fair", "times": 1}], '
            '"places": [{"id": "town", "label": "町"}], '
            '"sellers": [{"id": "⟦smith⟧", "label": "鍛冶屋", "sells": [{"category": "tool"}]}]}'
        )
        + ', "layers": [{"id": "dark", "label": "Dark", '
        '"items": {"market": {"removeSellers": ["«smith»"]}}}]'
    ),
    "mode": Case(
        _items('"tags": []')
        + ","
        + _item('"attack": {"budget": "act", "modes": [{"id": "⟦burst⟧", "label": "Burst"}]}')
    ),
    "budget": Case(
        _combat(
            '"economy": {"budgets": [{"id": "⟦act⟧", "label": "行動", "per": "turn"}]}, '
            '"contests": [{"id": "shove", "label": "Shove", "budget": "«act»"}]'
        )
    ),
    "check": Case(
        _combat(
            f'{_BUDGET}, "checks": [{{"id": "⟦grip⟧", "label": "掴み", "value": {{"const": 0}}}}], '
            '"contests": [{"id": "shove", "label": "Shove", "budget": "act", '
            '"attacker": {"checks": ["«grip»"]}}]'
        )
    ),
    "contest": Case(
        _combat(f'{_BUDGET}, "contests": [{{"id": "⟦shove⟧", "label": "Shove", "budget": "act"}}]')
    ),
    "threatTier": Case(
        _combat(
            f'{_BUDGET}, "threat": {{"tiers": [{{"id": '
            '"⟦minor⟧", "label": "弱い", "health": [1, 2], '
            '"defense": 1, "toHit": 1, "damagePerRound": [1, 2], "saveDifficulty": 1}]}'
        )
        + ","
        + _catalog("creatures", '"creature": {"tier": "«minor»", "sheet": {}}')
    ),
    "style": Case(
        '"combat": {"kind": "dice-pool", "health": {"pool": "blood"}, "defense": {"const": 1}, '
        '"pool": {}, ' + _BUDGET + ', "initiative": {"pool": {"const": 3}, "resource": {"base": 3, '
        '"styles": [{"id": "⟦bold⟧", "label": "Bold", "takes": {}}]}}}',
        POOL,
    ),
    "damageType": Case(
        _combat(f'{_BUDGET}, "damageTypes": ["⟦炎⟧"]')
        + ","
        + _catalog("creatures", '"creature": {"tier": "minor", "sheet": {}, "resist": ["«炎»"]}'),
        new="氷",
    ),
    "layer": Case(
        '"layers": [{"id": "⟦dark⟧", "label": "闇"}, '
        '{"id": "bright", "label": "Bright", "conflicts": ["«dark»"]}]'
    ),
}
