"""One short handler a method. Imported, with the layers below, after `initialize` is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lsprotocol import types

from modwright.lsp.client import Client
from modwright.lsp.configuration import Configuration
from modwright.lsp.diagnostics import Diagnostics
from modwright.lsp.guard import Guard, Policy, Register
from modwright.lsp.handlers import (
    around,
    code_action,
    colours,
    completion,
    execute_command,
    folding_range,
    hover,
    inlay_hint,
    navigation,
    rename,
    selection_range,
    semantic_tokens,
    symbols,
    synchronisation,
    workspace,
)
from modwright.lsp.hello import Hello
from modwright.lsp.session import Session


class Handlers:
    """A session with all its handlers registered."""

    def __init__(
        self,
        hello: Hello,
        client: Client,
        inbox_is_empty: Callable[[], bool],
        register: Register,
    ) -> None:
        self._session = Session(hello, client, inbox_is_empty)
        self._guard = Guard(self._session, register)
        self._diagnostics = Diagnostics(self._session, self._guard)
        self._configuration = Configuration(self._session, self._diagnostics)
        self._register_notifications()
        self._register_features()

    def note_moment(self, method: str, params: object) -> None:
        """A request has come in; called in its context, before any later message is looked at."""
        self._guard.note_moment(method, params)

    def close(self) -> None:
        self._session.close()

    def _register_notifications(self) -> None:
        notification = self._guard.notification
        documents = synchronisation.Documents(self._guard, self._diagnostics, self._configuration)
        notification(types.TEXT_DOCUMENT_DID_OPEN, documents.did_open)
        notification(types.TEXT_DOCUMENT_DID_CHANGE, documents.did_change)
        notification(types.TEXT_DOCUMENT_DID_SAVE, documents.did_save)
        notification(types.TEXT_DOCUMENT_DID_CLOSE, documents.did_close)
        surroundings = workspace.Surroundings(self._configuration, self._diagnostics)
        notification(types.INITIALIZED, surroundings.initialized)
        notification(
            types.WORKSPACE_DID_CHANGE_CONFIGURATION, surroundings.did_change_configuration
        )
        notification(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, surroundings.did_change_files)
        notification(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, surroundings.did_change_folders)

    def _register_features(self) -> None:
        document, request = self._guard.document, self._guard.request
        nothing_found = types.RelatedFullDocumentDiagnosticReport([])
        document(
            types.TEXT_DOCUMENT_DIAGNOSTIC,
            self._diagnostics.report,
            empty=nothing_found,
            policy=Policy.KEEP,
            waits_for_pause=True,
        )
        document(types.TEXT_DOCUMENT_HOVER, hover.hover, empty=None)
        document(types.TEXT_DOCUMENT_COMPLETION, completion.completion, empty=None, as_asked=True)
        request(types.COMPLETION_ITEM_RESOLVE, completion.resolve)
        document(types.TEXT_DOCUMENT_CODE_ACTION, code_action.code_action, empty=_nothing)
        request(types.CODE_ACTION_RESOLVE, code_action.resolve)
        document(
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
            symbols.document_symbol,
            empty=_nothing,
            policy=Policy.KEEP,
        )
        request(types.WORKSPACE_SYMBOL, symbols.workspace_symbol)
        document(
            types.TEXT_DOCUMENT_DOCUMENT_COLOR,
            colours.document_colour,
            empty=_nothing,
            policy=Policy.KEEP,
        )
        document(
            types.TEXT_DOCUMENT_COLOR_PRESENTATION, colours.colour_presentation, empty=_nothing
        )
        document(
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
            semantic_tokens.full,
            empty=None,
            policy=Policy.KEEP,
        )
        document(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, semantic_tokens.of_range, empty=None)
        document(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hint.inlay_hint, empty=_nothing)
        document(
            types.TEXT_DOCUMENT_FOLDING_RANGE,
            folding_range.folding_range,
            empty=_nothing,
            policy=Policy.KEEP,
        )
        document(
            types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range.selection_range, empty=_nothing
        )
        document(
            types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, navigation.document_highlight, empty=_nothing
        )
        document(types.TEXT_DOCUMENT_DOCUMENT_LINK, around.document_link, empty=_nothing)
        document(types.TEXT_DOCUMENT_SIGNATURE_HELP, around.signature_help, empty=None)
        document(types.TEXT_DOCUMENT_CODE_LENS, around.code_lens, empty=_nothing)
        document(types.TEXT_DOCUMENT_DEFINITION, navigation.definition, empty=_nothing)
        document(types.TEXT_DOCUMENT_REFERENCES, navigation.references, empty=_nothing)
        document(types.TEXT_DOCUMENT_PREPARE_RENAME, rename.prepare_rename, empty=None)
        document(types.TEXT_DOCUMENT_RENAME, rename.rename, empty=None)
        request(types.WORKSPACE_EXECUTE_COMMAND, execute_command.execute_command)


_nothing: Sequence[None] = ()
