"""Minecraft's own names, as far as a NimBlock spec uses them: items, sounds, effects.

A *key* is the game's id without its namespace (``diamond_sword``, ``entity.player.levelup``,
``night_vision``). A *constant* is how Bukkit's Java code spells the same thing
(``ENTITY_PLAYER_LEVELUP``). Servers run other versions of the game and add names of their own, so
a name that is not known here is no error (specs/nimblock.md, Findings).

The data lies in ``grammars/nimblock/names-1.json``, made by ``scripts/make_minecraft_names.py``,
and ``grammars/nimblock/bukkit-1.json``. Both are read when the first question is asked: most runs
never ask one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from modwright import grammars

NAMES_FILE: Final = "nimblock/names-1.json"
BUKKIT_FILE: Final = "nimblock/bukkit-1.json"

KINDS: Final = ("items", "sounds", "effects")
NAMESPACE: Final = "minecraft:"

_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")

# Below this share of common characters (0..1) a name is no longer "the nearest", only another.
_CUTOFF: Final = 0.6

_Table: TypeAlias = Mapping[str, grammars.JsonValue]


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The names of one kind."""

    keys: tuple[str, ...]
    known: frozenset[str]
    # English names that `plain_title` does not give; None for a kind that has no names for people.
    titles: Mapping[str, str] | None
    # Constants that are not simply the key in capitals.
    legacy: Mapping[str, str]
    either_case: bool


def names(kind: str) -> tuple[str, ...]:
    """All known keys of `kind` (one of KINDS), sorted, each once.

    Raises ValueError for another kind.
    """
    return _vocabulary(kind).keys


def find(kind: str, name: str) -> str | None:
    """The key that `name` means to the engine, or None when it is not known.

    The namespace ``minecraft:`` may be there or not. An item may be written in either case
    (the catalogue's own example is ``DIAMOND_SWORD``); sounds and effects are keys, in lower case.
    Raises ValueError for an unknown kind.
    """
    vocabulary = _vocabulary(kind)
    key = name.removeprefix(NAMESPACE)
    # Outside ASCII, lower() maps letters such as the Kelvin sign onto a plain "k".
    if vocabulary.either_case and key.isascii():
        key = key.lower()
    return key if key in vocabulary.known else None


def is_known(kind: str, name: str) -> bool:
    """Whether `name` is one of the known names, written in any way that `find` accepts.

    Raises ValueError for an unknown kind.
    """
    return find(kind, name) is not None


def title(kind: str, name: str) -> str | None:
    """The English name that players see ("Block of Iron" for ``iron_block``).

    None for an unknown name, and for sounds, which have no such name. Raises ValueError for an
    unknown kind.
    """
    titles = _vocabulary(kind).titles
    key = find(kind, name)
    if titles is None or key is None:
        return None
    return titles.get(key) or plain_title(key)


def plain_title(key: str) -> str:
    """The key with spaces and capitals: right for most names; the data file holds the others."""
    return " ".join(word.capitalize() for word in key.split("_"))


def is_constant(text: str) -> bool:
    """Whether `text` is written as a Bukkit constant: A-Z, 0-9 and _, a letter first."""
    return _CONSTANT.fullmatch(text) is not None


def key_for_constant(kind: str, constant: str) -> str | None:
    """The key that a Bukkit constant stands for, only where that is certain.

    ``ENTITY_PLAYER_LEVELUP`` is ``entity.player.levelup``, ``BLOCK_NOTE_BLOCK_BELL`` is
    ``block.note_block.bell``, and the old ``SLOW`` is ``slowness``. None when no known key gives
    this constant, or more than one does. Raises ValueError for an unknown kind.
    """
    return _constants(kind).get(constant)


def constants_of(keys: Iterable[str]) -> dict[str, str | None]:
    """Each Bukkit constant to the one key that gives it, or None where several do.

    A constant has an underscore both where its key has a dot and where it has an underscore, so
    the way back can only be looked up.
    """
    table: dict[str, str | None] = {}
    for key in keys:
        constant = _constant(key)
        table[constant] = key if table.get(constant, key) == key else None
    return table


def nearest(kind: str, name: str, limit: int) -> tuple[str, ...]:
    """At most `limit` known keys that look like `name`, the most alike first.

    Dots, underscores and case make no difference, so that half a constant finds its key too.
    Compares with every name of the kind: meant for a quick fix, too slow for every keystroke.
    Raises ValueError for an unknown kind.
    """
    constants = _constants(kind)
    wanted = _constant(name.removeprefix(NAMESPACE))
    # A text this long cannot share enough with any name; comparing would still take its time.
    if limit < 1 or len(wanted) * _CUTOFF > max(map(len, constants)) * (2 - _CUTOFF):
        return ()
    from difflib import get_close_matches  # only quick fixes come here

    # An old and a new constant can stand for one key: ask for more than needed, then drop repeats.
    alike = get_close_matches(wanted, constants, n=2 * limit, cutoff=_CUTOFF)
    found = dict.fromkeys(key for constant in alike if (key := constants[constant]) is not None)
    return tuple(found)[:limit]


def game_version() -> str:
    """The version of Minecraft (Java Edition) that the names were taken from, such as "26.1"."""
    version = _table(grammars.load(NAMES_FILE), "the file")["gameVersion"]
    if not isinstance(version, str):
        raise TypeError(f"{NAMES_FILE}: gameVersion is not a string")
    return version


def _constant(key: str) -> str:
    return key.replace(".", "_").upper()


@functools.cache
def _vocabulary(kind: str) -> _Vocabulary:
    if kind not in KINDS:
        raise ValueError(f"no kind of Minecraft name: {kind!r}; there are {', '.join(KINDS)}")
    data = _table(grammars.load(NAMES_FILE), "the file")
    joined = _table(data["names"], "names")[kind]
    if not isinstance(joined, str):
        raise TypeError(f"{NAMES_FILE}: names.{kind} is not a string")
    keys = tuple(joined.split(" "))
    titles = _table(data["titles"], "titles").get(kind)
    legacy = _table(grammars.load(BUKKIT_FILE), "the file").get(kind)
    return _Vocabulary(
        keys=keys,
        known=frozenset(keys),
        titles=None if titles is None else _strings(titles),
        legacy={} if legacy is None else _strings(legacy),
        either_case=kind == "items",
    )


@functools.cache
def _constants(kind: str) -> Mapping[str, str | None]:
    vocabulary = _vocabulary(kind)
    table = constants_of(vocabulary.keys)
    for constant, key in vocabulary.legacy.items():
        table[constant] = key if table.get(constant, key) == key else None
    return table


def _table(value: grammars.JsonValue, what: str) -> _Table:
    if not isinstance(value, dict):
        raise TypeError(f"the grammar of Minecraft names is damaged: {what} is not an object")
    return value


def _strings(value: grammars.JsonValue) -> dict[str, str]:
    table = _table(value, "a table of names")
    return {key: text for key, text in table.items() if isinstance(text, str)}
