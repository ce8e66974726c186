"""What a player chooses for the options of a mutator (specs/oamut.md, Options).

The engine refuses a value that is off the steps before a script runs, so this does the same.
Numbers are exact until a script reads them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeGuard

from modwright.findings.model import Message
from modwright.languages.nearest import nearest
from modwright.languages.oamut.manifest import Literal, Option
from modwright.syntax.node import Kind
from modwright.syntax.yaml_limits import MAX_INTEGER
from modwright.syntax.yaml_nodes import plain

Given: TypeAlias = "bool | int | float | str"
"""A value as somebody writes it; a text counts as what it reads as in a manifest."""

Chosen: TypeAlias = "bool | int | float | str"
"""A value as a script reads it."""


class Choice(NamedTuple):
    """What an option is set to."""

    id: str
    value: Chosen
    is_default: bool


class NotAllowed(NamedTuple):
    """Why a value cannot be chosen."""

    message: Message


def choose(options: Sequence[Option], given: Mapping[str, Given]) -> Sequence[Choice] | NotAllowed:
    """The values of all options, in the order of the manifest; defaults where nothing is given."""
    by_id = {option.id.text: option for option in reversed(options)}
    for name in given:
        if name not in by_id:
            return NotAllowed(_unknown(name, list(reversed(by_id))))
    choices: list[Choice] = []
    for name, option in reversed(by_id.items()):
        is_default = name not in given
        if is_default and option.default is None:
            return NotAllowed(Message.of("plan.option.no-default", id=name))
        written = option.default if is_default else _read(given[name], option)
        assert written is not None
        fault = next(_faults(option, written), None)
        if fault is not None:
            key = "plan.option.bad-default" if is_default else "plan.option.refused"
            return NotAllowed(Message.of(key, id=name, reason=fault))
        choices.append(Choice(name, _for_lua(written), is_default))
    return choices


def _unknown(name: str, known: Sequence[str]) -> Message:
    if not known:
        return Message.of("plan.option.none", id=name)
    return Message.of("plan.option.unknown", id=name, known=nearest(name, known) or known)


def _read(given: Given, option: Option) -> Literal:
    """A value as the manifest would hold it."""
    if isinstance(given, float):
        # The shortest decimal that is this number: what was written.
        return Decimal(repr(given)) if math.isfinite(given) else str(given)
    if not isinstance(given, str) or _has_texts(option):
        return given
    node = plain(given)
    if node.kind is Kind.BOOLEAN:
        return given.lower() == "true"
    number = node.decimal
    return given if number is None else number


def _has_texts(option: Option) -> bool:
    return option.type == "choice" and any(isinstance(value, str) for value in option.values)


def _faults(option: Option, value: Literal) -> Iterator[Message]:
    """Why the option cannot have this value, the plainest reason first."""
    match option.type:
        case "toggle":
            if not isinstance(value, bool):
                yield Message.of("plan.option.boolean", written=_shown(value))
        case "choice":
            if not option.values:
                yield Message.of("plan.option.broken")
            elif not any(_is_same(value, other) for other in option.values):
                values = [_shown(other) for other in option.values]
                yield Message.of("plan.option.choice", written=_shown(value), values=values)
        case "number":
            yield from _number_faults(option, value)
        case _:
            yield Message.of("plan.option.broken")


def _number_faults(option: Option, value: Literal) -> Iterator[Message]:
    lowest, highest, step = option.minimum, option.maximum, option.step
    if lowest is None or highest is None or step is None or step <= 0 or highest <= lowest:
        yield Message.of("plan.option.broken")
    elif not _is_number(value):
        yield Message.of("plan.option.number", written=_shown(value))
    elif not lowest <= value <= highest:
        yield Message.of(
            "plan.option.range",
            written=_shown(value),
            minimum=_shown(lowest),
            maximum=_shown(highest),
        )
    elif (Fraction(value) - Fraction(lowest)) % Fraction(step):
        yield Message.of(
            "plan.option.step", written=_shown(value), minimum=_shown(lowest), step=_shown(step)
        )


def _is_number(value: Literal) -> TypeGuard[int | Decimal]:
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def _is_same(one: Literal, other: Literal) -> bool:
    # True equals 1 in Python, and not in a manifest.
    return isinstance(one, bool) is isinstance(other, bool) and one == other


def _for_lua(value: Literal) -> Chosen:
    if not isinstance(value, Decimal):
        return value
    is_whole = abs(value) <= MAX_INTEGER and value == value.to_integral_value()
    return int(value) if is_whole else float(value)


def _shown(value: Literal) -> str:
    """A value as an author would write it: 0.3, true, a name."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)
