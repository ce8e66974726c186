"""Which names and which values fit a place: what completion offers, and what drafts are filled in
with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modwright.languages.ruleset.grammar import TYPED, is_choice, table
from modwright.languages.ruleset.labels import Things
from modwright.languages.ruleset.parts import Here
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key, Open, bound
from modwright.symbols.shapes import Shape
from modwright.symbols.summary import text_at
from modwright.symbols.table import Role
from modwright.syntax.node import Object

Given = Mapping[str, str]
"""What the objects around a place name: ids by kind, and by the paths that scopes wait for."""


class Choices:
    """The names of one document that fit its places."""

    def __init__(self, things: Things) -> None:
        self.things = things

    def keys(self, role: Role, given: Given, need: Sequence[str] = ()) -> list[Key]:
        """The declared names that a string of this role may be, as they are declared. `need`
        overrides the traits that the role asks for."""
        found: list[Key] = []
        for kind, scope in zip(role.kinds, role.scopes, strict=True):
            closed = _closed(kind, scope, given)
            if closed is not None:
                found.extend(self.things.of(kind, closed, need or role.need))
        return [key for key in found if key.id]

    def holder(self, role: Role, given: Given) -> View | None:
        """The field, column, stat or state whose value a string of this role is."""
        for kind, scope in zip(role.kinds, role.scopes, strict=True):
            closed = _closed(kind, scope, given)
            if closed:
                found = self.things.holder(Key(kind, closed, ""))
                if found is not None:
                    return found
        return None


def is_value(role: Role) -> bool:
    """Whether a string of this role is a value that something holds, rather than an id."""
    return all(map(is_choice, role.kinds))


def is_typed(role: Role) -> bool:
    """Whether a name of this role names something that holds values of one type."""
    return bool(role.kinds) and all(kind in TYPED for kind in role.kinds)


def _closed(kind: str, scope: Open | None, given: Given) -> str | None:
    if scope is None:
        return ""
    key = bound(Key(kind, scope, ""), given, table().within)
    return key.scope if key is not None and isinstance(key.scope, str) else None


def given_by(shape: Shape, node: Object) -> dict[str, str]:
    """What an object tells the places inside it."""
    given = {
        kind: text
        for kind, name in shape.gives.items()
        if (text := text_at(node, (name,))) is not None
    }
    for path, steps in shape.paths:
        text = text_at(node, steps)
        if text is not None:
            given[path] = text
    return given


def given_at(at: Here, path: Sequence[str | int], containers: Sequence[object]) -> Given:
    """What the objects around a place tell it, the nearest counting."""
    given: dict[str, str] = {}
    for index, ways in enumerate(at.containers):
        node = containers[index]
        for part in ways[:1]:
            if part.shape is not None and isinstance(node, Object):
                given.update(given_by(part.shape, node))
            step = path[index] if index < len(path) else None
            if isinstance(step, str) and part.is_map and part.key_roles:
                given[part.key_roles[0].kinds[0]] = step
    return given
