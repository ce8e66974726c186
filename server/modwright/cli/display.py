"""Text of a file on a terminal: harmless, and as many cells wide as the terminal makes it."""

from __future__ import annotations

import importlib
import os
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TextIO, cast

from modwright.findings.model import Severity

TAB_STOP = 4

# What a terminal obeys, hides or reorders by: C0 and C1 controls, line and paragraph separators,
# direction marks and overrides, the byte order mark, lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_STYLES = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.INFORMATION: "1;34",
    Severity.HINT: "1;36",
}
BOLD = "1"
DIM = "2"


def visible(text: str) -> str:
    """`text` with every character that a terminal would act on replaced by a picture of it.

    A byte of a file name that is no text (`surrogateescape`) becomes `\\xNN`.
    """
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_picture, text)


def width(text: str) -> int:
    """How many cells `text` takes. It must hold nothing that `visible` would replace."""
    if text.isascii():
        return len(text)
    cells = 0
    for character in text:
        if character < "\x80":
            cells += 1
        elif _is_plainly_wide(character):
            cells += 2
        else:
            # Only here, since importing it takes longer than checking a small file.
            # The versions that import fast carry no types.
            module = importlib.import_module("wcwidth")
            wcswidth = cast("Callable[[str], int]", module.wcswidth)
            return max(0, wcswidth(text))
    return cells


def wants_colour(option: str, stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether to colour what goes to `stream`, for `--color` auto, always or never.

    NO_COLOR and FORCE_COLOR count when they are set and not empty; the option beats both.
    """
    if option != "auto":
        return option == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb"


def line_width(stream: TextIO, default: int) -> int:
    """The cells of a line of the terminal behind `stream`; `default` when there is none."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return columns or default


def painted(text: str, style: str, colour: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colour and text else text


def severity_style(severity: Severity) -> str:
    return _STYLES[severity]


def _is_plainly_wide(character: str) -> bool:
    """A character that is two cells wide whatever stands beside it (kana, ideographs, most emoji).

    Combining marks and emoji modifiers join the character before them: those are wcwidth's job.
    """
    return (
        unicodedata.east_asian_width(character) in "WF"
        and unicodedata.category(character)[0] in "LNPSZ"
        and not "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"<U+{code:04X}>"
