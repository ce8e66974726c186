"""Inlay hints: what counts though it is not written, where that is easily missed.

Not every default: most are what anybody expects. Shown are
- the dice, the die, the size of the pool that a resolution has by itself;
- what a difficulty means: the chance of the dice alone, or how many dice it takes;
- which way halves are rounded, where there can be halves;
- that an attack has no critical hits unless it says so;
- that an area catches friends, too;
- what the first of a list is: the untrained tier, the main action, the style that is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from modwright.findings.messages import text as words
from modwright.languages.results import InlayHint
from modwright.languages.ruleset import pages
from modwright.languages.ruleset.facts import POOL
from modwright.languages.ruleset.odds import Faces, chance_of, successes_per_die
from modwright.languages.ruleset.parts import Part, members, root_part
from modwright.languages.ruleset.views import View, number_of
from modwright.languages.wording import code
from modwright.syntax.node import Array, Container, Node, Object
from modwright.syntax.tree import SyntaxTree

# Defaults that are shown, each behind the key it hangs on.
_DEFAULTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "diceSumResolution": (("dice", "kind"),),
    "dicePoolResolution": (("die", "kind"), ("pool", "kind")),
    "attackRoll": (("critical", "dice"),),
    "scaleDerived": (("round", "multiplier"),),
    "fractionBy": (("round", "fractionOfMax"),),
    "proficiencyTier": (("round", "multiplier"),),
}
# The first of these lists is special; the key is the one of the text.
_FIRST: Mapping[str, str] = {
    "proficiencyTier": "untrained",
    "budget": "main",
    "style": "style",
}
_AREAS = ("mechanics", "itemUse", "creatureArea")
_SIDES = 20
_POOL_SIDES = 10


class _Dice(NamedTuple):
    """The dice of a check; `faces` for a pool."""

    number: int
    sides: int
    faces: Faces | None


def inlay_hints(document: SyntaxTree, start: int, end: int, locale: str) -> list[InlayHint]:
    """The hints whose place is in [start, end], in text order."""
    root = document.root
    if not isinstance(root, Object):
        return []
    hints = _Hints(_dice(root), start, end, locale)
    found = hints.below(root, document.root_offset, root_part(), 0)
    return sorted(
        (hint for hint in found if start <= hint.offset <= end), key=lambda hint: hint.offset
    )


class _Hints:
    def __init__(self, dice: _Dice | None, start: int, end: int, locale: str) -> None:
        self._dice = dice
        self._start = start
        self._end = end
        self._locale = locale

    def below(self, node: Node, offset: int, part: Part, position: int) -> Iterator[InlayHint]:
        if not isinstance(node, Container):
            return
        if offset > self._end or offset + node.width < self._start:
            return
        for member in members(part, node)[:1]:
            if isinstance(node, Object):
                yield from self._here(View(node, offset), member, position)
                for name, entry in node.by_name.items():
                    inner = member.key(name)
                    if inner is not None and entry.value is not None:
                        yield from self.below(entry.value, offset + entry.value_offset, inner, 0)
            elif isinstance(node, Array):
                for index, (at, item) in enumerate(node.parts):
                    inner = member.item(index)
                    if inner is not None:
                        yield from self.below(item, offset + at, inner, index)

    def _here(self, view: View, part: Part, position: int) -> Iterator[InlayHint]:
        yield from self._defaults(view, part)
        if part.name in _FIRST and position == 0 and view.text("id"):
            name = _FIRST[part.name]
            if view.text("id") != name:  # which would say it twice
                yield self._hint(view.value_span("id")[1], name)
        if part.name in _AREAS and not view.has("friendlyFire"):
            key = "size" if part.name == "creatureArea" else "area"
            if view.value(key) is not None:
                yield self._hint(view.value_span(key)[1], "everyone")
        difficulty = _DIFFICULTIES.get(part.name)
        if difficulty is not None and self._dice is not None:
            yield from difficulty(self, view, self._dice)

    def _hint(self, offset: int, name: str) -> InlayHint:
        label = words(f"ruleset.hint.{name}", self._locale)
        return InlayHint(offset, label, words(f"ruleset.hint.{name}.about", self._locale))

    def _defaults(self, view: View, part: Part) -> Iterator[InlayHint]:
        for name, behind in _DEFAULTS.get(part.name, ()):
            inner = part.key(name)
            if inner is None or view.has(name) or view.value(behind) is None:
                continue
            if name == "round" and not _has_halves(view.number(behind)):
                continue
            default = pages.to_json(inner.schema.get("default"))
            title = pages.title(inner.schema, self._locale)
            line = words(
                "hint.line", self._locale, name=code(name), label=title, default=code(default)
            )
            tooltip = words("hint.default", self._locale, lines=line)
            yield InlayHint(view.value_span(behind)[1], f"{name}: {default}", tooltip)

    def sum_step(self, view: View, dice: _Dice) -> Iterator[InlayHint]:
        dc = view.number("dc")
        if dc is None or dice.faces is not None:
            return
        chance = 100 * chance_of(dc, dice.number, dice.sides)
        percent = "<1" if 0 < chance < 1 else str(round(chance))
        about = words(
            "ruleset.hint.chance.about",
            self._locale,
            dice=f"{dice.number}d{dice.sides}",
            dc=_shown(dc),
        )
        label = words("ruleset.hint.chance", self._locale, percent=percent)
        yield InlayHint(view.value_span("dc")[1], label, about)

    def pool_step(self, view: View, dice: _Dice) -> Iterator[InlayHint]:
        successes = view.number("successes")
        if successes is None or dice.faces is None:
            return
        own = view.number("target")
        faces = dice.faces if own is None else dice.faces._replace(target=own)
        each = successes_per_die(faces)
        if each <= 0:
            return
        needed = _shown(round(successes / each, 1))
        about = words(
            "ruleset.hint.dice.about",
            self._locale,
            successes=_shown(successes),
            target=_shown(faces.target),
        )
        label = words("ruleset.hint.dice", self._locale, dice=needed)
        yield InlayHint(view.value_span("successes")[1], label, about)


_DIFFICULTIES: Mapping[str, Callable[[_Hints, View, _Dice], Iterator[InlayHint]]] = {
    "diceSumStep": _Hints.sum_step,
    "dicePoolStep": _Hints.pool_step,
}


def _dice(root: Object) -> _Dice | None:
    """The dice of the ruleset's checks; None where they cannot be told."""
    resolution = View(root, 0).child("resolution")
    if resolution is None:
        return None
    if resolution.text("kind") == POOL:
        die, target = resolution.child("die"), resolution.child("target")
        sides = die.number("sides") if die else _POOL_SIDES
        wanted = target.number("default") if target else None
        if sides is None or wanted is None or not 2 <= sides <= 100:
            return None
        return _Dice(1, int(sides), _faces(resolution, int(sides), wanted))
    dice = resolution.child("dice")
    count = dice.number("count") if dice else 1
    sides = dice.number("sides") if dice else _SIDES
    if count is None or sides is None or not (1 <= count <= 10 and 2 <= sides <= 1000):
        return None
    return _Dice(int(count), int(sides), None)


def _faces(resolution: View, sides: int, target: float) -> Faces:
    def number(name: str, key: str) -> float | None:
        rule = resolution.child(name)
        return number_of(rule.value(key)) if rule else None

    return Faces(
        sides, target, number("double", "from"), number("explode", "from"), number("cancel", "upTo")
    )


def _has_halves(factor: float | None) -> bool:
    return factor is not None and not float(factor).is_integer()


def _shown(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)
