"""Colours and semantic tokens inside templates."""

from __future__ import annotations

import pytest
from marked_text import Opened, open_message, open_rule

from modwright.ide.colours import colours, presentations
from modwright.ide.tokens import tokens
from modwright.ide.types import TokenType
from modwright.languages.nimblock.colour_table import by_code
from modwright.languages.nimblock.colours import colour_code


def coloured(opened: Opened) -> list[str]:
    found = colours(opened.analysis)
    return [
        f"{opened.cut(c.start, c.end)}={c.red * 255:.0f},{c.green * 255:.0f},{c.blue * 255:.0f}"
        for c in found
    ]


def typed(opened: Opened, start: int = 0, end: int | None = None) -> list[str]:
    found = tokens(opened.analysis, start, len(opened.text) if end is None else end)
    assert [token.start for token in found] == sorted(token.start for token in found)
    return [f"{opened.cut(token.start, token.end)}:{token.type.value}" for token in found]


def test_colour_codes_have_swatches_and_styles_have_none() -> None:
    assert coloured(open_message("&6日本&l語&z&&a&F&")) == ["&6=255,170,0", "&a=85,255,85"]
    assert coloured(open_message("😀\\u00266\\ud83d\\ude00&0")) == [
        "\\u00266=255,170,0",
        "&0=0,0,0",
    ]


def test_only_templates_have_colours() -> None:
    command = '{"type": "command", "params": {"name": "&6", "description": "&6{player}"}}'
    item = '[{"type": "player.give_item", "params": {"material": "&6"}}]'
    opened = open_rule(command, actions=item, more='"id": "&6", ')
    assert coloured(opened) == []
    assert typed(opened) == []


def test_conditions_are_templates_too() -> None:
    condition = '[{"type": "text.equals", "params": {"value": "&a", "text": "{player}"}}]'
    opened = open_rule(conditions=condition)
    # In the order of the text, not of the catalogue.
    assert typed(opened) == ["&a:decorator", "{player}:variable"]


def test_a_picked_colour_becomes_the_nearest_code() -> None:
    opened = open_message("😀\\u00266x")
    at = opened.at("\\u00266")
    (shown,) = presentations(opened.analysis, at, at + 7, 0.99, 0.3, 0.35)
    assert shown.label == "&c red"
    assert (shown.edit.start, shown.edit.end, shown.edit.new_text) == (at, at + 7, "&c")
    assert presentations(opened.analysis, at + 1, at + 7, 1, 1, 1) == []


@pytest.mark.parametrize("code", "0123456789abcdef")
def test_each_colour_is_nearest_to_itself(code: str) -> None:
    components = by_code()[code].components
    assert components is not None
    assert colour_code(*components) == (by_code()[code].name.en, f"&{code}")


def test_tokens_of_a_template() -> None:
    opened = open_message("&6\\ud83d\\ude00{player}{{x}}&l\\u007bworld\\u007d{nope} {1x} {")
    assert typed(opened) == [
        "&6:decorator",
        "{player}:variable",
        "{{:escapeSequence",
        "}}:escapeSequence",
        "&l:decorator",
        "\\u007bworld\\u007d:variable",
        "{nope}:variable",
    ]
    assert {kind.value for kind in TokenType} == {"variable", "escapeSequence", "decorator"}


def test_only_the_range_that_was_asked_for() -> None:
    opened = open_message("{player} {world}")
    world = opened.at("{world}")
    assert typed(opened, world, world + 7) == ["{world}:variable"]
    assert typed(opened, world + 1, world + 7) == []
    assert typed(opened, 0, world) == ["{player}:variable"]


def test_an_unclosed_string_ends_with_its_line() -> None:
    opened = open_rule(
        actions='[{"type": "log", "params": {"message": "&6{player}\n}},\n{"type": "log"}]'
    )
    assert typed(opened) == ["&6:decorator", "{player}:variable"]
