"""textDocument/documentLink, textDocument/signatureHelp, textDocument/codeLens."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from modwright.ide import around as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.files import Files
from modwright.lsp.view import View


def document_link(view: View, params: types.DocumentLinkParams) -> Sequence[types.DocumentLink]:
    files = Files(view)
    return [
        types.DocumentLink(to_lsp.range_(view.ruler, link.start, link.end), target=uri)
        for link in ide.links(view.analysis)
        if (uri := files.uri(link.path)) is not None
    ]


def signature_help(view: View, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    offset = from_lsp.offset(view.ruler, params.position)
    found = ide.signature(view.analysis, offset, view.locale)
    if found is None:
        return None
    parameters = [
        # By its text, which every client understands and which needs no units.
        types.ParameterInformation(found.label[start:end])
        for start, end in found.parameters
    ]
    signature = types.SignatureInformation(
        found.label,
        documentation=to_lsp.markup(found.documentation, view.features.hover_markdown)
        if found.documentation
        else None,
        parameters=parameters,
    )
    return types.SignatureHelp([signature], active_signature=0, active_parameter=found.active)


def code_lens(view: View, params: types.CodeLensParams) -> Sequence[types.CodeLens]:
    return [
        types.CodeLens(
            to_lsp.range_(view.ruler, lens.start, lens.end),
            types.Command(lens.title, lens.command, arguments=[view.uri, *lens.arguments]),
        )
        for lens in ide.lenses(view.analysis, Files(view).own_path, view.locale)
    ]
