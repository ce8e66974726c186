"""The entry point: finds the command, and imports that command's module alone."""

from __future__ import annotations

import argparse
import gc
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from modwright import __version__
from modwright.cli import output
from modwright.cli.display import visible

COMMANDS = {
    "check": "report what is wrong with packages",
    "explain": "print the page of a finding",
    "layers": "show a ruleset as it plays with layers on",
    "locales": "report how far a ruleset is translated",
    "new": "make a package from a template",
    "plan": "show what a mutator's plan would do, without the game",
    "schema": "print a language's JSON Schema",
    "serve": "start the language server",
    "stack": "say whether mutators may be on together, in this order",
    "trace": "show what a rule would do, step by step",
}


class Command(Protocol):
    """What a module below `commands/` offers."""

    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (`sys.argv` by default) and return the exit code.

    Raises SystemExit where argparse does: 0 after `--help` or `--version`, 2 for a bad option.
    """
    if argv is None:
        argv = sys.argv[1:]
        # A short-lived process: most of what it collected would be its own modules. Commands that
        # live long or hold much turn it on again.
        gc.disable()
    output.prepare()
    try:
        return _dispatch(argv)
    except KeyboardInterrupt:
        return output.INTERRUPTED
    except Exception as problem:
        # Python would exit with 1, which means "errors were found".
        if sys.flags.dev_mode:
            raise
        output.complain(visible(f"internal error: {type(problem).__name__}: {problem}"))
        return output.COULD_NOT_RUN
    finally:
        output.flush()


def _dispatch(argv: Sequence[str]) -> int:
    # No option before the command takes a value, so the first word is the command.
    at = next((number for number, word in enumerate(argv) if not word.startswith("-")), len(argv))
    if at == len(argv) or at > 0 or argv[at] not in COMMANDS:
        _top_parser().parse_args(argv[: at + 1])
        _top_parser().print_help(sys.stderr)
        return output.COULD_NOT_RUN
    name = argv[at]
    command = cast("Command", importlib.import_module(f"modwright.cli.commands.{name}"))
    parser = argparse.ArgumentParser(
        prog=f"modwright {name}", description=f"{COMMANDS[name].capitalize()}."
    )
    command.configure(parser)
    # Not parse_args, and no subparsers: they refuse `check a.json --format json b.json`.
    return command.run(parser.parse_intermixed_args(argv[at + 1 :]))


def _top_parser() -> argparse.ArgumentParser:
    """For what is said without a command: the version, help, and mistakes."""
    parser = argparse.ArgumentParser(
        prog="modwright",
        description="A language server and checker for authors of game packages.",
        epilog="`modwright COMMAND --help` says more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    return parser
