"""Where the migrations of a ruleset move what sheets have stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modwright.languages.ruleset.facts import part
from modwright.languages.ruleset.views import View, flag_of, number_of, text_of
from modwright.symbols.environment import Environment
from modwright.syntax.node import Node

RENAMED = ("ability", "skill", "save", "field")
"""The kinds of things whose values a `rename` moves."""
LIVE = ("pool", "track")
"""The kinds of things whose values a `routeLive` moves."""


class Order(NamedTuple):
    """When a step runs: entries by the version they start from, steps as they stand."""

    version: float
    step: int


class Move(NamedTuple):
    """A step that takes the value of `source` away. `kind` is that of the thing: "field",
    "pool" ...; `target` is "" where it goes to one of several."""

    order: Order
    kind: str
    source: str
    target: str


def step_kind(step: View) -> str:
    """The key that says what a step does."""
    return next((key for key in _KINDS if step.has(key)), "")


_KINDS = ("rename", "route", "routeLive", "setColumn")


def moves(env: Environment) -> tuple[Move, ...]:
    """All moves, in the order in which they run."""
    sheet = part(env, "sheet")
    found: list[Move] = []
    for entry in sheet.views("migrations") if sheet else ():
        found.extend(moves_of(entry))
    return tuple(sorted(found))


def moves_of(entry: View) -> Iterator[Move]:
    version = entry.number("from")
    if version is None:
        return
    for number, step in enumerate(entry.views("steps")):
        order = Order(version, number)
        match step_kind(step):
            case "rename":
                kind, source, target = step.text("rename"), step.text("from"), step.text("to")
            case "route":
                kind, source, target = "field", step.text("route"), ""
            case "routeLive":
                kind, source, target = step.text("routeLive"), step.text("from"), ""
            case _:
                continue
        if kind is not None and source is not None and target is not None:
            yield Move(order, kind, source, target)


class WrittenCell(NamedTuple):
    """What a `setColumn` writes, or looks for: `value` is as it is compared (see `matched`)."""

    order: Order
    list: str
    column: str
    value: str | float | bool | None

    def is_replaced_by(self, later: WrittenCell) -> bool:
        """Whether a later step looks for this very value in this column."""
        return later.order > self.order and later[1:] == self[1:]


def matched(value: Node) -> str | float | bool | None:
    """A cell as `where` compares it: texts without case and outer spaces, numbers as they are
    (ruleset-format.md, 3.8); None for what is no cell."""
    text = text_of(value)
    if text is not None:
        return text.strip().casefold()
    flag = flag_of(value)
    return flag if flag is not None else number_of(value)


def replaced_cells(env: Environment) -> tuple[WrittenCell, ...]:
    """The values that steps look for in the column they write to."""
    sheet = part(env, "sheet")
    found: list[WrittenCell] = []
    for entry in sheet.views("migrations") if sheet else ():
        version = entry.number("from")
        for number, step in enumerate(entry.views("steps")):
            change = step.child("setColumn")
            rows = change.text("list") if change else None
            column = change.text("column") if change else None
            where = change.child("where") if change else None
            if version is None or where is None or rows is None or column is None:
                continue
            order = Order(version, number)
            values = (matched(item.node) for item in where.items(column))
            found.extend(WrittenCell(order, rows, column, value) for value in values)
    return tuple(found)
