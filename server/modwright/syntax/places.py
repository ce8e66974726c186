"""From an offset to the nodes around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from modwright.syntax.node import Array, Container, Entry, Node, Object
from modwright.syntax.tree import SyntaxTree


class Step(NamedTuple):
    """A node on the way down, at its absolute offset.

    `entry` is the entry of the object above whose key (`is_key`) or value the node is; `position`
    is the place in the array above. The root has neither.
    """

    node: Node
    offset: int
    entry: Entry | None = None
    is_key: bool = False
    position: int | None = None

    @property
    def end(self) -> int:
        return self.offset + self.node.width


def steps_at(document: SyntaxTree, offset: int) -> list[Step]:
    """The nodes around `offset`, outermost first; empty where nothing is.

    A cursor right behind a scalar touches it; a container is touched between its brackets only, or
    in front of its opening one.
    """
    root = document.root
    return [] if root is None else way_to(root, document.root_offset, offset)


def way_to(root: Node, at: int, offset: int) -> list[Step]:
    """The same below `root`, which stands at `at`."""
    step: Step | None = Step(root, at)
    steps: list[Step] = []
    while step is not None and _touches(step, offset):
        steps.append(step)
        step = _below(step, offset)
    return steps


def _touches(step: Step, offset: int) -> bool:
    if isinstance(step.node, Container):
        # The end of a container that was never closed is still inside.
        is_open = step.node.has_faults
        return step.offset <= offset < step.end or (is_open and offset == step.end)
    return step.offset <= offset <= step.end


def _below(step: Step, offset: int) -> Step | None:
    node = step.node
    if isinstance(node, Array):
        return _item(node, step.offset, offset)
    if isinstance(node, Object):
        return _member(node, step.offset, offset)
    return None


def _item(array: Array, base: int, offset: int) -> Step | None:
    index = bisect_right(array.offsets, offset - base) - 1
    if index < 0:
        return None
    step = Step(array.items[index], base + array.offsets[index], position=index)
    if step.node.width == 0 and index > 0:
        before = Step(array.items[index - 1], base + array.offsets[index - 1], position=index - 1)
        if _touches(before, offset):
            return before
    return step


def _member(node: Object, base: int, offset: int) -> Step | None:
    entries = node.entries
    at = bisect_right(entries, offset - base, key=_key_offset) - 1
    if at < 0:
        return None
    entry = entries[at]
    key = Step(entry.key, base + entry.key_offset, entry, is_key=True)
    if entry.value is not None and base + entry.value_offset <= offset:
        return Step(entry.value, base + entry.value_offset, entry)
    return key


def _key_offset(entry: Entry) -> int:
    return entry.key_offset


def path_to(steps: Sequence[Step]) -> tuple[str | int, ...]:
    """The keys and indexes that lead to the last of the steps; to the object for a key."""
    path: list[str | int] = []
    for step in steps:
        if step.position is not None:
            path.append(step.position)
        elif step.entry is not None and not step.is_key:
            path.append(step.entry.name)
    return tuple(path)
