"""Which entries of a folder `.gitignore` files exclude.

Rules gather from the outermost folder inwards; the innermost file that has an opinion decides, as
in git. Paths here are "trails": from the outermost folder that has a say, with slashes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

FILE_NAME = ".gitignore"
REPOSITORY_MARK = ".git"


@dataclass(frozen=True)
class IgnoreRules:
    """The rules that hold in one folder: (trail of the rules' folder, its patterns) each."""

    levels: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    def ignores(self, trail: str, *, is_folder: bool) -> bool:
        """Whether the entry at `trail` is excluded (what lies in an excluded folder is too)."""
        for base, spec in reversed(self.levels):
            relative = trail[len(base) :] + ("/" if is_folder else "")
            verdict = spec.check_file(relative).include
            if verdict is not None:
                return verdict
        return False

    def extended(self, trail: str, lines: list[str]) -> IgnoreRules:
        """These rules and those of a `.gitignore` with `lines` in the folder at `trail`.

        `trail` is empty or ends with a slash.
        """
        return IgnoreRules((*self.levels, (trail, _spec(lines))))


def read_lines(folder: str) -> list[str]:
    """The lines of the folder's `.gitignore`; none when it has none that can be read."""
    try:
        with open(os.path.join(folder, FILE_NAME), "rb") as file:  # noqa: PTH118, PTH123
            data = file.read()
    except OSError:
        return []
    # Patterns are bytes to git: file names that are no text must match theirs.
    text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    return [line.removesuffix("\r") for line in text.split("\n")]


def inherited(folder: str) -> tuple[IgnoreRules, str]:
    """The rules that the repository around `folder` (a real path) has for it, and its trail.

    No rules and an empty trail outside a repository, and where the rules exclude the folder
    itself: whoever names an excluded folder wants it checked.
    """
    top = _repository_of(folder)
    if top is None or top == folder:
        return IgnoreRules(), ""
    rules = IgnoreRules()
    here, trail = top, ""
    for name in Path(folder).relative_to(top).parts:
        lines = read_lines(here)
        if lines:
            rules = rules.extended(trail, lines)
        here = os.path.join(here, name)  # noqa: PTH118
        if rules.ignores(trail + name, is_folder=True):
            return IgnoreRules(), ""
        trail += f"{name}/"
    return rules, trail


def _repository_of(folder: str) -> str | None:
    while not os.path.lexists(os.path.join(folder, REPOSITORY_MARK)):  # noqa: PTH118
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder:
            return None
        folder = parent
    return folder


def _spec(lines: list[str]) -> GitIgnoreSpec:
    # Imported where a .gitignore is met: checking a named file must not pay for it.
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        # One malformed pattern: git passes it over and honours the others.
        return GitIgnoreSpec.from_lines([line for line in lines if _is_pattern(line)])


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
