"""What goes into a plan run and what comes out of it: plain data.

`PlanResult.to_json` gives the same bytes on every run and machine; what differs between machines
(memory, which walls stand) is kept apart in `PlanResult.process`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from modwright.sandbox.wire import Json


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a run. The numbers of the game are in `grammars/oamut/plan-api.json`."""

    instructions: int
    """Lua instructions a phase; counted by the thousand."""
    seconds: float
    """Wall time a phase."""
    memory_bytes: int
    """Memory of the Lua state."""
    string_bytes: int
    log_bytes: int
    """Of what the script prints, this much is kept."""
    plan_values: int
    """Table entries in the whole plan."""
    plan_bytes: int
    """Size of the plan as the sandbox describes it."""
    plan_depth: int
    """Tables within tables."""


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What the script finds in `ctx`."""

    mod_id: str
    mod_version: str
    mod_game: str
    engine_version: str
    options: Mapping[str, bool | int | float | str] = field(default_factory=dict[str, bool])
    layers: tuple[str, ...] | None = None
    """The layers that the manifest declares; None: not checked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line (from 1) of a script of the package."""

    file: str
    line: int

    def as_data(self) -> Json:
        return {"file": self.file, "line": self.line}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number in units of 1/65,536."""

    raw: int

    @property
    def text(self) -> str:
        """The exact decimal."""
        whole, rest = divmod(abs(self.raw), 65536)
        # 65536 divides 10^16, so sixteen decimals hold every unit exactly.
        decimals = f"{rest * 10**16 // 65536:016}".rstrip("0")
        return f"{'-' if self.raw < 0 else ''}{whole}{'.' if decimals else ''}{decimals}"


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function of the script; `place` is where it is defined."""

    place: Place | None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that a plan has no use for, by its Lua type."""

    type_name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A Lua table, its keys in the fixed order: numbers, texts by bytes, false, true."""

    entries: tuple[tuple[Value, Value], ...]

    def get(self, name: str) -> Value:
        """The value under a text key; None where there is none."""
        return next((value for key, value in self.entries if key == name), None)

    def sequence(self) -> tuple[Value, ...] | None:
        """The values under 1, 2, 3 …; None where there are other keys or gaps."""
        for number, (key, _value) in enumerate(self.entries, 1):
            if isinstance(key, bool) or key != number:
                return None
        return tuple(value for _key, value in self.entries)


@dataclass(frozen=True, slots=True)
class Selector:
    """One step of a rule block, such as `named("armcom")`."""

    name: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class BlockValue:
    """A rule block as the script built it; `changes` holds the table of each finisher."""

    place: Place | None
    steps: tuple[Selector, ...]
    changes: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class SourceValue:
    """A rule file named in the script."""

    place: Place | None
    path: str


Value: TypeAlias = (
    bool
    | int
    | float
    | str
    | Fixed
    | FunctionValue
    | Opaque
    | Table
    | BlockValue
    | SourceValue
    | None
)


def value_data(value: Value) -> Json:
    """`value` for the JSON output. Texts, booleans, nil and finite numbers are themselves."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": repr(value)}
    if isinstance(value, Fixed):
        return {"fixed": value.text}
    if isinstance(value, FunctionValue):
        return {"function": place_data(value.place)}
    if isinstance(value, Opaque):
        return {"type": value.type_name}
    if isinstance(value, Table):
        return {"table": [[value_data(key), value_data(item)] for key, item in value.entries]}
    if isinstance(value, BlockValue):
        return {"block": place_data(value.place)}
    if isinstance(value, SourceValue):
        return {"ruleFile": value.path}
    return value


def place_data(place: Place | None) -> Json:
    return None if place is None else place.as_data()


@dataclass(frozen=True, slots=True)
class Winner:
    """A path of the game that the plan's folders provide. The last folder in the plan wins."""

    path: str
    """Relative to the folder, in the writing of the winning file."""
    source: str
    """The winning file's path in the package."""
    hidden: tuple[str, ...]
    """Files of the package that earlier folders have under this path, in the plan's order."""

    def as_data(self) -> Json:
        return {"path": self.path, "source": self.source, "hidden": list(self.hidden)}


@dataclass(frozen=True, slots=True)
class FilesPlan:
    add: tuple[str, ...] = ()
    mask: tuple[str, ...] = ()
    winners: tuple[Winner, ...] = ()

    def as_data(self) -> Json:
        return {
            "add": list(self.add),
            "mask": list(self.mask),
            "paths": [winner.as_data() for winner in self.winners],
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a block. `lower` and `upper` bound this multiplier alone."""

    verb: str
    field: str
    value: Value = None
    lower: Value = None
    upper: Value = None

    def as_data(self) -> Json:
        data: dict[str, Json] = {"verb": self.verb, "field": self.field}
        for name in ("value", "lower", "upper"):
            value: Value = getattr(self, name)
            if value is not None:
                data[name] = value_data(value)
        return data


@dataclass(frozen=True, slots=True)
class Block:
    """A rule block; its changes in the order in which they apply."""

    place: Place | None
    selectors: tuple[Selector, ...]
    changes: tuple[Change, ...]

    def as_data(self) -> Json:
        return {
            "kind": "block",
            "place": place_data(self.place),
            "selectors": [
                {"name": step.name, "arguments": [value_data(item) for item in step.arguments]}
                for step in self.selectors
            ],
            "changes": [change.as_data() for change in self.changes],
        }


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A `.sm` file among the rules. Its content is not read: the language is not documented."""

    place: Place | None
    path: str

    def as_data(self) -> Json:
        return {"kind": "file", "place": place_data(self.place), "path": self.path}


@dataclass(frozen=True, slots=True)
class Hook:
    name: str
    place: Place | None

    def as_data(self) -> Json:
        return {"name": self.name, "place": place_data(self.place)}


@dataclass(frozen=True, slots=True)
class Hack:
    parameter: Value
    value: Value

    def as_data(self) -> Json:
        return {"parameter": value_data(self.parameter), "value": value_data(self.value)}


@dataclass(frozen=True, slots=True)
class Plan:
    """What the table that `mutate` returned would do."""

    files: FilesPlan = FilesPlan()
    rules: tuple[Block | RuleFile, ...] = ()
    hooks: tuple[Hook, ...] = ()
    """In the order in which the game runs them."""
    hacks: tuple[Hack, ...] = ()

    def as_data(self) -> Json:
        return {
            "files": self.files.as_data(),
            "rules": [rule.as_data() for rule in self.rules],
            "hooks": [hook.as_data() for hook in self.hooks],
            "hacks": [hack.as_data() for hack in self.hacks],
        }


Arguments: TypeAlias = tuple[tuple[str, "str | int | float"], ...]


@dataclass(frozen=True, slots=True)
class PlanError:
    """Why there is no plan. `kind` and `arguments` find and fill the text (`texts.describe`)."""

    kind: str
    detail: str = ""
    place: Place | None = None
    arguments: Arguments = ()

    def as_data(self) -> Json:
        return {
            "kind": self.kind,
            "detail": self.detail,
            "place": place_data(self.place),
            "arguments": dict(self.arguments),
        }


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Something odd in a plan that is no ground to refuse it."""

    kind: str
    name: str
    place: Place | None = None

    def as_data(self) -> Json:
        return {"kind": self.kind, "name": self.name, "place": place_data(self.place)}


@dataclass(frozen=True, slots=True)
class ProcessReport:
    """About the process that ran the script; differs from machine to machine."""

    memory_bytes: int | None = None
    """In use in the Lua state at the end; None where it is not known."""
    walls: tuple[str, ...] = ()
    """The walls that stood around the process (`walls.WALLS`)."""


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The outcome of a run: a plan, or a reason of `ctx.incompatible`, or an error."""

    plan: Plan | None = None
    incompatible: str | None = None
    error: PlanError | None = None
    problems: tuple[PlanProblem, ...] = ()
    notes: tuple[str, ...] = ()
    """What the preview does otherwise than the game might, by name (`notes` of the data file)."""
    log: tuple[str, ...] = ()
    log_cut: bool = False
    """Whether the script printed more than is kept."""
    instructions: int = 0
    """Counted by the thousand."""
    instruction_limit: int = 0
    process: ProcessReport = field(default=ProcessReport(), compare=False)

    def as_data(self) -> dict[str, Json]:
        return {
            "plan": None if self.plan is None else self.plan.as_data(),
            "incompatible": self.incompatible,
            "error": None if self.error is None else self.error.as_data(),
            "problems": [problem.as_data() for problem in self.problems],
            "notes": list(self.notes),
            "log": list(self.log),
            "logCut": self.log_cut,
            "instructions": self.instructions,
            "instructionLimit": self.instruction_limit,
        }

    def to_json(self) -> bytes:
        """UTF-8, keys sorted: the same bytes for the same package, everywhere."""
        text = json.dumps(self.as_data(), ensure_ascii=False, sort_keys=True, allow_nan=False)
        return text.encode("utf-8")
