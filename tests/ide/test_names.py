"""Definition, references, highlights, rename."""

from __future__ import annotations

import pytest
from marked_text import Opened, open_message, open_rule, open_spec

from modwright.findings.messages import text
from modwright.findings.model import TextEdit
from modwright.ide.highlights import highlights
from modwright.ide.navigation import definition, references
from modwright.ide.rename import prepare, rename
from modwright.ide.service import analyse_text
from modwright.ide.types import Refused

TWO = """{"rules": [
  {"id": "one", "trigger": {"type": "player.join"}, "actions": [
    {"type": "log", "params": {"message": "{player} 😀 \\u007bpl▮ayer} {world}"}}]},
  {"id": "two", "trigger": {"type": "player.quit"}, "actions": [
    {"type": "log", "params": {"message": "{player}"}}]}
]}"""


def highlighted(opened: Opened) -> str:
    return opened.marked((h.start, h.end) for h in highlights(opened.analysis, opened.cursor))


def test_a_variable_leads_to_its_trigger_and_to_its_other_places() -> None:
    opened = open_spec(TWO)
    (place,) = definition(opened.analysis, opened.cursor)
    assert opened.cut(place.start, place.end) == "player.join"
    shown = highlighted(opened)
    assert '"⟦player.join⟧"' in shown
    assert '"{⟦player⟧} 😀 \\u007b⟦player⟧} {world}"' in shown
    assert '"player.quit"' in shown
    assert '"message": "{player}"' in shown
    found = references(opened.analysis, opened.cursor, include_declaration=False)
    assert [opened.cut(p.start, p.end) for p in found] == ["player", "player"]
    assert len(references(opened.analysis, opened.cursor, include_declaration=True)) == 3


def test_writing_and_reading_are_told_apart() -> None:
    opened = open_spec(TWO)
    assert [h.is_write for h in highlights(opened.analysis, opened.cursor)] == [True, False, False]


def test_a_trigger_shows_all_its_variables() -> None:
    opened = open_spec(TWO.replace("▮", "").replace("player.join", "player.▮join"))
    assert '"{⟦player⟧} 😀 \\u007b⟦player⟧} {⟦world⟧}"' in highlighted(opened)
    assert len(references(opened.analysis, opened.cursor, include_declaration=False)) == 3


def test_an_unknown_variable_has_places_and_no_definition() -> None:
    opened = open_message("{plyer▮} {plyer}")
    assert definition(opened.analysis, opened.cursor) == []
    assert "{⟦plyer⟧} {⟦plyer⟧}" in highlighted(opened)


def test_where_no_name_is() -> None:
    opened = open_message("pla▮in")
    assert definition(opened.analysis, opened.cursor) == []
    assert highlights(opened.analysis, opened.cursor) == []
    assert prepare(opened.analysis, opened.cursor) is None
    answer = rename(opened.analysis, opened.cursor, "x", "en")
    assert answer == Refused("There is no name to rename here")


def renamed(opened: Opened, new: str, locale: str = "en") -> str:
    """The text after the rename, or why there is none."""
    result = rename(opened.analysis, opened.cursor, new, locale)
    if isinstance(result, Refused):
        return result.reason
    after = opened.text
    for edit in sorted(result, key=lambda edit: edit.start, reverse=True):
        after = after[: edit.start] + edit.new_text + after[edit.end :]
    return after


def test_a_rule_id_is_renamed_between_its_quotes() -> None:
    opened = open_rule(more='"id": "w\\u0065l▮come", ')
    target = prepare(opened.analysis, opened.cursor)
    assert target is not None
    assert target.name == "welcome"
    assert opened.cut(target.start, target.end) == "w\\u0065lcome"
    assert '"id": "hello-2"' in renamed(opened, "hello-2")


def test_the_same_name_needs_no_edit() -> None:
    opened = open_rule(more='"id": "w\\u0065l▮come", ')
    assert rename(opened.analysis, opened.cursor, "welcome", "en") == []


@pytest.mark.parametrize("new", ["", "a b", "ようこそ", "a" * 33, "a.b", "a\n"])
def test_a_rule_id_obeys_the_grammar(new: str) -> None:
    opened = open_rule(more='"id": "wel▮come", ')
    for locale in ("en", "ja"):
        reason = text("nimblock/bad-identifier.slug32", locale, written=new)
        assert renamed(opened, new, locale) == reason


def test_a_rule_id_stays_one_of_a_kind() -> None:
    opened = open_spec(TWO.replace("▮", "").replace('"one"', '"o▮ne"'))
    for locale in ("en", "ja"):
        reason = text("nimblock/duplicate-rule-id", locale, name="two")
        assert renamed(opened, "two", locale) == reason


def test_two_rules_of_one_id_can_be_told_apart() -> None:
    twins = '{"rules": [{"id": "a"}, {"id": "▮a"}]}'
    assert renamed(open_spec(twins), "b") == '{"rules": [{"id": "a"}, {"id": "b"}]}'


COMMANDS = """{"rules": [
  {"trigger": {"type": "command", "params": {"name": "ho▮me"}}},
  {"trigger": {"type": "command", "params": {"name": "Spawn"}}},
  {"enabled": false, "trigger": {"type": "command", "params": {"name": "warp"}}}
]}"""


def test_a_command_is_renamed_and_written_as_json() -> None:
    assert '{"name": "家\\"😀\\\\"}' in renamed(open_spec(COMMANDS), '家"😀\\')
    assert '{"name": "warp"}' in renamed(open_spec(COMMANDS), "warp")


def test_half_a_character_is_written_as_an_escape() -> None:
    opened = open_spec(COMMANDS)
    result = rename(opened.analysis, opened.cursor, "x\ud83d", "en")
    assert result == [TextEdit(opened.at("home"), opened.at("home") + 4, "x\\ud83d")]


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("sPAWN", text("nimblock/duplicate-command", "en", name="sPAWN")),
        ("/x", text("nimblock/leading-slash.command-name", "en")),
        (" ", "A name cannot be empty"),
        ("x" * 2001, "The new name is too long"),
    ],
)
def test_a_command_name_that_would_not_do(new: str, reason: str) -> None:
    assert renamed(open_spec(COMMANDS), new) == reason


def test_a_variable_belongs_to_the_game() -> None:
    opened = open_message("{play▮er}")
    assert prepare(opened.analysis, opened.cursor) is None
    assert "belongs to the game" in renamed(opened, "x")
    assert "ゲーム側の名前" in renamed(opened, "x", "ja")


def test_a_name_in_an_unclosed_string() -> None:
    opened = open_spec('{"rules": [{"id": "wel▮come')
    assert renamed(opened, "b") == '{"rules": [{"id": "b'


def test_a_text_too_large_to_be_read_has_no_answers() -> None:
    analysis = analyse_text("big.nimblock.json", " " * 4_000_001)
    assert analysis is not None
    assert analysis.document is None
    assert definition(analysis, 5) == []
    assert rename(analysis, 5, "x", "en") == Refused("There is no name to rename here")
