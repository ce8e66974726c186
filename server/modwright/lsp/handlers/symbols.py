"""textDocument/documentSymbol, workspace/symbol."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import outline
from modwright.ide.workspace_symbols import workspace_symbols
from modwright.lsp import to_lsp
from modwright.lsp.ruler import Ruler
from modwright.lsp.session import Session
from modwright.lsp.view import View


def document_symbol(
    view: View, params: types.DocumentSymbolParams
) -> Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]:
    items = outline.outline(view.analysis, view.locale)
    if view.features.hierarchical_symbols:
        return [to_lsp.document_symbol(view.ruler, item, view.features) for item in items]
    return to_lsp.symbol_information(view.ruler, view.uri, items, view.features)


async def workspace_symbol(
    session: Session, params: types.WorkspaceSymbolParams
) -> Sequence[types.SymbolInformation]:
    for document in session.workspace.documents():
        # Large ones are read off the event loop; below, their analyses are there already.
        await session.analysis(document)
    known = session.features.workspace_symbol_kinds
    found: list[types.SymbolInformation] = []
    for symbol in workspace_symbols(session.workspace, params.query, session.locale):
        document = session.workspace.document(symbol.uri)
        if document is None:
            continue
        ruler = Ruler(document.source, session.features.encoding)
        found.append(
            types.SymbolInformation(
                location=types.Location(
                    document.uri, to_lsp.range_(ruler, symbol.start, symbol.end)
                ),
                name=symbol.name.strip() or "-",
                kind=to_lsp.symbol_kind(symbol.kind, known),
                container_name=symbol.container or None,
            )
        )
    return found
