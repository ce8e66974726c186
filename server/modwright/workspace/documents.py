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


class Document:
    """One open document. The tree follows the text edit by edit; the analysis is made on demand."""

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
        self.source = SourceText.of(text)
        self._tree: JsonDocument | None = None
        self._analysis: Analysis | None = None
        self._is_analysed = False

    def change(self, version: int | None, changes: Sequence[Change]) -> None:
        """Apply changes in order, each against the text the one before it left."""
        for change in changes:
            if change.span is None:
                self._replace(0, len(self.source), change.new_text)
            else:
                self._replace(*change.span, change.new_text)
        self.version = version
        self._analysis = None
        self._is_analysed = False

    def _replace(self, start: int, end: int, new_text: str) -> None:
        start = max(0, min(start, len(self.source)))
        end = max(start, min(end, len(self.source)))
        self.source = self.source.replace(start, end, new_text)
        if is_too_large(self.source):
            self._tree = None
        elif self._tree is not None:
            self._tree = self._tree.edited(self.source.text, start, end, start + len(new_text))

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the newest text; None when it is no document of ours."""
        if not self._is_analysed:
            self._analysis = self._analyse()
            self._is_analysed = True
        return self._analysis

    def _analyse(self) -> Analysis | None:
        if self._tree is None and not is_too_large(self.source):
            self._tree = JsonDocument.parse(self.source.text)
        name = str(self.path) if self.path is not None else self.uri
        language = language_of(name, self.language_id, self._tree)
        return analyse(self.source, self._tree, language) if language else None
