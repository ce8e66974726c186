"""For programs: one array of findings, one a line; zero-based, columns in UTF-16 units."""

from __future__ import annotations

from modwright.cli.formats import dumps
from modwright.cli.report import Place, Span, Summary
from modwright.grammars import JsonValue


def render(summary: Summary) -> str:
    entries = [
        dumps.one_line(
            {
                "path": report.path,
                "range": _range(item.span),
                "severity": item.severity.value,
                "code": item.code,
                "message": item.message,
                "source": "modwright",
                "fixes": [
                    {
                        "title": repair.title,
                        "edits": [
                            {"range": _range(edit.span), "newText": edit.new_text}
                            for edit in repair.edits
                        ],
                    }
                    for repair in item.repairs
                ],
            }
        )
        for report in summary.reports
        for item in report.items
    ]
    return "[" + ",".join(f"\n{entry}" for entry in entries) + ("\n]\n" if entries else "]\n")


def _range(span: Span) -> dict[str, JsonValue]:
    return {"start": _position(span.start), "end": _position(span.end)}


def _position(place: Place) -> dict[str, JsonValue]:
    return {"line": place.line, "character": place.utf16}
