"""The `&` codes of templates: what each is called, and its colour.

The data is `grammars/nimblock/colours-1.json`. The values are those of the game's chat.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from modwright import grammars
from modwright.languages.nimblock.catalogue import Text

COLOURS_FILE = "nimblock/colours-1.json"

_RGB = re.compile(r"#[0-9A-F]{6}")


@dataclass(frozen=True)
class ColourCode:
    """One code. Exactly one of `rgb` ("#FFAA00") and `style` ("bold", "reset") is not None."""

    code: str
    name: Text
    rgb: str | None
    style: str | None

    @property
    def components(self) -> tuple[float, float, float] | None:
        """(red, green, blue), each from 0 to 1; None for a style."""
        if self.rgb is None:
            return None
        red, green, blue = bytes.fromhex(self.rgb[1:])
        return red / 255, green / 255, blue / 255


@functools.cache
def colours() -> tuple[ColourCode, ...]:
    """All codes, colours first, in the order of the game.

    Raises ValueError when the data file does not have the shape described here.
    """
    data = grammars.load(COLOURS_FILE)
    codes = data.get("codes") if isinstance(data, dict) else None
    if not isinstance(codes, list):
        raise ValueError(f"{COLOURS_FILE}: no list of codes")
    return tuple(_colour_code(item) for item in codes)


@functools.cache
def by_code() -> Mapping[str, ColourCode]:
    """The codes by their character, without the `&`."""
    return MappingProxyType({colour.code: colour for colour in colours()})


def _colour_code(item: grammars.JsonValue) -> ColourCode:
    match item:
        case {"code": str(code), "name": {"en": str(en), "ja": str(ja)}, "rgb": str(rgb)} if (
            _RGB.fullmatch(rgb)
        ):
            return ColourCode(code, Text(en, ja), rgb, None)
        case {"code": str(code), "name": {"en": str(en), "ja": str(ja)}, "style": str(style)}:
            return ColourCode(code, Text(en, ja), None, style)
        case _:
            raise ValueError(f"{COLOURS_FILE}: {item!r} is no colour code")
