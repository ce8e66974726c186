"""What is written while a YAML text is read: the skeleton, its scalars, the faults."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from modwright.syntax.node import Fault, Kind, Repair
from modwright.syntax.yaml_limits import MAX_DEPTH, MAX_LINES_OF_SCALAR, MAX_LOOSE_FAULTS
from modwright.syntax.yaml_lines import Line
from modwright.syntax.yaml_nodes import YamlScalar, bad_escape, quoted
from modwright.syntax.yaml_tokens import ALIAS, PROPERTY, QUOTED, QUOTED_LINES, in_quotes


class TooManyNodesError(Exception):
    """The document has more nodes than the strict rules allow."""


class FlowToken(NamedTuple):
    """Brackets or braces: [start, end) of the text."""

    start: int
    end: int


class Skeleton(NamedTuple):
    """What the composer needs to make nodes of events."""

    text: str
    scalars: Sequence[tuple[int, YamlScalar]]
    """The scalars, one for each `x`, with their offsets."""
    flows: Sequence[FlowToken]
    """One for each opening bracket."""
    places: dict[int, int]
    """From the offsets of dashes and colons in the skeleton to those in the text."""
    faults: Sequence[Fault]
    """What belongs to no scalar, at offsets of the text."""
    broken: Sequence[tuple[int, int]]
    """The texts of the lines that cannot be read, [start, end), in text order."""
    open_bracket: str
    """The bracket that the lines leave open, if they end inside it."""


class Writer:
    """Lines, and what has been made of them so far. Block and flow are read on top of this."""

    def __init__(self, text: str, lines: Sequence[Line], budget: int) -> None:
        self.text = text
        self.lines = lines
        self.starts = [line.start for line in lines]
        self.at = 0
        """The number of the line that is being read."""
        self.budget = budget
        self.parts: list[str] = []
        self.size = 0
        self.scalars: list[tuple[int, YamlScalar]] = []
        self.flows: list[FlowToken] = []
        self.places: dict[int, int] = {}
        self.faults: list[Fault] = []
        self.column = 0
        """Where the next token would stand in the skeleton's line."""
        self.is_too_deep = False
        self.broken_lines: list[tuple[int, int]] = []
        self.open_bracket = ""
        self.most_nodes = 0

    def emit(self, part: str) -> None:
        self.parts.append(part)
        self.size += len(part)
        self.column += len(part)

    def new_line(self, out: int) -> None:
        self.emit("\n" + " " * out if self.parts else " " * out)
        self.column = out

    def place(self, source: int, part: str) -> None:
        self.places[self.size] = source
        self.emit(part)

    def scalar(self, offset: int, node: YamlScalar) -> None:
        if len(self.scalars) + len(self.flows) >= self.budget:
            raise TooManyNodesError
        self.scalars.append((offset, node))
        self.emit("x")

    def here(self) -> tuple[int, int, int]:
        return len(self.parts), len(self.scalars), len(self.flows)

    def back_to(self, mark: tuple[int, int, int]) -> None:
        """Forget what was written since `here()` returned `mark`."""
        parts, scalars, flows = mark
        for offset, node in self.scalars[scalars:]:
            for fault in node.faults:
                if fault.variant.startswith("yaml/syntax"):
                    self.loose(fault.shifted(offset))
        self.most_nodes = self.node_count
        dropped = sum(map(len, self.parts[parts:]))
        self.size -= dropped
        self.column -= dropped
        del self.parts[parts:], self.scalars[scalars:], self.flows[flows:]
        while self.places and next(reversed(self.places)) >= self.size:
            self.places.popitem()

    @property
    def node_count(self) -> int:
        """How many nodes there were at most, what was forgotten again among them."""
        return max(self.most_nodes, len(self.scalars) + len(self.flows))

    def line_at(self, offset: int) -> Line:
        return self.lines[max(bisect_right(self.starts, offset) - 1, 0)]

    def loose(self, fault: Fault) -> None:
        if len(self.faults) < MAX_LOOSE_FAULTS:
            self.faults.append(fault)

    def broken(
        self, line: Line, variant: str, subject: str = "", repair: Repair | None = None
    ) -> tuple[Fault, ...]:
        """`yaml/syntax` for the line, at absolute offsets; none if it has one already."""
        if line.is_reported:
            return ()
        line.is_reported = True
        self.broken_lines.append((line.content, line.text_end))
        shown = subject if len(subject) <= 40 else subject[:39] + "…"
        return (Fault(line.content, line.text_end, f"yaml/syntax.{variant}", shown, repair),)

    def error(self, start: int, end: int, faults: tuple[Fault, ...]) -> None:
        """A piece that cannot be read, as a node; `faults` are at absolute offsets."""
        own = tuple(fault.shifted(-start) for fault in faults)
        raw = self.text[start:end]
        self.scalar(start, YamlScalar(Kind.ERROR, raw, faults=own))

    def tabs(self, line: Line) -> None:
        """`yaml/tab-indentation` for the tabs before the first character of a line."""
        text, start, end = self.text, line.start, line.content
        while start < end and text[start] == " ":
            start += 1
        if start == end:
            return
        stop = end
        while text[stop - 1] == " ":
            stop -= 1
        repair = Repair("yaml.spaces", start, stop, text[start:stop].replace("\t", "  "))
        self.loose(Fault(start, stop, "yaml/tab-indentation", "", repair))
        line.is_reported = True

    def properties(self, pos: int, line: Line) -> int:
        """Past the anchors and tags before a node."""
        text = self.text
        while pos < line.end and text[pos] in "&!":
            match = PROPERTY.match(text, pos, line.end)
            end = match.end() if match else pos + 1
            after = self.space(end, line)
            code = "yaml/anchor" if text[pos] == "&" else "yaml/tag"
            self.loose(Fault(pos, end, code, text[pos:end], Repair("yaml.remove", pos, after, "")))
            if end == after < line.end:
                return end
            pos = after
        return pos

    def space(self, pos: int, line: Line) -> int:
        """Past spaces and tabs."""
        text, end = self.text, line.end
        while pos < end and text[pos] in " \t":
            pos += 1
        return pos

    def is_end(self, pos: int, line: Line) -> bool:
        return pos >= line.end or self.text[pos] == "#"

    def quoted_node(self, start: int, end: int, line: Line) -> YamlScalar:
        raw = self.text[start:end]
        escape = bad_escape(raw)
        if not escape:
            return quoted(raw)
        faults = tuple(f.shifted(-start) for f in self.broken(line, "bad-escape", escape))
        return YamlScalar(Kind.ERROR, raw, faults=faults)

    def quoted(self, pos: int, line: Line, around: int) -> tuple[int, Line]:
        """A scalar in quotes; where it ends, and in which line."""
        text = self.text
        match = QUOTED[text[pos]].match(text, pos, line.end)
        if match is not None:
            self.scalar(pos, self.quoted_node(pos, match.end(), line))
            return match.end(), line
        found = self.quoted_over_lines(pos, line, around)
        if found is not None:
            return found
        end = line.text_end
        repair = Repair("yaml.close-quote", end, end, text[pos])
        self.error(pos, end, self.broken(line, "open-quote", text[pos], repair))
        return end, line

    def quoted_over_lines(self, pos: int, line: Line, around: int) -> tuple[int, Line] | None:
        """A scalar whose closing quote stands in a later line, indented as YAML asks for."""
        text, lines = self.text, self.lines
        first = bisect_right(self.starts, pos)
        last = first
        while (
            last < len(lines)
            and last - first < MAX_LINES_OF_SCALAR
            and (
                lines[last].content >= lines[last].end
                or lines[last].column > around
                or lines[last].follows_return
            )
        ):
            last += 1
        if last == first:
            return None
        match = QUOTED_LINES[text[pos]].match(text, pos, lines[last - 1].end)
        if match is None:
            return None
        end = match.end()
        after = self.line_at(end - 1)
        rest = self.space(end, after)
        if rest < after.end and text[rest] not in "#,]}":
            return None
        inner = lines[first : bisect_right(self.starts, end - 1)]
        if all(each.follows_return for each in inner):
            node = YamlScalar(Kind.ERROR, match[0])
        else:
            fault = Fault(0, end - pos, "yaml/multi-line-scalar")
            node = YamlScalar(Kind.ERROR, match[0], faults=(fault,))
        self.scalar(pos, node)
        self.at = bisect_right(self.starts, end - 1)
        return end, after

    def alias(self, pos: int, end: int, line: Line) -> None:
        match = ALIAS.match(self.text, pos, line.end)
        token = match.end() if match else pos + 1
        repair = Repair("yaml.quote", pos, end, in_quotes(self.text[pos:end]))
        fault = Fault(pos, token, "yaml/alias", self.text[pos:token], repair)
        self.error(pos, max(end, token), (fault,))

    def too_deep_fault(self, at: int) -> tuple[Fault, ...]:
        if self.is_too_deep:
            return ()
        self.is_too_deep = True
        return (Fault(at, at + 1, "yaml/too-deep", str(MAX_DEPTH)),)
