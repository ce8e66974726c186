"""What a place of a spec means in the grammar: the way down from the root, object by object.

Works in broken documents: it only looks at the nodes around the place.
"""

from __future__ import annotations

from dataclasses import dataclass

from modwright.languages.nimblock.catalogue import (
    KINDS,
    Key,
    Kind,
    ObjectName,
    ObjectShape,
    Param,
    catalogue,
)
from modwright.languages.nimblock.template import Piece, pieces_of
from modwright.languages.nimblock.view import EntryView, RuleView, Value
from modwright.syntax.node import Array, Node, Object
from modwright.syntax.node import Kind as NodeKind
from modwright.syntax.places import Step, steps_at
from modwright.syntax.tree import SyntaxTree


@dataclass(frozen=True, eq=False, repr=False)
class Context:
    """`leaf` is the innermost node that means something: a key (`leaf.is_key`), the value of a key
    or parameter, or a whole object.

    `shape` is the object of the grammar that holds it, `key` or `param` what it is there; both are
    None for a key the grammar does not have. `is_param`: it stands in `params`.
    """

    leaf: Step
    shape: ObjectShape
    key: Key | None = None
    param: Param | None = None
    is_param: bool = False
    rule: RuleView | None = None
    entry: EntryView | None = None

    @property
    def value(self) -> Value:
        return Value(self.leaf.node, self.leaf.offset)

    @property
    def is_template(self) -> bool:
        """Whether this is the text of a template (specs/nimblock.md, Templates)."""
        return (
            self.param is not None
            and self.param.type == "text"
            and not self.leaf.is_key
            and self.leaf.node.kind is NodeKind.STRING
            and self.entry is not None
            and self.entry.kind != "trigger"
        )


def context_at(document: SyntaxTree, offset: int) -> Context | None:
    """What stands at `offset`; None in front of and behind the spec."""
    steps = steps_at(document, offset)
    return _Descent(steps[0]).down(steps[1:]) if steps else None


class _Descent:
    """The way down. What does not have the shape that the grammar asks for ends it."""

    def __init__(self, root: Step) -> None:
        self.rule: RuleView | None = None
        self.entry: EntryView | None = None
        self.context = Context(root, catalogue().objects["plugin"])

    def down(self, steps: list[Step]) -> Context:
        inside: ObjectShape | Key | None = self.context.shape
        for step in steps:
            context = self.context
            if isinstance(inside, ObjectShape):
                inside = self._member(step, inside)
            elif inside is not None and inside.type == "params":
                inside = self._argument(step)
            elif inside is not None and inside.of is not None and step.position is not None:
                inside = self._object(step, inside.of)
            else:
                return context
        return self.context

    def _member(self, step: Step, shape: ObjectShape) -> ObjectShape | Key | None:
        if step.entry is None:
            return None
        key = shape.key(step.entry.name)
        self.context = Context(step, shape, key, rule=self.rule, entry=self.entry)
        if key is None or step.is_key:
            return None
        if key.type == "object" and key.of is not None:
            return self._object(step, key.of)
        return key if _fits(key, step.node) else None

    def _object(self, step: Step, name: ObjectName) -> ObjectShape | None:
        node = step.node
        if not isinstance(node, Object):
            return None
        shape = catalogue().objects[name]
        kind = kind_of(name)
        if kind is not None:
            self.entry = EntryView(kind, node, step.offset)
        else:
            self.rule = RuleView(node, step.offset)
        self.context = Context(step, shape, rule=self.rule, entry=self.entry)
        return shape

    def _argument(self, step: Step) -> None:
        if step.entry is None:
            return
        entry = self.entry.entry if self.entry else None
        param = entry.param(step.entry.name) if entry else None
        self.context = Context(
            step,
            self.context.shape,
            param=param,
            is_param=True,
            rule=self.rule,
            entry=self.entry,
        )


def kind_of(name: ObjectName) -> Kind | None:
    """The kind of entry that an object of the grammar is."""
    return next((kind for kind in KINDS if kind == name), None)


def _fits(key: Key, node: Node) -> bool:
    return isinstance(node, Array if key.type == "array" else Object)


def piece_at(value: Value, offset: int) -> tuple[Piece, tuple[int, int]] | None:
    """The piece of a template at `offset`, with its place; behind its end counts when no other
    piece begins there."""
    found: tuple[Piece, tuple[int, int]] | None = None
    for piece in pieces_of(value.node):
        start, end = value.span(piece.start, piece.end)
        if start > offset:
            break
        if offset <= end:
            found = piece, (start, end)
    return found
