"""The words for what a run comes to. They are data (`grammars/oamut/plan-api.json`)."""

from __future__ import annotations

import re

from modwright.sandbox.api import plan_api
from modwright.sandbox.model import PlanError, PlanProblem

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def describe_error(error: PlanError, locale: str) -> str:
    """What went wrong, in the language of `locale` (`ja…`: Japanese, else English)."""
    values = {"detail": error.detail, **dict(error.arguments)}
    return _fill("errors", error.kind, locale, values)


def describe_problem(problem: PlanProblem, locale: str) -> str:
    """What is odd in the plan."""
    return _fill("problems", problem.kind, locale, {"name": problem.name})


def describe_note(note: str, locale: str) -> str:
    """How the preview differs from the game for this script."""
    return _fill("notes", note, locale, {})


def _fill(group: str, name: str, locale: str, values: dict[str, str | int | float]) -> str:
    texts = plan_api().texts[group][name]
    kinds = plan_api().texts["kinds"]
    language = "ja" if locale.lower().startswith("ja") else "en"

    def value(match: re.Match[str]) -> str:
        found = values.get(match[1], "")
        word = f"{found:,}" if isinstance(found, int) else str(found)
        translated = kinds.get(word) if name in _WITH_KINDS else None
        return translated[language] if translated else word

    return _PLACEHOLDER.sub(value, texts[language])


# The errors whose arguments are kinds of value or measures, which have words of their own.
_WITH_KINDS = frozenset({"bad-plan", "not-a-table", "plan-too-large"})
