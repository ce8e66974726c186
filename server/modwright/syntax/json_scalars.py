"""JSON strings and numbers as nodes: what they stand for, and what is wrong inside them."""

from __future__ import annotations

import math
import re

from modwright.syntax.decoded import DecodedText
from modwright.syntax.node import Fault, Kind, Repair, Scalar

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([\s\S])|)")
_TROUBLE = re.compile(r'\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])|(\\u[0-9A-Fa-f]{0,3}|\\.?|[\x00-\x1f])')
_SIMPLE = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

# More digits than any double can tell apart, and few enough for each such number to be a double.
_EXACT_DIGITS = 308


class JsonString(Scalar):
    """A string as written, quotes included; the closing quote may be missing."""

    __slots__ = ()

    def _decode(self) -> DecodedText:
        raw = self.raw
        if not self.is_quoted:
            return DecodedText.plain(raw, 0)
        end = len(raw) - 1 if _is_closed(raw) else len(raw)
        body = raw[1:end]
        if "\\" not in body:
            return DecodedText.plain(body, 1)
        return _decode_escapes(body)


class BrokenString(Scalar):
    """A string with quotes missing or too many; reads as what is left without the quotes."""

    __slots__ = ()

    def _decode(self) -> DecodedText:
        start = 1 if self.raw.startswith('"') else 0
        return DecodedText.plain(self.raw.replace('"', ""), start)


class JsonNumber(Scalar):
    __slots__ = ()

    @property
    def number(self) -> int | float:
        raw = self.raw
        if raw.lstrip("-").isdigit() and len(raw) <= _EXACT_DIGITS:
            return int(raw)
        try:
            return float(raw)
        except ValueError:
            return math.nan


def _is_closed(raw: str) -> bool:
    if len(raw) < 2 or raw[-1] != ("”" if raw[0] == "“" else raw[0]):
        return False
    slashes = len(raw) - 1 - len(raw[:-1].rstrip("\\"))
    return slashes % 2 == 0


def _decode_escapes(body: str) -> DecodedText:
    pieces: list[str] = []
    jumps: list[tuple[int, int]] = [(0, 1)]
    length = at = 0
    high = ""  # a high surrogate that waits for its other half
    for match in _ESCAPE.finditer(body):
        start, end = match.span()
        if start > at:
            pieces.append(body[at:start])
            length += start - at
            high = ""
        code = match[1]
        char = chr(int(code, 16)) if code else _SIMPLE.get(match[2] or "", match[2] or "\\")
        at = end
        if high and "\udc00" <= char <= "\udfff" and code:
            pieces[-1] = chr(0x10000 + ((ord(high) - 0xD800) << 10) + ord(char) - 0xDC00)
            jumps[-1] = (length, end + 1)
            high = ""
            continue
        if jumps[-1] != (length, start + 1):
            jumps.append((length, start + 1))
        pieces.append(char)
        length += 1
        jumps.append((length, end + 1))
        high = char if code and "\ud800" <= char <= "\udbff" else ""
    pieces.append(body[at:])
    return DecodedText("".join(pieces), jumps)


def string_faults(raw: str) -> tuple[Fault, ...]:
    """What is wrong between the quotes: escapes JSON does not have, control characters."""
    faults: list[Fault] = []
    for match in _TROUBLE.finditer(raw, 1):
        piece = match[1]
        if piece is None:
            continue
        start, end = match.span()
        if piece[0] == "\\":
            repair = Repair("json.double-backslash", start, start, "\\")
            faults.append(Fault(start, end, "bad-escape", piece, repair))
        else:
            written = {"\t": "\\t", "\b": "\\b", "\f": "\\f"}.get(piece, f"\\u{ord(piece):04x}")
            repair = Repair("json.write-escape", start, end, written)
            faults.append(Fault(start, end, "control-character", written, repair))
    return tuple(faults)


def scalar(raw: str) -> Scalar:
    """The node of a well-formed token that is no bracket."""
    first = raw[0]
    if first == '"':
        return JsonString(Kind.STRING, raw, string_faults(raw) if _may_have_faults(raw) else ())
    if raw in {"true", "false"}:
        return Scalar(Kind.BOOLEAN, raw)
    if raw == "null":
        return Scalar(Kind.NULL, raw)
    return JsonNumber(Kind.NUMBER, raw)


def _may_have_faults(raw: str) -> bool:
    return "\\" in raw or not raw.isprintable()
