"""A node tree against a JSON Schema: what the jsonschema library finds, mapped to nodes.

The library decides; this module steers it (`keywords.py`), remembers its answers on the nodes, and
turns paths into places. The items of an array are checked apart from the array and their findings
remembered on each item, so that an edit costs the check of the items around it and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias, cast

from modwright.findings.model import Finding
from modwright.grammars import JsonValue
from modwright.schema.keywords import ITEMS_APART, Refusal, Steering
from modwright.schema.values import value_of
from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object

Schema: TypeAlias = "Mapping[str, JsonValue]"


# Items beyond this are many more than any list of ours may have, and are not looked at.
MAX_ITEMS = 5_000


class Place(NamedTuple):
    """A node below the one that was checked, and where it is, relative to that one.

    `entry` introduces the node where it is the value of a key; its key begins at `key_offset`.
    """

    node: Node | None
    offset: int
    entry: Entry | None
    key_offset: int


class Violation(NamedTuple):
    """The keyword of a schema that a value breaks.

    `path` leads from `root`, the node that was checked, to the value. `subject` is the key that
    `required` misses or `additionalProperties` refuses. `schema` is the schema the keyword is in.
    """

    root: Node
    path: tuple[str | int, ...]
    keyword: str
    limit: JsonValue
    subject: str
    schema: Schema

    @property
    def place(self) -> Place:
        return place_at(self.root, self.path)

    @property
    def parent(self) -> Place:
        """The place of the container around the value."""
        return place_at(self.root, self.path[:-1])


def place_at(root: Node, path: Iterable[str | int]) -> Place:
    """Follow `path` down from `root`; where it ends early, the node is None."""
    node: Node | None = root
    offset = 0
    entry: Entry | None = None
    key_offset = 0
    for step in path:
        if isinstance(node, Object) and isinstance(step, str):
            entry = node.get(step)
            if entry is None:
                return Place(None, offset, None, 0)
            key_offset = offset + entry.key_offset
            offset += entry.value_offset
            node = entry.value
        elif isinstance(node, Array) and isinstance(step, int) and step < len(node.items):
            entry = None
            offset += node.offsets[step]
            node = node.items[step]
        else:
            return Place(None, offset, None, 0)
    return Place(node, offset, entry, key_offset)


class SchemaChecker:
    """Checks node trees against one schema.

    `word` makes the findings of a violation, at offsets relative to its `root`.
    """

    def __init__(self, schema: Schema, word: Callable[[Violation], Iterable[Finding]]) -> None:
        # Seeing `$schema`, the library would go back to its own validator class.
        self._schema = {key: value for key, value in schema.items() if key != "$schema"}
        self._word = word
        self._steering: Steering | None = None

    def findings(self, root: Node) -> tuple[Finding, ...]:
        """All findings of the tree, at offsets relative to `root`."""
        return self._findings(root, self._schema)

    def warm_up(self) -> None:
        """Import and prepare the library, which takes a moment, before it is needed."""
        if self._steering is None:
            self._steering = Steering(self._schema)

    def _findings(self, node: Node, schema: Schema) -> tuple[Finding, ...]:
        if not isinstance(node, Container):
            # Scalars of one spelling may be one object in many places: nothing is kept on them.
            return self._check(node, schema)
        return node.remember((self, id(schema)), lambda: self._check(node, schema))

    def _check(self, node: Node, schema: Schema) -> tuple[Finding, ...]:
        self.warm_up()
        assert self._steering is not None
        found: list[Finding] = []
        refusals: list[Refusal] = []
        for refusal in self._steering.refusals(value_of(node), schema):
            if refusal.keyword == ITEMS_APART:
                place = place_at(node, refusal.path)
                if isinstance(place.node, Array):
                    found.extend(
                        self._items(place.node, place.offset, cast("Schema", refusal.limit))
                    )
            else:
                refusals.append(refusal)
        # One fault, one finding: of a value of the wrong type nothing else is worth saying, and a
        # union and its member may both say it.
        mistyped = {refusal.path: refusal for refusal in refusals if refusal.keyword == "type"}
        for refusal in refusals:
            if mistyped.get(refusal.path, refusal) is not refusal:
                continue
            violation = Violation(node, *refusal)
            if _can_be_told(violation):
                found.extend(self._word(violation))
        return tuple(found)

    def _items(self, array: Array, offset: int, schema: Schema) -> Iterable[Finding]:
        for item_offset, item in zip(array.offsets[:MAX_ITEMS], array.items, strict=False):
            for finding in self._findings(item, schema):
                yield finding.shifted(offset + item_offset)


def _can_be_told(violation: Violation) -> bool:
    """Whether the text is whole enough to say so: nothing is said of broken or lost pieces."""
    node = violation.place.node
    if node is None or node.kind is Kind.ERROR or node.is_doubtful:
        return False
    if violation.keyword == "additionalProperties" and isinstance(node, Object):
        return not node.by_name[violation.subject].key.is_doubtful
    lost = isinstance(node, Container) and node.is_damaged
    return not (lost and violation.keyword in {"required", "minItems", "minProperties"})
