"""Whether a condition holds, as far as that can be told without a server."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from modwright.findings.messages import text
from modwright.languages.nimblock.catalogue import Condition, Evaluation, Param
from modwright.languages.nimblock.filling import fill
from modwright.languages.nimblock.numbers import number_of
from modwright.languages.nimblock.view import EntryView, Value
from modwright.languages.wording import plain
from modwright.syntax.node import Kind as NodeKind

OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
"""What the choices of a comparison mean; a test holds them equal to the catalogue's."""

_CERTAIN = 100


@dataclass(frozen=True)
class Verdict:
    """`holds` (before `not`) is None where only the server knows; `text` says why."""

    holds: bool | None
    text: str


def decide(entry: EntryView, values: Mapping[str, str], locale: str) -> Verdict:
    """What can be said of a condition whose templates have `values` in them."""
    known = entry.entry
    how = known.evaluates if isinstance(known, Condition) else None
    if known is None or how is None:
        label = known.label.in_locale(locale) if known else ""
        return Verdict(None, text("trace.only-server", locale, label=label))
    return _Decision(entry, how, values, locale).verdict()


class _Decision:
    """One condition being decided."""

    def __init__(
        self, entry: EntryView, how: Evaluation, values: Mapping[str, str], locale: str
    ) -> None:
        self._how = how
        self._values = values
        self._locale = locale
        self._written: dict[str, tuple[Param, Value]] = {
            param.name: (param, value) for param, value in entry.arguments
        }
        self._params = {param.name: param for param in entry.entry.params} if entry.entry else {}

    def verdict(self) -> Verdict:
        match self._how.how:
            case "text-contains" | "text-equals":
                return self._texts()
            case "number-compare":
                return self._numbers()
            case "chance":
                return self._chance()

    def _texts(self) -> Verdict:
        left, right = self._text(self._how.left), self._text(self._how.right)
        if left is None or right is None:
            return self._unreadable()
        ignores_case = self._flag(self._how.ignore_case)
        one, other = (left.lower(), right.lower()) if ignores_case else (left, right)
        holds = other in one if self._how.how == "text-contains" else one == other
        key = f"trace.{self._how.how}.{'yes' if holds else 'no'}"
        words = text(key, self._locale, left=plain(left), right=plain(right))
        if ignores_case:
            words = text("trace.ignoring-case", self._locale, sentence=words)
        return Verdict(holds, words)

    def _numbers(self) -> Verdict:
        left, right = self._text(self._how.left), self._text(self._how.right)
        sign = self._text(self._how.operator)
        compare = OPERATORS.get(sign) if sign is not None else None
        if left is None or right is None or sign is None or compare is None:
            return self._unreadable()
        one, other = number_of(left), number_of(right)
        if one is None or other is None:
            culprit = left if one is None else right
            return Verdict(False, text("trace.not-a-number", self._locale, written=plain(culprit)))
        holds = compare(one, other)
        key = f"trace.number-compare.{'yes' if holds else 'no'}"
        return Verdict(
            holds,
            text(
                key,
                self._locale,
                left=plain(left.strip()),
                operator=sign,
                right=plain(right.strip()),
            ),
        )

    def _chance(self) -> Verdict:
        found = self._written.get(self._how.left)
        if found is None or found[1].node.kind is not NodeKind.NUMBER:
            return self._unreadable()
        percent = found[1].node.number
        if percent <= 0:
            return Verdict(False, text("trace.chance.never", self._locale))
        if percent >= _CERTAIN:
            return Verdict(True, text("trace.chance.always", self._locale))
        return Verdict(None, text("trace.chance", self._locale, percent=found[1].node.raw))

    def _unreadable(self) -> Verdict:
        return Verdict(False, text("trace.unreadable", self._locale))

    def _text(self, name: str | None) -> str | None:
        """A text parameter with its colour codes as the game has them, or None."""
        found = self._written.get(name) if name is not None else None
        if found is None or found[1].string is None:
            return None
        if found[0].type == "text":
            return fill(found[1].node, self._values, self._locale).coded
        return found[1].string

    def _flag(self, name: str | None) -> bool:
        found = self._written.get(name) if name is not None else None
        if found is not None and found[1].node.kind is NodeKind.BOOLEAN:
            return found[1].node.raw == "true"
        param = self._params.get(name) if name is not None else None
        return param is not None and param.default is True
