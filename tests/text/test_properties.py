"""What holds for any text and any edits, checked against independent ways to say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.text.edits import apply_edits
from modwright.text.lines import LineIndex
from modwright.text.positions import (
    Position,
    PositionEncoding,
    offset_at,
    position_at,
    positions_at,
)
from modwright.text.source import SourceText

Edit: TypeAlias = tuple[int, int, str]

PIECES = ["a", "é", "你", "😋", "\u0301", "\u2028", "\x85", "\x0b", "\r", "\n", "\r\n", '"']
SURROGATES = ["\ud83d", "\ude0b"]
BOM = "\ufeff"


def texts(pieces: Sequence[str] = PIECES, max_size: int = 30) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=max_size).map("".join)


# Offsets are taken modulo what the text has by then, so that all of them land somewhere in it.
EDITS: st.SearchStrategy[list[Edit]] = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 60) | st.integers(0, 2), texts(max_size=5)),
    max_size=12,
)
ANY_TEXT = st.one_of(texts([*PIECES, *SURROGATES]), texts([*PIECES, *SURROGATES]).map(BOM.__add__))


def places(text: str, edits: Iterable[Edit]) -> Iterable[Edit]:
    """The edits as ranges of the text that each of them meets."""
    length = len(text)
    for at, deleted, new_text in edits:
        start = at % (length + 1)
        end = min(length, start + deleted)
        yield start, end, new_text
        length += len(new_text) - (end - start)


def line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]


def inside_crlf(text: str, offset: int) -> bool:
    return text[max(0, offset - 1) : offset + 1] == "\r\n"


def check_lines(source: SourceText, text: str) -> None:
    starts = line_starts(text)
    assert source.text == text
    assert source.line_count == len(starts)
    assert [source.line_start(line) for line in range(source.line_count)] == starts
    expected = re.split(r"\r\n|\r|\n", text)
    assert [source.line_text(line) for line in range(source.line_count)] == expected
    for offset in range(len(text) + 1):
        line, start, end, next_start = source.line_at(offset)
        assert source.line_of(offset) == line == sum(start <= offset for start in starts) - 1
        assert (start, end) == (starts[line], source.line_end(line))
        assert next_start == [*starts, len(text) + 1][line + 1]


@settings(deadline=None, max_examples=300)
@given(text=texts(), edits=EDITS)
def test_an_edited_text_equals_a_fresh_one(text: str, edits: list[Edit]) -> None:
    source = SourceText.of(text)
    check_lines(source, text)
    for start, end, new_text in places(text, edits):
        text = text[:start] + new_text + text[end:]
        source = source.replace(start, end, new_text)
        assert source == SourceText.of(text)
        check_lines(source, text)


@settings(deadline=None, max_examples=300)
@given(
    block_size=st.integers(1, 5),
    text=texts(["a", "😋", "\r", "\n", "\r\n", "\u2028"], max_size=60),
    edits=EDITS,
)
def test_blocks_of_lines_split_and_merge_unseen(
    block_size: int, text: str, edits: list[Edit]
) -> None:
    index = LineIndex.of(text, block_size)
    for start, end, new_text in places(text, edits):
        text = text[:start] + new_text + text[end:]
        index = index.patched(text, start, end, len(new_text))
        starts = line_starts(text)
        assert [index.start(line) for line in range(index.line_count)] == starts
        assert [index.line_of(start) for start in starts] == [*range(len(starts))]
        assert all(1 <= len(block) <= 2 * block_size for block in index.blocks)


@settings(deadline=None)
@given(text=ANY_TEXT)
@pytest.mark.parametrize("encoding", PositionEncoding)
def test_there_and_back_again(encoding: PositionEncoding, text: str) -> None:
    source = SourceText.of(text)
    for offset in range(len(text) + 1):
        position = position_at(source, offset, encoding)
        assert 0 <= position.line < source.line_count
        back = offset_at(source, position, encoding)
        if inside_crlf(text, offset):
            assert back == offset - 1
        elif offset == 0 and text.startswith(BOM):
            assert back == 1
        else:
            assert back == offset


@settings(deadline=None)
@given(text=ANY_TEXT)
@pytest.mark.parametrize("encoding", PositionEncoding)
def test_columns_are_lengths_in_the_encoding(encoding: PositionEncoding, text: str) -> None:
    """The oracle: encode the line's text up to the offset, and count."""
    codec, unit = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[
        encoding.value
    ]
    source = SourceText.of(text)
    for offset in range(len(text) + 1):
        if inside_crlf(text, offset):
            continue
        start = max(start for start in line_starts(text) if start <= offset)
        before = text[start:offset]
        if start == 0:
            before = before.removeprefix(BOM)
        # Each character by itself, so that two lone surrogates side by side aren't taken for one.
        column = sum(len(c.encode(codec, "surrogatepass")) // unit for c in before)
        assert position_at(source, offset, encoding).column == column


@settings(deadline=None)
@given(text=ANY_TEXT, line=st.integers(-2, 12), column=st.integers(-2, 40) | st.integers(0, 6))
@pytest.mark.parametrize("encoding", PositionEncoding)
def test_any_position_means_the_last_character_boundary_not_past_it(
    encoding: PositionEncoding, text: str, line: int, column: int
) -> None:
    source = SourceText.of(text)
    offset = offset_at(source, Position(line, column), encoding)
    assert 0 <= offset <= len(text)
    assert not inside_crlf(text, offset)
    if line >= source.line_count:
        assert offset == len(text)
        return
    # The oracle: of all offsets of the line that are not past the column, the last.
    on_line = range(source.line_start(max(0, line)), source.line_end(max(0, line)) + 1)
    reached = [at for at in on_line if position_at(source, at, encoding).column <= max(0, column)]
    assert offset == reached[-1]


@settings(deadline=None)
@given(text=ANY_TEXT, offsets=st.lists(st.integers(-3, 70)))
@pytest.mark.parametrize("encoding", PositionEncoding)
def test_many_positions_are_those_of_one_by_one(
    encoding: PositionEncoding, text: str, offsets: list[int]
) -> None:
    source = SourceText.of(text)
    one_by_one = [position_at(source, offset, encoding) for offset in offsets]
    assert positions_at(source, offsets, encoding) == one_by_one


@settings(deadline=None)
@given(text=texts(), edits=EDITS)
def test_edits_at_once_are_those_from_the_back_one_by_one(text: str, edits: list[Edit]) -> None:
    apart: list[Edit] = []
    for start, deleted, new_text in sorted(edits):
        start = max(min(start, len(text)), apart[-1][1] if apart else 0)
        apart.append((start, min(start + deleted, len(text)), new_text))
    expected = text
    for start, end, new_text in reversed(apart):
        expected = expected[:start] + new_text + expected[end:]
    assert apply_edits(text, apart) == expected
