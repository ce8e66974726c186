"""Measures one text in one client's units."""

from __future__ import annotations

from dataclasses import dataclass

from modwright.text.positions import PositionEncoding
from modwright.text.source import SourceText


@dataclass(frozen=True)
class Ruler:
    """What `to_lsp` and `from_lsp` need to turn offsets into positions and back."""

    source: SourceText
    encoding: PositionEncoding
