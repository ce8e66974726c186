"""`modwright stack FOLDER…`: whether mutators may be on together, in this order."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from modwright.cli import display, locales, output, packages
from modwright.cli.display import visible

if TYPE_CHECKING:
    from modwright.languages.oamut.stacking import Breach, Stacked


class _Mutator(NamedTuple):
    """One of the list: `folder` as it was given, `errors` in its manifest and its layout."""

    folder: str
    version: str
    errors: int
    stacked: Stacked


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="+", help="the packages, the first applied first"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0: the list is accepted; 1: it is refused; 2: a package could not be read."""
    from modwright.languages.oamut.stacking import breaches

    folders: Sequence[str] = arguments.folders
    locale = packages.locale_at(arguments.locale, folders[0])
    mutators: list[_Mutator] = []
    reasons: list[str] = []
    for folder in folders:
        found = _mutator(folder, locale)
        if isinstance(found, str):
            reasons.append(found)
        else:
            mutators.append(found)
    for reason in reasons:
        output.complain(visible(reason))
    if reasons:
        return output.COULD_NOT_RUN
    broken = breaches([each.stacked for each in mutators])
    as_json = arguments.format == "json"
    words = (_json if as_json else _text)(mutators, broken, locale)
    if not output.emit(words):
        return output.COULD_NOT_RUN
    return output.ERRORS_FOUND if broken else output.CLEAN


def _mutator(folder: str, locale: str) -> _Mutator | str:
    """The mutator of a folder, or why it cannot be told."""
    from modwright.findings.messages import text
    from modwright.languages.oamut.acceptance import error_count
    from modwright.languages.oamut.manifest import facts_of
    from modwright.languages.oamut.stacking import stacked
    from modwright.syntax.yaml_document import YamlDocument

    package = packages.package_at(folder, locale)
    if isinstance(package, str):
        return package
    manifest = package.tree(package.manifest_path, YamlDocument.parse)
    facts = facts_of(manifest) if manifest is not None else None
    found = stacked(facts) if facts is not None else None
    if manifest is None or facts is None or found is None:
        return text("stack.no-id", locale, path=folder)
    version = facts.version.text if facts.version else ""
    return _Mutator(folder, version, error_count(manifest, package), found)


def _remarks(mutators: Sequence[_Mutator], locale: str) -> list[str]:
    from modwright.findings.messages import render, text
    from modwright.languages.oamut.stacking import order_remarks

    remarks = [
        text("stack.errors", locale, id=each.stacked.id, count=each.errors)
        for each in mutators
        if each.errors
    ]
    ordered = order_remarks([each.stacked for each in mutators])
    return remarks + [render(message, locale) for message in ordered]


def _text(mutators: Sequence[_Mutator], broken: Sequence[Breach], locale: str) -> str:
    from modwright.findings.messages import render, text

    names = [visible(f"{each.stacked.id} {each.version}".rstrip()) for each in mutators]
    widest = max(map(display.width, names))
    places = len(str(len(names)))
    lines: list[str] = []
    for place, (name, each) in enumerate(zip(names, mutators, strict=True)):
        padding = " " * (widest - display.width(name))
        lines.append(f"{place + 1:>{places}}  {name}{padding}  {visible(each.folder)}")
        lines += [
            f"{'':{places}}  ✗ {visible(render(breach.message, locale))}"
            for breach in broken
            if breach.place == place
        ]
    lines += [f"! {visible(remark)}" for remark in _remarks(mutators, locale)]
    lines.append(text("stack.refused" if broken else "stack.accepted", locale))
    return "".join(f"{line}\n" for line in lines)


def _json(mutators: Sequence[_Mutator], broken: Sequence[Breach], locale: str) -> str:
    """Places count from 1, as people count."""
    from modwright.findings.messages import render

    data = {
        "accepted": not broken,
        "mutators": [
            {
                "place": place,
                "id": each.stacked.id,
                "version": each.version,
                "folder": each.folder,
                "errors": each.errors,
            }
            for place, each in enumerate(mutators, 1)
        ],
        "breaches": [
            {
                "kind": breach.kind,
                "place": breach.place + 1,
                "id": breach.id,
                "other": breach.other_id or None,
                "otherPlace": None if breach.other_place is None else breach.other_place + 1,
                "message": render(breach.message, locale),
            }
            for breach in broken
        ],
        "remarks": _remarks(mutators, locale),
    }
    return json.dumps(data, ensure_ascii=True, indent=2) + "\n"
