"""What can only be asked of a client after `initialized`, and only of one that said it can."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp.session import Session

CONFIG_FILE = "modwright.toml"


async def register(session: Session) -> None:
    """Have the client tell of changed settings and changed `modwright.toml` files."""
    wanted: list[types.Registration] = []
    if session.features.registers_configuration:
        wanted.append(
            types.Registration("modwright-configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION)
        )
    if session.features.registers_watched_files:
        watchers = [types.FileSystemWatcher(glob_pattern=f"**/{CONFIG_FILE}")]
        wanted.append(
            types.Registration(
                "modwright-watched-files",
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
        )
    if wanted:
        await session.client.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(wanted))
