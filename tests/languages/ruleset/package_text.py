"""Packages of rulesets for tests: a dictionary of files, and what is found in one of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from modwright.findings.model import Finding
from modwright.ide import service
from modwright.languages.language import Analysis
from modwright.languages.package import RULESET, DictPackage
from tests.languages.nimblock.spec_text import unmark
from tests.languages.ruleset.ruleset_text import ruleset

SHEET = (
    '"sheet": {"version": 1, '
    '"sections": [{"id": "about", "label": "About"}], '
    '"abilities": [{"id": "brawn", "label": "Brawn", "short": "BRN", "min": 0, "max": 3, '
    '"default": 0}], '
    '"fields": [{"id": "calling", "label": "Calling", "type": "enum", '
    '"values": ["Sailor", "gm"], "valueLabels": {"gm": "Game Master 🎲"}}], '
    '"live": {"conditions": [{"id": "prone", "label": "Prone"}]}}'
)
RULES = ruleset(SHEET)
DISPLAYED = [
    "灰の潮 🌊",
    "Tests.",
    "Untrained",
    "Easy",
    "About",
    "Brawn",
    "BRN",
    "Calling",
    "Sailor",
    "Game Master 🎲",
    "Prone",
]
"""What players see of `RULES`."""


def package(files: Mapping[str, str], **others: str) -> DictPackage:
    """A package with a `ruleset.json`, unless `files` has another."""
    named = {"ruleset.json": RULES, **files, **others}
    return DictPackage("ash-tide", named, manifest_path="ruleset.json", kind=RULESET)


def analysis(path: str, files: Mapping[str, str]) -> Analysis:
    """The analysis of one of the files."""
    around = package(files)
    data = around.read(path)
    assert data is not None
    found = service.analyse_bytes(path, data, None, around)
    assert found is not None, f"{path} is no file of ours"
    return found


def found(path: str, files: Mapping[str, str]) -> list[Finding]:
    return list(analysis(path, files).findings)


def check(path: str, marked: str, *codes: str, **files: str) -> list[Finding]:
    """The findings of the file at `path` are `codes` (without `ruleset/`), one a mark."""
    text, ranges = unmark(marked)
    others = {name.replace("__", "/").replace("_", "."): each for name, each in files.items()}
    every = found(path, {**others, path: text})
    actual = [(each.start, each.end, each.code) for each in every]
    wanted = [(*span, f"ruleset/{code}") for span, code in zip(ranges, codes, strict=True)]
    shown = [(text[start:end], code) for start, end, code in actual]
    assert actual == sorted(wanted), f"found {shown}"
    return every


def pack(language: str, entries: Mapping[str, str]) -> str:
    """A whole pack: what `entries` does not have is translated by its own length."""
    texts = {text: f"<{len(text)}>" for text in DISPLAYED}
    return json.dumps(
        {"_meta": {"locale": language}, "ruleset": {**texts, **entries}}, ensure_ascii=False
    )


def manifest(
    files: Mapping[str, str],
    *,
    minor: int = 20,
    paths: Sequence[str] = ("ruleset.json",),
    **others: object,
) -> str:
    """A manifest that pins `files` as they are."""
    pins = [
        {
            "path": path,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "bytes": len(text.encode()),
        }
        for path, text in files.items()
    ]
    whole: dict[str, object] = {
        "schemaVersion": 2,
        "capabilityApi": {"major": 1, "minor": minor},
        "id": "ash-tide",
        "name": "Ash Tide",
        "version": "1.0.0",
        "kind": ["ruleset"],
        "permissions": [],
        "entrypoints": {},
        "contributions": {"assets": {"paths": list(paths)}},
        "files": pins,
        **others,
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)
