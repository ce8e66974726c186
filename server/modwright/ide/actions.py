"""Code actions: the quick fixes of the findings that a range touches, and "fix all"."""

from __future__ import annotations

from modwright.findings.messages import render, text
from modwright.findings.model import Finding, TextEdit
from modwright.ide.diagnostics import diagnostics
from modwright.ide.fixes import Patience
from modwright.ide.types import Action
from modwright.languages.language import Analysis
from modwright.workspace.settings import Settings


def actions(
    analysis: Analysis, start: int, end: int, locale: str, settings: Settings
) -> list[Action]:
    """The actions for [start, end), those that mend a finding first."""
    found: list[Action] = []
    shown = diagnostics(analysis, settings)
    patience = Patience()
    for finding in shown:
        if finding.start <= end and start <= finding.end:
            for fix in finding.fixes:
                edits = patience.edits_of(fix, analysis)
                if not edits:
                    continue
                title = render(fix.title, locale)
                found.append(Action(title, "quickfix", edits, finding, fix.preferred))
    everything = _fix_all(analysis, shown)
    if everything:
        found.append(Action(text("action.fix-all", locale), "source.fixAll", everything))
    return found


def _fix_all(analysis: Analysis, shown: list[Finding]) -> tuple[TextEdit, ...]:
    """The preferred fixes together; of two that touch the same text the first one stays."""
    taken: list[TextEdit] = []
    patience = Patience()
    for finding in shown:
        fix = next((fix for fix in finding.fixes if fix.preferred), None)
        if fix is None:
            continue
        edits = patience.edits_of(fix, analysis)
        if not any(_collide(edit, other) for edit in edits for other in taken):
            taken.extend(edits)
    return tuple(sorted(taken, key=lambda edit: (edit.start, edit.end)))


def _collide(edit: TextEdit, other: TextEdit) -> bool:
    overlap = edit.start < other.end and other.start < edit.end
    return overlap or edit.start == other.start
