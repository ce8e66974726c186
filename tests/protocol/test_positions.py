"""Columns in the client's own units, both ways, with wide characters before the place."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsp_support import Editor, open_editor, spec

pytestmark = pytest.mark.asyncio(loop_scope="module")

_OFFERS = {
    "utf-8": ["utf-8"],
    "utf-16": ["utf-8", "utf-16"],
    "utf-32": ["utf-8", "utf-16", "utf-32"],
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=list(_OFFERS))
async def editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    """One editor for each encoding; what is offered decides."""
    encoding = str(request.param)
    capabilities = {"general": {"positionEncodings": _OFFERS[encoding]}}
    async with open_editor("neovim", capabilities=capabilities) as started:
        assert started.encoding == encoding
        yield started


@pytest.mark.parametrize("before", ["", "a", "é", "你", "😋", "e\u0301", "x😋é你y\u2028", "👩‍👩‍👧"])
async def test_a_finding_stands_where_the_editor_sees_it(editor: Editor, before: str) -> None:
    page = editor.open(spec(f"{before}{{plyer}}{before}"))
    (finding,) = await page.findings()
    assert finding.code == "nimblock/unknown-variable"
    assert page.text_in(finding.range) == "{plyer}"


async def test_edits_behind_wide_characters_land_where_they_were_made(editor: Editor) -> None:
    page = editor.open(spec("😋é你 {plyer} 😋é你 {plaYer}"))
    assert len(await page.findings()) == 2
    page.replace("plyer", "player")
    (finding,) = await page.findings()
    assert page.text_in(finding.range) == "{plaYer}"
    page.replace(" {plaYer}", "😋😋")
    assert await page.findings() == []
    page.replace("é你 {player}", "é{")
    (finding,) = await page.findings()
    assert page.text_in(finding.range) == "{"


async def test_several_edits_in_one_message_each_count_from_the_one_before(
    editor: Editor,
) -> None:
    page = editor.open(spec("😋 {plyer}"))
    page.replace_many([("😋", "你😋你"), ("{plyer}", "{x}"), ("{x}", "{player}")])
    assert await page.findings() == []


async def test_hover_is_asked_and_answered_in_the_same_units(editor: Editor) -> None:
    page = editor.open(spec("😋é你 {player}"))
    hover = await page.hover("{player}", inside=2)
    assert hover is not None
    assert hover.range is not None
    assert "player" in page.text_in(hover.range)


async def test_a_column_past_the_end_means_the_end_of_the_line(editor: Editor) -> None:
    page = editor.open(spec("😋"))
    await page.findings()
    page.append_at_end_of_first_line("x")
    assert "json/syntax" in await page.codes()


async def test_line_ends_of_every_kind_are_counted_and_no_others(editor: Editor) -> None:
    text = spec("A\u2028B\u0085C {plyer}").replace("\n", "\r\n")
    text = text.replace("\r\n", "\r", 1)
    page = editor.open(text)
    (finding,) = await page.findings()
    line = text[: text.index("{plyer}")].replace("\r\n", "\n").replace("\r", "\n").count("\n")
    assert finding.range.start.line == finding.range.end.line == line
