"""Whether the rules would refuse a proposal: it is put in its place, and those that speak of the
objects around it are asked.

So completion need not know the rules (that a pool's maximum reads no live state, that an action is
no step of its own sequence): the very functions that find a fault keep it from being offered.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from modwright.findings.model import Finding, Severity
from modwright.languages.results import Candidate, Spot, SpotKind
from modwright.languages.ruleset import asset
from modwright.languages.ruleset.checks import heads, rules
from modwright.languages.ruleset.findings import environment_of
from modwright.languages.ruleset.grammar import shapes
from modwright.languages.ruleset.setting import Setting
from modwright.symbols.environment import Environment
from modwright.symbols.shapes import Shape
from modwright.symbols.walk import Site
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Array, Entry, Node, Object, Scalar


class _Written(NamedTuple):
    """A container with the proposal in it: [start, end) is the name or value, relative to it. Up to
    `last` goes the value of a key."""

    node: Node
    start: int
    end: int
    last: int


class Trial:
    """Tries what may be written at one spot."""

    def __init__(self, spot: Spot, setting: Setting) -> None:
        self._spot = spot
        self._setting = setting
        self._shape = (asset.shapes() if setting.own.is_asset else shapes()).root
        is_key = spot.kind is SpotKind.KEY
        self._steps = spot.path if is_key else spot.path[:-1]

    def refused(self, candidate: Candidate, *, with_value: bool = False) -> str:
        """The code of an error that would stand on what is written, the value or the key; "" where
        none would. `with_value`: on what the key is begun with, too."""
        if not self._spot.ancestors:
            return ""
        offset, container = self._spot.ancestors[-1]
        if self._spot.kind is SpotKind.KEY:
            made = _with_key(container, candidate)
        else:
            made = _with_value(container, self._spot.path[-1], candidate)
        if made is None:
            return ""
        nodes = self._replaced(made.node)
        start, end = offset + made.start, offset + (made.last if with_value else made.end)
        for finding in self._findings(nodes):
            is_on_it = start <= finding.start < finding.end <= end
            if is_on_it and finding.severity is Severity.ERROR:
                return finding.code
        return ""

    @cached_property
    def _env(self) -> Environment:
        return environment_of(self._setting.ruleset, self._setting.assets)

    def _environment(self, root: Node) -> Environment:
        if self._setting.own.is_asset or not isinstance(root, Object):
            return self._env
        return self._env.over(root)

    def _replaced(self, innermost: Node) -> list[Node]:
        """The containers on the way to the spot, outermost first, the last one replaced."""
        nodes = [innermost]
        outer = [node for _, node in self._spot.ancestors[:-1]]
        for node, step in zip(reversed(outer), reversed(self._steps), strict=True):
            nodes.append(_replaced(node, step, nodes[-1]) or node)
        return nodes[::-1]

    def _findings(self, nodes: Sequence[Node]) -> Iterator[Finding]:
        """What the rules have to say of the objects on the way."""
        env = self._environment(nodes[0])
        known, tellers = rules(), heads()
        around: dict[str, Hashable] = {}
        catalog = self._setting.catalog
        if catalog is not None:
            around["catalog"] = tellers["catalog"](catalog.node)
        shape: Shape | None = self._shape
        for index, node in enumerate(nodes):
            if shape is None:
                return
            shape = shape.of(node)
            if isinstance(node, Object):
                offset = self._spot.ancestors[index][0]
                site = Site(node, offset, shape, env, dict(around))
                for name in shape.names:
                    for rule in known.get(name, ()):
                        yield from (told.finding for told in rule(site))
                    if name in tellers:
                        around[name] = tellers[name](node)
            shape = _below(shape, self._steps[index]) if index < len(self._steps) else None


def _below(shape: Shape, step: str | int) -> Shape | None:
    if isinstance(step, int):
        place = shape.items
    else:
        place = shape.places.get(step) or shape.values
    return place.shape if place is not None else None


def _with_value(container: Node, step: str | int, candidate: Candidate) -> _Written | None:
    value = JsonDocument.parse(candidate.json).root
    made = _replaced(container, step, value) if value is not None else None
    if made is None or value is None:
        return None
    if isinstance(container, Array) and isinstance(step, int):
        start = container.offsets[step]
    else:
        entry = container.get(str(step)) if isinstance(container, Object) else None
        start = entry.value_offset if entry is not None else 0
    return _Written(made, start, start + value.width, start + value.width)


def _with_key(container: Node, candidate: Candidate) -> _Written | None:
    """The entry without a name is the place that is written in."""
    if not isinstance(container, Object):
        return None
    entries = container.entries
    index = next((at for at, each in enumerate(entries) if not each.name), len(entries))
    old = entries[index] if index < len(entries) else None
    key = JsonDocument.parse(json.dumps(candidate.label, ensure_ascii=False)).root
    if not isinstance(key, Scalar):
        return None
    value = old.value if old is not None else None
    value = value or JsonDocument.parse(candidate.json).root
    # Behind all else where there is no place for it yet.
    start = old.key_offset if old is not None else container.width
    entry = Entry(start, key, start + key.width, value)
    made = (*entries[:index], entry, *entries[index + 1 :])
    last = start + key.width + (value.width if value is not None else 0)
    return _Written(Object(container.width, made), start, start + key.width, last)


def _replaced(node: Node, step: str | int, value: Node) -> Node | None:
    """`node` with another value in the place that `step` leads to. The places of all else stay:
    nobody asks for them."""
    if isinstance(step, int):
        if not isinstance(node, Array) or step >= len(node.items):
            return None
        items = (*node.items[:step], value, *node.items[step + 1 :])
        return Array(node.width, items, node.offsets)
    entry = node.get(step) if isinstance(node, Object) else None
    if not isinstance(node, Object) or entry is None:
        return None
    index = node.index_of(entry)
    changed = entry._replace(value=value)
    return Object(node.width, (*node.entries[:index], changed, *node.entries[index + 1 :]))
