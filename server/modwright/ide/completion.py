"""Completion: what the language offers at a spot, as edits of the present text.

The language says what may be written; everything about quotes, commas, colons, ranges and layout
is decided here, the same for every language of JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from modwright.ide.layout import indentation_at, indentation_unit, line_break
from modwright.ide.spots import Place, place_at
from modwright.ide.types import Completion, CompletionList
from modwright.languages import registry
from modwright.languages.around import Proposal
from modwright.languages.language import Analysis
from modwright.languages.results import Candidate, Spot, SpotKind
from modwright.syntax.json_document import JsonDocument
from modwright.syntax.node import Scalar
from modwright.syntax.tree import SyntaxTree
from modwright.text.source import SourceText

MAX_ITEMS = 300
"""More than anybody reads, and what an editor still takes in at once."""

_NOTHING = CompletionList(())
_QUOTES = frozenset("\"'`“＂")
_SNIPPET_SPECIAL = re.compile(r"[\\$]")


def complete(analysis: Analysis, offset: int, locale: str) -> CompletionList:
    """What may be written at `offset`. Never raises; empty in comments, numbers, behind the end."""
    document = analysis.document
    if document is None or not 0 <= offset <= len(document.text):
        return _NOTHING
    around = analysis.language.around
    if around is not None:
        proposals = around.complete(document, offset, locale, analysis.package)
        if proposals or not isinstance(document, JsonDocument):
            return _proposed(proposals)
    place = place_at(document, offset)
    if place is None:
        return _NOTHING
    if place.text_spot is not None and place.string is not None:
        within = _candidates(analysis, place.document, place.text_spot, locale)
        if within:
            found = _in_text(analysis.source, place.start, place.string, within, offset)
            return _up_to_cursor(found, analysis.source, offset)
    candidates = _candidates(analysis, place.document, place.spot, locale)
    kept = _narrowed(candidates, place.spot.text[: place.spot.cursor])
    writer = _Writer(analysis.source, place)
    items = tuple(writer.item(candidate, index) for index, candidate in enumerate(kept))
    found = CompletionList(items, len(candidates) > MAX_ITEMS)
    return _up_to_cursor(found, analysis.source, offset)


def _candidates(
    analysis: Analysis, document: SyntaxTree, spot: Spot, locale: str
) -> Sequence[Candidate]:
    """What the files around the document tell, or else the language alone."""
    around = analysis.language.around
    found = None
    if around is not None:
        found = around.candidates(document, spot, locale, analysis.package, analysis.path)
    return analysis.language.candidates(document, spot, locale) if found is None else found


def _up_to_cursor(found: CompletionList, source: SourceText, offset: int) -> CompletionList:
    """The same edits without what stands behind the cursor already, such as a closing quote.

    Neovim replaces up to the cursor, whatever the range says: it would write the quote twice.
    """
    return replace(found, items=tuple(_without_tail(item, source, offset) for item in found.items))


def _without_tail(item: Completion, source: SourceText, offset: int) -> Completion:
    tail = source.slice(offset, item.end)
    if not tail or not (item.new_text.endswith(tail) and item.plain_text.endswith(tail)):
        return item
    return replace(
        item,
        end=offset,
        new_text=item.new_text[: -len(tail)],
        plain_text=item.plain_text[: -len(tail)],
    )


def documentation(data: str, locale: str) -> str:
    """The documentation of a completion by its `data`, as Markdown; "" when there is none."""
    for name in registry.NAMES:
        text = registry.language(name).document_of(data, locale)
        if text:
            return text
    return ""


def _proposed(proposals: Sequence[Proposal]) -> CompletionList:
    """What a language that reads its own syntax proposes."""
    items = tuple(
        Completion(
            label=each.label,
            kind=each.kind,
            start=each.start,
            end=each.end,
            new_text=each.new_text,
            plain_text=each.plain_text or each.new_text,
            filter_text=each.filter_text or each.label,
            sort_text=f"{each.sort:04}-{index:04}",
            is_snippet=each.is_snippet,
            detail=each.detail,
            documentation=each.documentation,
            retrigger=each.retrigger,
        )
        for index, each in enumerate(proposals[:MAX_ITEMS])
    )
    return CompletionList(items, len(proposals) > MAX_ITEMS)


def _narrowed(candidates: Sequence[Candidate], typed: str) -> Sequence[Candidate]:
    """A list too long to send, narrowed to what holds the typed text, the best first."""
    if len(candidates) <= MAX_ITEMS:
        return candidates
    wanted = typed.casefold()
    first: list[Candidate] = []
    rest: list[Candidate] = []
    for candidate in candidates:
        text = (candidate.filter or candidate.label).casefold()
        if text.startswith(wanted):
            first.append(candidate)
        elif wanted in text:
            rest.append(candidate)
    return (first + rest)[:MAX_ITEMS]


def _sort_text(candidate: Candidate, index: int) -> str:
    return f"{candidate.sort:04}-{index:04}"


def _in_text(
    source: SourceText, start: int, string: Scalar, candidates: Sequence[Candidate], offset: int
) -> CompletionList:
    """Candidates that replace a part of the text of the string that begins at `start`."""
    items: list[Completion] = []
    for index, candidate in enumerate(candidates):
        begin, end = (start + at for at in string.decoded.source_range(*candidate.replace))
        if not begin <= offset <= end:
            continue
        new_text = json.dumps(candidate.insert or candidate.label, ensure_ascii=False)[1:-1]
        written = source.slice(begin, offset)
        # Where the text is spelled by escapes, nothing but that spelling matches it.
        is_escaped = "\\" in written
        items.append(
            Completion(
                label=candidate.label,
                kind=candidate.kind,
                start=begin,
                end=end,
                new_text=new_text,
                plain_text=new_text,
                filter_text=written if is_escaped else candidate.filter or candidate.label,
                sort_text=_sort_text(candidate, index),
                detail=candidate.detail,
                data=candidate.data,
                retrigger=candidate.retrigger,
            )
        )
    return CompletionList(tuple(items))


@dataclass(frozen=True)
class _Writer:
    """Writes candidates for keys and values at one place."""

    source: SourceText
    place: Place

    def item(self, candidate: Candidate, index: int) -> Completion:
        place = self.place
        plain, snippet = candidate.json, candidate.snippet
        if place.spot.kind is SpotKind.KEY:
            key = json.dumps(candidate.label, ensure_ascii=False)
            escaped = _SNIPPET_SPECIAL.sub(r"\\\g<0>", key)
            if place.only_key:
                plain, snippet = key, ""
            else:
                plain = f"{key}: {plain}"
                snippet = f"{escaped}: {snippet}" if snippet else ""
        plain = f"{place.before}{self._laid_out(plain, self._indentation)}{place.after}"
        if snippet:
            # Editors indent the lines of a snippet like the line it goes into.
            snippet = f"{place.before}{self._laid_out(snippet, '')}{place.after}"
        return Completion(
            label=candidate.label,
            kind=candidate.kind,
            start=place.start,
            end=place.end,
            new_text=snippet or plain,
            plain_text=plain,
            filter_text=self._filter_text(candidate),
            sort_text=_sort_text(candidate, index),
            is_snippet=bool(snippet),
            detail=candidate.detail,
            data=candidate.data,
            retrigger=candidate.retrigger and not place.only_key,
            more_edits=place.edits,
        )

    @property
    def _indentation(self) -> str:
        return indentation_at(self.source, self.place.start)

    def _laid_out(self, text: str, indentation: str) -> str:
        """Lines and tabs of a candidate, which are layout only, as the document writes them."""
        if "\n" not in text:
            return text
        unit = indentation_unit(self.source)
        line = f"{line_break(self.source)}{indentation}"
        return text.replace("\n", line).replace("\t", unit)

    def _filter_text(self, candidate: Candidate) -> str:
        """What the text in the range is matched against: with a quote where the range has one."""
        place = self.place
        text = candidate.filter or candidate.label
        opening = self.source.slice(place.start, place.start + 1) if place.end > place.start else ""
        return f"{opening}{text}{opening}" if opening in _QUOTES else text
