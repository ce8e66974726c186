"""How a request travels to the child: one JSON header, then the contents of the files, as bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_LENGTH_BYTES = 8


def pack(header: dict[str, Json], files: Mapping[str, bytes]) -> bytes:
    """The request as bytes: header length (8 bytes, big-endian), header, files in header order."""
    listed: list[Json] = [[path, len(content)] for path, content in files.items()]
    head = json.dumps({**header, "files": listed}).encode("ascii")
    return b"".join([len(head).to_bytes(_LENGTH_BYTES, "big"), head, *files.values()])


def unpack(data: bytes) -> tuple[dict[str, Json], dict[str, bytes]]:
    """Undo `pack`. Raises ValueError where the data is not what `pack` makes."""
    end = _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "big")
    if len(data) < end:
        raise ValueError("the request is cut short")
    header = cast("dict[str, Json]", json.loads(data[_LENGTH_BYTES:end]))
    listed = cast("list[tuple[str, int]]", header.pop("files"))
    files: dict[str, bytes] = {}
    for path, length in listed:
        files[path] = data[end : end + length]
        end += length
    if len(data) != end:
        raise ValueError("the request is not as long as it says")
    return header, files
