"""What stands above a layer: a command that shows the ruleset with the layer on."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.messages import text as words
from modwright.languages.around import Lens
from modwright.languages.ruleset.layering import layers_of
from modwright.syntax.tree import SyntaxTree

LAYERS = "modwright.layers"
"""A command of the server: `lsp/commands.py`."""


def layer_lenses(document: SyntaxTree, locale: str) -> Iterator[Lens]:
    """One a layer. Its argument, behind the document's URI, is the layer's id."""
    for layer in layers_of(document):
        title = words("ruleset.layers.lens", locale, label=layer.label)
        yield Lens(layer.start, layer.start + 1, title, LAYERS, (layer.id,))
