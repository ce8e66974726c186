"""Starting the sandbox for a prepared plan: the one place outside of it that does."""

from __future__ import annotations

from modwright.ide.plan import PlanReport, PlanRequest
from modwright.sandbox.runner import run_plan, run_plan_async


def run(request: PlanRequest) -> PlanReport:
    """Run the plan in a process of its own. Blocks until that has ended, within the limits."""
    result = run_plan(
        request.files, request.entry, request.context, package_paths=request.package_paths
    )
    return PlanReport(request, result)


async def run_async(request: PlanRequest) -> PlanReport:
    """`run` beside the event loop. Cancelling the task ends the process."""
    result = await run_plan_async(
        request.files, request.entry, request.context, package_paths=request.package_paths
    )
    return PlanReport(request, result)
