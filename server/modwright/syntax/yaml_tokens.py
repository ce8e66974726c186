"""How the pieces of YAML are written: the patterns, and where a value ends."""

from __future__ import annotations

import re

from modwright.syntax.yaml_lines import Line

# Only U+0020 and tabs separate: wider spaces belong to the text.
_PLAIN_START = r"(?:[^ \t\r\n\-?:,\[\]{}#&*!|>'\"%@`]|[\-?:](?=[^ \t\r\n]))"
PLAIN = re.compile(_PLAIN_START + r"(?:[ \t]*(?:[^ \t\r\n:#]|:(?=[^ \t\r\n])|(?<=[^ \t\r\n])#))*")
FLOW_PLAIN = re.compile(
    r"(?:[^ \t\r\n\-?:,\[\]{}#&*!|>'\"%@`]|[\-?:](?=[^ \t\r\n,\[\]{}]))"
    r"(?:[ \t]*(?:[^ \t\r\n:#,\[\]{}]|:(?=[^ \t\r\n,\[\]{}])|(?<=[^ \t\r\n])#))*"
)
QUOTED = {
    '"': re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*"'),
    "'": re.compile(r"'(?:[^'\r\n]|'')*'(?!')"),
}
QUOTED_LINES = {
    '"': re.compile(r'"(?:[^"\\]|\\[\s\S])*"'),
    "'": re.compile(r"'(?:[^']|'')*'(?!')"),
}
PROPERTY = re.compile(r"[&!][^ \t\r\n,\[\]{}]*")
ALIAS = re.compile(r"\*[^ \t\r\n,\[\]{}]*")
BLOCK_HEADER = re.compile(r"[|>](?:[+-][1-9]?|[1-9][+-]?)?")
_FLOW_RANGE = re.compile(r"[^,\]}\r\n]*(?:,[ \t]*[<>=][^,\]}\r\n]*)*")
_FLOW_END = re.compile(r"[,\]}]")
# A quote that is never closed hides the rest of its line.
_BRACKETS = re.compile(
    r"[\[\]{}]|\"(?:[^\"\\\r\n]|\\[^\r\n])*\"|'(?:[^'\r\n]|'')*'(?!')|[\"'][^\r\n]*"
)
GLUED_KEY = re.compile(r"([^\s:#,\[\]{}\"'&*!|>%@`]+):(?=[^\s])")


def end_of_match(pattern: re.Pattern[str], text: str, pos: int, line: Line) -> int:
    match = pattern.match(text, pos, line.end)
    return match.end() if match else pos


def rest_of_line(text: str, pos: int, line: Line) -> int:
    """Where a value ends that goes to the end of its line: before a comment, and before spaces."""
    end = line.end
    comment = text.find("#", pos, end)
    while comment > pos and text[comment - 1] not in " \t":
        comment = text.find("#", comment + 1, end)
    if comment >= pos and comment != -1 and (comment == pos or text[comment - 1] in " \t"):
        end = comment
    while end > pos and text[end - 1] in " \t":
        end -= 1
    return end


def end_in_flow(text: str, pos: int, line: Line) -> int:
    """Where an unquoted value ends between brackets."""
    end = rest_of_line(text, pos, line)
    match = _FLOW_END.search(text, pos, end)
    if match is None:
        return end
    return pos + len(text[pos : match.start()].rstrip(" \t"))


def end_of_range(text: str, pos: int, line: Line) -> int:
    """Where a version range ends between braces: its comparisons are joined by commas."""
    match = _FLOW_RANGE.match(text, pos, line.end)
    return pos + len(match[0].rstrip(" \t")) if match is not None else pos


def closing(text: str, pos: int, line: Line) -> int | None:
    """Behind the bracket that closes the one at `pos`, up to the end of `line`."""
    depth = 0
    for match in _BRACKETS.finditer(text, pos, line.end):
        char = match[0]
        if char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
            if not depth:
                return match.end()
    return None


def in_quotes(raw: str) -> str:
    return '"' + raw.replace("\\", "\\\\").replace('"', '\\"') + '"'
