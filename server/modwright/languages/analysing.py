"""From a text to its analysis: the one road that the editor and the command line share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from modwright.findings.from_syntax import syntax_findings
from modwright.findings.model import Finding, Message, Severity
from modwright.languages import registry
from modwright.languages.language import Analysis, Language, Told
from modwright.languages.package import Package
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

MAX_CHARACTERS = 1 << 20
"""Larger texts are left alone: no package file may have more bytes, and it is a second's work."""

Parser: TypeAlias = "Callable[[str], SyntaxTree]"

_JSON_IDS = ("json", "jsonc", "json5")
# Editors' ids for files that are surely something else, whatever is in them.
_JSON_SUFFIX = ".json"


def is_too_large(source: SourceText) -> bool:
    return len(source) > MAX_CHARACTERS


def language_named(path: str, language_id: str | None, package: Package | None) -> Language | None:
    """The language of a document by what it is called and where it lies. The editor's language id
    always wins (specs/nimblock.md, Recognising a spec)."""
    return registry.by_name(language_id) or registry.by_path(path, package)


def parser_of(path: str, language_id: str | None, named: Language | None) -> Parser | None:
    """How to read the document; None for one that cannot be ours.

    A JSON document that no name tells may still be told by what is in it.
    """
    if named is not None:
        return named.parse
    may_be_json = (
        path.lower().endswith(_JSON_SUFFIX) or not language_id or language_id.lower() in _JSON_IDS
    )
    return JsonDocument.parse if may_be_json else None


def language_in(named: Language | None, tree: SyntaxTree | None) -> Language | None:
    """The language by name, or else by the document's content."""
    return named or registry.by_content(tree.root if tree else None)


def analyse(
    source: SourceText,
    tree: SyntaxTree | None,
    language: Language,
    package: Package | None,
    name: str | None = None,
) -> Analysis:
    """The analysis of a document that was recognised; `tree` None: too large to be read.

    `name` is what the document is called, with the folders it lies in.
    """
    inside = package.inside(name) if package is not None and name is not None else None
    path = inside if package is not None else name
    if tree is None:
        left = (_too_large(source), *language.unread(source))
        return Analysis(language, source, None, lambda: (left, ()), package, path)

    def tell() -> Told:
        return _findings(tree, language, package, path), tuple(language.elsewhere(tree, package))

    return Analysis(language, source, tree, tell, package, path)


def _findings(
    tree: SyntaxTree, language: Language, package: Package | None, path: str | None
) -> tuple[Finding, ...]:
    replaced = language.replaced_faults(tree)
    findings = [
        finding
        for finding in syntax_findings(tree)
        if not replaced or (finding.start, finding.end, finding.code) not in replaced
    ]
    findings.extend(language.findings(tree, package, path))
    return tuple(sorted(findings, key=_place))


def _place(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code


def _too_large(source: SourceText) -> Finding:
    _, start, end, _ = source.line_at(0)
    message = Message.of("json/too-large", size=len(source), limit=MAX_CHARACTERS)
    return Finding("json/too-large", Severity.INFORMATION, start, min(end, 1000), message)
