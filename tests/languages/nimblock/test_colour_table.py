"""The `&` codes an author may write, and what they are called."""

from __future__ import annotations

from modwright.languages.nimblock.colour_table import by_code, colours
from modwright.languages.nimblock.template import COLOUR_CODES


def test_every_code_that_templates_know_has_a_name_and_no_other_is_listed() -> None:
    assert "".join(colour.code for colour in colours()) == COLOUR_CODES
    for colour in colours():
        assert colour.name.en
        assert colour.name.ja
        assert (colour.rgb is None) is (colour.style is not None)


def test_names_are_told_apart_in_both_languages() -> None:
    for locale in ("en", "ja"):
        names = [colour.name.in_locale(locale) for colour in colours()]
        assert len(set(names)) == len(names)


def test_gold_looks_like_the_games_gold() -> None:
    gold = by_code()["6"]
    assert gold.name.en == "gold"
    assert gold.rgb == "#FFAA00"
    assert gold.components == (1.0, 170 / 255, 0.0)


def test_bold_is_a_style_and_has_no_colour() -> None:
    bold = by_code()["l"]
    assert (bold.style, bold.rgb, bold.components) == ("bold", None, None)
