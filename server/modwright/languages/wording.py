"""Pieces of an author's text inside our sentences: short, on one line, harmless to Markdown."""

from __future__ import annotations

import re

_MOST = 80
_SPACE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# Half of a pair alone (`\ud83d`) is legal in JSON, and cannot be sent.
_SURROGATE = re.compile("[\ud800-\udfff]")


def plain(written: str, most: int = _MOST) -> str:
    """`written` on one line, at most `most` code points of it."""
    line = _SURROGATE.sub("�", _SPACE.sub(" ", written[: 2 * most])).strip()
    return line if len(line) <= most and len(written) <= 2 * most else line[: most - 1] + "…"


def code(written: str) -> str:
    """`written` as a Markdown code span."""
    line = plain(written)
    if not line:
        return "` `"
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{fence}{pad}{line}{pad}{fence}"
