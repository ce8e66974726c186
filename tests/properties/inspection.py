"""Everything there is to know about an analysis, as plain values that can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import cast

from modwright.findings.model import Finding
from modwright.ide.fixes import edits_of
from modwright.languages.language import Analysis
from modwright.syntax.node import Array, Node, Object

Plain = object
"""Nested tuples of strings, numbers, booleans and None."""


def tree(node: Node | None) -> Plain:
    """The whole tree below a node: what it is, where its parts are, and every fault."""
    if node is None:
        return None
    base = (node.kind, node.width, node.faults, node.has_faults, node.height)
    if isinstance(node, Object):
        entries = tuple(
            (entry.key_offset, tree(entry.key), entry.value_offset, tree(entry.value))
            for entry in node.entries
        )
        return (*base, node.is_sealed, node.is_damaged, entries)
    if isinstance(node, Array):
        return (*base, node.is_sealed, node.is_damaged, node.offsets, tuple(map(tree, node.items)))
    return (*base, node.raw)


def document(analysis: Analysis) -> Plain:
    """The tree of an analysis with what lies around its root."""
    read = analysis.document
    if read is None:
        return None
    return (read.root_offset, read.faults, tree(read.root))


def findings(analysis: Analysis) -> Plain:
    """The findings with their messages, related places and fixes."""
    return tuple(_plain(finding) for finding in analysis.findings)


def spans(analysis: Analysis) -> Iterable[tuple[int, int]]:
    """Every range that the findings and their fixes speak of."""
    for finding in analysis.findings:
        yield finding.start, finding.end
        for related in finding.related:
            yield related.start, related.end
        yield from _edited(finding, analysis)


def _edited(finding: Finding, analysis: Analysis) -> Iterable[tuple[int, int]]:
    for fix in finding.fixes:
        for edit in edits_of(fix, analysis):
            yield edit.start, edit.end


def _plain(value: object) -> Plain:
    if is_dataclass(value) and not isinstance(value, type):
        return tuple((field.name, _plain(getattr(value, field.name))) for field in fields(value))
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        items = cast("dict[object, object]", value).items()
        return tuple(sorted((str(key), _plain(inner)) for key, inner in items))
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item) for item in cast("list[object]", value))
    return value
