"""What `grammars/oamut/plan-api.json` says to authors: names, signatures and words."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from modwright import grammars

_FILE = "oamut/plan-api.json"


class _EntryData(TypedDict, total=False):
    name: str
    path: list[str]
    kind: str
    layer: str
    type: str
    role: str
    shape: str
    signature: str
    description: Mapping[str, str]
    keys: list[_EntryData]
    bounds: Mapping[str, str]
    confirmed: bool


class _RulesData(TypedDict):
    selectors: list[_EntryData]
    finisher: _EntryData
    verbs: list[_EntryData]
    source: _EntryData


class _Data(TypedDict):
    entry: _EntryData
    closed: list[_EntryData]
    planKeys: list[_EntryData]
    rules: _RulesData
    helpers: list[_EntryData]
    context: list[_EntryData]
    collections: list[_EntryData]


@dataclass(frozen=True)
class Word:
    """One name of the API. `kind`: of a plan key `files`, `rules`, `hook`, `hacks`; of a member of
    ctx its type; of a verb its shape; of a helper its role. `keys`: what a table there holds."""

    name: str
    kind: str
    signature: str
    descriptions: Mapping[str, str]
    is_confirmed: bool
    layer: str = ""
    keys: Sequence[Word] = ()
    bounds: tuple[str, str] | None = None

    def description(self, locale: str) -> str:
        return self.descriptions.get(locale) or self.descriptions.get("en", "")


@dataclass(frozen=True)
class PlanWords:
    entry: Word
    closed: frozenset[str]
    plan_keys: Mapping[str, Word]
    selectors: Mapping[str, Word]
    finisher: Word
    verbs: Mapping[str, Word]
    source: Word
    helpers: Mapping[str, Word]
    members: Mapping[tuple[str, ...], Word]
    """The members of `ctx` that `mutate` and the hooks have, by their paths. A path that only
    leads on to others has no word of its own."""
    options: str
    """The member that holds the options."""
    collections: Mapping[str, Word]
    """The members of `ctx` that the hooks alone have."""

    def below(self, path: tuple[str, ...]) -> Sequence[str]:
        """The names that may follow a path of `ctx`, in the order of the data."""
        length = len(path)
        found = (
            each[length] for each in self.members if len(each) > length and each[:length] == path
        )
        return list(dict.fromkeys(found))

    @property
    def require(self) -> str:
        return self._helper("require")

    @property
    def fixed(self) -> str:
        return self._helper("fixed")

    def _helper(self, role: str) -> str:
        return next(name for name, word in self.helpers.items() if word.kind == role)

    @property
    def files_add(self) -> str:
        """The key of `files` that lists folders of the package; the other one lists paths."""
        return self._files[0].name

    @property
    def files_mask(self) -> str:
        return self._files[1].name

    @property
    def _files(self) -> Sequence[Word]:
        return self.plan_keys[self.key_of("files")].keys

    def key_of(self, kind: str) -> str:
        """The plan key of a kind that has only one."""
        return next(word.name for word in self.plan_keys.values() if word.kind == kind)

    @property
    def globals(self) -> Mapping[str, Word]:
        """What a plan may call by its bare name."""
        return {**self.selectors, self.source.name: self.source, **self.helpers}


@functools.cache
def plan_words() -> PlanWords:
    data = cast("_Data", grammars.load(_FILE))
    rules = data["rules"]
    return PlanWords(
        entry=_word(data["entry"]),
        closed=frozenset(_word(each).name for each in data["closed"]),
        plan_keys=_by_name(data["planKeys"]),
        selectors=_by_name(rules["selectors"]),
        finisher=_word(rules["finisher"]),
        verbs=_by_name(rules["verbs"]),
        source=_word(rules["source"]),
        helpers=_by_name(data["helpers"]),
        members={tuple(each.get("path", ())): _word(each) for each in data["context"]},
        options=next(
            each.get("path", [""])[0] for each in data["context"] if each.get("type") == "options"
        ),
        collections=_by_name(data["collections"]),
    )


def _by_name(entries: Sequence[_EntryData]) -> Mapping[str, Word]:
    return {word.name: word for word in map(_word, entries)}


def _word(data: _EntryData) -> Word:
    path = data.get("path", [])
    bounds = data.get("bounds")
    return Word(
        name=data.get("name") or path[-1],
        kind=data.get("kind") or data.get("type") or data.get("shape") or data.get("role", ""),
        signature=data.get("signature", ""),
        descriptions=data.get("description", {}),
        is_confirmed=data.get("confirmed", True),
        layer=data.get("layer", ""),
        keys=[_word(each) for each in data.get("keys", ())],
        bounds=(bounds["lower"], bounds["upper"]) if bounds else None,
    )
