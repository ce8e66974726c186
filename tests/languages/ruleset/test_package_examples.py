"""The pages of the findings that need a package show what they say."""

from __future__ import annotations

import pytest

from modwright.findings.examples import files_of
from modwright.findings.messages import FindingSpec, all_specs
from tests.languages.ruleset.package_text import analysis

PAGES = [
    page
    for page in all_specs()
    if page.code.startswith("ruleset/") and len(files_of(page.before, "")) > 1
]


def codes(example: str) -> set[str]:
    files = files_of(example, "ruleset.json")
    return {finding.code for path in files for finding in analysis(path, files).findings}


def test_there_are_such_pages() -> None:
    assert len(PAGES) >= 7


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_before_and_after(page: FindingSpec) -> None:
    assert codes(page.before) == {page.code}
    assert codes(page.after) == set()
