"""Stats of an item in place of the values of its attack or use (ruleset-format.md, 6.6, 6.7, R74,
R75)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from modwright.languages.ruleset import holdings
from modwright.languages.ruleset.checks.unknown import declared
from modwright.languages.ruleset.telling import tell
from modwright.languages.ruleset.typed import ENUM, NUMBER, TypedValue
from modwright.languages.ruleset.views import View
from modwright.symbols.walk import Rule, Site, Told

_NUMBER = "number"
_DICE = "dice"
_ABILITIES = "abilities"
_SKILL = "skill"
_TEXT = "text"
_TYPES = "combat/damageTypes"
# Which sort of stat may stand in place of a value, by shape and key (R74, R75).
_WANTED: Mapping[str, Mapping[str, str]] = {
    "itemAttack": {"reach": _NUMBER, "versatile": _DICE, "floor": _NUMBER},
    "itemToHit": {
        "abilities": _ABILITIES,
        "skill": _SKILL,
        "bonus": _NUMBER,
        "target": _NUMBER,
    },
    "itemDamage": {
        "dice": _DICE,
        "abilities": _ABILITIES,
        "bonus": _NUMBER,
        "type": _TEXT,
    },
    "itemVersatile": {"dice": _DICE},
    "itemRange": {"normal": _NUMBER, "long": _NUMBER},
    "ammo": {"perAttack": _NUMBER, "recover": _NUMBER},
    "clip": {"max": _NUMBER},
    "itemMode": {"ammo": _NUMBER, "toHit": _NUMBER, "target": _NUMBER, "targets": _NUMBER},
    "itemOnHit": {"atLeast": _NUMBER, "rounds": _NUMBER},
    "itemUse": {"toHit": _NUMBER, "saveDifficulty": _NUMBER},
    "gate": {"difficulty": _NUMBER},
    "charges": {"max": _NUMBER},
}


def stat_of_sort(shape: str) -> Rule:
    """R74, R75: a stat that stands in place of a value of a `shape` can stand for one."""

    def rule(site: Site) -> Iterator[Told]:
        view = View(site.node, site.offset)
        for key, wanted in _WANTED[shape].items():
            reference = view.child(key)
            name = reference.text("stat") if reference else None
            if reference is None or name is None:
                continue
            of = site.env.fact(holdings.stats).get(name)
            if of is None:
                continue
            span, about = reference.value_span("stat"), declared("stat", name)
            if not _FITS[wanted](site, of):
                yield tell("wrong-reference", span, f"item-{wanted}", name=name, mentions=about)
            elif wanted == _TEXT and site.env.has(_TYPES):
                other = next(_not_declared(site, "damageType", of), None)
                if other is not None:
                    yield tell(
                        "wrong-reference", span, "item-type", name=name, value=other, mentions=about
                    )

    return rule


def _is_number(site: Site, of: TypedValue) -> bool:
    return of.type == NUMBER


def _is_dice(site: Site, of: TypedValue) -> bool:
    return of.type == _DICE


def _is_text(site: Site, of: TypedValue) -> bool:
    return of.type in (_TEXT, ENUM)


def _names(kind: str) -> Callable[[Site, TypedValue], bool]:
    def fits(site: Site, of: TypedValue) -> bool:
        return of.type == ENUM and next(_not_declared(site, kind, of), None) is None

    return fits


def _not_declared(site: Site, kind: str, of: TypedValue) -> Iterator[str]:
    """The choices of an enum that no such thing is called by."""
    return (each for each in of.choices or () if not site.env.is_declared(kind, each))


_FITS: Mapping[str, Callable[[Site, TypedValue], bool]] = {
    _NUMBER: _is_number,
    _DICE: _is_dice,
    _TEXT: _is_text,
    _ABILITIES: _names("ability"),
    _SKILL: _names("skill"),
}


RULES: Mapping[str, tuple[Rule, ...]] = {shape: (stat_of_sort(shape),) for shape in _WANTED}
