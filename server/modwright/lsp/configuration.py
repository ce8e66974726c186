"""Settings, live: asked for where the client can be asked, else taken from what it sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from lsprotocol import types

from modwright.lsp.diagnostics import Diagnostics
from modwright.lsp.session import Session
from modwright.workspace.settings import read_settings

SECTION = "modwright"


class Configuration:
    """Reads the section `modwright` and applies it to everything that is shown."""

    def __init__(self, session: Session, diagnostics: Diagnostics) -> None:
        self._session = session
        self._diagnostics = diagnostics
        self._at_start = section_of(session.options)
        self._applied = read_settings(self._at_start)
        session.workspace.set_client_settings(self._applied)

    def changed(self, sent: object) -> None:
        """workspace/didChangeConfiguration, with its `settings`, which many clients leave null."""
        if self._session.features.configuration:
            self._session.client.in_background(self.pull(), "settings")
        else:
            self._apply(section_of(sent))

    async def pull(self) -> None:
        """Ask for the section. Only a plain section name means the same to every client."""
        answer = await self._session.client.ask(
            types.WORKSPACE_CONFIGURATION,
            types.ConfigurationParams([types.ConfigurationItem(section=SECTION)]),
        )
        if isinstance(answer, list) and answer:
            self._apply(cast("list[object]", answer)[0])

    def _apply(self, section: object) -> None:
        # Null is how a client says that it knows no such section.
        settings = read_settings(section if section is not None else self._at_start)
        if settings == self._applied:
            return
        self._applied = settings
        self._session.workspace.set_client_settings(settings)
        self.refresh()

    def refresh(self) -> None:
        """Have the client show again what depends on settings."""
        self._diagnostics.refresh()
        features = self._session.features
        if features.refreshes_inlay_hints:
            self._ask_for(types.WORKSPACE_INLAY_HINT_REFRESH)
        if features.refreshes_code_lenses:
            self._ask_for(types.WORKSPACE_CODE_LENS_REFRESH)

    def _ask_for(self, refresh: str) -> None:
        async def ask() -> None:
            await self._session.client.ask(refresh, None)

        self._session.client.in_background(ask(), refresh)


def section_of(sent: object) -> object:
    """Our section, out of everything (`{"modwright": {…}}`, `{"modwright.locale": …}`) or alone."""
    if not isinstance(sent, Mapping):
        return None
    values = cast("Mapping[object, object]", sent)
    prefix = f"{SECTION}."
    dotted = {
        key.removeprefix(prefix): value
        for key, value in values.items()
        if isinstance(key, str) and key.startswith(prefix)
    }
    section = values.get(SECTION)
    if isinstance(section, Mapping):
        return {**cast("Mapping[object, object]", section), **dotted}
    return dotted or values
