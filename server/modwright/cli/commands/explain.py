"""`modwright explain CODE`: the page of a finding; without a code, all codes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable

from modwright.cli import checking, locales, output
from modwright.cli.display import visible, width
from modwright.cli.texts import text
from modwright.findings.messages import FindingSpec, all_specs, spec
from modwright.workspace.settings import OFF

_MOST_SUGGESTIONS = 3


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="CODE", help="for example json/syntax")
    locales.add_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """0, or 2 when there is no such finding."""
    here = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118
    locale = locales.choose(arguments.locale, checking.settings_of(here))
    code: str | None = arguments.code
    if code is None:
        return _emit(_list(all_specs(), locale))
    page = spec(code)
    if page is None:
        output.complain(_unknown(code, locale))
        return output.COULD_NOT_RUN
    return _emit(_page(page, locale))


def _emit(words: str) -> int:
    return output.CLEAN if output.emit(words) else output.COULD_NOT_RUN


def _list(pages: Iterable[FindingSpec], locale: str) -> str:
    rows = [(page.code, _severity(page), page.title(locale)) for page in pages]
    codes = max(len(code) for code, _, _ in rows)
    severities = max(len(severity) for _, severity, _ in rows)
    return "".join(
        f"{code.ljust(codes)}  {severity.ljust(severities)}  {title}\n"
        for code, severity, title in rows
    )


def _page(page: FindingSpec, locale: str) -> str:
    head = f"{page.code} ({_severity(page)})"
    title = page.title(locale)
    parts = [f"{head}\n{title}\n{'-' * max(width(head), width(title))}", page.explanation(locale)]
    for key, example in (("before", page.before), ("after", page.after)):
        if example:
            indented = "\n".join(f"    {line}".rstrip() for line in example.splitlines())
            parts.append(f"{text(locale, key)}:\n\n{indented}")
    parts.append(f"{text(locale, 'more')}: {page.url}")
    return "\n\n".join(parts) + "\n"


def _severity(page: FindingSpec) -> str:
    return page.severity.value if page.severity else OFF


def _unknown(code: str, locale: str) -> str:
    sentences = [text(locale, "unknown-code", code=visible(code))]
    nearest = _nearest(code, [page.code for page in all_specs()])
    if nearest:
        sentences.append(text(locale, "did-you-mean", codes=text(locale, "joint").join(nearest)))
    sentences.append(text(locale, "list-codes"))
    return "; ".join(sentences)


def _nearest(code: str, codes: list[str]) -> list[str]:
    """Codes that differ by a slip of the finger, or whose language was left out."""
    from difflib import get_close_matches

    short = {name.split("/", 1)[1]: name for name in codes if "/" in name}
    close = get_close_matches(code, codes, n=_MOST_SUGGESTIONS)
    if not close:
        close = [short[name] for name in get_close_matches(code, short, n=_MOST_SUGGESTIONS)]
    return close
