"""Documents so large that they are analysed beside the event loop."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import cast

import pytest
from lsp_support import TIMEOUT, Editor, recorded, within
from lsprotocol import types

from modwright.findings.model import Finding
from modwright.languages.nimblock.language import NimBlock
from modwright.lsp.client import Client
from modwright.lsp.hello import read_hello
from modwright.lsp.session import LARGE_DOCUMENT, Session
from modwright.syntax.tree import SyntaxTree
from modwright.workspace.workspace import Change

pytestmark = pytest.mark.asyncio(loop_scope="module")

_CODE = "nimblock/unknown-variable"


def _large(message: str) -> str:
    """A spec of one rule in a file of half a megabyte."""
    rule = {
        "id": "greet",
        "name": "規則",
        "trigger": {"type": "player.join"},
        "actions": [{"type": "log", "params": {"message": message}}],
    }
    plugin = {"specVersion": 1, "name": "Large", "rules": [rule]}
    text = json.dumps(plugin, ensure_ascii=False, indent=2)
    # Blank lines weigh as much as rules here, and cost a test less time.
    return text + "\n" * (LARGE_DOCUMENT + 1)


async def test_findings_are_pushed_for_the_newest_text_alone(neovim: Editor) -> None:
    page = neovim.open(_large("start"))
    for number in range(20):
        page.replace(
            "start" if number % 2 == 0 else "other", "other" if number % 2 == 0 else "start"
        )
    page.replace("start", "{plyer}")
    (finding,) = await page.pushed()
    assert finding.code == _CODE
    assert page.text_in_line(finding.range) == "{plyer}"
    page.replace("{plyer}", "{player}s")
    assert await page.pushed() == []
    page.close()


async def test_another_document_is_answered_meanwhile(neovim: Editor) -> None:
    page = neovim.open(_large("{plyer}"))
    small = neovim.open('{"specVersion": 2}')
    assert await small.pushed()
    shown = [params.uri for params in neovim.published if params.diagnostics]
    assert shown.index(small.uri) < [*shown, page.uri].index(page.uri)
    assert len(await page.pushed()) == 1
    page.close()


async def test_a_request_about_a_large_document_can_be_cancelled_while_it_is_read(
    vscode: Editor,
) -> None:
    page = vscode.open(_large("你"))
    params = types.FoldingRangeParams(page.identifier)
    ask = asyncio.ensure_future(vscode.client.text_document_folding_range_async(params))
    await asyncio.sleep(0)
    ids = list(vscode.client.protocol._request_futures)  # pyright: ignore[reportPrivateUsage] - pygls keeps the id nowhere else
    vscode.client.cancel_request(types.CancelParams(ids[-1]))
    with pytest.raises(Exception, match="ancel"):
        await within(ask)
    assert await page.codes() == []
    page.close()


async def test_closing_a_large_document_while_it_is_read_leaves_nothing_shown(
    neovim: Editor,
) -> None:
    page = neovim.open(_large("{plyer}"))
    page.close()
    other = neovim.open(_large("{plyer}"))
    assert len(await other.pushed()) == 1
    assert all(not item.diagnostics for item in neovim.published if item.uri == page.uri)
    other.close()


async def test_an_edit_during_an_analysis_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(read_hello(recorded("neovim")), cast("Client", None), lambda: True)
    uri = "file:///package/large.nimblock.json"
    text = _large("{plyer}")
    document = session.workspace.open_document(uri, "nimblock", 1, text)
    begun, go_on = threading.Event(), threading.Event()
    findings_of = NimBlock.findings

    def slow(
        language: NimBlock, read: SyntaxTree, package: None, path: str | None = None
    ) -> list[Finding]:
        found = findings_of(language, read, package, path)
        begun.set()
        assert go_on.wait(TIMEOUT)
        return found

    monkeypatch.setattr(NimBlock, "findings", slow)
    asked = asyncio.ensure_future(session.analysis(document))
    await within(asyncio.to_thread(begun.wait, TIMEOUT))
    start = text.index("{plyer}")
    session.workspace.change_document(uri, 2, [Change((start, start + 7), "{player}")])
    go_on.set()
    found = await within(asked)
    assert found is not None
    assert found.source == document.source
    assert found.findings == ()
