"""How a text is written as a scalar of a manifest."""

from __future__ import annotations

import re

from modwright.languages.oamut.edits import quoted
from modwright.syntax.node import Kind
from modwright.syntax.yaml_nodes import plain_key, plain_kind

_HARMLESS = re.compile(r"\w(?:[\w./+-]*[\w/+-])?")


def spelled(text: str, quote: str = "") -> str:
    """`text` as a value: in quotes of the kind that the author has begun, otherwise without any
    as long as it needs none."""
    if quote == "'":
        return "'" + text.replace("'", "''") + "'"
    if quote or not _HARMLESS.fullmatch(text) or plain_kind(text) is not Kind.STRING:
        return quoted(text)
    return text


def spelled_key(text: str, quote: str = "") -> str:
    """`text` as a key: one that is a whole number needs no quotes."""
    if not quote and _HARMLESS.fullmatch(text) and not plain_key(text).faults:
        return text
    return spelled(text, quote or '"')
