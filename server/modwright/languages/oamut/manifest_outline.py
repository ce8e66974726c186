"""The outline of a manifest: its keys with what they say, the options by their ids."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.messages import text as words
from modwright.languages.oamut.manifest import string_of, value_at
from modwright.languages.oamut.schema_walk import TYPE_KEY
from modwright.languages.results import OutlineItem, SymbolKind
from modwright.languages.wording import plain
from modwright.syntax.node import Array, Entry, Node, Object
from modwright.syntax.tree import SyntaxTree

_ID = "id"
_SHOWN_ITEMS = 8


def outline(document: SyntaxTree, locale: str) -> list[OutlineItem]:
    """The keys in text order."""
    root = document.root
    if not isinstance(root, Object):
        return []
    return [_entry(root, document.root_offset, entry, locale) for entry in root.entries]


def _entry(mapping: Object, offset: int, entry: Entry, locale: str) -> OutlineItem:
    name_start = offset + entry.key_offset
    name_end = name_start + entry.key.width
    value = entry.value
    at = offset + entry.value_offset
    end = max(at + value.width, name_end) if value is not None else name_end
    children = list(_children(value, at, locale)) if value is not None else []
    return OutlineItem(
        name=plain(entry.name) or words("outline.untyped", locale),
        detail=_detail(value) if not children else "",
        kind=SymbolKind.RULE if children else SymbolKind.ACTION,
        start=name_start,
        end=end,
        name_start=name_start,
        name_end=name_end,
        children=children,
    )


def _children(value: Node, at: int, locale: str) -> Iterator[OutlineItem]:
    if isinstance(value, Object):
        for entry in value.entries:
            yield _entry(value, at, entry, locale)
    elif isinstance(value, Array):
        for inner, item in value.parts:
            if isinstance(item, Object):
                yield _option(item, at + inner, locale)


def _option(item: Object, at: int, locale: str) -> OutlineItem:
    """An option by its id, with its type and its default."""
    identifier = value_at(item, at, _ID)
    text = string_of(identifier.node) if identifier else None
    if identifier is not None and text:
        name, (start, end) = plain(text), identifier.span
    else:
        name = words("oamut.outline.unnamed", locale)
        start, end = at, min(at + 1, at + item.width)
    type_ = value_at(item, at, TYPE_KEY)
    default = value_at(item, at, "default")
    said = [plain(value.node.raw) for value in (type_, default) if value and value.node]
    return OutlineItem(
        name=name,
        detail=" = ".join(each for each in said if each),
        kind=SymbolKind.CONDITION,
        start=at,
        end=at + item.width,
        name_start=start,
        name_end=end,
    )


def _detail(value: Node | None) -> str:
    if isinstance(value, Array):
        shown = [plain(item.text) for item in value.items[:_SHOWN_ITEMS] if item.text]
        more = ", …" if len(value.items) > _SHOWN_ITEMS else ""
        return ", ".join(shown) + more
    return plain(value.text) if value is not None else ""
