"""What the trees of all syntaxes have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from modwright.syntax.node import Fault, Node


class SyntaxTree(Protocol):
    """One version of a document: its text and what was read in it. Immutable."""

    @property
    def text(self) -> str: ...

    @property
    def root(self) -> Node | None:
        """The top-level value; None where nothing was read, and for code."""
        ...

    @property
    def root_offset(self) -> int: ...

    @property
    def faults(self) -> Sequence[Fault]:
        """The faults outside the root, at absolute offsets."""
        ...

    def edited(self, text: str, start: int, end: int, new_end: int) -> SyntaxTree:
        """The tree after [start, end) of this text became [start, new_end) of `text`."""
        ...
