"""For code scanning: SARIF 2.1.0 (OASIS). Lines and columns are one-based, columns in UTF-16."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote_from_bytes

from modwright import __version__
from modwright.cli.formats import dumps
from modwright.cli.report import Failure, FileReport, Item, Repair, Span, Summary
from modwright.cli.texts import text
from modwright.findings.messages import FindingSpec, spec
from modwright.findings.model import Severity
from modwright.grammars import JsonValue

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
# The name that GitHub and the standard's examples give to the folder that paths are relative to.
_SOURCE_ROOT = "%SRCROOT%"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}

_Object = dict[str, JsonValue]


def render(summary: Summary) -> str:
    codes = sorted({item.code for report in summary.reports for item in report.items})
    numbers = {code: number for number, code in enumerate(codes)}
    driver: _Object = {
        "name": "modwright",
        "version": __version__,
        "rules": [_rule(code, summary.locale) for code in codes],
    }
    run: _Object = {
        "tool": {"driver": driver},
        "language": summary.locale,
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_SOURCE_ROOT: {"uri": f"{_file_uri(os.getcwd())}/"}},  # noqa: PTH109
        "invocations": [
            {
                "executionSuccessful": not summary.failures,
                "toolExecutionNotifications": [
                    _notification(failure, summary.locale) for failure in summary.failures
                ],
            }
        ],
        "results": [
            _result(report, item, numbers) for report in summary.reports for item in report.items
        ],
    }
    log: _Object = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return dumps.indented(log) + "\n"


def _rule(code: str, locale: str) -> _Object:
    rule: _Object = {"id": code}
    page = spec(code)
    if page is not None:
        rule |= {
            "shortDescription": {"text": page.title(locale)},
            "fullDescription": {"text": page.explanation(locale)},
            "help": {"text": page.explanation(locale)},
            "helpUri": page.url,
            "defaultConfiguration": _configuration(page),
        }
    return rule


def _configuration(page: FindingSpec) -> _Object:
    return {"level": _LEVELS[page.severity]} if page.severity else {"enabled": False}


def _notification(failure: Failure, locale: str) -> _Object:
    message = text(locale, "cannot-read", path=failure.path, reason=failure.reason)
    return {"level": "error", "message": {"text": message}}


def _result(report: FileReport, item: Item, numbers: dict[str, int]) -> _Object:
    artifact = _artifact(report.path)
    result: _Object = {
        "ruleId": item.code,
        "ruleIndex": numbers[item.code],
        "level": _LEVELS[item.severity],
        "message": {"text": item.message},
        "locations": [_location(artifact, item.span)],
    }
    if item.remarks:
        result["relatedLocations"] = [
            {
                **_location(_artifact(remark.path or report.path), remark.span),
                "message": {"text": remark.message},
            }
            for remark in item.remarks
        ]
    if item.repairs:
        result["fixes"] = [_fix(artifact, repair) for repair in item.repairs]
    return result


def _location(artifact: _Object, span: Span) -> _Object:
    return {"physicalLocation": {"artifactLocation": artifact, "region": _region(span)}}


def _fix(artifact: _Object, repair: Repair) -> _Object:
    return {
        "description": {"text": repair.title},
        "artifactChanges": [
            {
                "artifactLocation": artifact,
                "replacements": [
                    {
                        "deletedRegion": _region(edit.span),
                        "insertedContent": {"text": edit.new_text},
                    }
                    for edit in repair.edits
                ],
            }
        ],
    }


def _region(span: Span) -> _Object:
    start, end = span
    return {
        "startLine": start.line + 1,
        "startColumn": start.utf16 + 1,
        "endLine": end.line + 1,
        "endColumn": end.utf16 + 1,
    }


def _artifact(path: str) -> _Object:
    """Relative to the working directory where it lies below it, else an absolute `file:` URI."""
    relative = Path(os.path.normpath(path))
    if relative.is_absolute() or relative.parts[0] == os.pardir:
        return {"uri": _file_uri(os.path.abspath(path))}  # noqa: PTH100
    return {"uri": _relative_uri(relative.as_posix()), "uriBaseId": _SOURCE_ROOT}


def _relative_uri(path: str) -> str:
    quoted = quote_from_bytes(os.fsencode(path))
    # A colon in the first segment would read as a scheme.
    return re.sub(r"^[^/]*", lambda first: first[0].replace(":", "%3A"), quoted)


def _file_uri(path: str) -> str:
    return Path(path).as_uri().removesuffix("/")
