"""What the YAML tests share: a document as plain values, and marks in a text."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.syntax.node import Array, Fault, Kind, Node, Object, Scalar
from modwright.syntax.yaml_document import YamlDocument
from modwright.syntax.yaml_nodes import YamlScalar

MISSING = "∅"


def nodes(document: YamlDocument) -> Iterator[tuple[int, Node]]:
    """Every node with its offset, keys included."""
    if document.root is None:
        return
    stack: list[tuple[int, Node]] = [(document.root_offset, document.root)]
    while stack:
        offset, node = stack.pop()
        yield offset, node
        stack.extend((offset + inner, part) for inner, part in node.parts)


def faults(document: YamlDocument) -> list[Fault]:
    """All faults at absolute offsets, in text order."""
    found = list(document.faults)
    for offset, node in nodes(document):
        found.extend(fault.shifted(offset) for fault in node.faults)
    return sorted(found, key=lambda fault: (fault.start, fault.end, fault.variant))


def codes(text: str) -> list[str]:
    return [fault.variant.partition(".")[0] for fault in faults(YamlDocument.parse(text))]


def value(node: Node | None) -> object:
    """`<raw>` stands for a piece that was refused; a key that is none yet likewise."""
    if node is None:
        return MISSING
    if isinstance(node, Object):
        return {_key(entry.key): value(entry.value) for entry in node.entries}
    if isinstance(node, Array):
        return [value(item) for item in node.items]
    if isinstance(node, YamlScalar) and node.kind is Kind.NUMBER:
        return node.decimal
    if node.kind in (Kind.BOOLEAN, Kind.NULL):
        return {"t": True, "f": False}.get(node.raw[:1].lower())
    return node.text if node.kind is Kind.STRING else f"<{node.raw}>"


def _key(key: Scalar) -> str:
    return f"<{key.raw}>" if key.kind is Kind.ERROR else key.text


def marks(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the ranges that stood between « and »."""
    text = ""
    ranges: list[tuple[int, int]] = []
    starts: list[int] = []
    for character in marked:
        if character == "«":
            starts.append(len(text))
        elif character == "»":
            ranges.append((starts.pop(), len(text)))
        else:
            text += character
    return text, sorted(ranges)


def check_places(document: YamlDocument) -> None:
    """Every node lies where it says: its raw text is there, and it holds its parts."""
    text = document.text
    for offset, node in nodes(document):
        end = offset + node.width
        assert 0 <= offset <= end <= len(text)
        if isinstance(node, Scalar):
            assert text[offset:end] == node.raw
        before = offset
        for inner, part in node.parts:
            assert before <= offset + inner
            assert offset + inner + part.width <= end
            before = offset + inner + part.width
    for fault in faults(document):
        assert 0 <= fault.start <= fault.end <= len(text)
        if fault.repair is not None:
            assert 0 <= fault.repair.start <= fault.repair.end <= len(text)
        if fault.related is not None:
            assert 0 <= fault.related[0] <= fault.related[1] <= fault.start
