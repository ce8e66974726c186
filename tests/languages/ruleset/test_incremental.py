"""After any edits to a real ruleset, its findings equal those of a fresh look at the final text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.findings.model import Finding
from modwright.languages.ruleset.findings import findings
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Object

_EXAMPLES = Path(__file__).parents[3] / "examples" / "ruleset"
_TEXTS = [
    path.read_text(encoding="utf-8")
    for path in (_EXAMPLES / "lantern-road" / "ruleset.json", _EXAMPLES / "iron-tide.ruleset.json")
]
_CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "ruleset"
_WORD = re.compile(r"[a-z_]{3,}|\d+|[\[\]{},:]|true|false")
_PIECES = (
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    "",
    "x",
    "1",
    "-",
    "true",
    '"id": "grit", ',
    "鉄",
    "null",
    "[x]",
)


def _found(document: JsonDocument) -> list[Finding]:
    root = document.root
    if not isinstance(root, Object):
        return []
    return sorted(
        findings(root, document.root_offset),
        key=lambda finding: (finding.start, finding.end, finding.code, str(finding.message)),
    )


def _edited(document: JsonDocument, start: int, end: int, piece: str) -> JsonDocument:
    text = document.text[:start] + piece + document.text[end:]
    return document.edited(text, start, end, start + len(piece))


def _random_edit(document: JsonDocument, rng: random.Random) -> JsonDocument:
    """Mostly what an author does: a name becomes another name of the file, a number another."""
    text = document.text
    words = list(_WORD.finditer(text))
    word = rng.choice(words)
    choice = rng.random()
    if choice < 0.5:
        return _edited(document, *word.span(), rng.choice(words)[0])
    if choice < 0.8:
        at = rng.randrange(len(text))
        return _edited(document, at, min(len(text), at + rng.randrange(3)), rng.choice(_PIECES))
    end = min(len(text), word.start() + rng.randrange(200))
    return _edited(document, word.start(), end, "")


def _follow(text: str, rng: random.Random, count: int) -> None:
    document = JsonDocument.parse(text)
    _found(document)
    for _ in range(count):
        before = document
        document = _random_edit(document, rng)
        assert _found(document) == _found(JsonDocument.parse(document.text))
        if rng.random() < 0.5:
            document = before  # undone: most of the time the file stays a ruleset
            assert _found(document) == _found(JsonDocument.parse(document.text))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(_TEXTS), st.integers(0, 2**32))
def test_edited_equals_fresh(text: str, seed: int) -> None:
    _follow(text, random.Random(seed), 4)


def test_edited_equals_fresh_in_a_public_ruleset() -> None:
    file = _CORPUS / "gravewatch.1_54.json"
    if not file.exists():
        pytest.skip("the corpus is not here")
    _follow(file.read_text(encoding="utf-8"), random.Random(7), 12)
