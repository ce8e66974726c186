"""The names in a piece of the document, remembered on its node.

A summary knows the names below its node by key, without places: enough to say what is declared,
what is used and what is declared twice, and to find the places of a name without looking where it
is not. An edit makes new summaries along its path only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from modwright.symbols.keys import Key, Open, bound
from modwright.symbols.shapes import Place, Shape
from modwright.symbols.table import Role, SymbolTable
from modwright.syntax.node import Array, Container, Kind, Node, Object, Scalar


class Definition(NamedTuple):
    """`node` is the object that defines the thing, or the string where the name is all there is.

    None stands for the very node whose summary it is in: a node that held itself would outlive the
    edit that replaced it.
    """

    trait: str
    node: Node | None

    def seen_from_outside(self, node: Node) -> Definition:
        return Definition(self.trait, node) if self.node is None else self


class Mention(NamedTuple):
    """A name in a string: [start, end) relative to the container that holds the string.

    `keys` are what it may mean, the first that is declared counting; `is_key`: it is a map's key;
    `quotes`: how many quote characters stand on either side of it.
    """

    role: Role
    text: str
    keys: tuple[Key, ...]
    start: int
    end: int
    is_key: bool = False
    quotes: int = 0


class Part(NamedTuple):
    """A container in a container, and what the key before it gives to the scopes inside it."""

    offset: int
    node: Container
    summary: Summary
    given: Mapping[str, str]


class Summary:
    """The names of a container that stands in a place of `shape`. It does not know its node."""

    __slots__ = (
        "clashes",
        "declared",
        "given",
        "mentions",
        "open",
        "own",
        "parts",
        "shape",
        "used",
    )

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.mentions: tuple[Mention, ...] = ()
        self.parts: tuple[Part, ...] = ()
        self.declared: dict[Key, Definition] = {}
        self.own: tuple[Key, ...] = ()
        """Those of them that the node itself is: their `node` is None."""
        self.used: frozenset[Key] = frozenset()
        self.clashes: frozenset[Key] = frozenset()
        """Those that are declared twice or more."""
        self.given: Mapping[str, str] = {}
        """What this object tells the scopes inside it."""
        self.open: frozenset[Key] = frozenset()
        """Keys below whose scope is not known in here."""


def summary_of(node: Container, shape: Shape, table: SymbolTable) -> Summary:
    """The summary of `node` as something of `shape` (a union is resolved)."""
    concrete = shape.of(node)
    if not concrete.has_names:
        return _EMPTY
    return node.remember(("symbols", concrete), lambda: _Reading(node, concrete, table).read())


_NOTHING: Mapping[str, str] = {}
_EMPTY = Summary(Shape())


class _Reading:
    """Makes one summary."""

    def __init__(self, node: Container, shape: Shape, table: SymbolTable) -> None:
        self._node = node
        self._summary = Summary(shape)
        self._table = table
        self._mentions: list[Mention] = []
        self._parts: list[Part] = []

    def read(self) -> Summary:
        node, shape = self._node, self._summary.shape
        if isinstance(node, Object):
            self._object(node, shape)
        elif isinstance(node, Array) and shape.items is not None and shape.items.has_names:
            for offset, item in node.parts:
                self._value(item, offset, shape.items, _NOTHING)
        if not (self._mentions or self._parts):
            return _EMPTY
        self._close()
        return self._summary

    def _object(self, node: Object, shape: Shape) -> None:
        named = shape.named
        is_map = shape.values is not None or bool(shape.key_roles)
        for name, entry in node.by_name.items():
            place = named.get(name)
            given = _NOTHING
            if place is None:
                if not is_map or name in shape.places or name in shape.ignored:
                    continue
                place = shape.values
                if shape.key_roles:
                    self._scalar(entry.key, entry.key_offset, shape.key_roles, is_key=True)
                    given = {role.kinds[0]: name for role in shape.key_roles}
            if place is not None and entry.value is not None:
                self._value(entry.value, entry.value_offset, place, given)

    def _value(self, node: Node, offset: int, place: Place, given: Mapping[str, str]) -> None:
        if isinstance(node, Container):
            if place.shape is not None:
                part = summary_of(node, place.shape, self._table)
                if part.declared or part.used:
                    self._parts.append(Part(offset, node, part, given))
        elif place.roles and node.kind is Kind.STRING:
            self._scalar(cast("Scalar", node), offset, place.roles, is_key=False, given=given)

    def _scalar(
        self,
        node: Scalar,
        offset: int,
        roles: tuple[Role, ...],
        *,
        is_key: bool,
        given: Mapping[str, str] = _NOTHING,
    ) -> None:
        if node.is_doubtful:
            return
        text = node.text
        quotes = 1 if node.is_quoted else 0
        start, end = offset + quotes, offset + max(node.width - quotes, quotes)
        for role in roles:
            if role.is_path:
                self._mentions.extend(self._path(node, offset, role))
                continue
            keys = self._table.keys(role, text)
            if given:
                moved = (bound(key, given, self._table.within) for key in keys)
                keys = tuple(key for key in moved if key is not None)
            self._mentions.append(Mention(role, text, keys, start, end, is_key, quotes))

    def _path(self, node: Scalar, offset: int, role: Role) -> Iterator[Mention]:
        """`container/name`: two names in one string."""
        outer, slash, inner = node.text.partition("/")
        source = node.decoded.source
        kind = role.kinds[0]
        container = self._table.kinds[kind].within
        end = offset + source(len(outer))
        first = role._replace(kinds=(container,), scopes=(None,), is_path=False)
        yield Mention(first, outer, (Key(container, "", outer),), offset + source(0), end)
        if slash:
            start = offset + source(len(outer) + 1)
            end = offset + source(len(node.text))
            second = role._replace(scopes=(None,), is_path=False)
            yield Mention(second, inner, (Key(kind, outer, inner),), start, end)

    def _close(self) -> None:
        """Gather what the parts tell, with their scopes closed as far as this node can."""
        summary, table = self._summary, self._table
        summary.mentions = tuple(self._mentions)
        summary.parts = tuple(self._parts)
        summary.given = _given(self._node, summary)
        if self._is_simple():
            return
        gathering = _Gathering()
        for mention in self._mentions:
            self._gather(mention, gathering)
        for part in self._parts:
            self._take(part, gathering)
        summary.declared = gathering.declared
        summary.own = tuple(key for key, each in gathering.declared.items() if each.node is None)
        summary.used = frozenset(gathering.used)
        clashes = gathering.clashes
        summary.clashes = frozenset(key for key in clashes if not table.kinds[key.kind].is_many)
        summary.open = frozenset(gathering.open)

    def _is_simple(self) -> bool:
        """Whether there is nothing to work out, as in most containers: then the summary is done.

        Either it has one part and tells what that tells, or it has no parts and only uses names
        that wait for nothing.
        """
        summary, mentions, parts = self._summary, self._mentions, self._parts
        if not parts:
            used: list[Key] = []
            for mention in mentions:
                if mention.role.is_definition:
                    return False
                used += mention.keys
            for key in used:
                if isinstance(key.scope, Open):
                    return False
            summary.used = frozenset(used)
            return True
        if mentions or len(parts) > 1 or parts[0].given:
            return False
        inner = parts[0].summary
        if inner.own or not self._leaves(inner.open):
            return False
        summary.declared, summary.clashes = inner.declared, inner.clashes
        summary.used, summary.open = inner.used, inner.open
        return True

    def _leaves(self, keys: frozenset[Key]) -> bool:
        """Whether none of the open keys gets another scope here."""
        summary = self._summary
        return not keys or not (summary.given or summary.shape.defines)

    def _gather(self, mention: Mention, gathering: _Gathering) -> None:
        table = self._table
        keys = [
            key if key.scope.__class__ is str else out(key, self._summary, table)
            for key in mention.keys
        ]
        for key in keys:
            if key is not None and key.scope.__class__ is Open:
                gathering.open.add(key)
        if not mention.role.is_definition:
            gathering.used.update(filter(None, keys))
        elif keys and (key := keys[0]) is not None:
            is_object = isinstance(self._node, Object) and not mention.is_key
            node = self._node if is_object else _part_at(self._node, mention.start)
            trait = self._trait(key, node, is_object=is_object)
            gathering.declare(key, Definition(trait, None if is_object else node))

    def _trait(self, key: Key, node: object, *, is_object: bool) -> str:
        """What may be asked of a definition; "" where it does not say it in words we know: that is
        a fault of its own, and no use is wrong because of it."""
        shape, trait = self._summary.shape, self._table.kinds[key.kind].trait
        if is_object and shape.branches:
            return ""
        word = trait.of(node)
        choices = shape.choices.get(trait.key) if is_object else None
        return word if choices is None or word in choices else ""

    def _take(self, part: Part, gathering: _Gathering) -> None:
        inner, table = part.summary, self._table
        if not part.given and self._leaves(inner.open):
            gathering.declare_all(inner.declared, inner.own, part.node)
            gathering.clashes |= inner.clashes
            gathering.used |= inner.used
            gathering.open |= inner.open
            return
        moved: dict[Key, Key | None] = {}
        for key in inner.open:
            nearer = bound(key, part.given, table.within) if part.given else key
            now = moved[key] = None if nearer is None else out(nearer, self._summary, table)
            if now is not None and now.is_open:
                gathering.open.add(now)
        for key, definition in inner.declared.items():
            gathering.declare(moved.get(key, key), definition.seen_from_outside(part.node))
        gathering.clashes |= _moved(inner.clashes, moved)
        gathering.used |= inner.used - inner.open
        gathering.used |= _moved(inner.used & inner.open, moved)


class _Gathering:
    def __init__(self) -> None:
        self.declared: dict[Key, Definition] = {}
        self.clashes: set[Key] = set()
        self.used: set[Key] = set()
        self.open: set[Key] = set()

    def declare(self, key: Key | None, definition: Definition) -> None:
        if key is None:
            return
        if key in self.declared:
            self.clashes.add(key)
        else:
            self.declared[key] = definition

    def declare_all(
        self, inner: Mapping[Key, Definition], own: tuple[Key, ...], node: Node
    ) -> None:
        """What a part declares; `own` is what the part itself is, whose node is `node`."""
        declared = self.declared
        if declared.keys().isdisjoint(inner):
            declared.update(inner)
            for key in own:
                declared[key] = inner[key].seen_from_outside(node)
        else:
            for key, definition in inner.items():
                self.declare(key, definition.seen_from_outside(node))


def _moved(keys: frozenset[Key], moved: Mapping[Key, Key | None]) -> set[Key]:
    found = {moved.get(key, key) for key in keys}
    return {key for key in found if key is not None}


def out(key: Key, summary: Summary, table: SymbolTable) -> Key | None:
    """The key as it is outside of `summary`'s node; None where the thing that it waits for stands
    here without a name, or says that it is none of its kind."""
    if not isinstance(key.scope, Open):
        return key
    if key.scope.waiting in summary.shape.defines and key.scope.waiting not in summary.given:
        return None
    return bound(key, summary.given, table.within)


def _part_at(node: Node, offset: int) -> Node:
    """The part of `node` that covers `offset`."""
    for start, part in node.parts:
        if start <= offset < start + part.width:
            return part
    return node


def _given(node: Container, summary: Summary) -> Mapping[str, str]:
    """What the object names, by kind, and what it has at the paths that names below it wait for."""
    if not isinstance(node, Object):
        return _NOTHING
    given: dict[str, str] = {}
    for kind, name in summary.shape.gives.items():
        text = text_at(node, (name,))
        if text is not None:
            given[kind] = text
    for path, steps in summary.shape.paths:
        text = text_at(node, steps)
        if text is not None:
            given[path] = text
    return given


def text_at(node: Node | None, path: Iterable[str]) -> str | None:
    """The string at `path`, keys from `node`; None where there is none."""
    for name in path:
        entry = node.get(name) if isinstance(node, Object) else None
        if entry is None or entry.value is None:
            return None
        node = entry.value
    return node.text if node is not None and node.kind is Kind.STRING else None


def joined(summaries: Sequence[Summary]) -> Summary:
    """What several documents declare and use together. It knows no places."""
    first = summaries[0]
    if len(summaries) == 1:
        return first
    whole = Summary(first.shape)
    for each in reversed(summaries):
        whole.declared.update(
            (key, definition) for key, definition in each.declared.items() if not key.is_open
        )
    whole.used = frozenset(key for each in summaries for key in each.used)
    whole.clashes = first.clashes
    return whole
