"""From a YAML text to its skeleton: the same structure, with every scalar written as `x`.

The strict rules refuse half of what a YAML reader offers, and each refusal has its own name; a
broken line must not cost the lines behind it. So the text is read once here, line by line: every
scalar becomes a node, every fault is named where it is, what is broken is mended, and what is left
is a short and clean text from which ruamel.yaml reads the structure (`yaml_events.py`).
The skeleton's indentation follows the nesting, not the columns of the source.
"""

from __future__ import annotations

from collections.abc import Sequence

from modwright.syntax.node import Fault, Kind, Repair
from modwright.syntax.yaml_flow import FlowReader
from modwright.syntax.yaml_limits import MAX_DEPTH, MAX_NODES
from modwright.syntax.yaml_lines import Line
from modwright.syntax.yaml_nodes import YamlScalar, plain, plain_key
from modwright.syntax.yaml_tokens import (
    ALIAS,
    BLOCK_HEADER,
    GLUED_KEY,
    PLAIN,
    QUOTED,
    closing,
    in_quotes,
    rest_of_line,
)
from modwright.syntax.yaml_writer import Skeleton, Writer


class Level:
    """A block collection that is open."""

    __slots__ = ("column", "columns", "is_waiting", "kind", "last", "out", "strays")

    def __init__(self, kind: str, column: int, out: int) -> None:
        self.kind = kind
        self.column = column
        self.columns = {column}
        """Where its entries begin: more than one column once a line was out of place."""
        self.strays: set[int] = set()
        """Those of lines that are out of place."""
        self.out = out
        self.last = column
        """The column of its last entry: what belongs to that stands deeper."""
        self.is_waiting = False
        """Whether its last key or dash has no value yet."""


def skeleton(text: str, lines: Sequence[Line], root_column: int | None, budget: int) -> Skeleton:
    """The skeleton of consecutive lines.

    `root_column`: where the entries of the top-level mapping begin, when the lines are some of
    them; None when the lines are a whole document of another kind. Raises TooManyNodesError when
    the lines hold more than `budget` nodes.
    """
    return BlockReader(text, lines, root_column, min(budget, MAX_NODES)).read()


class BlockReader(Writer):
    """Reads lines of blocks: keys, dashes, and the collections that their columns make."""

    def __init__(
        self, text: str, lines: Sequence[Line], root_column: int | None, budget: int
    ) -> None:
        super().__init__(text, lines, budget)
        self.levels: list[Level] = []
        self.root_column = -1
        if root_column is not None:
            self.levels.append(Level("map", root_column, 0))
            self.root_column = root_column
        self.skip_below: int | None = None
        """Deeper lines than this column belong to something that was refused as a whole."""
        self.open_plain: tuple[int, int] | None = None
        """(number of the scalar, column around) of a plain value that may go on below."""
        self.is_misplaced = False
        """Whether the collection that was entered last is not where the line belongs."""
        self.is_behind_broken = False
        self.broken_column: int | None = None
        """The column of the last line that could not be read, while the lines stay below it."""
        self.lonely: tuple[int, set[int], tuple[int, int, int]] | None = None
        """A scalar alone at its place: (column, columns, where it begins): perhaps half a key."""

    def read(self) -> Skeleton:
        lines = self.lines
        while self.at < len(lines):
            line = lines[self.at]
            self.at += 1
            if line.is_blank:
                if line.content < line.end:
                    self.open_plain = None
                continue
            if self.skip_below is not None:
                if line.column > self.skip_below:
                    continue
                self.skip_below = None
            around = self.broken_column
            self.is_behind_broken = around is not None and (
                line.column > around or (line.column == around and line.is_dash)
            )
            if not self.is_behind_broken:
                self.broken_column = None
            self.tabs(line)
            seen = len(self.broken_lines)
            self.block_line(line)
            if len(self.broken_lines) > seen and self.broken_column is None:
                self.broken_column = line.column
        return Skeleton(
            "".join(self.parts),
            self.scalars,
            self.flows,
            self.places,
            self.faults,
            sorted(self.broken_lines),
            self.open_bracket,
        )

    def block_line(self, line: Line) -> None:
        pos, column = line.content, line.column
        if self.continues_plain(line):
            return
        self.open_plain = None
        is_first = True
        shift = 0
        if self.glued_dash(pos, column, line):
            self.content(pos + 1, column + 1, line, False, 1)
            return
        while self.is_dash(pos, line):
            entered = self.enter("seq", column, line, is_first, shift)
            if entered is None:
                self.lost_item(line, pos, is_first, column)
                return
            if len(self.levels) > MAX_DEPTH:
                self.too_deep_block(pos, line)
                return
            level, shift = entered
            level.last = column
            self.place(pos, "- ")
            inner = self.space(pos + 1, line)
            column += inner - pos
            pos = inner
            is_first = False
            level.is_waiting = self.is_end(pos, line)
            if level.is_waiting:
                self.lonely = None
                return
        self.content(pos, column, line, is_first, shift)

    def lost_item(self, line: Line, pos: int, is_first: bool, column: int) -> None:
        """An item where no list is open: its entry goes where its column fits."""
        inner = self.space(pos + 1, line)
        if self.is_end(inner, line):
            self.out_of_place(line)
            return
        if line.has_key and inner < line.end and not self.is_dash(inner, line):
            self.out_of_place(line)
            self.content(inner, column + inner - pos, line, is_first, 0)
            return
        self.whole_line(line, pos, is_first, column)

    def is_dash(self, pos: int, line: Line) -> bool:
        text = self.text
        return (
            pos < line.end and text[pos] == "-" and (pos + 1 >= line.end or text[pos + 1] in " \t")
        )

    def glued_dash(self, pos: int, column: int, line: Line) -> bool:
        """An item whose dash has no space behind it (`-id: x`), in a list that is open here."""
        if self.text[pos] != "-" or self.is_dash(pos, line):
            return False
        if self.level_at("seq", column) is None and not self.may_begin_list(pos, column, line):
            return False
        repair = Repair("yaml.insert-space", pos + 1, pos + 1, " ")
        for fault in self.broken(line, "no-space", "-", repair):
            self.loose(fault)
        self.enter("seq", column, line, True, 0)
        self.place(pos, "- ")
        return True

    def may_begin_list(self, pos: int, column: int, line: Line) -> bool:
        """Whether `-id: x`, where a value is due, is the first item of a list.

        A key may be a negative number, and a text may begin with a dash.
        """
        top = self.levels[-1] if self.levels else None
        if top is None or not top.is_waiting or column < top.column:
            return False
        if column == top.column:
            return top.kind == "map"
        if line.has_key:
            return not self.text[pos + 1].isdigit()
        return self.at < len(self.lines) and (
            self.lines[self.at].is_dash and self.lines[self.at].column == column
        )

    def level_at(self, kind: str, column: int) -> Level | None:
        """The open collection of this kind with entries in this column."""
        for level in reversed(self.levels):
            if level.kind == kind and column in level.columns:
                return level
        return None

    def enter(
        self, kind: str, column: int, line: Line, is_first: bool, shift: int
    ) -> tuple[Level, int] | None:
        """The collection that a dash or key in this column belongs to, and by how far it is off.

        None where no collection can take it. Begins the skeleton's line for the first of a line.
        """
        levels = self.levels
        self.is_misplaced = False
        if not is_first:
            return self.push(kind, column, shift), shift
        top = levels[-1] if levels else None
        if top is None:
            level = self.push(kind, column, 0)
            self.new_line(level.out)
            return level, 0
        if top.is_waiting and (
            column > top.column or (kind == "seq" and top.kind == "map" and column in top.columns)
        ):
            top.is_waiting = False
            level = self.push(kind, column, 0)
            self.new_line(level.out)
            return level, 0
        lonely = self.lonely
        if lonely is not None and kind == "map" and column in lonely[1]:
            # The scalar in the line before was half a key of the same mapping.
            level = self.half_key_before(lonely)
            self.new_line(level.out)
            return level, 0
        if lonely is not None and kind == "seq" and top.kind == "map" and column >= top.column:
            # The scalar in the line before was an item of the same list.
            level = self.half_item_before(lonely)
            level.columns.add(column)
            self.new_line(level.out)
            return level, 0
        popped: list[Level] = []
        while len(levels) > 1 and column not in levels[-1].columns and levels[-1].column > column:
            popped.append(levels.pop())
        depth = len(levels)
        while depth and column in levels[depth - 1].columns:
            if levels[depth - 1].kind == kind:
                del levels[depth:]
                level = levels[-1]
                level.is_waiting = False
                self.is_misplaced = column in level.strays
                self.new_line(level.out)
                return level, 0
            depth -= 1
        # Out of place: it goes to the nearest collection of its kind.
        for index in range(len(popped) - 1, -1, -1):
            if popped[index].kind == kind:
                levels.extend(reversed(popped[index:]))
                break
        else:
            depth = len(levels)
            while depth and levels[depth - 1].kind != kind:
                depth -= 1
            if not depth:
                levels.extend(reversed(popped))
                return None
            del levels[depth:]
        level = levels[-1]
        if column not in level.columns:
            level.strays.add(column)
            level.columns.add(column)
        level.is_waiting = False
        self.is_misplaced = True
        self.out_of_place(line)
        self.new_line(level.out)
        return level, level.column - column

    def push(self, kind: str, column: int, shift: int) -> Level:
        out = self.levels[-1].out + 2 if self.levels else 0
        level = Level(kind, column, out)
        level.columns.add(column + shift)
        self.levels.append(level)
        return level

    def half_key_before(self, lonely: tuple[int, set[int], tuple[int, int, int]]) -> Level:
        """Turn the scalar of the line before into a key without colon and value."""
        column, columns, mark = lonely
        offset, node = self.scalars[mark[1]]
        line = self.line_at(offset)
        self.back_to(mark)
        self.lonely = None
        level = self.push("map", column, 0)
        level.columns |= columns
        self.half_key(offset, offset + node.width, line)
        return level

    def half_item_before(self, lonely: tuple[int, set[int], tuple[int, int, int]]) -> Level:
        """Turn the scalar of the line before into an item without its dash."""
        column, _, mark = lonely
        offset, node = self.scalars[mark[1]]
        line = self.line_at(offset)
        self.back_to(mark)
        self.lonely = None
        level = self.push("seq", column, 0)
        self.place(offset, "- ")
        self.error(offset, offset + node.width, self.broken(line, "no-dash"))
        return level

    def out_of_place(self, line: Line) -> None:
        """Only the first line is named of those that are out of place behind a broken one."""
        if self.is_behind_broken:
            line.is_reported = True
        for fault in self.broken(line, "indentation"):
            self.loose(fault)

    def half_key(self, start: int, end: int, line: Line) -> bool:
        """An entry for a line that has no colon, or none with a space behind it.

        Returns whether it has no value yet.
        """
        text = self.text
        glued = GLUED_KEY.match(text, start, end)
        if glued is not None:
            colon = glued.end(1)
            repair = Repair("yaml.insert-space", colon + 1, colon + 1, " ")
            self.error(start, colon, self.broken(line, "no-space", ":", repair))
            self.place(colon, ": ")
            self.error(colon + 1, end, ())
            return False
        word = text[start:end].split(" ", 1)[0]
        repair = None
        if len(word) < end - start:
            repair = Repair("yaml.insert-colon", start + len(word), start + len(word), ":")
        faults = self.broken(line, "no-colon", text[start:end], repair)
        self.error(start, end, faults)
        self.emit(":")
        return True

    def whole_line(self, line: Line, pos: int, is_first: bool, column: int) -> None:
        """A line that no open collection can take."""
        self.out_of_place(line)
        levels = self.levels
        while len(levels) > 1 and levels[-1].column > column:
            levels.pop()
        level = levels[-1]
        level.is_waiting = False
        if is_first:
            self.new_line(level.out)
        if level.kind == "seq":
            self.place(pos, "- ")
            self.error(pos, line.text_end, ())
        else:
            self.error(pos, line.text_end, ())
            self.emit(":")
        self.skip_below = line.column
        self.lonely = None

    def continues_plain(self, line: Line) -> bool:
        """Whether the line only goes on with the plain scalar before it, as those after it may."""
        if self.open_plain is None:
            return False
        number, column = self.open_plain
        first = self.at - 1
        end = -1
        while self.goes_on(line, column):
            end = rest_of_line(self.text, line.content, line)
            if self.space(end, line) < line.end or self.at >= len(self.lines):
                break
            line = self.lines[self.at]
            self.at += 1
        if end < 0:
            return False
        while self.at - 1 > first and self.lines[self.at - 1].start > end:
            self.at -= 1
        start = self.scalars[number][0]
        fault = Fault(0, end - start, "yaml/multi-line-scalar")
        self.scalars[number] = start, YamlScalar(Kind.ERROR, self.text[start:end], faults=(fault,))
        self.lonely = None
        self.open_plain = None
        return True

    def goes_on(self, line: Line, column: int) -> bool:
        """Whether a plain scalar in a collection at `column` has another line in this one."""
        if line.content >= line.end:
            return True
        if line.column <= column or line.first == "#":
            return False
        return not line.has_key

    def content(self, pos: int, column: int, line: Line, is_first: bool, shift: int) -> None:
        """What stands at the beginning of a line, or behind a dash: an entry or a lone scalar."""
        text = self.text
        start = pos
        pos = self.properties(pos, line)
        if self.is_end(pos, line):
            if not is_first and self.levels:
                self.levels[-1].is_waiting = True
            return
        char = text[pos]
        if char == "?" and (pos + 1 >= line.end or text[pos + 1] in " \t"):
            self.complex_key(start, pos, column, line, is_first, shift)
            return
        head = self.key(pos, line)
        if head is None and char in "[{":
            head = self.flow_key(pos, line)
        if head is None:
            if char == ":" and (pos + 1 >= line.end or text[pos + 1] in " \t"):
                self.no_key(pos, column, line, is_first, shift)
                return
            self.lone_value(pos, column, line, is_first, shift)
            return
        node, colon = head
        entered = self.enter("map", column, line, is_first, shift)
        if entered is None:
            self.whole_line(line, pos, is_first, column)
            return
        self.lonely = None
        level = entered[0]
        level.last = column
        if len(self.levels) > MAX_DEPTH:
            self.too_deep_block(pos, line)
            return
        if self.is_misplaced:
            # It is read, and not judged: it may belong to quite another mapping.
            node = YamlScalar(Kind.ERROR, node.raw, faults=node.faults)
        self.scalar(pos, node)
        self.place(colon, ": ")
        level.is_waiting = True
        self.value(self.space(colon + 1, line), line, level)

    def key(self, pos: int, line: Line) -> tuple[YamlScalar, int] | None:
        """The key at `pos` and the place of its colon."""
        text = self.text
        char = text[pos]
        if char in QUOTED:
            match = QUOTED[char].match(text, pos, line.end)
        elif char == "*":
            match = ALIAS.match(text, pos, line.end)
        else:
            match = PLAIN.match(text, pos, line.end)
        if match is None:
            return None
        end = match.end()
        if char == "*" and text[end - 1] == ":" and end - 1 > pos:
            end -= 1
        colon = self.space(end, line)
        if colon >= line.end or text[colon] != ":":
            return None
        if colon + 1 < line.end and text[colon + 1] not in " \t":
            return None
        return self.key_node(pos, end, line), colon

    def key_node(self, start: int, end: int, line: Line) -> YamlScalar:
        raw = self.text[start:end]
        if raw[0] == "*":
            return YamlScalar(Kind.ERROR, raw, faults=(Fault(0, len(raw), "yaml/alias", raw),))
        if raw[0] in QUOTED:
            return self.quoted_node(start, end, line)
        return plain_key(raw)

    def flow_key(self, pos: int, line: Line) -> tuple[YamlScalar, int] | None:
        """A collection in the place of a key (`[a]: 1`)."""
        end = closing(self.text, pos, line)
        if end is None:
            return None
        colon = self.space(end, line)
        if colon >= line.end or self.text[colon] != ":":
            return None
        if colon + 1 < line.end and self.text[colon + 1] not in " \t":
            return None
        fault = Fault(0, end - pos, "yaml/complex-key")
        return YamlScalar(Kind.ERROR, self.text[pos:end], faults=(fault,)), colon

    def complex_key(
        self, start: int, pos: int, column: int, line: Line, is_first: bool, shift: int
    ) -> None:
        """`? key`, and the `: value` in the lines below, which belongs to it."""
        entered = self.enter("map", column, line, is_first, shift)
        if entered is None:
            self.whole_line(line, start, is_first, column)
            return
        self.lonely = None
        end = max(rest_of_line(self.text, pos, line), pos + 1)
        fault = Fault(pos, pos + 1, "yaml/complex-key")
        self.error(pos, end, (fault,))
        self.emit(":")
        entered[0].is_waiting = False
        line.is_reported = True
        self.skip_below = column
        lines = self.lines
        following = self.at
        while following < len(lines) and (
            lines[following].is_blank or lines[following].column > column
        ):
            following += 1
        if following < len(lines) and lines[following].column == column:
            content = lines[following].content
            is_value = lines[following].first == ":" and self.text[content + 1 : content + 2] in (
                "",
                " ",
                "\t",
                "\r",
                "\n",
            )
            if is_value:
                self.at = following + 1

    def no_key(self, pos: int, column: int, line: Line, is_first: bool, shift: int) -> None:
        """`: value` where no key stands before the colon."""
        entered = self.enter("map", column, line, is_first, shift)
        if entered is None:
            self.whole_line(line, pos, is_first, column)
            return
        self.lonely = None
        faults = self.broken(line, "no-key")
        self.error(pos, max(rest_of_line(self.text, pos, line), pos + 1), faults)
        self.emit(":")
        entered[0].is_waiting = False
        self.skip_below = column

    def lone_value(self, pos: int, column: int, line: Line, is_first: bool, shift: int) -> None:
        """A value that is no key, at the beginning of a line or behind a dash."""
        levels = self.levels
        top = levels[-1] if levels else None
        if not is_first:
            self.alone(pos, column, {column, column + shift}, line, top)
            return
        if top is None:
            self.alone(pos, column, {column}, line, None)
            return
        if top.is_waiting and column > top.column:
            top.is_waiting = False
            self.new_line(top.out + 2)
            self.alone(pos, column, {column}, line, top)
            return
        # Half a key, or half an item.
        while len(levels) > 1 and column not in levels[-1].columns and levels[-1].column > column:
            levels.pop()
        level = self.level_at("map", column) or self.level_at("seq", column)
        if level is None:
            entered = self.enter("map", column, line, True, 0)
            if entered is None:
                self.whole_line(line, pos, True, column)
                return
            level = entered[0]
        else:
            del levels[levels.index(level) + 1 :]
            self.new_line(level.out)
        self.lonely = None
        level.is_waiting = False
        end = max(rest_of_line(self.text, pos, line), pos + 1)
        if level.kind == "map":
            # What stands below belongs to the key that this is going to be.
            level.is_waiting = self.half_key(pos, end, line)
        else:
            self.place(pos, "- ")
            self.error(pos, end, self.broken(line, "no-dash"))

    def alone(
        self, pos: int, column: int, columns: set[int], line: Line, level: Level | None
    ) -> None:
        mark = self.here()
        self.value(pos, line, level)
        is_one_scalar = len(self.scalars) == mark[1] + 1 and len(self.flows) == mark[2]
        self.lonely = (column, columns, mark) if is_one_scalar and level is not None else None

    def value(self, pos: int, line: Line, level: Level | None) -> None:
        """The value that begins at `pos`, or nothing if the rest of the line is empty."""
        text = self.text
        pos = self.properties(pos, line)
        if self.is_end(pos, line):
            return
        if level is not None:
            level.is_waiting = False
        around = max(level.column, level.last) if level is not None else self.root_column
        mark = self.here()
        char = text[pos]
        end: int | None = None
        after = line
        if char in QUOTED:
            end, after = self.quoted(pos, line, around)
        elif char in "[{":
            end, after = FlowReader(self, line, around, len(self.levels)).read(pos)
        elif char == "*":
            self.alias(pos, rest_of_line(text, pos, line), line)
            return
        elif char in "|>":
            self.block_scalar(pos, line, around)
            return
        else:
            match = PLAIN.match(text, pos, line.end)
            if match is not None and not (char == "-" and self.is_dash(pos, line)):
                end = match.end()
                number = len(self.scalars)
                self.scalar(pos, plain(match[0]))
                if self.space(end, line) >= line.end:
                    self.open_plain = (number, around)
        if end is not None and self.is_end(self.space(end, after), after):
            return
        # The value has an end, and something that is no comment stands behind it.
        self.open_plain = None
        if char in "[{":
            # The lines of a collection are not given up for what stands behind it.
            for fault in self.broken(after, "stray", text[self.space(end or pos, after) :][:1]):
                self.loose(fault)
            return
        self.back_to(mark)
        stop = rest_of_line(text, max(end or pos, pos), after)
        variant = "stray"
        rest = text[self.space(end, after) : stop] if end is not None else text[pos:stop]
        if rest.startswith(":") and end is not None:
            variant = "second-colon"
        faults = self.broken(after, variant, rest or text[pos])
        self.error(pos, max(stop, pos + 1), faults)

    def block_scalar(self, pos: int, line: Line, around: int) -> None:
        """A scalar behind `|` or `>`: the rest of the line, or the deeper lines below."""
        text, lines = self.text, self.lines
        match = BLOCK_HEADER.match(text, pos, line.end)
        header = match.end() if match else pos + 1
        end = max(rest_of_line(text, pos, line), header)
        repair = None
        if self.is_end(self.space(header, line), line):
            last = self.at
            while last < len(lines) and (
                lines[last].content >= lines[last].end or lines[last].column > around
            ):
                if lines[last].content < lines[last].end:
                    end = lines[last].text_end
                    self.at = last + 1
                last += 1
        else:
            repair = Repair("yaml.quote", pos, end, in_quotes(text[pos:end]))
        fault = Fault(pos, header, "yaml/block-scalar", text[pos:header], repair)
        self.error(pos, end, (fault,))

    def too_deep_block(self, pos: int, line: Line) -> None:
        """The first entry of a block collection below the last level that may be."""
        level = self.levels.pop()
        self.error(pos, line.text_end, self.too_deep_fault(pos))
        self.skip_below = level.column - 1
        self.levels[-1].is_waiting = False
