"""Every name and every rule of a document checked, each piece once.

The parts of the root and the items of arrays are the pieces: what was found in one is remembered on
its node, and holds as long as the rest of the document answers its questions the same way
(`environment`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from modwright.findings.model import Finding, Message
from modwright.symbols.environment import Answers, Environment
from modwright.symbols.keys import Key
from modwright.symbols.occurrences import Level, closed
from modwright.symbols.shapes import Shape
from modwright.symbols.summary import Mention, summary_of
from modwright.symbols.table import SymbolTable
from modwright.syntax.node import Array, Container, Object


class Told(NamedTuple):
    """A finding, and what it says about other places, which are known only at the end.

    `mentions` are names whose definitions explain it; `missing` is the name that a fix may create.
    """

    finding: Finding
    mentions: tuple[tuple[Key, Message], ...] = ()
    missing: Key | None = None

    def shifted(self, by: int) -> Told:
        return self._replace(finding=self.finding.shifted(by)) if by else self


class Problem(NamedTuple):
    """A name that is not declared (`found` None) or is not what is asked for (`found` its trait).
    `key` is what it would be; [start, end) relative to the container that holds it."""

    mention: Mention
    key: Key
    found: str | None
    known: tuple[str, ...]


class Site(NamedTuple):
    """An object a rule speaks of. Offsets are relative to the piece that is being checked.

    `heads` are what the objects around it tell, by the names of their shapes.
    """

    node: Object
    offset: int
    shape: Shape
    env: Environment
    heads: Mapping[str, Hashable]


# The parts of the root are pieces, and so are what they list: up to here every item is one.
_PLAIN_DEPTH = 2
# Levels of brackets from which on an item further in is one, too.
_WORTH = 3

Rule: TypeAlias = "Callable[[Site], Iterable[Told]]"


class _About(NamedTuple):
    """What is known of objects of one shape: the rules that speak of them, what their parts may
    know of them, and the paths without which the document's reader never looks at them."""

    rules: tuple[Rule, ...]
    heads: tuple[tuple[str, Callable[[Object], Hashable]], ...]
    unread: tuple[str, ...]


class _Remembered(NamedTuple):
    answers: Answers
    given: tuple[Mapping[str, str], ...]
    """What the containers around it tell its scopes, innermost last."""
    heads: Mapping[str, Hashable]
    found: tuple[Told, ...]


class Walk:
    """`word` puts a problem with a name into words; `rules` are by the shape they speak of, and so
    are `heads`, which say what the parts of an object may know of it."""

    def __init__(
        self,
        env: Environment,
        word: Callable[[Problem], Told],
        rules: Mapping[str, tuple[Rule, ...]],
        heads: Mapping[str, Callable[[Object], Hashable]],
    ) -> None:
        self._env = env
        self._table: SymbolTable = env.table
        self._word = word
        self._rules = rules
        self._heads = heads
        self._top = env.root
        self._told_of: set[Shape] = set()
        """The shapes that anything can be told of."""
        self._by_shape: dict[Shape, _About] = {}
        self._depth = 0
        """How many pieces are around what is being checked."""

    def found(
        self,
        root: Shape,
        node: Object | None = None,
        heads: Mapping[str, Hashable] | None = None,
    ) -> tuple[Told, ...]:
        """What is wrong, at offsets relative to the root.

        `node` is the root of another document that lives in the same environment, and `heads` what
        would stand around it there.
        """
        node = self._top = node or self._env.root
        self._told_of = root.told_of(self._rules)
        level = Level(summary_of(node, root, self._table), 0, None)
        found: list[Told] = []
        self._check(node, root, 0, [level], heads or {}, found)
        return tuple(told for told in found if not self._may_be_there(told))

    def _may_be_there(self, told: Told) -> bool:
        """Whether what is missing may stand where nobody can read it: that is told already."""
        return told.missing is not None and told.missing.kind in self._env.lost

    def _check(
        self,
        node: Container,
        shape: Shape,
        offset: int,
        levels: list[Level],
        heads: Mapping[str, Hashable],
        found: list[Told],
    ) -> None:
        """Add what is wrong in `node` to `found`. `levels` end with the container itself, if there
        is a name in it or below it."""
        shape = shape.of(node)
        about = self._about(shape)
        if about.unread and not all(self._env.has(path) for path in about.unread):
            return
        level = levels[-1]
        is_named = _is_of(level, node, top=self._top)
        if is_named:
            for mention in level.summary.mentions:
                told = self._name(mention, levels)
                if told is not None:
                    found.append(told.shifted(offset))
        if isinstance(node, Object):
            if about.rules:
                site = Site(node, offset, shape, self._env, heads)
                for rule in about.rules:
                    found.extend(rule(site))
            for name, head in about.heads:
                heads = {**heads, name: head(node)}
        parts = {part.offset: part for part in level.summary.parts} if is_named else {}
        is_top = node is self._top
        given: tuple[Mapping[str, str], ...] | None = None
        for at, inner, inner_shape in self._inside(node, shape):
            part = parts.get(at)
            inner_levels = levels
            if part is not None:
                inner_levels = [*levels, Level(part.summary, level.offset + at, part)]
            if not (is_top or self._is_piece(node, inner)):
                self._check(inner, inner_shape, offset + at, inner_levels, heads, found)
                continue
            if given is None:
                given = _given(levels)
            self._depth += 1
            told_inside = self._piece(inner, inner_shape, inner_levels, given, heads)
            found.extend(told.shifted(offset + at) for told in told_inside)
            self._depth -= 1

    def _about(self, shape: Shape) -> _About:
        known = self._by_shape.get(shape)
        if known is None:
            unread = self._table.unread
            known = self._by_shape[shape] = _About(
                tuple(rule for name in shape.names for rule in self._rules.get(name, ())),
                tuple((name, self._heads[name]) for name in shape.names if name in self._heads),
                tuple(unread[name] for name in shape.names if name in unread),
            )
        return known

    def _is_piece(self, node: Container, inner: Container) -> bool:
        """Whether what is found in `inner`, which is in `node`, is worth remembering by itself.
        Inside of a piece, small ones are not: looking whether it holds costs what it would save."""
        if not (isinstance(node, Array) and isinstance(inner, Object)):
            return False
        return self._depth < _PLAIN_DEPTH or inner.height >= _WORTH

    def _piece(
        self,
        node: Container,
        shape: Shape,
        levels: list[Level],
        given: tuple[Mapping[str, str], ...],
        heads: Mapping[str, Hashable],
    ) -> tuple[Told, ...]:
        memo = node.memo
        slot = ("symbols.checked", self._word, shape)
        known = memo.get(slot) if memo else None
        if (
            isinstance(known, _Remembered)
            and known.given == given
            and known.heads == heads
            and self._env.still(known.answers)
        ):
            return known.found
        told: list[Told] = []
        _, answers = self._env.recording(lambda: self._check(node, shape, 0, levels, heads, told))
        if node.memo is None:
            node.memo = {}
        found = tuple(told)
        node.memo[slot] = _Remembered(answers, given, heads, found)
        return found

    def _inside(self, node: Container, shape: Shape) -> Iterator[tuple[int, Container, Shape]]:
        """The containers in `node` that anything can be told of: offset, node, what it is there."""
        told_of = self._told_of
        if isinstance(node, Object):
            for name, entry in node.by_name.items():
                value = entry.value
                if isinstance(value, Container):
                    place = shape.places.get(name) or shape.values
                    inner = place.shape if place is not None else None
                    if inner is not None and inner in told_of and name not in shape.ignored:
                        yield entry.value_offset, value, inner
        elif isinstance(node, Array) and shape.items is not None:
            inner = shape.items.shape
            if inner is not None and inner in told_of:
                for offset, item in node.parts:
                    if isinstance(item, Container):
                        yield offset, item, inner

    def _name(self, mention: Mention, levels: list[Level]) -> Told | None:
        """What is wrong with a name, if anything is."""
        role = mention.role
        if role.is_definition or not role.is_judged or mention.text in role.words:
            return None
        env = self._env
        if role.condition and not env.has(role.condition):
            return None
        keys = [closed(key, levels, self._table) for key in mention.keys]
        known = [key for key in keys if key is not None]
        if not known or (len(known) < len(keys) and not role.has_chosen_kind):
            return None  # What it belongs to is not said: that is another fault.
        found: str | None = None
        for key in known:
            trait = env.trait(key)
            if trait is None:
                continue
            if not role.need or trait in role.need or not trait:
                return None
            found = trait
        if found is None and not self._is_scope_known(known[0]):
            return None
        if found is None and any(env.is_open(key.kind, _scope(key)) for key in known):
            return None
        names = tuple(
            name
            for key in known
            for name in env.ids(key.kind, _scope(key))
            if not role.need or env.trait(key._replace(id=name)) in role.need
        )
        return self._word(Problem(mention, known[0], found, names))

    def _is_scope_known(self, key: Key) -> bool:
        """Whether the thing a name belongs to is there: if not, that is what is wrong."""
        scope = _scope(key)
        within = self._table.within.get(key.kind)
        if not within:
            return True
        outer, _, inner = scope.rpartition("/")
        return self._env.is_declared(within, inner, outer)


def _given(levels: list[Level]) -> tuple[Mapping[str, str], ...]:
    """What the containers on the way tell the scopes inside them, innermost last."""
    return tuple(
        given
        for each in levels
        for given in (each.part.given if each.part else None, each.summary.given)
        if given
    )


def _is_of(level: Level, node: Container, top: Object) -> bool:
    """Whether `level` is that of `node`: a container without names has none."""
    return (level.part.node if level.part else top) is node


def _scope(key: Key) -> str:
    return key.scope if isinstance(key.scope, str) else ""
