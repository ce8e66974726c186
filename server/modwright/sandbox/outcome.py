"""Reading the child's answer. It comes from a process that ran a stranger's script: nothing in it
is taken for granted, and whatever does not have the expected shape is a ValueError."""

from __future__ import annotations

import json
from dataclasses import dataclass

from modwright.sandbox.model import (
    BlockValue,
    Fixed,
    FunctionValue,
    Opaque,
    Place,
    ProcessReport,
    Selector,
    SourceValue,
    Table,
    Value,
)
from modwright.sandbox.shown import shown, shown_line
from modwright.sandbox.wire import Json


@dataclass(frozen=True, slots=True)
class Failure:
    kind: str
    detail: str
    place: Place | None
    subject: str
    value: Value


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the child says of the run. `plan` is the table that the script returned."""

    plan: Value
    failure: Failure | None
    instructions: int
    log: tuple[str, ...]
    log_cut: bool
    notes: tuple[str, ...]
    process: ProcessReport


def read_outcome(data: bytes) -> Outcome:
    """The answer in `data`. Raises ValueError where it is not one."""
    try:
        answer = _object(json.loads(data))
        return _outcome(_object(answer.get("outcome")), _object(answer.get("process")))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _outcome(outcome: dict[str, Json], process: dict[str, Json]) -> Outcome:
    notes = {_text(name) for name in _list(outcome.get("notes"))}
    if process.get("unchecked") is True:
        notes.add("strings-unchecked")
    memory = process.get("memory")
    failure = outcome.get("failure")
    return Outcome(
        plan=_value(outcome.get("plan")),
        failure=None if failure is None else _failure(_object(failure)),
        instructions=_integer(outcome.get("instructions")),
        log=tuple(shown_line(_bytes(line)) for line in _list(outcome.get("log"))),
        log_cut=outcome.get("logCut") is True,
        notes=tuple(sorted(notes)),
        process=ProcessReport(
            None if memory is None else _integer(memory),
            tuple(_text(wall) for wall in _list(process.get("walls"))),
        ),
    )


def _failure(failure: dict[str, Json]) -> Failure:
    return Failure(
        kind=_text(failure.get("kind")),
        detail=_text(failure.get("detail")),
        place=_place(failure.get("place")),
        subject=_text(failure.get("subject", "")),
        value=_value(failure.get("value")),
    )


def _value(value: Json) -> Value:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _text(value)
    tagged = _object(value)
    if len(tagged) != 1:
        raise ValueError("a value without its tag")
    [(tag, content)] = tagged.items()
    if tag == "t":
        return Table(tuple(_entry(entry) for entry in _list(content)))
    if tag == "f":
        return float(_text(content))
    if tag == "x":
        return Fixed(_integer(content))
    if tag == "fn":
        return FunctionValue(_place(content))
    if tag == "o":
        return Opaque(_text(content))
    if tag == "b":
        return _block(_object(content))
    if tag == "sm":
        source = _object(content)
        return SourceValue(_place(source.get("place")), _text(source.get("path")))
    raise ValueError(f"an unknown tag {tag!r}")


def _entry(entry: Json) -> tuple[Value, Value]:
    pair = _list(entry)
    if len(pair) != 2:
        raise ValueError("an entry that is no pair")
    return _value(pair[0]), _value(pair[1])


def _block(block: dict[str, Json]) -> BlockValue:
    return BlockValue(
        _place(block.get("place")),
        tuple(_step(_object(step)) for step in _list(block.get("steps"))),
        tuple(_value(change) for change in _list(block.get("changes"))),
    )


def _step(step: dict[str, Json]) -> Selector:
    arguments = tuple(_value(argument) for argument in _list(step.get("args")))
    return Selector(_text(step.get("name")), arguments)


def _place(place: Json) -> Place | None:
    parts = _list(place)
    if not parts:
        return None
    if len(parts) != 2:
        raise ValueError("a place that is none")
    return Place(_text(parts[0]), _integer(parts[1]))


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise ValueError("an object is missing")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise ValueError("a list is missing")
    return value


def _integer(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("an integer is missing")
    return value


def _bytes(value: Json) -> bytes:
    """A text of the child has one character a byte (`lua/describe.lua`)."""
    if not isinstance(value, str):
        raise ValueError("a text is missing")
    return value.encode("latin-1")


def _text(value: Json) -> str:
    return shown(_bytes(value))
