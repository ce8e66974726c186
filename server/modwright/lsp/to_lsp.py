"""From our shapes to the protocol's. The only way out for offsets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from lsprotocol import types

from modwright.findings.messages import render, spec
from modwright.findings.model import Finding, Severity, Tag, TextEdit
from modwright.ide.types import CompletionKind, OutlineItem, SymbolKind, Token
from modwright.lsp.features import ClientFeatures
from modwright.lsp.legend import TOKEN_TYPES
from modwright.lsp.ruler import Ruler

if TYPE_CHECKING:
    from modwright.lsp.files import File
from modwright.text.positions import Position, position_at, positions_at, range_at

SOURCE = "modwright"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
_TAGS = {
    Tag.UNNECESSARY: types.DiagnosticTag.Unnecessary,
    Tag.DEPRECATED: types.DiagnosticTag.Deprecated,
}
# The kind to show, and one that every client knows.
_SYMBOL_KINDS = {
    SymbolKind.PLUGIN: (types.SymbolKind.Package, types.SymbolKind.Package),
    SymbolKind.RULE: (types.SymbolKind.Class, types.SymbolKind.Class),
    SymbolKind.TRIGGER: (types.SymbolKind.Event, types.SymbolKind.Interface),
    SymbolKind.CONDITION: (types.SymbolKind.Boolean, types.SymbolKind.Boolean),
    SymbolKind.ACTION: (types.SymbolKind.Method, types.SymbolKind.Method),
    SymbolKind.COMMAND: (types.SymbolKind.Function, types.SymbolKind.Function),
    SymbolKind.PART: (types.SymbolKind.Module, types.SymbolKind.Module),
    SymbolKind.GROUP: (types.SymbolKind.Array, types.SymbolKind.Array),
    SymbolKind.ENTRY: (types.SymbolKind.Struct, types.SymbolKind.Class),
    SymbolKind.FIELD: (types.SymbolKind.Field, types.SymbolKind.Field),
    SymbolKind.PROPERTY: (types.SymbolKind.Property, types.SymbolKind.Property),
    SymbolKind.FUNCTION: (types.SymbolKind.Function, types.SymbolKind.Function),
    SymbolKind.VARIABLE: (types.SymbolKind.Variable, types.SymbolKind.Variable),
    SymbolKind.WORD: (types.SymbolKind.EnumMember, types.SymbolKind.Constant),
}
_COMPLETION_KINDS = {
    CompletionKind.KEY: types.CompletionItemKind.Property,
    CompletionKind.VALUE: types.CompletionItemKind.Value,
    CompletionKind.ENUM_MEMBER: types.CompletionItemKind.EnumMember,
    CompletionKind.EVENT: types.CompletionItemKind.Event,
    CompletionKind.CONDITION: types.CompletionItemKind.Operator,
    CompletionKind.ACTION: types.CompletionItemKind.Method,
    CompletionKind.PARAMETER: types.CompletionItemKind.Property,
    CompletionKind.VARIABLE: types.CompletionItemKind.Variable,
    CompletionKind.COLOUR: types.CompletionItemKind.Color,
    CompletionKind.NAME: types.CompletionItemKind.Constant,
    CompletionKind.SNIPPET: types.CompletionItemKind.Snippet,
}


def position(ruler: Ruler, offset: int) -> types.Position:
    return _position(position_at(ruler.source, offset, ruler.encoding))


def positions(ruler: Ruler, offsets: Sequence[int]) -> list[types.Position]:
    """Many at once: each line is measured once."""
    return [_position(at) for at in positions_at(ruler.source, offsets, ruler.encoding)]


def range_(ruler: Ruler, start: int, end: int) -> types.Range:
    measured = range_at(ruler.source, start, end, ruler.encoding)
    return types.Range(_position(measured.start), _position(measured.end))


def ranges(ruler: Ruler, spans: Sequence[tuple[int, int]]) -> list[types.Range]:
    """Many at once, in the order given."""
    measured = positions(ruler, list(chain.from_iterable(spans)))
    return [
        types.Range(start, end) for start, end in zip(measured[::2], measured[1::2], strict=True)
    ]


def _position(measured: Position) -> types.Position:
    return types.Position(measured.line, measured.column)


def markup(text: str, markdown: bool) -> types.MarkupContent:
    """Our texts are written to read well either way; only the label differs."""
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.MarkupContent(kind, text)


def text_edits(ruler: Ruler, edits: Sequence[TextEdit]) -> list[types.TextEdit]:
    spans = ranges(ruler, [(edit.start, edit.end) for edit in edits])
    return [types.TextEdit(span, edit.new_text) for span, edit in zip(spans, edits, strict=True)]


def workspace_edit(
    ruler: Ruler,
    uri: str,
    version: int | None,
    edits: Sequence[TextEdit],
    features: ClientFeatures,
) -> types.WorkspaceEdit:
    """Edits of one document; tied to its version where the client can check that."""
    converted = text_edits(ruler, edits)
    if not features.document_changes:
        return types.WorkspaceEdit(changes={uri: converted})
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, converted)])


def files_edit(
    changed: Sequence[tuple[File, Sequence[TextEdit]]],
    created: Sequence[tuple[str, str]],
    features: ClientFeatures,
) -> types.WorkspaceEdit:
    """Edits of several files, and files (URI and text) to create where the client can do that."""
    if not features.document_changes:
        return types.WorkspaceEdit(
            changes={file.uri: text_edits(file.ruler, edits) for file, edits in changed}
        )
    steps: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile]
    steps = []
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    for uri, new_text in created:
        document = types.OptionalVersionedTextDocumentIdentifier(uri, None)
        options = types.CreateFileOptions(ignore_if_exists=True)
        steps.append(types.CreateFile(uri, options=options))
        steps.append(types.TextDocumentEdit(document, [types.TextEdit(start, new_text)]))
    for file, edits in changed:
        document = types.OptionalVersionedTextDocumentIdentifier(file.uri, file.version)
        steps.append(types.TextDocumentEdit(document, text_edits(file.ruler, edits)))
    return types.WorkspaceEdit(document_changes=steps)


def diagnostics(
    ruler: Ruler,
    uri: str,
    findings: Sequence[Finding],
    locale: str,
    features: ClientFeatures,
    file_of: Callable[[str], File | None],
) -> list[types.Diagnostic]:
    """Findings as this client may be told of them, in the order given. `file_of`: a file of the
    package by its path."""
    spans = ranges(ruler, [(finding.start, finding.end) for finding in findings])
    links = {code: _description(code, features) for code in {item.code for item in findings}}
    return [
        types.Diagnostic(
            range=span,
            message=render(finding.message, locale),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            code_description=links[finding.code],
            source=SOURCE,
            tags=_tags(finding, features),
            related_information=_related(ruler, uri, finding, locale, features, file_of),
        )
        for span, finding in zip(spans, findings, strict=True)
    ]


def _description(code: str, features: ClientFeatures) -> types.CodeDescription | None:
    known = spec(code) if features.code_description else None
    return types.CodeDescription(known.url) if known else None


def _tags(finding: Finding, features: ClientFeatures) -> list[types.DiagnosticTag] | None:
    tags = [_TAGS[tag] for tag in finding.tags]
    return [tag for tag in tags if tag.value in features.diagnostic_tags] or None


def _related(
    ruler: Ruler,
    uri: str,
    finding: Finding,
    locale: str,
    features: ClientFeatures,
    file_of: Callable[[str], File | None],
) -> list[types.DiagnosticRelatedInformation] | None:
    if not features.related_information or not finding.related:
        return None
    found: list[types.DiagnosticRelatedInformation] = []
    for place in finding.related:
        where, measure = uri, ruler
        if place.path is not None:
            file = file_of(place.path)
            if file is None:
                continue
            where, measure = file.uri, file.ruler
        location = types.Location(where, range_(measure, place.start, place.end))
        found.append(types.DiagnosticRelatedInformation(location, render(place.message, locale)))
    return found or None


def symbol_kind(kind: SymbolKind, known: frozenset[int]) -> types.SymbolKind:
    best, plain = _SYMBOL_KINDS[kind]
    return best if best.value in known else plain


def completion_kind(kind: CompletionKind, known: frozenset[int]) -> types.CompletionItemKind:
    best = _COMPLETION_KINDS[kind]
    return best if best.value in known else types.CompletionItemKind.Value


def document_symbol(
    ruler: Ruler, item: OutlineItem, features: ClientFeatures
) -> types.DocumentSymbol:
    """An outline entry with all below it (an outline is a few levels deep)."""
    whole, name = ranges(ruler, [(item.start, item.end), (item.name_start, item.name_end)])
    return types.DocumentSymbol(
        # The specification forbids an empty name, and VS Code refuses the whole outline over one.
        name=item.name.strip() or "-",
        kind=symbol_kind(item.kind, features.symbol_kinds),
        range=whole,
        selection_range=name,
        detail=item.detail or None,
        tags=_symbol_tags(item, features),
        children=[document_symbol(ruler, child, features) for child in item.children],
    )


def symbol_information(
    ruler: Ruler, uri: str, items: Sequence[OutlineItem], features: ClientFeatures
) -> list[types.SymbolInformation]:
    """The outline, flat, for clients that know no other; in text order."""
    found: list[types.SymbolInformation] = []

    def visit(item: OutlineItem, container: str | None) -> None:
        found.append(
            types.SymbolInformation(
                location=types.Location(uri, range_(ruler, item.start, item.end)),
                name=item.name.strip() or "-",
                kind=symbol_kind(item.kind, features.symbol_kinds),
                tags=_symbol_tags(item, features),
                container_name=container,
            )
        )
        for child in item.children:
            visit(child, item.name)

    for item in items:
        visit(item, None)
    return found


def _symbol_tags(item: OutlineItem, features: ClientFeatures) -> list[types.SymbolTag] | None:
    # Drawn struck through: it is there, and does nothing.
    tag = types.SymbolTag.Deprecated
    return [tag] if item.is_disabled and tag.value in features.symbol_tags else None


def token_data(ruler: Ruler, tokens: Sequence[Token]) -> list[int]:
    """Five numbers a token, each place relative to the token before (LSP 3.17, Semantic Tokens)."""
    offsets = list(chain.from_iterable((token.start, token.end) for token in tokens))
    measured = positions_at(ruler.source, offsets, ruler.encoding)
    data: list[int] = []
    line = column = 0
    for token, start, end in zip(tokens, measured[::2], measured[1::2], strict=True):
        if start.line != line:
            column = 0
        data += (
            start.line - line,
            start.column - column,
            end.column - start.column,
            TOKEN_TYPES.index(token.type.value),
            0,
        )
        line, column = start
    return data
