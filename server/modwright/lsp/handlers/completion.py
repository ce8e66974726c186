"""textDocument/completion, completionItem/resolve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from lsprotocol import types

from modwright.ide import completion as ide
from modwright.ide.types import Completion
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.session import Session
from modwright.lsp.view import View

# VS Code's, sent only where the client names it (initializationOptions.retriggerCommand).
_RETRIGGER_OPTION = "retriggerCommand"


def completion(view: View, params: types.CompletionParams) -> types.CompletionList:
    """Always a range and a filter text: clients disagree about what a word is."""
    found = ide.complete(view.analysis, from_lsp.offset(view.ruler, params.position), view.locale)
    items = found.items
    ranges = to_lsp.ranges(view.ruler, [(item.start, item.end) for item in items])
    shared = _shared_range(view, ranges)
    return types.CompletionList(
        is_incomplete=found.is_incomplete,
        items=[
            _item(view, item, span, shared is not None)
            for item, span in zip(items, ranges, strict=True)
        ],
        item_defaults=types.CompletionItemDefaults(edit_range=shared) if shared else None,
    )


def _shared_range(view: View, ranges: list[types.Range]) -> types.Range | None:
    if not view.features.default_edit_range or not ranges:
        return None
    return ranges[0] if all(item == ranges[0] for item in ranges) else None


def _item(
    view: View, item: Completion, span: types.Range, range_is_shared: bool
) -> types.CompletionItem:
    features = view.features
    as_snippet = item.is_snippet and features.snippets
    new_text = item.new_text if as_snippet or not item.is_snippet else item.plain_text
    return types.CompletionItem(
        label=item.label,
        kind=to_lsp.completion_kind(item.kind, features.completion_kinds),
        detail=item.detail or None,
        preselect=(item.preselect or None) if features.preselect else None,
        sort_text=item.sort_text or None,
        filter_text=item.filter_text or None,
        insert_text_format=types.InsertTextFormat.Snippet if as_snippet else None,
        text_edit=None if range_is_shared else types.TextEdit(span, new_text),
        text_edit_text=new_text if range_is_shared else None,
        additional_text_edits=to_lsp.text_edits(view.ruler, item.more_edits)
        if item.more_edits
        else None,
        command=_retrigger(view) if item.retrigger else None,
        documentation=_documentation(view, item)
        if item.documentation or not features.resolves_documentation
        else None,
        data={"uri": view.uri, "of": item.data}
        if item.data and features.resolves_documentation
        else None,
    )


def _documentation(view: View, item: Completion) -> types.MarkupContent | None:
    text = item.documentation
    if not text and item.data:
        text = ide.documentation(item.data, view.locale)
    return to_lsp.markup(text, view.features.completion_markdown) if text else None


def _retrigger(view: View) -> types.Command | None:
    options = view.session.options
    if not isinstance(options, Mapping):
        return None
    command = cast("Mapping[object, object]", options).get(_RETRIGGER_OPTION)
    return types.Command("", command) if isinstance(command, str) else None


async def resolve(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """Add the documentation; `data` carries all that is needed for it."""
    data: object = item.data
    if isinstance(data, Mapping):
        fields = cast("Mapping[object, object]", data)
        uri, of = fields.get("uri"), fields.get("of")
        if isinstance(uri, str) and isinstance(of, str):
            text = ide.documentation(of, session.locale_for(uri))
            if text:
                item.documentation = to_lsp.markup(text, session.features.completion_markdown)
    return item
