"""textDocument/semanticTokens/full, textDocument/semanticTokens/range."""

from __future__ import annotations

from lsprotocol import types

from modwright.ide import tokens as ide
from modwright.lsp import from_lsp, to_lsp
from modwright.lsp.view import View


def full(view: View, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return _tokens(view, 0, len(view.analysis.source))


def of_range(view: View, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    return _tokens(view, *from_lsp.span(view.ruler, params.range))


def _tokens(view: View, start: int, end: int) -> types.SemanticTokens:
    return types.SemanticTokens(
        to_lsp.token_data(view.ruler, ide.tokens(view.analysis, start, end))
    )
