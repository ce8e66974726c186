"""Where the lines of a text begin: an index that an edit patches instead of rebuilding.

Line starts are kept in blocks, each relative to the start of its block. An edit rewrites the block
it touches and shifts one number for every block behind it; all other blocks are shared with the
index before the edit. (One flat list would need every later line start rewritten on each key.)
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, compress, islice
from math import ceil

BLOCK_LINES = 128

# What str.splitlines() splits at besides line breaks. Any of them may stand inside a string of a
# file, and editors show it as one line.
_NO_LINE_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def break_ends(text: str) -> Iterator[int]:
    """The offsets just behind each line break of `text`, ascending."""
    pieces = text.splitlines(keepends=True)
    if any(character in text for character in _NO_LINE_BREAKS):
        ends_line = (piece.endswith(("\n", "\r")) for piece in pieces)
        return compress(accumulate(map(len, pieces)), ends_line)
    if pieces and not text.endswith(("\n", "\r")):
        pieces.pop()
    return accumulate(map(len, pieces))


def _in_blocks(starts: Iterable[int], size: int) -> tuple[list[int], list[array[int]]]:
    """Ascending line starts as the starts of blocks, and blocks of starts relative to those."""
    rest = iter(starts)
    bases: list[int] = []
    blocks: list[array[int]] = []
    while chunk := list(islice(rest, size)):
        base = chunk[0]
        bases.append(base)
        blocks.append(array("I", map((-base).__add__, chunk)))
    return bases, blocks


class LineIndex:
    """The immutable line starts of one text. Offsets are code points, lines are zero-based.

    Holds no text. Serves texts of up to 2**32 code points.
    """

    __slots__ = ("_bases", "_block_size", "_first_lines", "blocks", "line_count")

    def __init__(self, bases: list[int], blocks: tuple[array[int], ...], block_size: int) -> None:
        """Use `of`. `bases[i]` is the offset that the line starts in `blocks[i]` count from."""
        self.blocks = blocks
        self._bases = bases
        self._block_size = block_size
        ends = list(accumulate(map(len, blocks)))
        self.line_count = ends[-1]
        self._first_lines = [0, *ends[:-1]]

    @staticmethod
    def of(text: str, block_size: int = BLOCK_LINES) -> LineIndex:
        """The index of a whole text, in one pass over it."""
        bases, blocks = _in_blocks(chain((0,), break_ends(text)), block_size)
        return LineIndex(bases, tuple(blocks), block_size)

    def start(self, line: int) -> int:
        """The offset at which `line` begins; 0 <= line < line_count."""
        block = self._block_with(line)
        return self._bases[block] + self.blocks[block][line - self._first_lines[block]]

    def line_of(self, offset: int) -> int:
        """The line with `offset` in it. An offset inside a CRLF is on the line that it ends."""
        return self.line_at(offset)[0]

    def line_at(self, offset: int) -> tuple[int, int, int | None]:
        """The line with `offset` in it, where it starts, and where the next starts, if any does."""
        bases = self._bases
        block = bisect_right(bases, max(0, offset)) - 1
        base = bases[block]
        starts = self.blocks[block]
        inside = bisect_right(starts, max(0, offset) - base)
        if inside < len(starts):
            next_start = base + starts[inside]
        else:
            next_start = bases[block + 1] if block + 1 < len(bases) else None
        return self._first_lines[block] + inside - 1, base + starts[inside - 1], next_start

    def patched(self, text: str, start: int, end: int, inserted: int) -> LineIndex:
        """The index of `text`, which this index's text became when [start, end) was replaced.

        `inserted` is how many code points of `text`, from `start` on, took its place.
        """
        # The break in front of the edit may gain or lose its "\n" ("\r" stays, "\n" comes or goes),
        # so the line of the character before belongs to what changed, and one character on each
        # side of the new text is looked at.
        first = self.line_of(start - 1)
        last = self.line_of(end)
        new_end = start + inserted
        shift = new_end - end
        looked_from = max(0, start - 1)
        found = break_ends(text[looked_from : new_end + 1])
        # A break that ends behind the looked-at character is the one that already began the line
        # after `last`, whose start is kept.
        new_starts = [looked_from + at for at in found if looked_from + at <= new_end]
        return self._with_lines(first, last, new_starts, shift)

    def _with_lines(self, first: int, last: int, starts: list[int], shift: int) -> LineIndex:
        """`starts` in place of those of the lines first + 1 .. last; later ones move by `shift`."""
        head_block = self._block_with(first)
        tail_block = self._block_with(last)
        base = self._bases[head_block]
        # first + 1 and last + 1 as places inside their blocks.
        head_end = first + 1 - self._first_lines[head_block]
        tail_start = last + 1 - self._first_lines[tail_block]

        # Counted from `base`, as the block they will be.
        changed = self.blocks[head_block][:head_end]
        changed.extend(map((-base).__add__, starts))
        moved = self._bases[tail_block] + shift - base
        changed.extend(map(moved.__add__, self.blocks[tail_block][tail_start:]))
        after = tail_block + 1
        # Deleting must not leave ever smaller blocks behind: a small one takes its neighbour in.
        if len(changed) < self._block_size // 2 and after < len(self.blocks):
            moved = self._bases[after] + shift - base
            changed.extend(map(moved.__add__, self.blocks[after]))
            after += 1

        # Blocks may grow to twice their size, so that typing lines doesn't split one every time. A
        # split is even: a small rest would stay behind where no edit comes by to merge it.
        bases, blocks = [base], [changed]
        if len(changed) > 2 * self._block_size:
            pieces = ceil(len(changed) / self._block_size)
            bases, blocks = _in_blocks(map(base.__add__, changed), ceil(len(changed) / pieces))
        return LineIndex(
            [*self._bases[:head_block], *bases, *(at + shift for at in self._bases[after:])],
            (*self.blocks[:head_block], *blocks, *self.blocks[after:]),
            self._block_size,
        )

    def _block_with(self, line: int) -> int:
        return bisect_right(self._first_lines, line) - 1
