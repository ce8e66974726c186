"""A stand-in for the analysis."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from modwright.cli import checking
from modwright.findings.model import Finding, Fix, Message, Related, Severity, TextEdit
from modwright.ide import diagnostics, service
from modwright.text.decode import decode_bytes
from modwright.text.source import SourceText
from modwright.workspace.settings import Settings

_FAULT = re.compile(r"<(error|warning|information|hint):(.*?)>", re.DOTALL)


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in a file as `<error:words>` is found there: "no words" with two fixes.

    A file without the word `specVersion` is no package file. Formats and file handling are tested
    with this, so that no change of a language's rules or words can disturb them.
    """

    def analyse_bytes(
        path: str, data: bytes, language: str | None = None, package: object = None
    ) -> object:
        text = decode_bytes(data).text
        if language is None and "specVersion" not in text:
            return None
        findings = [
            Finding(
                "json/syntax",
                Severity(match[1]),
                match.start(),
                match.end(),
                Message.of("", words=f"no {match[2].splitlines()[0] if match[2] else 'thing'}"),
                related=(Related(0, 1, Message.of("", words="opened here")),)
                if "\n" in match[2]
                else (),
                fixes=(
                    Fix(
                        Message.of("", words="Drop it"),
                        (TextEdit(match.start(), match.end(), ""),),
                    ),
                )
                if match[1] == "error"
                else (),
            )
            for match in _FAULT.finditer(text)
        ]
        return SimpleNamespace(source=SourceText.of(text), findings=tuple(findings))

    def unfiltered(analysis: SimpleNamespace, settings: Settings) -> list[Finding]:
        return list(analysis.findings)

    def words(message: Message, locale: str) -> str:
        return str(message.args["words"])

    monkeypatch.setattr(service, "analyse_bytes", analyse_bytes)
    monkeypatch.setattr(diagnostics, "own", unfiltered)
    monkeypatch.setattr(checking, "render", words)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
