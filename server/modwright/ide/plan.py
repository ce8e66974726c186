"""The plan preview: what is to be run for a package, as pure data.

Nothing here reads a file or starts a process: see `plan_run`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict, cast

from modwright import grammars
from modwright.findings.messages import render, text
from modwright.findings.model import Message
from modwright.ide.types import Refused
from modwright.languages.oamut import grammar
from modwright.languages.oamut.acceptance import error_count
from modwright.languages.oamut.choosing import Choice, Given, NotAllowed, choose
from modwright.languages.oamut.engine_versions import version_for
from modwright.languages.oamut.files import folded
from modwright.languages.oamut.layout import is_passed_over
from modwright.languages.oamut.manifest import ManifestFacts, facts_of
from modwright.languages.oamut.references import engine_of
from modwright.languages.package import Package
from modwright.sandbox.model import PlanContext, PlanResult
from modwright.sandbox.wire import Json
from modwright.syntax.node import Node
from modwright.syntax.yaml_document import YamlDocument

__all__ = ["Choice", "Given", "PlanReport", "PlanRequest", "Remark", "prepare"]


class _ModData(TypedDict):
    id: str
    version: str
    game: str


class _PreviewData(TypedDict):
    baseGame: _ModData
    otherMod: _ModData
    engine: Mapping[str, str]
    sourceBytes: int


class Remark(NamedTuple):
    """What is odd about previewing this package at all. `kind` and `value` are plain data."""

    kind: str
    value: str | int

    @property
    def message(self) -> Message:
        return Message.of(f"plan.remark.{self.kind}", value=self.value)


@dataclass(frozen=True)
class PlanRequest:
    """A run that can be started: `files` are the scripts, by their paths in the package."""

    id: str
    version: str
    files: Mapping[str, bytes]
    entry: str
    context: PlanContext
    choices: Sequence[Choice]
    package_paths: Sequence[str]
    remarks: Sequence[Remark]


@dataclass(frozen=True)
class PlanReport:
    """What was run, and what came of it."""

    request: PlanRequest
    result: PlanResult

    def as_data(self) -> dict[str, Json]:
        """The same values for the same package and choices, on every machine."""
        request, context = self.request, self.request.context
        return {
            **self.result.as_data(),
            "package": {"id": request.id, "version": request.version, "entry": request.entry},
            "context": {
                "mod": {
                    "id": context.mod_id,
                    "version": context.mod_version,
                    "game": context.mod_game,
                },
                "engine": context.engine_version,
                "options": {choice.id: choice.value for choice in request.choices},
            },
            "remarks": [{"kind": each.kind, "value": each.value} for each in request.remarks],
        }


def prepare(
    package: Package, given: Mapping[str, Given], locale: str, mod: str | None = None
) -> PlanRequest | Refused:
    """The run of a package's plan with these values of options, and defaults for the others.

    `mod` is the id of the MOD that is on; None: the base game alone. Refused is what the game
    refuses before it runs a script, and what cannot be run at all.
    """
    manifest = package.tree(package.manifest_path, YamlDocument.parse)
    if manifest is None:
        return Refused(text("plan.no-manifest", locale, path=package.manifest_path))
    facts = facts_of(manifest)
    if facts.entry_name is None:
        return Refused(text("plan.no-entry-name", locale))
    mod = _preview()["baseGame"]["id"] if mod is None else mod
    if mod == grammar.STAR or not _is_mod_id(mod):
        return Refused(text("plan.bad-mod", locale, id=mod))
    choices = choose(facts.options, given)
    if isinstance(choices, NotAllowed):
        return Refused(render(choices.message, locale))
    paths = [
        file.path for file in package.files() if not file.is_link and not is_passed_over(file.path)
    ]
    files = _scripts(package, paths, facts.entry_name)
    if files is None:
        limit = _preview()["sourceBytes"]
        return Refused(text("plan.too-much-source", locale, limit=limit))
    remarks: list[Remark] = []
    errors = error_count(manifest, package)
    if errors:
        remarks.append(Remark("errors", errors))
    fitting = {named.text for named in facts.works_with}
    if fitting and not fitting & {mod, grammar.STAR}:
        remarks.append(Remark("works-with", mod))
    return PlanRequest(
        id=facts.id.text if facts.id else package.folder,
        version=facts.version.text if facts.version else "",
        files=files,
        entry=facts.entry_name,
        context=_context(facts, mod, choices, manifest.root, manifest.root_offset),
        choices=choices,
        package_paths=paths,
        remarks=remarks,
    )


def _scripts(package: Package, paths: Sequence[str], entry: str) -> Mapping[str, bytes] | None:
    """The entry and the modules; None when there is too much of them."""
    modules = grammar.layout()["moduleFolder"]
    files: dict[str, bytes] = {}
    # A file is read up to a bound of its own, so what reaches the limit may be a piece.
    left = _preview()["sourceBytes"]
    for path in paths:
        if folded(path) != folded(entry) and not folded(path).startswith(modules):
            continue
        data = package.read(path)
        if data is not None:
            files[path] = data
            left -= len(data)
        if left <= 0:
            return None
    return files


def _context(
    facts: ManifestFacts, mod: str, choices: Sequence[Choice], root: Node | None, offset: int
) -> PlanContext:
    base, other = _preview()["baseGame"], _preview()["otherMod"]
    known = base if mod == base["id"] else other
    engine = engine_of(root, offset)
    written = engine.node.text if engine is not None and engine.node is not None else ""
    return PlanContext(
        mod_id=mod,
        mod_version=known["version"],
        mod_game=known["game"],
        engine_version=version_for(_preview()["engine"]["version"], written),
        options={choice.id: choice.value for choice in choices},
        layers=tuple(layer.text for layer in facts.layers),
    )


def _is_mod_id(written: str) -> bool:
    definitions = cast("Mapping[str, Mapping[str, str]]", grammar.schema()["$defs"])
    return re.search(definitions["modId"]["pattern"], written) is not None


@functools.cache
def _preview() -> _PreviewData:
    return cast("_PreviewData", grammars.load("oamut/preview.json"))
