"""Texts with tab stops: JSON and the same as a snippet, written at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SPECIAL = re.compile(r"[\\$]")
_SPECIAL_IN_STOP = re.compile(r"[\\$}]")
_SPECIAL_IN_CHOICE = re.compile(r"[\\,|]")


@dataclass(frozen=True)
class Draft:
    """A piece as JSON, and the same with tab stops. Lines are indented by tabs. `is_wanting`: it
    holds a name that stands for none."""

    json: str
    snippet: str
    is_wanting: bool = False


class Pen:
    """Writes both at once."""

    def __init__(self) -> None:
        self._json: list[str] = []
        self._snippet: list[str] = []
        self._stops = 0
        self.is_wanting = False

    def draft(self) -> Draft:
        return Draft("".join(self._json), "".join(self._snippet), self.is_wanting)

    def plain(self, text: str) -> None:
        self._json.append(text)
        self._snippet.append(_escaped(_SPECIAL, text))

    def stop(self, text: str = "") -> None:
        """A place to fill in, which holds `text` at first."""
        self._stops += 1
        self._json.append(text)
        self._snippet.append(
            f"${{{self._stops}:{_escaped(_SPECIAL_IN_STOP, text)}}}" if text else f"${self._stops}"
        )

    def choice(self, texts: Sequence[str]) -> None:
        """A place to choose for; the first choice stands there at first."""
        self._stops += 1
        self._json.append(texts[0])
        choices = ",".join(_escaped(_SPECIAL_IN_CHOICE, text) for text in texts)
        self._snippet.append(f"${{{self._stops}|{choices}|}}")

    def string_stop(self, text: str = "") -> None:
        self.plain('"')
        self.stop(in_string(text))
        self.plain('"')

    def string_choice(self, texts: Iterable[str]) -> None:
        self.plain('"')
        self.choice([in_string(text) for text in texts])
        self.plain('"')


def _escaped(special: re.Pattern[str], text: str) -> str:
    return special.sub(r"\\\g<0>", text)


def in_string(text: str) -> str:
    """How `text` is spelled between the quotes of a string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
