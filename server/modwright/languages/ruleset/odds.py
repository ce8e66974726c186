"""How likely the dice are to do what is asked of them."""

from __future__ import annotations

import functools
from itertools import accumulate
from typing import NamedTuple


class Faces(NamedTuple):
    """The dice of a pool: what each face is worth. None: there is no such rule."""

    sides: int
    target: float
    double_from: float | None = None
    explode_from: float | None = None
    cancel_to: float | None = None


@functools.lru_cache(maxsize=64)
def _at_most(count: int, sides: int) -> tuple[float, ...]:
    """The chances that `count` dice show at most their count, one more, two more ..."""
    chances = [1.0]
    for _ in range(count):
        sums = [0.0, *accumulate(chances)]
        length = len(chances) + sides - 1
        chances = [
            (sums[min(index + 1, len(sums) - 1)] - sums[max(index + 1 - sides, 0)]) / sides
            for index in range(length)
        ]
    return tuple(accumulate(chances))


def chance_of(total: float, count: int, sides: int) -> float:
    """How likely `count` dice with so many sides are to show `total` or more, from 0 to 1."""
    if total <= count:
        return 1.0
    if total > count * sides:
        return 0.0
    below = -int(-total // 1) - 1
    return 1.0 - _at_most(count, sides)[below - count]


def successes_per_die(faces: Faces) -> float:
    """How many successes one die brings on average, with those that it earns by exploding."""
    worth = _from(faces.target, faces.sides)
    if faces.double_from is not None:
        worth += _from(max(faces.double_from, faces.target), faces.sides)
    if faces.cancel_to is not None:
        worth -= min(max(faces.cancel_to, 0), faces.sides) / faces.sides
    again = _from(faces.explode_from, faces.sides) if faces.explode_from is not None else 0.0
    return worth / (1.0 - again) if again < 1.0 else 0.0


def _from(face: float, sides: int) -> float:
    return min(max(sides - face + 1, 0), sides) / sides
