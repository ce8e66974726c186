"""What can only be asked of a client after `initialized`, and only of one that said it can."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp.session import Session

CONFIG_FILE = "modwright.toml"

# What packages are made of. A stray file of another kind is noticed at the next edit or save.
WATCHED = ("**/*.{yaml,lua,json,sm,png,md,txt}", "**/files/**")


async def register(session: Session) -> None:
    """Have the client tell of changed settings, `modwright.toml` files, and files of packages."""
    wanted: list[types.Registration] = []
    if session.features.registers_configuration:
        wanted.append(
            types.Registration("modwright-configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION)
        )
    if session.features.registers_watched_files:
        globs = [f"**/{CONFIG_FILE}", *WATCHED]
        watchers = [types.FileSystemWatcher(glob_pattern=glob) for glob in globs]
        wanted.append(
            types.Registration(
                "modwright-watched-files",
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
        )
    if wanted:
        await session.client.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(wanted))
