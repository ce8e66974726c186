"""Bytes of a script as text that is safe to show."""

from __future__ import annotations

# C0 and C1 controls, line separators, marks that reorder text, the byte order mark.
_UNSAFE = (
    *range(0x20),
    *range(0x7F, 0xA0),
    0x2028,
    0x2029,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    0x200E,
    0x200F,
    0xFEFF,
)
_ESCAPES = {
    **{code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in _UNSAFE},
    0x0A: "\\n",
    0x0D: "\\r",
    0x09: "\\t",
}
_LINE = {**_ESCAPES, 0x09: "\t"}


def shown(data: bytes, most: int | None = None) -> str:
    """`data` read as UTF-8; what is not, and what would not show, becomes an escape.

    `most`: characters to keep; what is cut off is replaced by an ellipsis.
    """
    text = data.decode("utf-8", "backslashreplace").translate(_ESCAPES)
    return text if most is None or len(text) <= most else text[:most] + "…"


def shown_line(data: bytes) -> str:
    """A line of the log: as `shown`, with tabs kept."""
    return data.decode("utf-8", "backslashreplace").translate(_LINE)
