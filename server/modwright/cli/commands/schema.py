"""`modwright schema nimblock`: the JSON Schema that is made from a language's catalogue."""

from __future__ import annotations

import argparse

from modwright.cli import output


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", choices=("nimblock",), help="the language")


def run(arguments: argparse.Namespace) -> int:
    """0; the bytes are those of the committed file."""
    from modwright.languages.nimblock.schema_generator import render

    written = output.emit(render(), encoding="utf-8")
    return output.CLEAN if written else output.COULD_NOT_RUN
