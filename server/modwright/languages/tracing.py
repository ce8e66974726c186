"""What a trace says, and which languages have rules to trace.

All values are plain: `dataclasses.asdict` makes JSON of a result. Texts are in the locale that was
asked for; offsets are absolute code points, half-open; times are seconds since the rule was set
off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from modwright.findings.model import Finding
from modwright.syntax.tree import SyntaxTree

StepKind: TypeAlias = Literal["trigger", "condition", "match", "action"]
Outcome: TypeAlias = Literal[
    "fires",  # a trigger
    "holds",
    "fails",
    "assumed",  # a condition that cannot be known here and is taken to hold
    "runs",  # an action
    "skipped",  # an action that is not reached
    "without-effect",  # an action that runs, and does nothing
    "refused",  # the engine would refuse the file because of it
]


@dataclass(frozen=True)
class TextRun:
    """A piece of a text in one colour ("#FFAA00"; None for the usual one) and with its styles
    ("bold"); `words` names them all in the locale."""

    text: str
    colour: str | None
    styles: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class TraceArgument:
    """A parameter of a step: `value` as it counts, templates filled in and without colour codes.

    `runs` has the same text with its colours, for a text that has any. `is_default`: not written.
    """

    name: str
    label: str
    value: str
    is_default: bool
    runs: tuple[TextRun, ...] = ()


@dataclass(frozen=True)
class TraceStep:
    """One step. `number` counts from 1 among the steps of its kind.

    [start, end) is where it is written. `at_seconds` is when it happens. `text` says in a sentence
    what comes of it ("" for an action that simply runs), `notes` what else is worth knowing.
    """

    kind: StepKind
    number: int
    id: str
    label: str
    start: int
    end: int
    at_seconds: float
    outcome: Outcome
    text: str
    arguments: tuple[TraceArgument, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TraceResult:
    """A rule, step by step. `rule` is its place among the rules, from 0.

    `variables` are the values that counted; those in `examples` were not given and are the
    catalogue's. `does_run`: the actions are carried out. `assumptions` and `warnings` are
    sentences: what had to be taken for granted, and what is odd about the whole.
    """

    rule: int
    name: str
    variables: dict[str, str]
    examples: tuple[str, ...]
    steps: tuple[TraceStep, ...]
    does_run: bool
    seconds: float
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class TraceVariable:
    """A variable that a trace can be given a value for; else its `example` counts."""

    name: str
    label: str
    example: str


@dataclass(frozen=True)
class TraceQuestion:
    """A condition that only the server knows the answer to: the `number`th one, from 1."""

    number: int
    id: str
    label: str
    is_negated: bool


@dataclass(frozen=True)
class TraceableRule:
    """A rule that can be traced, and what a trace of it can be told."""

    rule: int
    name: str
    start: int
    end: int
    variables: tuple[TraceVariable, ...]
    questions: tuple[TraceQuestion, ...]


@dataclass(frozen=True)
class Given:
    """What a trace starts from: values of variables by name, and answers for conditions that only
    the server can decide, by their number ("2", from 1) or by their id; the number wins. An answer
    is about the condition itself, before `not`."""

    variables: Mapping[str, str]
    answers: Mapping[str, bool]


class Tracer(Protocol):
    """The tracing of one language."""

    def rules(self, document: SyntaxTree, locale: str) -> list[TraceableRule]:
        """The rules in text order."""
        ...

    def find(self, document: SyntaxTree, wanted: str) -> int | None:
        """The rule of this id, name, `/command` or number from 1, in this order."""
        ...

    def trace(
        self,
        document: SyntaxTree,
        rule: int,
        given: Given,
        findings: Sequence[Finding],
        locale: str,
    ) -> TraceResult | None:
        """The trace of the `rule`th rule from 0; None when there is no such rule.

        `findings` are all of the document: a step with an error in it is refused.
        """
        ...


def tracer_of(language: str) -> Tracer | None:
    """The tracer of the language of this name; None for a language without rules."""
    if language == "nimblock":
        from modwright.languages.nimblock.tracing import NimBlockTracer

        return NimBlockTracer()
    return None
