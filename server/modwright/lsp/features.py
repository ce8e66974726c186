"""What this client can do, folded once out of the capabilities it sent.

Read from the plain JSON, not from lsprotocol's types: a client that sends a value newer than the
library, or an odd shape, then loses one feature instead of failing to start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from modwright.text.positions import PositionEncoding

# What a client understands that does not say which kinds it knows (LSP 3.17, SymbolKind,
# CompletionItemKind: "from File to Array", "from Text to Reference").
_FIRST_SYMBOL_KINDS = frozenset(range(1, 19))
_FIRST_COMPLETION_KINDS = frozenset(range(1, 19))

# Cheapest first for us: offsets are code points. Counting UTF-16 units is cheaper than UTF-8's.
_ENCODINGS = (PositionEncoding.UTF32, PositionEncoding.UTF16, PositionEncoding.UTF8)


@dataclass(frozen=True)
class ClientFeatures:
    """Every question the server asks about its client, answered."""

    encoding: PositionEncoding
    pull_diagnostics: bool
    diagnostic_tags: frozenset[int]
    related_information: bool
    code_description: bool
    hover_markdown: bool
    completion_markdown: bool
    resolves_documentation: bool
    snippets: bool
    default_edit_range: bool
    preselect: bool
    completion_kinds: frozenset[int]
    code_action_literals: bool
    preferred_actions: bool
    resolves_action_edits: bool
    document_changes: bool
    creates_files: bool
    hierarchical_symbols: bool
    symbol_kinds: frozenset[int]
    symbol_tags: frozenset[int]
    workspace_symbol_kinds: frozenset[int]
    prepare_rename: bool
    folding_limit: int | None
    token_types: frozenset[str]
    configuration: bool
    registers_configuration: bool
    registers_watched_files: bool
    refreshes_code_lenses: bool
    refreshes_inlay_hints: bool
    work_done_progress: bool
    shows_documents: bool


def client_features(capabilities: object) -> ClientFeatures:
    """Fold the value of `InitializeParams.capabilities`, whatever shape it has."""

    def flag(path: str) -> bool:
        return _at(capabilities, path) is True

    def numbers(path: str) -> frozenset[int]:
        return frozenset(item for item in _items(_at(capabilities, path)) if isinstance(item, int))

    def words(path: str) -> tuple[str, ...]:
        return tuple(item for item in _items(_at(capabilities, path)) if isinstance(item, str))

    def lists(path: str, word: str) -> bool:
        return word in words(path)

    text = "textDocument."
    item = "textDocument.completion.completionItem."
    limit = _at(capabilities, text + "foldingRange.rangeLimit")
    return ClientFeatures(
        encoding=choose_encoding(words("general.positionEncodings")),
        # Only where we can say "ask again": else a changed setting would leave old findings
        # standing (neovim#36695).
        pull_diagnostics=isinstance(_at(capabilities, text + "diagnostic"), Mapping)
        and flag("workspace.diagnostics.refreshSupport"),
        diagnostic_tags=numbers(text + "publishDiagnostics.tagSupport.valueSet")
        | numbers(text + "diagnostic.tagSupport.valueSet"),
        related_information=flag(text + "publishDiagnostics.relatedInformation")
        or flag(text + "diagnostic.relatedInformation"),
        code_description=flag(text + "publishDiagnostics.codeDescriptionSupport")
        or flag(text + "diagnostic.codeDescriptionSupport"),
        hover_markdown=lists(text + "hover.contentFormat", "markdown"),
        completion_markdown=lists(item + "documentationFormat", "markdown"),
        # Without a list, documentation is among what may come late (LSP 3.17, Completion Request).
        resolves_documentation=_at(capabilities, item + "resolveSupport") is None
        or lists(item + "resolveSupport.properties", "documentation"),
        snippets=flag(item + "snippetSupport"),
        default_edit_range=lists(text + "completion.completionList.itemDefaults", "editRange"),
        preselect=flag(item + "preselectSupport"),
        completion_kinds=numbers(text + "completion.completionItemKind.valueSet")
        or _FIRST_COMPLETION_KINDS,
        code_action_literals=isinstance(
            _at(capabilities, text + "codeAction.codeActionLiteralSupport"), Mapping
        ),
        preferred_actions=flag(text + "codeAction.isPreferredSupport"),
        resolves_action_edits=flag(text + "codeAction.dataSupport")
        and lists(text + "codeAction.resolveSupport.properties", "edit"),
        document_changes=flag("workspace.workspaceEdit.documentChanges"),
        creates_files=flag("workspace.workspaceEdit.documentChanges")
        and lists("workspace.workspaceEdit.resourceOperations", "create"),
        hierarchical_symbols=flag(text + "documentSymbol.hierarchicalDocumentSymbolSupport"),
        symbol_kinds=numbers(text + "documentSymbol.symbolKind.valueSet") or _FIRST_SYMBOL_KINDS,
        symbol_tags=numbers(text + "documentSymbol.tagSupport.valueSet"),
        workspace_symbol_kinds=numbers("workspace.symbol.symbolKind.valueSet")
        or _FIRST_SYMBOL_KINDS,
        prepare_rename=flag(text + "rename.prepareSupport"),
        folding_limit=limit if isinstance(limit, int) and limit > 0 else None,
        token_types=frozenset(words(text + "semanticTokens.tokenTypes")),
        configuration=flag("workspace.configuration"),
        registers_configuration=flag("workspace.didChangeConfiguration.dynamicRegistration"),
        registers_watched_files=flag("workspace.didChangeWatchedFiles.dynamicRegistration"),
        refreshes_code_lenses=flag("workspace.codeLens.refreshSupport"),
        refreshes_inlay_hints=flag("workspace.inlayHint.refreshSupport"),
        work_done_progress=flag("window.workDoneProgress"),
        shows_documents=flag("window.showDocument.support"),
    )


def choose_encoding(offered: Sequence[str]) -> PositionEncoding:
    """The cheapest of those offered, not the client's first; UTF-16 where none is."""
    return next((best for best in _ENCODINGS if best.value in offered), PositionEncoding.UTF16)


def _at(value: object, path: str) -> object:
    for key in path.split("."):
        if not isinstance(value, Mapping):
            return None
        value = cast("Mapping[object, object]", value).get(key)
    return value


def _items(value: object) -> Sequence[object]:
    return cast("list[object]", value) if isinstance(value, list) else ()
