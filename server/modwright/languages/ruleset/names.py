"""The names of a ruleset: where each is defined and used, and what it may be called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from modwright.languages.ruleset.findings import finder_of
from modwright.languages.ruleset.grammar import shapes, table
from modwright.languages.ruleset.spelling import places_of, problem_of, spellings
from modwright.symbols.keys import Key
from modwright.symbols.names import Name
from modwright.symbols.occurrences import Finder, Occurrence
from modwright.symbols.summary import Definition, summary_of
from modwright.syntax.node import Object
from modwright.syntax.tree import SyntaxTree

_Declared = Mapping[Key, Definition]


def names(document: SyntaxTree) -> list[Name]:
    """Every name, in no particular order."""
    root = document.root
    if not isinstance(root, Object):
        return []
    finder = finder_of(root, document.root_offset)
    return list(named(finder, finder.everything(), _declared(root)))


def names_at(document: SyntaxTree, offset: int) -> list[Name]:
    """Every place of the name that `offset` touches, found without looking at any other."""
    root = document.root
    if not isinstance(root, Object):
        return []
    finder = finder_of(root, document.root_offset)
    declared = _declared(root)
    touched = finder.at(offset)
    key = finder.counted(touched) if touched is not None else None
    if touched is None or key is None or not _is_name(touched, key, declared):
        return []
    return list(named(finder, finder.of(key), declared))


def _declared(root: Object) -> _Declared:
    return summary_of(root, shapes().root, table()).declared


def named(finder: Finder, occurrences: Iterable[Occurrence], declared: _Declared) -> Iterator[Name]:
    """The occurrences that are names, with what they may be called. `declared` is what counts."""
    checks: dict[Key, partial[str | None]] = {}
    for each in occurrences:
        key = finder.counted(each)
        if key is None or not _is_name(each, key, declared):
            continue
        check = checks.get(key)
        if check is None:
            check = checks[key] = partial(_check, key, declared)
        written = (key.kind, str(key.scope), key.id)
        yield Name(written, each.text, each.start, each.end, each.role.is_definition, check)


def _is_name(place: Occurrence, key: Key, declared: _Declared) -> bool:
    """Whether a string is a name rather than a free value: a cell may hold any text, and is a
    choice of its column only where the column has such a one."""
    role = place.role
    if place.text in role.words:
        return False
    return role.is_definition or role.is_judged or key in declared


def _check(key: Key, declared: _Declared, new: str) -> str | None:
    """Why `key` may not be called `new`, as a message key; None where it may."""
    kind = table().kinds[key.kind]
    for schema in spellings(key.kind):
        problem = problem_of(schema, new)
        if problem is not None:
            return problem
    id_ = kind.id_of(new)
    return None if id_ == key.id else problem_of_id(key._replace(id=id_), declared)


def problem_of_id(key: Key, declared: _Declared) -> str | None:
    """Why there may be no new thing with this id (R7, R7a), as a message key; None where there
    may."""
    kind, id_ = table().kinds[key.kind], key.id
    if not _may_share(key.kind) and key in declared:
        return "ruleset.rename.taken"
    rivals = [each.name for each in table().kinds.values() if each.apart_from == key.kind]
    for other in (kind.apart_from, *rivals):
        if other and Key(other, "", id_) in declared:
            return "ruleset.rename.taken"
    return None


def _may_share(kind: str) -> bool:
    """Whether several things may declare the same name, as pools do that form a group."""
    is_listed = any(place.endswith("[]") for place in places_of(kind))
    return table().kinds[kind].is_many and not is_listed
