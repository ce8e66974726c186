"""Where the lines of a plan's text lead to: the lines of the scripts that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from modwright.ide.plan import PlanReport
from modwright.lsp import to_lsp
from modwright.lsp.ruler import Ruler
from modwright.text.positions import PositionEncoding
from modwright.text.source import SourceText
from modwright.workspace.packages import FolderPackage
from modwright.workspace.uris import uri_of


def plan_links(
    report: PlanReport, text: str, package: FolderPackage, encoding: PositionEncoding
) -> list[dict[str, object]]:
    """`{"range", "target"}` for every `file:line` in `text` that is a place of the report."""
    places = dict.fromkeys(_places(report.as_data()))
    targets = {
        f"{file}:{line}": f"{uri_of(package.path_of(file))}#L{line}" for file, line in places
    }
    if not targets:
        return []
    ruler = Ruler(SourceText.of(text), encoding)
    # The longest first: one file's name may end like another's whole.
    names = sorted(targets, key=len, reverse=True)
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))})(?![0-9])")
    return [
        {"range": _plain(ruler, *found.span()), "target": targets[found[1]]}
        for found in pattern.finditer(text)
    ]


def _plain(ruler: Ruler, start: int, end: int) -> dict[str, dict[str, int]]:
    span = to_lsp.range_(ruler, start, end)
    return {
        name: {"line": place.line, "character": place.character}
        for name, place in (("start", span.start), ("end", span.end))
    }


def _places(data: object) -> Iterator[tuple[str, int]]:
    """Every `{"file", "line"}` in plain data."""
    if isinstance(data, Mapping):
        fields = cast("Mapping[str, object]", data)
        file, line = fields.get("file"), fields.get("line")
        if isinstance(file, str) and isinstance(line, int):
            yield file, line
        for each in fields.values():
            yield from _places(each)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for each in cast("Sequence[object]", data):
            yield from _places(each)
