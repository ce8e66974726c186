"""The one loader of the data below `grammars/`: no other code reads those files.

In a wheel the data lies inside the package as `_grammars`; in a checkout it is the folder at the
top of the repository.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


@functools.cache
def root() -> Path:
    """The folder that holds the grammars.

    Raises FileNotFoundError when the installation is broken (no grammar data at all).
    """
    package = Path(__file__).resolve().parent
    for candidate in (package / "_grammars", package.parent.parent / "grammars"):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"modwright's grammar data is missing beside {package}")


@functools.cache
def load(name: str) -> JsonValue:
    """The parsed grammar file `name`, for example ``nimblock/catalogue-1.json``.

    The value is shared by all callers: do not change it. Raises FileNotFoundError for a name that
    does not exist.
    """
    return json.loads(text(name))


def text(name: str) -> str:
    """The grammar file `name` as it is written. Raises FileNotFoundError as `load` does."""
    return (root() / name).read_text(encoding="utf-8")


def read(name: str) -> str:
    """The text of a grammar file that is no JSON to us, for example a template.

    Raises FileNotFoundError for a name that does not exist.
    """
    return (root() / name).read_text(encoding="utf-8")
