"""textDocument/codeAction, codeAction/resolve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from lsprotocol import types

from modwright.ide import actions as ide
from modwright.ide.around import package_actions
from modwright.ide.types import Action
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.errors import content_modified
from modwright.lsp.files import Files
from modwright.lsp.ruler import Ruler
from modwright.lsp.session import Session
from modwright.lsp.view import View


def code_action(view: View, params: types.CodeActionParams) -> Sequence[types.CodeAction]:
    if not view.features.code_action_literals:
        # Such a client runs commands only, and ours are edits.
        return ()
    start, end = from_lsp.span(view.ruler, params.range)
    wanted = params.context.only
    found = ide.actions(view.analysis, start, end, view.locale, view.settings)
    return [
        *(
            _converted(view, action, start, end)
            for action in found
            if _is_wanted(action.kind, wanted)
        ),
        *(action for action in _reaching(view, start, end) if _is_wanted(str(action.kind), wanted)),
    ]


def _reaching(view: View, start: int, end: int) -> Iterator[types.CodeAction]:
    """The actions that may reach other files; few, so their edits come at once."""
    files = Files(view)
    for action in package_actions(view.analysis, start, end, view.locale, files.own_path):
        changed = [(files.file(path), edits) for path, edits in action.edits.items()]
        created = [(files.uri(path), text) for path, text in action.creates.items()]
        if created and not view.features.creates_files:
            continue
        finding = next(
            (
                finding
                for finding in view.analysis.findings
                if (finding.code, finding.start) == (action.finding_code, action.finding_start)
            ),
            None,
        )
        yield types.CodeAction(
            title=action.title,
            kind=action.kind,
            diagnostics=to_lsp.diagnostics(
                view.ruler, view.uri, [finding], view.locale, view.features, files.file
            )
            if finding
            else None,
            is_preferred=(action.is_preferred or None) if view.features.preferred_actions else None,
            edit=to_lsp.files_edit(
                [(file, edits) for file, edits in changed if file is not None],
                [(uri, text) for uri, text in created if uri is not None],
                view.features,
            ),
        )


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """`only` names kinds with all their sub-kinds: "source" asks for "source.fixAll", too."""
    if not only:
        return True
    names = [item.value if isinstance(item, types.CodeActionKind) else item for item in only]
    return any(name == "" or kind == name or kind.startswith(f"{name}.") for name in names)


def _converted(view: View, action: Action, start: int, end: int) -> types.CodeAction:
    features = view.features
    finding = action.finding
    converted = types.CodeAction(
        title=action.title,
        kind=action.kind,
        diagnostics=to_lsp.diagnostics(
            view.ruler, view.uri, [finding], view.locale, features, Files(view).file
        )
        if finding
        else None,
        is_preferred=(action.is_preferred or None) if features.preferred_actions else None,
    )
    if features.resolves_action_edits:
        converted.data = {
            "uri": view.uri,
            "start": start,
            "end": end,
            "version": view.document.version,
        }
    else:
        converted.edit = _edit(view.ruler, view.uri, view.document.version, action, view)
    return converted


def _edit(
    ruler: Ruler, uri: str, version: int | None, action: Action, view: View
) -> types.WorkspaceEdit:
    return to_lsp.workspace_edit(ruler, uri, version, action.edits, view.features)


async def resolve(session: Session, action: types.CodeAction) -> types.CodeAction:
    """Find the same action again and add its edit.

    Raises `content_modified` where the text has been edited since, or closed.
    """
    data: object = action.data
    if not isinstance(data, Mapping):
        return action
    fields = cast("Mapping[object, object]", data)
    uri, start, end = fields.get("uri"), fields.get("start"), fields.get("end")
    if not isinstance(uri, str) or not isinstance(start, int) or not isinstance(end, int):
        return action
    document = session.workspace.document(uri)
    analysis = await session.analysis(document) if document else None
    newest = session.workspace.document(uri)
    if analysis is None or newest is None or newest.version != fields.get("version"):
        raise content_modified()
    view = View(session, newest, analysis)
    found = ide.actions(analysis, start, end, view.locale, view.settings)
    for candidate in found:
        if candidate.title == action.title and candidate.kind == action.kind:
            action.edit = _edit(view.ruler, uri, newest.version, candidate, view)
            return action
    raise content_modified()
