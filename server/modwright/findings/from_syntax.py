"""Findings that every JSON and YAML file of ours can have: its syntax, and keys that stand twice.

Remembered per container, so that a keystroke costs the containers along its path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from modwright.findings.model import Finding, Fix, Message, Related, Severity, TextEdit
from modwright.syntax.node import Array, Container, Fault, Node, Object
from modwright.syntax.tree import SyntaxTree

SYNTAX = "json/syntax"
_YAML = "yaml/"

# Thousands of squiggles help nobody; the first ones are the ones that explain the others.
MAX_SYNTAX_FINDINGS = 200
_MAX_DUPLICATES = 1_000


def syntax_findings(document: SyntaxTree) -> list[Finding]:
    """The findings of the whole document at absolute offsets, in no particular order."""
    found = [_of_fault(fault) for fault in document.faults[:MAX_SYNTAX_FINDINGS]]
    if document.root is not None:
        offset = document.root_offset
        found.extend(finding.shifted(offset) for finding in _of_node(document.root))
    return found


def _of_node(root: Node) -> tuple[Finding, ...]:
    """The findings of a subtree, innermost containers first: brackets may nest deeply."""
    if not isinstance(root, Container):
        return tuple(_of_fault(fault) for fault in root.faults[:MAX_SYNTAX_FINDINGS])
    stack: list[Container] = [root]
    while stack:
        node = stack[-1]
        waiting = [part for part in _containers_in(node) if not _is_known(part)]
        if waiting and not _is_known(node):
            stack.extend(waiting)
            continue
        stack.pop()
        _of_container(node)
    return _of_container(root)


def _containers_in(node: Container) -> Iterator[Container]:
    if isinstance(node, Object):
        for entry in node.entries:
            if isinstance(entry.value, Container):
                yield entry.value
    elif isinstance(node, Array):
        for item in node.items:
            if isinstance(item, Container):
                yield item


def _is_known(node: Container) -> bool:
    return node.memo is not None and _of_container in node.memo


def _of_container(node: Container) -> tuple[Finding, ...]:
    """The findings of a container whose inner containers have been asked before."""
    return node.remember(_of_container, lambda: () if _is_fine(node) else _few(_found_in(node)))


def _is_fine(node: Container) -> bool:
    """Whether nothing is wrong in it, as with nearly all."""
    if node.has_faults:
        return False
    if isinstance(node, Object) and len(node.by_name) != len(node.entries):
        return False
    return not any(map(_of_container, _containers_in(node)))


def _found_in(node: Container) -> Iterator[Finding]:
    for fault in node.faults[:MAX_SYNTAX_FINDINGS]:
        yield _of_fault(fault)
    if isinstance(node, Object) and not node.names_duplicates:
        yield from _duplicate_keys(node)
    for offset, part in node.parts:
        if isinstance(part, Container):
            for finding in _of_container(part):
                yield finding.shifted(offset)
        elif part.has_faults:
            for fault in part.faults[:MAX_SYNTAX_FINDINGS]:
                yield _of_fault(fault).shifted(offset)


def _few(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All but the later ones of too many faults: each level of brackets would move them again."""
    kept = sorted(findings, key=lambda finding: finding.start)
    if len(kept) <= MAX_SYNTAX_FINDINGS:
        return tuple(kept)
    faults = [finding for finding in kept if finding.code.startswith((SYNTAX, _YAML))]
    dropped = {id(finding) for finding in faults[MAX_SYNTAX_FINDINGS:]}
    return tuple(finding for finding in kept if id(finding) not in dropped)


def _of_fault(fault: Fault) -> Finding:
    """A fault that names its code (`yaml/anchor`, `yaml/syntax.no-colon`) is a finding of that."""
    is_named = "/" in fault.variant
    code = fault.variant.partition(".")[0] if is_named else SYNTAX
    key = fault.variant if is_named else f"json/syntax.{fault.variant}"
    fixes: tuple[Fix, ...] = ()
    repair = fault.repair
    if repair is not None:
        edit = TextEdit(repair.start, repair.end, repair.new_text)
        title = Message.of(repair.title, new_text=repair.new_text)
        fixes = (Fix(title, (edit,), preferred=True),)
    related: tuple[Related, ...] = ()
    if fault.related is not None:
        related = (Related(*fault.related, Message.of(f"{code}.first", subject=fault.subject)),)
    return Finding(
        code=code,
        severity=Severity.ERROR,
        start=fault.start,
        end=fault.end,
        message=Message.of(key, subject=fault.subject),
        related=related,
        fixes=fixes,
    )


def _duplicate_keys(node: Object) -> list[Finding]:
    entries = node.entries
    if len(node.by_name) == len(entries):
        return []
    found: list[Finding] = []
    first: dict[str, int] = {}
    for index, entry in enumerate(entries):
        name = entry.name
        if name not in first:
            first[name] = index
            continue
        earlier = entries[first[name]]
        where = Related(
            earlier.key_offset,
            earlier.key_offset + earlier.key.width,
            Message.of("json/duplicate-key.first", key=name),
        )
        if len(found) >= _MAX_DUPLICATES:
            break
        found.append(
            Finding(
                code="json/duplicate-key",
                severity=Severity.ERROR,
                start=entry.key_offset,
                end=entry.key_offset + entry.key.width,
                message=Message.of("json/duplicate-key", key=name),
                related=(where,),
                fixes=(Fix(Message.of("json.remove-entry"), (removal(node, index),)),),
            )
        )
    return found


def removal(node: Object, index: int) -> TextEdit:
    """The edit, relative to `node`, that takes out an entry and the comma that goes with it.

    The comma is the one before the entry, or the one behind it for the first entry.
    """
    entries = node.entries
    end = _end(node, index)
    if index > 0:
        return TextEdit(_end(node, index - 1), end, "")
    start = entries[0].key_offset
    return TextEdit(start, entries[1].key_offset if len(entries) > 1 else end, "")


def _end(node: Object, index: int) -> int:
    entry = node.entries[index]
    if entry.value is not None:
        return entry.value_offset + entry.value.width
    return max(entry.value_offset, entry.key_offset + entry.key.width)
