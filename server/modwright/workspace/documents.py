"""An open document: its text, its tree, its analysis, each of the newest version."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from modwright.languages.analysing import (
    Parser,
    analyse,
    is_too_large,
    language_in,
    language_named,
    parser_of,
)
from modwright.languages.language import Analysis
from modwright.languages.package import Package
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText


class Change(NamedTuple):
    """[start, end) of the text becomes `new_text`; `span` None: the whole text does."""

    span: tuple[int, int] | None
    new_text: str


class Surroundings(Protocol):
    """What a document asks about the files around it."""

    @property
    def generation(self) -> int:
        """Another number whenever a file that others may depend on has changed."""
        ...

    def package_of(self, path: Path) -> Package | None: ...


class _State(NamedTuple):
    """One version of the text with its tree, which is read when it is first needed.

    `parser` is what read the tree: a file may become part of a package, or cease to be.
    """

    source: SourceText
    tree: SyntaxTree | None
    parser: Parser | None


class _Memo(NamedTuple):
    source: SourceText
    generation: int
    analysis: Analysis | None


class Snapshot(NamedTuple):
    """A document as it was at one moment."""

    document: Document
    state: _State

    @property
    def is_newest(self) -> bool:
        return self.document.source is self.state.source

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the text of that moment; None when it is no document of ours."""
        document = self.document
        return document.analysis if self.is_newest else document.analyse(self.state)


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
        surroundings: Surroundings,
    ) -> None:
        self.uri = uri
        self.path = path
        self.language_id = language_id
        self.version = version
        self._surroundings = surroundings
        self._opened = text
        self.opened_at = time.time_ns()
        """When the document was opened, in nanoseconds as files are dated."""
        self.first_saved: dict[object, dict[Hashable, SyntaxTree]] = {}
        """The earlier states of the file, for the package that asks about them."""
        self._state = _State(SourceText.of(text), None, None)
        self._memo: _Memo | None = None

    @property
    def source(self) -> SourceText:
        """The newest text."""
        return self._state.source

    def snapshot(self) -> Snapshot:
        return Snapshot(self, self._state)

    def change(self, version: int | None, changes: Sequence[Change]) -> None:
        """Apply changes in order, each against the text the one before it left."""
        state = self._state
        for change in changes:
            state = _changed(state, change)
        self._state = state
        self.version = version

    def tree(self, parser: Parser) -> SyntaxTree | None:
        """The newest text as `parser` reads it; None for a text too large to be read."""
        return self._read(self._state, parser).tree

    def opened(self, parse: Callable[[str], SyntaxTree]) -> SyntaxTree:
        """The text as it was when the document was opened."""
        tree = self.tree(parse) if self.source.text == self._opened else None
        return tree or parse(self._opened)

    @property
    def package(self) -> Package | None:
        """The package that the document lies in."""
        return self._surroundings.package_of(self.path) if self.path is not None else None

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the newest text; None when it is no document of ours."""
        state = self._state
        generation = self._surroundings.generation
        memo = self._memo
        if memo is None or memo.source is not state.source or memo.generation != generation:
            analysis = self.analyse(state)
            if (
                memo is not None
                and memo.source is state.source
                and memo.analysis is not None
                and memo.analysis.package is None
                and analysis is not None
                and analysis.package is None
            ):
                # Nothing around it could matter: features may keep what they know.
                analysis = memo.analysis
            memo = _Memo(state.source, generation, analysis)
            self._memo = memo
        return memo.analysis

    def analyse(self, state: _State) -> Analysis | None:
        """A new analysis of one version of the text; None when it is no document of ours."""
        name = str(self.path) if self.path is not None else self.uri
        package = self.package
        named = language_named(name, self.language_id, package)
        parser = parser_of(name, self.language_id, named)
        if parser is None:
            return None
        tree = self._read(state, parser).tree
        language = language_in(named, tree)
        return analyse(state.source, tree, language, package, name) if language else None

    def _read(self, state: _State, parser: Parser) -> _State:
        if state.parser == parser or is_too_large(state.source):
            return state
        read = _State(state.source, parser(state.source.text), parser)
        if self._state is state:
            self._state = read
        return read


def _changed(state: _State, change: Change) -> _State:
    source, tree, parser = state
    start, end = change.span if change.span is not None else (0, len(source))
    start = max(0, min(start, len(source)))
    end = max(start, min(end, len(source)))
    source = source.replace(start, end, change.new_text)
    if tree is None or is_too_large(source):
        return _State(source, None, None)
    return _State(
        source, tree.edited(source.text, start, end, start + len(change.new_text)), parser
    )
