"""`modwright locales FILE`: how far a ruleset is translated, language by language."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING

from modwright.cli import checking, display, locales, output
from modwright.cli.display import visible
from modwright.cli.texts import text as own_text

if TYPE_CHECKING:
    from modwright.languages.package import Package
    from modwright.languages.ruleset.locale_report import PackReport, Report

_MOST_LISTED = 10
# The name of a file that need not exist: a package is looked for around files.
_INSIDE = "_.json"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a ruleset, one of its locale packs, or their folder"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="short for --format json"
    )
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0: a report was printed; 2: there is no ruleset, or it cannot be read."""
    path: str = arguments.file
    absolute = os.path.abspath(path)  # noqa: PTH100
    is_folder = os.path.isdir(absolute)  # noqa: PTH112
    inside = os.path.join(absolute, _INSIDE) if is_folder else absolute  # noqa: PTH118
    locale = locales.choose(arguments.locale, checking.settings_of(inside))
    found = _reports(path, absolute, inside, locale, is_folder=is_folder)
    if isinstance(found, str):
        output.complain(visible(found))
        return output.COULD_NOT_RUN
    words = _json(found) if arguments.format == "json" else _text(found, locale)
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _reports(
    path: str, absolute: str, inside: str, locale: str, *, is_folder: bool
) -> list[Report] | str:
    """The reports of the rulesets that were asked about, or why there are none."""
    from modwright.languages.ruleset import family
    from modwright.languages.ruleset.locale_report import report

    try:
        os.stat(absolute)  # noqa: PTH116 - a bad path raises here and nowhere else
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return own_text(locale, "cannot-read", path=path, reason=reason)
    package: Package | None = checking.package_around(inside)
    if package is None or not family.rulesets(package):
        return own_text(locale, "no-ruleset", path=path)
    if is_folder:
        wanted = family.rulesets(package)
    else:
        owner = family.ruleset_of(package, package.inside(absolute))
        wanted = [owner] if owner is not None else []
    readable = [each for each in wanted if family.root_of(package, each) is not None]
    if not readable:
        return own_text(locale, "no-ruleset", path=path)
    return [report(package, each) for each in readable]


# ---- text


def _text(reports: list[Report], locale: str) -> str:
    from modwright.findings.messages import text

    lines: list[str] = []
    for each in reports:
        lines.append(text("locales.report.head", locale, path=each.ruleset, total=each.total))
        if not each.packs and not each.unreadable:
            lines.append(f"  {text('locales.report.none', locale)}")
        widest = max((display.width(visible(pack.language)) for pack in each.packs), default=0)
        for pack in each.packs:
            lines.extend(_pack(pack, widest, locale))
        lines.extend(
            f"  ✗ {text('locales.report.unreadable', locale, path=path)}"
            for path in each.unreadable
        )
    return "".join(f"{visible(line)}\n" for line in lines)


def _pack(pack: PackReport, widest: int, locale: str) -> list[str]:
    from modwright.findings.messages import text

    padding = " " * (widest - display.width(visible(pack.language)))
    counts = {
        "empty": pack.empty,
        "missing": pack.missing,
        "unused": pack.unused,
        "ambiguous": pack.ambiguous,
    }
    row = text(
        "locales.report.row",
        locale,
        language=f"{pack.language}{padding}",
        translated=pack.translated,
        **{name: len(texts) for name, texts in counts.items()},
    )
    lines = [f"  {row}"]
    for name, texts in counts.items():
        if texts:
            shown = [json.dumps(each, ensure_ascii=False) for each in texts[:_MOST_LISTED]]
            if len(texts) > _MOST_LISTED:
                count = len(texts) - _MOST_LISTED
                shown.append(text("locales.report.more", locale, count=count))
            joint = own_text(locale, "joint")
            lines.append(f"    {text(f'locales.report.{name}', locale)}: {joint.join(shown)}")
    return lines


# ---- JSON


def _json(reports: list[Report]) -> str:
    data = [
        {
            "ruleset": each.ruleset,
            "total": each.total,
            "locales": [
                {
                    "language": pack.language,
                    "path": pack.path,
                    "translated": pack.translated,
                    "empty": list(pack.empty),
                    "missing": list(pack.missing),
                    "unused": list(pack.unused),
                    "ambiguous": list(pack.ambiguous),
                }
                for pack in each.packs
            ],
            "unreadable": list(each.unreadable),
        }
        for each in reports
    ]
    return json.dumps(data, ensure_ascii=True, indent=2) + "\n"
