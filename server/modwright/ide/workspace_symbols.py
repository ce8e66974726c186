"""Workspace symbols: the rules, commands and named things of all open documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote

from modwright.ide.outline import outline
from modwright.ide.types import OutlineItem, SymbolKind, WorkspaceSymbol
from modwright.workspace.workspace import Workspace

_KINDS = frozenset(
    {
        *(SymbolKind.PLUGIN, SymbolKind.RULE, SymbolKind.COMMAND),
        *(SymbolKind.ENTRY, SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.FUNCTION),
        *(SymbolKind.VARIABLE, SymbolKind.WORD),
    }
)


def workspace_symbols(workspace: Workspace, query: str, locale: str) -> list[WorkspaceSymbol]:
    """The symbols whose name has the characters of `query` in their order; those first where they
    stand close together, and early. Then those whose label has: it is shown beside the name, for
    an editor may look for the query in what it shows."""
    scored: list[tuple[tuple[int, int, int], WorkspaceSymbol]] = []
    for document in workspace.documents():
        analysis = document.analysis
        if analysis is None:
            continue
        file = PurePosixPath(unquote(document.uri)).name
        for item, container in _symbols(outline(analysis, locale), file):
            name, score = item.name, _score(query, item.name)
            place = 0
            if score is None and item.label:
                name, place, score = f"{item.name} ({item.label})", 1, _score(query, item.label)
            if score is not None:
                span = item.name_start, item.name_end
                symbol = WorkspaceSymbol(name, container, item.kind, document.uri, *span)
                scored.append(((place, *score), symbol))
    scored.sort(key=lambda pair: pair[0])
    return [symbol for _, symbol in scored]


def _symbols(items: Sequence[OutlineItem], container: str) -> Iterator[tuple[OutlineItem, str]]:
    for item in items:
        if item.kind in _KINDS or item.label:
            yield item, container
        yield from _symbols(item.children, item.name)


def _score(query: str, name: str) -> tuple[int, int] | None:
    """(characters skipped inside the match, where it begins), or None for no match."""
    wanted, folded = query.casefold(), name.casefold()
    if not wanted:
        return 0, 0
    whole = folded.find(wanted)
    if whole >= 0:
        return 0, whole
    at = begin = folded.find(wanted[0])
    for character in wanted[1:]:
        if at < 0:
            return None
        at = folded.find(character, at + 1)
    return (at - begin + 1 - len(wanted), begin) if at >= 0 else None
