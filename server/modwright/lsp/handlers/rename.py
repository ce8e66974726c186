"""textDocument/prepareRename, textDocument/rename."""

from __future__ import annotations

from lsprotocol import types

from modwright.ide import rename as ide
from modwright.ide.types import Refused
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.errors import refused
from modwright.lsp.view import View


def prepare_rename(
    view: View, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    target = ide.prepare(view.analysis, from_lsp.offset(view.ruler, params.position))
    if target is None:
        return None
    span = to_lsp.range_(view.ruler, target.start, target.end)
    return types.PrepareRenamePlaceholder(span, target.name)


def rename(view: View, params: types.RenameParams) -> types.WorkspaceEdit:
    """Raises `refused` with the reason for a name that would not load."""
    offset = from_lsp.offset(view.ruler, params.position)
    result = ide.rename(view.analysis, offset, params.new_name, view.locale)
    if isinstance(result, Refused):
        raise refused(result.reason)
    return to_lsp.workspace_edit(view.ruler, view.uri, view.document.version, result, view.features)
