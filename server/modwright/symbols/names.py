"""Names of a document: where each is defined and used. Read off by definition, references,
highlights and rename, whatever the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Name(NamedTuple):
    """One place where a name stands: [start, end) holds the name alone, without quotes or braces.

    Names with equal `key` are one name. `is_definition`: this place declares it. A name without
    `check` cannot be renamed (it belongs to the game, not to the author); `check` tells why a new
    name would not do, as a message key of the catalogue, or None if it would.
    """

    key: tuple[str, ...]
    text: str
    start: int
    end: int
    is_definition: bool
    check: Callable[[str], str | None] | None = None
