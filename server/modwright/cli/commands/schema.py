"""`modwright schema LANGUAGE`: the JSON Schema of a language's files, for editors without us."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from modwright.cli import output


def _nimblock() -> str:
    from modwright.languages.nimblock.schema_generator import render

    return render()


def _ruleset() -> str:
    from modwright import grammars
    from modwright.languages.ruleset.grammar import SCHEMA

    return grammars.text(SCHEMA)


_TEXTS: Mapping[str, Callable[[], str]] = {"nimblock": _nimblock, "ruleset": _ruleset}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", choices=tuple(_TEXTS), help="the language")


def run(arguments: argparse.Namespace) -> int:
    """0; the bytes are those of the committed file."""
    written = output.emit(_TEXTS[arguments.language](), encoding="utf-8")
    return output.CLEAN if written else output.COULD_NOT_RUN
