"""The trace of a rule: what it would do, step by step (specs/nimblock.md, Trace)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modwright.findings.messages import render, text
from modwright.findings.model import Finding, Severity
from modwright.languages.nimblock.catalogue import Action, Key, Param, catalogue
from modwright.languages.nimblock.deciding import decide
from modwright.languages.nimblock.filling import fill
from modwright.languages.nimblock.naming import command_name
from modwright.languages.nimblock.outline import is_negated, rule_title
from modwright.languages.nimblock.view import EntryView, RuleView, Value, rules_of, value_at
from modwright.languages.structural import to_json
from modwright.languages.tracing import (
    Given,
    Outcome,
    StepKind,
    TraceableRule,
    TraceArgument,
    TraceQuestion,
    TraceResult,
    TraceStep,
    TraceVariable,
)
from modwright.languages.wording import plain
from modwright.syntax.node import Kind as NodeKind
from modwright.syntax.tree import SyntaxTree

_MATCH = "match"
_ANY = "any"
_TOLD = (Severity.ERROR, Severity.WARNING)


class NimBlockTracer:
    """See `modwright.languages.tracing.Tracer`."""

    def rules(self, document: SyntaxTree, locale: str) -> list[TraceableRule]:
        rules = rules_of(document.root, document.root_offset)
        return [_traceable(rule, index, locale) for index, rule in enumerate(rules)]

    def find(self, document: SyntaxTree, wanted: str) -> int | None:
        rules = rules_of(document.root, document.root_offset)
        for is_it in (_has_id, _has_name, _has_command):
            for index, rule in enumerate(rules):
                if is_it(rule, wanted):
                    return index
        is_number = wanted.isascii() and wanted.isdigit() and len(wanted) < len("1000000")
        number = int(wanted) if is_number else 0
        return number - 1 if 1 <= number <= len(rules) else None

    def trace(
        self,
        document: SyntaxTree,
        rule: int,
        given: Given,
        findings: Sequence[Finding],
        locale: str,
    ) -> TraceResult | None:
        rules = rules_of(document.root, document.root_offset)
        if not 0 <= rule < len(rules):
            return None
        return _Trace(rules[rule], rule, given, findings, locale).result()


def _has_id(rule: RuleView, wanted: str) -> bool:
    return rule.id is not None and rule.id.string == wanted


def _has_name(rule: RuleView, wanted: str) -> bool:
    return rule.name == wanted


def _has_command(rule: RuleView, wanted: str) -> bool:
    command = command_name(rule.trigger) if rule.trigger else None
    return command is not None and f"/{command.string}" == wanted


def _traceable(rule: RuleView, index: int, locale: str) -> TraceableRule:
    known = rule.trigger_entry
    variables = tuple(
        TraceVariable(variable.name, variable.label.in_locale(locale), variable.example)
        for variable in (known.provides if known else ())
    )
    examples = {variable.name: variable.example for variable in variables}
    questions = tuple(
        TraceQuestion(
            number,
            condition.entry.id,
            condition.entry.label.in_locale(locale),
            is_negated(condition),
        )
        for number, condition in enumerate(rule.conditions, 1)
        if condition.entry is not None and decide(condition, examples, locale).holds is None
    )
    name = rule_title(rule, index + 1, locale)
    end = rule.offset + rule.node.width
    return TraceableRule(index, name, rule.offset, end, variables, questions)


class _Trace:
    """One trace being made."""

    def __init__(
        self,
        rule: RuleView,
        index: int,
        given: Given,
        findings: Sequence[Finding],
        locale: str,
    ) -> None:
        self._rule = rule
        self._index = index
        self._given = given
        self._errors = sum(1 for finding in findings if finding.severity is Severity.ERROR)
        end = rule.offset + rule.node.width
        self._findings = [f for f in findings if rule.offset <= f.start and f.end <= end]
        self._locale = locale
        self._trigger = rule.trigger_entry
        provided = self._trigger.provides if self._trigger else ()
        self._values = {v.name: given.variables.get(v.name, v.example) for v in provided}
        self._assumptions: list[str] = []
        self._clock = 0.0
        self._has_paused = False

    def result(self) -> TraceResult:
        steps = [self._trigger_step()]
        does_run = steps[0].outcome != "refused"
        conditions = [
            self._condition(entry, number) for number, entry in enumerate(self._rule.conditions, 1)
        ]
        match = self._match(conditions)
        does_run = does_run and match.outcome != "fails"
        steps += [*conditions, match]
        for number, entry in enumerate(self._rule.actions, 1):
            steps.append(self._action(entry, number, does_run))
        name = rule_title(self._rule, self._index + 1, self._locale)
        return TraceResult(
            rule=self._index,
            name=name,
            variables=self._values,
            examples=tuple(n for n in self._values if n not in self._given.variables),
            steps=tuple(steps),
            does_run=does_run,
            seconds=self._clock,
            assumptions=tuple(self._assumptions),
            warnings=tuple(self._warnings()),
        )

    def _warnings(self) -> Iterator[str]:
        if self._errors:
            yield self._text("trace.refused", count=str(self._errors))
        if self._rule.is_disabled:
            yield self._text("trace.disabled")
        if self._trigger is not None:
            for name in self._given.variables:
                if name not in self._values:
                    yield self._text("trace.not-provided", name=name, id=self._trigger.id)

    def _text(self, key: str, **args: str) -> str:
        return text(key, self._locale, **args)

    def _trigger_step(self) -> TraceStep:
        entry = self._rule.trigger
        known = self._trigger
        if entry is None:
            words = self._text("trace.no-trigger")
            at = self._rule.offset
            return TraceStep("trigger", 1, "", "", at, at + 1, 0.0, "refused", words)
        notes, is_refused = self._notes(entry)
        if known is None or is_refused:
            return self._step(
                "trigger", entry, 1, "refused", self._text("trace.entry-refused"), notes
            )
        words = self._text("trace.trigger", label=known.label.in_locale(self._locale))
        return self._step("trigger", entry, 1, "fires", words, notes)

    def _condition(self, entry: EntryView, number: int) -> TraceStep:
        notes, is_refused = self._notes(entry)
        if entry.entry is None or is_refused:
            return self._step(
                "condition", entry, number, "refused", self._text("trace.entry-refused"), notes
            )
        verdict = decide(entry, self._values, self._locale)
        words, holds = verdict.text, verdict.holds
        answers = self._given.answers
        if holds is None:
            holds = answers.get(str(number), answers.get(entry.entry.id))
            if holds is None:
                key = "trace.assumed.not" if is_negated(entry) else "trace.assumed"
                label = entry.entry.label.in_locale(self._locale)
                assumed = self._text(key, number=str(number), label=label)
                self._assumptions.append(assumed)
                return self._step("condition", entry, number, "assumed", words, notes)
            words = f"{words} {self._text('trace.said.yes' if holds else 'trace.said.no')}"
        if is_negated(entry):
            holds = not holds
            notes = (*notes, self._text("trace.negated.yes" if holds else "trace.negated.no"))
        return self._step("condition", entry, number, "holds" if holds else "fails", words, notes)

    def _match(self, conditions: Sequence[TraceStep]) -> TraceStep:
        """How the conditions combine."""
        key = catalogue().objects["rule"].key(_MATCH)
        assert key is not None
        written = value_at(self._rule.node, self._rule.offset, _MATCH)
        chosen = self._chosen(key, written)
        holding = [step for step in conditions if step.outcome in ("holds", "assumed")]
        if not conditions:
            does_hold, words = True, self._text("trace.match.none")
        else:
            does_hold = bool(holding) if chosen == _ANY else len(holding) == len(conditions)
            words = self._text(
                f"trace.match.{chosen}.{'yes' if does_hold else 'no'}",
                holding=str(len(holding)),
                count=str(len(conditions)),
            )
        start, end = (
            (written.offset, written.end)
            if written is not None
            else (self._rule.offset, self._rule.offset + 1)
        )
        choice = key.choice(chosen)
        label = choice.label.in_locale(self._locale) if choice else ""
        outcome: Outcome = "holds" if does_hold else "fails"
        return TraceStep("match", 1, chosen, label, start, end, self._clock, outcome, words)

    def _chosen(self, key: Key, written: Value | None) -> str:
        value = written.string if written is not None else None
        if value is not None and key.choice(value) is not None:
            return value
        return str(key.default)

    def _action(self, entry: EntryView, number: int, does_run: bool) -> TraceStep:
        notes, is_refused = self._notes(entry)
        known = entry.entry
        if not isinstance(known, Action) or is_refused:
            return self._step(
                "action", entry, number, "refused", self._text("trace.entry-refused"), notes
            )
        if not does_run:
            return self._step(
                "action", entry, number, "skipped", self._text("trace.skipped"), notes
            )
        at = self._clock
        outcome: Outcome = "runs"
        words = ""
        if known.pauses:
            seconds = self._pause(entry)
            words = self._text("trace.waits", seconds=_seconds(seconds))
        elif known.cancels and self._has_paused:
            outcome, words = "without-effect", self._text("trace.cancels-too-late")
        elif known.cancels and self._trigger is not None:
            label = self._trigger.label.in_locale(self._locale)
            words = self._text("trace.cancels", label=label)
        elif known.audience == "player" and self._trigger is not None and self._trigger.leaving:
            outcome, words = "without-effect", self._text("trace.lost")
        return self._step("action", entry, number, outcome, words, notes, at)

    def _pause(self, entry: EntryView) -> float:
        """Set the clock on by what a waiting action waits; in seconds."""
        self._has_paused = True
        for param, value in entry.arguments:
            if param.role == "duration-seconds" and value.node.kind is NodeKind.NUMBER:
                seconds = float(value.node.number)
                self._clock = round(self._clock + seconds, 6)
                return seconds
        return 0.0

    def _notes(self, entry: EntryView) -> tuple[tuple[str, ...], bool]:
        """What the findings say of an entry, and whether the engine refuses it."""
        end = entry.offset + entry.node.width
        inside = [f for f in self._findings if entry.offset <= f.start and f.end <= end]
        told = [render(f.message, self._locale) for f in inside if f.severity in _TOLD]
        is_refused = any(f.severity is Severity.ERROR for f in inside)
        return tuple(told), is_refused

    def _step(
        self,
        kind: StepKind,
        entry: EntryView,
        number: int,
        outcome: Outcome,
        words: str,
        notes: tuple[str, ...],
        at: float | None = None,
    ) -> TraceStep:
        known = entry.entry
        written = entry.type.string if entry.type else None
        return TraceStep(
            kind=kind,
            number=number,
            id=plain(written or ""),
            label=known.label.in_locale(self._locale) if known else "",
            start=entry.offset,
            end=entry.offset + entry.node.width,
            at_seconds=self._clock if at is None else at,
            outcome=outcome,
            text=words,
            arguments=tuple(self._arguments(entry)),
            notes=notes,
        )

    def _arguments(self, entry: EntryView) -> Iterator[TraceArgument]:
        """The parameters as they count: those written and the defaults."""
        written = {param.name: value for param, value in entry.arguments}
        for param in entry.entry.params if entry.entry else ():
            label = param.label.in_locale(self._locale)
            value = written.get(param.name)
            if value is not None:
                yield self._argument(entry, param, value, label)
            elif param.default is not None:
                default = param.default
                shown = default if isinstance(default, str) else to_json(default)
                yield TraceArgument(param.name, label, shown, True)

    def _argument(self, entry: EntryView, param: Param, value: Value, label: str) -> TraceArgument:
        if value.string is None:
            return TraceArgument(param.name, label, plain(value.node.raw), False)
        if param.type != "text" or entry.kind == "trigger":
            return TraceArgument(param.name, label, value.string, False)
        filled = fill(value.node, self._values, self._locale)
        runs = filled.runs if filled.is_coloured else ()
        return TraceArgument(param.name, label, filled.text, False, runs)


def _seconds(seconds: float) -> str:
    return f"{seconds:g}"
