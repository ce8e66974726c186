"""What the server says it can do, fitted to what the client can."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from modwright.lsp.features import ClientFeatures
from modwright.lsp.legend import token_legend

DIAGNOSTIC_IDENTIFIER = "modwright"

# What begins a key, a value, a variable, a colour code, a name after a dot or a namespace. No comma
# and no blank: a list that opens at every one of them is noise.
COMPLETION_TRIGGERS = ('"', "{", "&", ".", ":")
SIGNATURE_TRIGGERS = ("(", ",")
CODE_ACTION_KINDS = ("quickfix", "source.fixAll", "refactor.rewrite")


def server_capabilities(
    features: ClientFeatures, commands: Iterable[str]
) -> types.ServerCapabilities:
    """The answer to `initialize`. `commands` are the names for workspace/executeCommand."""
    names = list(commands)
    return types.ServerCapabilities(
        position_encoding=features.encoding.value,
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        diagnostic_provider=types.DiagnosticOptions(
            identifier=DIAGNOSTIC_IDENTIFIER,
            # The files of a package judge each other.
            inter_file_dependencies=True,
            workspace_diagnostics=False,
        )
        if features.pull_diagnostics
        else None,
        hover_provider=True,
        completion_provider=types.CompletionOptions(
            trigger_characters=COMPLETION_TRIGGERS, resolve_provider=True
        ),
        code_action_provider=types.CodeActionOptions(
            code_action_kinds=CODE_ACTION_KINDS, resolve_provider=features.resolves_action_edits
        ),
        document_symbol_provider=True,
        workspace_symbol_provider=True,
        color_provider=True,
        semantic_tokens_provider=types.SemanticTokensOptions(
            legend=token_legend(features), full=True, range=True
        ),
        inlay_hint_provider=True,
        folding_range_provider=True,
        selection_range_provider=True,
        document_highlight_provider=True,
        document_link_provider=types.DocumentLinkOptions(resolve_provider=False),
        signature_help_provider=types.SignatureHelpOptions(SIGNATURE_TRIGGERS),
        code_lens_provider=types.CodeLensOptions(resolve_provider=False),
        definition_provider=True,
        references_provider=True,
        # Options only where the client knows of preparing (LSP 3.17, Rename Request).
        rename_provider=types.RenameOptions(prepare_provider=True)
        if features.prepare_rename
        else True,
        execute_command_provider=types.ExecuteCommandOptions(names) if names else None,
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(
                supported=True, change_notifications=True
            )
        ),
    )
