"""Which of the layers that are asked for count (ruleset-format.md, section 9, `conflicts`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from modwright.languages.ruleset.views import View


class Dropped(NamedTuple):
    """A layer that does not count, and the earlier one it conflicts with."""

    id: str
    because_of: str


def chosen(layers: Iterable[View], ids: Collection[str]) -> tuple[list[View], list[Dropped]]:
    """Those of `layers` that count, and those that do not. One of two is enough to say that they
    conflict; the later one goes."""
    on: list[View] = []
    dropped: list[Dropped] = []
    for layer in layers:
        name = layer.text("id")
        if name is None or name not in ids:
            continue
        rival = next((other for other in on if _conflict(layer, other)), None)
        if rival is None:
            on.append(layer)
        else:
            dropped.append(Dropped(name, rival.text("id") or ""))
    return on, dropped


def _conflict(one: View, other: View) -> bool:
    return _names(one, other) or _names(other, one)


def _names(one: View, other: View) -> bool:
    return other.text("id") in {each.text for each in one.texts("conflicts")}
