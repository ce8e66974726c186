"""The names of a manifest: its options, which scripts read, and the mutators that it knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from modwright.languages.around import PlacedName
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.identifiers import mutator_id_problem, option_id_problem
from modwright.languages.oamut.library import Member, others
from modwright.languages.oamut.manifest import ManifestFacts, Named, facts_of
from modwright.languages.package import Package
from modwright.symbols.names import Name
from modwright.syntax.tree import SyntaxTree

OPTION = "option"
MUTATOR = "mutator"

_SCRIPT = ".lua"
_OPENING = re.compile(r"[\"']|\[=*\[(?:\r\n|\n|\r)?")


def names(document: SyntaxTree, package: Package | None) -> list[PlacedName]:
    """Every place of every name, in the manifest and in the other files."""
    facts = facts_of(document)
    found = [PlacedName(name) for name in option_names(facts)]
    library = others(package)
    found.extend(_mutators(facts, library))
    if package is not None:
        found.extend(_reads(facts, package))
    return found


# ---- options


def option_names(facts: ManifestFacts) -> list[Name]:
    """Where the manifest defines its options."""
    ids = [option.id for option in facts.options]
    return [_option(named, ids) for named in ids]


def option_check(facts: ManifestFacts, text: str) -> partial[str | None]:
    """What to ask whether the option called `text` may have another name."""
    return partial(_check_option, tuple(option.id.text for option in facts.options), text)


def _option(named: Named, ids: Sequence[Named]) -> Name:
    check = partial(_check_option, tuple(each.text for each in ids), named.text)
    return Name((OPTION, named.text), named.text, *named.inner, True, check)


def _check_option(ids: tuple[str, ...], old: str, new: str) -> str | None:
    problem = option_id_problem(new)
    if problem is not None:
        return problem
    return "rename.option-taken" if new != old and new in ids else None


def _reads(facts: ManifestFacts, package: Package) -> Iterator[PlacedName]:
    """Where the scripts of the package read the options."""
    # Loaded here: most manifests are checked without a look at a script.
    from modwright.syntax.lua_document import LuaDocument

    known = {option.id.text for option in facts.options}
    for file in package.files():
        if not folded(file.path).endswith(_SCRIPT):
            continue
        script = package.tree(file.path, LuaDocument.parse)
        if not isinstance(script, LuaDocument):
            continue
        for read in script.facts.option_reads:
            check = option_check(facts, read.name) if read.name in known else None
            start, end = inside(script.text, read.start, read.end)
            name = Name((OPTION, read.name), read.name, start, end, False, check)
            yield PlacedName(name, file.path)


def inside(text: str, start: int, end: int) -> tuple[int, int]:
    """The place between the quotes of a Lua string; a name as it is."""
    opening = _OPENING.match(text, start, end)
    if opening is None:
        return start, end
    closing = 1 if len(opening[0]) == 1 else len(opening[0].rstrip("\r\n"))
    return max(opening.end(), start), max(end - closing, opening.end())


# ---- mutators


def _mutators(facts: ManifestFacts, library: Sequence[Member]) -> Iterator[PlacedName]:
    manifests = (facts, *(member.facts for member in library))
    ids = tuple(each.id.text for each in manifests if each.id is not None)
    for name in _mutators_of(facts, ids):
        yield PlacedName(name)
    for member in library:
        for name in _mutators_of(member.facts, ids):
            yield PlacedName(name, member.package.manifest_path, member.package)


def _mutators_of(facts: ManifestFacts, ids: tuple[str, ...]) -> Iterator[Name]:
    """The mutators that one manifest names; those that are not here belong to somebody else."""

    def name(named: Named, is_definition: bool) -> Name:
        check = partial(_check_mutator, ids, named.text) if named.text in ids else None
        return Name((MUTATOR, named.text), named.text, *named.inner, is_definition, check)

    if facts.id is not None:
        yield name(facts.id, True)
    for named in (*facts.requires_mutators, *facts.conflicts):
        yield name(named, False)


def _check_mutator(ids: tuple[str, ...], old: str, new: str) -> str | None:
    problem = mutator_id_problem(new)
    if problem is not None:
        return problem
    return "rename.mutator-taken" if new != old and new in ids else None
