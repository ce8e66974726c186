"""workspace/executeCommand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from lsprotocol import types

from modwright.lsp.commands import COMMANDS
from modwright.lsp.errors import invalid_params
from modwright.lsp.session import Session


async def execute_command(session: Session, params: types.ExecuteCommandParams) -> object:
    """Raises `invalid_params` for a command there is not."""
    command = COMMANDS.get(params.command)
    if command is None:
        raise invalid_params(f"There is no command {params.command!r}")
    return await command(session, cast("Sequence[object]", params.arguments or ()))
