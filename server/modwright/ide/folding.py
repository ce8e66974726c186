"""Folding: every object and array over several lines, also in a text that does not parse."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from modwright.ide.around import folds
from modwright.ide.types import FoldingRange
from modwright.languages.language import Analysis
from modwright.syntax.node import Array, Container, Node, Object
from modwright.text.lines import break_ends

_CLOSERS = "}]"


def folding_ranges(analysis: Analysis) -> list[FoldingRange]:
    """The ranges in text order, at most one that begins on a line: the widest.

    A range ends on the line before its closing bracket, which stays to be seen.
    """
    document, source = analysis.document, analysis.source
    told = folds(analysis)
    if told is not None:
        return [FoldingRange(fold.start, fold.end) for fold in told]
    if document is None or not isinstance(document.root, Container):
        return []
    text = source.text
    # Asked thousands of times: a flat list answers sooner than the index that edits patch.
    starts = [0, *break_ends(text)]
    ends: dict[int, tuple[int, int]] = {}
    waiting: list[tuple[Node, int]] = [(document.root, document.root_offset)]
    while waiting:
        node, offset = waiting.pop()
        end = offset + node.width
        first, last = bisect_right(starts, offset), bisect_right(starts, end - 1)
        if first == last:
            continue  # on one line, and so is all below it
        if text[end - 1] in _CLOSERS:
            last -= 1
        if first < last and ends.get(first, (0, 0))[1] < last:
            ends[first] = offset, last
        if node.height > 1:
            waiting.extend(_containers(node, offset))
    # The lines above count from 1.
    return [
        FoldingRange(offset, source.line_end(last - 1))
        for _, (offset, last) in sorted(ends.items())
    ]


def _containers(node: Node, offset: int) -> Iterator[tuple[Node, int]]:
    if isinstance(node, Array):
        for inner, item in zip(node.offsets, node.items, strict=True):
            if item.height:
                yield item, offset + inner
    elif isinstance(node, Object):
        for entry in node.entries:
            if entry.value is not None and entry.value.height:
                yield entry.value, offset + entry.value_offset
