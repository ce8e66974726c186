"""The nodes of a YAML tree: those of `node.py` that also know how they are written."""

from __future__ import annotations

import enum
import math
import re
from decimal import Decimal
from typing import ClassVar

from modwright.syntax.decoded import DecodedText
from modwright.syntax.node import Array, Entry, Fault, Kind, Node, Object, Repair, Scalar
from modwright.syntax.yaml_limits import MAX_DIGITS, MAX_EXPONENT, MAX_INTEGER, MAX_STRING_BYTES


class Style(enum.Enum):
    PLAIN = "plain"
    SINGLE = "single"
    DOUBLE = "double"


class YamlScalar(Scalar):
    """A scalar as written, quotes included.

    Kind.ERROR: a piece that the strict rules refuse or that cannot be read, up to the end of the
    value; not to be judged again. As a key it stands for a line that is no entry yet (a word
    without its colon). `raw` "" of Kind.NULL: an item with nothing behind its dash, which is the
    character before it.
    """

    __slots__ = ("style",)

    def __init__(
        self,
        kind: Kind,
        raw: str,
        style: Style = Style.PLAIN,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(kind, raw, faults, style is not Style.PLAIN)
        self.style = style

    def _decode(self) -> DecodedText:
        raw = self.raw
        if self.kind is Kind.ERROR or self.style is Style.PLAIN:
            return DecodedText.plain(raw, 0)
        if self.style is Style.SINGLE:
            return _decode(raw[1:-1], _QUOTE_TWICE)
        return _decode(raw[1:-1], _ESCAPE)

    @property
    def decimal(self) -> Decimal | None:
        """The exact value of a NUMBER within the limits; None for anything else."""
        if self.kind is not Kind.NUMBER or self.faults:
            return None
        return Decimal(self.raw)

    @property
    def number(self) -> int | float:
        value = self.decimal
        if value is None:
            return math.nan
        return int(self.raw) if INTEGER.fullmatch(self.raw) else float(value)

    @property
    def is_integer(self) -> bool:
        """A number that is written without fraction and exponent."""
        return self.kind is Kind.NUMBER and INTEGER.fullmatch(self.raw) is not None


class YamlObject(Object):
    """A mapping. `is_flow`: in braces; otherwise one entry a line, from the first key on."""

    __slots__ = ("is_flow",)

    names_duplicates: ClassVar[bool] = True

    def __init__(
        self,
        width: int,
        entries: tuple[Entry, ...],
        faults: tuple[Fault, ...],
        is_damaged: bool,
        is_flow: bool,
    ) -> None:
        super().__init__(width, entries, faults, False, is_damaged)
        self.is_flow = is_flow


class YamlArray(Array):
    """A list. `is_flow`: in brackets; otherwise it begins at its first dash."""

    __slots__ = ("is_flow",)

    def __init__(
        self,
        width: int,
        items: tuple[Node, ...],
        offsets: tuple[int, ...],
        faults: tuple[Fault, ...],
        is_damaged: bool,
        is_flow: bool,
    ) -> None:
        super().__init__(width, items, offsets, faults, False, is_damaged)
        self.is_flow = is_flow


# ---- plain scalars

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_DECIMAL = re.compile(
    r"-?(?P<whole>0|[1-9][0-9]*)(?:\.(?P<fraction>[0-9]+))?(?:[eE](?P<exponent>[+-]?[0-9]+))?",
    re.ASCII,
)
_BOOLEANS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})
_NULLS = frozenset({"null", "Null", "NULL", "~"})


def plain_kind(raw: str) -> Kind:
    """The type of a plain scalar (specs/oamut.md, Strict YAML, Types)."""
    if raw in _BOOLEANS:
        return Kind.BOOLEAN
    if raw in _NULLS:
        return Kind.NULL
    return Kind.NUMBER if _DECIMAL.fullmatch(raw) else Kind.STRING


def plain(raw: str) -> YamlScalar:
    """A plain value."""
    kind = plain_kind(raw)
    faults: tuple[Fault, ...] = ()
    if kind is Kind.NUMBER and not _is_in_range(raw):
        faults = (Fault(0, len(raw), "yaml/number-out-of-range", _shown(raw)),)
    elif kind is Kind.STRING:
        faults = _too_long(raw, raw)
    return YamlScalar(kind, raw, Style.PLAIN, faults)


def plain_key(raw: str) -> YamlScalar:
    """A plain key: always a text, unless it is refused."""
    if raw == "<<":
        return YamlScalar(Kind.ERROR, raw, faults=(Fault(0, 2, "yaml/merge-key"),))
    kind = plain_kind(raw)
    if kind in (Kind.BOOLEAN, Kind.NULL) or (kind is Kind.NUMBER and not INTEGER.fullmatch(raw)):
        repair = Repair("yaml.quote", 0, len(raw), f'"{raw}"')
        fault = Fault(0, len(raw), "yaml/key-not-string", _shown(raw), repair)
        return YamlScalar(Kind.ERROR, raw, faults=(fault,))
    return YamlScalar(Kind.STRING, raw, Style.PLAIN, _too_long(raw, raw))


def _is_in_range(raw: str) -> bool:
    match = _DECIMAL.fullmatch(raw)
    if match is None:
        return False
    whole, fraction, exponent = match.group("whole", "fraction", "exponent")
    if fraction is None and exponent is None:
        return len(whole) <= 16 and int(whole) <= MAX_INTEGER
    digits = (whole + (fraction or "")).lstrip("0")
    if len(digits) > MAX_DIGITS:
        return False
    if exponent is None or not digits:
        return len(exponent or "") <= MAX_DIGITS
    if len(exponent.lstrip("+-0")) > 4:
        return False
    return abs(Decimal(raw).adjusted()) <= MAX_EXPONENT


# ---- quoted scalars

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))")
_QUOTE_TWICE = re.compile(r"'(')")
_SIMPLE = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


def quoted(raw: str) -> YamlScalar:
    """A closed scalar in quotes, on one line, without bad escapes."""
    style = Style.DOUBLE if raw[0] == '"' else Style.SINGLE
    node = YamlScalar(Kind.STRING, raw, style)
    if len(raw) * 4 > MAX_STRING_BYTES:
        faults = _too_long(node.text, raw)
        if faults:
            return YamlScalar(Kind.STRING, raw, style, faults)
    return node


def bad_escape(raw: str) -> str:
    """The first escape of a double-quoted scalar that YAML does not have; "" if there is none."""
    if raw[0] != '"' or "\\" not in raw:
        return ""
    high: re.Match[str] | None = None
    for match in _ESCAPE.finditer(raw):
        digits = match[1] or match[2] or match[3]
        code = int(digits, 16) if digits else -1
        is_pair = high is not None and high.end() == match.start() and 0xDC00 <= code <= 0xDFFF
        if high is not None and not is_pair:
            return high[0]
        high = match if 0xD800 <= code <= 0xDBFF else None
        if code > 0x10FFFF or (0xDC00 <= code <= 0xDFFF and not is_pair):
            return match[0]
        if not digits and match[4] not in _SIMPLE:
            return match[0]
    return high[0] if high is not None else ""


def _decode(body: str, escape: re.Pattern[str]) -> DecodedText:
    """The text between the quotes, whose first character stands at offset 1 of the node."""
    if ("\\" if escape is _ESCAPE else "'") not in body:
        return DecodedText.plain(body, 1)
    pieces: list[str] = []
    jumps: list[tuple[int, int]] = [(0, 1)]
    length = at = 0
    high = 0
    for match in escape.finditer(body):
        start, end = match.span()
        pieces.append(body[at:start])
        length += start - at
        if start > at:
            high = 0
        at = end
        code = _code(match, escape)
        if high and 0xDC00 <= code <= 0xDFFF:
            pieces[-2] = chr(0x10000 + ((high - 0xD800) << 10) + code - 0xDC00)
            jumps[-1] = (length, end + 1)
            high = 0
            continue
        if jumps[-1] != (length, start + 1):
            jumps.append((length, start + 1))
        pieces.append(chr(code))
        length += 1
        jumps.append((length, end + 1))
        high = code if 0xD800 <= code <= 0xDBFF else 0
    pieces.append(body[at:])
    return DecodedText("".join(pieces), jumps)


def _code(match: re.Match[str], escape: re.Pattern[str]) -> int:
    if escape is _QUOTE_TWICE:
        return ord("'")
    digits = match[1] or match[2] or match[3]
    return int(digits, 16) if digits else ord(_SIMPLE.get(match[4], match[4]))


def _too_long(text: str, raw: str) -> tuple[Fault, ...]:
    if len(text) * 4 <= MAX_STRING_BYTES:
        return ()
    if len(text.encode("utf-8", "surrogatepass")) <= MAX_STRING_BYTES:
        return ()
    return (Fault(0, len(raw), "yaml/string-too-long", str(MAX_STRING_BYTES)),)


def _shown(raw: str) -> str:
    return raw if len(raw) <= 40 else raw[:39] + "…"
