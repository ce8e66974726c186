"""All findings on a manifest (specs/oamut.md, Findings), but for what its reader says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.model import Finding, Fix, Message, Severity
from modwright.languages.nearest import nearest
from modwright.languages.oamut import grammar, quoting
from modwright.languages.oamut.edits import move_to_top, quoted
from modwright.languages.oamut.files import file_findings, paths_of
from modwright.languages.oamut.manifest import ManifestFacts, facts_of
from modwright.languages.oamut.options import option_findings
from modwright.languages.oamut.references import (
    library_findings,
    range_findings,
    reference_findings,
)
from modwright.languages.oamut.report import error, hint, replace
from modwright.languages.oamut.script_package import Around
from modwright.languages.oamut.structure import structure_findings
from modwright.languages.oamut.unused import unused_layers, unused_options
from modwright.languages.package import Package
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_facts import LuaFacts
from modwright.syntax.node import Kind, Object
from modwright.syntax.tree import SyntaxTree

_VERSION_KEY = "oamut"


def suppressed_faults(document: SyntaxTree) -> set[tuple[int, int, str]]:
    """(start, end, code) of the reader's faults that a finding of ours says better."""
    return quoting.suppressed_faults(document)


def manifest_findings(
    document: SyntaxTree, package: Package | None, known_tags: Sequence[str] | None = None
) -> list[Finding]:
    """The findings on the manifest at absolute offsets, in no particular order.

    `package` is the folder around it, where it is known. `known_tags` takes the place of the list
    of `grammars/oamut/tags.json`.
    """
    facts = facts_of(document)
    root, offset = document.root, document.root_offset
    found = [
        *quoting.trap_findings(document),
        *structure_findings(document),
        *_first_key(document),
        *option_findings(facts, root, offset),
        *range_findings(root, offset),
        *reference_findings(facts),
    ]
    found.extend(_apart_from(found, _unknown_tags(facts, known_tags)))
    if package is not None:
        found.extend(_apart_from(found, _of_package(document, facts, package)))
    found.extend(quoting.curly_quotes(document, found))
    refused = _refused_values(document)
    return quoting.quote_everything([each for each in found if each.start not in refused])


def _refused_values(document: SyntaxTree) -> set[int]:
    """Where the values begin that the reader refuses for what stands in front of them: they are
    not judged again (specs/oamut.md, Borders)."""
    text = document.text
    found: set[int] = set()
    for fault in document.faults:
        if fault.variant in _PROPERTIES:
            at = fault.end
            while text[at : at + 1] in (" ", "\t"):
                at += 1
            found.add(at)
    return found


_PROPERTIES = frozenset({"yaml/anchor", "yaml/tag"})


def _of_package(document: SyntaxTree, facts: ManifestFacts, package: Package) -> Iterator[Finding]:
    yield from file_findings(facts, package)
    yield from library_findings(facts, package)
    yield from _unused(document, facts, package)


def _unused(document: SyntaxTree, facts: ManifestFacts, package: Package) -> Iterator[Finding]:
    """What no script uses; nothing where there is no entry script to use it."""
    inside = Around(package, facts, paths_of(package))
    if inside.entry is None or not (facts.options or facts.layers):
        return
    scripts: list[LuaFacts] = []
    for path in inside.scripts():
        script = package.tree(path, LuaDocument.parse)
        if not isinstance(script, LuaDocument):
            return
        scripts.append(script.facts)
        if path == inside.entry:
            yield from unused_layers(document, facts, script.facts)
    yield from unused_options(facts, scripts)


def _apart_from(found: Sequence[Finding], more: Iterator[Finding]) -> list[Finding]:
    """Those of `more` that speak of a place at which nothing is refused: of a name that is none,
    it is not worth saying that nobody bears it."""
    refused = {(f.start, f.end) for f in found if f.severity is Severity.ERROR}
    return [f for f in more if f.code in _OF_THE_WHOLE or (f.start, f.end) not in refused]


_OF_THE_WHOLE = frozenset({"oamut/missing-file"})
"""Where the entry is not named, this stands on the first key, which is not to blame."""


def _first_key(document: SyntaxTree) -> Iterator[Finding]:
    root = document.root
    if not isinstance(root, Object) or root.get(_VERSION_KEY) is None:
        return
    keys = [entry for entry in root.entries if entry.name == _VERSION_KEY]
    entry = keys[0]
    index = root.entries.index(entry)
    if index == 0 or entry.key.kind is Kind.ERROR:
        return
    edits = move_to_top(document.text, root, document.root_offset, index)
    start = document.root_offset + entry.key_offset
    span = (start, start + entry.key.width)
    yield error(
        "oamut/first-key", span, (Fix(Message.of("oamut.move-to-top"), edits, preferred=True),)
    )


def _unknown_tags(facts: ManifestFacts, known_tags: Sequence[str] | None) -> Iterator[Finding]:
    known = list(grammar.tags()) if known_tags is None else list(known_tags)
    for tag in facts.tags:
        if tag.text in known:
            continue
        fixes = tuple(
            replace(tag.span, quoted(name) if tag.is_quoted else name)
            for name in nearest(tag.text, known)
        )
        yield hint("oamut/unknown-tag", tag.span, fixes, tag=tag.text, known=known)
