"""The tokens of a Lua script, also of one that is half typed.

A grammar has no place for what is not written yet; a list of tokens has. Completion and its
companions read this one, findings read the tree of `syntax.lua_document`.
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from modwright.syntax.lua_strings import string_value
from modwright.syntax.lua_text import skipped


class TokenKind(enum.Enum):
    NAME = "name"
    KEYWORD = "keyword"
    STRING = "string"
    NUMBER = "number"
    SYMBOL = "symbol"
    COMMENT = "comment"


class Token(NamedTuple):
    """[start, end) of the text. A string ends at its line's end where its quote is missing;
    [inner_start, inner_end) is what stands between the quotes."""

    kind: TokenKind
    text: str
    start: int
    end: int
    inner_start: int = 0
    inner_end: int = 0
    is_closed: bool = True

    @property
    def is_name(self) -> bool:
        return self.kind is TokenKind.NAME

    @property
    def is_string(self) -> bool:
        return self.kind is TokenKind.STRING

    @property
    def string(self) -> str:
        """What a string stands for."""
        return string_value(self.text)

    def is_symbol(self, *symbols: str) -> bool:
        return self.kind is TokenKind.SYMBOL and self.text in symbols

    def is_keyword(self, *words: str) -> bool:
        return self.kind is TokenKind.KEYWORD and self.text in words


KEYWORDS = frozenset(
    {
        *("and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if"),
        *("in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while"),
    }
)
"""The reserved words of Lua 5.4."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)

# The alternatives are tried in this order; every character that is no blank is part of a token.
_ESCAPE = r"(?:\\z\s*|\\(?:\r\n|[\s\S]|\Z))"
_TOKEN = re.compile(
    r"""
    (?P<comment>--(?:\[(?P<comment_level>=*)\[)?)
    | (?P<long>\[(?P<level>=*)\[)
    | (?P<string>"[^"\\\r\n]*(?:{escape}[^"\\\r\n]*)*(?P<double>"?)
               | '[^'\\\r\n]*(?:{escape}[^'\\\r\n]*)*(?P<single>'?))
    | (?P<number>\.?[0-9](?:[eEpP][+-]|\.(?!\.)|[0-9A-Za-z_])*)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<symbol>\.\.\.|\.\.|::|==|~=|<=|>=|//|<<|>>|\S)
    """.replace("{escape}", _ESCAPE),
    re.ASCII | re.VERBOSE,
)
_LINE_END = re.compile(r"[\r\n]|\Z")


def read_tokens(text: str) -> list[Token]:
    """All tokens in text order, comments among them. Never raises."""
    found: list[Token] = []
    at = skipped(text)
    while (match := _TOKEN.search(text, at)) is not None:
        token = _token(text, match)
        found.append(token)
        at = token.end
    return found


def _token(text: str, match: re.Match[str]) -> Token:
    start, end = match.span()
    if match["name"] is not None:
        word = match["name"]
        kind = TokenKind.KEYWORD if word in KEYWORDS else TokenKind.NAME
        return Token(kind, word, start, end)
    if match["symbol"] is not None:
        return Token(TokenKind.SYMBOL, match["symbol"], start, end)
    if match["string"] is not None:
        is_closed = bool(match["double"] or match["single"])
        inner_end = end - 1 if is_closed else end
        return Token(TokenKind.STRING, match[0], start, end, start + 1, inner_end, is_closed)
    if match["number"] is not None:
        return Token(TokenKind.NUMBER, match["number"], start, end)
    is_comment = match["comment"] is not None
    level = match["comment_level"] if is_comment else match["level"]
    kind = TokenKind.COMMENT if is_comment else TokenKind.STRING
    if level is None:
        line_end = _LINE_END.search(text, end)
        stop = line_end.start() if line_end else len(text)
        return Token(kind, text[start:stop], start, stop, end, stop)
    closer = f"]{level}]"
    close = text.find(closer, end)
    if close < 0:
        return Token(kind, text[start:], start, len(text), end, len(text), False)
    stop = close + len(closer)
    return Token(kind, text[start:stop], start, stop, end, close)
