"""What makes two names one name: kind, scope, id.

A column belongs to its list, an action to its creature: the scope says which. While a piece of the
document is looked at by itself its scope is not known yet: it is *open*, and says what it waits
for. `bound` closes it a step, on the way from the piece out to the root.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Open(NamedTuple):
    """A scope that an enclosing object will name.

    `waiting` is a kind (the nearest enclosing object or map key that names a thing of it gives the
    scope) or a path that begins with `/` (the nearest enclosing object that has it does). `inner`
    is the part of the scope that is known already.

    `is_kind`: what stands at the path is no scope but the kind of the name.
    """

    waiting: str
    inner: str = ""
    is_kind: bool = False


class Key(NamedTuple):
    """`scope` is "" for kinds that have none, "list" or "catalog/entry" for others."""

    kind: str
    scope: str | Open
    id: str

    @property
    def is_open(self) -> bool:
        return isinstance(self.scope, Open)


def joined(outer: str, inner: str) -> str:
    """The scope `inner` in the scope `outer`; either may be empty."""
    return f"{outer}/{inner}" if outer and inner else outer or inner


def bound(key: Key, given: Mapping[str, str], within: Mapping[str, str]) -> Key | None:
    """The key as seen from further out, where `given` tells the scopes by what waits for them.
    None where it turns out to be of another kind.

    `within` is the kind that the things of a kind belong to: a scope that is a column's name is in
    turn one of a list.
    """
    scope = key.scope
    while isinstance(scope, Open):
        text = given.get(scope.waiting)
        if text is None:
            break
        if scope.is_kind:
            return Key(key.kind, "", key.id) if text == key.kind else None
        inner = joined(text, scope.inner)
        outer = within.get(scope.waiting, "")
        scope = Open(outer, inner) if outer else inner
    return key if scope is key.scope else Key(key.kind, scope, key.id)
