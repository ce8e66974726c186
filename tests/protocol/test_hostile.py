"""Hostile documents over the wire: every request is answered, and good documents do not suffer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence

import pytest
from lsp_support import Editor, Page, Wire, open_wire, spec, within
from lsprotocol import types

TEXTS = {
    "brackets without end": "[{" * 50_000,
    "closers": "]}" * 50_000,
    "an array of arrays": "[" * 200 + "]" * 200,
    "ten megabytes": "[" + '{"あ": "日本😋"},' * 600_000 + "1]",
    "NUL": spec("\0" * 10_000),
    "braces in a text": spec("{" * 100_000),
    "lone surrogate escapes": spec("@@").replace("@@", "\\ud83d" * 10_000),
    "the same key": '{"specVersion": 1, ' + '"name": "夜", ' * 5_000 + '"id": "x"}',
    "a merge conflict": f"<<<<<<< HEAD\n{spec('夜')}\n=======\n{spec('昼')}\n>>>>>>> topic\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
@pytest.mark.asyncio(loop_scope="module")
async def test_every_request_is_answered(vscode: Editor, text: str) -> None:
    page = vscode.open(text)
    found = await page.findings()
    assert found
    assert len(found) <= 1001
    for answer in await asyncio.gather(*everything(page)):
        assert not isinstance(answer, BaseException)

    page.rewrite(spec("夜 {player} 😋"))
    assert await page.codes() == []
    page.close()

    other = vscode.open(spec("{plyer}"))
    assert await other.codes() == ["nimblock/unknown-variable"]
    other.close()


def everything(page: Page) -> Sequence[Awaitable[object]]:
    """A request of each kind, all under way at once, in the middle of the first line."""
    client, document = page.editor.client, page.identifier
    middle = types.Position(0, len(page.text.split("\n", 1)[0]) // 2)
    start = types.Position(0, 0)
    near = types.Range(start, types.Position(0, 200))
    asked = [
        client.text_document_hover_async(types.HoverParams(document, middle)),
        client.text_document_completion_async(types.CompletionParams(document, middle)),
        client.text_document_document_symbol_async(types.DocumentSymbolParams(document)),
        client.text_document_code_action_async(
            types.CodeActionParams(document, near, types.CodeActionContext([]))
        ),
        client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document)),
        client.text_document_document_color_async(types.DocumentColorParams(document)),
        client.text_document_inlay_hint_async(types.InlayHintParams(document, near)),
        client.text_document_folding_range_async(types.FoldingRangeParams(document)),
        client.text_document_selection_range_async(
            types.SelectionRangeParams(document, [start, middle])
        ),
        client.text_document_document_highlight_async(
            types.DocumentHighlightParams(document, middle)
        ),
        client.text_document_definition_async(types.DefinitionParams(document, middle)),
        client.text_document_prepare_rename_async(types.PrepareRenameParams(document, middle)),
    ]
    return [asyncio.ensure_future(within(work)) for work in asked]


@pytest.mark.parametrize("text", ["\ud83d", '{"specVersion": "\ude0b"}'])
def test_a_lone_surrogate_in_the_text_is_sent_back_as_one(text: str) -> None:
    with open_wire() as wire:
        wire.initialize()
        uri = "file:///package/a.nimblock.json"
        wire.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "nimblock", "version": 1, "text": text}},
        )
        assert findings_of(wire, uri)


def findings_of(wire: Wire, uri: str) -> object:
    """What has been pushed; requests are answered before findings, so a few are asked."""
    for _ in range(100):
        wire.request(
            "textDocument/hover",
            {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}},
        )
        pushed = [
            message["params"]["diagnostics"]
            for message in wire.seen
            if message.get("method") == "textDocument/publishDiagnostics"
        ]
        if pushed:
            return pushed[-1]
        time.sleep(0.05)
    raise AssertionError("no findings were pushed")
