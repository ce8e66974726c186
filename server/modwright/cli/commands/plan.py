"""`modwright plan FOLDER`: what a mutator's plan would do, without starting the game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from modwright.cli import locales, output, packages
from modwright.cli.display import visible

if TYPE_CHECKING:
    from modwright.ide.plan import PlanReport

# The sandbox could not even be started: nothing was learnt about the script.
_NOT_STARTED = "unavailable"


class _Given(NamedTuple):
    id: str
    value: str


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", help="the package's folder, or any file of the package"
    )
    parser.add_argument(
        "--option",
        metavar="ID=VALUE",
        action="append",
        default=[],
        type=_given,
        help="what the player chose for an option; may be repeated (default: the manifest's)",
    )
    parser.add_argument("--mod", metavar="ID", help="the MOD that is on (default: the base game)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0: a plan; 1: the script failed, or refused; 2: nothing could be run."""
    path: str = arguments.folder
    locale = packages.locale_at(arguments.locale, path)
    given: Sequence[_Given] = arguments.option
    report = _report(path, dict(given), arguments.mod, locale)
    if isinstance(report, str):
        output.complain(visible(report))
        return output.COULD_NOT_RUN
    if arguments.format == "json":
        words = json.dumps(report.as_data(), ensure_ascii=True, indent=2, sort_keys=True) + "\n"
    else:
        from modwright.ide.plan_text import render_text

        words = render_text(report, locale)
    if not output.emit(words):
        return output.COULD_NOT_RUN
    error = report.result.error
    if error is not None and error.kind == _NOT_STARTED:
        return output.COULD_NOT_RUN
    return output.CLEAN if report.result.plan is not None else output.ERRORS_FOUND


def _report(path: str, given: Mapping[str, str], mod: str | None, locale: str) -> PlanReport | str:
    """What came of running the plan, or why it was not run."""
    from modwright.ide.plan import prepare
    from modwright.ide.plan_run import run as run_plan
    from modwright.ide.types import Refused

    package = packages.package_at(path, locale)
    if isinstance(package, str):
        return package
    request = prepare(package, given, locale, mod)
    return request.reason if isinstance(request, Refused) else run_plan(request)


def _given(written: str) -> _Given:
    """`ID=VALUE`. Raises ArgumentTypeError for anything else."""
    name, equals, value = written.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{written!r} is not ID=VALUE")
    return _Given(name, value)
