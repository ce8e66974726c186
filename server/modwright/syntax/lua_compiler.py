"""Whether a script compiles: Lua's own compiler decides, nothing is run.

Lua names a line and a token; the place of that token is found again by compiling the text up to
one token after the other (the compiler reads once, from left to right, so the fault is at the
first token whose prefix is refused with the same words).
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable
from typing import NamedTuple, Protocol, cast

from modwright.syntax.lua_text import line_start, skipped
from modwright.syntax.lua_tokens import Token, last_token, tokens_between, tokens_of_line

# As much as a script has to live in (specs/oamut.md, Sandbox): one that needs more to be compiled
# alone can't be loaded either.
_MAX_MEMORY = 64 << 20
_MOST_JUMPS = 20
_BINARY_MARK = "\x1b"


class LuaFault(NamedTuple):
    """Why a script does not compile, at [start, end) of its text, code points.

    `variant` names the message, `subject` fills it ("foreign": what is no ASCII outside of a
    string). `near` is the token that Lua names, None for the end of the file or where it names
    none. `opening` is the token that is not closed.
    """

    start: int
    end: int
    variant: str
    subject: str = ""
    near: str | None = None
    opening: tuple[int, int] | None = None


class _Pattern(NamedTuple):
    variant: str
    pattern: re.Pattern[str]


# What Lua 5.4 says, by the pieces that are the same in every message of a kind.
_PATTERNS = [
    _Pattern(variant, re.compile(pattern, re.DOTALL))
    for variant, pattern in (
        (
            "unclosed",
            r"(?P<subject>'.+') expected \(to close (?P<opener>'.+') at line (?P<at>\d+)\)",
        ),
        ("end-expected", r"<eof> expected"),
        ("name-expected", r"<name> expected"),
        ("parameter-expected", r"<name> or '\.\.\.' expected"),
        ("expected", r"(?P<subject>'.+'(?: or '.+')?) expected"),
        ("arguments-expected", r"function arguments expected"),
        ("unexpected", r"unexpected symbol"),
        ("no-statement", r"syntax error"),
        ("open-long", r"unfinished long (?:string|comment) \(starting at line (?P<at>\d+)\)"),
        ("open-string", r"unfinished string"),
        ("number", r"malformed number"),
        (
            "escape",
            r"invalid escape sequence|hexadecimal digit expected|decimal escape too large"
            r"|missing '[{}]'(?: in \\u\{xxxx\})?|UTF-8 value too large",
        ),
        ("long-delimiter", r"invalid long string delimiter"),
        ("no-label", r"no visible label '(?P<subject>.+)' for <goto> at line (?P<at>\d+)"),
        ("goto-scope", r"<goto (?P<subject>.+)> at line (?P<at>\d+) jumps into the scope of .+"),
        ("label-twice", r"label '(?P<subject>.+)' already defined on line (?P<first>\d+)"),
        ("break", r"break outside (?:a )?loop at line (?P<at>\d+)"),
        ("constant", r"attempt to assign to const variable '(?P<subject>.+)'"),
        ("close-twice", r"multiple to-be-closed variables in local list"),
        ("attribute", r"unknown attribute '(?P<subject>.+)'"),
        ("vararg", r"cannot use '\.\.\.' outside a vararg function"),
        ("too-deep", r"C stack overflow"),
        ("too-many", r"(?P<subject>too many .+)"),
        ("memory", r"not enough memory"),
    )
]
_MESSAGE = re.compile(r"s:(?P<line>\d+): (?P<what>.*?)(?: near (?P<near><eof>|'.*'))?", re.DOTALL)


class _CompileError(NamedTuple):
    line: int | None
    what: str
    near: str | None


def compile_fault(text: str) -> LuaFault | None:
    """What keeps the script from compiling; None for one that does. Never raises."""
    start = skipped(text)
    if text.startswith(_BINARY_MARK, start):
        return LuaFault(start, start + 1, "binary")
    # What is passed over keeps its place: blank, it is passed over as well.
    if start:
        text = " " * start + text[start:]
    compiler = _Compiler()
    said = compiler.check(text)
    if said is None:
        return None
    return _Placing(text, compiler, said).fault()


# ---- Lua


class _Runtime(Protocol):
    def execute(self, code: bytes) -> object: ...


class _Lupa(NamedTuple):
    runtime: Callable[..., _Runtime]
    errors: tuple[type[Exception], ...]


@functools.cache
def _lupa() -> _Lupa:
    # Imported here: nothing needs it before the first script is read.
    lua = importlib.import_module("lupa.lua54")

    module = cast("_LupaModule", lua)
    return _Lupa(module.LuaRuntime, (module.LuaError, UnicodeError, MemoryError))


class _LupaModule(Protocol):
    @property
    def LuaRuntime(self) -> Callable[..., _Runtime]: ...  # noqa: N802 (lupa's own name)
    @property
    def LuaError(self) -> type[Exception]: ...  # noqa: N802 (lupa's own name)


# `load` in mode "t" refuses bytecode, which could crash the process. The function that it makes
# never leaves Lua, and there is nothing in the state that it could call.
_CHECK = b"""
local load, all = load, _G
for name in pairs(all) do all[name] = nil end
return function(text)
  local compiled, message = load(text, "=s", "t", {})
  if not compiled then return message end
end
"""


class _Compiler:
    """A Lua state of its own that can do nothing but compile."""

    def __init__(self) -> None:
        lua = _lupa()
        self._errors = lua.errors
        runtime = lua.runtime(
            encoding=None,
            unpack_returned_tuples=True,
            register_eval=False,
            register_builtins=False,
            max_memory=_MAX_MEMORY,
        )
        self._check = cast("Callable[[bytes], bytes | None]", runtime.execute(_CHECK))

    def check(self, text: str) -> _CompileError | None:
        try:
            said = self._check(text.encode("utf-8", "surrogatepass"))
        except self._errors:
            return _CompileError(None, "not enough memory", None)
        if said is None:
            return None
        message = said.decode("utf-8", "replace")
        found = _MESSAGE.fullmatch(message)
        if found is None:
            return _CompileError(None, message, None)
        return _CompileError(int(found["line"]), found["what"], found["near"])


# ---- the place


class _Placing:
    """Finds the place of what the compiler says."""

    def __init__(self, text: str, compiler: _Compiler, said: _CompileError) -> None:
        self._text = text
        self._compiler = compiler
        self._said = said

    def fault(self) -> LuaFault:
        said = self._said
        variant, found = _variant_of(said.what)
        subject = _unquoted((found and found.groupdict().get("subject")) or "")
        if not found:
            subject = said.what
        near = None if said.near is None or said.near == "<eof>" else _unquoted(said.near)
        start, end = self._place(variant, found, near)
        opening = None
        if variant == "unclosed" and found:
            opening = self._token_on(int(found["at"]), _unquoted(found["opener"]), end)
        if near is not None:
            # Lua names a single byte of what is not ASCII.
            if not self._text[start : start + 1].isascii():
                end = _end_of_word(self._text, start)
            near = self._text[start:end]
            if not near[:1].isascii():
                variant, subject = "foreign", f"U+{ord(near[0]):04X}"
        return LuaFault(start, end, variant, subject, near, opening)

    def _place(
        self, variant: str, found: re.Match[str] | None, near: str | None
    ) -> tuple[int, int]:
        said = self._said
        text = self._text
        if variant in ("no-label", "goto-scope", "break") and found:
            name = None if variant == "break" else found["subject"]
            return self._jump(int(found["at"]), name) or self._line(said.line)
        if variant == "open-long" and found:
            return self._opening_bracket(int(found["at"]))
        if said.line is None:
            return self._too_deep() if variant == "too-deep" else self._line(1)
        begin = line_start(text, said.line)
        tokens = tokens_of_line(text, begin)
        if variant == "open-string":
            for token in tokens:
                if _is_open_string(text[token.start : token.end]):
                    return token.start, token.end
        if near is None and said.near == "<eof>":
            return self._last()
        place = self._first_refused(tokens)
        if place is None:
            return self._line(said.line)
        return self._narrowed(variant, found, tokens, place)

    def _narrowed(
        self, variant: str, found: re.Match[str] | None, tokens: list[Token], index: int
    ) -> tuple[int, int]:
        """The piece of the token, or the token before it, that the message is about."""
        text = self._text
        token = tokens[index]
        if variant == "escape":
            piece = _bad_escape(text[token.start : token.end])
            return token.start + piece[0], token.start + piece[1]
        if variant == "long-delimiter":
            return max(text.rfind("[", 0, token.end), 0), token.end
        if variant in ("constant", "attribute", "label-twice") and found:
            for earlier in reversed(tokens[: index + 1]):
                if text[earlier.start : earlier.end] == found["subject"]:
                    return earlier.start, earlier.end
        return token.start, token.end

    def _first_refused(self, tokens: list[Token]) -> int | None:
        """The index of the first token whose prefix is refused in the words of the whole text."""
        low, high = 0, len(tokens)
        while low < high:
            middle = (low + high) // 2
            if self._is_same(tokens[middle].end):
                high = middle
            else:
                low = middle + 1
        return low if low < len(tokens) else None

    def _is_same(self, end: int) -> bool:
        return self._compiler.check(self._text[:end]) == self._said

    def _too_deep(self) -> tuple[int, int]:
        """The token that is one level too deep: no line is named."""
        text = self._text
        size = 1024
        while size < len(text) and not self._is_same(size):
            size *= 2
        tokens = tokens_between(text, size // 2 if size > 1024 else 0, size)
        index = self._first_refused(tokens)
        if index is None:
            return self._last()
        return tokens[index]

    def _last(self) -> tuple[int, int]:
        token = last_token(self._text)
        return (token.start, token.end) if token else (0, 0)

    def _line(self, line: int | None) -> tuple[int, int]:
        begin = line_start(self._text, line or 1)
        tokens = tokens_of_line(self._text, begin)
        return (tokens[0].start, tokens[-1].end) if tokens else self._last()

    def _token_on(self, line: int, word: str, before: int) -> tuple[int, int] | None:
        """The last token of a line that is this word, of those that begin before an offset."""
        text = self._text
        for token in reversed(tokens_of_line(text, line_start(text, line))):
            if token.start < before and text[token.start : token.end] == word:
                return token.start, token.end
        return None

    def _jump(self, line: int, label: str | None) -> tuple[int, int] | None:
        """The `break` (label None), or the label behind `goto`, that leads nowhere: the one without
        which Lua says something else."""
        text = self._text
        tokens = tokens_of_line(text, line_start(text, line))
        words = [text[token.start : token.end] for token in tokens]
        found: list[tuple[int, int]] = []
        for index, word in enumerate(words):
            if label is None and word == "break":
                start = tokens[index].start
            elif label is not None and word == label and words[max(index - 1, 0)] == "goto":
                start = tokens[index - 1].start
            else:
                continue
            found.append((tokens[index].start, tokens[index].end))
            blank = " " * (tokens[index].end - start)
            without = text[:start] + blank + text[tokens[index].end :]
            if len(found) > _MOST_JUMPS or self._compiler.check(without) != self._said:
                return found[-1]
        return found[0] if found else None

    def _opening_bracket(self, line: int) -> tuple[int, int]:
        text = self._text
        begin = line_start(text, line)
        found = list(_LONG_OPENING.finditer(text, begin))
        # The one that is not closed reaches to the end, so it is the last that is no part of
        # another: read from the line's beginning, the scan passes over those that are closed.
        return found[-1].span("opening") if found else self._line(line)


_LONG_OPENING = re.compile(
    r"""(?P<opening>(?:--)?\[(?P<level>=*)\[)[\s\S]*?(?:\](?P=level)\]|\Z)"""
    r"""|--[^\r\n]*|"(?:[^"\\\r\n]+|\\[\s\S])*"?|'(?:[^'\\\r\n]+|\\[\s\S])*'?"""
)


_WORD = re.compile(r"\w+")


def _end_of_word(text: str, start: int) -> int:
    """The end of a name in any script, or of the one character that is none."""
    found = _WORD.match(text, start)
    return found.end() if found else start + 1


def _variant_of(what: str) -> tuple[str, re.Match[str] | None]:
    for variant, pattern in _PATTERNS:
        found = pattern.fullmatch(what)
        if found:
            return variant, found
    return "other", None


def _unquoted(words: str) -> str:
    return words[1:-1] if len(words) > 1 and words[0] == "'" and words[-1] == "'" else words


# One character at a time: there must be one way only to read a string that is not closed.
_CLOSED = re.compile(r""""(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*'""")


def _is_open_string(raw: str) -> bool:
    return raw[0] in "\"'" and not _CLOSED.fullmatch(raw)


_ANY_ESCAPE = re.compile(
    r"(?P<good>\\(?:[abfnrtv\\\"'\r\n]|z|x[0-9A-Fa-f]{2}|(?P<decimal>[0-9]{1,3})"
    r"|u\{(?P<code>[0-9A-Fa-f]+)\}))"
    r"|(?P<bad>\\(?:x[0-9A-Fa-f]?|u(?:\{[0-9A-Fa-f]*)?|[\s\S])?)"
)


def _bad_escape(raw: str) -> tuple[int, int]:
    """The first escape in a string literal that Lua does not have; all of it if there is none."""
    for found in _ANY_ESCAPE.finditer(raw):
        too_large = (found["decimal"] and int(found["decimal"]) > 255) or (
            found["code"] and int(found["code"], 16) > 0x7FFFFFFF
        )
        if found["bad"] or too_large:
            return found.span()
    return 0, len(raw)
