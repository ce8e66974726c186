"""What an entry asks of the fight it is used in (ruleset-format.md, 6.2, R56b, R58, R59, R64)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

_RIDER = "rider"
_HEAL = "heal"
_COMBAT = "combat"
# Standard actions that are accepted and do nothing (R89).
_IDLE_ACTIONS = ("hide", "ready")


def standard_budget(site: Site) -> Iterator[Told]:
    """R56b: a standard action is granted on another budget than the main one."""
    budget = View(site.node, site.offset).text("budget")
    if budget is None or not site.env.has(_COMBAT):
        return
    budgets = site.env.ids("budget")
    if budgets and budget == budgets[0]:
        span = View(site.node, site.offset).value_span("budget")
        mends = tuple(fixes.put(span, each) for each in budgets[1:])
        yield tell("catalog-entry", span, "main-budget", name=budget, fixes=mends)


def standard_in_fight(site: Site) -> Iterator[Told]:
    """R56b, R89: the fight has the standard actions that an entry grants."""
    if not site.env.has(_COMBAT):
        return
    view = View(site.node, site.offset)
    actions = site.env.fact(holdings.standard_actions)
    for each in view.texts("actions"):
        if each.text not in actions:
            yield tell("catalog-entry", each.span, "no-standard", name=each.text, known=actions)
        elif each.text in _IDLE_ACTIONS:
            yield tell("no-effect", each.span, "idle-action", name=each.text)


def save_difficulty(site: Site) -> Iterator[Told]:
    """R58: who asks for a save in a fight has a number to save against."""
    view = View(site.node, site.offset)
    mechanics = view.child("mechanics")
    if mechanics is None or not site.env.has(_COMBAT):
        return
    asking = _asks_save(mechanics)
    if not asking:
        return
    lists = {row.text("list") for row in view.views("rows")}
    for source in site.env.fact(holdings.sources):
        if source.list in lists and not source.has_difficulty:
            yield tell(
                "catalog-entry",
                mechanics.key_span(asking),
                "save-difficulty",
                list=source.list,
                mentions=declared("list", source.list),
            )


def _asks_save(mechanics: View) -> str:
    """The key by which an entry asks for a save without saying against what; "" for none."""
    if mechanics.has("save"):
        return "save"
    if any(each.has("saveEnds") for each in mechanics.views("applies")):
        return "applies"
    saves = (clause.child("save") for clause in mechanics.views("plus"))
    return "plus" if any(save is not None and not save.has("difficulty") for save in saves) else ""


def dice_of_fight(site: Site) -> Iterator[Told]:
    """R59: a fight of dice pools throws the ruleset's own die for all harm."""
    view = View(site.node, site.offset)
    if view.text("kind") == _HEAL:
        return
    holders = [view.child("amount"), view.child("perCostStep"), *view.views("plus")]
    rider = view.child(_RIDER)
    holders.append(rider.child("amount") if rider else None)
    for holder in holders:
        if holder is not None:
            yield from fight_die(site, holder)


def fight_die(site: Site, holder: View) -> Iterator[Told]:
    """R59: the `dice` of `holder` are those of the fight."""
    dice = holder.text("dice")
    if dice is None or site.env.fact(facts.combat_kind) != facts.POOL:
        return
    sides = site.env.fact(facts.die_sides)
    count, _, rest = dice.partition("d")
    written = rest.partition("+")[0].partition("-")[0]
    if sides is None or not (count.isdecimal() and written.isdecimal()) or int(written) == sides:
        return
    span = holder.value_span("dice")
    wanted = f"{count}d{fixes.number_text(sides)}{rest[len(written) :]}"
    fix = (fixes.put(span, wanted),)
    yield tell("wrong-resolution", span, "fight-die", dice=dice, sides=sides, fixes=fix)


def temporary_health(site: Site) -> Iterator[Told]:
    """R59: a wound track takes no temporary health."""
    view = View(site.node, site.offset)
    if not view.has("temporary") or view.text("kind") == _RIDER:
        return
    if site.env.fact(holdings.wound_health):
        drop = fixes.drop_key(view, "temporary")
        yield tell("catalog-entry", view.key_span("temporary"), "temporary", fixes=drop)


def rider_sources(site: Site) -> Iterator[Told]:
    """R64: a rider adds to attacks that the fight has, and asks for a column of their rows."""
    if not site.env.has(_COMBAT):
        return
    view = View(site.node, site.offset)
    attacks = site.env.fact(holdings.attack_lists)
    for each in view.texts("sources"):
        if each.text not in attacks and site.env.is_declared("list", each.text):
            yield tell("wrong-reference", each.span, "no-attack", name=each.text, known=attacks)
    requires = view.child("requires")
    column = requires.text("column") if requires else None
    if requires is None or column is None:
        return
    lists = site.env.fact(holdings.lists)
    named = [each.text for each in view.texts("sources")] if view.has("sources") else attacks
    shapes = [lists[name] for name in named if name in lists]
    if not any(column in shape.columns for shape in shapes):
        known = dict.fromkeys(name for shape in shapes for name in shape.columns)
        scope = named[0] if named else ""
        yield unknown(Key("column", scope, column), requires.value_span("column"), known)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (save_difficulty,),
    "mechanics": (dice_of_fight, temporary_health),
    "mechanicsStandard": (standard_budget, standard_in_fight),
    "mechanicsRider": (rider_sources,),
}
