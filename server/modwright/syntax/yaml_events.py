"""The structure of a YAML text: ruamel.yaml's events, as plain data.

ruamel.yaml is imported on first use only: no other language needs it.
"""

# ruamel.yaml ships no types. This is the one module that touches it; nothing untyped leaves it.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

# Of longer texts only the last few are remembered: few entries of manifests are that long.
_LONG = 4_096


class Structure(enum.Enum):
    MAPPING = "mapping"
    SEQUENCE = "sequence"
    SCALAR = "scalar"
    END = "end"


class Event(NamedTuple):
    """A collection that begins or ends, or a scalar, at `start` of the text.

    `is_empty`: a scalar that is not there (a key without value, a dash with nothing behind it).
    """

    structure: Structure
    start: int
    is_empty: bool


class Unreadable(NamedTuple):
    """Where ruamel.yaml gave up: an offset in its text."""

    at: int


def read_events(text: str) -> Sequence[Event] | Unreadable:
    """The events of the nodes of one document; where reading broke off, if it did.

    `text` holds printable ASCII and line feeds only. Texts of one structure are one and the same
    (`yaml_skeleton.py`), so that most keystrokes need no reading at all.
    """
    return _remembered(text) if len(text) <= _LONG else _remembered_long(text)


@functools.lru_cache(maxsize=256)
def _remembered(text: str) -> Sequence[Event] | Unreadable:
    return _reader()(text)


@functools.lru_cache(maxsize=8)
def _remembered_long(text: str) -> Sequence[Event] | Unreadable:
    return _reader()(text)


@functools.cache
def _reader() -> Callable[[str], Sequence[Event] | Unreadable]:
    from ruamel.yaml.error import FileMark, MarkedYAMLError
    from ruamel.yaml.events import (
        MappingEndEvent,
        MappingStartEvent,
        ScalarEvent,
        SequenceEndEvent,
        SequenceStartEvent,
    )
    from ruamel.yaml.parser import Parser
    from ruamel.yaml.reader import Reader
    from ruamel.yaml.scanner import Scanner

    class Loader(Reader, Scanner, Parser):
        """Reader, scanner and parser without the layers above, which build values.

        What is overridden changes no result: ruamel.yaml looks its own parts up through properties
        and asks anew for every comparison whether the next token is complete, half of its time.
        """

        comment_handling = None
        processing_version = (1, 2)

        def __init__(self, text: str) -> None:
            self.is_ready = False
            Reader.__init__(self, text, loader=self)
            Scanner.__init__(self, loader=self)
            Parser.__init__(self, loader=self)

        @property
        def reader(self) -> Loader:
            return self

        @property
        def scanner(self) -> Loader:
            return self

        @property
        def resolver(self) -> Loader:
            return self

        @property
        def scanner_processing_version(self) -> tuple[int, int]:
            return self.processing_version

        def get_mark(self) -> FileMark:
            # The mark that Reader makes for strings also copies what only messages need.
            return FileMark(None, self.index, self.line, self.column)

        def peek_token(self) -> object:
            if not self.is_ready:
                while self.need_more_tokens():
                    self.fetch_more_tokens()
                self.is_ready = True
            return cast("list[object]", self.tokens)[0] if self.tokens else None

        def check_token(self, *choices: type[object]) -> bool:
            token = self.peek_token()
            return token is not None and (not choices or isinstance(token, choices))

        def get_token(self) -> object:
            token = self.peek_token()
            self.is_ready = False
            if token is not None:
                self.tokens_taken += 1
                del self.tokens[0]
            return token

    structures: dict[object, Structure] = {
        MappingStartEvent: Structure.MAPPING,
        SequenceStartEvent: Structure.SEQUENCE,
        ScalarEvent: Structure.SCALAR,
        MappingEndEvent: Structure.END,
        SequenceEndEvent: Structure.END,
    }

    def read(text: str) -> Sequence[Event] | Unreadable:
        loader = Loader(text)
        events: list[Event] = []
        try:
            while True:
                event = loader.get_event()
                if event is None:
                    return tuple(events)
                structure = structures.get(type(event))
                if structure is not None:
                    is_empty = structure is Structure.SCALAR and not getattr(event, "value", "")
                    events.append(Event(structure, cast("int", event.start_mark.index), is_empty))
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            return Unreadable(cast("int", mark.index) if mark is not None else 0)

    return read
