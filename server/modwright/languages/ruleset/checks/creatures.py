"""Bestiary entries: where they stand and what they are made of (ruleset-format.md, 6.3, R52,
R61, R93)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.languages.ruleset import facts, fixes, holdings
from modwright.languages.ruleset.checks.parts import part_of
from modwright.languages.ruleset.checks.unknown import unknown
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.walk import Rule, Site, Told
from modwright.syntax.node import Array

_COMBAT = "combat"
_THREAT = "combat/threat"
_SHEET = "sheet"
# What a creature needs without a sheet, and what a sheet says in its place (R61).
_PLAIN = ("health", "defense", "initiativeModifier")
_OF_SHEET = (*_PLAIN, "speed", "abilities", "saves", "checks", "soak", "hardness")


def threat(site: Site) -> Iterator[Told]:
    """R52: a creature stands on a rung of `combat.threat`."""
    view = View(site.node, site.offset)
    if view.has("tier") and site.env.has(_COMBAT) and not site.env.has(_THREAT):
        yield tell("needs-block", view.value_span("tier"), "threat")


def plain_numbers(site: Site) -> Iterator[Told]:
    """R61: a creature without a sheet has its numbers, and something to do."""
    part = part_of(site, "creature")
    if part is None or part.view.has(_SHEET):
        return
    for key in _PLAIN:
        if not part.view.has(key):
            yield tell("missing-key", part.key, "creature", key=key)
    actions = part.view.value("actions")
    if not part.view.has("actions"):
        yield tell("missing-key", part.key, "actions")
    elif isinstance(actions, Array) and not actions.items:
        yield tell("creature", part.view.value_span("actions"), "no-actions")


def beside_sheet(site: Site) -> Iterator[Told]:
    """R61: a creature with a sheet has its numbers from there."""
    view = View(site.node, site.offset)
    if not view.has(_SHEET):
        return
    for key in _OF_SHEET:
        if view.has(key):
            drop = fixes.drop_key(view, key)
            yield tell("exclusive-keys", view.key_span(key), "creature-sheet", key=key, fixes=drop)


def soak(site: Site) -> Iterator[Told]:
    """R93: soak is of a fight of dice pools that has it, and by the marks of its health track."""
    view = View(site.node, site.offset)
    if not view.has("soak") or view.has(_SHEET) or not site.env.has(_COMBAT):
        return
    key = view.key_span("soak")
    drop = fixes.drop_key(view, "soak")
    if site.env.fact(facts.combat_kind) != facts.POOL:
        yield tell("wrong-resolution", key, "soak", fixes=drop)
    elif not site.env.fact(holdings.fight_soaks):
        yield tell("needs-block", key, "soak", fixes=drop)
    yield from _soak_kinds(site, view)


def _soak_kinds(site: Site, creature: View) -> Iterator[Told]:
    soaked = creature.child("soak")
    kinds = soaked.child("byKind") if soaked else None
    health = site.env.fact(facts.combat_health)
    for name in kinds.keys if kinds else ():
        assert kinds is not None
        key = kinds.key_span(name)
        if health.key != "track":
            yield tell("creature", key, "soak-kind", name=name, fixes=fixes.drop_key(kinds, name))
        elif not site.env.is_declared("woundKind", name, health.id):
            known = site.env.ids("woundKind", health.id)
            yield unknown(Key("woundKind", health.id, name), key, known)


def hardness(site: Site) -> Iterator[Told]:
    """R92: hardness is read where a style of initiative spends."""
    view = View(site.node, site.offset)
    if not view.has("hardness") or view.has(_SHEET) or not site.env.has(_COMBAT):
        return
    if not site.env.fact(holdings.a_style_spends):
        drop = fixes.drop_key(view, "hardness")
        yield tell("creature", view.key_span("hardness"), "hardness", fixes=drop)


RULES: Mapping[str, tuple[Rule, ...]] = {
    "entry": (plain_numbers,),
    "creature": (threat, beside_sheet, soak, hardness),
}
