"""Every whole entry that completion offers is fine where it is offered, as it comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from completion_support import CURSOR, expanded
from ruleset_rich import rich, with_cursor
from ruleset_support import errors, items, labels, taken

from modwright.languages.ruleset.snippets import snippet_named, snippets

_LIVE = ("sheet", "live")
_CREATURE = ("catalogs", 1, "entries", 0, "creature")
_MECHANICS = ("catalogs", 0, "entries", 0, "mechanics")
_MARKET = ("items", "market")
_RESTORE = ("rests", 0, "restore")
_STEPS = ("sheet", "migrations", 0, "steps")

# Where an example of a shape is offered.
PLACES: Mapping[str, Sequence[str | int]] = {
    "proficiencyTier": ("resolution", "proficiencyTiers"),
    "diceSumStep": ("resolution", "difficultyLadder"),
    "dicePoolStep": ("resolution", "difficultyLadder"),
    "adjust": ("resolution", "adjust"),
    "namedReroll": ("resolution", "reroll"),
    "spend": ("resolution", "spend"),
    "section": ("sheet", "sections"),
    "ability": ("sheet", "abilities"),
    "skill": ("sheet", "skills"),
    "save": ("sheet", "saves"),
    **{f"{kind}Field": ("sheet", "fields") for kind in ("number", "text", "longtext", "boolean")},
    **{f"{kind}Field": ("sheet", "fields") for kind in ("enum", "dice")},
    **{
        f"{kind}Column": ("sheet", "lists", 0, "columns")
        for kind in ("number", "text", "longtext", "boolean", "enum", "dice")
    },
    **{f"{kind}Stat": ("items", "stats") for kind in ("number", "text", "boolean", "enum", "dice")},
    **{
        f"{kind}Derived": ("sheet", "derived")
        for kind in ("sum", "min", "max", "scale", "stepTable", "enumTable")
    },
    "list": ("sheet", "lists"),
    "pool": (*_LIVE, "pools"),
    "track": (*_LIVE, "tracks"),
    "woundKind": (*_LIVE, "tracks", 1, "kinds"),
    "liveText": (*_LIVE, "text"),
    "condition": (*_LIVE, "conditions"),
    "state": (*_LIVE, "states"),
    "migration": ("sheet", "migrations"),
    "renameStep": _STEPS,
    "routeStep": _STEPS,
    "routeLiveStep": _STEPS,
    "setColumnStep": _STEPS,
    "rest": ("rests",),
    "restore": _RESTORE,
    "summaryList": ("gm", "sheetSummary", "lists"),
    "layer": ("layers",),
    "layerField": ("layers", 0, "fields"),
    "layerCatalog": ("layers", 0, "catalogs"),
    "catalog": ("catalogs",),
    "filter": ("catalogs", 0, "filters"),
    "row": ("catalogs", 0, "entries", 0, "rows"),
    "cost": (*_MECHANICS, "cost"),
    "applies": (*_MECHANICS, "applies"),
    "gives": (*_MECHANICS, "gives"),
    "plusClause": (*_MECHANICS, "plus"),
    "trait": (*_CREATURE, "traits"),
    "sequenceStep": (*_CREATURE, "actions", 1, "sequence"),
    "requirement": ("catalogs", 2, "entries", 0, "item", "requires"),
    "action": (*_CREATURE, "actions"),
    "creatureRider": (*_CREATURE, "riders"),
    "itemCategory": ("items", "categories"),
    "rarity": ("items", "rarities"),
    "tag": ("items", "tags"),
    "slot": ("items", "slots"),
    "currency": ("items", "currencies"),
    "unit": ("items", "currencies", 0, "units"),
    "rarityCap": ("items", "rarityCaps"),
    "lootTable": ("items", "lootTables"),
    "price": (*_MARKET, "prices"),
    "place": (*_MARKET, "places"),
    "soldRule": (*_MARKET, "sold"),
    "seller": (*_MARKET, "sellers"),
    "items": ("items",),
    "battleSlot": ("battle", "slots"),
    "battleSkill": ("battle", "skills"),
    "budget": ("combat", "economy", "budgets"),
    "combatAttack": ("combat", "attacks"),
    "combatAbility": ("combat", "abilities"),
    "combatCondition": ("combat", "conditions"),
    "combatLevel": ("combat", "levels"),
    "combatCheck": ("combat", "checks"),
    "contest": ("combat", "contests"),
    "modifier": ("combat", "conditions", 0, "modifiers"),
    "spendLimit": ("combat", "spendLimits"),
    "threatTier": ("combat", "threat", "tiers"),
    "style": ("combat", "initiative", "resource", "styles"),
    "combat": ("combat",),
}
# Places that go by the name of the snippet.
ENTRIES = {"row-entry": 0, "creature-entry": 1, "item-entry": 2}
_POOL_ONLY = {"pool-step", "reroll", "spend", "pool-style", "takes-style", "pool-combat"}
_SUM_ONLY = {"sum-step", "sum-combat"}
# A wound track with one level more has another maximum, too.
_MORE = ("wound-level",)
NAMES = [each.name for each in snippets() if each.shape != "ruleset" and each.name not in _MORE]


def test_what_is_tried() -> None:
    shapes = {each.shape for each in snippets() if each.name not in _MORE}
    assert shapes - {"ruleset", "entry"} == set(PLACES)


def _path(name: str) -> Sequence[str | int]:
    if name in ENTRIES:
        return ("catalogs", ENTRIES[name], "entries")
    snippet = snippet_named(name)
    assert snippet is not None
    return PLACES[snippet.shape]


@pytest.mark.parametrize("is_pool", [False, True], ids=["sum", "pool"])
def test_the_rulesets_to_try_them_in_are_clean(is_pool: bool) -> None:
    text = with_cursor(rich(is_pool=is_pool), ("sheet", "sections"))
    text = text.replace(",\n      " + CURSOR, "")
    assert CURSOR not in text
    assert [code for code in errors(text) if "no-effect" not in code] == []


@pytest.mark.parametrize("is_pool", [False, True], ids=["sum", "pool"])
@pytest.mark.parametrize("name", NAMES)
def test_an_entry_is_fine_as_it_comes(name: str, is_pool: bool) -> None:
    snippet = snippet_named(name)
    assert snippet is not None
    if is_pool and name in _SUM_ONLY:
        return
    if not is_pool and name in _POOL_ONLY:
        return
    ruleset = rich(is_pool=is_pool)
    if snippet.shape in ("items", "combat"):
        # The catalogs name what the block had before.
        del ruleset["catalogs"]
    marked = with_cursor(ruleset, _path(name))
    after = taken(marked, snippet.label("en"))
    assert [code for code in errors(after) if "no-effect" not in code] == []


@pytest.mark.parametrize("name", ["sum-ruleset", "pool-ruleset"])
@pytest.mark.parametrize("marked", [CURSOR, f"\n{CURSOR}\n", f"  {CURSOR}"])
def test_a_whole_ruleset_for_an_empty_file(name: str, marked: str) -> None:
    snippet = snippet_named(name)
    assert snippet is not None
    after = taken(marked, snippet.label("en"))
    assert errors(after) == []


def test_labels_are_in_the_language_of_the_reader() -> None:
    marked = with_cursor(rich(is_pool=False), ("sheet", "skills"))
    assert [item.label for item in items(marked, "ja")] == ["スキル"]
    for each in snippets():
        assert each.label("ja") != each.label("en")


def test_names_are_those_of_the_document() -> None:
    marked = with_cursor(rich(is_pool=False), ("sheet", "skills"))
    assert '"ability": "might"' in taken(marked, "Skill")
    (found,) = items(marked)
    assert expanded(found.new_text).count("might") == 1


def test_what_may_be_left_out_is_where_there_is_nothing_to_name() -> None:
    marked = '{"sheet": {"skills": [' + CURSOR + "]}}"
    assert '"ability"' not in taken(marked, "Skill")


def test_only_entries_that_the_catalog_holds() -> None:
    for position, label in enumerate(["Entry: a row", "Entry: a creature", "Entry: an item"]):
        marked = with_cursor(rich(is_pool=False), ("catalogs", position, "entries"))
        assert labels(marked) == [label]


def test_a_layer_takes_away_what_is_no_default() -> None:
    marked = with_cursor(rich(is_pool=False), ("layers",))
    after = taken(marked, "Layer: choices removed")
    assert '"removeValues": ["south"], "default": "north"' in after
