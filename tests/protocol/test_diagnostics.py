"""Findings by pull or by push, never both; cleared, renewed, and of the newest text."""

from __future__ import annotations

import pytest
from lsp_support import Editor, open_editor, spec
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

_FAULT = "{plyer}"
_CODE = "nimblock/unknown-variable"


async def test_vs_code_pulls_and_is_pushed_nothing(vscode: Editor) -> None:
    page = vscode.open(spec(_FAULT))
    assert await page.codes() == [_CODE]
    page.replace(_FAULT, "ok")
    assert await page.codes() == []
    page.close()
    await vscode.settle()
    assert vscode.published == []


async def test_a_pull_of_the_same_findings_is_answered_with_unchanged(vscode: Editor) -> None:
    page = vscode.open(spec(_FAULT))
    first = await page.pull()
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    again = await page.pull(first.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == first.result_id
    # An edit behind the finding changes nothing about it; one before it moves it.
    page.replace('"Greeting"', '"A greeting"')
    moved = await page.pull(first.result_id)
    assert isinstance(moved, types.RelatedUnchangedDocumentDiagnosticReport)
    page.replace('"Demo",', '"Demo",\n')
    moved = await page.pull(first.result_id)
    assert isinstance(moved, types.RelatedFullDocumentDiagnosticReport)
    assert moved.result_id != first.result_id
    assert [page.text_in(item.range) for item in moved.items] == [_FAULT]


async def test_a_pull_without_a_known_result_is_answered_in_full(vscode: Editor) -> None:
    page = vscode.open(spec(_FAULT))
    for previous in (None, "of another session"):
        report = await page.pull(previous)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert len(report.items) == 1


async def test_what_is_not_open_has_no_findings(vscode: Editor) -> None:
    page = vscode.open(spec(_FAULT))
    page.close()
    report = await page.pull()
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert list(report.items) == []


async def test_neovim_is_pushed_each_version_and_told_when_the_document_closes(
    neovim: Editor,
) -> None:
    page = neovim.open(spec(_FAULT))
    assert [item.code for item in await page.pushed()] == [_CODE]
    page.replace(_FAULT, "ok")
    assert await page.pushed() == []
    page.replace('"ok"', f'"{_FAULT}"')
    assert [item.code for item in await page.pushed()] == [_CODE]
    page.close()
    await neovim.settle()
    last = [params for params in neovim.published if params.uri == page.uri][-1]
    assert list(last.diagnostics) == []
    again = neovim.open(page.text, uri=page.uri)
    assert [item.code for item in await again.pushed()] == [_CODE]


async def test_what_is_no_longer_a_spec_keeps_no_findings(neovim: Editor) -> None:
    page = neovim.open('{"specVersion": 2}', uri="file:///tmp/settings.json", language="json")
    assert await page.pushed()
    page.replace("specVersion", "fontSize")
    assert await page.pushed() == []


async def test_after_a_burst_of_edits_the_newest_findings_stand_alone(neovim: Editor) -> None:
    page = neovim.open(spec("你好"))
    await page.pushed()
    said_before = len(neovim.published)
    for number in range(100):
        page.replace("你", "😋你" if number % 2 else "你")
    page.replace("好", _FAULT)
    (finding,) = await page.pushed()
    assert page.text_in(finding.range) == _FAULT
    await neovim.settle()
    versions = [item.version for item in neovim.published[said_before:] if item.uri == page.uri]
    assert versions[-1] == page.version
    assert versions == sorted(versions, key=lambda version: version or 0)


async def test_a_pull_right_behind_an_edit_sees_the_edit(vscode: Editor) -> None:
    page = vscode.open(spec("ok"))
    for _ in range(10):
        page.replace("ok", _FAULT)
        assert await page.codes() == [_CODE]
        page.replace(_FAULT, "ok")
        assert await page.codes() == []


async def test_documents_of_any_scheme_work_or_are_passed_over(neovim: Editor) -> None:
    for uri in ("untitled:Untitled-1", "git:/package/x.nimblock.json?%7B%22ref%22%3A%22~%22%7D"):
        page = neovim.open(spec(_FAULT), uri=uri)
        assert [item.code for item in await page.pushed()] == [_CODE]
        page.close()
    for uri in ("output:extension-output-1", "vscode-notebook-cell:/a.ipynb#W0", "", "::", "file:"):
        page = neovim.open("Some log line\n", uri=uri, language="Log")
        hover = await page.hover("Some")
        assert hover is None
        page.replace("log", "line of a log, and no")
        page.close()
    await neovim.settle()
    assert neovim.client.messages == []


async def test_any_spelling_of_a_uri_means_the_document_and_ours_is_the_clients(
    neovim: Editor,
) -> None:
    page = neovim.open(spec(_FAULT), uri="file:///c%3A/Package/%E4%BD%A0.nimblock.json")
    assert len(await page.pushed()) == 1
    page.uri, opened_as = "file:///C:/Package/你.nimblock.json", page.uri
    page.replace(_FAULT, "{player}")
    assert await page.hover("{player}") is not None
    await neovim.settle()
    last = [item for item in neovim.published if item.version == page.version][-1]
    assert (last.uri, list(last.diagnostics)) == (opened_as, [])


async def test_json_that_is_none_of_ours_is_left_alone(neovim: Editor) -> None:
    page = neovim.open('{"compilerOptions": {,}}', uri="file:///p/tsconfig.json", language="json")
    await neovim.settle()
    assert [item for item in neovim.published if item.uri == page.uri and item.diagnostics] == []
    assert (await page.complete("{,")).items == ()


async def test_a_finding_is_told_as_fully_as_the_client_can_show_it(vscode: Editor) -> None:
    page = vscode.open(spec(enabled=False))
    (faded,) = await page.findings()
    assert faded.tags == (types.DiagnosticTag.Unnecessary,)
    assert faded.severity is types.DiagnosticSeverity.Hint
    assert faded.source == "modwright"
    assert faded.code_description is not None
    assert faded.code_description.href.endswith("/findings/nimblock/disabled-rule.md")


async def test_and_no_more_fully_than_that() -> None:
    text = spec(enabled=False)
    plain = {"textDocument": {"publishDiagnostics": {"tagSupport": None}, "diagnostic": None}}
    async with open_editor("eglot", capabilities=plain) as editor:
        (finding,) = await editor.open(text).findings()
        assert finding.tags is None
        assert finding.code_description is None
        assert finding.related_information is None


async def test_thousands_of_findings_are_cut_to_the_most_serious(neovim: Editor) -> None:
    page = neovim.open(spec("{a}" * 1500))
    found = await page.pushed()
    assert len(found) == 1000
    starts = [item.range.start.character for item in found]
    assert starts == sorted(starts)
    notes = [note.message for note in neovim.client.log_messages if page.uri in note.message]
    assert len(notes) == 1
