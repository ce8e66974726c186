"""Specs for tests, with the findings marked in the text.

`«` and `»` stand around what a finding covers. `check` compares every finding of a text with the
marks, so a test that names one code also says that nothing else is wrong.
"""

from __future__ import annotations

from modwright.ide.diagnostics import diagnostics
from modwright.ide.service import analyse_text
from modwright.languages.language import Analysis
from modwright.workspace.settings import Settings

JOIN = '{"type": "player.join"}'
LOG = '{"type": "log", "params": {"message": "やあ 😋"}}'


def spec(*rules: str) -> str:
    return '{"specVersion": 1, "name": "ようこそ 🎉", "rules": [' + ", ".join(rules) + "]}"


def rule(*actions: str, trigger: str = JOIN, conditions: str = "", head: str = "") -> str:
    """A rule that is in order but for what is put into it."""
    parts = [head + '"name": "規則"', f'"trigger": {trigger}']
    if conditions:
        parts.append(f'"conditions": [{conditions}]')
    parts.append(f'"actions": [{", ".join(actions or (LOG,))}]')
    return "{" + ", ".join(parts) + "}"


def message(text: str, trigger: str = JOIN) -> str:
    """A spec with one action that broadcasts a template."""
    action = '{"type": "broadcast", "params": {"message": "' + text + '"}}'
    return spec(rule(action, trigger=trigger))


def unmark(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and the marked ranges in the order of their beginnings."""
    text: list[str] = []
    length = 0
    open_marks: list[int] = []
    ranges: list[tuple[int, int]] = []
    for character in marked:
        if character == "«":
            open_marks.append(length)
        elif character == "»":
            ranges.append((open_marks.pop(), length))
        else:
            text.append(character)
            length += 1
    assert not open_marks
    return "".join(text), sorted(ranges)


def analyse(text: str) -> Analysis:
    analysis = analyse_text("test.nimblock.json", text)
    assert analysis is not None
    return analysis


def found(text: str) -> list[tuple[str, str, str]]:
    """(code, severity, covered text) of every finding, in text order."""
    analysis = analyse(text)
    return [
        (f.code, f.severity.value, analysis.source.slice(f.start, f.end))
        for f in diagnostics(analysis, Settings())
    ]


def check(marked: str, *codes: str) -> None:
    """The findings of the text are `codes`, one a mark, in the order of the marks' beginnings.

    One code stands for all marks.
    """
    text, ranges = unmark(marked)
    findings = diagnostics(analyse(text), Settings())
    expected = list(codes) if len(codes) != 1 else list(codes) * len(ranges)
    assert len(expected) == len(ranges), "a mark for every code"
    actual = sorted((f.start, f.end, f.code) for f in findings)
    wanted = sorted((*span, code) for span, code in zip(ranges, expected, strict=True))
    shown = [(text[start:end], code) for start, end, code in actual]
    assert actual == wanted, f"found {shown}"


def clean(text: str) -> None:
    check(text)
