"""The names of semantic token types, as this client knows them."""

from __future__ import annotations

from lsprotocol import types

from modwright.lsp.features import ClientFeatures

# The values of `ide.types.TokenType` (a test holds them equal), written out because that module is
# not to be imported before `initialize` is answered. Encoded tokens carry the index.
TOKEN_TYPES = ("variable", "escapeSequence", "decorator")

# What looks most alike, for a client that lists the types it draws and not this one.
_STAND_INS = {"escapeSequence": "regexp", "decorator": "macro"}


def token_legend(features: ClientFeatures) -> types.SemanticTokensLegend:
    """The legend, in the order of TOKEN_TYPES."""

    def name(kind: str) -> str:
        known = not features.token_types or kind in features.token_types
        return kind if known else _STAND_INS.get(kind, kind)

    return types.SemanticTokensLegend([name(kind) for kind in TOKEN_TYPES], [])
