"""Text on a terminal: harmless, and measured as the terminal measures it."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcswidth  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from modwright.cli.display import visible, width


@given(st.text(st.characters(exclude_categories=[])))
def test_nothing_visible_is_a_control(text: str) -> None:
    shown = visible(text)
    assert not any(
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown
    )
    assert not any("\u202a" <= character <= "\u202e" for character in shown)
    assert visible(shown) == shown


def test_words_are_left_alone() -> None:
    for text in ("ようこそ、世界", "👨‍👩‍👧 🇯🇵 👋🏽 ❤️", "café", "a & b"):
        assert visible(text) == text


@example("👨‍👩‍👧")
@example("👋🏽か\u3099")
@example("🇯🇵")
@given(st.text())
def test_width_is_the_terminals(text: str) -> None:
    shown = visible(text)
    assert width(shown) == max(0, wcswidth(shown))


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("abc", 3), ("日本", 4), ("🎉", 2), ("ﾊﾝｶｸ", 4), ("Ｗ　", 4)]
)
def test_widths(text: str, cells: int) -> None:
    assert width(text) == cells


def test_usual_japanese_text_is_measured_without_the_slow_library() -> None:
    code = (
        "import sys; from modwright.cli.display import width;"
        "assert width('名前「ようこそ」🎉') == 18; assert 'wcwidth' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
