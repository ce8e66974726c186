"""Outline, workspace symbols, inlay hints, folding and selection."""

from __future__ import annotations

from itertools import pairwise

import pytest
from marked_text import Opened, open_message, open_rule, open_spec

from modwright.ide.folding import folding_ranges
from modwright.ide.inlay_hints import inlay_hints
from modwright.ide.outline import outline
from modwright.ide.selection import selection_ranges
from modwright.ide.types import OutlineItem
from modwright.ide.workspace_symbols import workspace_symbols
from modwright.workspace.workspace import Workspace


def drawn(opened: Opened, locale: str = "en") -> list[str]:
    """The outline, a line an item, indented by depth."""
    lines: list[str] = []

    def draw(item: OutlineItem, depth: int) -> None:
        assert item.start <= item.name_start < item.name_end <= item.end
        detail = f" - {item.detail}" if item.detail else ""
        off = " (off)" if item.is_disabled else ""
        lines.append(f"{'  ' * depth}{item.kind.value} {item.name}{detail}{off}")
        for child in item.children:
            assert item.start <= child.start
            assert child.end <= item.end
            draw(child, depth + 1)

    for item in outline(opened.analysis, locale):
        draw(item, 0)
    return lines


HOME = """{"specVersion": 1, "name": "p", "rules": [
  {"name": "ようこそ😀", "trigger": {"type": "player.join"}, "enabled": false,
   "conditions": [{"type": "chance", "not": true, "params": {"percent": 5}}],
   "actions": [{"type": "player.heal"}, {"type": "delay", "params": {"seconds": 1}}]},
  {"id": "go", "name": "", "trigger": {"type": "command", "params": {"name": "home"}},
   "actions": [{"type": "player.hael"}, {}]},
  {"trigger": 5}
]}"""


def test_rules_with_what_they_are_made_of() -> None:
    assert drawn(open_spec(HOME)) == [
        "rule ようこそ😀 - Player joins (off)",
        "  trigger player.join - Player joins",
        "  condition not chance - By chance",
        "  action player.heal - Heal the player",
        "  action delay - Wait",
        "rule go - /home",
        "  command /home - Player runs a command",
        "  action player.hael",
        "  action (no type)",
        "rule Rule 3",
    ]


def test_the_outline_in_japanese() -> None:
    lines = drawn(open_spec(HOME), "ja")
    assert lines[0] == "rule ようこそ😀 - プレイヤーがサーバーに入ったとき (off)"
    assert lines[2] == "  condition chance でない - 決まった確率で"
    assert lines[8] == "  action （type なし）"
    assert lines[9] == "rule ルール 3"


def test_the_outline_of_a_broken_file_has_the_rules_that_are_there() -> None:
    broken = '{"rules": [{"name": "a", "trigger": {"type": "player.join"}, {"name": "b\n'
    lines = drawn(open_spec(broken))
    assert "rule a - Player joins" in lines
    assert drawn(open_spec("")) == []
    assert drawn(open_spec('{"rules": {}}')) == []


def test_a_name_is_shown_on_one_line() -> None:
    lines = drawn(open_spec('{"rules": [{"name": "a\\nb\\u0007\\ud800"}]}'))
    assert lines == ["rule a b �"]


def found(query: str) -> list[str]:
    workspace = Workspace()
    workspace.open_document("file:///w/a%20b.nimblock.json", "nimblock", 1, HOME)
    workspace.open_document("file:///w/notes.txt", "plaintext", 1, "rules")
    return [
        f"{symbol.name} < {symbol.container} {symbol.uri.rpartition('/')[2]}"
        for symbol in workspace_symbols(workspace, query, "en")
    ]


def test_workspace_symbols_are_the_rules_and_commands_of_open_specs() -> None:
    assert found("") == [
        "ようこそ😀 < a b.nimblock.json a%20b.nimblock.json",
        "go < a b.nimblock.json a%20b.nimblock.json",
        "/home < go a%20b.nimblock.json",
        "Rule 3 < a b.nimblock.json a%20b.nimblock.json",
    ]


@pytest.mark.parametrize(
    ("query", "names"),
    [("hm", ["/home"]), ("/HO", ["/home"]), ("うそ", ["ようこそ😀"]), ("よそ", ["ようこそ😀"]),
     ("mh", []), ("player", []), ("3", ["Rule 3"]), ("E", ["Rule 3", "/home"])],
)  # fmt: skip
def test_workspace_symbols_are_found_by_characters_in_their_order(
    query: str, names: list[str]
) -> None:
    assert sorted(line.split(" < ")[0] for line in found(query)) == sorted(names)


def test_those_that_match_closer_come_first() -> None:
    workspace = Workspace()
    text = '{"rules": [{"name": "h-o-m"}, {"name": "go hom"}, {"name": "hom"}]}'
    workspace.open_document("untitled:x", "nimblock", 1, text)
    assert [s.name for s in workspace_symbols(workspace, "hom", "en")] == ["hom", "go hom", "h-o-m"]


def hinted(opened: Opened, locale: str = "en") -> str:
    """The text with the hints in it, as an editor shows them."""
    text, at = "", 0
    for hint in inlay_hints(opened.analysis, 0, len(opened.text), locale):
        assert hint.tooltip
        text += opened.text[at : hint.offset] + f"«{hint.label}»"
        at = hint.offset
    return text + opened.text[at:]


@pytest.mark.parametrize(
    ("action", "shown"),
    [
        (
            '{"type": "player.send_title", "params": {"title": "😀", "stay": 1}}',
            '{"type": "player.send_title", "params": {"title": "😀", "stay": 1'
            "«fadeIn: 0.5, fadeOut: 0.5»}}",
        ),
        (
            '{"type": "player.play_sound", "params": {}}',
            '{"type": "player.play_sound", "params": {«volume: 1, pitch: 1»}}',
        ),
        ('{"type": "log"}', '{"type": "log"«level: "info"»}'),
        ('{"params": 5, "type": "log"}', '{"params": 5, "type": "log"}'),
        ('{"type": "player.heal"}', '{"type": "player.heal"}'),
        ('{"type": "player.give_item", "params": {"material": ', None),
    ],
)
def test_omitted_defaults(action: str, shown: str | None) -> None:
    text = hinted(open_rule(actions=f"[{action}]"))
    assert (shown in text) if shown is not None else ("«amount: 1»" in text)


CHANCE = '{"type": "chance", "params": {"percent": 5}}'


def test_how_several_conditions_combine() -> None:
    assert f'[«match: "all"»{CHANCE}, {CHANCE}]' in hinted(
        open_rule(conditions=f"[{CHANCE}, {CHANCE}]")
    )
    assert "«" not in hinted(open_rule(conditions=f"[{CHANCE}]"))
    assert "«" not in hinted(open_rule(conditions=f"[{CHANCE}, {CHANCE}]", more='"match": "any", '))


def test_only_the_hints_of_the_lines_that_are_shown() -> None:
    opened = open_rule(actions='[{"type": "log"}, {"type": "log"}]')
    second = opened.text.rindex('"log"')
    assert len(inlay_hints(opened.analysis, second, len(opened.text), "en")) == 1
    (hint,) = inlay_hints(opened.analysis, second, len(opened.text), "ja")
    assert "既定値" in hint.tooltip


def folds(text: str) -> list[tuple[int, int]]:
    opened = open_spec(text)
    line_of = opened.analysis.source.line_of
    return [(line_of(f.start), line_of(f.end)) for f in folding_ranges(opened.analysis)]


def test_folding_leaves_the_closing_bracket_to_be_seen() -> None:
    assert folds('{\n "a": [\n  1,\n  2\n ],\n "b": {"c": 1}\n}') == [(0, 5), (1, 3)]
    assert folds('{\r\n "a": [\r\n  1\r\n ]\r\n}\r\n') == [(0, 3), (1, 2)]
    assert folds("{\n}") == []
    assert folds('{"a": [\n1\n]}') == [(0, 1)]
    assert folds('[{\n"a": 1\n}, {\n"b": 2\n}]') == [(0, 3), (2, 3)]


def test_folding_in_a_text_that_does_not_parse() -> None:
    assert folds('{\n "a": [\n  1,\n  2\n "b": 1') == [(0, 4), (1, 4)]
    assert folds('{\n "a": {\n  "c": 1,\n  "b": [\n 1') == [(0, 4), (1, 4), (3, 4)]
    assert folds("") == []
    assert folds("\n\n") == []


def grown(opened: Opened) -> list[str]:
    spans = selection_ranges(opened.analysis, opened.cursor)
    for inner, outer in pairwise(spans):
        assert outer[0] <= inner[0]
        assert inner[1] <= outer[1]
        assert inner != outer
    return [opened.cut(*span) for span in spans]


def test_a_selection_grows_from_the_word() -> None:
    opened = open_spec('{"rules": [{"name": "ようこそ 世▮界 😀", "enabled": true}]}')
    assert grown(opened) == [
        "世界",
        "ようこそ 世界 😀",
        '"ようこそ 世界 😀"',
        '"name": "ようこそ 世界 😀"',
        '"name": "ようこそ 世界 😀", "enabled": true',
        '{"name": "ようこそ 世界 😀", "enabled": true}',
        '[{"name": "ようこそ 世界 😀", "enabled": true}]',
        '"rules": [{"name": "ようこそ 世界 😀", "enabled": true}]',
        '{"rules": [{"name": "ようこそ 世界 😀", "enabled": true}]}',
    ]


def test_a_selection_grows_from_a_variable_spelt_with_escapes() -> None:
    assert grown(open_message("\\ud83d\\ude00 \\u007bpl▮ayer}!"))[:4] == [
        "player",
        "\\u007bplayer}",
        "\\ud83d\\ude00 \\u007bplayer}!",
        '"\\ud83d\\ude00 \\u007bplayer}!"',
    ]


def test_a_selection_outside_of_everything() -> None:
    assert grown(open_spec('▮\n{"a": 1}')) == ['\n{"a": 1}']
    assert grown(open_spec('{"a": ▮ 1}')) == ['"a":  1', '{"a":  1}']
    assert grown(open_spec("")) == [""]
    assert grown(open_spec('{"rules": [{"na▮me"'))[:2] == ["name", '"name"']
