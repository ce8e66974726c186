"""`modwright check`: what is wrong with the packages below some folders."""

from __future__ import annotations

import argparse
import gc
import os
import sys

from modwright.cli import checking, display, locales, output, pool, progress
from modwright.cli.checking import Options
from modwright.cli.discovery import Found, find
from modwright.cli.display import visible
from modwright.cli.report import Failure, FileReport, Summary
from modwright.cli.texts import text
from modwright.findings.model import Severity

_FORMATS = ("text", "json", "sarif", "github")
# Without a terminal to measure: wide enough for most lines, narrow enough to read.
_COLUMNS = 120
# Above this, cycles may add up to more memory than collecting them costs time.
_FEW_FILES = 100


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders to walk, or - for standard input (default: the current folder)",
    )
    parser.add_argument(
        "--format", choices=_FORMATS, default="text", help="how to report (default: text)"
    )
    parser.add_argument(
        "--min-severity",
        choices=[severity.value for severity in Severity],
        default=Severity.HINT.value,
        help="leave out what is less severe (default: hint, which leaves out nothing)",
    )
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        type=_language,
        help="what the named files are, whatever they look like",
    )
    parser.add_argument("--stdin-path", metavar="NAME", help="the name standard input goes by")
    parser.add_argument(
        "--color",
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the text format (default: on a terminal)",
    )
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0: no errors; 1: errors were found; 2: something could not be checked."""
    options = Options(
        language=arguments.language,
        locale=arguments.locale,
        min_severity=Severity(arguments.min_severity),
        stdin_path=arguments.stdin_path,
    )
    summary = _check(arguments.paths or ["."], options)
    for failure in summary.failures:
        reason = text(summary.locale, "cannot-read", path=failure.path, reason=failure.reason)
        output.complain(visible(reason))
    if not _print(summary, arguments.format, arguments.color) or summary.failures:
        return output.COULD_NOT_RUN
    return output.ERRORS_FOUND if summary.count(Severity.ERROR) else output.CLEAN


def _check(paths: list[str], options: Options) -> Summary:
    found = find(paths, _is_candidate)
    if len(found.targets) > _FEW_FILES:
        gc.enable()
    failures = found.failures
    reports: list[FileReport] = []
    outcomes = pool.check_all(found.targets, options)
    if progress.wanted():
        outcomes = progress.watched(outcomes, len(found.targets))
    for outcome in outcomes:
        if isinstance(outcome, Failure):
            failures.append(outcome)
        elif outcome is not None:
            reports.append(outcome)
            reports.extend(outcome.others)
    return Summary(tuple(reports), tuple(failures), _locale(found, paths, options))


def _locale(found: Found, paths: list[str], options: Options) -> str:
    """The language of what concerns the whole run: that of the first thing checked."""
    if found.targets:
        path = checking.absolute_path(found.targets[0].path, options)
    else:
        # With a separator at its end: the folder itself is meant, not the one it lies in.
        path = os.path.join(os.path.abspath(paths[0]), "")  # noqa: PTH100, PTH118
    return locales.choose(options.locale, checking.settings_of(path))


def _print(summary: Summary, format_name: str, color: str) -> bool:
    # Each format is imported by itself: what SARIF needs must not slow the others down.
    if format_name == "json":
        from modwright.cli.formats import json

        return output.emit(json.render(summary), encoding="utf-8")
    if format_name == "sarif":
        from modwright.cli.formats import sarif

        return output.emit(sarif.render(summary), encoding="utf-8")
    if format_name == "github":
        from modwright.cli.formats import github

        return output.emit(github.render(summary), encoding="utf-8")
    from modwright.cli.formats import text as text_format

    colour = display.wants_colour(color, sys.stdout, os.environ)
    columns = display.line_width(sys.stdout, _COLUMNS)
    return output.emit(text_format.render(summary, colour=colour, columns=columns))


def _is_candidate(path: str) -> bool:
    # Imported where a folder is walked.
    from modwright.languages.registry import may_be_ours

    return may_be_ours(path)


def _language(name: str) -> str:
    from modwright.languages.registry import NAMES

    if name not in NAMES:
        raise argparse.ArgumentTypeError(f"no language {name!r}: choose {' or '.join(NAMES)}")
    return name
