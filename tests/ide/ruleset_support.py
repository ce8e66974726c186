"""Rulesets as an editor has them open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from completion_support import applied, expanded, split

from modwright.findings.model import Severity, TextEdit
from modwright.ide.completion import complete
from modwright.ide.hover import hover
from modwright.ide.service import analyse_text
from modwright.ide.types import Completion
from modwright.languages.language import Analysis
from modwright.languages.package import RULESET, DictPackage
from modwright.languages.registry import language
from modwright.syntax.json_document import JsonDocument
from modwright.text.source import SourceText

_MARK = re.compile("[⟦⟧«»]")


def opened(text: str) -> Analysis:
    """A ruleset without its findings, which features do not ask for."""
    return Analysis(language("ruleset"), SourceText.of(text), JsonDocument.parse(text))


def shown_in(path: str, files: Mapping[str, str]) -> Analysis:
    """One of the files of a ruleset's package, with the others beside it."""
    package = DictPackage("tide", dict(files), manifest_path="ruleset.json", kind=RULESET)
    analysis = analyse_text(path, files[path], None, package)
    assert analysis is not None, f"{path} is no file of ours"
    return analysis


def unmarked(marked: str) -> tuple[str, list[tuple[int, int]], list[tuple[int, int]]]:
    """The text, the ranges of its definitions and those of its uses."""
    found: dict[str, list[tuple[int, int]]] = {"⟦": [], "«": []}
    pieces: list[str] = []
    at = last = 0
    opening: tuple[str, int] = ("", 0)
    for match in _MARK.finditer(marked):
        pieces.append(marked[last : match.start()])
        at += match.start() - last
        last = match.end()
        if match[0] in found:
            opening = (match[0], at)
        else:
            found[opening[0]].append((opening[1], at))
    pieces.append(marked[last:])
    return "".join(pieces), found["⟦"], found["«"]


def items(marked: str, locale: str = "en") -> Sequence[Completion]:
    text, offset = split(marked)
    return complete(opened(text), offset, locale).items


def labels(marked: str) -> list[str]:
    return [item.label for item in items(marked)]


def taken(marked: str, label: str) -> str:
    """The ruleset after a proposal was taken, all tab stops left as they come."""
    text, _ = split(marked)
    found = [item for item in items(marked) if item.label == label]
    assert len(found) == 1, f"{label!r} in {labels(marked)}"
    new_text = expanded(found[0].new_text) if found[0].is_snippet else found[0].new_text
    return applied(text, found[0], new_text)


def hovered(marked: str, locale: str = "en") -> str:
    text, offset = split(marked)
    found = hover(opened(text), offset, locale)
    return found.markdown if found is not None else ""


def errors_in(path: str, files: Mapping[str, str]) -> list[str]:
    """The codes of the errors in one of the files."""
    found = shown_in(path, files).findings
    return [finding.code for finding in found if finding.severity is Severity.ERROR]


def errors(text: str) -> list[str]:
    """The codes of what is wrong with a ruleset; hints and pieces of advice aside."""
    analysis = analyse_text("ruleset.json", text)
    assert analysis is not None
    bad = (Severity.ERROR, Severity.WARNING)
    return [finding.code for finding in analysis.findings if finding.severity in bad]


def edited(text: str, edits: Sequence[TextEdit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text
