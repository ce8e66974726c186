"""Quick fixes as edits of the present text, laid out like the text around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from modwright.findings.model import Fix, Insertion, Swap, TextEdit
from modwright.ide.trial import does_harm
from modwright.languages.language import Analysis
from modwright.languages.package import Package
from modwright.syntax.node import Array, Container, Entry, Node, Object
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText


@runtime_checkable
class Drafts(Protocol):
    """A language that knows better than its schema what a key is begun with."""

    def begun(
        self,
        document: SyntaxTree,
        insertion: Insertion,
        path: str | None,
        package: Package | None,
    ) -> str | None:
        """The JSON to write instead of `insertion.value`; None where no value would do."""
        ...


_MOST_GUESSES = 40


class Patience:
    """How many guesses are tried for one answer: what has more faults is mended from its top."""

    def __init__(self) -> None:
        self._left = _MOST_GUESSES

    def edits_of(self, fix: Fix, analysis: Analysis) -> tuple[TextEdit, ...]:
        """As `edits_of`; none for a guess that there is no time to try."""
        if fix.is_guess:
            if self._left == 0:
                return ()
            self._left -= 1
        return edits_of(fix, analysis)


def edits_of(fix: Fix, analysis: Analysis) -> tuple[TextEdit, ...]:
    """The edits of a fix in text order, not overlapping, against `analysis.source`. None for a fix
    that turns out to be no good in this document: nothing fits there, or it is a guess that would
    bring another error."""
    edits = list(fix.edits)
    insertions = [_begun(each, analysis) for each in fix.insertions]
    written = [each for each in insertions if each is not None]
    if len(written) < len(insertions):
        return ()
    edits.extend(_insertions(analysis, written))
    for swap in fix.swaps:
        edits.extend(_swapped(analysis.source, swap))
    made = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
    return () if fix.is_guess and made and does_harm(made, analysis) else made


def _begun(insertion: Insertion, analysis: Analysis) -> Insertion | None:
    language, document = analysis.language, analysis.document
    if not insertion.is_draft or document is None or not isinstance(language, Drafts):
        return insertion
    value = language.begun(document, insertion, analysis.path, analysis.package)
    return None if value is None else insertion._replace(value=value)


def _swapped(source: SourceText, swap: Swap) -> Iterable[TextEdit]:
    for (start, end), origin in zip(swap.places, swap.order, strict=True):
        yield TextEdit(start, end, source.slice(*swap.places[origin]))


def _insertions(analysis: Analysis, insertions: Sequence[Insertion]) -> Iterable[TextEdit]:
    """One edit an object, however many entries it gets."""
    by_object: dict[int, list[Insertion]] = {}
    for insertion in insertions:
        by_object.setdefault(insertion.object_offset, []).append(insertion)
    for offset, wanted in by_object.items():
        node = _container_at(analysis, offset)
        if isinstance(node, Object):
            yield _insertion(analysis.source, node, offset, wanted)
        elif isinstance(node, Array):
            yield _appending(analysis.source, node, offset, wanted)


def _container_at(analysis: Analysis, wanted: int) -> Node | None:
    if analysis.document is None:
        return None
    node: Node | None = analysis.document.root
    offset = analysis.document.root_offset
    while isinstance(node, Container):
        if offset == wanted:
            return node
        parent, node = node, None
        for inner, child in parent.parts:
            if offset + inner <= wanted < offset + inner + child.width:
                node = child
                offset += inner
                break
    return None


def _insertion(
    source: SourceText, node: Object, offset: int, wanted: Sequence[Insertion]
) -> TextEdit:
    """New entries behind the last one, each on a line of its own if the present ones are."""
    written = [f'"{insertion.key}": {insertion.value}' for insertion in wanted]
    if not node.entries:
        start = offset + 1
        end = start
        if source.slice(start, offset + node.width - 1).strip(" \t\r\n") == "":
            end = offset + node.width - 1
        return TextEdit(start, end, ", ".join(written))
    first = node.entries[0]
    gap = source.slice(offset + 1, offset + first.key_offset)
    separator = f",{gap}" if "\n" in gap or "\r" in gap else ", "
    if separator.strip(" \t\r\n") != ",":
        separator = ", "  # a comment stands before the first entry
    at = offset + _end(node.entries[-1])
    return TextEdit(at, at, "".join(separator + text for text in written))


def _appending(
    source: SourceText, node: Array, offset: int, wanted: Sequence[Insertion]
) -> TextEdit:
    """New items behind the last one, each on a line of its own if the first one is."""
    written = [insertion.value for insertion in wanted]
    if not node.items:
        return TextEdit(offset + 1, offset + 1, ", ".join(written))
    gap = source.slice(offset + 1, offset + node.offsets[0])
    separator = f",{gap}" if ("\n" in gap or "\r" in gap) and not gap.strip() else ", "
    at = offset + node.offsets[-1] + node.items[-1].width
    return TextEdit(at, at, "".join(separator + text for text in written))


def _end(entry: Entry) -> int:
    if entry.value is not None:
        return entry.value_offset + entry.value.width
    return max(entry.value_offset, entry.key_offset + entry.key.width)
