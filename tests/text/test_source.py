"""Lines of a text, and what an edit does to them."""

from __future__ import annotations

import pytest

from modwright.text.lines import LineIndex
from modwright.text.source import SourceText


def lines_of(source: SourceText) -> list[str]:
    return [source.line_text(line) for line in range(source.line_count)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("{}", ["{}"]),
        ("{\n}", ["{", "}"]),
        ("{\r\n}", ["{", "}"]),
        ("{\r}", ["{", "}"]),
        ("你好\n😋\n", ["你好", "😋", ""]),
        ("\n", ["", ""]),
        ("\r\n\r\n", ["", "", ""]),
        ("\n\r", ["", "", ""]),
        ("\r\r\n\n", ["", "", "", ""]),
        ("a\nb\r\nc\rd", ["a", "b", "c", "d"]),
    ],
)
def test_lines_end_at_lf_crlf_and_cr(text: str, lines: list[str]) -> None:
    assert lines_of(SourceText.of(text)) == lines


@pytest.mark.parametrize("character", list("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"))
def test_other_separators_stay_inside_their_line(character: str) -> None:
    text = f'"一{character}二"\r\n{character}\n{character}'
    assert lines_of(SourceText.of(text)) == [f'"一{character}二"', character, character]


def test_every_offset_belongs_to_a_line() -> None:
    source = SourceText.of("é\r\n😋\n")
    #                       0 1 2  3 4 5
    assert [source.line_of(offset) for offset in range(6)] == [0, 0, 0, 1, 1, 2]
    assert [source.line_start(line) for line in range(3)] == [0, 3, 5]
    assert [source.line_end(line) for line in range(3)] == [1, 4, 5]


def test_what_lies_outside_is_clamped() -> None:
    source = SourceText.of("ab\ncd")
    assert (source.line_of(-3), source.line_of(99)) == (0, 1)
    assert (source.line_start(-1), source.line_end(-1), source.line_text(-1)) == (0, 2, "ab")
    assert (source.line_start(2), source.line_end(2), source.line_text(2)) == (5, 5, "")
    assert source.slice(-5, 2) == "ab"
    assert source.slice(3, 99) == "cd"
    assert source.replace(4, 99, "!").text == "ab\nc!"
    assert source.replace(-9, -1, ">").text == ">ab\ncd"


def test_a_range_given_backwards_is_the_same_range() -> None:
    source = SourceText.of("abcd")
    assert source.slice(3, 1) == "bc"
    assert source.replace(3, 1, "😋").text == "a😋d"


def test_a_text_is_a_value() -> None:
    source = SourceText.of("名前")
    assert source == SourceText.of("名").replace(1, 1, "前")
    assert hash(source) == hash(SourceText.of("名前"))
    assert source != SourceText.of("名前 ")
    assert source != "名前"
    assert source.replace(0, 2, "x") is not source
    assert source.text == "名前"
    assert len(source) == 2
    assert SourceText.of("")  # an empty document is a document


# One edit, written as the text with the replaced piece in ⟦⟧, what takes its place, and the lines
# afterwards.
@pytest.mark.parametrize(
    ("marked", "new_text", "lines"),
    [
        ("こん⟦⟧にちは\nx", "😋", ["こん😋にちは", "x"]),
        ("ab⟦⟧cd\nx", "\n", ["ab", "cd", "x"]),
        ("ab⟦\n⟧cd\nx", "", ["abcd", "x"]),
        ("a⟦\nb\nc\n⟧d\ne", "1\r\n2\r3", ["a1", "2", "3d", "e"]),
        ("⟦a\nb⟧", "", [""]),
        ("a\n⟦⟧", "b\n", ["a", "b", ""]),
        # A CRLF comes apart.
        ("a\r⟦⟧\nb", "x", ["a", "x", "b"]),
        ("a\r⟦⟧\nb", "\r", ["a", "", "b"]),
        ("a\r⟦⟧\nb", "\n", ["a", "", "b"]),
        ("a\r⟦\n⟧b", "", ["a", "b"]),
        ("a⟦\r⟧\nb", "", ["a", "b"]),
        ("a⟦\r\n⟧b", "", ["ab"]),
        # A CRLF comes together.
        ("a⟦⟧\nb", "\r", ["a", "b"]),
        ("a\r⟦⟧b", "\n", ["a", "b"]),
        ("a\r⟦x⟧\nb", "", ["a", "b"]),
        ("a\r⟦x\ny⟧\nb", "", ["a", "b"]),
        ("a\r⟦\r⟧\nb", "", ["a", "b"]),
        ("a⟦x⟧\n", "\r", ["a", ""]),
        ("\r⟦⟧", "\n", ["", ""]),
        ("⟦⟧\n", "\r", ["", ""]),
        # Next to a line break that stays what it was.
        ("a\r⟦⟧b", "x", ["a", "xb"]),
        ("a\r\n⟦⟧b", "\n", ["a", "", "b"]),
        ("a⟦⟧\r\nb", "\r", ["a", "", "b"]),
        ("a⟦⟧\r\nb", "\n", ["a", "", "b"]),
        # Breaks for other programs, not for editors.
        ("a⟦⟧b", "\u2028\x85\x0b", ["a\u2028\x85\x0bb"]),
        ("a\r⟦⟧\nb", "\u2028", ["a", "\u2028", "b"]),
    ],
)
def test_an_edit_moves_the_lines(marked: str, new_text: str, lines: list[str]) -> None:
    start = marked.index("⟦")
    end = marked.index("⟧") - 1
    before = SourceText.of(marked.replace("⟦", "").replace("⟧", ""))
    lines_before = lines_of(before)

    after = before.replace(start, end, new_text)

    assert lines_of(after) == lines
    assert after.text == before.text[:start] + new_text + before.text[end:]
    assert lines_of(before) == lines_before


def test_typing_in_a_long_text_shares_the_lines_elsewhere() -> None:
    text = "  こんにちは 😋\r\n" * 9_000
    before = LineIndex.of(text)
    at = len(text) // 2

    after = before.patched(text[:at] + "\n" + text[at:], at, at, 1)

    assert after.line_count == before.line_count + 1
    kept = {id(block) for block in before.blocks}
    assert sum(id(block) not in kept for block in after.blocks) == 1


def test_deleting_line_by_line_leaves_no_crumbs() -> None:
    text = "行\n" * 2_000
    index = LineIndex.of(text, block_size=16)
    blocks_at_first = len(index.blocks)
    # All but the first and the last line of each block go, so that no deletion spans two blocks.
    for line in reversed(range(2_000)):
        if line % 16 not in (0, 15):
            at = index.start(line)
            text = text[:at] + text[at + 2 :]
            index = index.patched(text, at, at + 2, 0)

    assert index.line_count == 2_000 // 8 + 1
    assert [index.start(line) for line in range(index.line_count)] == [*range(0, 501, 2)]
    assert len(index.blocks) < blocks_at_first / 2


def test_a_long_paste_is_split_into_even_blocks() -> None:
    pasted = "行\r\n" * 1_001
    index = LineIndex.of("{}", block_size=16).patched("{" + pasted + "}", 1, 1, len(pasted))
    assert index.line_count == 1_002
    assert index.start(1_001) == len(pasted) + 1
    assert all(8 <= len(block) <= 16 for block in index.blocks)
