"""`modwright layers FILE`: a ruleset as it plays with some of its layers on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modwright.cli import checking, locales, output
from modwright.cli.display import visible
from modwright.cli.texts import text

if TYPE_CHECKING:
    from modwright.languages.language import Analysis

_LANGUAGE = "ruleset"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the ruleset")
    parser.add_argument(
        "--on",
        metavar="ID[,ID…]",
        action="append",
        default=[],
        type=_ids,
        help="the layers that are on; may be repeated; without it, the layers are listed",
    )
    parser.add_argument(
        "--whole", action="store_true", help="print the whole ruleset instead of a diff"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0 when the layers were put on (or listed), else 2 with the reason on stderr."""
    from modwright.ide import service

    path: str = arguments.file
    locale = locales.choose(arguments.locale, checking.settings_of(path))
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return _refuse(text(locale, "cannot-read", path=path, reason=reason))
    absolute = str(Path(path).absolute())
    package = checking.package_around(absolute)
    analysis = service.analyse_bytes(absolute, data, _LANGUAGE, package)
    if analysis is None:
        return _refuse(text(locale, "no-package", path=path))
    given: Sequence[Sequence[str]] = arguments.on
    if not given:
        return _list(analysis, arguments)
    return _show(analysis, [name for names in given for name in names], arguments, locale)


def _list(analysis: Analysis, arguments: argparse.Namespace) -> int:
    from modwright.ide.layers import offered

    layers = offered(analysis)
    if arguments.format == "json":
        data = [
            {"id": layer.id, "label": layer.label, "summary": layer.summary} for layer in layers
        ]
        words = json.dumps({"layers": data}, ensure_ascii=True, indent=2) + "\n"
    else:
        words = "".join(f"{visible(layer.id)}  {visible(layer.label)}\n" for layer in layers)
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _show(
    analysis: Analysis, ids: Sequence[str], arguments: argparse.Namespace, locale: str
) -> int:
    from modwright.ide.layers import diff, notes, preview
    from modwright.ide.types import Refused

    shown = preview(analysis, ids, locale)
    if isinstance(shown, Refused):
        return _refuse(shown.reason)
    if arguments.format == "json":
        words = json.dumps(shown.as_data(), ensure_ascii=True, indent=2) + "\n"
        return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN
    # Apart from the text, so that a diff or a ruleset can be piped on.
    for note in notes(shown, locale):
        output.complain(visible(note))
    if arguments.whole:
        is_written = output.emit(shown.text, encoding="utf-8")
    else:
        is_written = output.emit("".join(_harmless(diff(shown, Path(arguments.file).name))))
    return output.CLEAN if is_written else output.COULD_NOT_RUN


def _harmless(words: str) -> Iterator[str]:
    """The lines with nothing in them that a terminal would act on; tabs are layout."""
    for line in words.split("\n")[:-1]:
        yield "\t".join(visible(piece) for piece in line.split("\t")) + "\n"


def _refuse(reason: str) -> int:
    output.complain(visible(reason))
    return output.COULD_NOT_RUN


def _ids(written: str) -> Sequence[str]:
    """`ID,ID`. Raises ArgumentTypeError where there is none."""
    names = [name.strip() for name in written.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError(f"{written!r} names no layer")
    return names
