"""Settings from the client, from start options and from modwright.toml: live, in any shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsp_support import Editor, open_editor, spec, within
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

_CODE = "nimblock/unknown-variable"
_FAULT = spec("{plyer}")


def _changed(editor: Editor, settings: Any) -> None:
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))


async def test_settings_are_asked_for_at_the_start() -> None:
    async with open_editor("neovim", settings={"severity": {_CODE: "hint"}}) as editor:
        page = editor.open(_FAULT)
        hint = await editor.until(lambda: _shown(editor, page.uri, types.DiagnosticSeverity.Hint))
        assert [item.code for item in hint] == [_CODE]


async def test_a_change_is_asked_for_and_shown_at_once() -> None:
    async with open_editor("neovim", settings={}) as editor:
        page = editor.open(_FAULT)
        assert await editor.until(lambda: _shown(editor, page.uri, types.DiagnosticSeverity.Error))
        editor.client.set_configuration({"severity": {_CODE: "off"}}, section="modwright")
        _changed(editor, None)
        await editor.until(lambda: _cleared(editor, page.uri))
        # Hints depend on settings, too.
        await editor.until(lambda: types.WORKSPACE_INLAY_HINT_REFRESH in editor.refreshed or None)
        editor.client.set_configuration({"locale": "ja"}, section="modwright")
        _changed(editor, None)
        (finding,) = await editor.until(
            lambda: _shown(editor, page.uri, types.DiagnosticSeverity.Error)
        )
        assert not finding.message.isascii()


async def test_a_client_that_pulls_is_told_to_pull_again() -> None:
    async with open_editor("vscode", settings={}) as editor:
        page = editor.open(_FAULT)
        assert await page.codes() == [_CODE]
        editor.client.set_configuration({"severity": {_CODE: "warning"}}, section="modwright")
        _changed(editor, None)
        await editor.until(lambda: types.WORKSPACE_DIAGNOSTIC_REFRESH in editor.refreshed or None)
        (finding,) = await page.findings()
        assert finding.severity is types.DiagnosticSeverity.Warning
        assert editor.published == []


@pytest.mark.parametrize(
    "sent",
    [
        {"modwright": {"severity": {"nimblock": {"unknown-variable": "off"}}}},
        {"modwright.severity": {_CODE: "off"}},
        {"modwright": {f"severity.{_CODE}": "off"}},
        {"severity": {_CODE: "off"}},
    ],
)
async def test_a_client_that_cannot_be_asked_sends_them(sent: Any, sender: Editor) -> None:
    page = sender.open(_FAULT)
    assert len(await page.pushed()) == 1
    _changed(sender, sent)
    await sender.until(lambda: _cleared(sender, page.uri))
    _changed(sender, {})
    await sender.until(lambda: _shown(sender, page.uri, types.DiagnosticSeverity.Error))


async def test_start_options_count_until_the_client_says_otherwise() -> None:
    options = {"modwright": {"severity": {_CODE: "information"}}}
    async with open_editor("helix", initializationOptions=options, settings=None) as editor:
        (finding,) = await editor.open(_FAULT).findings()
        assert finding.severity is types.DiagnosticSeverity.Information


@pytest.mark.parametrize(
    "odd", [None, [], 7, "x", {"modwright": None}, {"modwright": [1]}, {"modwright": {"locale": 3}}]
)
async def test_settings_of_any_shape_do_no_harm(odd: Any, sender: Editor) -> None:
    page = sender.open(_FAULT)
    _changed(sender, odd)
    assert len(await page.pushed()) == 1
    await sender.settle()
    assert sender.client.messages == []


async def test_an_odd_answer_to_the_question_does_no_harm() -> None:
    odd: list[Any] = ["text", 3, ["list"], {"severity": 5, "locale": {}, "inlayHints": "yes"}]
    async with open_editor("neovim", settings=odd[0], initializationOptions=odd) as editor:
        for value in odd:
            editor.client.set_configuration(value, section="modwright")
            _changed(editor, None)
            assert len(await editor.open(_FAULT).pushed()) == 1


async def test_the_client_s_locale_is_spoken(japanese: Editor) -> None:
    page = japanese.open(_FAULT)
    (finding,) = await page.pushed()
    assert not finding.message.isascii()
    assert page.text_in(finding.range) == "{plyer}"


async def test_the_setting_goes_before_the_client_s_locale() -> None:
    async with open_editor("neovim", locale="ja", settings={"locale": "en"}) as editor:
        page = editor.open(spec("Hi", kind="lgo"))
        await editor.until(lambda: _ascii(editor, page.uri))


async def test_lenses_are_asked_for_again_in_the_language_that_was_chosen(vscode: Editor) -> None:
    page = vscode.open(spec("Hi", kind="log"))
    params = types.CodeLensParams(page.identifier)
    ask = vscode.client.text_document_code_lens_async
    assert [_title(lens) for lens in await within(ask(params)) or ()] == ["Trace"]
    vscode.client.set_configuration({"locale": "ja"}, section="modwright")
    _changed(vscode, None)
    await vscode.until(lambda: types.WORKSPACE_CODE_LENS_REFRESH in vscode.refreshed or None)
    assert [_title(lens) for lens in await within(ask(params)) or ()] == ["トレース"]


def _title(lens: types.CodeLens) -> str:
    return lens.command.title if lens.command else ""


async def test_a_locale_without_texts_is_answered_in_english(neovim: Editor) -> None:
    (english,) = await neovim.open(_FAULT).pushed()
    async with open_editor("neovim", locale="tlh") as editor:
        (finding,) = await editor.open(_FAULT).pushed()
    assert finding.message == english.message


async def test_modwright_toml_counts_and_its_change_shows(tmp_path: Path) -> None:
    config = tmp_path / "modwright.toml"
    config.write_text(f'[severity]\n"{_CODE}" = "warning"\n', encoding="utf-8")
    uri = (tmp_path / "a.nimblock.json").as_uri()
    async with open_editor("helix") as editor:
        page = editor.open(_FAULT, uri=uri)
        await editor.until(lambda: _shown(editor, uri, types.DiagnosticSeverity.Warning))
        (watched,) = await editor.until(
            lambda: (
                [
                    item
                    for item in editor.registered
                    if item.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
                ]
                or None
            )
        )
        assert "modwright.toml" in str(watched.register_options)
        config.write_text("inlayHints = false\n", encoding="utf-8")
        change = types.FileEvent(config.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([change])
        )
        await editor.until(lambda: _shown(editor, page.uri, types.DiagnosticSeverity.Error))


async def test_a_client_that_watches_nothing_is_helped_by_saving(tmp_path: Path) -> None:
    config = tmp_path / "modwright.toml"
    async with open_editor("neovim") as editor:
        page = editor.open(_FAULT, uri=(tmp_path / "a.nimblock.json").as_uri())
        await editor.until(lambda: _shown(editor, page.uri, types.DiagnosticSeverity.Error))
        assert editor.registered == []
        config.write_text(f'[severity]\n"{_CODE}" = "off"\n', encoding="utf-8")
        editor.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(config.as_uri()))
        )
        await editor.until(lambda: _cleared(editor, page.uri))


async def test_inlay_hints_can_be_switched_off(sender: Editor) -> None:
    page = sender.open(spec("Hi", kind="log"))
    params = types.InlayHintParams(page.identifier, page.whole())
    ask = sender.client.text_document_inlay_hint_async
    assert await within(ask(params))
    _changed(sender, {"modwright": {"inlayHints": False}})
    assert not await within(ask(params))
    _changed(sender, {})


async def test_folders_come_and_go(neovim: Editor) -> None:
    folder = types.WorkspaceFolder("file:///package", "package")
    for added, removed in (([folder], []), ([], [folder]), ([], [folder])):
        neovim.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(added, removed))
        )
    page = neovim.open(_FAULT)
    assert len(await page.pushed()) == 1


def _newest(editor: Editor, uri: str) -> list[types.Diagnostic] | None:
    for params in reversed(editor.published):
        if params.uri == uri:
            return list(params.diagnostics)
    return None


def _shown(
    editor: Editor, uri: str, severity: types.DiagnosticSeverity
) -> list[types.Diagnostic] | None:
    found = _newest(editor, uri)
    return found if found and all(item.severity is severity for item in found) else None


def _cleared(editor: Editor, uri: str) -> bool | None:
    return True if _newest(editor, uri) == [] else None


def _ascii(editor: Editor, uri: str) -> bool | None:
    found = _newest(editor, uri)
    # English texts may hold typographic quotes; no Japanese letter stands in them.
    japanese = [
        char for item in found or () for char in item.message if "\u3040" <= char <= "\u9fff"
    ]
    return True if found and not japanese else None
