"""What `modwright new` makes: the files of a kind of package, filled in. It writes nothing."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import TypedDict, cast

from modwright import grammars

_TABLE = "templates.json"
_HOLE = re.compile(r"@([a-z][a-z.]*)@")
# What not every format takes in a name: what engines read as theirs, and what breaks a line.
_NOT_IN_NAMES = re.compile(r"[\[\]{}&@\s\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
# Half of the shortest limit, which counts UTF-16 units.
_LONGEST_NAME = 40


class Kind(TypedDict):
    """`files` maps a path in the new folder to the template of the file."""

    title: Mapping[str, str]
    idLength: int
    fallbackId: str
    files: Mapping[str, str]


class _Table(TypedDict):
    kinds: Mapping[str, Kind]
    aliases: Mapping[str, str]
    texts: Mapping[str, Mapping[str, str]]


def kinds() -> Mapping[str, Kind]:
    """The kinds by their names."""
    return _table()["kinds"]


def kind_named(name: str) -> Kind | None:
    """The kind of this name or by-name."""
    return kinds().get(_table()["aliases"].get(name, name))


def files_of(kind: Kind, folder: str, locale: str) -> dict[str, str]:
    """The files for a folder of this name: path in it → text, line ends as line feeds."""
    holes = {name: words[locale] for name, words in _table()["texts"].items()}
    holes["id"] = _id(folder, kind)
    # As it stands between the quotes of JSON, YAML's double quotes included.
    holes["name"] = json.dumps(_name(folder) or holes["id"], ensure_ascii=False)[1:-1]

    def fill(words: str) -> str:
        return _HOLE.sub(lambda hole: holes[hole[1]], words)

    return {fill(path): fill(grammars.read(source)) for path, source in kind["files"].items()}


def _id(folder: str, kind: Kind) -> str:
    """The folder's name as ids are written: `a-z`, `0-9`, single hyphens between them."""
    plain = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    return "-".join(words)[: kind["idLength"]].rstrip("-") or kind["fallbackId"]


def _name(folder: str) -> str:
    return _NOT_IN_NAMES.sub(" ", folder).strip()[:_LONGEST_NAME].strip()


def _table() -> _Table:
    return cast("_Table", grammars.load(_TABLE))
