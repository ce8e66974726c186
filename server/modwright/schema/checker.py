"""A node tree against a JSON Schema: what the jsonschema library finds, mapped to nodes.

The library decides; this module steers it (`keywords.py`), remembers its answers on the nodes, and
turns paths into places. The items of an array are checked apart from the array and their findings
remembered on each item, so that an edit costs the check of the items around it and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, TypeAlias, cast

from modwright.findings.model import Finding
from modwright.grammars import JsonValue
from modwright.schema.keywords import ITEMS_APART, MIN_BYTES, Refusal, Steering
from modwright.schema.values import UNREADABLE, value_of
from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object, Scalar
from modwright.syntax.yaml_nodes import YamlObject, YamlScalar

Schema: TypeAlias = "Mapping[str, JsonValue]"


# Items beyond this are many more than any list of ours may have, and are not looked at.
MAX_ITEMS = 5_000


class Place(NamedTuple):
    """A node below the one that was checked, and where it is, relative to that one.

    `entry` introduces the node where it is the value of a key; its key begins at `key_offset`.
    `is_null`: there is no node, which means null (in YAML).
    """

    node: Node | None
    offset: int
    entry: Entry | None
    key_offset: int
    is_null: bool = False

    def shifted(self, by: int) -> Place:
        return self._replace(offset=self.offset + by, key_offset=self.key_offset + by)


class Violation(NamedTuple):
    """The keyword of a schema that a value breaks.

    `path` leads from `root`, the node that was checked, to the value. `subject` is the key that
    `required` misses or `additionalProperties` refuses. `schema` is the schema the keyword is in.
    `offset` is that of `root`.
    """

    root: Node
    path: tuple[str | int, ...]
    keyword: str
    limit: JsonValue
    subject: str
    schema: Schema
    offset: int = 0

    @property
    def place(self) -> Place:
        return place_at(self.root, self.path).shifted(self.offset)

    @property
    def parent(self) -> Place:
        """The place of the container around the value."""
        return place_at(self.root, self.path[:-1]).shifted(self.offset)


def place_at(root: Node, path: Iterable[str | int]) -> Place:
    """Follow `path` down from `root`; where it ends early, the node is None."""
    node: Node | None = root
    offset = 0
    entry: Entry | None = None
    key_offset = 0
    is_null = False
    for step in path:
        if isinstance(node, Object) and isinstance(step, str):
            entry = node.get(step)
            if entry is None:
                return Place(None, offset, None, 0)
            key_offset = offset + entry.key_offset
            offset += entry.value_offset
            is_null = entry.value is None and isinstance(node, YamlObject)
            node = entry.value
        elif isinstance(node, Array) and isinstance(step, int) and step < len(node.items):
            entry = None
            offset += node.offsets[step]
            node = node.items[step]
        else:
            return Place(None, offset, None, 0)
    return Place(node, offset, entry, key_offset, is_null)


def _nothing(_: Violation) -> Iterable[Finding]:
    return ()


class _Judgement(NamedTuple):
    """What is wrong with a node, and the arrays whose items are judged apart, with their schema."""

    violations: tuple[Violation, ...]
    apart: tuple[tuple[Array, int, Schema], ...]


class SchemaChecker:
    """Checks node trees against one schema.

    `word` makes the findings of a violation, at offsets relative to its `root`.
    """

    def __init__(
        self, schema: Schema, word: Callable[[Violation], Iterable[Finding]] = _nothing
    ) -> None:
        # Seeing `$schema`, the library would go back to its own validator class.
        self._schema = {key: value for key, value in schema.items() if key != "$schema"}
        self._word = word
        self._steering: Steering | None = None

    def findings(self, root: Node) -> tuple[Finding, ...]:
        """All findings of the tree, at offsets relative to `root`."""
        return self._findings(root, self._schema)

    def violations(self, root: Node, offset: int) -> Iterator[Violation]:
        """What is wrong with the tree whose root stands at `offset`, not worded."""
        yield from self._violations(root, offset, self._schema)

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
        judgement = self._judge(node, schema)
        found: list[Finding] = []
        for array, offset, inner in judgement.apart:
            for item_offset, item in islice(array.parts, MAX_ITEMS):
                found.extend(
                    finding.shifted(offset + item_offset) for finding in self._findings(item, inner)
                )
        for violation in judgement.violations:
            found.extend(self._word(violation))
        return tuple(found)

    def _violations(self, node: Node, offset: int, schema: Schema) -> Iterator[Violation]:
        if isinstance(node, Container):
            key = (self, "judged", id(schema))
            judgement = node.remember(key, lambda: self._judge(node, schema))
        else:
            judgement = self._judge(node, schema)
        for violation in judgement.violations:
            yield violation._replace(offset=offset)
        for array, at, inner in judgement.apart:
            for item_offset, item in islice(array.parts, MAX_ITEMS):
                yield from self._violations(item, offset + at + item_offset, inner)

    def _judge(self, node: Node, schema: Schema) -> _Judgement:
        self.warm_up()
        assert self._steering is not None
        apart: list[tuple[Array, int, Schema]] = []
        refusals: list[Refusal] = []
        for refusal in self._steering.refusals(value_of(node), schema):
            if refusal.keyword == ITEMS_APART:
                place = place_at(node, refusal.path)
                if isinstance(place.node, Array):
                    apart.append((place.node, place.offset, cast("Schema", refusal.limit)))
            else:
                refusals.append(refusal)
        violations = (Violation(node, *refusal) for refusal in _without_echoes(refusals))
        told = tuple(violation for violation in violations if _can_be_told(violation))
        return _Judgement(told, tuple(apart))


_SHAPES = frozenset({"pattern", "format", "not"})


def _without_echoes(refusals: list[Refusal]) -> list[Refusal]:
    """One fault, one refusal.

    Of a value of the wrong type nothing else is worth saying, and a union and its member may both
    say it, as they may of an unknown key; an empty text has no shape either.
    """
    mistyped: dict[tuple[str | int, ...], Refusal] = {}
    unknown: dict[tuple[tuple[str | int, ...], str], Refusal] = {}
    empty: set[tuple[str | int, ...]] = set()
    for refusal in refusals:
        if refusal.keyword == "type":
            mistyped[refusal.path] = refusal
        elif refusal.keyword == "additionalProperties":
            unknown[refusal.path, refusal.subject] = refusal
        elif refusal.keyword in {"minLength", MIN_BYTES} and refusal.limit == 1:
            empty.add(refusal.path)
    return [
        refusal
        for refusal in refusals
        if mistyped.get(refusal.path, refusal) is refusal
        and unknown.get((refusal.path, refusal.subject), refusal) is refusal
        and not (refusal.keyword in _SHAPES and refusal.path in empty)
    ]


def _can_be_told(violation: Violation) -> bool:
    """Whether the text is whole enough to say so: nothing is said of broken or lost pieces."""
    place = violation.place
    node = place.node
    if node is None:
        return place.is_null
    if value_of(node) is UNREADABLE or node.is_doubtful:
        return False
    if violation.keyword == "additionalProperties" and isinstance(node, Object):
        key = node.by_name[violation.subject].key
        return not key.is_doubtful and not (key.kind is Kind.ERROR or _is_refused(key))
    lost = isinstance(node, Container) and node.is_damaged
    return not (lost and violation.keyword in {"required", "minItems", "minProperties"})


def _is_refused(key: Scalar) -> bool:
    return isinstance(key, YamlScalar) and bool(key.faults)
