"""What the things of a ruleset are called, and which there are of a kind: for people, not rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.views import View
from modwright.symbols.keys import Key
from modwright.symbols.summary import Definition, Summary, summary_of
from modwright.syntax.node import Node, Object

_LABELS = ("label", "name")


class Things:
    """The things that the ruleset `root` declares; or those of `summary`, which may be the names of
    all its files."""

    def __init__(self, root: Object, summary: Summary | None = None) -> None:
        summary = summary or summary_of(root, shapes().root, table())
        self.declared: Mapping[Key, Definition] = summary.declared
        self.used = summary.used
        self._by_kind: dict[tuple[str, str], list[Key]] | None = None

    def node(self, key: Key) -> Node | None:
        found = self.declared.get(key)
        return found.node if found else None

    def object(self, kind: str, id_: str, scope: str = "") -> View | None:
        """What defines a thing, at offset 0."""
        node = self.node(Key(kind, scope, id_))
        return View(node, 0) if isinstance(node, Object) else None

    def of(self, kind: str, scope: str = "", need: Sequence[str] = ()) -> list[Key]:
        """The things of a kind in a scope, as they are declared; only those whose trait is one of
        `need`, if there are any."""
        if self._by_kind is None:
            self._by_kind = {}
            for key in self.declared:
                if isinstance(key.scope, str):
                    self._by_kind.setdefault((key.kind, key.scope), []).append(key)
        found = self._by_kind.get((kind, scope), [])
        return [key for key in found if not need or self.declared[key].trait in need]

    def holder(self, key: Key) -> View | None:
        """What a name belongs to: the field of a choice, the list of a column."""
        within = table().within.get(key.kind, "")
        if not within or not isinstance(key.scope, str):
            return None
        outer, _, inner = key.scope.rpartition("/")
        return self.object(within, inner, outer)

    def label(self, key: Key) -> str:
        """What players read; "" where there is no such text."""
        node = self.node(key)
        if isinstance(node, Object):
            if table().kinds[key.kind].is_many:
                return ""  # The label is that of one of several.
            view = View(node, 0)
            return next((text for name in _LABELS if (text := view.text(name))), "")
        holder = self.holder(key)
        labels = holder.child("valueLabels") if holder else None
        return (labels.text(key.id) if labels else None) or ""


def unused_ids(things: Things, kind: str, scope: str) -> Iterable[str]:
    """Names of a kind that are used and not declared yet."""
    return sorted(
        key.id
        for key in things.used
        if key.kind == kind and key.scope == scope and key not in things.declared
    )
