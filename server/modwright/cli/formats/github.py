"""For GitHub's workflows: one annotation command a finding."""

from __future__ import annotations

from modwright.cli.display import visible
from modwright.cli.report import FileReport, Item, Summary
from modwright.findings.model import Severity

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def render(summary: Summary) -> str:
    return "".join(
        f"{_command(report, item)}\n" for report in summary.reports for item in report.items
    )


def _command(report: FileReport, item: Item) -> str:
    start, end = item.span
    properties = {
        "file": report.path,
        "line": str(start.line + 1),
        "endLine": str(end.line + 1),
    }
    if start.line == end.line:
        # Annotations of several lines may not have columns.
        properties |= {"col": str(start.column + 1), "endColumn": str(end.column + 1)}
    properties["title"] = item.code
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[item.severity]} {listed}::{_data(item.message)}"


def _data(value: str) -> str:
    escaped = value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(escaped)


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
