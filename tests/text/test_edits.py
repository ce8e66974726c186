"""Several edits at once, as a quick fix has them."""

from __future__ import annotations

import pytest

from modwright.text.edits import apply_edits


def test_edits_are_given_against_the_original_text() -> None:
    text = '{"名": 1 "b": 😋}'
    edits = [(9, 10, "2"), (7, 7, ","), (2, 3, "name")]
    assert text[2:3] == "名"
    assert apply_edits(text, edits) == '{"name": 1, "2": 😋}'


def test_insertions_at_one_place_keep_their_order() -> None:
    assert apply_edits("ab", [(1, 1, "1"), (1, 1, "2"), (0, 0, "0"), (1, 1, "3")]) == "0a123b"


@pytest.mark.parametrize("insertion_first", [True, False])
def test_an_insertion_goes_before_what_is_replaced_there(insertion_first: bool) -> None:
    edits = [(1, 1, "你"), (1, 2, "好")]
    assert apply_edits("a_b", edits if insertion_first else edits[::-1]) == "a你好b"


def test_edits_may_touch() -> None:
    assert apply_edits("abcd", [(2, 4, "34"), (0, 2, "12"), (4, 4, "5")]) == "12345"


def test_no_edits_no_change() -> None:
    assert apply_edits("😋\r\n", []) == "😋\r\n"


@pytest.mark.parametrize(
    "edits",
    [
        [(0, 2, "x"), (1, 3, "y")],
        [(1, 3, "y"), (0, 2, "x")],
        [(0, 3, "x"), (1, 1, "y")],
        [(1, 2, "x"), (1, 2, "x")],
    ],
)
def test_overlapping_edits_are_refused(edits: list[tuple[int, int, str]]) -> None:
    with pytest.raises(ValueError, match="overlaps"):
        apply_edits("abcd", edits)


@pytest.mark.parametrize("edit", [(-1, 0, ""), (0, 5, ""), (5, 5, "x"), (2, 1, "x")])
def test_an_edit_that_is_no_range_of_the_text_is_refused(edit: tuple[int, int, str]) -> None:
    with pytest.raises(ValueError, match="not a range"):
        apply_edits("abcd", [edit])
