"""A node tree against a JSON Schema: what is wrong, where, and in whose words.

The jsonschema library decides (`keywords.py`); `walk.py` leads through the tree and remembers on
the nodes what was judged apart. This module turns paths into places, leaves out what the text is
too broken to be told, and remembers the findings as well.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from modwright.findings.model import Finding
from modwright.grammars import JsonValue
from modwright.schema.keywords import Path, Refusal, Schema, Span
from modwright.schema.values import UNREADABLE, value_of
from modwright.syntax.node import Array, Container, Entry, Kind, Node, Object, Scalar
from modwright.syntax.yaml_nodes import YamlObject, YamlScalar

if TYPE_CHECKING:
    from modwright.schema.walk import Judgement, Part, Walker

__all__ = ["Place", "Schema", "SchemaChecker", "Violation", "place_at"]


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
    `required` misses, `additionalProperties` or `propertyNames` refuses, or the group of characters
    that `x-safe` does. `schema` is the schema the keyword is in. `offset` is that of `root`.
    `spans` are characters of the value's text; `causes` is what each alternative of `anyOf`, or the
    schema of the key in `propertyNames`, refuses.
    """

    root: Node
    path: Path
    keyword: str
    limit: JsonValue
    subject: str
    schema: Schema
    offset: int = 0
    spans: tuple[Span, ...] = ()
    causes: tuple[tuple[Refusal, ...], ...] = ()

    @staticmethod
    def of(root: Node, refusal: Refusal, offset: int = 0) -> Violation:
        return Violation(
            root,
            refusal.path,
            refusal.keyword,
            refusal.limit,
            refusal.subject,
            refusal.schema,
            offset,
            refusal.spans,
            refusal.causes,
        )

    @property
    def source_spans(self) -> list[Span]:
        """Where the `spans` of the value's text stand, escapes and all."""
        place = self.place
        assert place.node is not None
        decoded = place.node.decoded
        found = (decoded.source_range(start, end) for start, end in self.spans)
        return [(place.offset + start, place.offset + end) for start, end in found]

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


class SchemaChecker:
    """Checks node trees against one schema.

    `word` makes the findings of a violation, at offsets relative to its `root`.
    """

    def __init__(
        self, schema: Schema, word: Callable[[Violation], Iterable[Finding]] = _nothing
    ) -> None:
        self._schema = schema
        self._word = word

    @functools.cached_property
    def _walker(self) -> Walker:
        # Imported here: the library takes a moment, and much can be done before the first check.
        from modwright.schema.walk import Walker

        return Walker(self._schema)

    def findings(self, root: Node) -> tuple[Finding, ...]:
        """All findings of the tree, at offsets relative to `root`."""
        return self._findings(root, self._judged(root), is_held=False)

    def violations(self, root: Node, offset: int) -> Iterator[Violation]:
        """What is wrong with the tree whose root stands at `offset`, not worded."""
        return _violations(root, self._judged(root), offset, is_held=False)

    def is_hard(self, root: Node) -> bool:
        """Whether something in the tree is of another kind than the schema asks for: a wrong type,
        a missing key, a word that is no choice (specs/ruleset-format.md, R9)."""
        return self._judged(root).is_hard

    def hard_within(self, node: Container) -> bool:
        """As `is_hard`, for a container that was judged apart in a tree that was checked."""
        from modwright.schema.walk import Judgement

        memo = node.memo or {}
        judged = [
            known.is_hard
            for plan, known in memo.items()
            if isinstance(known, Judgement) and self._walker.has(plan)
        ]
        # An alternative that was tried in vain does not count.
        return bool(judged) and all(judged)

    def accepts(self, scalar: str | float, schema: Schema) -> bool:
        """Whether a scalar is fine under `schema`, a part of the document."""
        return self._walker.accepts(scalar, schema)

    def warm_up(self) -> None:
        """Import and prepare the library, which takes a moment, before it is needed."""
        self._walker.warm_up()

    def _judged(self, root: Node) -> Judgement:
        walker = self._walker
        return walker.of_node(root, walker.root)

    def _findings(self, node: Node, judgement: Judgement, is_held: bool) -> tuple[Finding, ...]:
        found: list[Finding] = []
        for violation in _told(node, judgement, is_held):
            found.extend(self._word(violation))
        for part in judgement.parts:
            offset = part.at.offset
            found.extend(finding.shifted(offset) for finding in self._findings_of(part, node))
        return tuple(found)

    def _findings_of(self, part: Part, holder: Node) -> tuple[Finding, ...]:
        node = part.node_in(holder)
        return node.remember(
            (self, part.plan, part.is_held),
            lambda: self._findings(node, part.judgement, part.is_held),
        )


def _violations(
    node: Node, judgement: Judgement, offset: int, is_held: bool
) -> Iterator[Violation]:
    for violation in _told(node, judgement, is_held):
        yield violation._replace(offset=offset)
    for part in judgement.parts:
        inner = part.node_in(node)
        yield from _violations(inner, part.judgement, offset + part.at.offset, part.is_held)


def _told(node: Node, judgement: Judgement, is_held: bool) -> Iterator[Violation]:
    """What is said of a container; of one that is held, what it is as a whole is said by its
    holder."""
    for refusal in judgement.inner if is_held else (*judgement.own, *judgement.inner):
        violation = Violation.of(node, refusal)
        if _can_be_told(violation):
            yield violation


_OF_A_KEY = ("additionalProperties", "propertyNames")
_OF_ALL_KEYS = frozenset(
    ["required", "minItems", "minProperties", "x-exactlyOne", "x-atLeastOne", "x-byKey"]
)


def _can_be_told(violation: Violation) -> bool:
    """Whether the text is whole enough to say so: nothing is said of broken or lost pieces."""
    place = violation.place
    node = place.node
    if node is None:
        return place.is_null
    if value_of(node) is UNREADABLE or node.is_doubtful:
        return False
    if violation.keyword in _OF_A_KEY and isinstance(node, Object):
        key = node.by_name[violation.subject].key
        return not key.is_doubtful and not (key.kind is Kind.ERROR or _is_refused(key))
    if violation.keyword == "anyOf":
        # What is broken inside may be what the alternatives miss.
        return not node.has_faults
    lost = isinstance(node, Container) and node.is_damaged
    return not (lost and violation.keyword in _OF_ALL_KEYS)


def _is_refused(key: Scalar) -> bool:
    return isinstance(key, YamlScalar) and bool(key.faults)
