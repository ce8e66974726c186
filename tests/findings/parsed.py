"""The source of modwright, parsed once for all who look through it."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import NamedTuple

import modwright

ROOT = Path(modwright.__file__).parent


class Source(NamedTuple):
    """A module; `nodes` are all of its tree. `path` is relative to the package."""

    path: str
    tree: ast.Module
    nodes: list[ast.AST]


@functools.cache
def sources() -> tuple[Source, ...]:
    found: list[Source] = []
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.append(Source(path.relative_to(ROOT).as_posix(), tree, list(ast.walk(tree))))
    return tuple(found)
