"""An open document: its text, its tree, its analysis, each of the newest version."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from modwright.languages.analysing import analyse, is_too_large, language_of
from modwright.languages.language import Analysis
from modwright.syntax.json_document import JsonDocument
from modwright.text.source import SourceText


class Change(NamedTuple):
    """[start, end) of the text becomes `new_text`; `span` None: the whole text does."""

    span: tuple[int, int] | None
    new_text: str


class _State(NamedTuple):
    """One version of the text with its tree, which is read when it is first needed."""

    source: SourceText
    tree: JsonDocument | None


class Document:
    """One open document. The tree follows the text edit by edit; the analysis is made on demand.

    A worker thread may ask for the analysis of a large document while edits arrive: text and tree
    change as one value, and an analysis is kept together with the text that it is of.
    """

    def __init__(
        self,
        uri: str,
        path: Path | None,
        language_id: str | None,
        version: int | None,
        text: str,
    ) -> None:
        self.uri = uri
        self.path = path
        self.language_id = language_id
        self.version = version
        self._state = _State(SourceText.of(text), None)
        self._memo: tuple[SourceText, Analysis | None] | None = None

    @property
    def source(self) -> SourceText:
        """The newest text."""
        return self._state.source

    def change(self, version: int | None, changes: Sequence[Change]) -> None:
        """Apply changes in order, each against the text the one before it left."""
        state = self._state
        for change in changes:
            state = _changed(state, change)
        self._state = state
        self.version = version

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the newest text; None when it is no document of ours."""
        state = self._state
        memo = self._memo
        if memo is None or memo[0] is not state.source:
            memo = (state.source, self._analyse(state))
            self._memo = memo
        return memo[1]

    def _analyse(self, state: _State) -> Analysis | None:
        source, tree = state
        if tree is None and not is_too_large(source):
            tree = JsonDocument.parse(source.text)
            if self._state is state:
                self._state = _State(source, tree)
        name = str(self.path) if self.path is not None else self.uri
        language = language_of(name, self.language_id, tree)
        return analyse(source, tree, language) if language else None


def _changed(state: _State, change: Change) -> _State:
    source, tree = state
    start, end = change.span if change.span is not None else (0, len(source))
    start = max(0, min(start, len(source)))
    end = max(start, min(end, len(source)))
    source = source.replace(start, end, change.new_text)
    if is_too_large(source):
        return _State(source, None)
    if tree is not None:
        tree = tree.edited(source.text, start, end, start + len(change.new_text))
    return _State(source, tree)
