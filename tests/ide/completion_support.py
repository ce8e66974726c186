"""Texts with a cursor in them, and what the document is after a proposal was taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from modwright.findings.from_syntax import syntax_findings
from modwright.findings.model import TextEdit
from modwright.ide.completion import complete
from modwright.ide.service import analyse_text
from modwright.ide.types import Completion, CompletionList
from modwright.languages.language import Analysis
from modwright.languages.registry import language
from modwright.syntax.json_document import JsonDocument
from modwright.text.source import SourceText

CURSOR = "‸"

# One part of a snippet: an escape, `$1`, `${1:text}`, `${1|a,b|}`.
_PART = re.compile(
    r"\\(?P<escaped>[\\$}])"
    r"|\$(?P<bare>\d+)"
    r"|\$\{(?P<stop>\d+):(?P<text>(?:\\.|[^\\}])*)\}"
    r"|\$\{(?P<choice>\d+)\|(?P<choices>(?:\\.|[^\\|])*)\|\}"
)


def analysed(text: str) -> Analysis:
    analysis = analyse_text("plugin.nimblock.json", text, "nimblock")
    assert analysis is not None
    return analysis


def read(text: str) -> Analysis:
    """The same without its findings, which completion does not ask for."""
    return Analysis(language("nimblock"), SourceText.of(text), JsonDocument.parse(text))


def syntax_faults(text: str) -> list[str]:
    return [finding.code for finding in syntax_findings(JsonDocument.parse(text))]


def split(marked: str) -> tuple[str, int]:
    """The text without its cursor, and where the cursor was."""
    assert marked.count(CURSOR) == 1
    return marked.replace(CURSOR, ""), marked.index(CURSOR)


def completed(marked: str, locale: str = "en") -> CompletionList:
    text, offset = split(marked)
    return complete(read(text), offset, locale)


def labels(marked: str) -> list[str]:
    return [item.label for item in completed(marked).items]


def item(marked: str, label: str) -> Completion:
    found = [each for each in completed(marked).items if each.label == label]
    assert len(found) == 1, f"{label!r} in {labels(marked)}"
    return found[0]


def taken(marked: str, label: str) -> str:
    """The document after the proposal called `label` was taken by a client without snippets."""
    text, _ = split(marked)
    return applied(text, item(marked, label))


def as_snippet(marked: str, label: str) -> str:
    """The same with a client that has snippets, all their tab stops left as they come."""
    text, _ = split(marked)
    found = item(marked, label)
    return applied(text, found, expanded(found.new_text) if found.is_snippet else found.new_text)


def applied(text: str, found: Completion, new_text: str | None = None) -> str:
    main = TextEdit(found.start, found.end, found.plain_text if new_text is None else new_text)
    return edited(text, (main, *found.more_edits))


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """As the protocol has it: against the text before, none touching another."""
    ordered = sorted(edits, key=lambda edit: edit.start)
    for before, after in pairwise(ordered):
        assert before.end < after.start
    for edit in reversed(ordered):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text


def expanded(snippet: str) -> str:
    """The text of a snippet before anything is filled in; stops are numbered from 1 on."""
    numbers: list[int] = []

    def part(match: re.Match[str]) -> str:
        if match["escaped"]:
            return match["escaped"]
        numbers.append(int(match["bare"] or match["stop"] or match["choice"]))
        if match["choices"] is not None:
            first = re.split(r"(?<!\\),", match["choices"])[0]
            return re.sub(r"\\(.)", r"\1", first)
        return re.sub(r"\\(.)", r"\1", match["text"] or "")

    text = _PART.sub(part, snippet)
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    return text
