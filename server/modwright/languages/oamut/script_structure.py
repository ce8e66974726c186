"""The outline of a script, its folds, and the lens over `mutate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.messages import text as words_of
from modwright.languages.around import Fold, Lens
from modwright.languages.oamut.plan_words import plan_words
from modwright.languages.oamut.script_package import Around
from modwright.languages.results import OutlineItem, SymbolKind
from modwright.languages.wording import plain
from modwright.syntax.lua_document import LuaDocument
from modwright.syntax.lua_text import line_end

PLAN_COMMAND = "modwright.plan"
"""The server's command that runs a plan and shows it."""


# ---- the outline


def outline(document: LuaDocument, locale: str) -> list[OutlineItem]:
    """The functions and the keys of the plan in text order, what lies inside another below it."""
    items = sorted(_items(document, locale), key=lambda item: (item.start, -item.end))
    return _nested(items)


def _items(document: LuaDocument, locale: str) -> Iterator[OutlineItem]:
    facts = document.facts
    words = plan_words()
    hooks: set[tuple[int, int]] = set()
    for key in facts.plan.keys if facts.plan is not None else ():
        word = words.plan_keys.get(key.name)
        is_hook = word is not None and word.kind == "hook"
        if is_hook:
            hooks.add((key.value_start, key.value_end))
        yield OutlineItem(
            name=plain(key.name),
            detail=words_of("script.outline.hook" if is_hook else "script.outline.key", locale),
            kind=SymbolKind.TRIGGER if is_hook else SymbolKind.CONDITION,
            start=key.start,
            end=max(key.end, key.value_end),
            name_start=key.start,
            name_end=key.end,
        )
    for function in facts.functions:
        if (function.start, function.end) in hooks or not function.name:
            continue
        is_entry = function.name == words.entry.name
        phase = function.phase if function.phase in words.plan_keys else None
        detail = words.entry.signature if is_entry else ""
        if phase is not None:
            detail = words_of("script.outline.hook-of", locale, name=phase)
        yield OutlineItem(
            name=plain(function.name),
            detail=detail,
            kind=SymbolKind.COMMAND,
            start=min(function.start, function.name_start),
            end=function.end,
            name_start=function.name_start,
            name_end=function.name_end,
        )


_MOST_LEVELS = 32


def _nested(items: Sequence[OutlineItem]) -> list[OutlineItem]:
    """Items in text order, each put below the innermost one that holds it."""
    top: list[OutlineItem] = []
    around: list[tuple[OutlineItem, list[OutlineItem]]] = []
    for item in items:
        while around and around[-1][0].end < item.end:
            around.pop()
        while around and around[-1][0].end <= item.start:
            around.pop()
        children: list[OutlineItem] = []
        placed = _with_children(item, children)
        (around[-1][1] if around else top).append(placed)
        if len(around) < _MOST_LEVELS:
            around.append((item, children))
    return top


def _with_children(item: OutlineItem, children: Sequence[OutlineItem]) -> OutlineItem:
    """The item with a list of children that is still to be filled."""
    return OutlineItem(
        item.name,
        item.detail,
        item.kind,
        item.start,
        item.end,
        item.name_start,
        item.name_end,
        item.is_disabled,
        children,
    )


# ---- folds


def folds(document: LuaDocument) -> list[Fold]:
    """Functions, tables and blocks over several lines, at most one that begins on a line: the
    widest. The line that closes one stays to be seen."""
    text = document.text
    widest: dict[int, Fold] = {}
    for start, end in document.facts.blocks:
        last_line = _line_start(text, max(end - 1, start))
        if last_line <= start:
            continue
        begins = line_end(text, start)
        stop = _before_break(text, last_line)
        if stop > begins and (begins not in widest or widest[begins].end < stop):
            widest[begins] = Fold(start, stop)
    return sorted(widest.values())


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _before_break(text: str, line_start: int) -> int:
    """The end of the line before the one that starts here."""
    end = line_start - 1
    return end - 1 if text[end - 1 : end + 1] == "\r\n" else end


# ---- lenses


def lenses(document: LuaDocument, path: str | None, locale: str, around: Around) -> list[Lens]:
    """ "Run plan" over `mutate`, in the entry script only."""
    mutate = document.facts.mutate
    if mutate is None or path is None or not around.is_entry(path):
        return []
    title = words_of("script.lens.plan", locale)
    return [Lens(mutate.start, mutate.end, title, PLAN_COMMAND, ())]
