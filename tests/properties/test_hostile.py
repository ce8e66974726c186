"""Hostile texts get a clear finding or a polite limit: nothing raises, nothing runs away."""

from __future__ import annotations

from collections.abc import Iterator

import hostile_texts
import inspection
import pytest

from modwright.findings.messages import render
from modwright.ide.actions import actions
from modwright.ide.colours import colours
from modwright.ide.completion import complete
from modwright.ide.diagnostics import diagnostics
from modwright.ide.folding import folding_ranges
from modwright.ide.highlights import highlights
from modwright.ide.hover import hover
from modwright.ide.inlay_hints import inlay_hints
from modwright.ide.navigation import references
from modwright.ide.outline import outline
from modwright.ide.rename import prepare
from modwright.ide.selection import selection_ranges
from modwright.ide.service import analyse_bytes
from modwright.ide.tokens import tokens
from modwright.languages.analysing import MAX_CHARACTERS
from modwright.languages.language import Analysis
from modwright.workspace.settings import Settings
from modwright.workspace.workspace import Change, Workspace

URI = "file:///package/hostile.nimblock.json"
LONGEST_MESSAGE = 1_000


def places(text: str) -> Iterator[int]:
    """The ends, the middle, and where something begins."""
    yield from (0, len(text) // 2, len(text))
    for needle in ('"type"', '"message"', "{player", "\n", "\\", "\ud83d"):
        at = text.find(needle)
        if at >= 0:
            yield at + 1


@pytest.fixture(scope="module", params=hostile_texts.TEXTS)
def text(request: pytest.FixtureRequest) -> str:
    return hostile_texts.TEXTS[request.param]()


@pytest.fixture(scope="module")
def analysis(text: str) -> Analysis:
    return analysed(text)[1]


def analysed(text: str) -> tuple[Workspace, Analysis]:
    workspace = Workspace()
    workspace.open_document(URI, "nimblock", 1, text)
    analysis = workspace.analysis(URI)
    assert analysis is not None
    return workspace, analysis


def test_it_has_findings_that_can_be_shown(text: str, analysis: Analysis) -> None:
    shown = diagnostics(analysis, Settings())
    assert shown, "a text like this is not without fault"
    for finding in shown:
        assert 0 <= finding.start <= finding.end <= len(text)
    for locale in ("en", "ja"):
        for finding in shown[:1000]:
            message = render(finding.message, locale)
            message.encode()
            assert 0 < len(message) <= LONGEST_MESSAGE


def test_every_feature_answers(text: str, analysis: Analysis) -> None:
    size = len(text)
    for at in places(text):
        found = hover(analysis, at, "ja")
        assert found is None or 0 <= found.start <= found.end <= size
        for item in complete(analysis, at, "ja").items:
            assert 0 <= item.start <= at <= item.end <= size
        for inner, outer in selection_ranges(analysis, at):
            assert 0 <= inner <= outer <= size
        for place in (*highlights(analysis, at), *references(analysis, at, True)):
            assert 0 <= place.start <= place.end <= size
        target = prepare(analysis, at)
        assert target is None or 0 <= target.start <= target.end <= size
    for action in actions(analysis, size // 2, min(size // 2 + 100, size), "ja", Settings()):
        for edit in action.edits:
            assert 0 <= edit.start <= edit.end <= size
    for item in outline(analysis, "ja"):
        assert 0 <= item.start <= item.end <= size
    for hint in inlay_hints(analysis, 0, size, "ja"):
        assert 0 <= hint.offset <= size
    for fold in folding_ranges(analysis):
        assert 0 <= fold.start <= fold.end <= size
    for piece in (*colours(analysis), *tokens(analysis, 0, size)):
        assert 0 <= piece.start < piece.end <= size


def test_edits_in_it_are_not_lost_and_mended_it_is_forgotten(text: str) -> None:
    workspace, _ = analysed(text)
    middle = len(text) // 2
    edited = text[:middle] + "夜" + text[middle:]
    workspace.change_document(URI, 2, [Change((middle, middle), "夜")])
    changed, (_, fresh) = workspace.analysis(URI), analysed(edited)
    assert changed is not None
    assert changed.source.text == edited
    # Compared first and asserted then: pytest would spend minutes on describing a difference.
    agree = changed.findings == fresh.findings
    assert agree
    good = hostile_texts.with_message('"夜 {player} 😋"')
    workspace.change_document(URI, 3, [Change((0, len(edited)), good)])
    mended = workspace.analysis(URI)
    assert mended is not None
    assert diagnostics(mended, Settings()) == []


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 400,
        b'{"specVersion": 1, "name": "\xff\xfe\x80"}',
        b'{"specVersion": 1, "name": "\xed\xa0\xbd"}',
        b"\xff\xfe" + '{"specVersion": 1}'.encode("utf-16-le"),
        b"\x80" * 100_000,
        b"\0" * 100_000,
        b"",
    ],
    ids=["every byte", "not UTF-8", "a surrogate in UTF-8", "UTF-16", "tails", "NUL", "nothing"],
)
def test_bytes_that_are_no_text(data: bytes) -> None:
    analysis = analyse_bytes("hostile.nimblock.json", data)
    assert analysis is not None
    assert analysis.findings
    for start, end in inspection.spans(analysis):
        assert 0 <= start <= end <= len(analysis.source.text)


def test_a_text_at_the_limit_is_read_and_one_beyond_it_is_told_so() -> None:
    good = hostile_texts.with_message('"夜"')
    full = good + " " * (MAX_CHARACTERS - len(good))
    _, analysis = analysed(full)
    assert diagnostics(analysis, Settings()) == []
    _, analysis = analysed(full + " ")
    (finding,) = diagnostics(analysis, Settings())
    assert finding.code == "json/too-large"
