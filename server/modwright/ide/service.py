"""One file, no workspace: what the command line asks."""

from __future__ import annotations

from collections.abc import Iterator

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
from modwright.text.decode import decode_bytes
from modwright.text.source import SourceText

_YAML_BYTES = "yaml/invalid-utf8"


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
    return analyse(source, tree, found, package, path) if found else None


def analyse_bytes(
    path: str, data: bytes, language: str | None = None, package: Package | None = None
) -> Analysis | None:
    """As `analyse_text`, for a file's bytes: an encoding that is not UTF-8 is a finding."""
    decoded = decode_bytes(data)
    analysis = analyse_text(path, decoded.text, language, package)
    if analysis is None:
        return None
    if decoded.encoding != "utf-8":
        message = Message.of("json/encoding.other", encoding=decoded.encoding.upper())
        end = min(1, len(decoded.text))
        finding = Finding("json/encoding", Severity.ERROR, 0, end, message)
        # What else such a text says is said of characters that the file does not hold.
        return analysis.with_findings((finding,))
    code = analysis.language.bad_bytes_code
    if decoded.error is None or code is None:
        return analysis
    start, end = decoded.error
    if code == _YAML_BYTES:
        # One bad byte, shown replaced; the lines around it are read (specs/oamut.md, Borders).
        finding = Finding(code, Severity.ERROR, start, start + 1, Message.of(code))
        findings = sorted([*analysis.findings, finding], key=lambda each: (each.start, each.end))
        return analysis.with_findings(tuple(findings))
    finding = Finding(code, Severity.ERROR, start, end, Message.of("json/encoding.bytes"))
    return analysis.with_findings((finding,))


def warm_up() -> Iterator[None]:
    """Do now, step by step, what the first analysis of each language would otherwise wait for:
    imports, schemas, catalogues."""
    for name in registry.NAMES:
        language = registry.language(name)
        yield
        yield from language.warm_up()
