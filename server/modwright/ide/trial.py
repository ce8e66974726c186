"""Whether a fix that is a guess does harm: it is made, and the document is judged anew.

A tree that was edited keeps what was judged of all that stayed, so this costs what a keystroke
costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from modwright.findings.model import Finding, Severity, TextEdit
from modwright.languages.language import Analysis
from modwright.syntax.node import Object
from modwright.syntax.places import steps_at
from modwright.syntax.tree import SyntaxTree

# What is still to be filled in is no harm: who takes the fix goes on there.
_UNFILLED = "/missing-key"


def does_harm(edits: Sequence[TextEdit], analysis: Analysis) -> bool:
    """Whether the document has an error after `edits` (in text order, not overlapping) that it does
    not have without them. A key that lacks does not count in the very object that is written in,
    nor in what is put in brackets."""
    document = analysis.document
    if document is None:
        return False
    after = _edited(document, edits)
    # Who asks for fixes has the findings, as a rule.
    before = analysis.findings or _findings(document, analysis)
    known = Counter(_told(each, document.text) for each in before)
    opened = _opened(after, edits)
    first, last = _between(edits)
    for error in _findings(after, analysis):
        if error.severity is not Severity.ERROR:
            continue
        told = _told(error, after.text)
        known[told] -= 1
        is_here = error.start in opened or first <= error.start < last
        if known[told] < 0 and not (is_here and error.code.endswith(_UNFILLED)):
            return True
    return False


def _findings(document: SyntaxTree, analysis: Analysis) -> Sequence[Finding]:
    return analysis.language.findings(document, analysis.package, analysis.path)


def _told(error: Finding, text: str) -> tuple[str, str]:
    """What an error is known by, wherever the text around it has moved to."""
    return error.code, text[error.start : error.end]


def _edited(document: SyntaxTree, edits: Sequence[TextEdit]) -> SyntaxTree:
    # The last one first, so that the places of the others stay.
    for start, end, new_text in reversed(edits):
        text = f"{document.text[:start]}{new_text}{document.text[end:]}"
        document = document.edited(text, start, end, start + len(new_text))
    return document


def _opened(after: SyntaxTree, edits: Sequence[TextEdit]) -> set[int]:
    """Where a finding may stand that speaks of an object in which something was written: its
    opening bracket, or the key that introduces it."""
    opened: set[int] = set()
    moved = 0
    for start, end, new_text in edits:
        at = start + moved
        moved += len(new_text) - (end - start)
        around = steps_at(after, at) if new_text else []
        inside = [each for each in around if each.offset < at and isinstance(each.node, Object)]
        for holder in inside[-1:]:
            outer = around[around.index(holder) - 1]
            opened.add(holder.offset)
            if holder.entry is not None:
                opened.add(outer.offset + holder.entry.key_offset)
    return opened


def _between(edits: Sequence[TextEdit]) -> tuple[int, int]:
    """What stands between the first edit and the last one, in the text after them."""
    if len(edits) < 2:
        return 0, 0
    moved = sum(len(each.new_text) - (each.end - each.start) for each in edits[:-1])
    return edits[0].start + len(edits[0].new_text), edits[-1].start + moved
