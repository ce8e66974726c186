"""The outline: the parts of the file, and the things in them with their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from modwright.findings.messages import text as words
from modwright.languages.results import OutlineItem, SymbolKind
from modwright.languages.ruleset import pages
from modwright.languages.ruleset.parts import Part, members, root_part
from modwright.languages.ruleset.views import COMMENT, View
from modwright.languages.wording import plain
from modwright.syntax.node import Array, Object
from modwright.syntax.tree import SyntaxTree

# What the things of a kind are to an editor; the others are entries.
_KINDS = {
    "field": SymbolKind.FIELD,
    "column": SymbolKind.FIELD,
    "stat": SymbolKind.FIELD,
    "ability": SymbolKind.PROPERTY,
    "skill": SymbolKind.PROPERTY,
    "save": SymbolKind.PROPERTY,
    "derived": SymbolKind.FUNCTION,
    "combatCheck": SymbolKind.FUNCTION,
    "pool": SymbolKind.VARIABLE,
    "track": SymbolKind.VARIABLE,
    "state": SymbolKind.VARIABLE,
    "liveText": SymbolKind.VARIABLE,
    "condition": SymbolKind.WORD,
    "combatCondition": SymbolKind.WORD,
    "rest": SymbolKind.ACTION,
    "action": SymbolKind.ACTION,
    "contest": SymbolKind.ACTION,
}
# What names a thing, best first; the other of the two is its detail.
_NAMES = ("id", "condition", "list", "label", "name")
_DETAILS = ("label", "name")


def outline(document: SyntaxTree, locale: str, whole: Part | None = None) -> list[OutlineItem]:
    """The parts in text order, also those that are broken. `whole` is what the document is; None: a
    ruleset."""
    root = document.root
    if not isinstance(root, Object):
        return []
    part = whole or root_part()
    return [_moved(item, document.root_offset) for item in _inside(root, part, locale)]


def _inside(node: Object, part: Part, locale: str) -> Iterator[OutlineItem]:
    """The parts of an object, and the lists of things in it, at offsets of the object."""
    for name, entry in node.by_name.items():
        inner = part.key(name)
        value = entry.value
        if inner is None or value is None or name == COMMENT:
            continue
        start, end = entry.key_offset, entry.value_offset + value.width
        children: list[OutlineItem] = []
        if isinstance(value, Array):
            children = [_moved(item, entry.value_offset) for item in _things(value, inner, locale)]
        elif isinstance(value, Object):
            children = [
                _moved(item, entry.value_offset)
                for member in members(inner, value)[:1]
                for item in _inside(value, member, locale)
            ]
        is_part = isinstance(value, Object) and part.name == root_part().name
        if children or is_part:
            kind = SymbolKind.PART if isinstance(value, Object) else SymbolKind.GROUP
            name_end = start + entry.key.width
            title = pages.title(inner.schema, locale)
            yield OutlineItem(
                plain(name), title, kind, start, end, start, name_end, children=children
            )


def _things(node: Array, part: Part, locale: str) -> Iterator[OutlineItem]:
    """The things of a list, at offsets of the list; nothing for a list of anything else."""
    for position, (offset, item) in enumerate(node.parts):
        known = part.item(position)
        if known is None or not isinstance(item, Object):
            continue
        for member in members(known, item)[:1]:
            thing = _thing(item, member, locale)
            if thing is not None:
                yield _moved(thing, offset)


def _thing(node: Object, part: Part, locale: str) -> OutlineItem | None:
    """A thing at offsets of its own, remembered on its node."""
    slot = ("ruleset.outline", part.name, locale)
    return node.remember(slot, lambda: _read_thing(node, part, locale))


def _read_thing(node: Object, part: Part, locale: str) -> OutlineItem | None:
    view = View(node, 0)
    known = [key for key in _NAMES if key in part.properties]
    if not known:
        return None
    named = next((key for key in known if plain(view.text(key) or "")), None)
    title = pages.title(part.schema, locale)
    name = plain(view.text(named) or "") if named else words("outline.untyped", locale)
    span = view.value_span(named) if named else (0, 1)
    labels = (plain(view.text(key) or "") for key in _DETAILS if key != named)
    label = next((each for each in labels if each), "")
    shapes = part.shape.names if part.shape is not None else (part.name,)
    kind = next((_KINDS[shape] for shape in shapes if shape in _KINDS), SymbolKind.ENTRY)
    children = list(_inside(node, part, locale))
    return OutlineItem(
        name,
        label or title,
        kind,
        0,
        node.width,
        *span,
        label=label,
        children=_flat(children),
    )


def _flat(children: Sequence[OutlineItem]) -> Sequence[OutlineItem]:
    """The things of the only list of a thing, without a level for the list."""
    if len(children) == 1 and children[0].kind is SymbolKind.GROUP:
        return children[0].children
    return children


def _moved(item: OutlineItem, by: int) -> OutlineItem:
    if by == 0:
        return item
    return replace(
        item,
        start=item.start + by,
        end=item.end + by,
        name_start=item.name_start + by,
        name_end=item.name_end + by,
        children=[_moved(child, by) for child in item.children],
    )
