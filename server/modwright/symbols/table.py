"""The table of a language's names: which kinds there are, where they are defined, where used.

The data is `grammars/<language>/symbols.json`:

- `kinds`: for each kind the places `at` which it is defined, and where they apply: `within`, the
  kind it belongs to; `trait`, what a use can ask of it (see `Trait`); `many`, several definitions
  are one thing; `idle`, one that nothing uses is worth a hint; `folded`, case and outer spaces do
  not count; `apart_from`, another kind that may not have the same id.
- `uses`: for each place the `kind` (or several: the first that has it counts) and where they
  apply: `need`, the traits that will do; `in`, the path its scope comes from (`|` between those of
  several kinds) if not from the nearest mention of the kind it belongs to; `if`, a path without
  which it is not held to anything; `words`, values that are no names; `judged`: false where a rule
  of the language judges it; `by`, the path of the text that says which of several kinds it is;
  `form`: "path" for `container/name` in one string; `values`, the kind whose ids the choices of
  what is named are taken for.
- `unread`: shapes that nobody reads in a document without a certain path, so that nothing in them
  is held to anything.

A place is `<shape>.<key>`, a shape being a `$defs` entry of the schema, followed by `[]` for the
items, `{}` for the keys or `{=}` for the values of a map: `row.values{}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypedDict, cast

from modwright.grammars import JsonValue
from modwright.symbols.keys import Key, Open
from modwright.syntax.node import Object


class Trait(NamedTuple):
    """What of a definition a use may ask for: the text of `key` (`default` where it is left out),
    or the word of the first of `marks` one of whose keys it has."""

    key: str = ""
    default: str = ""
    marks: Mapping[str, tuple[str, ...]] = {}

    def of(self, node: object) -> str:
        if not isinstance(node, Object):
            return self.default
        if self.key:
            entry = node.get(self.key)
            return entry.value.text if entry and entry.value else self.default
        for word, keys in self.marks.items():
            if any(node.get(key) for key in keys):
                return word
        return self.default


class Kind(NamedTuple):
    name: str
    within: str
    trait: Trait
    is_many: bool
    is_idle_alone: bool
    is_folded: bool
    apart_from: str

    def id_of(self, text: str) -> str:
        return text.strip().lower() if self.is_folded else text


class Role(NamedTuple):
    """What a string at a place does: it defines a name, or uses one.

    `scopes` says for each of `kinds` where its scope comes from (None: it has none).
    """

    kinds: tuple[str, ...]
    is_definition: bool
    scopes: tuple[Open | None, ...]
    need: tuple[str, ...] = ()
    condition: str = ""
    words: tuple[str, ...] = ()
    is_judged: bool = True
    is_path: bool = False
    values: str = ""

    @property
    def has_chosen_kind(self) -> bool:
        """Whether a text nearby says which of `kinds` it is."""
        return any(scope is not None and scope.is_kind for scope in self.scopes)


class _KindPlaces(TypedDict):
    at: list[str]


class _KindData(_KindPlaces, total=False):
    within: str
    trait: dict[str, JsonValue]
    many: bool
    idle: bool
    folded: bool
    apart_from: str


class _UseKind(TypedDict):
    kind: str | list[str]


_UseOptions = TypedDict(
    "_UseOptions",
    {
        "need": "list[str]",
        "in": "str",
        "if": "str",
        "words": "list[str]",
        "judged": bool,
        "by": str,
        "form": str,
        "values": str,
    },
    total=False,
)


class _UseData(_UseKind, _UseOptions):
    pass


class SymbolTable:
    """The kinds by name, and the roles by place."""

    def __init__(self, data: Mapping[str, JsonValue]) -> None:
        kinds = cast("dict[str, _KindData]", data["kinds"])
        self.kinds = {name: _kind(name, each) for name, each in kinds.items()}
        self.within = {name: kind.within for name, kind in self.kinds.items()}
        self.rivals = {
            name: kind.apart_from for name, kind in self.kinds.items() if kind.apart_from
        }
        """For kinds whose ids have to differ from those of another: the other."""
        self.unread = cast("Mapping[str, str]", data.get("unread", {}))
        self.idle = frozenset(name for name, kind in self.kinds.items() if kind.is_idle_alone)
        """Kinds of things that only a reference makes use of."""
        self.roles: dict[str, tuple[Role, ...]] = {}
        for name, each in kinds.items():
            for place in each["at"]:
                self._add(place, Role((name,), True, (self._scope(name, ""),)))
        for place, use in cast("dict[str, _UseData]", data["uses"]).items():
            self._add(place, self._use(use))
        scopes = (scope for roles in self.roles.values() for role in roles for scope in role.scopes)
        self.paths = sorted({each.waiting for each in scopes if each and each.waiting[0] == "/"})

    def keys(self, role: Role, text: str) -> tuple[Key, ...]:
        """What a text at a place of `role` may name, the likeliest first."""
        kinds = self.kinds
        named = zip(role.kinds, role.scopes, strict=True)
        return tuple([Key(kind, scope or "", kinds[kind].id_of(text)) for kind, scope in named])

    def _add(self, place: str, role: Role) -> None:
        self.roles[place] = (*self.roles.get(place, ()), role)

    def _scope(self, kind: str, given: str) -> Open | None:
        """Where a name of `kind` looks for its scope; `given` is a path that overrides it."""
        within = self.kinds[kind].within
        if given:
            return Open(f"/{given}")
        return Open(within) if within else None

    def _scopes(self, use: _UseData, kinds: tuple[str, ...]) -> tuple[Open | None, ...]:
        by = use.get("by")
        if by:
            return (Open(f"/{by}", is_kind=True),) * len(kinds)
        paths = use.get("in", "").split("|")
        if len(paths) < len(kinds):
            paths *= len(kinds)
        return tuple(self._scope(name, path) for name, path in zip(kinds, paths, strict=False))

    def _use(self, use: _UseData) -> Role:
        kind = use["kind"]
        kinds = (kind,) if isinstance(kind, str) else tuple(kind)
        return Role(
            kinds,
            False,
            self._scopes(use, kinds),
            tuple(use.get("need", ())),
            use.get("if", ""),
            tuple(use.get("words", ())),
            use.get("judged", True),
            use.get("form") == "path",
            use.get("values", ""),
        )


def _kind(name: str, data: _KindData) -> Kind:
    trait = data.get("trait", {})
    marks = cast("dict[str, list[str]]", trait.get("marks", {}))
    return Kind(
        name,
        data.get("within", ""),
        Trait(
            cast("str", trait.get("key", "")),
            cast("str", trait.get("default", "")),
            {word: tuple(keys) for word, keys in marks.items()},
        ),
        data.get("many", False),
        data.get("idle", False),
        data.get("folded", False),
        data.get("apart_from", ""),
    )
