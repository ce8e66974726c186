"""A trace as lines of text, for a terminal or an editor's panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modwright.findings.messages import text
from modwright.languages.tracing import Outcome, TraceArgument, TraceResult, TraceStep

_MARKS: Mapping[Outcome, str] = {
    "fires": "▶",
    "holds": "✓",
    "fails": "✗",
    "assumed": "?",
    "runs": "→",
    "skipped": "·",
    "without-effect": "✗",
    "refused": "!",
}
_INDENT = "        "
# A terminal would obey these: what stands in their place.
_CONTROLS: Mapping[int, int] = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **dict.fromkeys((0x2028, 0x2029), 0x2424),
    **dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
}


def render_text(result: TraceResult, locale: str) -> str:
    """The whole trace, lines ended by a line feed. Nothing in it controls a terminal."""
    return "".join(f"{line.translate(_CONTROLS).rstrip()}\n" for line in _lines(result, locale))


def _lines(result: TraceResult, locale: str) -> Iterator[str]:
    yield text("trace.title", locale, name=result.name)
    for warning in result.warnings:
        yield f"  ! {warning}"
    for name, value in result.variables.items():
        key = "trace.variable.example" if name in result.examples else "trace.variable"
        yield "  " + text(key, locale, name=name, value=value)
    yield ""
    clock: float | None = None
    for step in result.steps:
        shown = f"t={step.at_seconds:.10g}s" if step.at_seconds != clock else ""
        clock = step.at_seconds
        yield f"{shown:<8}{_MARKS[step.outcome]} {_head(step, locale)}"
        yield from _details(step, locale)
    yield ""
    key = "trace.end.runs" if result.does_run else "trace.end.not"
    yield text(key, locale, seconds=f"{result.seconds:.10g}")
    for assumption in result.assumptions:
        yield f"  ? {assumption}"


def _head(step: TraceStep, locale: str) -> str:
    if step.kind == "match":
        return step.text
    return text(
        f"trace.head.{step.kind}",
        locale,
        number=str(step.number),
        label=step.label or "-",
        id=step.id or "-",
    )


def _details(step: TraceStep, locale: str) -> Iterator[str]:
    for argument in step.arguments:
        key = "trace.argument.default" if argument.is_default else "trace.argument"
        yield _INDENT + "    " + text(key, locale, name=argument.name, value=_coloured(argument))
    if step.text and step.kind != "match":
        yield f"{_INDENT}  {step.text}"
    for note in step.notes:
        yield f"{_INDENT}  ! {note}"


def _coloured(argument: TraceArgument) -> str:
    """The value with the names of its colours in front of the pieces that have them."""
    if not argument.runs:
        return argument.value
    return "".join(
        f"[{', '.join(run.words)}]{run.text}" if run.words else run.text for run in argument.runs
    )
