"""An author completes while typing, in specs that are not JSON yet.

What counts is the document afterwards: no quote, comma or colon doubled or lost, and nothing of
the neighbours taken away.
"""

from __future__ import annotations

import pytest
from completion_support import analysed, as_snippet, completed, item, labels, split, taken

from modwright.ide.completion import complete


def rule(inside: str) -> str:
    return '{"specVersion": 1, "name": "日本😀", "rules": [{"name": "ルール", ' + inside + "}]}"


def action(inside: str, trigger: str = "player.chat") -> str:
    return rule(f'"trigger": {{"type": "{trigger}"}}, "actions": [{inside}]')


KEYS = [
    # an empty object, closed or not
    ("{‸}", '{"specVersion": 1}'),
    ("{‸", '{"specVersion": 1'),
    ("{ ‸ }", '{ "specVersion": 1 }'),
    # a half-typed key: in quotes, in one quote, in none, with a stray quote behind
    ('{"sp‸"}', '{"specVersion": 1}'),
    ('{"sp‸}', '{"specVersion": 1}'),
    ('{"sp‸', '{"specVersion": 1'),
    ('{"‸"}', '{"specVersion": 1}'),
    ('{"‸}', '{"specVersion": 1}'),
    ('{‸"}', '{"specVersion": 1}'),
    ("{sp‸}", '{"specVersion": 1}'),
    ('{sp‸"}', '{"specVersion": 1}'),
    ("{s‸p}", '{"specVersion": 1}'),
    ("{'sp‸'}", '{"specVersion": 1}'),
    ("{'sp‸}", '{"specVersion": 1}'),
    ("{“sp‸”}", '{"specVersion": 1}'),
    # a value or a colon stands there already: only the key is replaced
    ('{"sp‸": 1}', '{"specVersion": 1}'),
    ('{"s‸p": 1}', '{"specVersion": 1}'),
    ('{"sp‸:1}', '{"specVersion":1}'),
    ('{"sp‸: "x", "name": "y"}', '{"specVersion": "x", "name": "y"}'),
    ('{"sp‸": }', '{"specVersion": }'),
    ('{"sp‸" : 1}', '{"specVersion" : 1}'),
    ('{"sp‸"\u3000: 1}', '{"specVersion"\u3000: 1}'),
    ("{sp‸: 1}", '{"specVersion": 1}'),
    ('{"sp‸": {"a": 1}}', '{"specVersion": {"a": 1}}'),
    ('{"sp‸" "x"}', '{"specVersion": "x"}'),
    # another entry follows: it gets its comma and keeps everything else
    ('{"sp‸ "name": "y"}', '{"specVersion": 1, "name": "y"}'),
    ('{"sp‸" "name": "y"}', '{"specVersion": 1, "name": "y"}'),
    ('{"sp‸", "name": "y"}', '{"specVersion": 1, "name": "y"}'),
    ('{"sp‸, "name": "y"}', '{"specVersion": 1, "name": "y"}'),
    ('{sp‸ "name": "y"}', '{"specVersion": 1, "name": "y"}'),
    ('{sp‸"name": "y"}', '{"specVersion": 1,"name": "y"}'),
    ('{‸"name": "y"}', '{"specVersion": 1,"name": "y"}'),
    ('{ ‸ "name": "y"}', '{ "specVersion": 1, "name": "y"}'),
    ('{\n  "sp‸\n  "name": "y"\n}', '{\n  "specVersion": 1,\n  "name": "y"\n}'),
    ('{\n  ‸\n  "name": "y"\n}', '{\n  "specVersion": 1,\n  "name": "y"\n}'),
    ('{\r\n  ‸\r\n  "name": "y"\r\n}', '{\r\n  "specVersion": 1,\r\n  "name": "y"\r\n}'),
    # after a comma, and behind a value that has none
    ('{"name": "y",‸}', '{"name": "y","specVersion": 1}'),
    ('{"name": "y", ‸}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y", ‸', '{"name": "y", "specVersion": 1'),
    ('{"name": "y", "sp‸}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y" ‸}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y"‸}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y" "sp‸}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y""sp‸"}', '{"name": "y", "specVersion": 1}'),
    ('{"name": "y"\n  "sp‸"\n}', '{"name": "y",\n  "specVersion": 1\n}'),
    ('{"name": "日本😀"\r\n  ‸\r\n}', '{"name": "日本😀",\r\n  "specVersion": 1\r\n}'),
    ('{"name": "y" // why, oh\n  ‸}', '{"name": "y", // why, oh\n  "specVersion": 1}'),
    ('{"rules": []‸}', '{"rules": [], "specVersion": 1}'),
    ('{"rules": [{}] ‸ }', '{"rules": [{}], "specVersion": 1 }'),
    # between entries without a comma on either side
    ('{"name": "y" ‸ "id": "z"}', '{"name": "y", "specVersion": 1, "id": "z"}'),
    ('{"name": "y" "sp‸ "id": "z"}', '{"name": "y", "specVersion": 1, "id": "z"}'),
    ('{"name": "y", sp‸ "id": "z"}', '{"name": "y", "specVersion": 1, "id": "z"}'),
    # behind a string that was left open nothing is put into that string
    ('{"name": "y\n  "sp‸"\n}', '{"name": "y\n  "specVersion": 1\n}'),
]


@pytest.mark.parametrize(("marked", "after"), KEYS)
def test_a_key_of_the_spec(marked: str, after: str) -> None:
    assert taken(marked, "specVersion") == after
    assert as_snippet(marked, "specVersion") == after


VALUES = [
    # nothing behind the colon
    ('{"type": ‸}', '{"type": "player.quit"}'),
    ('{"type":‸}', '{"type":"player.quit"}'),
    ('{"type": ‸', '{"type": "player.quit"'),
    ('{"type": ‸, "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": ‸ "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type":\n‸\n"params": {}}', '{"type":\n"player.quit",\n"params": {}}'),
    # in quotes, in one quote, in none
    ('{"type": "pl‸"}', '{"type": "player.quit"}'),
    ('{"type": "‸"}', '{"type": "player.quit"}'),
    ('{"type": "pl‸ayer.join"}', '{"type": "player.quit"}'),
    ('{"type": "player.join‸"}', '{"type": "player.quit"}'),
    ('{"type": "‸player.join"}', '{"type": "player.quit"}'),
    ('{"type": ‸"player.join"}', '{"type": "player.quit"}'),
    ('{"type": "pl‸}', '{"type": "player.quit"}'),
    ('{"type": "pl‸', '{"type": "player.quit"'),
    ('{"type": "pl‸ayer.jo}', '{"type": "player.quit"}'),
    ('{"type": "‸}', '{"type": "player.quit"}'),
    ('{"type": "‸', '{"type": "player.quit"'),
    ('{"type": "pl‸\r\n}', '{"type": "player.quit"\r\n}'),
    ("{\"type\": 'pl‸'}", '{"type": "player.quit"}'),
    ('{"type": “pl‸”}', '{"type": "player.quit"}'),
    ('{"type": ＂pl‸＂}', '{"type": "player.quit"}'),
    ('{"type": pl‸}', '{"type": "player.quit"}'),
    ('{"type": player.‸}', '{"type": "player.quit"}'),
    ('{"type": pl‸ayer}', '{"type": "player.quit"}'),
    ('{"type": pl‸', '{"type": "player.quit"'),
    # a stray quote behind
    ('{"type": pl‸"}', '{"type": "player.quit"}'),
    ('{"type": ‸"}', '{"type": "player.quit"}'),
    ('{"type": pl‸", "params": {}}', '{"type": "player.quit", "params": {}}'),
    # the neighbour's quotes are not mistaken for one's own
    ('{"type": "pl‸, "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": "‸, "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": "pl‸" "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": "pl‸ "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": "pl‸"params": {}}', '{"type": "player.quit","params": {}}'),
    ('{"type": pl‸ "params": {}}', '{"type": "player.quit", "params": {}}'),
    ('{"type": pl‸"params": {}}', '{"type": "player.quit","params": {}}'),
    ('{"type": "pl‸\n "params": {}}', '{"type": "player.quit",\n "params": {}}'),
    ('{"type": "pl‸}, {"type": "x"}', '{"type": "player.quit"}, {"type": "x"}'),
    # the colon is missing
    ('{"type" ‸}', '{"type" : "player.quit"}'),
    ('{"type"‸}', '{"type": "player.quit"}'),
    ('{"type" "pl‸"}', '{"type" : "player.quit"}'),
    ('{"type" = "pl‸"}', '{"type" = "player.quit"}'),
    # a value of another kind
    ('{"type": tr‸}', '{"type": "player.quit"}'),
    ('{"type": 12‸}', '{"type": "player.quit"}'),
    ('{"type": null‸}', '{"type": "player.quit"}'),
]


@pytest.mark.parametrize(("marked", "after"), VALUES)
def test_the_type_of_a_trigger(marked: str, after: str) -> None:
    around = '{"name": "日本😀", "rules": [{"trigger": %s'
    assert taken(around % marked, "player.quit") == around % after


ITEMS = [
    ("[‸]", "[{}]"),
    ("[‸", "[{}"),
    ("[ ‸ ]", "[ {} ]"),
    ("[pl‸]", "[{}]"),
    ('["pl‸"]', "[{}]"),
    ('["pl‸]', "[{}]"),
    ('[pl‸"]', "[{}]"),
    ('[{"type": "log"}, ‸]', '[{"type": "log"}, {}]'),
    ('[{"type": "log"},‸', '[{"type": "log"},{}'),
    ('[{"type": "log"} ‸]', '[{"type": "log"}, {}]'),
    ('[{"type": "log"}‸]', '[{"type": "log"}, {}]'),
    ('[{"type": "log"}\n  pl‸\n]', '[{"type": "log"},\n  {}\n]'),
    ('[‸{"type": "log"}]', '[{},{"type": "log"}]'),
    ('[ ‸ {"type": "log"}]', '[ {}, {"type": "log"}]'),
    ('[{"type": "log"} ‸ {"type": "log"}]', '[{"type": "log"}, {}, {"type": "log"}]'),
    ('[{"type": "log"}, pl‸ {"type": "log"}]', '[{"type": "log"}, {}, {"type": "log"}]'),
    ('[{"type": "log"}\n‸\n{"type": "log"}]', '[{"type": "log"},\n{},\n{"type": "log"}]'),
]


@pytest.mark.parametrize(("marked", "after"), ITEMS)
def test_a_whole_action(marked: str, after: str) -> None:
    around = '{"rules": [{"trigger": {"type": "player.join"}, "actions": %s'
    entry = '{"type": "player.heal"}'
    assert taken(around % marked, "player.heal") == around % after.replace("{}", entry)


NOTHING = [
    '{"specVersion": 1} ‸',
    '{"specVersion": 1}‸',
    '{"specVersion": 1}\n‸\n',
    '‸{"specVersion": 1}',
    '‸ {"specVersion": 1}',
    '\ufeff‸{"specVersion": 1}',
    "‸\ufeff",
    '{"specVersion": 1‸2}',
    '{"specVersion": -‸12.5}',
    '{"specVersion": 12.‸5e3}',
    '{"specVersion":‸ 1}',
    '{"specVersion": ‸ "1"}',
    '{"rules":‸ [{"name": "x"}]}',
    '{"rules": ‸[]}',
    '{"specVersion": true‸"1"}',
    '{"match": "‸"all"}',
    '{"rules": =‸ [{"name": "x"}]}',
    '{"rules": [‸"name": "x"]}',
    '{"rules": [ru‸ "name": "x"]}',
    '{"specVersion"‸: 1}',
    '{"specVersion" ‸: 1}',
    "// ‸",
    "// x‸\n{}",
    '{ // "na‸"\n}',
    '{"name": "x", // ‸\n "id": "y"}',
    '{"name": "x", /* ‸ */ "id": "y"}',
    '{"name": "x", /* na‸me */ "id": "y"}',
    '{"name": "x", /* ‸',
    '{"name": "x", # na‸\n "id": "y"}',
    '{"unknown": ‸}',
    '{"unknown": {‸}}',
    '{"rules": {‸}}',
    '{"rules": [[‸]]}',
    '{"name": "日本‸"}',
    '{"name": ["‸"]}',
    "[‸]",
    '{"rules": [{"actions": [{"type": "nope", "params": {‸}}]}]}',
]


@pytest.mark.parametrize("marked", NOTHING)
def test_nothing_is_offered(marked: str) -> None:
    assert completed(marked).items == ()


def test_an_empty_file_becomes_a_whole_spec() -> None:
    spec = (
        "{\n"
        '  "specVersion": 1,\n'
        '  "name": "Plugin name",\n'
        '  "rules": [\n'
        "    {\n"
        '      "name": "Rule name",\n'
        '      "trigger": {"type": "player.join"},\n'
        '      "actions": [\n'
        '        {"type": "player.send_message", "params": {"message": ""}}\n'
        "      ]\n"
        "    }\n"
        "  ]\n"
        "}"
    )
    for marked in ("‸", "\n‸\n", "// mine\n‸", "\ufeff‸", "ni‸", '"ni‸"', '"ni‸'):
        head, tail = (part.rstrip('"ni') for part in marked.split("‸"))
        assert taken(marked, "NimBlock plugin") == f"{head}{spec}{tail}"
        assert as_snippet(marked, "NimBlock plugin") == f"{head}{spec}{tail}"
    assert analysed(spec).findings == ()


def test_what_is_written_over_several_lines_is_laid_out_like_the_document() -> None:
    marked = '{\r\n\t"rules": [\r\n\t\t‸\r\n\t]\r\n}'
    lines = (
        "{",
        '\t"name": "Rule name",',
        '\t"trigger": {"type": "player.quit"},',
        '\t"actions": [',
        '\t\t{"type": "broadcast", "params": {"message": ""}}',
        "\t]",
        "}",
    )
    assert taken(marked, "Rule: Player leaves") == marked.replace("‸", "\r\n\t\t".join(lines))
    # An editor gives every line of a snippet the indentation of the line it goes into.
    assert as_snippet(marked, "Rule: Player leaves") == marked.replace("‸", "\r\n".join(lines))


def test_four_spaces_stay_four_spaces() -> None:
    marked = '{\n    "rules": [\n        ‸\n    ]\n}'
    assert taken(marked, "Rule").splitlines()[3] == '            "name": "Rule name",'


def test_the_range_is_matched_by_what_is_written_in_it() -> None:
    start = '{"rules": [{"trigger": {"type": '
    assert item(start + '"pl‸"', "player.join").filter_text.startswith('"player')
    assert item(start + '"pl‸', "player.join").filter_text.startswith('"player')
    assert item(start + "'pl‸'", "player.join").filter_text.startswith("'player")
    assert item(start + "pl‸", "player.join").filter_text == "player.join"
    assert item(start + "‸", "player.join").filter_text == "player.join"
    assert item(start + '‸"x"', "player.join").filter_text.startswith('"player')


def test_the_text_in_the_range_begins_the_filter_text_of_what_was_meant() -> None:
    for marked, label in (
        ('{"rul‸"}', "rules"),
        ("{rul‸", "rules"),
        (action("player.he‸"), "player.heal"),
        (action('"player.he‸'), "player.heal"),
        (action('{"type": "log", "params": {"message": "日本😀 {pl‸"}}'), "{player}"),
        (action('{"type": "log", "params": {"message": "日本😀 &‸"}}'), "&6"),
        (action('{"type": "log", "params": {"message": "\\u007bpl‸"}}'), "{player}"),
    ):
        text, offset = split(marked)
        found = item(marked, label)
        assert found.filter_text.startswith(text[found.start : offset])


def test_every_item_says_all_that_a_client_needs() -> None:
    for marked in (
        "‸",
        "{‸}",
        rule("‸"),
        rule('"match": ‸'),
        rule('"trigger": {"type": "‸"}'),
        action("‸"),
        action('{"type": "log", "params": {"message": "{‸"}}'),
        action('{"type": "log", "params": {"message": "&‸"}}'),
        action('{"type": "player.play_sound", "params": {"sound": "entity.player.l‸"}}'),
    ):
        items = completed(marked).items
        assert items
        assert [each.sort_text for each in items] == sorted(each.sort_text for each in items)
        assert len({each.sort_text for each in items}) == len(items)
        for each in items:
            assert each.label
            assert each.plain_text
            assert each.new_text
            assert each.filter_text
            assert each.data
            assert each.is_snippet or each.new_text == each.plain_text


def test_details_are_in_the_language_of_the_reader() -> None:
    marked = '{"rules": [{"trigger": {"type": "‸"}}]}'
    assert item(marked, "player.join").detail == "Player joins"
    japanese = {each.label: each.detail for each in completed(marked, "ja-JP").items}
    assert japanese["player.join"].startswith("プレイヤー")


def test_a_cursor_outside_of_the_text_is_no_place() -> None:
    analysis = analysed("{}")
    assert complete(analysis, -1, "en").items == ()
    assert complete(analysis, 3, "en").items == ()


def test_an_escaped_quote_does_not_end_the_string() -> None:
    marked = action('{"type": "log", "params": {"message": "\\"{pl‸, \\" and", "level": "info"}}')
    assert taken(marked, "{player}") == marked.replace("{pl‸", "{player}")


def test_the_list_of_keys_skips_those_that_are_there() -> None:
    assert labels('{"specVersion": 1, "‸", "rules": []}') == ["name", "id", "description"]
