"""What an entry does in play (ruleset-format.md, 6.2, R24, R56-R60, R64)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.unknown import declared, unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import Span, View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told

_RIDER = "rider"
_HEAL = "heal"
# What else an entry of kind rider may have (R56a).
_BESIDE_RIDER = ("kind", _RIDER, "check", "scales")
# What keeps a `utility` entry on the menus of a fight (ruleset-format.md, section 14, 9).
_IN_FIGHT = ("gives", "standard", "check")
_COMBAT = "combat"
_DISTANCE = "combat/distance"
# Standard actions that are accepted and do nothing (R89).
_IDLE_ACTIONS = ("hide", "ready")


class Part(NamedTuple):
    """A part of an entry, and the key that introduces it: where what it lacks is told."""

    view: View
    key: Span


def part_of_entry(site: Site, key: str) -> Part | None:
    view = View(site.node, site.offset)
    child = view.child(key)
    return Part(child, view.key_span(key)) if child is not None else None


# ---- R56a


def rider_is_there(site: Site) -> Iterator[Told]:
    """R56a: an entry of kind rider has a `rider`, and no other entry has."""
    part = part_of_entry(site, "mechanics")
    kind = part.view.text("kind") if part else None
    if part is None or kind is None:
        return
    if kind == _RIDER and not part.view.has(_RIDER):
        yield tell("missing-key", part.key, "rider")
    elif kind != _RIDER and part.view.has(_RIDER):
        fix = (fixes.put(part.view.value_span("kind"), _RIDER), *fixes.drop_key(part.view, _RIDER))
        yield tell("exclusive-keys", part.view.value_span("kind"), "rider", kind=kind, fixes=fix)


def beside_rider(site: Site) -> Iterator[Told]:
    """R56a: a rider adds to an attack, so it says nothing of what an action would do."""
    view = View(site.node, site.offset)
    if view.text("kind") != _RIDER:
        return
    for key in view.keys:
        if key not in _BESIDE_RIDER and key in site.shape.places:
            drop = fixes.drop_key(view, key)
            yield tell("exclusive-keys", view.key_span(key), "beside-rider", key=key, fixes=drop)


def free_or_budget(site: Site) -> Iterator[Told]:
    """R56a: what is free takes no budget."""
    view = View(site.node, site.offset)
    if view.has("free") and view.has("budget") and view.text("kind") != _RIDER:
        drop = (*fixes.drop_key(view, "free"), *fixes.drop_key(view, "budget"))
        yield tell("exclusive-keys", view.key_span("free"), "free-budget", fixes=drop)


def plus_amount(site: Site) -> Iterator[Told]:
    """R56a: `plus` adds to an amount of harm."""
    view = View(site.node, site.offset)
    kind = view.text("kind")
    if not view.has("plus") or kind == _RIDER:
        return
    drop = fixes.drop_key(view, "plus")
    if kind == _HEAL:
        yield tell("exclusive-keys", view.key_span("plus"), "plus-heal", fixes=drop)
    elif not view.has("amount"):
        yield tell("exclusive-keys", view.key_span("plus"), "plus-alone", fixes=drop)


def until_save(site: Site) -> Iterator[Told]:
    """R56a: what lasts until a save says which."""
    view = View(site.node, site.offset)
    if view.text("duration") == "until-save" and not view.has("saveEnds"):
        yield tell("missing-key", view.key_span("saveEnds"), "save-ends")


def cancels(site: Site) -> Iterator[Told]:
    """R56a: what has hit or harmed already cannot be called off."""
    view = View(site.node, site.offset)
    on = view.text("on")
    if view.has("cancels") and on in ("hit", "harmed"):
        drop = fixes.drop_key(view, "cancels")
        yield tell("exclusive-keys", view.key_span("cancels"), "cancels", on=on, fixes=drop)


# ---- R56a, R56b: standard


def standard_repeated(site: Site) -> Iterator[Told]:
    """R56a: a standard action is granted once."""
    view = View(site.node, site.offset)
    yield from repeated(view, "actions")


def repeated(view: View, key: str) -> Iterator[Told]:
    """Each word of the array at `key` that stands there already."""
    seen: set[str] = set()
    for item in view.items(key):
        word = item.node.text
        if word and word in seen:
            drop = fixes.drop_item(view, key, item.span)
            yield tell("duplicate-value", item.span, "word", name=word, fixes=drop)
        seen.add(word)


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


# ---- R57, R24: checks


def check_needs_pool(site: Site) -> Iterator[Told]:
    """R57: only a pool of dice has something that `check` could change."""
    part = View(site.node, site.offset)
    if part.has("check") and site.env.fact(facts.resolution_kind) == facts.SUM:
        drop = fixes.drop_key(part, "check")
        yield tell("wrong-resolution", part.key_span("check"), "check", fixes=drop)


def check_threshold(site: Site) -> Iterator[Told]:
    """R57: a threshold lies where the target of a check may be."""
    view = View(site.node, site.offset)
    threshold, target = view.number("threshold"), site.env.fact(facts.target)
    if threshold is None or target is None or target.low is None or target.high is None:
        return
    low, high = target.low, target.high
    if low > high or low <= threshold <= high:
        return
    span = view.value_span("threshold")
    if low == high:
        drop = fixes.drop_key(view, "threshold")
        yield tell("wrong-resolution", span, "threshold", target=low, fixes=drop)
    else:
        fix = (fixes.put(span, float(min(max(threshold, low), high))),)
        yield tell("impossible-face", span, "threshold", low=low, high=high, fixes=fix)


def check_faces(site: Site) -> Iterator[Told]:
    """R57: `explode` and `double` move a face as far as the resolution lets it move."""
    view = View(site.node, site.offset)
    if not (view.has("explode") or view.has("double")):
        return
    sides = site.env.fact(facts.die_sides)
    if sides is None:
        return
    for name, is_movable, low in site.env.fact(holdings.face_rules):
        face, span = view.number(name), view.value_span(name)
        if face is None:
            continue
        if not is_movable:
            drop = fixes.drop_key(view, name)
            yield tell("wrong-resolution", span, "check-face", key=name, fixes=drop)
        elif low is not None and not low <= face <= sides:
            fix = (fixes.put(span, float(min(max(face, low), sides))),) if low <= sides else ()
            yield tell("impossible-face", span, "check", key=name, low=low, high=sides, fixes=fix)


def check_reroll(site: Site) -> Iterator[Told]:
    """R24: a die that is thrown again whatever it shows never ends."""
    reroll = View(site.node, site.offset).child("reroll")
    most = reroll.number("upTo") if reroll else None
    sides = site.env.fact(facts.die_sides)
    if reroll is not None and most is not None and sides is not None and most >= sides:
        span = reroll.value_span("upTo")
        fix = (fixes.put(span, float(sides - 1)),) if sides > 1 else ()
        yield tell("impossible-face", span, "check-reroll", most=sides - 1, sides=sides, fixes=fix)


def reroll_scales(site: Site) -> Iterator[Told]:
    """Section 14, 14: paying more throws nothing again once more."""
    view = View(site.node, site.offset)
    check = view.child("check")
    if check is None or check.keys != ("reroll",) or not view.has("perCostStep"):
        return
    if not (view.has("amount") or view.has("temporary")):
        yield tell("trap", view.key_span("perCostStep"), "reroll-scales")


# ---- R58


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


# ---- R59: dice


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


# ---- R60 and section 14: what has no effect


def reaction_word(site: Site) -> Iterator[Told]:
    """R60: `reaction` as a mere word: false says nothing, true hides the entry."""
    view = View(site.node, site.offset)
    if view.flag("reaction") is False:
        drop = fixes.drop_key(view, "reaction")
        yield tell("no-effect", view.key_span("reaction"), "reaction-false", fixes=drop)
    elif view.flag("reaction") is True and site.env.has(_COMBAT):
        yield tell("no-effect", view.key_span("reaction"), "reaction-true")


def idle_utility(site: Site) -> Iterator[Told]:
    """R60: a fight shows a `utility` entry only for what it gives, grants, cancels or changes."""
    view = View(site.node, site.offset)
    if view.text("kind") != "utility" or any(view.has(key) for key in _IN_FIGHT):
        return
    reaction = view.child("reaction")
    if (reaction is None or not reaction.has("cancels")) and site.env.has(_COMBAT):
        yield tell("no-effect", view.value_span("kind"), "utility")


def area_without_board(site: Site) -> Iterator[Told]:
    """Section 14, 12: without distances a fight reads no area."""
    view = View(site.node, site.offset)
    if view.has("area") and site.env.has(_COMBAT) and not site.env.has(_DISTANCE):
        yield tell("no-effect", view.key_span("area"), "area")


def friendly_fire(site: Site) -> Iterator[Told]:
    """Section 14, 13: an area catches one's own side as well, unless it is told not to."""
    view = View(site.node, site.offset)
    if view.has("area") and view.text("targets") == "enemy" and not view.has("friendlyFire"):
        fix = (fixes.add_key(view, "friendlyFire", "false"),)
        yield tell("trap", view.key_span("area"), "friendly-fire", fixes=fix)


def cost_pool(site: Site) -> Iterator[Told]:
    """Section 14, 16 and 17: what a cost is paid from, where it is not what it seems to be."""
    view = View(site.node, site.offset)
    name, span = view.text("pool"), view.value_span("pool")
    if name is None:
        return
    is_pool, is_group = (site.env.is_declared(kind, name) for kind in ("pool", "poolGroup"))
    if is_pool and is_group:
        yield tell("trap", span, "pool-or-group", name=name, mentions=declared("pool", name))
    elif not is_pool and not is_group and name in site.env.fact(holdings.pools_of_rows):
        yield tell("trap", span, "row-pool", name=name, mentions=declared("list", name))


# ---- R64: riders


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
    "entry": (rider_is_there, save_difficulty),
    "mechanics": (
        beside_rider,
        free_or_budget,
        plus_amount,
        check_needs_pool,
        reroll_scales,
        dice_of_fight,
        temporary_health,
        reaction_word,
        idle_utility,
        area_without_board,
        friendly_fire,
    ),
    "applies": (until_save,),
    "reactionMoment": (cancels,),
    "mechanicsStandard": (standard_repeated, standard_budget, standard_in_fight),
    "check": (check_threshold, check_faces, check_reroll),
    "cost": (cost_pool,),
    "mechanicsRider": (rider_sources,),
}
