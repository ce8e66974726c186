"""Rulesets for tests, with the findings marked in the text.

A test writes the members it is about; what else a ruleset needs is put around them. `«` and `»`
stand around what a finding covers.
"""

from __future__ import annotations

from modwright.findings.model import Finding, Severity
from modwright.languages.ruleset.findings import findings
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object
from tests.languages.nimblock.spec_text import unmark

_HEAD = {
    "schemaVersion": "1",
    "id": '"ash-tide"',
    "version": "1",
    "name": '"灰の潮 🌊"',
    "coverage": '{"summary": "Tests."}',
}
SUM = (
    '{"kind": "dice-sum", "abilityModifier": {"op": "identity"}, '
    '"proficiencyTiers": [{"id": "untrained", "label": "Untrained"}], '
    '"difficultyLadder": [{"label": "Easy", "dc": 8}]}'
)
POOL = (
    '{"kind": "dice-pool", "abilityModifier": {"op": "identity"}, '
    '"proficiencyTiers": [{"id": "untrained", "label": "Untrained"}], '
    '"target": {"default": 7, "min": 5, "max": 9}, '
    '"difficultyLadder": [{"label": "Easy", "successes": 1}]}'
)
_TAIL = {"sheet": '{"version": 1}', "gm": '{"checkGuidance": "Roll."}'}


def ruleset(members: str = "", resolution: str = SUM) -> str:
    """A ruleset with these members (JSON of an object without its braces) and whatever else one
    needs that they do not give."""
    others = {**_HEAD, "resolution": resolution, **_TAIL}
    parts = [
        f'"{key}": {value}' for key, value in others.items() if f'"{key}":' not in _top(members)
    ]
    return "{" + ", ".join([*parts, *([members] if members else [])]) + "}"


def _top(members: str) -> str:
    """The members without what is inside of them."""
    depth = 0
    kept: list[str] = []
    for character in members:
        if character in "[{":
            depth += 1
        if depth == 0:
            kept.append(character)
        if character in "]}":
            depth -= 1
    return "".join(kept)


def found(text: str) -> list[Finding]:
    """Everything but syntax, in text order."""
    document = JsonDocument.parse(text)
    assert isinstance(document.root, Object)
    every = findings(document.root, document.root_offset)
    return sorted(every, key=lambda finding: (finding.start, finding.end, finding.code))


def check(marked: str, *codes: str, least: Severity = Severity.WARNING) -> None:
    """The findings of the text that are at least as bad as `least` are `codes` (without
    `ruleset/`), one a mark, in the order of the marks' beginnings. One code stands for all."""
    text, ranges = unmark(marked)
    expected = list(codes) if len(codes) != 1 else list(codes) * len(ranges)
    assert len(expected) == len(ranges), "a mark for every code"
    actual = [
        (finding.start, finding.end, finding.code)
        for finding in found(text)
        if finding.severity.rank <= least.rank
    ]
    wanted = [(*span, f"ruleset/{code}") for span, code in zip(ranges, expected, strict=True)]
    shown = [(text[start:end], code) for start, end, code in actual]
    assert actual == sorted(wanted), f"found {shown}"


def clean(text: str) -> None:
    check(text)
