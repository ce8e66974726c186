"""How a client introduces itself: the parts of `initialize` that outlive the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from modwright.lsp.features import ClientFeatures, client_features


@dataclass(frozen=True)
class Hello:
    """`locale` and `options` (`initializationOptions`) are as the client sent them."""

    features: ClientFeatures
    process_id: int | None
    locale: str | None
    folders: tuple[str, ...]
    options: object


def read_hello(params: Mapping[str, object]) -> Hello:
    """Read `InitializeParams` as plain JSON. Odd values count as absent."""
    process_id = params.get("processId")
    locale = params.get("locale")
    return Hello(
        client_features(params.get("capabilities")),
        # bool is an int, and no process id.
        process_id if type(process_id) is int and process_id > 0 else None,
        locale if isinstance(locale, str) else None,
        _folders(params),
        params.get("initializationOptions"),
    )


def _folders(params: Mapping[str, object]) -> tuple[str, ...]:
    folders = params.get("workspaceFolders")
    if isinstance(folders, list):
        uris = [
            cast("Mapping[object, object]", folder).get("uri")
            for folder in cast("list[object]", folders)
            if isinstance(folder, Mapping)
        ]
        return tuple(uri for uri in uris if isinstance(uri, str))
    root = params.get("rootUri")
    return (root,) if isinstance(root, str) else ()
