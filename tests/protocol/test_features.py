"""A day at the editor: every feature over the wire, for clients that can more and that can less."""

from __future__ import annotations

import itertools

import pytest
from lsp_support import Editor, Page, error_of, open_editor, spec, within
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

_LEAST = {
    "textDocument": {
        "completion": {"completionItem": None, "completionList": None},
        "hover": None,
        "codeAction": {"dataSupport": None, "resolveSupport": None},
        "documentSymbol": None,
        "rename": None,
        "diagnostic": None,
    },
    "workspace": {"workspaceEdit": None, "symbol": None},
}


async def test_hover_is_markdown_where_that_is_read(vscode: Editor) -> None:
    page = vscode.open(spec("你好 {player}"))
    hover = await page.hover('"player.join"', inside=3)
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.kind is types.MarkupKind.Markdown
    assert hover.range is not None
    assert "player.join" in page.text_in(hover.range)


async def test_completion_fits_the_text_behind_wide_characters(vscode: Editor) -> None:
    page = vscode.open(spec("😋 {pl 你"))
    found = await page.complete("{pl", inside=3)
    (item,) = [item for item in found.items if item.label.strip("{}") == "player"]
    span, new_text = _edit_of(found, item)
    assert page.text.count("{pl") == 1
    assert page.text_in(span) in ("{pl", "pl")
    assert (item.filter_text or item.label).startswith(page.text_in(span))
    before, after = page.text.split(page.text_in(span), 1)
    assert "😋 {player} 你" in before + new_text + after


async def test_whole_entries_are_snippets_only_where_those_are_known(vscode: Editor) -> None:
    text = spec().replace('"actions": [', '"actions": [\n{},')
    page = vscode.open(text)
    found = await page.complete("\n{}", inside=2)
    assert any(item.insert_text_format is types.InsertTextFormat.Snippet for item in found.items)
    async with open_editor("eglot") as emacs:
        page = emacs.open(text)
        found = await page.complete("\n{}", inside=2)
        assert found.items
        for item in found.items:
            assert item.insert_text_format in (None, types.InsertTextFormat.PlainText)
            assert item.text_edit is not None
            assert "$1" not in _edit_of(found, item)[1]
            assert "${1" not in _edit_of(found, item)[1]


async def test_documentation_comes_with_resolve(vscode: Editor) -> None:
    page = vscode.open(spec().replace('"log"', '""'))
    found = await page.complete('"type": ""', inside=9)
    items = [item for item in found.items if item.data is not None]
    assert items
    assert all(item.documentation is None for item in items)
    resolved = await within(vscode.client.completion_item_resolve_async(items[0]))
    assert isinstance(resolved.documentation, types.MarkupContent)
    assert resolved.documentation.kind is types.MarkupKind.Markdown
    assert resolved.documentation.value


async def test_documentation_comes_at_once_for_a_client_that_does_not_resolve_it(
    neovim: Editor,
) -> None:
    page = neovim.open(spec().replace('"log"', '""'))
    found = await page.complete('"type": ""', inside=9)
    assert any(isinstance(item.documentation, types.MarkupContent) for item in found.items)


async def test_one_range_for_the_whole_list_where_that_is_known(vscode: Editor) -> None:
    page = vscode.open(spec().replace('"log"', '"lo"'))
    found = await page.complete('"type": "lo', inside=11)
    assert found.item_defaults is not None
    assert isinstance(found.item_defaults.edit_range, types.Range)
    assert all(item.text_edit is None for item in found.items)
    async with open_editor("helix") as helix:
        found = await helix.open(page.text).complete('"type": "lo', inside=11)
        assert found.item_defaults is None
        assert all(item.text_edit is not None for item in found.items)


async def test_the_next_list_opens_by_itself_where_the_client_names_its_command(
    vscode: Editor,
) -> None:
    text = spec().replace('"trigger": {', '"trigger": {\n},\n"rest": {')
    assert all(item.command is None for item in (await vscode.open(text).complete("{\n}", 1)).items)
    options = {"retriggerCommand": "editor.action.triggerSuggest"}
    async with open_editor("vscode", initializationOptions=options) as editor:
        found = await editor.open(text).complete("{\n}", 1)
        commands = {item.command.command for item in found.items if item.command}
        assert commands == {"editor.action.triggerSuggest"}


async def test_lists_of_names_are_cut(vscode: Editor) -> None:
    action = {"type": "player.give_item", "params": {"material": "", "amount": 1}}
    page = vscode.open(spec(actions=[action]))
    found = await page.complete('"material": ""', inside=13)
    assert 0 < len(found.items) <= 300
    assert found.is_incomplete


async def test_a_quick_fix_is_resolved_and_mends_the_text(vscode: Editor) -> None:
    page = vscode.open(spec("😋 {plyer}"))
    actions = await page.actions("{plyer}", only=["quickfix"])
    action = next(item for item in actions if "player" in item.title)
    assert action.edit is None
    assert action.diagnostics is not None
    assert action.diagnostics[0].code == "nimblock/unknown-variable"
    resolved = await within(vscode.client.code_action_resolve_async(action))
    assert page.apply(resolved.edit) == spec("😋 {player}")


async def test_a_quick_fix_for_a_text_that_is_gone_is_refused_quietly(vscode: Editor) -> None:
    page = vscode.open(spec("😋 {plyer}"))
    (action, *_) = await page.actions("{plyer}", only=["quickfix"])
    page.replace("😋", "😋😋")
    error = await error_of(vscode.client.code_action_resolve_async(action))
    assert error.code == types.LSPErrorCodes.ContentModified.value


async def test_a_quick_fix_comes_with_its_edit_for_a_client_that_resolves_nothing() -> None:
    async with open_editor("eglot") as editor:
        page = editor.open(spec("😋 {plyer}"))
        actions = await page.actions("{plyer}")
        action = next(item for item in actions if "player" in item.title)
        assert page.apply(action.edit) == spec("😋 {player}")


async def test_only_the_kinds_asked_for(vscode: Editor) -> None:
    page = vscode.open(spec("{plyer}"))
    assert {item.kind for item in await page.actions("{plyer}", only=["source"])} <= {
        "source.fixAll"
    }
    assert await page.actions("{plyer}", only=["refactor.extract"]) == []


async def test_the_outline_is_a_tree_or_a_list(vscode: Editor) -> None:
    text = spec("你")
    page = vscode.open(text)
    tree = await _outline(page)
    assert all(isinstance(item, types.DocumentSymbol) for item in tree)
    assert "Greeting" in str(tree)
    async with open_editor("helix") as helix:
        page = helix.open(text)
        flat = await _outline(page)
        assert all(isinstance(item, types.SymbolInformation) for item in flat)
        rule = next(item for item in flat if "Greeting" in item.name)
        assert isinstance(rule, types.SymbolInformation)
        assert "player.join" in page.text_in(rule.location.range)
        # No kind that a client which lists none may not know.
        assert all(item.kind.value <= types.SymbolKind.Array.value for item in flat)


async def test_rules_are_found_across_open_documents(vscode: Editor) -> None:
    page = vscode.open(spec(name="Unlike any other"))
    params = types.WorkspaceSymbolParams("unlike")
    found = await within(vscode.client.workspace_symbol_async(params))
    (symbol,) = list(found or [])
    assert isinstance(symbol, types.SymbolInformation)
    assert symbol.location.uri == page.uri
    page.close()
    assert not await within(vscode.client.workspace_symbol_async(params))


async def test_colour_codes_are_swatches_that_can_be_changed(vscode: Editor) -> None:
    page = vscode.open(spec("😋&cred"))
    params = types.DocumentColorParams(page.identifier)
    (swatch,) = list(await within(vscode.client.text_document_document_color_async(params)))
    assert page.text_in(swatch.range) == "&c"
    assert swatch.color.red > swatch.color.blue
    asked = types.ColorPresentationParams(
        page.identifier, types.Color(0.0, 0.0, 0.66, 1.0), swatch.range
    )
    choice = (await within(vscode.client.text_document_color_presentation_async(asked)))[0]
    assert choice.text_edit is not None
    assert choice.text_edit.new_text == "&1"


async def test_templates_are_coloured_by_tokens(vscode: Editor) -> None:
    page = vscode.open(spec("😋 {player} {{x}} &c你"))
    whole = await within(
        vscode.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(page.identifier)
        )
    )
    assert whole is not None
    found = _tokens(page, list(whole.data))
    assert any("player" in token for token in found)
    assert "&c" in found
    asked = types.SemanticTokensRangeParams(page.identifier, page.range_of('"message"'))
    part = await within(vscode.client.text_document_semantic_tokens_range_async(asked))
    assert part is not None
    assert list(part.data) == []


async def test_folding_and_selection(vscode: Editor) -> None:
    page = vscode.open(spec("你 {player}"))
    folds = await within(
        vscode.client.text_document_folding_range_async(types.FoldingRangeParams(page.identifier))
    )
    assert folds
    assert all(fold.start_line < fold.end_line for fold in folds)
    asked = types.SelectionRangeParams(page.identifier, [page.at("{player}"), page.at("Demo")])
    chains = await within(vscode.client.text_document_selection_range_async(asked))
    assert chains is not None
    assert len(chains) == 2
    for chain in chains:
        texts = _chain_texts(page, chain)
        assert texts[-1] == page.text
        assert all(inner in outer for inner, outer in itertools.pairwise(texts))


async def test_a_rule_is_found_and_renamed_wherever_it_is_named(vscode: Editor) -> None:
    page = vscode.open(spec("你"))
    at = page.at('"greet"', inside=2)
    target = await within(
        vscode.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(page.identifier, at)
        )
    )
    assert isinstance(target, types.PrepareRenamePlaceholder)
    assert target.placeholder == "greet"
    assert "greet" in page.text_in(target.range)
    asked = types.RenameParams(page.identifier, at, "welcome")
    edit = await within(vscode.client.text_document_rename_async(asked))
    assert '"id": "welcome"' in page.apply(edit)
    places = await within(
        vscode.client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), page.identifier, at)
        )
    )
    assert places is not None
    assert [place.uri for place in places] == [page.uri]
    marked = await within(
        vscode.client.text_document_document_highlight_async(
            types.DocumentHighlightParams(page.identifier, at)
        )
    )
    assert marked is not None
    assert len(marked) == 1


async def test_a_name_that_would_not_load_is_refused_with_the_reason(vscode: Editor) -> None:
    page = vscode.open(spec())
    asked = types.RenameParams(page.identifier, page.at('"greet"', 2), "Not A Slug!")
    error = await error_of(vscode.client.text_document_rename_async(asked))
    assert error.code == types.LSPErrorCodes.RequestFailed.value
    assert error.message


async def test_a_place_without_a_name_cannot_be_renamed(vscode: Editor) -> None:
    page = vscode.open(spec())
    params = types.PrepareRenameParams(page.identifier, page.at('"specVersion"'))
    assert await within(vscode.client.text_document_prepare_rename_async(params)) is None


async def test_a_variable_leads_to_the_trigger_that_provides_it(vscode: Editor) -> None:
    page = vscode.open(spec("你 {player}"))
    params = types.DefinitionParams(page.identifier, page.at("{player}", 2))
    found = await within(vscode.client.text_document_definition_async(params))
    assert found
    (place,) = found if not isinstance(found, types.Location) else (found,)
    assert isinstance(place, types.Location)
    assert place.uri == page.uri
    assert "player.join" in page.text_in(place.range)


async def test_omitted_defaults_are_hinted_at(vscode: Editor) -> None:
    page = vscode.open(spec("你"))
    params = types.InlayHintParams(page.identifier, page.whole())
    hints = await within(vscode.client.text_document_inlay_hint_async(params))
    assert hints
    assert all(isinstance(hint.label, str) and hint.label for hint in hints)


async def test_a_client_that_can_next_to_nothing_is_served_all_the_same() -> None:
    async with open_editor("vscode", capabilities=_LEAST) as editor:
        page = editor.open(spec("😋 {plyer}"))
        (finding,) = await page.pushed()
        assert page.text_in(finding.range) == "{plyer}"
        hover = await page.hover('"player.join"', inside=3)
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.kind is types.MarkupKind.PlainText
        found = await page.complete("{plyer}", inside=3)
        assert all(item.insert_text_format is None for item in found.items)
        action = next(item for item in await page.actions("{plyer}") if "player" in item.title)
        assert action.edit is not None
        assert action.edit.document_changes is None
        assert page.apply(action.edit) == spec("😋 {player}")
        assert isinstance((await _outline(page))[0], types.SymbolInformation)


async def test_a_whole_text_sent_at_once_replaces_the_document(vscode: Editor) -> None:
    page = vscode.open("")
    assert isinstance(await page.findings(), list)
    page.rewrite(spec("{plyer}"))
    assert await page.codes() == ["nimblock/unknown-variable"]
    page.rewrite(spec("你"))
    assert await page.codes() == []


async def _outline(page: Page) -> list[types.DocumentSymbol | types.SymbolInformation]:
    params = types.DocumentSymbolParams(page.identifier)
    return list(await within(page.editor.client.text_document_document_symbol_async(params)) or ())


def _edit_of(found: types.CompletionList, item: types.CompletionItem) -> tuple[types.Range, str]:
    if isinstance(item.text_edit, types.TextEdit):
        return item.text_edit.range, item.text_edit.new_text
    assert found.item_defaults is not None
    assert isinstance(found.item_defaults.edit_range, types.Range)
    assert item.text_edit_text is not None
    return found.item_defaults.edit_range, item.text_edit_text


def _tokens(page: Page, data: list[int]) -> list[str]:
    found: list[str] = []
    line = column = 0
    for at in range(0, len(data), 5):
        column = column + data[at + 1] if data[at] == 0 else data[at + 1]
        line += data[at]
        start = types.Position(line, column)
        end = types.Position(line, column + data[at + 2])
        found.append(page.text_in(types.Range(start, end)))
    return found


def _chain_texts(page: Page, chain: types.SelectionRange | None) -> list[str]:
    texts: list[str] = []
    while chain is not None:
        texts.append(page.text_in(chain.range))
        chain = chain.parent
    return texts
