"""Packages that are named on the command line: by their folder, or by any file in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from modwright.cli import checking
from modwright.cli.display import visible
from modwright.cli.texts import text

if TYPE_CHECKING:
    from modwright.workspace.packages import FolderPackage

# The name of a file that need not exist: a package is looked for around files.
_INSIDE = "_"


def package_at(path: str, locale: str) -> FolderPackage | str:
    """The package of a folder or a file; a line that says why there is none."""
    absolute = os.path.abspath(path)  # noqa: PTH100
    try:
        os.stat(absolute)  # noqa: PTH116 - a bad path raises here and nowhere else
        is_folder = os.path.isdir(absolute)  # noqa: PTH112
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return visible(text(locale, "cannot-read", path=path, reason=reason))
    inside = os.path.join(absolute, _INSIDE) if is_folder else absolute  # noqa: PTH118
    package = checking.package_around(inside)
    return package if package is not None else visible(text(locale, "no-mutator", path=path))


def locale_at(option: str | None, path: str) -> str:
    """The language of what is said about a package."""
    from modwright.cli import locales

    inside = os.path.join(os.path.abspath(path), _INSIDE)  # noqa: PTH100, PTH118
    return locales.choose(option, checking.settings_of(inside))
