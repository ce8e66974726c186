"""`modwright new KIND FOLDER`: a small package that works, to begin with."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modwright.cli import checking, locales, output
from modwright.cli.display import visible
from modwright.cli.texts import text

if TYPE_CHECKING:
    from modwright.cli.templates import Kind


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", nargs="?", help="what to make; without it, the kinds are listed"
    )
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="where; it is made if it is not there"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0 when the files were written (or the kinds listed), else 2; then nothing is left behind.

    A file that is there is never written over.
    """
    from modwright.cli.templates import files_of, kind_named, kinds

    name: str | None = arguments.kind
    as_json = arguments.format == "json"
    folder = Path(arguments.folder or ".").absolute()
    locale = locales.choose(arguments.locale, checking.settings_of(str(folder / "_")))
    if name is None:
        return _list(kinds(), locale, as_json)
    kind = kind_named(name)
    if kind is None:
        return _refuse(text(locale, "no-kind", kind=name, kinds=", ".join(kinds())))
    if arguments.folder is None:
        return _refuse(text(locale, "no-folder"))
    written = _write(folder, files_of(kind, folder.name, locale), locale)
    if isinstance(written, str):
        return _refuse(written)
    if as_json:
        words = json.dumps({"created": [str(path) for path in written]}, ensure_ascii=True) + "\n"
    else:
        words = "".join(
            visible(text(locale, "created", path=str(Path(arguments.folder) / path.name))) + "\n"
            for path in written
        )
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _list(kinds: Mapping[str, Kind], locale: str, as_json: bool) -> int:
    if as_json:
        data = [{"kind": name, "title": kind["title"][locale]} for name, kind in kinds.items()]
        words = json.dumps(data, ensure_ascii=True) + "\n"
    else:
        widest = max(map(len, kinds))
        words = "".join(
            f"{name:<{widest}}  {kind['title'][locale]}\n" for name, kind in kinds.items()
        )
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _write(folder: Path, files: Mapping[str, str], locale: str) -> Sequence[Path] | str:
    """The paths of the files; or why there are none."""
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, words in files.items():
            # "x": a file that appears at the last moment is not written over either.
            with (folder / path).open("x", encoding="utf-8", newline="") as file:
                written.append(folder / path)
                file.write(words)
    except FileExistsError as problem:
        _remove(written)
        return text(locale, "exists", path=problem.filename or str(folder))
    except (OSError, ValueError) as problem:
        _remove(written)
        reason = getattr(problem, "strerror", None) or str(problem)
        return text(locale, "cannot-write", path=str(folder), reason=reason)
    return written


def _remove(written: Sequence[Path]) -> None:
    for path in written:
        with contextlib.suppress(OSError):
            path.unlink()


def _refuse(reason: str) -> int:
    output.complain(visible(reason))
    return output.COULD_NOT_RUN
