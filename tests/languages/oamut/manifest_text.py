"""Manifests for tests, with the findings marked in the text.

`«` and `»` stand around what a finding covers. `check` compares everything that is said of a text,
by the reader and by the checks, with the marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modwright.findings.messages import render
from modwright.findings.model import Finding
from modwright.languages.oamut.layout import layout_findings
from modwright.languages.oamut.manifest_findings import manifest_findings, suppressed_faults
from modwright.languages.package import DictPackage, Package
from modwright.syntax.node import Container, Fault, Node
from modwright.syntax.yaml_document import YamlDocument

HEAD = 'oamut: 1\nid: fast-factories\nversion: "1.0.0"\n'
SCRIPT = "function mutate(ctx)\n  return {}\nend\n"


def manifest(rest: str) -> str:
    """A manifest that is in order but for `rest`."""
    return HEAD + rest


def unmark(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and the marked ranges in the order of their beginnings."""
    text: list[str] = []
    length = 0
    open_marks: list[int] = []
    ranges: list[tuple[int, int]] = []
    for character in marked:
        if character == "«":
            open_marks.append(length)
        elif character == "»":
            ranges.append((open_marks.pop(), length))
        else:
            text.append(character)
            length += 1
    assert not open_marks
    return "".join(text), sorted(ranges)


def package_of(
    text: str, files: Mapping[str, str | bytes] | None = None, library: Sequence[Package] = ()
) -> DictPackage:
    """A package with this manifest and an entry script, unless `files` says what is in it."""
    others = {"mutator.lua": SCRIPT} if files is None else files
    return DictPackage("folder", {"oamut.yaml": text, **others}, library)


def faults_of(document: YamlDocument) -> Iterator[Fault]:
    """What the reader says, at absolute offsets, without what the checks say better."""
    faults = list(document.faults)
    stack: list[tuple[Node, int]] = []
    if document.root is not None:
        stack.append((document.root, document.root_offset))
    while stack:
        node, offset = stack.pop()
        faults.extend(fault.shifted(offset) for fault in node.faults)
        if isinstance(node, Container):
            stack.extend((part, offset + inner) for inner, part in node.parts)
    left_out = suppressed_faults(document)
    return (f for f in faults if (f.start, f.end, f.variant) not in left_out)


def findings(
    text: str, package: Package | None = None, known_tags: Sequence[str] | None = None
) -> list[Finding]:
    return manifest_findings(YamlDocument.parse(text), package, known_tags)


def everything(text: str, package: Package | None = None) -> list[tuple[int, int, str]]:
    """(start, end, code) of all that is said of a text."""
    document = YamlDocument.parse(text)
    said = [(f.start, f.end, f.code) for f in manifest_findings(document, package)]
    said += [(f.start, f.end, f.variant.partition(".")[0]) for f in faults_of(document)]
    return sorted(said)


def check(marked: str, *codes: str, package: Package | None = None) -> None:
    """What is said of the text is `codes`, one a mark, in the order of the marks' beginnings.

    One code stands for all marks.
    """
    text, ranges = unmark(marked)
    expected = list(codes) if len(codes) != 1 else list(codes) * len(ranges)
    assert len(expected) == len(ranges), "a mark for every code"
    actual = everything(text, package)
    wanted = sorted((*span, code) for span, code in zip(ranges, expected, strict=True))
    shown = [(text[start:end], code) for start, end, code in actual]
    assert actual == wanted, f"found {shown}"


def clean(text: str, package: Package | None = None) -> None:
    check(text, package=package)


def fixed(text: str, code: str, fix: int = 0, package: Package | None = None) -> str:
    """The text after a fix of the first finding of `code`."""
    found = sorted(findings(text, package), key=lambda finding: finding.start)
    finding = next(finding for finding in found if finding.code == code)
    for edit in sorted(finding.fixes[fix].edits, reverse=True):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text


def japanese(text: str, package: Package | None = None) -> list[str]:
    """The messages in Japanese, in text order."""
    found = sorted(findings(text, package), key=lambda finding: finding.start)
    return [render(finding.message, "ja") for finding in found]


def said_of_files(package: Package) -> list[tuple[str, str]]:
    """(path, code) of the findings about the files of a package."""
    return [(path, finding.code) for path, finding in layout_findings(package)]
