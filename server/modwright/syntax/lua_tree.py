"""The tree of a Lua script, by tree-sitter, within bounds.

Places in the tree are places in the text: it is made of one byte for every character.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from tree_sitter import Language, Node, Parser, Point, Tree

__all__ = ["Node", "ParsedTree", "edited_tree", "parsed_tree"]

# Reading what makes no sense costs the square of its length: it goes back and forth, asking for
# the text again and again. A text that makes sense is asked for once a piece.
_PIECE = 1024
_MOST_GOING_BACK = 1000


class ParsedTree(NamedTuple):
    """A tree and the bytes it was made of. `is_whole`: of the whole text, without any error."""

    tree: Tree
    data: bytes
    is_whole: bool


@functools.cache
def _language() -> Language:
    # Imported here: nothing needs it before the first script is read.
    import tree_sitter_lua

    return Language(tree_sitter_lua.language())


def parsed_tree(data: bytes, good_until: int) -> ParsedTree:
    """The tree of a script. Where it makes too little sense, of its first `good_until` bytes."""
    tree = _bounded(data)
    if tree is not None:
        return ParsedTree(tree, data, not tree.root_node.has_error)
    tree = _bounded(data[:good_until]) or Parser(_language()).parse(b"")
    return ParsedTree(tree, data, False)


def edited_tree(
    data: bytes, good_until: int, old: ParsedTree, start: int, end: int, new_end: int
) -> ParsedTree:
    """The tree after [start, end) of the old bytes became [start, new_end) of `data`.

    The same as a fresh one: a tree with errors depends on the edits that led to it, so it is
    neither reused nor handed out.
    """
    before = old.data
    if (
        not old.is_whole
        or before[:start] != data[:start]
        or before[end:] != data[new_end:]
        or len(before) - end != len(data) - new_end
    ):
        return parsed_tree(data, good_until)
    tree = old.tree.copy()
    tree.edit(
        start,
        end,
        new_end,
        _point(before, start),
        _point(before, end),
        _point(data, new_end),
    )
    new = _bounded(data, tree)
    if new is None or new.root_node.has_error:
        return parsed_tree(data, good_until)
    return ParsedTree(new, data, True)


def _point(data: bytes, offset: int) -> Point:
    return Point(data.count(b"\n", 0, offset), offset - data.rfind(b"\n", 0, offset) - 1)


def _bounded(data: bytes, old: Tree | None = None) -> Tree | None:
    """The tree; None when reading went back more often than it may."""
    left = _MOST_GOING_BACK + 2 * (len(data) // _PIECE)

    def read(offset: int, _: Point) -> bytes:
        nonlocal left
        left -= 1
        return data[offset : offset + _PIECE] if left >= 0 else b""

    def is_enough(_offset: int, _has_error: bool) -> bool:
        return left < 0

    parser = Parser(_language())
    try:
        if old is None:
            tree = parser.parse(read, progress_callback=is_enough)
        else:
            tree = parser.parse(read, old_tree=old, progress_callback=is_enough)
    except ValueError:
        # That is how tree-sitter says that the callback stopped it.
        return None
    return tree if left >= 0 else None
