"""Hover: what an author reads when the mouse rests on a word."""

from __future__ import annotations

import re

import pytest
from marked_text import Opened, open_message, open_rule, open_spec

from modwright.ide.hover import hover
from modwright.languages.nimblock.catalogue import catalogue
from modwright.languages.nimblock.colour_table import colours
from modwright.languages.nimblock.descriptions import document_of


def read(opened: Opened, locale: str = "en") -> str:
    """The range hovered and what is said, with the range in front."""
    found = hover(opened.analysis, opened.cursor, locale)
    if found is None:
        return "-"
    assert found.start <= opened.cursor <= found.end
    return f"{opened.cut(found.start, found.end)} => {found.markdown}"


def test_a_trigger_says_what_it_provides_and_whether_it_can_be_cancelled() -> None:
    said = read(open_rule('{"type": "player.▮chat"}'))
    assert said.startswith('"player.chat" => **Player chats** (trigger `player.chat`)')
    assert "- `{message}`: What they wrote" in said
    assert "- Can be cancelled" in said
    assert "Hands a player on" in said
    said = read(open_rule('{"type": "schedule.▮repeat", "params": {"seconds": 60}}'))
    assert "Has no player" in said
    assert "Cannot be cancelled" in said
    assert "provides no variables" in said


def test_in_japanese() -> None:
    said = read(open_rule('{"type": "player.▮chat"}'), "ja")
    assert said.startswith(
        '"player.chat" => **チャットで発言があったとき**（トリガー `player.chat`）'
    )
    assert "- `{message}`：発言の内容" in said
    assert "取り消すことができます" in said


def test_an_action_says_what_it_needs_and_takes() -> None:
    said = read(open_rule(actions='[{"type": "▮player.send_title", "params": {"title": "a"}}]'))
    assert "- Needs a trigger with a player\n" in said
    assert "- `title`: Title (required)" in said
    assert "- `subtitle`: " in said
    assert re.search(r"- `stay`: .* \(default `3`\)", said)
    said = read(open_rule(actions='[{"type": "cancel_event▮"}]'))
    assert "can be cancelled: `player.chat`, `block.break`, `block.place`" in said


def test_an_unknown_id_is_met_with_the_nearest_one() -> None:
    said = read(open_rule('{"type": "player.jion▮"}'))
    assert said.startswith('"player.jion" => There is no trigger `player.jion`.')
    assert "Did you mean `player.join`" in said
    assert "Fires once a player has entered" in said
    said = read(open_rule(actions='[{"type": "chan▮ce"}]'))
    assert "is a condition, not an action" in said
    assert read(open_rule('{"type": "qqqq▮zzzz"}')).endswith("There is no trigger `qqqqzzzz`.")


def test_a_written_id_cannot_break_out_of_its_code_span() -> None:
    said = read(open_rule('{"type": "▮`<b>x</b>`\\n\\ud83d"}'))
    assert said.endswith("There is no trigger `` `<b>x</b>` � ``.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"▮specVersion": 1}', "Always `1`"),
        ('{"n▮ame": "x"}', "1 to 64 characters on one line"),
        ('{"▮rules": []}', "Entries: 1 to 200"),
        ('{"rules": [{"▮id": "a"}]}', "Written as: `[A-Za-z0-9_-]{1,32}`"),
        ('{"rules": [{"▮enabled": false}]}', "Default: `true`"),
        ('{"rules": [{"▮match": "all"}]}', "- `any`: Any condition"),
        ('{"rules": [{"match": "a▮ny"}]}', "(`any`, a value of `match`)"),
        ('{"rules": [{"match": "a▮ll"}]}', "This is the default."),
        ('{"rules": [{"conditions": [{"▮not": true}]}]}', "Default: `false`"),
        ('{"rules": [{"trigger": {"t▮ype": ""}}]}', "- `schedule.repeat`: "),
        ('{"ruels▮": []}', "There is no key `ruels` here"),
        ('{"ruels▮": []}', "Did you mean `rules`?"),
    ],
)
def test_keys_at_every_level(text: str, told: str) -> None:
    assert told in read(open_spec(text))


def test_a_parameter_and_its_value() -> None:
    title = '[{"type": "player.send_title", "params": {"title": "a", %s}}]'
    said = read(open_rule(actions=title % '"fade▮In": 0.25'))
    assert said.startswith('"fadeIn" => ')
    assert "- Range: 0 to 60\n- Default: `0.5`" in said
    assert "Range: 0 to 60" in read(open_rule(actions=title % '"fadeIn": 0.▮25'))
    said = read(open_rule(actions=title % '"fade▮Inn": 1'))
    assert "There is no parameter `fadeInn` here" in said
    assert "Did you mean `fadeIn`" in said


def test_a_choice_and_a_wrong_choice() -> None:
    log = '[{"type": "log", "params": {"message": "a", "level": "%s"}}]'
    said = read(open_rule(actions=log % "wa▮rn"))
    assert said.startswith('"warn" => **warning** (`warn`, a value of `level`)')
    said = read(open_rule(actions=log % "wran▮"))
    assert "- `warn`: warning" in said
    assert "- `info`: information" in said


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (
            '"player.give_item", "params": {"material": "DIAMOND▮_SWORD"',
            "**Diamond Sword** (item `",
        ),
        ('"player.give_effect", "params": {"effect": "night▮_vision"', "`night_vision`"),
        ('"player.play_sound", "params": {"sound": "entity.▮player.levelup"', "Sound `entity.pl"),
        ('"player.play_sound", "params": {"sound": "ENTITY▮_PLAYER_LEVELUP"', "Bukkit constant"),
        ('"player.give_item", "params": {"material": "dimond▮_sword"', "Did you mean `diamond_sw"),
    ],
)
def test_names_of_minecraft(action: str, told: str) -> None:
    said = read(open_rule(actions=f'[{{"type": {action}}}}}]'))
    assert told in said
    assert "Type: " in said  # and the parameter itself


def test_a_variable_is_hovered_with_its_braces() -> None:
    said = read(open_message("😀こんにちは、{pla▮yer}さん"))
    assert said.startswith("{player} => **Player who wrote** (variable `{player}`)")
    assert "For example `Steve`" in said
    assert "think twice" not in said
    assert "think twice" in read(open_message("{mess▮age}"))


def test_escapes_do_not_shift_what_is_hovered() -> None:
    said = read(open_message("\\ud83d\\ude00\\u00e9 \\u007bpl▮ayer} x"))
    assert said.startswith("\\u007bplayer} => **Player who wrote**")
    said = read(open_message("\\ud83d\\ude00 \\u0026▮6x"))
    assert said.startswith("\\u00266 => **gold** (colour code `&6`, `#FFAA00`)")


def test_an_unknown_variable_says_which_trigger_has_it() -> None:
    said = read(open_message("{ki▮ller}", "player.join"))
    assert "`player.join` does not provide `{killer}`" in said
    assert "- `player.death`: Player who killed them" in said
    assert "- `{player}`: Player who joined" in said
    assert "No trigger provides `{plyer}`" in read(open_message("{plyer▮}", "player.join"))
    assert "no known trigger" in read(open_message("{player▮}", "player.jion"))


def test_colours_styles_and_doubled_braces() -> None:
    assert read(open_message("a▮&6b")).startswith("&6 => **gold**")
    assert read(open_message("▮&lb")).startswith("&l => **bold** (style code `&l`)")
    assert "Ends the colour" in read(open_message("▮&rb"))
    assert read(open_message("{▮{x")) == "{{ => `{{` is shown as `{`."
    assert read(open_message("▮&6b"), "ja").startswith("&6 => **金色**（カラーコード")


def test_plain_text_in_a_template_says_which_variables_work_there() -> None:
    said = read(open_message("こん▮にちは {player}"))
    assert "Variables that work here:\n\n- `{player}`" in said
    assert "work here" not in read(open_message("a▮b", "schedule.repeat"))


def test_a_triggers_own_text_is_no_template() -> None:
    command = '{"type": "command", "params": {"name": "x", "description": "{pl▮ayer}"}}'
    assert read(open_rule(command)).startswith('"{player}" => **Help text**')


@pytest.mark.parametrize("text", ["", "▮", "  ▮ {}", "[▮]", "nu▮ll", '{"rules": ▮[ ]}', "▮{}"])
def test_nothing_to_say(text: str) -> None:
    assert read(open_spec(text)) == "-"


@pytest.mark.parametrize(
    "text",
    [
        '{"rules": [{"trigger": {"type": "player.▮join"',
        '{"rules": [{"trigger": {"type": "player.▮join}, "actions": [',
        '{"rules": [{"name": 7 "trigger": {"type": "player.▮join"}, , "actions": [,]',
        '{"a": tru, "rules": [{,"trigger": {"type" "player.▮join"}}',
    ],
)
def test_broken_documents_are_described_all_the_same(text: str) -> None:
    assert "Player joins" in read(open_spec(text))


def test_this_node_is_described_not_the_first_of_its_list() -> None:
    two = '[{"type": "broadcast", "params": {}}, {"type": "l▮og", "params": {"message": }}]'
    assert "(action `log`)" in read(open_rule(actions=two))


def every_data() -> list[str]:
    found: list[str] = ["snippet:spec", "snippet:rule", "name:items:diamond", "name:sounds:x.y:z"]
    for kind in ("trigger", "condition", "action"):
        for entry in catalogue().entries(kind):
            found.append(f"{kind}:{entry.id}")
            for param in entry.params:
                found.append(f"param:{kind}:{entry.id}:{param.name}")
                found += [f"choice:{kind}:{entry.id}:{param.name}:{c.value}" for c in param.choices]
    for trigger in catalogue().triggers:
        found += [f"variable:{trigger.id}:{variable.name}" for variable in trigger.provides]
    for shape in catalogue().objects.values():
        for key in shape.keys:
            found.append(f"key:{shape.name}:{key.name}")
            found += [f"choice:key:{shape.name}:{key.name}:{c.value}" for c in key.choices]
    return [*found, *(f"colour:{colour.code}" for colour in colours())]


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_everything_that_completion_offers_has_a_page_without_html_or_holes(locale: str) -> None:
    pages = {data: document_of(data, locale) for data in every_data()}
    assert len(pages) > 150
    for data, page in pages.items():
        assert page.strip(), data
        outside_code = re.sub(r"`+[^`]*`+", "", page)
        assert "<" not in outside_code, (data, page)
        assert "{" not in outside_code, (data, page)
        assert "[object" not in page
        assert "None" not in outside_code, (data, page)
        assert bool(re.search("[ぁ-んァ-ヶ一-龠]", page)) == (locale == "ja"), (data, page)


@pytest.mark.parametrize(
    "data",
    ["", "x", "trigger:", "trigger:log", "param:action:log", "param:action:log:x", "key:rule",
     "choice:action:log:level:x", "variable:player.join:x", "colour:z", "colour:", "name:x:y",
     "name:items:", "snippet:x", "key:rule:name:more", ":::::"],
)  # fmt: skip
def test_data_of_nothing_has_no_page(data: str) -> None:
    assert document_of(data, "en") == ""


def test_range_of_a_parameter_in_plain_numbers() -> None:
    page = document_of("param:action:player.teleport:x", "en")
    assert "Range: -30000000 to 30000000" in page
