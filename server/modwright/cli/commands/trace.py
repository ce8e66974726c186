"""`modwright trace FILE RULE`: what a rule would do, step by step, without a server running it."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from modwright.cli import checking, locales, output
from modwright.cli.display import visible
from modwright.cli.texts import text

_ANSWERS = {"yes": True, "no": False}


class _Given(NamedTuple):
    name: str
    value: str


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the package file")
    parser.add_argument(
        "rule",
        metavar="RULE",
        nargs="?",
        help="the rule's id, name, /command or number; without it, the rules are listed",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=_given,
        help="the value of a variable of the trigger; may be repeated",
    )
    parser.add_argument(
        "--has",
        metavar="CONDITION=yes|no",
        action="append",
        default=[],
        type=_given,
        help="whether a condition (by number or id) that only a server can decide holds",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--language", metavar="L", help="the language of the file")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0 when the rule was traced, else 2 with the reason on stderr."""
    path: str = arguments.file
    locale = locales.choose(arguments.locale, checking.settings_of(path))
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return _refuse(text(locale, "cannot-read", path=visible(path), reason=reason))
    answers: dict[str, bool] = {}
    has: Sequence[_Given] = arguments.has
    for given in has:
        if given.value not in _ANSWERS:
            return _refuse(text(locale, "yes-or-no", name=visible(given.name)))
        answers[given.name] = _ANSWERS[given.value]
    variables: Sequence[_Given] = arguments.set
    return _trace(data, arguments, dict(variables), answers, locale)


def _trace(
    data: bytes,
    arguments: argparse.Namespace,
    variables: Mapping[str, str],
    answers: Mapping[str, bool],
    locale: str,
) -> int:
    from modwright.ide import service
    from modwright.ide.trace import trace, traceable_rules
    from modwright.ide.trace_text import render_text
    from modwright.ide.types import Refused

    path: str = arguments.file
    analysis = service.analyse_bytes(str(Path(path).absolute()), data, arguments.language)
    if analysis is None:
        return _refuse(text(locale, "no-package", path=visible(path)))
    if arguments.rule is None:
        rules = traceable_rules(analysis, locale)
        lines = (f"{number}  {visible(rule.name)}\n" for number, rule in enumerate(rules, 1))
        return output.CLEAN if output.emit("".join(lines)) else output.COULD_NOT_RUN
    result = trace(analysis, arguments.rule, variables, locale, has=answers)
    if isinstance(result, Refused):
        return _refuse(result.reason)
    if arguments.format == "json":
        words = json.dumps(dataclasses.asdict(result), ensure_ascii=True, indent=2) + "\n"
    else:
        words = render_text(result, locale)
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _refuse(reason: str) -> int:
    output.complain(visible(reason))
    return output.COULD_NOT_RUN


def _given(written: str) -> _Given:
    """`NAME=VALUE`. Raises ArgumentTypeError for anything else."""
    name, equals, value = written.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{written!r} is not NAME=VALUE")
    return _Given(name, value)
