"""Edits of a manifest: entries and items put in and taken out, laid out as the text around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from modwright.findings.from_syntax import removal
from modwright.findings.model import TextEdit
from modwright.syntax.node import Array, Entry, Node, Object
from modwright.syntax.yaml_nodes import YamlArray, YamlObject

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_ESCAPED = {'"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    """`text` as a double-quoted scalar that stands for exactly this text."""
    return '"' + "".join(_ESCAPED.get(character, character) for character in text) + '"'


def line_break(text: str) -> str:
    """The line break that the text uses first."""
    match = _LINE_BREAK.search(text)
    return match[0] if match else "\n"


def line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """Where the line break of the line around `offset` begins."""
    match = _LINE_BREAK.search(text, offset)
    return match.start() if match else len(text)


def next_line(text: str, offset: int) -> int:
    match = _LINE_BREAK.search(text, offset)
    return match.end() if match else len(text)


def behind_colon(text: str, offset: int) -> int:
    """Where a value would stand behind the key that ends at `offset`."""
    at = offset
    while text[at : at + 1] in (" ", "\t"):
        at += 1
    return at + 1 if text[at : at + 1] == ":" else offset


def entry_end(text: str, offset: int, entry: Entry) -> int:
    """Where an entry of the mapping at `offset` ends, its colon included."""
    if entry.value is not None:
        return offset + entry.value_offset + entry.value.width
    return behind_colon(text, offset + entry.key_offset + entry.key.width)


def is_flow(node: Node) -> bool:
    return isinstance(node, (YamlObject, YamlArray)) and node.is_flow


def remove_entry(text: str, node: Object, offset: int, index: int) -> TextEdit:
    """Take an entry out of the mapping at `offset`: in block style its lines, otherwise the entry
    and its comma."""
    if is_flow(node):
        return removal(node, index).shifted(offset)
    entry = node.entries[index]
    start = offset + entry.key_offset
    if index + 1 < len(node.entries):
        following = offset + node.entries[index + 1].key_offset
    else:
        following = None
    return _cut(text, start, entry_end(text, offset, entry), following)


def remove_item(text: str, node: Array, offset: int, index: int) -> TextEdit:
    """Take an item out of the list at `offset`."""
    item, at = node.items[index], offset + node.offsets[index]
    end = at + item.width
    if not is_flow(node):
        dash = text.rfind("-", 0, at) if item.width else at - 1
        following = None
        if index + 1 < len(node.items):
            following = text.rfind("-", 0, offset + node.offsets[index + 1])
        return _cut(text, dash, end, following)
    if index > 0:
        return TextEdit(offset + node.offsets[index - 1] + node.items[index - 1].width, end, "")
    if len(node.items) > 1:
        return TextEdit(at, offset + node.offsets[1], "")
    return TextEdit(at, end, "")


def _cut(text: str, start: int, end: int, following: int | None) -> TextEdit:
    """Cut the lines of [start, end), or up to `following` where something stands before it."""
    begin = line_start(text, start)
    if text[begin:start].strip(" ") != "":
        return TextEdit(start, end if following is None else following, "")
    stop = next_line(text, end)
    if stop == len(text) and begin > 0 and text[-1] not in "\r\n":
        # The last line goes with the line break before it.
        before = text[:begin]
        return TextEdit(len(before) - len(line_break(before[-2:])), stop, "")
    return TextEdit(begin, stop, "")


def add_entry(
    text: str, node: Object, offset: int, key: str, value: str, order: Sequence[str]
) -> TextEdit:
    """Put a new entry into the mapping at `offset`, behind the last of those before it in `order`.

    `value` is YAML on one line.
    """
    written = f"{key}: {value}"
    before = _last_before(node, key, order)
    entries = node.entries
    if is_flow(node):
        if before is not None:
            at = entry_end(text, offset, before)
            return TextEdit(at, at, f", {written}")
        at = offset + (entries[0].key_offset if entries else 1)
        return TextEdit(at, at, f"{written}, " if entries else written)
    first = offset + entries[0].key_offset
    new_line = line_break(text) + " " * (first - line_start(text, first))
    if before is None:
        return TextEdit(first, first, written + new_line)
    at = line_end(text, entry_end(text, offset, before))
    return TextEdit(at, at, new_line + written)


def _last_before(node: Object, key: str, order: Sequence[str]) -> Entry | None:
    earlier = set(order[: order.index(key)])
    found = [entry for entry in node.entries if entry.name in earlier]
    return found[-1] if found else None


def move_to_top(text: str, node: Object, offset: int, index: int) -> tuple[TextEdit, ...]:
    """Let an entry of the mapping at `offset` become its first."""
    entry = node.entries[index]
    written = text[offset + entry.key_offset : entry_end(text, offset, entry)]
    first = offset + node.entries[0].key_offset
    if is_flow(node):
        separator = ", "
    else:
        separator = line_break(text) + " " * (first - line_start(text, first))
    return (
        TextEdit(first, first, written + separator),
        remove_entry(text, node, offset, index),
    )


def add_item(text: str, node: Array, offset: int, value: str) -> TextEdit:
    """Put `value` (YAML on one line) at the end of the list at `offset`."""
    if not node.items:
        return TextEdit(offset + 1, offset + 1, value)
    last, at = node.items[-1], offset + node.offsets[-1]
    if is_flow(node):
        return TextEdit(at + last.width, at + last.width, f", {value}")
    indent = " " * (offset - line_start(text, offset))
    end = line_end(text, at + last.width)
    return TextEdit(end, end, f"{line_break(text)}{indent}- {value}")
