"""Folding: every object and array over several lines, also in a text that does not parse."""

from __future__ import annotations

from modwright.ide.types import FoldingRange
from modwright.languages.language import Analysis
from modwright.syntax.node import Container, Node

_CLOSERS = "}]"


def folding_ranges(analysis: Analysis) -> list[FoldingRange]:
    """The ranges in text order, at most one that begins on a line: the widest.

    A range ends on the line before its closing bracket, which stays to be seen.
    """
    document, source = analysis.document, analysis.source
    if document is None or document.root is None:
        return []
    by_line: dict[int, FoldingRange] = {}
    waiting: list[tuple[Node, int]] = [(document.root, document.root_offset)]
    while waiting:
        node, offset = waiting.pop()
        if not isinstance(node, Container):
            continue
        end = offset + node.width
        first, last = source.line_of(offset), source.line_of(end)
        if first == last:
            continue  # nothing below it has several lines either
        if source.text[end - 1 : end] in _CLOSERS:
            end = source.line_end(source.line_of(end - 1) - 1)
        if source.line_of(end) > first:
            known = by_line.get(first)
            if known is None or known.end < end:
                by_line[first] = FoldingRange(offset, end)
        waiting.extend((child, offset + inner) for inner, child in node.parts)
    return [by_line[line] for line in sorted(by_line)]
