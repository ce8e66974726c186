"""What checking one file found, in words and places: all a format needs, and cheap to pickle.

Lines and columns are zero-based; ranges are half-open.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from modwright.findings.model import Severity


class Place(NamedTuple):
    """`column` counts code points, `utf16` UTF-16 units; both from the start of the line."""

    line: int
    column: int
    utf16: int


class Span(NamedTuple):
    start: Place
    end: Place


class Excerpt(NamedTuple):
    """The first line of a range, or the piece of a very long line around it.

    [start, end) is the marked piece of `text`, in code points; `cut_before` and `cut_after` say
    that the line goes on.
    """

    text: str
    start: int
    end: int
    cut_before: bool
    cut_after: bool


class Edit(NamedTuple):
    span: Span
    new_text: str


class Repair(NamedTuple):
    """A quick fix."""

    title: str
    edits: tuple[Edit, ...]


class Remark(NamedTuple):
    """Another place that explains a finding: of the same file, or of the one at `path`, as the
    user's arguments spell it."""

    span: Span
    message: str
    path: str = ""


class Item(NamedTuple):
    """One finding, its texts in the locale of the report. `excerpt` None: the file is not shown."""

    code: str
    severity: Severity
    message: str
    span: Span
    excerpt: Excerpt | None
    repairs: tuple[Repair, ...]
    remarks: tuple[Remark, ...]


class FileReport(NamedTuple):
    """A package file that was checked. `path` is as the user's arguments spell it.

    `others` are files that are no package files of a language, and are spoken of by this one.
    """

    path: str
    items: tuple[Item, ...]
    locale: str
    others: tuple[FileReport, ...] = ()


class Failure(NamedTuple):
    """A file or folder that could not be checked, and why (one line)."""

    path: str
    reason: str


# None: the file is no package file.
Outcome: TypeAlias = "FileReport | Failure | None"


class Summary(NamedTuple):
    """A whole run, in stable order."""

    reports: tuple[FileReport, ...]
    failures: tuple[Failure, ...]
    locale: str

    def count(self, severity: Severity) -> int:
        return sum(item.severity is severity for report in self.reports for item in report.items)
