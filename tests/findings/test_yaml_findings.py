"""The findings of YAML: each code's page is true, and each fix mends what it is offered for."""

from __future__ import annotations

import pytest

from modwright.findings.from_syntax import MAX_SYNTAX_FINDINGS, syntax_findings
from modwright.findings.messages import FindingSpec, all_specs, render, spec
from modwright.findings.model import Finding
from modwright.syntax.yaml_document import YamlDocument

PAGES = [page for page in all_specs() if page.code.startswith("yaml/")]
SHOWN = [page for page in PAGES if not page.before.startswith("(")]


def findings(text: str) -> list[Finding]:
    return syntax_findings(YamlDocument.parse(text))


def mended(text: str) -> str:
    """The text after every fix that an editor may apply without asking."""
    edits = [edit for finding in findings(text) for fix in finding.fixes for edit in fix.edits]
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.new_text + text[edit.end :]
    return text


def test_every_code_of_the_specification_has_a_page() -> None:
    names = """
        alias anchor block-scalar byte-order-mark complex-key control-character directive
        duplicate-key invalid-utf8 key-not-string merge-key multi-line-scalar not-mapping
        number-out-of-range several-documents string-too-long syntax tab-indentation tag too-deep
        too-large
    """
    assert sorted(page.code for page in PAGES) == [f"yaml/{name}" for name in names.split()]


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
def test_the_file_before_has_the_finding_and_the_one_after_has_none(page: FindingSpec) -> None:
    assert {finding.code for finding in findings(page.before)} == {page.code}
    assert findings(page.after) == []


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.code)
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_message_can_be_worded(page: FindingSpec, locale: str) -> None:
    for finding in findings(page.before):
        parts = [finding.message, *(fix.title for fix in finding.fixes)]
        parts += [related.message for related in finding.related]
        assert all(render(part, locale).strip() for part in parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id:x\nz: 1", "id: x\nz: 1"),
        ('name "x"\nz: 1', 'name: "x"\nz: 1'),
        ('name: "x\nz: 1', 'name: "x"\nz: 1'),
        ("a: [b # c\nz: 1", "a: [b] # c\nz: 1"),
        ('a: ["b" "c"]', 'a: ["b", "c"]'),
        ("a: [b,, c]", "a: [b, c]"),
        ("a:\n\tb: 1", "a:\n  b: 1"),
        ("\ufeffa: 1", "a: 1"),
        ("%YAML 1.2\r\n---\r\na: 1", "---\r\na: 1"),
        ("a: &t b", "a: b"),
        ("a: !x b", "a: b"),
        ("a: [*]", 'a: ["*"]'),
        ("a: >=1, <2 # c", 'a: ">=1, <2" # c'),
        ("a: 1 # c\nb: 2\na: 3\nz: 4", "a: 1 # c\nb: 2\nz: 4"),
        ("a: 1\na: 2", "a: 1"),
        ("a: {b: 1, c: 2, b: 3}", "a: {b: 1, c: 2}"),
        ("true: 1", '"true": 1'),
        ("a: x\0y", "a: xy"),
        ("a: 1\rb: 2\n", "a: 1\nb: 2\n"),
    ],
)
def test_a_fix_mends_what_it_is_offered_for(text: str, expected: str) -> None:
    assert mended(text) == expected
    assert findings(expected) == []


def test_a_key_that_stands_twice_points_at_the_first() -> None:
    (finding,) = findings("r:\n  a: 1\n  あ: 2\n  a: 3\n")

    assert (finding.start, finding.end) == (19, 20)
    (related,) = finding.related
    assert (related.start, related.end) == (5, 6)


def test_thousands_of_faults_are_cut_short() -> None:
    assert len(findings("a: [" + "*b, " * 2_000 + "]")) == MAX_SYNTAX_FINDINGS


def test_the_limits_are_named_as_they_are() -> None:
    page = spec("yaml/string-too-long")
    assert page is not None
    assert "4,096" in page.explanation("en")
