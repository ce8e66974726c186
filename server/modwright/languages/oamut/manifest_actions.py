"""What leads from a manifest to the files of its package, and makes one that is missing."""

from __future__ import annotations

from collections.abc import Iterator

from modwright.findings.messages import text as words
from modwright.languages.around import Link, PackageAction
from modwright.languages.oamut.files import folded, paths_of
from modwright.languages.oamut.manifest import facts_of
from modwright.languages.oamut.plan_words import plan_words
from modwright.languages.package import Package
from modwright.syntax.tree import SyntaxTree

MISSING_FILE = "oamut/missing-file"

_SCRIPT = ".lua"
_SEPARATORS = ("/", "\\")


def links(document: SyntaxTree, package: Package | None) -> Iterator[Link]:
    """The entry and the icon, as far as they are there."""
    if package is None:
        return
    facts = facts_of(document)
    paths = paths_of(package)
    for named in (facts.entry, facts.icon):
        path = paths.get(folded(named.text)) if named is not None else None
        if named is not None and path is not None:
            yield Link(*named.inner, path)


def actions(
    document: SyntaxTree, start: int, end: int, locale: str, package: Package | None
) -> Iterator[PackageAction]:
    """Quick fixes for [start, end) besides those that the findings bring along: making the entry
    script."""
    facts = facts_of(document)
    name = facts.entry_name
    span = facts.entry.span if facts.entry is not None else facts.first_key
    if package is None or name is None or span is None:
        return
    if not (span[0] <= end and start <= span[1]) or not _may_be_made(name):
        return
    if folded(name) in paths_of(package):
        return
    yield PackageAction(
        title=words("oamut.create-script", locale, name=name),
        kind="quickfix",
        edits={},
        creates={name: entry_script()},
        finding_code=MISSING_FILE,
        finding_start=span[0],
        is_preferred=True,
    )


def entry_script() -> str:
    """The smallest script that the engine takes: it changes nothing."""
    return f"function {plan_words().entry.signature}\n  return {{}}\nend\n"


def _may_be_made(name: str) -> bool:
    """Whether another finding has nothing to say against this name of an entry script."""
    return (
        len(name) > len(_SCRIPT)
        and folded(name).endswith(_SCRIPT)
        and not any(separator in name for separator in _SEPARATORS)
    )
