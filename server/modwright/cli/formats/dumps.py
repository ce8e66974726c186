"""JSON that a terminal can show and any reader can read."""

from __future__ import annotations

import json
import re

from modwright.grammars import JsonValue

# `json` leaves these as they are: a terminal obeys some of them, and lone surrogates (bytes of a
# file name that are no text) have no UTF-8. All stand inside strings, where an escape is as good.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def one_line(value: JsonValue) -> str:
    return _safe(json.dumps(value, ensure_ascii=False))


def indented(value: JsonValue) -> str:
    return _safe(json.dumps(value, ensure_ascii=False, indent=2))


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
