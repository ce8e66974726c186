"""Findings that every JSON file of ours can have: its syntax, and keys that stand twice.

Remembered per container, so that a keystroke costs the containers along its path.
"""

from __future__ import annotations

from modwright.findings.model import Finding, Fix, Message, Related, Severity, TextEdit
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Container, Fault, Node, Object

# Thousands of squiggles help nobody; the first ones are the ones that explain the others.
MAX_SYNTAX_FINDINGS = 200


def syntax_findings(document: JsonDocument) -> list[Finding]:
    """The findings of the whole document at absolute offsets, in no particular order."""
    found = [_of_fault(fault) for fault in document.faults[:MAX_SYNTAX_FINDINGS]]
    if document.root is not None:
        offset = document.root_offset
        found.extend(finding.shifted(offset) for finding in _of_node(document.root))
    return found


def _of_node(node: Node) -> tuple[Finding, ...]:
    if not isinstance(node, Container):
        return tuple(_of_fault(fault) for fault in node.faults)
    return node.remember(_of_node, lambda: _of_container(node))


def _of_container(node: Container) -> tuple[Finding, ...]:
    found = [_of_fault(fault) for fault in node.faults[:MAX_SYNTAX_FINDINGS]]
    if isinstance(node, Object):
        found.extend(_duplicate_keys(node))
    for offset, part in node.parts:
        if part.has_faults or isinstance(part, Container):
            found.extend(finding.shifted(offset) for finding in _of_node(part))
    return tuple(found)


def _of_fault(fault: Fault) -> Finding:
    fixes: tuple[Fix, ...] = ()
    repair = fault.repair
    if repair is not None:
        edit = TextEdit(repair.start, repair.end, repair.new_text)
        title = Message.of(repair.title, new_text=repair.new_text)
        fixes = (Fix(title, (edit,), preferred=True),)
    return Finding(
        code="json/syntax",
        severity=Severity.ERROR,
        start=fault.start,
        end=fault.end,
        message=Message.of(f"json/syntax.{fault.variant}", subject=fault.subject),
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
