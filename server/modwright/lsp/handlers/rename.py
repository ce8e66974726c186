"""textDocument/prepareRename, textDocument/rename."""

from __future__ import annotations

from lsprotocol import types

from modwright.ide import rename as ide
from modwright.ide.types import Refused
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.errors import refused
from modwright.lsp.files import Files
from modwright.lsp.view import View


def prepare_rename(
    view: View, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    offset = from_lsp.offset(view.ruler, params.position)
    target = ide.prepare(view.analysis, offset, Files(view).own_path)
    if target is None:
        return None
    span = to_lsp.range_(view.ruler, target.start, target.end)
    return types.PrepareRenamePlaceholder(span, target.name)


def rename(view: View, params: types.RenameParams) -> types.WorkspaceEdit:
    """Raises `refused` with the reason for a name that would not load."""
    files = Files(view)
    offset = from_lsp.offset(view.ruler, params.position)
    result = ide.rename_in_files(
        view.analysis, offset, params.new_name, view.locale, files.own_path
    )
    if isinstance(result, Refused):
        raise refused(result.reason)
    changed = [(files.file(each.path, each.package), each.edits) for each in result]
    return to_lsp.files_edit(
        [(file, edits) for file, edits in changed if file is not None], (), view.features
    )
