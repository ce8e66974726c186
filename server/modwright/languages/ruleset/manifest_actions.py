"""What leads from a manifest to the files of its package, and brings its pins up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator

from modwright.findings.messages import text as words
from modwright.findings.model import TextEdit
from modwright.languages.around import Link, PackageAction
from modwright.languages.package import Package
from modwright.languages.ruleset.manifest_facts import ManifestFacts, facts_of
from modwright.languages.ruleset.manifest_findings import real, unpinned
from modwright.syntax.node import Array, Object
from modwright.syntax.tree import SyntaxTree

_PATH_FINDING = "ruleset/unresolved-reference"
_QUICK_FIX = "quickfix"
_SOURCE = "source.modwright"


def links(document: SyntaxTree, package: Package | None) -> Iterator[Link]:
    """The files that are named and there."""
    root, offset = document.root, document.root_offset
    if package is None or not isinstance(root, Object):
        return
    there = {file.path for file in package.files()}
    facts = facts_of(root)
    named = [(path.text, path.span) for path in facts.paths]
    named += [(file.path, file.path_span) for file in facts.files]
    for path, (start, end) in named:
        if path in there:
            yield Link(offset + start + 1, offset + end - 1, path)


def actions(
    document: SyntaxTree, start: int, end: int, locale: str, package: Package | None
) -> Iterator[PackageAction]:
    """Pinning a file that is not pinned, and bringing all pins up to date."""
    root, offset = document.root, document.root_offset
    if package is None or not isinstance(root, Object):
        return
    facts = facts_of(root)
    for path in unpinned(facts):
        low, high = offset + path.span[0], offset + path.span[1]
        entry = _entry(path.text, package)
        edit = _appended(document, root, entry) if low <= end and start <= high and entry else None
        if edit is not None:
            yield PackageAction(
                words("ruleset.manifest.pin", locale, path=path.text),
                _QUICK_FIX,
                {None: (edit,)},
                {},
                _PATH_FINDING,
                low,
                is_preferred=True,
            )
    edits = tuple(edit.shifted(offset) for edit in _refreshed(facts, package))
    if edits:
        yield PackageAction(words("ruleset.manifest.take-all", locale), _SOURCE, {None: edits}, {})


def _entry(path: str, package: Package) -> str | None:
    """A new entry of `files`."""
    file = next((each for each in package.files() if each.path == path), None)
    now = real(package, file) if file is not None else None
    if now is None or now.sha256 is None:
        return None
    return json.dumps({"path": path, "sha256": now.sha256, "bytes": now.size}, ensure_ascii=False)


def _appended(document: SyntaxTree, root: Object, entry: str) -> TextEdit | None:
    """The edit that puts an entry at the end of `files`, laid out like the one before it."""
    files = root.get("files")
    if files is None or not isinstance(files.value, Array):
        return None
    array, at = files.value, document.root_offset + files.value_offset
    if not array.items:
        return TextEdit(at + 1, at + array.width - 1, entry)
    last = at + array.offsets[-1] + array.items[-1].width
    gap = document.text[at + 1 : at + array.offsets[0]]
    if gap.strip(" \t\r\n") or not gap:
        gap = " "
    return TextEdit(last, last, f",{gap}{entry}")


def _refreshed(facts: ManifestFacts, package: Package) -> Iterator[TextEdit]:
    there = {file.path: file for file in package.files()}
    for file in facts.files:
        entry = there.get(file.path)
        now = real(package, entry) if entry is not None else None
        if now is None:
            continue
        if file.size_span is not None and file.size != now.size:
            yield TextEdit(*file.size_span, str(now.size))
        if now.sha256 and file.sha256_span and (file.sha256 or "").lower() != now.sha256:
            yield TextEdit(*file.sha256_span, json.dumps(now.sha256))
