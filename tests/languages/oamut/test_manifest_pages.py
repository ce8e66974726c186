"""The pages of the oamut findings: what they show is found, and what they end with is clean."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import cast

import pytest

from modwright import grammars
from modwright.findings.examples import files_of
from modwright.findings.messages import FindingSpec, all_specs, render
from modwright.findings.model import Finding
from modwright.languages.oamut import grammar
from modwright.languages.oamut.layout import layout_findings
from modwright.languages.oamut.manifest_findings import manifest_findings
from modwright.languages.package import DictPackage
from modwright.syntax.yaml_document import YamlDocument
from tests.languages.oamut.manifest_text import faults_of

MANIFEST = "oamut.yaml"

OF_SCRIPTS = frozenset(
    {
        "no-mutate",
        "unknown-plan-key",
        "undeclared-layer",
        "unknown-option",
        "closed-library",
        "missing-module",
        "missing-path",
        "float-arithmetic",
    }
)
"""The codes that speak of scripts have tests of their own."""


@functools.cache
def pages() -> list[FindingSpec]:
    family = cast("dict[str, dict[str, object]]", grammars.load("findings/oamut.json"))
    return [
        page
        for page in all_specs()
        if page.code in family["codes"] and page.code.partition("/")[2] not in OF_SCRIPTS
    ]


def packages_of(files: Mapping[str, str]) -> list[DictPackage]:
    """The package of an example, then those beside it."""
    folders: dict[str, dict[str, str]] = {"": {}}
    for path, content in files.items():
        folder = ""
        if path.startswith("../"):
            folder, _, path = path.removeprefix("../").partition("/")
        folders.setdefault(folder, {})[path] = content
    library: list[DictPackage] = []
    for folder, content in folders.items():
        library.append(DictPackage(folder or "fast-factories", content, library))
    return library


def said_of(example: str) -> list[Finding]:
    """Everything but the reader's faults, which an example has none of."""
    files = files_of(example, MANIFEST)
    document = YamlDocument.parse(files[MANIFEST])
    assert list(faults_of(document)) == []
    if len(files) == 1:
        return manifest_findings(document, None)
    package = packages_of(files)[0]
    found = manifest_findings(document, package)
    return found + [finding for _, finding in layout_findings(package)]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.code)
def test_before_and_after(page: FindingSpec) -> None:
    before = said_of(page.before)
    assert {finding.code for finding in before} == {page.code}
    assert {finding.severity for finding in before} == {page.severity}
    assert said_of(page.after) == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.code)
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_text_can_be_worded(page: FindingSpec, locale: str) -> None:
    for finding in said_of(page.before):
        assert render(finding.message, locale).strip()
        for fix in finding.fixes:
            assert render(fix.title, locale).strip()


def test_an_example_of_several_files() -> None:
    example = "==> oamut.yaml <==\noamut: 1\n==> lua/a.lua <==\nreturn {}\n"
    assert files_of(example, "x") == {"oamut.yaml": "oamut: 1\n", "lua/a.lua": "return {}\n"}
    assert files_of("oamut: 1\n", "x") == {"x": "oamut: 1\n"}


def test_the_layers_of_the_manifest_are_those_of_the_plan() -> None:
    assert {key.layer for key in grammar.plan_keys()} == set(grammar.layers())


def test_the_eight_tags_are_provisional() -> None:
    assert len(grammar.tags()) == 8
    for tag in grammar.tags().values():
        assert not tag["confirmed"]
        assert tag["label"]["en"]
        assert tag["label"]["ja"]


def test_every_key_is_described_and_says_so_where_it_is_not_confirmed() -> None:
    def look_at(part: Mapping[str, object]) -> int:
        count = 0
        for schema in cast(
            "Mapping[str, Mapping[str, object]]", part.get("properties", {})
        ).values():
            if "title" in schema:
                count += 1
                words = cast("Mapping[str, str]", schema["x-ja"])
                unconfirmed = schema.get("x-confirmed") is False
                assert ("not confirmed" in str(schema["description"])) >= unconfirmed
                assert ("未確認" in words["description"]) >= unconfirmed
            count += look_at(schema)
        return count

    assert look_at(grammar.schema()) > 20
