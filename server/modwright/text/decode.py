"""The bytes of a file to text, whatever they are."""

from __future__ import annotations

import codecs
from typing import NamedTuple

# UTF-32-LE before UTF-16-LE, whose mark it begins with.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoded(NamedTuple):
    """What a file's bytes say.

    text:     a byte order mark stays in it as U+FEFF, line breaks stay as they are.
    encoding: "utf-8", or "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be" where a byte order
              mark says so.
    error:    the range of code points, [start, end), of the U+FFFD that stands for the first bytes
              that are not in this encoding; None when all are.
    """

    text: str
    encoding: str
    had_bom: bool
    error: tuple[int, int] | None


def decode_bytes(data: bytes) -> Decoded:
    """Decode a file. Never raises: each piece that can't be decoded becomes one U+FFFD."""
    encoding, had_bom = "utf-8", False
    for mark, name in _MARKS:
        if data.startswith(mark):
            encoding, had_bom = name, True
            break
    try:
        return Decoded(data.decode(encoding), encoding, had_bom, None)
    except UnicodeDecodeError as invalid:
        at = len(data[: invalid.start].decode(encoding))
    return Decoded(data.decode(encoding, "replace"), encoding, had_bom, (at, at + 1))
