"""Trace: what a rule would do, step by step."""

from __future__ import annotations

from collections.abc import Mapping

from modwright.findings.messages import text
from modwright.ide.types import Refused
from modwright.languages.language import Analysis
from modwright.languages.tracing import (
    Given,
    TextRun,
    TraceableRule,
    TraceArgument,
    TraceQuestion,
    TraceResult,
    TraceStep,
    TraceVariable,
    tracer_of,
)

__all__ = [
    "TextRun",
    "TraceArgument",
    "TraceQuestion",
    "TraceResult",
    "TraceStep",
    "TraceVariable",
    "TraceableRule",
    "rule_at",
    "trace",
    "traceable_rules",
]


def traceable_rules(analysis: Analysis, locale: str) -> list[TraceableRule]:
    """The rules of the document, with the variables and questions that a trace can be told."""
    tracer = tracer_of(analysis.language.name)
    if tracer is None or analysis.document is None:
        return []
    return tracer.rules(analysis.document, locale)


def rule_at(analysis: Analysis, offset: int, locale: str) -> TraceableRule | None:
    """The rule around `offset`."""
    rules = traceable_rules(analysis, locale)
    return next((rule for rule in rules if rule.start <= offset <= rule.end), None)


def trace(
    analysis: Analysis,
    rule: int | str,
    variables: Mapping[str, str],
    locale: str,
    *,
    has: Mapping[str, bool] | None = None,
) -> TraceResult | Refused:
    """What the rule does when its trigger fires.

    `rule` is its place from 0, or a text: its id, its name, its `/command`, or its number from 1.
    Variables without a value in `variables` (names without braces) have the catalogue's example.
    `has` answers for conditions that only the server can decide, by the condition's number ("2",
    from 1) or its id, the number first; without an answer a condition is taken to hold.
    """
    tracer, document = tracer_of(analysis.language.name), analysis.document
    if tracer is None or document is None:
        return Refused(text("trace.nothing", locale))
    index = tracer.find(document, rule) if isinstance(rule, str) else rule
    given = Given(variables, has or {})
    found = (
        tracer.trace(document, index, given, analysis.findings, locale)
        if index is not None
        else None
    )
    if found is not None:
        return found
    names = [known.name for known in tracer.rules(document, locale)]
    if not names:
        return Refused(text("trace.no-rules", locale))
    wanted = str(rule + 1) if isinstance(rule, int) else rule
    return Refused(text("trace.no-such-rule", locale, rule=wanted, known=names))
