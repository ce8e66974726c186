"""Somebody types on while the server is still at their last letter."""

from __future__ import annotations

import itertools
import json
from typing import cast

from lsp_support import Json, Wire, open_wire

_URI = "file:///package/rules.nimblock.json"
_BEFORE = '{"specVersion": 1, "name": "花🌸", "rules": [{"trigger": {"type": "'
_AFTER = '" }, "actions": []}]}'
_versions = itertools.count(2)


def _typed(letter: str, column: int) -> dict[str, Json]:
    place: dict[str, Json] = {"line": 0, "character": column}
    change: dict[str, Json] = {"range": {"start": place, "end": place}, "text": letter}
    document: dict[str, Json] = {"uri": _URI, "version": next(_versions)}
    params: dict[str, Json] = {"textDocument": document, "contentChanges": [change]}
    return {"method": "textDocument/didChange", "params": params}


def _asked(number: int, column: int) -> dict[str, Json]:
    position: dict[str, Json] = {"line": 0, "character": column}
    params: dict[str, Json] = {"textDocument": {"uri": _URI}, "position": position}
    return {"id": number, "method": "textDocument/completion", "params": params}


def _at_once(wire: Wire, *messages: dict[str, Json]) -> None:
    """All in one write, as they arrive where the server was busy for a moment."""
    data = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    wire.send_bytes(data)


def _open(wire: Wire, more: str = "") -> int:
    """The column where the cursor is, in UTF-16 units."""
    wire.initialize()
    document = {"uri": _URI, "languageId": "nimblock", "version": 1, "text": _BEFORE + _AFTER}
    document["text"] = cast("str", document["text"]) + more
    wire.notify("textDocument/didOpen", {"textDocument": cast("Json", document)})
    return len(_BEFORE.encode("utf-16-le")) // 2


def test_what_is_offered_replaces_what_was_there_when_it_was_asked_for() -> None:
    with open_wire() as wire:
        column = _open(wire)
        letters = (_typed("p", column), _typed("l", column + 1), _typed("a", column + 2))
        _at_once(wire, letters[0], _asked(901, column + 1), *letters[1:])
        answer = cast("dict[str, Json]", wire.answer_to(901)["result"])
        items = cast("list[dict[str, Json]]", answer["items"])
        chosen = next(item for item in items if item["label"] == "player.join")
        edit = cast("dict[str, dict[str, Json]]", chosen["textEdit"])
        # From the quote to the cursor, which was behind the first letter.
        assert edit["range"]["start"] == {"line": 0, "character": column - 1}
        assert edit["range"]["end"] == {"line": 0, "character": column + 1}
        # Asked again, it is behind the third.
        _at_once(wire, _asked(902, column + 3))
        answer = cast("dict[str, Json]", wire.answer_to(902)["result"])
        items = cast("list[dict[str, Json]]", answer["items"])
        chosen = next(item for item in items if item["label"] == "player.join")
        edit = cast("dict[str, dict[str, Json]]", chosen["textEdit"])
        assert edit["range"]["end"] == {"line": 0, "character": column + 3}


def test_what_is_offered_for_a_large_text_that_is_gone_is_dropped() -> None:
    with open_wire() as wire:
        column = _open(wire, " " * 600_000)
        _at_once(wire, _typed("p", column), _asked(903, column + 1), _typed("l", column + 1))
        answer = wire.answer_to(903)
        # LSP 3.17, ContentModified: clients say nothing about it.
        assert cast("dict[str, Json]", answer["error"])["code"] == -32801
