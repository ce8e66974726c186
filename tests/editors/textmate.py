"""Texts as the TextMate grammars see them, in the engine of VS Code (Node)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).with_name("textmate")
_BASES = _HERE / "node_modules" / "tm-grammars" / "grammars"
_OURS = Path(__file__).resolve().parents[2] / "grammars" / "textmate"
_PATIENCE_SECONDS = 120


class Scoped(NamedTuple):
    """[start, end) of a text, in code points, and its scopes, the outermost first."""

    start: int
    end: int
    scopes: tuple[str, ...]

    def has(self, scope: str) -> bool:
        return any(each == scope or each.startswith(f"{scope}.") for each in self.scopes)


def missing() -> str:
    """Why the grammars cannot be run here; "" if they can."""
    if shutil.which("node") is None:
        return "no Node here"
    return "" if _BASES.is_dir() else f"run `npm install` in tests/editors/{_HERE.name}"


def grammars() -> list[Path]:
    return sorted(_OURS.glob("*.tmLanguage.json"))


def run_samples() -> str:
    """Run the samples against their marks; what is wrong, empty if nothing is."""
    done = subprocess.run(
        ["npm", "test", "--silent"],
        cwd=_HERE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE_SECONDS,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def scoped(scope: str, texts: Sequence[str]) -> list[list[Scoped]]:
    """The tokens of each text, read by the grammar called `scope`."""
    paths = [_BASES / "json.json", _BASES / "yaml.json", *grammars()]
    question = {"grammars": [str(path) for path in paths], "texts": [[scope, t] for t in texts]}
    done = subprocess.run(
        ["node", str(_HERE / "tokenize.js")],
        input=json.dumps(question),
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[list[tuple[int, int, int, list[str]]]] = json.loads(done.stdout)
    return [_placed(text, tokens) for text, tokens in zip(texts, answers, strict=True)]


def _placed(text: str, tokens: list[tuple[int, int, int, list[str]]]) -> list[Scoped]:
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(line: int, units: int) -> int:
        return starts[line] + len(lines[line].encode("utf-16-le")[: units * 2].decode("utf-16-le"))

    return [
        Scoped(offset(line, start), offset(line, end), tuple(scopes))
        for line, start, end, scopes in tokens
    ]


def spans(tokens: Sequence[Scoped], scope: str) -> list[tuple[int, int]]:
    """The ranges that have a scope, neighbours joined."""
    found: list[tuple[int, int]] = []
    for token in tokens:
        if not token.has(scope):
            continue
        if found and found[-1][1] == token.start:
            found[-1] = (found[-1][0], token.end)
        else:
            found.append((token.start, token.end))
    return found
