"""Values that YAML takes for something else as long as they stand without quotes.

The three traps (specs/oamut.md, Strict YAML) have findings of their own, in the place of what the
reader says. Every fix puts quotes around the author's text and leaves it to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from modwright.findings.model import Finding, Fix, Message, TextEdit
from modwright.languages.oamut import grammar
from modwright.languages.oamut.edits import quoted
from modwright.languages.oamut.report import QUOTE, error, warning
from modwright.schema.checker import place_at
from modwright.syntax.node import Container, Kind, Node, Object
from modwright.syntax.tree import SyntaxTree
from modwright.syntax.yaml_nodes import Style, YamlScalar

_ALIAS = "yaml/alias"
_BLOCK_SCALAR = "yaml/block-scalar"
_RANGE = "range"
_VERSION = "version"
_BARE_HEADER = re.compile(r">[+\-0-9]*[ \t]*(?:#[^\r\n]*)?")

_CURLY = re.compile(
    r"(?:[“”„‟＂](?P<double>[^“”„‟＂]*)[“”„‟＂]|[‘’‚‛＇](?P<single>[^‘’‚‛＇]*)[‘’‚‛＇])"
)


class _Trap(NamedTuple):
    """A finding, and the codes of the reader's faults that it stands for."""

    finding: Finding
    replaced: Sequence[tuple[int, int, str]]


def trap_findings(document: SyntaxTree) -> list[Finding]:
    return [trap.finding for trap in _traps(document)]


def suppressed_faults(document: SyntaxTree) -> set[tuple[int, int, str]]:
    """(start, end, code) of the reader's faults that a finding of this module says better."""
    return {replaced for trap in _traps(document) for replaced in trap.replaced}


def is_trapped(kind: str | None, node: Node) -> bool:
    """Whether this value has its own finding where `kind` (`x-quoted` in the schema) is wanted."""
    return kind == _VERSION and node.kind is Kind.NUMBER


def quote_fix(node: Node, offset: int) -> Fix:
    """Quotes around a plain value."""
    return _quote((offset, offset + node.width), _text_of(node))


def quote_everything(findings: Sequence[Finding]) -> list[Finding]:
    """Where quotes would mend several of the findings, each of these gets a fix that mends all."""
    edits = [edit for finding in findings for fix in _quotes(finding) for edit in fix.edits]
    if len(edits) < 2:
        return list(findings)
    fix = Fix(Message.of("oamut.quote-all", count=len(edits)), tuple(sorted(set(edits))))
    return [
        finding._replace(fixes=(*finding.fixes, fix)) if any(_quotes(finding)) else finding
        for finding in findings
    ]


def _quotes(finding: Finding) -> Iterator[Fix]:
    return (fix for fix in finding.fixes if fix.title.key == QUOTE)


def _quote(span: tuple[int, int], text: str) -> Fix:
    new_text = quoted(text)
    edit = TextEdit(span[0], span[1], new_text)
    return Fix(Message.of(QUOTE, new_text=new_text), (edit,), preferred=True)


def _text_of(node: Node) -> str:
    """What the author wrote. The lines below a `>` are what it would have stood for."""
    lines = node.raw.splitlines()
    if len(lines) < 2:
        return node.raw
    if _BARE_HEADER.fullmatch(lines[0].strip()):
        lines = lines[1:]
    return " ".join(line.strip() for line in lines if line.strip())


def _traps(document: SyntaxTree) -> Iterator[_Trap]:
    root, start = document.root, document.root_offset
    if root is None:
        return
    for node, offset in _suspects(root, start):
        if node.kind is Kind.ERROR and node.raw == grammar.STAR:
            replaced = _faults(node, offset, _ALIAS)
            if replaced:
                yield _trap("oamut/unquoted-star", node, offset, replaced)
    for path, kind in grammar.quoted_paths().items():
        place = place_at(root, path)
        node, offset = place.node, start + place.offset
        if node is None:
            continue
        if kind == _RANGE and node.raw.startswith(">") and node.kind is Kind.ERROR:
            replaced = _faults(node, offset, _BLOCK_SCALAR)
            if replaced:
                yield _trap("oamut/unquoted-range", node, offset, replaced)
        elif kind == _VERSION and is_trapped(kind, node) and not node.faults:
            yield _trap("oamut/unquoted-version", node, offset, ())


def _trap(code: str, node: Node, offset: int, replaced: Sequence[tuple[int, int, str]]) -> _Trap:
    fix = quote_fix(node, offset)
    finding = error(code, (offset, offset + node.width), (fix,), written=_text_of(node))
    return _Trap(finding, replaced)


def _faults(node: Node, offset: int, code: str) -> list[tuple[int, int, str]]:
    return [
        (offset + fault.start, offset + fault.end, code)
        for fault in node.faults
        if fault.variant == code
    ]


def _suspects(root: Node, offset: int) -> Iterator[tuple[YamlScalar, int]]:
    """The stars and the values in typographic quotes, with their offsets, in text order."""
    if isinstance(root, YamlScalar):
        if _is_suspect(root):
            yield root, offset
    elif isinstance(root, Container):
        for inner, node in root.remember(_suspects_in, partial(_suspects_in, root)):
            yield node, offset + inner


def _suspects_in(node: Container) -> tuple[tuple[int, YamlScalar], ...]:
    """Takes one call a level, which the reader bounds."""
    return tuple(
        (at, found) for inner, child in _values(node) for found, at in _suspects(child, inner)
    )


def _is_suspect(node: YamlScalar) -> bool:
    return node.raw == grammar.STAR or (
        node.style is Style.PLAIN and _CURLY.fullmatch(node.raw) is not None
    )


def _values(node: Container) -> Iterator[tuple[int, Node]]:
    if not isinstance(node, Object):
        yield from node.parts
        return
    for entry in node.entries:
        if entry.value is not None:
            yield entry.value_offset, entry.value


# ---- typographic quotes


def unquoted_curly(text: str) -> str | None:
    """What stands between the typographic quotes around a text; None where there are none."""
    match = _CURLY.fullmatch(text)
    if match is None:
        return None
    return match["double"] if match["double"] is not None else match["single"]


def straighten(node: Node, offset: int) -> tuple[Fix, ...]:
    """The fix for a plain value in typographic quotes; none for any other."""
    if not isinstance(node, YamlScalar) or node.style is not Style.PLAIN:
        return ()
    inner = unquoted_curly(node.text) if node.kind is Kind.STRING else None
    if inner is None:
        return ()
    new_text = quoted(inner)
    edit = TextEdit(offset, offset + node.width, new_text)
    return (Fix(Message.of("oamut.straighten", new_text=new_text), (edit,), preferred=True),)


def curly_quotes(document: SyntaxTree, others: Sequence[Finding]) -> Iterator[Finding]:
    """`oamut/curly-quotes`; not where one of the `others` covers the value."""
    if document.root is None:
        return
    for node, offset in _suspects(document.root, document.root_offset):
        end = offset + node.width
        fixes = straighten(node, offset)
        if not fixes or node.faults:
            continue
        if not any(other.start <= offset and end <= other.end for other in others):
            yield warning("oamut/curly-quotes", (offset, end), fixes, written=node.text)
