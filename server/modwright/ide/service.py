"""One file, no workspace: what the command line asks."""

from __future__ import annotations

from modwright.findings.model import Finding, Message, Severity
from modwright.languages import registry
from modwright.languages.analysing import (
    analyse,
    is_too_large,
    language_in,
    language_named,
    parser_of,
)
from modwright.languages.language import Analysis
from modwright.languages.package import Package
from modwright.text.decode import Decoded, decode_bytes
from modwright.text.source import SourceText


def analyse_text(
    path: str, text: str, language: str | None = None, package: Package | None = None
) -> Analysis | None:
    """The analysis of a text in a file called `path`; None when it is no package file."""
    named = language_named(path, language, package)
    if named is None and not registry.may_be_ours(path):
        return None
    parser = parser_of(path, language, named)
    if parser is None:
        return None
    source = SourceText.of(text)
    tree = None if is_too_large(source) else parser(text)
    found = language_in(named, tree)
    return analyse(source, tree, found, package) if found else None


def analyse_bytes(
    path: str, data: bytes, language: str | None = None, package: Package | None = None
) -> Analysis | None:
    """As `analyse_text`, for a file's bytes: an encoding that is not UTF-8 is a finding."""
    decoded = decode_bytes(data)
    analysis = analyse_text(path, decoded.text, language, package)
    finding = _encoding(decoded)
    if analysis is None or finding is None:
        return analysis
    # What else such a text says is said of characters that the file does not hold.
    return Analysis(analysis.language, analysis.source, analysis.document, (finding,))


def warm_up() -> None:
    """Do now what the first analysis would otherwise wait for: imports, schemas, catalogues."""
    # The others are prepared when a file of theirs is met.
    registry.language(registry.NAMES[0]).warm_up()


def _encoding(decoded: Decoded) -> Finding | None:
    if decoded.encoding != "utf-8":
        message = Message.of("json/encoding.other", encoding=decoded.encoding.upper())
        return Finding("json/encoding", Severity.ERROR, 0, min(1, len(decoded.text)), message)
    if decoded.error is not None:
        start, end = decoded.error
        return Finding(
            "json/encoding", Severity.ERROR, start, end, Message.of("json/encoding.bytes")
        )
    return None
