"""What a check may ask about the rest of the document, and the record of what it asked.

Findings are remembered on the node they speak of, with the questions that were asked and the
answers they got. They hold as long as every question still gets the same answer: an edit anywhere
else costs asking again, not checking again, and nothing stale can be left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar, cast

from modwright.symbols.keys import Key
from modwright.symbols.lost import lost_kinds
from modwright.symbols.summary import Summary
from modwright.symbols.table import SymbolTable
from modwright.syntax.node import Node, Object

T = TypeVar("T")


# Tuples of different classes with the same in them are equal: `asks` keeps the questions apart.


class _Trait(NamedTuple):
    key: Key
    asks: str = "trait"

    def answer(self, env: Environment) -> object:
        definition = env.summary.declared.get(self.key)
        return None if definition is None else definition.trait


class _Node(NamedTuple):
    node_of: Key
    asks: str = "node"

    def answer(self, env: Environment) -> object:
        definition = env.summary.declared.get(self.node_of)
        if definition is None or definition.node is None:
            return None
        # The answer is no node but what tells it from any other: nodes that remember each other
        # would outlive the edits that replaced them.
        return definition.node.remember("symbols.identity", object)


class _Ids(NamedTuple):
    kind: str
    scope: str
    asks: str = "ids"

    def answer(self, env: Environment) -> object:
        return env.by_kind.get((self.kind, self.scope), ())


class _Has(NamedTuple):
    path: str
    asks: str = "has"

    def answer(self, env: Environment) -> object:
        return has_path(env.root, self.path)


class _Fact(NamedTuple):
    fact: Callable[..., Hashable]
    asks: str = "fact"

    def answer(self, env: Environment) -> object:
        return env.unrecorded(lambda: self.fact(env))


class _Open(NamedTuple):
    kind: str
    scope: str
    asks: str = "open"

    def answer(self, env: Environment) -> object:
        return (self.kind, self.scope) in env.open_scopes


Question: TypeAlias = "_Trait | _Node | _Ids | _Has | _Fact | _Open"
Answers: TypeAlias = "dict[Question, object]"
_UNASKED = object()


class Environment:
    """The names of the document whose root is `root`. Ask it inside `recording` only.

    `summary` may have the names of other files, too (`summary.joined`). `open_scopes` are kinds
    with a scope whose names stand in a file that nobody has: any may be there.
    """

    def __init__(
        self,
        root: Object,
        summary: Summary,
        table: SymbolTable,
        open_scopes: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.open_scopes = open_scopes
        self.root = root
        self.summary = summary
        self.table = table
        self._recorded: Answers = {}
        self._known: Answers = {}
        self._by_kind: dict[tuple[str, str], tuple[str, ...]] | None = None
        self._lost: frozenset[str] | None = None

    def trait(self, key: Key) -> str | None:
        """The trait of what `key` declares ("" where its kind has none); None: not declared."""
        return cast("str | None", self._ask(_Trait(key)))

    def node(self, kind: str, id_: str, scope: str = "") -> Node | None:
        """The object that defines a thing. All of it may be read."""
        key = Key(kind, scope, id_)
        self._ask(_Node(key))
        definition = self.summary.declared.get(key)
        return definition.node if definition else None

    def is_declared(self, kind: str, id_: str, scope: str = "") -> bool:
        return self.trait(Key(kind, scope, self.table.kinds[kind].id_of(id_))) is not None

    def ids(self, kind: str, scope: str = "") -> tuple[str, ...]:
        """All things of a kind in a scope, in the order they are declared."""
        return cast("tuple[str, ...]", self._ask(_Ids(kind, scope)))

    def is_open(self, kind: str, scope: str) -> bool:
        """Whether a scope has names of a kind that are not known here."""
        return bool(self.open_scopes) and cast("bool", self._ask(_Open(kind, scope)))

    def has(self, path: str) -> bool:
        """Whether the document has `path`, keys from the root with `/` between them."""
        return cast("bool", self._ask(_Has(path)))

    def fact(self, fact: Callable[[Environment], T]) -> T:
        """What `fact` finds out about the document, once for each version of it.

        Its answer has to be comparable: it is what tells whether findings still hold.
        """
        return cast("T", self._ask(_Fact(cast("Callable[..., Hashable]", fact))))

    def _ask(self, question: Question) -> object:
        answer = self._answer(question)
        self._recorded[question] = answer
        return answer

    def _answer(self, question: Question) -> object:
        """The answer, found out once: a document does not change."""
        answer = self._known.get(question, _UNASKED)
        if answer is _UNASKED:
            answer = self._known[question] = question.answer(self)
        return answer

    @property
    def lost(self) -> frozenset[str]:
        """The kinds of names that may stand where nobody can read them. Unrecorded."""
        if self._lost is None:
            self._lost = lost_kinds(self.root, self.summary.shape)
        return self._lost

    @property
    def by_kind(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The ids by kind and scope. Unrecorded."""
        if self._by_kind is None:
            found: dict[tuple[str, str], list[str]] = {}
            for key in self.summary.declared:
                if isinstance(key.scope, str):
                    found.setdefault((key.kind, key.scope), []).append(key.id)
            self._by_kind = {kind: tuple(ids) for kind, ids in found.items()}
        return self._by_kind

    def over(self, root: Object) -> Environment:
        """The same names in another version of the document, which declares what this one does."""
        other = Environment(root, self.summary, self.table, self.open_scopes)
        other._by_kind = self._by_kind
        return other

    def unrecorded(self, ask: Callable[[], T]) -> T:
        """What `ask` returns. What it asks belongs to the document, not to a check."""
        outer, self._recorded = self._recorded, {}
        try:
            return ask()
        finally:
            self._recorded = outer

    def recording(self, check: Callable[[], T]) -> tuple[T, Answers]:
        """What `check` returns, and what it asked."""
        outer, self._recorded = self._recorded, {}
        try:
            result = check()
            asked = self._recorded
        finally:
            self._recorded = outer
        self._recorded.update(asked)
        return result, asked

    def still(self, answers: Answers) -> bool:
        """Whether every question of `answers` still gets the answer it got, which then counts as
        asked again."""
        known = self._known
        for question, answer in answers.items():
            now = known.get(question, _UNASKED)
            if now is _UNASKED:
                now = known[question] = question.answer(self)
            if now is not answer and now != answer:
                return False
        self._recorded.update(answers)
        return True


def has_path(root: Node, path: str) -> bool:
    node: Node | None = root
    for name in path.split("/"):
        entry = node.get(name) if isinstance(node, Object) else None
        if entry is None:
            return False
        node = entry.value
    return True
