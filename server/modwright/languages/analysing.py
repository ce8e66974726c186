"""From a text to its analysis: the one road that the editor and the command line share."""

from __future__ import annotations

from modwright.findings.from_syntax import syntax_findings
from modwright.findings.model import Finding, Message, Severity
from modwright.languages import registry
from modwright.languages.language import Analysis, Language
from modwright.syntax.json_document import JsonDocument
from modwright.text.source import SourceText

MAX_CHARACTERS = 1_000_000
"""Larger texts are left alone: four times the largest package file, and a second's work."""


def is_too_large(source: SourceText) -> bool:
    return len(source) > MAX_CHARACTERS


def language_of(path: str, language: str | None, document: JsonDocument | None) -> Language | None:
    """The language of a document; the editor's language id always wins
    (specs/nimblock.md, Recognising a spec)."""
    named = registry.by_name(language)
    if named is not None:
        return named
    return registry.recognise(path, document.root if document else None)


def analyse(source: SourceText, document: JsonDocument | None, language: Language) -> Analysis:
    """The analysis of a document that was recognised; `document` None: too large to be read."""
    if document is None:
        return Analysis(language, source, None, (_too_large(source),))
    findings = [*syntax_findings(document), *language.findings(document)]
    findings.sort(key=_place)
    return Analysis(language, source, document, tuple(findings))


def _place(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code


def _too_large(source: SourceText) -> Finding:
    _, start, end, _ = source.line_at(0)
    message = Message.of("json/too-large", size=len(source), limit=MAX_CHARACTERS)
    return Finding("json/too-large", Severity.INFORMATION, start, min(end, 1000), message)
