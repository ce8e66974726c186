"""Columns as editors count them: UTF-8 bytes, UTF-16 units or code points."""

from __future__ import annotations

import pytest

from modwright.text.positions import (
    Position,
    PositionEncoding,
    Range,
    offset_at,
    position_at,
    positions_at,
    range_at,
)
from modwright.text.source import SourceText

UTF8, UTF16, UTF32 = PositionEncoding.UTF8, PositionEncoding.UTF16, PositionEncoding.UTF32
BOM = "\ufeff"


def test_the_encodings_have_the_names_of_the_protocol() -> None:
    assert [PositionEncoding(name) for name in ("utf-8", "utf-16", "utf-32")] == [*PositionEncoding]


@pytest.mark.parametrize(
    ("before", "utf8", "utf16", "utf32"),
    [
        ("", 0, 0, 0),
        ("x=", 2, 2, 2),
        ("é", 2, 1, 1),
        ("e\u0301", 3, 2, 2),  # e and a combining accent
        ("你", 3, 1, 1),
        ('x="😋', 7, 5, 4),
        ("👩‍👧", 11, 5, 3),  # woman, zero width joiner, girl
        ("a\u2028b\x85", 7, 4, 4),
        ("\U0010ffff", 4, 2, 1),
        ("\ud83d", 3, 1, 1),  # half of an emoji
        ("\ud83d\ude0b", 6, 2, 2),  # two halves that never met
        ("😋\ude0b你", 10, 4, 3),
    ],
)
@pytest.mark.parametrize("line_before", ["", "一行目😋\n", "x\r\n", "x\r"])
@pytest.mark.parametrize("after", ["", "|\n", "\r\ny", " 😋終わり\r"])
def test_the_column_of_the_cursor(
    line_before: str, before: str, after: str, utf8: int, utf16: int, utf32: int
) -> None:
    source = SourceText.of(line_before + before + after)
    offset = len(line_before + before)
    line = 1 if line_before else 0

    for encoding, column in ((UTF8, utf8), (UTF16, utf16), (UTF32, utf32)):
        assert position_at(source, offset, encoding) == (line, column)
        assert offset_at(source, Position(line, column), encoding) == offset


@pytest.mark.parametrize(
    ("encoding", "offsets"),
    [
        # a is one unit; the emoji covers the columns 1.. of its encoding; b follows.
        (UTF8, [0, 1, 1, 1, 1, 2, 3]),
        (UTF16, [0, 1, 1, 2, 3]),
        (UTF32, [0, 1, 2, 3]),
    ],
)
def test_a_column_inside_a_character_means_its_start(
    encoding: PositionEncoding, offsets: list[int]
) -> None:
    source = SourceText.of("a😋b")
    columns = range(len(offsets))
    assert [offset_at(source, Position(0, column), encoding) for column in columns] == offsets


@pytest.mark.parametrize("encoding", PositionEncoding)
@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("word", ["word", "你好", "😋"])
def test_positions_outside_the_text(word: str, line_break: str, encoding: PositionEncoding) -> None:
    source = SourceText.of(word + line_break + word)

    def offset(line: int, column: int) -> int:
        return offset_at(source, Position(line, column), encoding)

    assert offset(0, 2**31 - 1) == len(word), "the end of the line's text, before the break"
    assert offset(1, 2**31 - 1) == len(source)
    assert offset(2, 0) == offset(99, 7) == len(source)
    assert offset(0, -1) == offset(-4, -4) == offset(-1, 0) == 0
    assert offset(1, -1) == len(word + line_break)
    assert position_at(source, -1, encoding) == (0, 0)
    assert position_at(source, 99, encoding) == position_at(source, len(source), encoding)


@pytest.mark.parametrize("encoding", PositionEncoding)
def test_inside_a_crlf_is_the_end_of_the_line(encoding: PositionEncoding) -> None:
    source = SourceText.of("ab\r\ncd")
    assert positions_at(source, range(7), encoding) == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


@pytest.mark.parametrize("encoding", PositionEncoding)
@pytest.mark.parametrize("rest", ["{}", "😋", '{"名": 1}\r\n'])
def test_a_byte_order_mark_shifts_no_column(rest: str, encoding: PositionEncoding) -> None:
    marked, plain = SourceText.of(BOM + rest), SourceText.of(rest)
    for offset in range(len(rest) + 1):
        position = position_at(plain, offset, encoding)
        assert position_at(marked, offset + 1, encoding) == position
        assert offset_at(marked, position, encoding) == offset_at(plain, position, encoding) + 1
    assert position_at(marked, 0, encoding) == (0, 0)
    assert offset_at(marked, Position(0, 0), encoding) == 1, "an edit here lands behind the mark"
    assert offset_at(marked, Position(0, -1), encoding) == 1
    assert range_at(marked, 0, 1, encoding) == Range(Position(0, 0), Position(0, 0))


@pytest.mark.parametrize("encoding", PositionEncoding)
def test_a_text_of_nothing_but_a_byte_order_mark(encoding: PositionEncoding) -> None:
    source = SourceText.of(BOM)
    assert positions_at(source, (0, 1), encoding) == [(0, 0), (0, 0)]
    assert offset_at(source, Position(0, 5), encoding) == 1
    assert offset_at(source, Position(1, 0), encoding) == 1


@pytest.mark.parametrize(("encoding", "width"), [(UTF8, 3), (UTF16, 1), (UTF32, 1)])
def test_only_the_very_first_mark_is_a_byte_order_mark(
    encoding: PositionEncoding, width: int
) -> None:
    source = SourceText.of(f"{BOM}{BOM}a\n{BOM}b")
    assert position_at(source, 2, encoding) == (0, width)
    assert position_at(source, 5, encoding) == (1, width)
    assert offset_at(source, Position(1, 0), encoding) == 4


def test_a_range_over_lines_and_one_given_backwards() -> None:
    source = SourceText.of("😋x\n你y")
    expected = Range(Position(0, 2), Position(1, 1))
    assert range_at(source, 1, 4, UTF16) == expected
    assert range_at(source, 4, 1, UTF16) == expected


def test_many_positions_come_back_in_the_order_asked() -> None:
    source = SourceText.of("😋a\n你b")
    assert positions_at(source, iter([5, 0, 2, 99, 2, -1, 3]), UTF16) == [
        (1, 2),
        (0, 0),
        (0, 3),
        (1, 2),
        (0, 3),
        (0, 0),
        (1, 0),
    ]
    assert positions_at(source, [], UTF16) == []


@pytest.mark.parametrize(("encoding", "width"), [(UTF8, 5), (UTF16, 3), (UTF32, 2)])
def test_thousands_of_positions_in_one_line_of_megabytes(
    encoding: PositionEncoding, width: int
) -> None:
    # Measuring the line anew for each offset would make this test take minutes.
    source = SourceText.of("a😋" * 1_500_000)
    offsets = range(0, 3_000_000, 60)
    expected = [(0, offset // 2 * width) for offset in offsets]
    assert positions_at(source, offsets, encoding) == expected
    assert offset_at(source, Position(0, expected[-1][1]), encoding) == offsets[-1]
