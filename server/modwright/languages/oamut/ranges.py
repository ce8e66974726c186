"""Ranges of engine versions, such as ">=0.8.0, <0.9.0" (specs/oamut.md, Version range, Borders).

A range is one to four comparisons; every one of them has to hold. Offsets are those of the text of
the range.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from modwright.findings.messages import text as words

MAX_BYTES: Final = 64
MAX_TERMS: Final = 4
MAX_PART: Final = 65_535

Version: TypeAlias = "tuple[int, int, int]"

_OPERATORS: Mapping[str, str] = {
    ">=": "at-least",
    ">": "above",
    "<=": "at-most",
    "<": "below",
    "=": "exactly",
}
"""How a comparison is called in the texts."""

_NUMBER = r"(?:0|[1-9][0-9]*)"
_TERM = re.compile(rf"(>=|<=|>|<|=) *({_NUMBER})\.({_NUMBER})\.({_NUMBER})", re.ASCII)
_LOOSE = re.compile(r"([^0-9\s]*)\s*[vV]?([0-9]+(?:\.[0-9]+)*)", re.ASCII)
# What people write who know other notations, and what it is here.
_FOREIGN = {
    "==": "=",
    "===": "=",
    "=>": ">=",
    "=<": "<=",
    "≥": ">=",
    "≤": "<=",
    "＞": ">",
    "＜": "<",
}


class Term(NamedTuple):
    operator: str
    version: Version


class RangeFault(NamedTuple):
    """What is wrong with [start, end) of a range.

    `variant` names the message, `better` is what may have been meant ("" if nothing comes near).
    `is_whole`: it is the range as a whole that is wrong.
    """

    variant: str
    start: int
    end: int
    better: str = ""
    is_whole: bool = False


class Range(NamedTuple):
    """A range as it reads: its terms, or what is wrong with it."""

    terms: Sequence[Term]
    faults: Sequence[RangeFault]

    @property
    def is_empty(self) -> bool:
        """Whether there is no version at all that satisfies it."""
        lowest, highest = 0, _index((MAX_PART, MAX_PART, MAX_PART))
        for operator, version in self.terms:
            at = _index(version)
            if operator in (">=", "="):
                lowest = max(lowest, at)
            if operator in ("<=", "="):
                highest = min(highest, at)
            if operator == ">":
                lowest = max(lowest, at + 1)
            if operator == "<":
                highest = min(highest, at - 1)
        return lowest > highest


def _index(version: Version) -> int:
    """The place of a version among all versions."""
    major, minor, patch = version
    return (major * (MAX_PART + 1) + minor) * (MAX_PART + 1) + patch


def read(text: str) -> Range:
    """Read a range; a range with faults has no terms."""
    whole = _whole_fault(text)
    if whole is not None:
        return Range((), (whole,))
    terms: list[Term] = []
    faults: list[RangeFault] = []
    at = 0
    for piece in text.split(","):
        start = at + len(piece) - len(piece.lstrip(" "))
        written = piece.strip(" ")
        at += len(piece) + 1
        term = _term(written)
        if isinstance(term, Term):
            terms.append(term)
        else:
            faults.append(RangeFault(term, start, start + len(written), _better(written)))
    return Range((), faults) if faults else Range(terms, ())


def _whole_fault(text: str) -> RangeFault | None:
    pieces = text.split(",")
    if text.strip(" ") == "":
        variant, better = "empty", ""
    elif len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        variant, better = "too-long", ""
    elif any(piece.strip(" ") == "" for piece in pieces):
        kept = (piece.strip(" ") for piece in pieces if piece.strip(" "))
        variant, better = "empty-term", ", ".join(kept)
    elif text != text.strip(" "):
        variant, better = "padded", text.strip(" ")
    elif len(pieces) > MAX_TERMS:
        variant, better = "too-many", ""
    else:
        return None
    if better and read(better).faults:
        better = ""
    return RangeFault(variant, 0, len(text), better, is_whole=True)


def _term(written: str) -> Term | str:
    """A comparison, or the variant of the message about it."""
    match = _TERM.fullmatch(written)
    if match is not None:
        if max(len(match[part]) for part in (2, 3, 4)) > 5:
            return "too-large"
        version = int(match[2]), int(match[3]), int(match[4])
        return Term(match[1], version) if max(version) <= MAX_PART else "too-large"
    loose = _LOOSE.fullmatch(written)
    if loose is None:
        return "unreadable"
    operator, version_text = loose[1], loose[2]
    if operator.rstrip("vV") == "":
        return "no-operator"
    if operator not in _OPERATORS:
        return "operator"
    parts = version_text.split(".")
    if len(parts) != 3:
        return "parts"
    if any(len(part) > 1 and part.startswith("0") for part in parts):
        return "leading-zero"
    return "unreadable"


def _better(written: str) -> str:
    """A comparison that says the same in the notation of the engine; "" where that is a guess."""
    loose = _LOOSE.fullmatch(written)
    if loose is None:
        return ""
    numbers = [int(part) if len(part) < 7 else MAX_PART + 1 for part in loose[2].split(".")]
    if len(numbers) > 3 or max(numbers) > MAX_PART:
        return ""
    numbers += [0] * (3 - len(numbers))
    written_operator = loose[1].rstrip("vV")
    operator = _FOREIGN.get(written_operator, written_operator or ">=")
    version = ".".join(map(str, numbers))
    if operator in _OPERATORS:
        return f"{operator}{version}"
    upper = _NEXT.get(operator)
    if upper is None or max(numbers) == MAX_PART:
        return ""
    return f">={version}, <{'.'.join(map(str, upper(numbers)))}"


def _next_compatible(numbers: Sequence[int]) -> Sequence[int]:
    """The first version that `^` leaves out: the leftmost part that is not 0 goes up."""
    at = next((index for index, number in enumerate(numbers) if number), 2)
    return [*numbers[:at], numbers[at] + 1, *[0] * (2 - at)]


def _next_minor(numbers: Sequence[int]) -> Sequence[int]:
    return [numbers[0], numbers[1] + 1, 0]


_NEXT: Mapping[str, Callable[[Sequence[int]], Sequence[int]]] = {
    "^": _next_compatible,
    "~": _next_minor,
}


def explain(text: str, locale: str) -> str:
    """The range in words: "0.8.0 or later and before 0.9.0"; "" for one with faults."""
    terms = read(text).terms
    said = [
        words(f"oamut.range.{_OPERATORS[term.operator]}", locale, version=_written(term.version))
        for term in terms
    ]
    return words("oamut.range.and", locale).join(said)


def _written(version: Version) -> str:
    return ".".join(map(str, version))
