"""Quick fixes: what the author's text becomes when one is taken.

`‸` is the cursor. A fix must leave every other character alone.
"""

from __future__ import annotations

import pytest

from modwright.ide.actions import actions
from modwright.ide.types import Action
from modwright.text.edits import apply_edits
from modwright.workspace.settings import Settings
from tests.languages.nimblock.spec_text import analyse, found, rule, spec

CHAT = '{"type": "player.chat"}'


def offered(marked: str, locale: str = "en") -> tuple[str, list[Action]]:
    offset = marked.index("‸")
    text = marked.replace("‸", "")
    return text, actions(analyse(text), offset, offset, locale, Settings())


def titles(marked: str, locale: str = "en") -> list[str]:
    return [action.title for action in offered(marked, locale)[1] if action.kind == "quickfix"]


def take(marked: str, title: str) -> str:
    """The text after the quick fix of this title."""
    text, found_actions = offered(marked)
    action = next(a for a in found_actions if a.title == title and a.kind == "quickfix")
    return apply_edits(text, [(edit.start, edit.end, edit.new_text) for edit in action.edits])


def mends(marked: str, title: str, expected: str) -> None:
    assert take(marked, title) == expected


class TestNearest:
    def test_id(self) -> None:
        mends(
            spec(rule(trigger='{"type": "player.‸jion"}')),
            "Replace by `player.join`",
            spec(rule(trigger='{"type": "player.join"}')),
        )

    def test_id_without_its_prefix(self) -> None:
        assert "Replace by `player.kick`" in titles(spec(rule('{"type": "‸kick"}')))

    def test_variable(self) -> None:
        marked = spec(rule('{"type": "log", "params": {"message": "😋 {‸playr} さん"}}'))
        mends(marked, "Replace by `{player}`", marked.replace("‸playr", "player"))

    def test_choice(self) -> None:
        marked = spec(rule(head='"match": "‸ANY", '))
        mends(marked, "Replace by `any`", marked.replace("‸ANY", "any"))

    def test_key(self) -> None:
        marked = spec(rule(head='"‸enabeld": true, '))
        mends(marked, "Rename to “enabled”", marked.replace("‸enabeld", "enabled"))


class TestRemovingAKey:
    @pytest.mark.parametrize(
        ("marked", "expected"),
        [
            ('{"a": 1, "‸x": [2], "b": 3}', '{"a": 1, "b": 3}'),
            ('{"‸x": 1, "b": 3}', '{"b": 3}'),
            ('{"a": 1, "‸x": {}}', '{"a": 1}'),
            ('{\n  "a": 1,\n  "‸x": 2\n}', '{\n  "a": 1\n}'),
            ('{\r\n\t"‸x": 2,\r\n\t"b": 3\r\n}', '{\r\n\t"b": 3\r\n}'),
            ('{"‸x": 1}', "{}"),
        ],
    )
    def test_takes_its_comma_along(self, marked: str, expected: str) -> None:
        assert take(marked, "Remove this entry") == expected


class TestAddingParams:
    @pytest.mark.parametrize(
        ("marked", "title", "is_preferred"),
        [
            ('{"type": "‸delay"}', "Add the missing parameters: seconds", True),
            # A sound without a name is refused: "fix all" does not write it.
            ('{"type": "‸player.play_sound"}', "Add the missing parameters: sound", False),
        ],
    )
    def test_only_what_is_whole_is_preferred(
        self, marked: str, title: str, is_preferred: bool
    ) -> None:
        text, found_actions = offered(spec(rule(marked)))
        action = next(each for each in found_actions if each.title == title)
        assert action.is_preferred == is_preferred
        edits = [(edit.start, edit.end, edit.new_text) for edit in action.edits]
        after = found(apply_edits(text, edits))
        assert (after == []) == is_preferred

    def test_without_params(self) -> None:
        mends(
            spec(rule('{"type": "‸player.teleport"}')),
            "Add the missing parameters: x, y, z",
            spec(rule('{"type": "player.teleport", "params": {"x": 0, "y": 0, "z": 0}}')),
        )

    def test_beside_others(self) -> None:
        mends(
            spec(rule('{"type": "‸player.teleport", "params": {"y": 3}}')),
            "Add the missing parameters: x, z",
            spec(rule('{"type": "player.teleport", "params": {"y": 3, "x": 0, "z": 0}}')),
        )

    def test_into_empty_params(self) -> None:
        mends(
            spec(rule('{"type": "‸delay", "params": { }}')),
            "Add the missing parameters: seconds",
            spec(rule('{"type": "delay", "params": {"seconds": 0.05}}')),
        )

    def test_a_line_each_where_entries_stand_on_lines(self) -> None:
        action = (
            '{\r\n\t\t"type": "‸log",\r\n\t\t"params": {\r\n\t\t\t"level": "info"\r\n\t\t}\r\n\t}'
        )
        mends(
            spec(rule(action)),
            "Add the missing parameters: message",
            spec(rule(action))
            .replace("‸", "")
            .replace('"level": "info"', '"level": "info",\r\n\t\t\t"message": ""'),
        )


class TestMovingCancel:
    def test_before_the_first_wait(self) -> None:
        text = spec(
            rule(
                '{"type": "log", "params": {"message": "a"}}',
                '{"type": "delay", "params": {"seconds": 1}}',
                '{"type": "broadcast", "params": {"message": "b"}}',
                '{"type": "‸cancel_event"}',
                trigger=CHAT,
            )
        )
        mended = take(text, "Move it before the wait")
        assert mended == spec(
            rule(
                '{"type": "log", "params": {"message": "a"}}',
                '{"type": "cancel_event"}',
                '{"type": "delay", "params": {"seconds": 1}}',
                '{"type": "broadcast", "params": {"message": "b"}}',
                trigger=CHAT,
            )
        )
        assert found(mended) == []

    def test_what_stands_between_is_no_object(self) -> None:
        text = spec(
            rule(
                '{"type": "delay", "params": {"seconds": 1}}',
                '"note"',
                '{"type": "‸cancel_event"}',
                trigger=CHAT,
            )
        )
        mended = take(text, "Move it before the wait")
        assert mended.index("cancel_event") < mended.index("delay") < mended.index('"note"')


class TestBraces:
    @pytest.mark.parametrize(
        ("marked", "expected"),
        [
            ("a ‸{b", "a {{b"),
            ("a ‸} b", "a }} b"),
            ("‸{ player }", "{{ player }}"),
            ("‸{}", "{{}}"),
            (r"\u00e9‸\u007bx", r"\u00e9{\u007bx"),
        ],
    )
    def test_doubled(self, marked: str, expected: str) -> None:
        template = '{"type": "broadcast", "params": {"message": "%s"}}'
        mended = take(spec(rule(template % marked)), "Double it: a plain brace")
        assert mended == spec(rule(template % expected))
        assert found(mended) == []


def test_dropping_a_slash() -> None:
    trigger = '{"type": "command", "params": {"name": "‸\\/spawn"}}'
    mends(
        spec(rule(trigger=trigger)),
        "Drop the slash",
        spec(rule(trigger=trigger)).replace("‸\\/", ""),
    )


def test_a_bukkit_constant() -> None:
    action = '{"type": "player.play_sound", "params": {"sound": "ENTITY‸_PLAYER_LEVELUP"}}'
    mends(
        spec(rule(action)),
        "Replace by `entity.player.levelup`",
        spec(rule(action)).replace("ENTITY‸_PLAYER_LEVELUP", "entity.player.levelup"),
    )


@pytest.mark.parametrize(
    ("marked", "title", "expected"),
    [
        ('{"a": 1‸,}', "Remove it", '{"a": 1}'),
        ('{"a": 1‸ "b": 2}', "Insert a comma", '{"a": 1, "b": 2}'),
        ("{‸a: 1}", "Put it in double quotes", '{"a": 1}'),
        ('{"a": ‸\'it\\\'s "x"\'}', "Use double quotes", '{"a": "it\'s \\"x\\""}'),
        ('{"a": ‸True}', "Replace by `true`", '{"a": true}'),
        ('{"a"‸：1}', "Replace by `:`", '{"a":1}'),
        ('{"a": "b‸\n}', "Close the string", '{"a": "b"\n}'),
        ('{"a": 1 ‸// note\n}', "Remove the comment", '{"a": 1 \n}'),
        ('{"a": "‸\\q"}', "Write the backslash twice", '{"a": "\\\\q"}'),
        ('{"a": "‸\t"}', "Write it as `\\t`", '{"a": "\\t"}'),
        ("{‸\u3000}", "Replace by a plain space", "{ }"),
    ],
)
def test_syntax(marked: str, title: str, expected: str) -> None:
    mends(marked, title, expected)


def test_titles_come_in_japanese() -> None:
    assert titles(spec(rule('{"type": "‸cancel_evnt"}')), "ja") == ["「cancel_event」に置き換える"]


def test_everything_at_once() -> None:
    text, all_actions = offered("{‸a: 'x', \"b\": True,}")
    everything = next(action for action in all_actions if action.kind == "source.fixAll")
    edits = [(edit.start, edit.end, edit.new_text) for edit in everything.edits]
    assert apply_edits(text, edits) == '{"a": "x", "b": true}'


def test_nothing_to_mend() -> None:
    assert offered(spec(rule()).replace("規則", "規‸則"))[1] == []
