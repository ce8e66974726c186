"""Ranges of the engine, and mutators that name each other (specs/oamut.md, Manifest keys)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modwright.findings.model import Finding, Fix, Message, Related, TextEdit
from modwright.languages.nearest import nearest
from modwright.languages.oamut import quoting, ranges
from modwright.languages.oamut.edits import quoted
from modwright.languages.oamut.manifest import (
    ManifestFacts,
    Named,
    Value,
    facts_of,
    string_of,
    value_at,
)
from modwright.languages.oamut.report import error, replace, warning
from modwright.languages.package import Package
from modwright.syntax.node import Node
from modwright.syntax.yaml_document import YamlDocument

SMALLEST_LIBRARY = 2
"""A workspace with fewer packages is no library: what is required may be anywhere else."""


# ---- requires.engine


def engine_of(root: Node | None, offset: int) -> Value | None:
    """The value of `requires.engine`."""
    requires = value_at(root, offset, "requires")
    return value_at(requires.node, requires.offset, "engine") if requires else None


def range_findings(root: Node | None, offset: int) -> Iterator[Finding]:
    engine = engine_of(root, offset)
    text = string_of(engine.node) if engine else None
    if engine is None or engine.node is None or text is None:
        return
    written = ranges.read(text)
    for fault in written.faults:
        yield _bad_range(engine, engine.node, text, fault)
    if written.terms and written.is_empty:
        yield warning("oamut/empty-range", engine.span, written=text)


def _bad_range(engine: Value, node: Node, text: str, fault: ranges.RangeFault) -> Finding:
    start, end = node.decoded.source_range(fault.start, fault.end)
    span = engine.span if fault.is_whole else (engine.offset + start, engine.offset + end)
    fixes = quoting.straighten(node, engine.offset)
    if not fixes and fault.better:
        better = quoted(fault.better) if fault.is_whole else fault.better
        fixes = (replace(span, better),)
        if not fault.is_whole and node.raw[:1] not in "'\"" and better.startswith(">"):
            # What begins with `>` needs quotes around it.
            whole = quoted(text[: fault.start] + better + text[fault.end :])
            edit = TextEdit(engine.offset, engine.end, whole)
            fixes = (Fix(Message.of("oamut.replace-by", name=better), (edit,)),)
    return error(
        f"oamut/bad-range.{fault.variant}",
        span,
        fixes,
        written=text[fault.start : fault.end],
        terms=ranges.MAX_TERMS,
        bytes=ranges.MAX_BYTES,
        part=str(ranges.MAX_PART),
    )


# ---- mutators


def reference_findings(facts: ManifestFacts) -> Iterator[Finding]:
    """What the manifest says of itself and of one mutator twice."""
    own = facts.id.text if facts.id else None
    required = {named.text: named for named in reversed(facts.requires_mutators)}
    for named in (*facts.requires_mutators, *facts.conflicts):
        if named.text == own:
            yield error("oamut/self-reference", named.span, id=named.text)
    for named in facts.conflicts:
        earlier = required.get(named.text)
        if earlier is not None and named.text != own:
            message = Message.of("oamut/requires-conflict.first", id=named.text)
            related = Related(earlier.start, earlier.end, message)
            yield error("oamut/requires-conflict", named.span, (), (related,), id=named.text)


def library_findings(facts: ManifestFacts, package: Package) -> Iterator[Finding]:
    """What the manifest says of the other mutators of the workspace."""
    packages = package.library()
    requirements = requirements_of(packages)
    own = facts.id.text if facts.id else None
    if own is not None:
        requirements[own] = [named.text for named in facts.requires_mutators]
    for named in facts.requires_mutators:
        if named.text == own:
            continue
        if named.text not in requirements:
            if len(packages) >= SMALLEST_LIBRARY:
                yield _missing_mutator(named, requirements, own)
            continue
        circle = _way(named.text, own, requirements) if own is not None else None
        if circle is not None and own is not None:
            shown = " → ".join((own, *circle))
            yield error("oamut/requires-cycle", named.span, id=named.text, circle=shown)


def requirements_of(packages: Sequence[Package]) -> dict[str, list[str]]:
    """What the mutators of a library require, by their ids."""
    found: dict[str, list[str]] = {}
    for package in packages:
        tree = package.tree(package.manifest_path, YamlDocument.parse)
        facts = facts_of(tree) if tree is not None else None
        if facts is not None and facts.id is not None:
            found[facts.id.text] = [named.text for named in facts.requires_mutators]
    return found


def _missing_mutator(named: Named, requirements: Mapping[str, object], own: str | None) -> Finding:
    others = [name for name in requirements if name != own]
    fixes = tuple(
        replace(named.span, quoted(name) if named.is_quoted else name)
        for name in nearest(named.text, others)
    )
    return warning("oamut/missing-mutator", named.span, fixes, id=named.text)


def _way(start: str, goal: str, requirements: Mapping[str, Sequence[str]]) -> Sequence[str] | None:
    """The shortest way from one mutator to another along what they require."""
    before: dict[str, str | None] = {start: None}
    waiting = [start]
    for name in waiting:
        for required in requirements.get(name, ()):
            if required == goal:
                way = [goal]
                step: str | None = name
                while step is not None:
                    way.append(step)
                    step = before[step]
                return way[::-1]
            if required not in before:
                before[required] = name
                waiting.append(required)
    return None
