"""Running scripts the way `ide` and `cli` do: in a real process, with limits for short tests."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Protocol

import pytest

from modwright.sandbox.api import default_limits
from modwright.sandbox.model import Limits, PlanContext, PlanResult
from modwright.sandbox.runner import run_plan

# A hundredth of the game's: an endless loop ends in a moment.
TEST_LIMITS = dataclasses.replace(default_limits(), instructions=500_000, seconds=5)
CONTEXT = PlanContext("ta-3.1c", "3.1", "ta", "0.8.0")


class Run(Protocol):
    def __call__(
        self,
        script: str | bytes,
        *,
        modules: Mapping[str, str | bytes] | None = None,
        limits: Limits = TEST_LIMITS,
        context: PlanContext = CONTEXT,
        package_paths: Collection[str] = (),
    ) -> PlanResult: ...


def _run(
    script: str | bytes,
    *,
    modules: Mapping[str, str | bytes] | None = None,
    limits: Limits = TEST_LIMITS,
    context: PlanContext = CONTEXT,
    package_paths: Collection[str] = (),
) -> PlanResult:
    texts = {"mutator.lua": script, **(modules or {})}
    files = {path: text.encode() if isinstance(text, str) else text for path, text in texts.items()}
    return run_plan(files, "mutator.lua", context, limits=limits, package_paths=package_paths)


@pytest.fixture
def run() -> Run:
    """Run an entry script, with modules by their path in the package."""
    return _run


@pytest.fixture
def limits() -> Limits:
    return TEST_LIMITS


@pytest.fixture
def context() -> PlanContext:
    return CONTEXT
