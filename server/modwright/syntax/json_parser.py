"""JSON text to a node tree, whatever the text.

The parser never gives up and never raises: each fault is noted where it is, worded by us, and
reading goes on as if it had been mended. It is written by hand because the tree has to be a
function of the text alone: an incremental tree-sitter tree is not (its error recovery depends on
the edits that led there), and its recovery pairs keys with the wrong values.

Reading from left to right, the parser decides by what it has read, the token before it, and the
brackets that are open. A container whose reading asked nothing about the brackets *around* it is
*sealed*: its text reads as the same node anywhere, so a later version of the document may reuse it
(see `json_document.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from modwright.syntax.json_scalars import BrokenString, JsonString, scalar, string_faults
from modwright.syntax.node import (
    Array,
    Container,
    Entry,
    Fault,
    Kind,
    Node,
    Object,
    Repair,
    Scalar,
)

MAX_DEPTH = 128
"""Levels of brackets that are read, ten times what any of our languages uses. Reading a level takes
up to four calls, and Python allows 1,000 in all."""

_SPACE = re.compile(r"[ \t\r\n]*").match
_SPACES = re.compile(r"[ \t]*").match
_TOKEN = re.compile(
    r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"'
    r"|(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)"
    r"(?![\w$.+\-])"
).match
_OPEN_STRING = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*\\?').match
_OTHER_QUOTES = re.compile(
    r"'[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*'|“[^”\r\n]*”|＂[^＂\r\n]*＂"
).match
_COMMENT = re.compile(r"//[^\r\n]*|#[^\r\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?").match
_OPENING_QUOTES = "'“＂"
_FULL_WIDTH = {"，": ",", "、": ",", "：": ":", "｛": "{", "｝": "}", "［": "[", "］": "]"}
_WORD_PATTERN = r"""(?:[\w$.+\-'`@%!?*&|<>~^\\]|/(?![/*]))+(?:"(?=[ \t]*(?:[,:}\]\r\n]|$)))?"""
_WORD = re.compile(_WORD_PATTERN).match
_WORDS = re.compile(rf"{_WORD_PATTERN}(?:[ \t]+{_WORD_PATTERN})*").match
# The usual case in one step: an entry without any fault, up to the comma or brace behind it, or up
# to the bracket of its value. Whatever these do not match is read token by token.
_S = r"[ \t\r\n]*"
_CLEAN_STRING = r'"[^"\\\x00-\x1f]*"'
_CLEAN_SCALAR = (
    rf"({_CLEAN_STRING}|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)"
)
_CLEAN_ENTRY = re.compile(
    rf"{_S}({_CLEAN_STRING}){_S}:{_S}(?:{_CLEAN_SCALAR}{_S}([,}}])|(?=[{{\[]))"
).match
_CLEAN_ITEM = re.compile(rf"{_S}(?:{_CLEAN_SCALAR}{_S}([,\]])|(?=[{{\[]))").match
_NEXT = re.compile(rf"{_S}([,}}\]])").match
_AFTER_STRING = ' \t\r\n,:]}{["/#，、：｛｝［］'
_SWALLOWED = re.compile(r'[ \t]*[,:}\]][ \t,:{}\[\]]*"$').search
_INNER_QUOTE = re.compile(r'[^\r\n]{0,200}?"(?=[ \t]*(?:[,:}\]\r\n]|$))').match
_OPEN_KEY = re.compile(r'"[\w.\-]+(?=[ \t]*:)').match
_LONGEST_WORD = len("false")
_VALUE_START = re.compile(r'["\[{0-9\-]|true\b|false\b|null\b').match
_NUMBER_LIKE = re.compile(r"[+-]?\.?[0-9]").match
_BRACKETS = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|[\[\]{}]')
_KNOWN_WORDS = {"true": "true", "false": "false", "null": "null", "none": "null"}

# Reads of the rest of the text that decide about a lone bracket; after so many the guess is plain.
_MAX_LOOK_AHEADS = 12
_MAX_BRACKETS = 400

# A container with more faults of its own is no JSON at all, and is not read any further.
_MAX_FAULTS = 1_000
_MANY = 1 << 30
_NEVER = 1 << 30

# Where the reading of a container stands.
_START, _COMMA, _VALUE, _BROKEN = "start", "comma", "value", "broken"
_AWAITING = (_START, _COMMA)
_NEVER_CLOSED = {"{": "open-brace", "[": "open-bracket"}
_UNKNOWN = "?"
"""A bracket around the container that is read alone: asking about it unseals the container."""


class Parsed(NamedTuple):
    """A whole document.

    `root` is None when there is nothing to read; `offset` is where it begins. `faults` are those
    around the root, at absolute offsets. `is_local` is False when some decision looked at the rest
    of the text.
    """

    root: Node | None
    offset: int
    faults: tuple[Fault, ...]
    is_local: bool


class _Resume(NamedTuple):
    """An object that was closed too early: where its next key stands, and how it came there."""

    node: Object
    offset: int
    comma: int
    state: str


Reuse = Callable[[int, int], "Container | None"]
"""(offset, depth) to the node that is known to begin there, at such a depth, or None."""


def parse(text: str, reuse: Reuse | None = None) -> Parsed:
    """Read a whole document."""
    return _Parser(text, reuse).document()


def parse_container(text: str, offset: int, depth: int) -> Node:
    """Read the container that begins at `offset`, `depth` containers around it."""
    parser = _Parser(text, None)
    parser.open = [_UNKNOWN] * depth
    return parser.container(offset)[0]


class _Parser:
    """One reading of one text. Offsets are absolute here and made relative on the way out."""

    def __init__(self, text: str, reuse: Reuse | None) -> None:
        self.text = text
        self.size = len(text)
        self.reuse = reuse
        self.open: list[str] = []
        """The opening brackets of the containers being read, outermost first."""
        self.reach = 0
        """How far the text was looked at, where that was further than what was read."""
        self.looked_into = False
        """A decision made before the innermost container looked at what is in it."""
        self.asked = _NEVER
        """The outermost of `open` that a decision inside the innermost container asked about, by
        the index of the bracket within it: every container from there on inwards is unsealed."""
        self.faults: list[Fault] = []
        """Faults of the container being read, at absolute offsets."""
        self.scalars: dict[str, Scalar] = {}
        self.look_aheads = 0
        self.is_local = True
        """No decision has looked further than the token at hand."""
        self.has_ended = False
        """The text ended inside a bracket, and that was told."""

    # ---- the document

    def document(self) -> Parsed:
        text = self.text
        start = self.space(1 if text.startswith("\ufeff") else 0)
        if start >= self.size:
            if not self.faults:
                self.fault(start, start, "empty")
            return Parsed(None, start, tuple(self.faults), True)
        root: Node | None = None
        begin = start
        at = start
        while root is None and at < self.size:
            begin = at
            if text[at] in ",:]}":
                self.fault(at, at + 1, "stray", text[at], Repair("json.remove", at, at + 1, ""))
                at = self.space(at + 1)
                continue
            root, at = self.value(at)
        at = self.space(at)
        if isinstance(root, Object) and at < self.size and text[at] == ",":
            key = self.space(at + 1)
            if key < self.size and self.is_key(key):
                root, at = self.container(begin, _Resume(root, key, at, _COMMA))
                at = self.space(at)
        if at < self.size:
            self.rest(at)
        return Parsed(root, begin, tuple(self.faults), self.is_local)

    def rest(self, at: int) -> None:
        """What stands behind the end of the document: one fault for its first piece."""
        text = self.text
        if text[at] in ",:]}":
            self.fault(at, at + 1, "stray", text[at], Repair("json.remove", at, at + 1, ""))
            return
        kept, self.faults = self.faults, []
        _, end = self.value(at)
        self.faults = kept
        self.fault(at, end, "after-end")

    # ---- helpers

    def fault(
        self, start: int, end: int, variant: str, subject: str = "", repair: Repair | None = None
    ) -> None:
        self.faults.append(Fault(start, end, variant, subject, repair))

    def space(self, at: int) -> int:
        """Past white space and comments; a comment is a fault."""
        text = self.text
        while True:
            match = _SPACE(text, at)
            at = match.end() if match else at
            if at >= self.size:
                return at
            char = text[at]
            if char in "/#":
                comment = _COMMENT(text, at)
                if comment:
                    end = comment.end()
                    self.fault(at, end, "comment", "", Repair("json.remove-comment", at, end, ""))
                    at = end
                    continue
            elif char in '",:{}[]':
                return at
            elif char.isspace() or char == "\ufeff":
                self.fault(at, at + 1, "odd-space", "", Repair("json.plain-space", at, at + 1, " "))
                at += 1
                continue
            return at

    def peek(self, at: int) -> str:
        """The character after white space from `at` on; comments are looked through as well."""
        kept = len(self.faults)
        at = self.space(at)
        del self.faults[kept:]
        self.looked_at(at + 1)
        return self.text[at] if at < self.size else ""

    def is_colon(self, char: str) -> bool:
        return bool(char) and (char == ":" or _FULL_WIDTH.get(char) == ":")

    def asked_about_parents(self, above: int) -> None:
        """A decision depended on brackets up to the one at index `above` of the open ones."""
        self.asked = min(self.asked, above + 1)

    def looked_at(self, end: int) -> None:
        """A decision was read off the text up to `end`: of the container it was made in that may
        lie behind the end, and of others before their end."""
        self.reach = max(self.reach, end)

    def is_sealed(self, end: int) -> bool:
        """Whether nothing read in the innermost container, which ends at `end`, asked about what
        is around it or behind it, and nothing around it was decided by what is in it."""
        return self.asked >= len(self.open) and self.reach <= end and not self.looked_into

    def scalar(self, raw: str) -> Scalar:
        node = self.scalars.get(raw)
        if node is None:
            node = self.scalars[raw] = scalar(raw)
        return node

    def string(self, at: int) -> tuple[Scalar, int]:
        """The string that begins with the quote at `at`, closed or not."""
        text = self.text
        match = _TOKEN(text, at)
        if match is None:
            opened = _OPEN_STRING(text, at)
            self.looked_at(opened.end() + 1 if opened else self.size)
            return self.open_string(at, _without_structure(opened[0] if opened else '"'))
        raw = match[0]
        end = at + len(raw)
        if end >= self.size or text[end] in _AFTER_STRING:
            return self.scalar(raw), end
        # Something sticks to the string: a quote is missing before, or one too many stands inside.
        self.looked_at(end + 1)
        swallowed = _SWALLOWED(raw, 1)
        if swallowed and swallowed.start() > 1:
            return self.open_string(at, raw[: swallowed.start()])
        inner = _INNER_QUOTE(text, end)
        if inner is None:
            self.looked_past_token()
            return self.scalar(raw), end
        self.peek(inner.end())
        raw = text[at : inner.end()]
        escaped = '"' + raw[1:-1].replace('"', '\\"') + '"'
        repair = Repair("json.escape-quotes", 0, len(raw), escaped)
        fault = Fault(0, len(raw), "inner-quote", "", repair)
        return BrokenString(Kind.ERROR, raw, (fault,)), inner.end()

    def open_string(self, at: int, raw: str) -> tuple[Scalar, int]:
        """A string whose closing quote is missing at the end of `raw`."""
        width = len(raw)
        repair = Repair("json.close-string", width, width, '"')
        faults = (*string_faults(raw), Fault(0, width, "open-string", "", repair))
        return JsonString(Kind.STRING, raw, faults), at + width

    def looked_past_token(self) -> None:
        """A decision was read off the rest of the line, which may lie in other containers."""
        self.is_local = False
        self.asked_about_parents(-1)

    # ---- values

    def value(self, at: int) -> tuple[Node, int]:
        """The value that begins at `at`, where a character other than `,:]}` and space stands."""
        text = self.text
        char = text[at]
        if char in "{[":
            return self.container(at)
        if char == '"':
            return self.string(at)
        match = _TOKEN(text, at)
        if match:
            raw = match[0]
            return self.scalar(raw), at + len(raw)
        other = self.other_quotes(at)
        if other:
            return other, at + other.width
        plain = _FULL_WIDTH.get(char)
        if plain:
            repair = Repair("json.replace-by", 0, 1, plain)
            return Scalar(Kind.ERROR, char, (Fault(0, 1, "full-width", plain, repair),)), at + 1
        match = _WORDS(text, at)
        raw = match[0] if match else char
        return self.unreadable(raw), at + len(raw)

    def other_quotes(self, at: int) -> Scalar | None:
        """The string in quotes that JSON does not have, if one is closed on this line."""
        char = self.text[at]
        if char not in _OPENING_QUOTES:
            return None
        match = _OTHER_QUOTES(self.text, at)
        if match is None:
            self.looked_past_token()
            return None
        raw = match[0]
        body = raw[1:-1].replace("\\'", "'").replace('"', '\\"')
        repair = Repair("json.double-quotes", 0, len(raw), f'"{body}"')
        fault = Fault(0, len(raw), "wrong-quotes", char, repair)
        return JsonString(Kind.STRING, raw, (fault,))

    def unreadable(self, raw: str) -> Scalar:
        """A bare word, a number JSON does not have, a stray character."""
        width = len(raw)
        plain = _KNOWN_WORDS.get(raw.lower())
        if plain:
            repair = Repair("json.replace-by", 0, width, plain)
            fault = Fault(0, width, "bare-word", raw, repair)
        elif _NUMBER_LIKE(raw):
            fault = Fault(0, width, "bad-number", raw)
        elif width == 1 and not (raw.isalnum() or raw == "_"):
            fault = Fault(0, width, "stray", raw)
        else:
            repair = Repair(
                "json.quote", 0, width, '"' + raw.strip('"').replace("\\", "\\\\") + '"'
            )
            fault = Fault(0, width, "bare-word", raw, repair)
        return Scalar(Kind.ERROR, raw, (fault,))

    def too_deep(self, at: int) -> tuple[Node, int]:
        """Past everything inside the bracket at `at`, without reading it."""
        depth = 0
        end = self.size
        for match in _BRACKETS.finditer(self.text, at):
            char = match[0][0]
            if char in "{[":
                depth += 1
            elif char in "}]":
                depth -= 1
                if depth == 0:
                    end = match.end()
                    break
        else:
            self.has_ended = True
        raw = self.text[at:end]
        return Scalar(Kind.ERROR, raw, (Fault(0, 1, "too-deep", str(MAX_DEPTH)),)), end

    # ---- containers

    def container(
        self, at: int, resume: _Resume | None = None, is_bare: bool = False
    ) -> tuple[Node, int]:
        """The object or array whose bracket stands at `at`.

        `resume`: the object there goes on behind a brace that closed it too early. `is_bare`: an
        object begins there without its brace.
        """
        depth = len(self.open)
        if depth >= MAX_DEPTH:
            return self.too_deep(at)
        is_odd = is_bare or resume is not None
        outer_looked_into, self.looked_into = self.looked_into, self.reach > at + 1
        if self.reuse is not None and not is_odd and not self.looked_into:
            known = self.reuse(at, depth)
            if known is not None:
                self.looked_into = outer_looked_into
                return known, at + known.width
        # What goes on is an object, though it may have begun without a brace.
        bracket = "{" if is_odd else self.text[at]
        self.open.append(bracket)
        outer_asked, self.asked = self.asked, depth if is_odd else _NEVER
        outer, self.faults = self.faults, []
        if bracket == "{":
            node, end = self.object(at, resume, is_bare)
        else:
            node, end = self.array(at)
        self.faults = outer
        self.open.pop()
        self.asked = min(self.asked, outer_asked)
        self.looked_into = outer_looked_into
        return node, end

    def relative_faults(self, at: int) -> tuple[Fault, ...]:
        return tuple(fault.shifted(-at) for fault in self.faults)

    def never_closed(self, at: int) -> None:
        """The end of the text came first: the innermost open bracket is told, the others know."""
        self.asked = min(self.asked, len(self.open) - 1)
        if not self.has_ended:
            self.has_ended = True
            self.fault(at, at + 1, _NEVER_CLOSED[self.open[-1]])

    def give_up(self, at: int) -> None:
        """Too much is wrong in the innermost container: what follows stays unread."""
        self.asked = min(self.asked, len(self.open) - 1)
        self.has_ended = True
        self.fault(at, min(at + 1, self.size), "given-up", str(_MAX_FAULTS))

    def closed_by_parent(self, at: int) -> None:
        self.fault(at, at + 1, _NEVER_CLOSED[self.open[-1]])

    def object(self, at: int, resume: _Resume | None, is_bare: bool) -> tuple[Object, int]:
        text, size = self.text, self.size
        entries: list[Entry] = []
        broken = 0
        state = _START
        comma = -1
        gap = (at, at + 1)
        is_damaged = is_bare
        pos = at + 1
        if is_bare:
            pos = at
            end = self.string(at)[1]
            self.fault(at, end, "no-brace", "", Repair("json.insert-brace", at, at, "{"))
        if resume is not None:
            entries.extend(resume.node.entries)
            self.faults.extend(
                fault.shifted(at)
                for fault in resume.node.faults
                if fault.variant != "trailing-comma"
            )
            closer = at + resume.node.width - 1
            repair = Repair("json.remove", closer, closer + 1, "")
            self.fault(closer, closer + 1, "stray", "}", repair)
            is_damaged = resume.node.is_damaged
            pos, comma = resume.offset, resume.comma
            state = _COMMA if resume.state == _COMMA else _BROKEN

        def done(end: int) -> tuple[Object, int]:
            node = Object(
                end - at,
                tuple(entries),
                self.relative_faults(at),
                self.is_sealed(end),
                is_damaged,
            )
            return node, end

        while True:
            clean = _CLEAN_ENTRY(text, pos) if state in _AWAITING else None
            if clean is not None:
                name, raw, delimiter = clean.groups()
                key_at = clean.start(1)
                key = self.scalars.get(name) or self.scalar(name)
                if raw is not None:
                    value = self.scalars.get(raw) or self.scalar(raw)
                    entries.append(Entry(key_at - at, key, clean.start(2) - at, value))
                    pos = clean.end()
                    if delimiter == "}":
                        return done(pos)
                    state, comma = _COMMA, pos - 1
                    continue
                pos = clean.end()
                value, end = self.container(pos)
                entries.append(Entry(key_at - at, key, pos - at, value))
                gap, state = self.after(value, pos, end)
                pos = end
                following = _NEXT(text, pos) if state == _VALUE else None
                if following is not None:
                    if following[1] == ",":
                        pos = following.end()
                        state, comma = _COMMA, pos - 1
                    elif following[1] == "}":
                        return done(following.end())
                continue
            pos = self.space(pos)
            if pos >= size:
                is_damaged = True
                self.never_closed(at)
                return done(size)
            if len(self.faults) + broken > _MAX_FAULTS:
                is_damaged = True
                self.give_up(pos)
                return done(size)
            char = text[pos]
            if char == "}":
                if state == _COMMA:
                    self.trailing_comma(comma)
                return done(pos + 1)
            if char == "," or _FULL_WIDTH.get(char) == ",":
                self.comma(pos, state)
                state, comma = _COMMA, pos
                pos += 1
                continue
            if char == "]":
                if self.closes_parent(pos, "["):
                    is_damaged = True
                    self.closed_by_parent(at)
                    return done(pos)
                self.fault(pos, pos + 1, "stray", char, Repair("json.remove", pos, pos + 1, ""))
                pos += 1
                continue
            if char in "{[":
                reading = self.bracket_without_key(pos, char)
                if reading == "close":
                    # The next object of a list begins: this one was forgotten open.
                    is_damaged = True
                    end = pos
                    if state == _COMMA:
                        end = comma
                        self.faults = [fault for fault in self.faults if fault.start < comma]
                    self.closed_by_parent(at)
                    return done(end)
                if reading == "ignore":
                    self.fault(pos, pos + 1, "stray", char, Repair("json.remove", pos, pos + 1, ""))
                    pos += 1
                    continue
                is_damaged = True
                self.fault(pos, pos + 1, "no-key")
                pos = self.skip_value(pos)
                state = _BROKEN
                continue
            if char == ":" or _FULL_WIDTH.get(char) == ":":
                is_damaged = True
                self.fault(pos, pos + 1, "no-key")
                pos = self.space(pos + 1)
                if pos < size and text[pos] not in ",:]}" and not self.is_key(pos):
                    pos = self.skip_value(pos)
                state = _BROKEN
                continue
            found = self.key(pos)
            if found is None:
                match = _WORDS(text, pos)
                raw = match[0] if match else char
                self.faults.extend(f.shifted(pos) for f in self.unreadable(raw).faults)
                if state != _VALUE or len(raw) > 1:
                    is_damaged = True
                pos += len(raw)
                state = _BROKEN
                continue
            key, end = found
            if state == _VALUE and pos == gap[1] and text[pos] == '"' and not self.is_key(pos):
                self.stray_structure(pos)
                pos += 1
                continue
            is_damaged = is_damaged or key.is_doubtful
            last = entries[-1] if state == _VALUE else None
            if last is not None and isinstance(last.value, Object) and self.lacks_brace(pos):
                begin = at + last.value_offset
                value, pos = self.container(begin, _Resume(last.value, pos, comma, state))
                entries[-1] = last._replace(value=value)
                gap, state = self.after(value, begin, pos)
                continue
            if state == _VALUE:
                self.missing_comma(gap)
            entry, pos, gap, state = self.entry(at, pos, key, end)
            entries.append(entry)
            broken += bool(key.faults or (entry.value is not None and entry.value.faults))

    def key(self, at: int) -> tuple[Scalar, int] | None:
        """The key at `at`: quoted, or a bare word before a colon."""
        text = self.text
        if text[at] == '"':
            key, end = self.string(at)
            if key.is_doubtful:
                cut = _OPEN_KEY(text, at)
                if cut:
                    return self.open_string(at, cut[0])
            return key, end
        other = self.other_quotes(at)
        if other:
            return other, at + other.width
        match = _WORD(text, at)
        if match is None or not self.is_colon(self.peek(match.end())):
            return None
        raw = match[0]
        name = raw.strip("\"'")
        repair = Repair("json.quote", 0, len(raw), f'"{name}"')
        fault = Fault(0, len(raw), "unquoted-key", name, repair)
        return BrokenString(Kind.STRING, raw, (fault,), is_quoted=False), match.end()

    def is_key(self, at: int) -> bool:
        """Whether a string with a colon behind it stands at `at`."""
        if self.text[at] != '"':
            return False
        match = _TOKEN(self.text, at)
        if match is None:
            opened = _OPEN_STRING(self.text, at)
            self.looked_at(opened.end() + 1 if opened else self.size)
            return False
        return self.is_colon(self.peek(match.end()))

    def entry(
        self, at: int, key_at: int, key: Scalar, end: int
    ) -> tuple[Entry, int, tuple[int, int], str]:
        """What follows a key: the entry, where to read on, its last token, the state then."""
        text, size = self.text, self.size
        pos = self.space(end)
        char = text[pos] if pos < size else ""
        if char and char in ",]}[{" and self.is_colon(self.peek(pos + 1)):
            self.stray_structure(pos)
            pos = self.space(pos + 1)
            char = text[pos]
        if self.is_colon(char):
            if char != ":":
                self.full_width(pos, ":")
            colon = pos
            pos = self.space(pos + 1)
            while pos < size and text[pos] == ":":
                self.stray_structure(pos)
                pos = self.space(pos + 1)
            if pos < size and text[pos] in ",]}" and self.is_value(pos + 1):
                self.stray_structure(pos)
                pos = self.space(pos + 1)
            if (
                pos < size
                and self.is_key(pos)
                and "\n" not in text[colon:pos]
                and self.lacks_brace(pos)
            ):
                value, value_end = self.container(pos, is_bare=True)
                entry = Entry(key_at - at, key, pos - at, value)
                return entry, value_end, *self.after(value, pos, value_end)
            if (
                pos >= size
                or text[pos] in ",]}"
                or _FULL_WIDTH.get(text[pos]) == ","
                or self.is_key(pos)
            ):
                self.fault(colon, colon + 1, "no-value")
                entry = Entry(key_at - at, key, colon + 1 - at, None)
                return entry, pos, (colon, colon + 1), _BROKEN
        elif char == "=":
            self.fault(pos, pos + 1, "equals", "", Repair("json.replace-by", pos, pos + 1, ":"))
            pos = self.space(pos + 1)
            if pos >= size or text[pos] in ",:]}":
                return Entry(key_at - at, key, pos - at, None), pos, (key_at, end), _BROKEN
        elif not char or char in ",]}" or _FULL_WIDTH.get(char) == "," or self.is_key(pos):
            if not key.has_faults:
                self.fault(key_at, end, "lonely-key", key.text)
            return Entry(key_at - at, key, end - at, None), end, (key_at, end), _BROKEN
        else:
            repair = Repair("json.insert-colon", end, end, ":")
            self.fault(key_at, end, "no-colon", key.text, repair)
        pos = self.stray_before_value(pos)
        value, value_end = self.value(pos)
        entry = Entry(key_at - at, key, pos - at, value)
        return entry, value_end, *self.after(value, pos, value_end)

    def is_value(self, at: int) -> bool:
        """Whether a value stands next on this line, and no key."""
        match = _SPACES(self.text, at)
        at = match.end() if match else at
        match = _VALUE_START(self.text, at)
        self.looked_at(match.end() + 1 if match else at + _LONGEST_WORD + 1)
        return match is not None and not self.is_key(at)

    def stray_structure(self, at: int) -> None:
        """A bracket, comma or colon too many."""
        char = self.text[at]
        variant = "extra-comma" if char == "," else "stray"
        self.fault(at, at + 1, variant, char, Repair("json.remove", at, at + 1, ""))

    def after(self, value: Node, start: int, end: int) -> tuple[tuple[int, int], str]:
        """The last token of a value, and whether a comma is due behind it."""
        if isinstance(value, Container):
            bracket = "}" if value.kind is Kind.OBJECT else "]"
            is_closed = end > start + 1 and self.text[end - 1] == bracket and not self.has_ended
            return (end - 1, end), _VALUE if is_closed else _BROKEN
        is_broken = value.kind is Kind.ERROR or value.is_doubtful
        return (start, end), _BROKEN if is_broken else _VALUE

    def array(self, at: int) -> tuple[Array, int]:
        text, size = self.text, self.size
        items: list[Node] = []
        offsets: list[int] = []
        broken = 0
        state = _START
        comma = -1
        gap = (at, at + 1)
        is_damaged = False
        pos = at + 1

        def done(end: int) -> tuple[Array, int]:
            node = Array(
                end - at,
                tuple(items),
                tuple(offsets),
                self.relative_faults(at),
                self.is_sealed(end),
                is_damaged,
            )
            return node, end

        while True:
            clean = _CLEAN_ITEM(text, pos) if state in _AWAITING else None
            if clean is not None:
                raw, delimiter = clean.groups()
                if raw is not None:
                    items.append(self.scalars.get(raw) or self.scalar(raw))
                    offsets.append(clean.start(1) - at)
                    pos = clean.end()
                    if delimiter == "]":
                        return done(pos)
                    state, comma = _COMMA, pos - 1
                    continue
                pos = clean.end()
                value, end = self.container(pos)
                items.append(value)
                offsets.append(pos - at)
                gap, state = self.after(value, pos, end)
                pos = end
                following = _NEXT(text, pos) if state == _VALUE else None
                if following is not None:
                    if following[1] == ",":
                        pos = following.end()
                        state, comma = _COMMA, pos - 1
                    elif following[1] == "]":
                        return done(following.end())
                continue
            pos = self.space(pos)
            if pos >= size:
                is_damaged = True
                self.never_closed(at)
                return done(size)
            if len(self.faults) + broken > _MAX_FAULTS:
                is_damaged = True
                self.give_up(pos)
                return done(size)
            char = text[pos]
            if char == "]":
                if state == _COMMA:
                    self.trailing_comma(comma)
                return done(pos + 1)
            if char == "," or _FULL_WIDTH.get(char) == ",":
                self.comma(pos, state)
                state, comma = _COMMA, pos
                pos += 1
                continue
            if char == "}":
                if self.closes_parent(pos, "{"):
                    is_damaged = True
                    self.closed_by_parent(at)
                    return done(pos)
                self.fault(pos, pos + 1, "stray", char, Repair("json.remove", pos, pos + 1, ""))
                pos += 1
                continue
            if char == ":" or _FULL_WIDTH.get(char) == ":":
                self.fault(pos, pos + 1, "stray", char, Repair("json.remove", pos, pos + 1, ""))
                pos += 1
                state = _BROKEN
                continue
            if char == '"' and self.is_key(pos):
                last = items[-1] if items else None
                choice = self.key_in_array(last, pos)
                if choice == "close":
                    is_damaged = True
                    end = pos
                    if state == _COMMA:
                        end = comma
                        self.faults = [fault for fault in self.faults if fault.start < comma]
                    self.closed_by_parent(at)
                    return done(end)
                if choice == "reopen" and isinstance(last, Object):
                    begin = at + offsets[-1]
                    node, pos = self.container(begin, _Resume(last, pos, comma, state))
                    items[-1] = node
                    gap, state = self.after(node, begin, pos)
                    continue
                if state == _VALUE:
                    self.missing_comma(gap)
                if choice == "open":
                    value, end = self.container(pos, is_bare=True)
                    items.append(value)
                    offsets.append(pos - at)
                    gap, state = self.after(value, pos, end)
                    pos = end
                    continue
                is_damaged = True
                start = pos
                pos = self.key_without_object(pos)
                items.append(Scalar(Kind.ERROR, text[start:pos]))
                offsets.append(start - at)
                gap, state = (start, pos), _VALUE
                continue
            if state == _VALUE:
                if (pos == gap[1] and char == '"') or (
                    char in "{[" and self.bracket_without_key(pos, char) == "ignore"
                ):
                    self.stray_structure(pos)
                    pos += 1
                    continue
                self.missing_comma(gap)
            pos = self.stray_before_value(pos)
            value, end = self.value(pos)
            broken += bool(value.faults)
            items.append(value)
            offsets.append(pos - at)
            gap, state = self.after(value, pos, end)
            pos = end

    def key_without_object(self, at: int) -> int:
        """Past a key, its colon and its value where no object is open; one fault at the colon."""
        end = self.string(at)[1]
        pos = self.space(end)
        self.fault(pos, pos + 1, "key-in-array")
        pos = end = pos + 1
        pos = self.space(pos)
        if pos < self.size and self.text[pos] not in ",:]}":
            return self.skip_value(pos)
        return end

    def stray_before_value(self, at: int) -> int:
        """Past stray characters, if a value follows them."""
        text = self.text
        word = _WORD(text, at)
        if word and text.startswith('"', word.end()):
            # `x"text"`: the word sticks to the string that was meant.
            self.fault(
                at, word.end(), "bare-word", word[0], Repair("json.remove", *word.span(), "")
            )
            return word.end()
        while self.is_stray(at):
            following = self.peek(at + 1)
            if not following or following in ",:]}" or following in _FULL_WIDTH:
                break
            self.fault(at, at + 1, "stray", text[at], Repair("json.remove", at, at + 1, ""))
            at = self.space(at + 1)
        return at

    def is_stray(self, at: int) -> bool:
        """Whether the character at `at` can begin nothing at all."""
        text = self.text
        if text[at] in '"{[' or text[at] in _FULL_WIDTH:
            return False
        return not _WORD(text, at) and text[at] not in _OPENING_QUOTES

    def skip_value(self, at: int) -> int:
        """Past a value that has no place, without a word about what is in it."""
        kept, self.faults = self.faults, []
        end = self.value(at)[1]
        self.faults = kept
        return end

    # ---- commas

    def comma(self, at: int, state: str) -> None:
        if self.text[at] != ",":
            self.full_width(at, ",")
        elif state in (_START, _COMMA):
            self.fault(at, at + 1, "extra-comma", "", Repair("json.remove", at, at + 1, ""))

    def full_width(self, at: int, plain: str) -> None:
        repair = Repair("json.replace-by", at, at + 1, plain)
        self.fault(at, at + 1, "full-width", plain, repair)

    def trailing_comma(self, at: int) -> None:
        self.fault(at, at + 1, "trailing-comma", "", Repair("json.remove", at, at + 1, ""))

    def missing_comma(self, gap: tuple[int, int]) -> None:
        start, end = gap
        self.fault(start, end, "missing-comma", "", Repair("json.insert-comma", end, end, ","))

    # ---- decisions that ask about the brackets around

    def parent_is(self, bracket: str) -> bool:
        index = len(self.open) - 2
        self.asked_about_parents(index)
        if index < 0:
            return False
        return self.open[index] == bracket

    def closes_parent(self, at: int, opener: str) -> bool:
        """Whether the closer at `at`, wrong for the innermost bracket, is meant for one around.

        Otherwise it is one too many. Both readings are tried on the brackets of the rest of the
        text; the one that leaves fewer of them alone is taken.
        """
        own = len(self.open) - 1
        index = own - 1
        while index >= 0 and self.open[index] not in (opener, _UNKNOWN):
            index -= 1
        if index < 0:
            self.asked_about_parents(-1)
            return False
        if self.look_aheads >= _MAX_LOOK_AHEADS:
            self.asked_about_parents(index)
            return True
        self.look_ahead()
        closing = own - index + self.lone_brackets(self.open[:index], at + 1)
        return closing <= 1 + self.lone_brackets(self.open, at + 1)

    def key_in_array(self, last: Node | None, at: int) -> str:
        """How a key came to stand in an array: "close" it, "reopen" its last object, or "error".

        Either the array's own bracket is missing, or the object before was closed too early.
        """
        can_reopen = isinstance(last, Object)
        can_close = self.parent_is("{")
        if self.look_aheads >= _MAX_LOOK_AHEADS:
            self.asked_about_parents(-1)
            return "close" if can_close else "reopen" if can_reopen else "error"
        self.look_ahead()
        close = self.lone_brackets(self.open[:-1], at) if can_close else _MANY
        inside = self.lone_brackets([*self.open, "{"], at)
        if close <= inside:
            return "close"
        if can_reopen:
            return "reopen"
        return "open" if inside < self.lone_brackets(self.open, at) else "error"

    def bracket_without_key(self, at: int, bracket: str) -> str:
        """How a bracket came to stand where a key is due.

        "close": the object around is missing its brace before it; "ignore": it is one too many;
        "skip": a value without a key.
        """
        can_close = bracket == "{" and self.parent_is("[")
        if self.look_aheads >= _MAX_LOOK_AHEADS:
            self.asked_about_parents(-1)
            return "close" if can_close else "skip"
        self.look_ahead()
        ignore = self.lone_brackets(self.open, at + 1)
        if can_close and self.lone_brackets([*self.open[:-1], bracket], at + 1) <= ignore:
            return "close"
        return "ignore" if ignore < self.lone_brackets([*self.open, bracket], at + 1) else "skip"

    def lacks_brace(self, at: int) -> bool:
        """Whether one more open brace would go better with the rest of the text."""
        if self.look_aheads >= _MAX_LOOK_AHEADS:
            self.asked_about_parents(-1)
            return False
        self.look_ahead()
        return self.lone_brackets([*self.open, "{"], at) < self.lone_brackets(self.open, at)

    def look_ahead(self) -> None:
        self.look_aheads += 1
        self.is_local = False
        self.asked_about_parents(-1)

    def lone_brackets(self, opened: list[str], at: int) -> int:
        """How many brackets stay without a partner from `at` on, `opened` being open there."""
        stack = list(opened)
        counts = {"{": stack.count("{"), "[": stack.count("[")}
        lone = 0
        seen = 0
        for match in _BRACKETS.finditer(self.text, at):
            char = match[0][0]
            if char == '"':
                continue
            seen += 1
            if seen > _MAX_BRACKETS:
                break
            if char in "{[":
                stack.append(char)
                counts[char] += 1
                continue
            opener = "{" if char == "}" else "["
            if not counts[opener]:
                lone += 1
                continue
            while True:
                top = stack.pop()
                counts[top] = counts.get(top, 1) - 1
                if top == opener:
                    break
                lone += 1
        return lone + len(stack)


def _without_structure(raw: str) -> str:
    """An unclosed string without the commas and brackets at its end that were hardly meant as text.

    A bracket that was opened within the text belongs to it: `"Hello {player}`.
    """
    while len(raw) > 1:
        last = raw[-1]
        opener = {"}": "{", "]": "["}.get(last)
        lone = opener is not None and raw.count(last) > raw.count(opener)
        if last not in " \t," and not lone:
            break
        raw = raw[:-1]
    return raw
