"""Commands for `workspace/executeCommand`, by name.

Import what a command needs inside it: the names are read before `initialize` is answered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from modwright.lsp.session import Session

# Arguments and result are plain JSON. Raise `errors.invalid_params` or `errors.refused`.
Command: TypeAlias = "Callable[[Session, Sequence[object]], Awaitable[object]]"

COMMANDS: Mapping[str, Command] = {}
