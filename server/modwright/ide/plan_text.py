"""A plan as a tree of lines, for a terminal or an editor's panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modwright.findings.messages import render, text
from modwright.ide.plan import PlanReport
from modwright.sandbox.api import plan_api
from modwright.sandbox.model import (
    Block,
    BlockValue,
    Change,
    FilesPlan,
    Place,
    Plan,
    PlanResult,
    RuleFile,
    Selector,
    SourceValue,
    Table,
    Value,
)
from modwright.sandbox.plan import show
from modwright.sandbox.shown import shown_line
from modwright.sandbox.texts import describe_error, describe_note, describe_problem

# A longer text, and what comes after so many entries of a table, is cut: the JSON has it all.
_LONGEST_TEXT = 120
_MOST_ENTRIES = 12


class _Branch(NamedTuple):
    line: str
    inner: Sequence[_Branch] = ()


def render_text(report: PlanReport, locale: str) -> str:
    """The whole report, lines ended by a line feed. Nothing in it controls a terminal."""
    return "".join(f"{harmless(line).rstrip()}\n" for line in _lines(report, locale))


def harmless(line: str) -> str:
    """A line with what a terminal would act on made visible."""
    return shown_line(line.encode("utf-8", "surrogatepass"))


def _lines(report: PlanReport, locale: str) -> Iterator[str]:
    result = report.result
    yield from _head(report, locale)
    yield ""
    if result.error is not None:
        yield f"✗ {_at(result.error.place)}{describe_error(result.error, locale)}"
    elif result.incompatible is not None:
        yield f"✗ {text('plan.incompatible', locale, reason=result.incompatible)}"
    elif result.plan is not None:
        branches = list(_branches(result.plan, locale))
        yield from _drawn(branches) if branches else (text("plan.empty", locale),)
    if result.problems:
        yield ""
    for problem in result.problems:
        yield f"! {_at(problem.place)}{describe_problem(problem, locale)}"
    yield from _log(result, locale)
    yield ""
    for note in result.notes:
        yield f"· {describe_note(note, locale)}"
    used, limit = f"{result.instructions:,}", f"{result.instruction_limit:,}"
    yield text("plan.instructions", locale, used=used, limit=limit)


def _head(report: PlanReport, locale: str) -> Iterator[str]:
    request, context = report.request, report.request.context
    yield text("plan.title", locale, name=f"{request.id} {request.version}".rstrip())
    mod = f"{context.mod_id} ({context.mod_version}, {context.mod_game})"
    yield "  " + text("plan.context", locale, mod=mod, engine=context.engine_version)
    for choice in request.choices:
        key = "plan.option.default" if choice.is_default else "plan.option.chosen"
        # In a manifest's writing, which is Lua's too.
        written = choice.value if isinstance(choice.value, str) else show(choice.value)
        yield "  " + text(key, locale, id=choice.id, value=written)
    for remark in request.remarks:
        yield f"  ! {render(remark.message, locale)}"


def _log(result: PlanResult, locale: str) -> Iterator[str]:
    if result.log:
        yield ""
        yield text("plan.log", locale)
        yield from (f"  {line}" for line in result.log)
    if result.log_cut:
        yield "  " + text("plan.log-cut", locale)


# ---- the tree


def _drawn(branches: Sequence[_Branch], indent: str = "") -> Iterator[str]:
    for number, branch in enumerate(branches, 1):
        is_last = number == len(branches)
        yield f"{indent}{'└─' if is_last else '├─'} {branch.line}"
        yield from _drawn(branch.inner, indent + ("   " if is_last else "│  "))


def _branches(plan: Plan, locale: str) -> Iterator[_Branch]:
    files = list(_files(plan.files, locale))
    if files:
        yield _Branch(text("plan.files", locale), files)
    if plan.rules:
        rules = [_rule(rule, number, locale) for number, rule in enumerate(plan.rules, 1)]
        yield _Branch(text("plan.rules", locale), rules)
    if plan.hooks:
        hooks = [_Branch(f"{hook.name}{_behind(hook.place)}") for hook in plan.hooks]
        yield _Branch(text("plan.hooks", locale), hooks)
    if plan.hacks:
        hacks = [_Branch(f"{show(hack.parameter)} = {_value(hack.value)}") for hack in plan.hacks]
        yield _Branch(text("plan.hacks", locale), hacks)


def _files(files: FilesPlan, locale: str) -> Iterator[_Branch]:
    if files.add:
        paths: list[_Branch] = []
        for winner in files.winners:
            line = f"{winner.path} ← {winner.source}"
            if winner.hidden:
                line = text("plan.wins", locale, file=line, hidden=list(winner.hidden))
            paths.append(_Branch(line))
        key = "plan.add" if len(files.add) == 1 else "plan.add.several"
        yield _Branch(text(key, locale, folders=list(files.add)), paths)
    if files.mask:
        yield _Branch(text("plan.mask", locale), [_Branch(path) for path in files.mask])


def _rule(rule: Block | RuleFile, number: int, locale: str) -> _Branch:
    if isinstance(rule, RuleFile):
        line = text("plan.rule-file", locale, path=rule.path)
        return _Branch(f"{number}. {line}{_behind(rule.place)}")
    steps = ":".join(map(_selector, rule.selectors))
    changes = [_Branch(_change(change, locale)) for change in rule.changes]
    if not changes:
        changes = [_Branch(text("plan.no-changes", locale))]
    return _Branch(f"{number}. {steps}{_behind(rule.place)}", changes)


def _selector(step: Selector) -> str:
    return f"{step.name}({', '.join(map(_value, step.arguments))})"


def _change(change: Change, locale: str) -> str:
    shapes = {verb.name: verb.shape for verb in plan_api().verbs}
    head = f"{change.verb} {change.field}"
    if shapes[change.verb] == "names":
        return head
    if shapes[change.verb] == "values":
        return f"{head} = {_value(change.value)}"
    line = f"{head} × {_value(change.value)}"
    if change.lower is not None:
        line += text("plan.at-least", locale, value=_value(change.lower))
    if change.upper is not None:
        line += text("plan.at-most", locale, value=_value(change.upper))
    return line


def _value(value: Value) -> str:
    """A value as a script would write it, on one line."""
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST_TEXT else value[: _LONGEST_TEXT - 1] + "…"
        return f'"{cut}"'
    if isinstance(value, Table):
        items = value.sequence()
        if items is not None:
            parts = [_value(item) for item in items[:_MOST_ENTRIES]]
        else:
            parts = [f"{show(key)} = {_value(item)}" for key, item in value.entries[:_MOST_ENTRIES]]
        more = ["…"] if len(value.entries) > _MOST_ENTRIES else []
        return "{" + ", ".join([*parts, *more]) + "}"
    if isinstance(value, SourceValue):
        return f"{plan_api().source} {_value(value.path)}"
    if isinstance(value, BlockValue):
        return ":".join(f"{step.name}(…)" for step in value.steps)
    return show(value)


def _at(place: Place | None) -> str:
    return "" if place is None else f"{place.file}:{place.line}: "


def _behind(place: Place | None) -> str:
    return "" if place is None else f"  ({place.file}:{place.line})"
