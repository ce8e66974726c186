"""Checking one file: bytes in, a report in words and places out. Runs in worker processes, too."""

from __future__ import annotations

import errno
import functools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from modwright.cli import locales
from modwright.cli.discovery import STDIN, Target
from modwright.cli.report import (
    Edit,
    Excerpt,
    Failure,
    FileReport,
    Item,
    Outcome,
    Place,
    Remark,
    Repair,
    Span,
)
from modwright.findings.messages import render
from modwright.findings.model import Finding, Severity
from modwright.text.positions import PositionEncoding, positions_at
from modwright.text.source import SourceText
from modwright.workspace.config import settings_beside
from modwright.workspace.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modwright.findings.model import Message, Related, TextEdit
    from modwright.languages.language import Analysis
    from modwright.workspace.packages import FolderPackage, Packages

    _Repair: TypeAlias = tuple[Message, tuple[TextEdit, ...]]

# A line longer than this is cut around the range: minified files are one line.
_LONGEST_LINE = 1000
_BEFORE_RANGE = 300
_STDIN_NAME = "<stdin>"
_STDIN_FILE = "stdin.json"


class Options(NamedTuple):
    """What `check` was asked for, as far as one file is concerned.

    `stdin_path` is the name that standard input goes by, if it was given one.
    """

    language: str | None
    locale: str | None
    min_severity: Severity
    stdin_path: str | None


def check(target: Target, options: Options) -> Outcome:
    """Read and check one file. Never raises: whatever goes wrong is this file's Failure."""
    path = target.path
    if path == STDIN:
        path = options.stdin_path or _STDIN_NAME
    try:
        data = _read(target.path)
    except (OSError, ValueError) as problem:
        return Failure(path, getattr(problem, "strerror", None) or str(problem))
    try:
        return _check(target, path, data, options)
    except Exception as problem:  # noqa: BLE001 - one file must not take the others down
        return Failure(path, f"internal error: {type(problem).__name__}: {problem}")


def absolute_path(path: str, options: Options) -> str:
    """The path that says what a file is: the folders it lies in may count.

    Without a name, standard input is what a JSON file with its contents would be.
    """
    if path == STDIN:
        path = options.stdin_path or _STDIN_FILE
    return os.path.abspath(path)  # noqa: PTH100


def _check(target: Target, path: str, data: bytes, options: Options) -> FileReport | None:
    from modwright.ide import diagnostics, service
    from modwright.ide.fixes import Patience

    absolute = absolute_path(target.path, options)
    language = options.language if target.is_named else None
    package = package_around(absolute)
    analysis = service.analyse_bytes(absolute, data, language, package)
    if analysis is None:
        return None
    settings = settings_of(absolute)
    locale = locales.choose(options.locale, settings)
    findings = [
        finding
        for finding in diagnostics.own(analysis, settings)
        if finding.severity.rank <= options.min_severity.rank
    ]
    patience = Patience()
    repairs = [
        [(fix.title, edits) for fix in finding.fixes if (edits := patience.edits_of(fix, analysis))]
        for finding in findings
    ]
    places = _places(analysis.source, findings, repairs)
    items = [
        _item(finding, mended, analysis, path, places, locale)
        for finding, mended in zip(findings, repairs, strict=True)
    ]
    others = _others(analysis, path, settings, locale, options) if package else ()
    return FileReport(path, tuple(items), locale, others)


def _others(
    analysis: Analysis, path: str, settings: Settings, locale: str, options: Options
) -> tuple[FileReport, ...]:
    """The findings that a manifest has about other files of its package, file by file."""
    from modwright.ide import diagnostics

    by_path: dict[str, list[Item]] = {}
    start = Place(0, 0, 0)
    for other, finding in diagnostics.elsewhere(analysis, settings):
        if finding.severity.rank <= options.min_severity.rank:
            item = Item(
                finding.code,
                finding.severity,
                render(finding.message, locale),
                Span(start, start),
                None,
                (),
                (),
            )
            by_path.setdefault(other, []).append(item)
    folder = os.path.dirname(path)  # noqa: PTH120
    return tuple(
        FileReport(os.path.join(folder, other), tuple(items), locale)  # noqa: PTH118
        for other, items in sorted(by_path.items())
    )


def package_around(absolute: str) -> FolderPackage | None:
    """The package on disk that a file lies in, as far as it matters to the file."""
    from modwright.languages.package import KINDS

    path = Path(absolute)
    claiming = tuple(kind for kind in KINDS if kind.suffix == path.suffix.lower())
    return _packages().package_of(path, claiming or KINDS)


@functools.cache
def _packages() -> Packages:
    from modwright.workspace.packages import Packages

    return Packages(lambda _: None, lambda path: settings_of(str(path)))


def settings_of(path: str) -> Settings:
    """The settings of the nearest modwright.toml around a file that need not exist."""
    return _settings_in(os.path.dirname(path))  # noqa: PTH120


@functools.cache
def _settings_in(folder: str) -> Settings:
    # Any name does: the configuration is looked for beside it and in the folders above.
    return settings_beside(Path(folder) / "_")


def _read(path: str) -> bytes:
    if path == STDIN:
        if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None by `<&-`
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _item(
    finding: Finding,
    repairs: Sequence[_Repair],
    analysis: Analysis,
    path: str,
    places: Mapping[int, Place],
    locale: str,
) -> Item:
    source = analysis.source

    def span(start: int, end: int) -> Span:
        return Span(places[start], places[end])

    return Item(
        code=finding.code,
        severity=finding.severity,
        message=render(finding.message, locale),
        span=span(finding.start, finding.end),
        excerpt=_excerpt(source, span(finding.start, finding.end)),
        repairs=tuple(
            Repair(
                render(title, locale),
                tuple(Edit(span(edit.start, edit.end), edit.new_text) for edit in edits),
            )
            for title, edits in repairs
        ),
        remarks=tuple(
            Remark(span(related.start, related.end), render(related.message, locale))
            if related.path is None
            else _remark_elsewhere(related, analysis, path, locale)
            for related in finding.related
        ),
    )


def _remark_elsewhere(related: Related, analysis: Analysis, path: str, locale: str) -> Remark:
    """A place of another file of the package, which is read for it."""
    from modwright.text.decode import decode_bytes

    inside = related.path or ""
    data = analysis.package.read(inside) if analysis.package is not None else None
    source = SourceText.of(decode_bytes(data or b"").text)
    offsets = [min(related.start, len(source)), min(related.end, len(source))]
    columns = positions_at(source, offsets, PositionEncoding.UTF32)
    units = positions_at(source, offsets, PositionEncoding.UTF16)
    start, end = (
        Place(column.line, column.column, unit.column)
        for column, unit in zip(columns, units, strict=True)
    )
    return Remark(
        Span(start, end), render(related.message, locale), _beside(path, analysis, inside)
    )


def _beside(path: str, analysis: Analysis, other: str) -> str:
    """Another file of the package, spelled like the path of this one."""
    up = [os.pardir] * (analysis.path or "").count("/")
    return os.path.normpath(os.path.join(os.path.dirname(path), *up, other))  # noqa: PTH118, PTH120


def _places(
    source: SourceText, findings: Iterable[Finding], repairs: Iterable[Sequence[_Repair]]
) -> dict[int, Place]:
    """All offsets that the findings speak of, measured in one go."""
    offsets: set[int] = set()
    for finding in findings:
        offsets.update((finding.start, finding.end))
        for related in finding.related:
            if related.path is None:
                offsets.update((related.start, related.end))
    for mended in repairs:
        for _, edits in mended:
            for edit in edits:
                offsets.update((edit.start, edit.end))
    ordered = sorted(offsets)
    columns = positions_at(source, ordered, PositionEncoding.UTF32)
    units = positions_at(source, ordered, PositionEncoding.UTF16)
    return {
        offset: Place(column.line, column.column, unit.column)
        for offset, column, unit in zip(ordered, columns, units, strict=True)
    }


def _excerpt(source: SourceText, span: Span) -> Excerpt:
    line = source.line_text(span.start.line)
    if span.start.line == 0:
        # A byte order mark has no column either.
        line = line.removeprefix("\ufeff")
    start = span.start.column
    end = span.end.column if span.end.line == span.start.line else len(line)
    if len(line) <= _LONGEST_LINE:
        return Excerpt(line, start, end, False, False)
    first = max(0, start - _BEFORE_RANGE)
    last = first + _LONGEST_LINE
    return Excerpt(
        line[first:last], start - first, min(end, last) - first, first > 0, last < len(line)
    )
