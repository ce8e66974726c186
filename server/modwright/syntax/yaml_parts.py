"""What is read of some lines at once: an entry of the top level, or a piece of one.

A piece (an item of a list, an entry of a mapping) is read by itself, as if everything around it
were there. Whether it would have read the same between its neighbours is found out at its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from modwright.syntax.node import Fault
from modwright.syntax.yaml_composer import Composed, compose
from modwright.syntax.yaml_events import Unreadable, read_events
from modwright.syntax.yaml_limits import MAX_NODES, MAX_ROUNDS
from modwright.syntax.yaml_lines import Line, lines_of
from modwright.syntax.yaml_skeleton import BlockReader, Level, skeleton
from modwright.syntax.yaml_writer import Skeleton


class Around(NamedTuple):
    """The block collections that lines are in.

    `mappings`: where the entries of the mappings around them begin, from the top level on; none
    for a document whose top level is no mapping of lines. `dashes`: where the items of the list in
    the last of them begin, if the lines are items.
    """

    mappings: tuple[int, ...]
    dashes: int | None = None

    @property
    def column(self) -> int:
        """Where the lines begin."""
        return self.mappings[-1] if self.dashes is None else self.dashes


class Key(NamedTuple):
    """All that a part depends on, but for `Part.asks_before`."""

    text: str
    around: Around
    follows_return: bool = False


class Part(NamedTuple):
    """What was read of some lines; offsets are relative to the first of them."""

    composed: Composed | None
    faults: tuple[Fault, ...]
    is_lost: bool
    """Whether lines had to be left out."""
    nodes: int
    most_nodes: int
    """The nodes that there were at most while it was read."""
    open_bracket: str
    is_apart: bool = False
    """Of a piece: read as it stands in the document, and so will be the piece behind it."""
    starts_broken: bool = False
    """Whether its first line cannot be read."""
    breaks_line: bool = False
    """Whether its first line leaves the lines behind it doubtful."""
    asks_before: bool = False
    """Whether it matters that a line before it was broken."""
    is_behind_broken: bool = False
    """Whether one was."""
    inner: Mapping[Key, Part] = {}
    """The pieces that it was put together from, at any depth."""


def read_part(key: Key, budget: int) -> Part:
    """Read a whole entry of the top level, or a document of another kind."""
    text = key.text
    column = key.around.mappings[0] if key.around.mappings else None
    lines = lines_of(text, 0, len(text))
    if lines and key.follows_return:
        lines[0].is_reported = True
    lost: list[Fault] = []
    for _ in range(MAX_ROUNDS):
        for line in lines:
            line.is_reported = line.follows_return
        made = skeleton(text, lines, column, budget)
        events = read_events(made.text)
        if not isinstance(events, Unreadable):
            composed = compose(text, made, events, column is not None)
            faults = (*made.faults, *lost)
            nodes = len(made.scalars) + len(made.flows)
            return Part(composed, faults, bool(lost), nodes, nodes, made.open_bracket)
        line = _line_of(made, lines, events.at)
        lost.append(Fault(line.content, line.text_end, "yaml/syntax.unreadable"))
        lines = [each for each in lines if each is not line]
        if not lines:
            break
    return Part(None, tuple(lost), True, 0, 0, "")


def _line_of(made: Skeleton, lines: Sequence[Line], at: int) -> Line:
    """The line of the last scalar before an offset of the skeleton."""
    number = made.text.count("x", 0, at)
    offset = made.scalars[max(number - 1, 0)][0] if made.scalars else 0
    return max((line for line in lines if line.start <= offset), key=lambda line: line.start)


def read_piece(key: Key, is_behind_broken: bool) -> Part:
    """Read a piece, whose first line is the beginning of an item or an entry.

    `is_behind_broken`: a line of the list before it cannot be read. Raises TooManyNodesError.
    """
    text = key.text
    reader = _PieceReader(text, lines_of(text, 0, len(text)), key.around, is_behind_broken)
    made = reader.read()
    events = read_events(made.text)
    composed = None
    if not isinstance(events, Unreadable):
        composed = compose(text, made, events, is_part=True)
    return Part(
        composed,
        tuple(made.faults),
        False,
        len(made.scalars) + len(made.flows),
        reader.node_count,
        made.open_bracket,
        is_apart=composed is not None and reader.is_apart(),
        starts_broken=composed is not None
        and any(start <= composed.offset <= end for start, end in made.broken),
        breaks_line=reader.breaks_line,
        asks_before=reader.asks_before,
        is_behind_broken=is_behind_broken,
    )


class _PieceReader(BlockReader):
    """Begins inside of collections."""

    def __init__(
        self, text: str, lines: Sequence[Line], around: Around, is_behind_broken: bool
    ) -> None:
        super().__init__(text, lines, around.mappings[0], MAX_NODES)
        self.levels = [Level("map", column, 0) for column in around.mappings]
        if around.dashes is not None:
            self.levels.append(Level("seq", around.dashes, 0))
            if is_behind_broken:
                self.broken_column = around.dashes
        self.outer = tuple(self.levels)
        self.breaks_line = False
        self.asks_before = False

    def block_line(self, line: Line) -> None:
        seen = len(self.broken_lines)
        super().block_line(line)
        if line is self.lines[0] and len(self.broken_lines) > seen:
            self.breaks_line = True

    def out_of_place(self, line: Line) -> None:
        self.asks_before = True
        super().out_of_place(line)

    def is_apart(self) -> bool:
        """Whether nothing was written outside of the piece, and nothing that is left of its
        reading touches a line that begins an item or entry beside it.

        Such a line takes up whatever is open in its own column, so nothing may be there but the
        collections around; what is deeper it leaves behind.
        """
        outer, inner = self.outer, self.levels[len(self.outer) :]
        column = outer[-1].column
        is_untouched = (
            len(self.levels) >= len(outer)
            and all(now is before for now, before in zip(self.levels, outer, strict=False))
            and all(level.columns == {level.column} for level in outer)
        )
        if inner and outer[-1].kind == "map" and inner[0].kind == "seq":
            # The dashes of a list may stand below the key that it is the value of.
            inner = inner[1:] if inner[0].columns == {column} else inner
        marks = (self.skip_below, self.broken_column, self.open_plain and self.open_plain[1])
        return (
            is_untouched
            and all(min(level.columns) > column for level in inner)
            and (self.lonely is None or min(self.lonely[1]) > column)
            and all(mark is None or mark >= column for mark in marks)
            and not self.is_too_deep
        )
