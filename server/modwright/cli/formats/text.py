"""For people: the header of a compiler, the line with the range underlined, what would mend it."""

from __future__ import annotations

from typing import NamedTuple

from modwright.cli.display import (
    BOLD,
    DIM,
    TAB_STOP,
    painted,
    severity_style,
    visible,
    width,
)
from modwright.cli.report import Excerpt, FileReport, Item, Summary
from modwright.cli.texts import count, text
from modwright.findings.model import Severity

_ELLIPSIS = "…"
_SMALLEST_GUTTER = 4
# What is kept of the line before a range that fills the window by itself.
_LEAST_LEAD = 8
_LEAST_WINDOW = 20


def render(summary: Summary, *, colour: bool, columns: int) -> str:
    """Everything, with a summary as the last line; lines are at most about `columns` cells."""
    blocks = [
        _finding(report, item, colour, columns)
        for report in summary.reports
        for item in report.items
    ]
    return "\n".join([*blocks, painted(_summary(summary), BOLD, colour) + "\n"])


def _finding(report: FileReport, item: Item, colour: bool, columns: int) -> str:
    style = severity_style(item.severity)
    start, end = item.span
    place = painted(f"{visible(report.path)}:{start.line + 1}:{start.column + 1}:", BOLD, colour)
    kind = painted(f"{item.severity.value}[{item.code}]", style, colour)
    number = str(start.line + 1).rjust(_SMALLEST_GUTTER)
    gutter = " " * len(number)
    lines = [f"{place} {kind}: {_paragraph(item.message)}"]
    if item.excerpt is not None:
        shown = _cut(item.excerpt, max(_LEAST_WINDOW, columns - len(number) - 3))
        lines += [
            painted(f"{number} |", DIM, colour) + f" {shown.line}".rstrip(),
            painted(f"{gutter} |", DIM, colour)
            + f" {' ' * shown.offset}{painted('^' * shown.length, style, colour)}",
        ]
    notes: list[tuple[str, str]] = []
    if end.line > start.line:
        place_of_end = text(report.locale, "reaches", line=end.line + 1, column=end.column + 1)
        notes.append(("note", place_of_end))
    for remark in item.remarks:
        at = remark.span.start
        message = text(
            report.locale,
            "at-file" if remark.path else "at",
            message=remark.message,
            path=remark.path,
            line=at.line + 1,
            column=at.column + 1,
        )
        notes.append(("note", message))
    notes += [("fix", repair.title) for repair in item.repairs]
    for key, words in notes:
        label = painted(f"{text(report.locale, key)}:", BOLD, colour)
        lines.append(f"{gutter} {painted('=', DIM, colour)} {label} {_paragraph(words)}")
    return "\n".join(lines) + "\n"


def _paragraph(words: str) -> str:
    return "\n    ".join(map(visible, words.splitlines()))


def _summary(summary: Summary) -> str:
    locale = summary.locale
    if not summary.reports:
        return text(locale, "none-checked")
    counts = [
        count(locale, severity, number)
        for severity in Severity
        if (number := summary.count(severity))
    ]
    return text(
        locale,
        "checked",
        files=count(locale, "file", len(summary.reports)),
        counts=text(locale, "joint").join(counts) or text(locale, "clean"),
    )


class _Shown(NamedTuple):
    """A line as it is printed; the mark starts at cell `offset` and is `length` cells long."""

    line: str
    offset: int
    length: int


def _cut(excerpt: Excerpt, budget: int) -> _Shown:
    """The excerpt in at most `budget` cells (an ellipsis more at each end that was cut)."""
    pieces, edges = _cells(excerpt.text)
    start, end = excerpt.start, excerpt.end
    first, last = 0, len(pieces)
    if edges[-1] > budget:
        marked = edges[end] - edges[start]
        lead = max(_LEAST_LEAD, (budget - marked) // 2)
        # The window starts `lead` cells before the range, but is not wasted past the line's end.
        from_cell = max(0, min(edges[start] - lead, edges[-1] - budget))
        first = next(i for i in range(len(pieces) + 1) if edges[i] >= from_cell)
        first = min(first, start)
        while last > first and edges[last] - edges[first] > budget:
            last -= 1
    before = _ELLIPSIS if first > 0 or excerpt.cut_before else ""
    after = _ELLIPSIS if last < len(pieces) or excerpt.cut_after else ""
    line = before + "".join(pieces[first:last]) + after
    offset = width(before + "".join(pieces[first:start]))
    marked_pieces = "".join(pieces[start : min(end, last)])
    return _Shown(line, offset, max(1, width(marked_pieces)))


def _cells(line: str) -> tuple[list[str], list[int]]:
    """Each character as it is shown, and the cell at which it starts (and the last one ends)."""
    pieces: list[str] = []
    edges = [0]
    for character in line:
        blanks = TAB_STOP - edges[-1] % TAB_STOP
        piece = " " * blanks if character == "\t" else visible(character)
        pieces.append(piece)
        edges.append(edges[-1] + width(piece))
    return pieces, edges
