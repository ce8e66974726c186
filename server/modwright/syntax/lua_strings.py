"""What a Lua string literal stands for."""

from __future__ import annotations

import re

_LONG = re.compile(r"\[(=*)\[(?:\r\n|\n\r|\r|\n)?([\s\S]*)\](\1)\]")
_ESCAPE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,8})\}|([0-9]{1,3})|z\s*|(\r\n|\n\r|[\s\S]))"
)
_SIMPLE = {
    "a": b"\a",
    "b": b"\b",
    "f": b"\f",
    "n": b"\n",
    "r": b"\r",
    "t": b"\t",
    "v": b"\v",
}


def string_value(raw: str) -> str:
    """The characters of a literal (`raw` has its quotes). Bytes that are no UTF-8 become U+FFFD."""
    if raw.startswith("["):
        found = _LONG.fullmatch(raw)
        return found[2] if found else raw
    body = raw[1:-1] if len(raw) > 1 and raw[-1] == raw[0] else raw[1:]
    if "\\" not in body:
        return body
    pieces: list[bytes] = []
    at = 0
    for found in _ESCAPE.finditer(body):
        pieces.append(_bytes(body[at : found.start()]))
        pieces.append(_escaped(found))
        at = found.end()
    pieces.append(_bytes(body[at:]))
    return b"".join(pieces).decode("utf-8", "replace")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _escaped(found: re.Match[str]) -> bytes:
    hexadecimal, code, decimal, other = found.groups()
    if hexadecimal:
        return bytes((int(hexadecimal, 16),))
    if code:
        value = int(code, 16)
        return _bytes(chr(value)) if value <= 0x10FFFF else b"?"
    if decimal:
        return bytes((int(decimal) & 0xFF,))
    if other is None:
        return b""
    if other[0] in "\r\n":
        return b"\n"
    return _SIMPLE.get(other, _bytes(other))
