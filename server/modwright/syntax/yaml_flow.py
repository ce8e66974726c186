"""Collections in brackets and braces, mended as they are written into the skeleton."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from modwright.syntax.node import Fault, Kind, Repair
from modwright.syntax.yaml_limits import MAX_DEPTH
from modwright.syntax.yaml_lines import Line
from modwright.syntax.yaml_nodes import YamlScalar, plain, plain_key
from modwright.syntax.yaml_tokens import (
    ALIAS,
    BLOCK_HEADER,
    FLOW_PLAIN,
    QUOTED,
    closing,
    end_in_flow,
    end_of_match,
    end_of_range,
    in_quotes,
    rest_of_line,
)
from modwright.syntax.yaml_writer import FlowToken, TooManyNodesError, Writer

_CLOSERS = {"[": "]", "{": "}"}


class _Frame:
    """A flow collection that is open."""

    __slots__ = ("flow", "has_colon", "opener", "start", "state", "value_at")

    def __init__(self, opener: str, start: int, flow: int, value_at: tuple[int, int, int]) -> None:
        self.opener = opener
        self.start = start
        self.flow = flow
        self.state = "start"
        self.has_colon = False
        self.value_at = value_at
        """Where the entry that is being read began (`_Reader.here`)."""


class FlowReader:
    """Reads from an opening bracket to the one that closes it, over lines."""

    def __init__(self, reader: Writer, line: Line, around: int, depth: int) -> None:
        self.reader = reader
        self.text = reader.text
        self.line = line
        self.around = around
        """The column of the block collection around: what belongs here stands deeper."""
        self.depth = depth
        self.grown_to = 0
        """Where a plain scalar over several lines ends so far; 0 for one on one line."""
        self.frames: list[_Frame] = []
        self.open_plain = False
        self.last_end = 0
        """Where the last value ended."""
        self.has_closing = True

    def read(self, pos: int) -> tuple[int, Line]:
        reader, text = self.reader, self.text
        pos = self.open(pos)
        while self.frames:
            pos = reader.space(pos, self.line)
            if pos >= self.line.end or (text[pos] == "#" and text[pos - 1] in " \t\r\n,[]{}"):
                if pos < self.line.end:
                    self.end_plain()
                following = self.next_line()
                if following is None:
                    return self.never_closed()
                pos = following
                continue
            pos = self.token(pos)
        return pos, self.line

    def next_line(self) -> int | None:
        """The first character of the next line with something in it, if it can belong here."""
        reader = self.reader
        at = reader.at
        while at < len(reader.lines) and reader.lines[at].is_blank:
            at += 1
        if at >= len(reader.lines):
            return None
        line = reader.lines[at]
        if line.column <= self.around and starts_block(reader.lines, at, self.frames[-1].opener):
            return None
        reader.at = at + 1
        reader.tabs(line)
        self.line = line
        return line.content

    def never_closed(self) -> tuple[int, Line]:
        """The end of the last line that was read, with everything closed."""
        frame = self.frames[-1]
        line = self.reader.line_at(frame.start)
        end = max(self.last_end, rest_of_line(self.text, frame.start, line))
        if line is not self.line:
            end = max(end, rest_of_line(self.text, self.line.content, self.line))
        if all(each.is_blank for each in self.reader.lines[self.reader.at :]):
            self.reader.open_bracket = frame.opener
        repair = None
        if line is self.line:
            repair = Repair("yaml.close-bracket", end, end, _CLOSERS[frame.opener])
        self.syntax(line, "open-bracket", frame.opener, repair)
        while self.frames:
            self.close(end)
        # What stands behind is a comment, at most.
        return self.line.end, self.line

    def syntax(
        self, line: Line, variant: str, subject: str = "", repair: Repair | None = None
    ) -> None:
        for fault in self.reader.broken(line, variant, subject, repair):
            self.reader.loose(fault)

    # ---- structure

    def open(self, pos: int) -> int:
        reader = self.reader
        char = self.text[pos]
        if self.depth + len(self.frames) >= MAX_DEPTH:
            return self.too_deep(pos)
        if len(reader.scalars) + len(reader.flows) >= reader.budget:
            raise TooManyNodesError
        mark = reader.here()
        reader.emit(char)
        reader.flows.append(FlowToken(pos, pos + 1))
        self.frames.append(_Frame(char, pos, len(reader.flows) - 1, mark))
        self.frames[-1].value_at = reader.here()
        return pos + 1

    def too_deep(self, pos: int) -> int:
        """The whole collection as one unreadable value."""
        reader, text = self.reader, self.text
        end = closing(text, pos, reader.lines[-1]) if self.has_closing else None
        if end is None:
            self.has_closing = False
            end = self.line.text_end
            while end > pos + 1 and text[end - 1] in "]},":
                end -= 1
        else:
            self.line = reader.line_at(end - 1)
            reader.at = max(reader.at, bisect_right(reader.starts, end - 1))
        reader.error(pos, end, reader.too_deep_fault(pos))
        self.last_end = end
        return end

    def close(self, end: int) -> None:
        frame = self.frames.pop()
        reader = self.reader
        reader.flows[frame.flow] = FlowToken(frame.start, end)
        reader.emit(_CLOSERS[frame.opener])
        if self.frames:
            self.frames[-1].state = "value"
        self.end_plain()
        self.last_end = end

    def begin_value(self, pos: int) -> None:
        """Note where a value begins; a comma is due between two of them."""
        frame = self.frames[-1]
        reader = self.reader
        if frame.state == "value":
            before = self.last_end
            repair = Repair("yaml.insert-comma", before, before, ",")
            self.syntax(reader.line_at(before - 1), "no-comma", "", repair)
            reader.emit(",\n")
            frame.has_colon = False
        if frame.state != "colon":
            frame.value_at = reader.here()
        frame.state = "value"
        self.end_plain()

    def token(self, pos: int) -> int:
        text = self.text
        char = text[pos]
        frame = self.frames[-1]
        if char in "[{":
            self.begin_value(pos)
            return self.open(pos)
        if char in "]}":
            if char != _CLOSERS[frame.opener]:
                self.syntax(self.line, "wrong-bracket", char)
            self.close(pos + 1)
            return pos + 1
        if char == ",":
            if frame.state in ("start", "comma"):
                repair = Repair("yaml.remove", pos, pos + 1, "")
                self.syntax(self.line, "extra-comma", ",", repair)
            else:
                self.reader.emit(",\n")
                frame.state = "comma"
            frame.has_colon = False
            self.end_plain()
            return pos + 1
        if char == ":" and self.is_colon(pos):
            return self.colon(pos)
        end = self.scalar(pos)
        if char not in "&!":
            self.last_end = end
        return end

    def is_colon(self, pos: int) -> bool:
        text = self.text
        if pos + 1 >= self.line.end or text[pos + 1] in " \t,[]{}":
            return True
        # Behind a key in quotes the space may be missing, as in JSON.
        frame = self.frames[-1]
        return frame.state == "value" and text[pos - 1] in "\"'" and not frame.has_colon

    def colon(self, pos: int) -> int:
        reader, frame = self.reader, self.frames[-1]
        self.end_plain()
        if frame.state in ("start", "comma"):
            self.syntax(self.line, "no-key", ":")
            return pos + 1
        if frame.has_colon:
            self.syntax(self.line, "second-colon", ":")
            reader.emit(",\n")
            frame.state = "comma"
            frame.has_colon = False
            return pos + 1
        _, scalars, flows = frame.value_at
        if len(reader.flows) > flows:
            start = reader.flows[flows].start
            end = reader.flows[flows].end
            reader.back_to(frame.value_at)
            fault = Fault(start, end, "yaml/complex-key")
            reader.error(start, end, (fault,))
        else:
            start, node = reader.scalars[scalars]
            if node.kind is not Kind.ERROR and not node.is_quoted:
                reader.scalars[scalars] = (start, plain_key(node.raw))
        reader.place(pos, ": ")
        frame.has_colon = True
        frame.state = "colon"
        return pos + 1

    # ---- scalars

    def end_plain(self) -> None:
        """Nothing that follows goes on with the last plain scalar."""
        self.open_plain = False
        if self.grown_to:
            scalars = self.reader.scalars
            start = scalars[-1][0]
            raw = self.text[start : self.grown_to]
            fault = Fault(0, len(raw), "yaml/multi-line-scalar")
            scalars[-1] = start, YamlScalar(Kind.ERROR, raw, faults=(fault,))
            self.grown_to = 0

    def scalar(self, pos: int) -> int:
        reader, text, line = self.reader, self.text, self.line
        char = text[pos]
        if char in "&!":
            end = reader.properties(pos, line)
            return max(end, pos + 1)
        if char == "?" and (pos + 1 >= line.end or text[pos + 1] in " \t,]}"):
            reader.loose(Fault(pos, pos + 1, "yaml/complex-key"))
            return pos + 1
        match = FLOW_PLAIN.match(text, pos, line.end)
        if match is not None and char not in "\"'":
            return self.plain(match)
        self.begin_value(pos)
        if char in QUOTED:
            return self.quoted(pos)
        if char == "*":
            end = self.rest(pos)
            reader.alias(pos, end, line)
            return max(end, end_of_match(ALIAS, text, pos, line))
        if char in "|>":
            end = self.rest(pos)
            header = end_of_match(BLOCK_HEADER, text, pos, line)
            end = max(end, header)
            repair = Repair("yaml.quote", pos, end, in_quotes(text[pos:end]))
            fault = Fault(pos, header, "yaml/block-scalar", text[pos:header], repair)
            reader.error(pos, end, (fault,))
            return end
        end = max(self.rest(pos), pos + 1)
        faults = reader.broken(line, "stray", text[pos:end])
        reader.error(pos, end, faults)
        return end

    def rest(self, pos: int) -> int:
        """The end of an unquoted value, which for a range in a mapping may hold commas."""
        text, line = self.text, self.line
        frame = self.frames[-1]
        end = end_in_flow(text, pos, line)
        if text[pos] == ">" and frame.opener == "{" and frame.has_colon:
            end = max(end, end_of_range(text, pos, line))
        return end

    def quoted(self, pos: int) -> int:
        reader, text, line = self.reader, self.text, self.line
        match = QUOTED[text[pos]].match(text, pos, line.end)
        if match is not None:
            node = reader.quoted_node(pos, match.end(), line)
            reader.scalar(pos, node)
            return match.end()
        found = reader.quoted_over_lines(pos, line, self.around)
        if found is not None:
            self.line = found[1]
            return found[0]
        end = line.text_end
        while end > pos + 1 and text[end - 1] in "]}, \t":
            end -= 1
        repair = Repair("yaml.close-quote", end, end, text[pos])
        faults = reader.broken(line, "open-quote", text[pos], repair)
        reader.error(pos, end, faults)
        return end

    def plain(self, match: re.Match[str]) -> int:
        reader, frame = self.reader, self.frames[-1]
        start, end = match.span()
        after = reader.space(end, self.line)
        is_key = after < self.line.end and self.text[after] == ":" and self.is_colon(after)
        if self.open_plain and frame.state == "value" and not is_key:
            self.grown_to = end
            return end
        self.begin_value(start)
        reader.scalar(start, plain(match[0]))
        self.open_plain = True
        return end


def starts_block(lines: Sequence[Line], at: int, opener: str) -> bool:
    """Whether a line as little indented as the one around it ends the open brackets.

    In braces an entry may look like a line of the mapping around: it ends with a comma, or the
    closing brace follows.
    """
    line = lines[at]
    if not line.starts_entry:
        return False
    if opener != "{":
        return True
    if line.text[line.text_end - 1] == ",":
        return False
    following = at + 1
    while following < len(lines) and lines[following].is_blank:
        following += 1
    return following >= len(lines) or lines[following].first != "}"
