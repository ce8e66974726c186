"""An afternoon in a real Neovim, set up as docs/editors/neovim.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import neovim
import pytest
from neovim import Neovim, shown

ROOT = Path(__file__).resolve().parents[2]

SPEC = """\
{
  "specVersion": 1,
  "name": "広場のルール 🏰",
  "rules": [
    {
      "id": "welcome",
      "name": "👋 いらっしゃい",
      "trigger": { "type": "player.join" },
      "actions": [
        { "type": "player.send_mesage", "params": { "message": "&6🎉 やあ、{player}さん 😋!" } },
        { "type": "log", "params": { "message": "😋 {plyer} が来た 🎉" } }
      ]
    },
    {
      "id": "bye",
      "name": "さようなら",
      "trigger": { "type": "player.quit" },
      "actions": [ { "type": "broadcast", "params": { "message": "またね、{player}" } } ]
    }
  ]
}
"""
AT_FIRST = [
    ("nimblock/unknown-action", '"player.send_mesage"'),
    ("nimblock/unknown-variable", "{plyer}"),
]


def documented_setup() -> str:
    """The pieces of `init.lua` in the document: the server, and completion as you type."""
    text = (ROOT / "docs" / "editors" / "neovim.md").read_text(encoding="utf-8")
    pieces = re.findall(r"^```lua\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert "vim.lsp.enable('modwright')" in pieces[0]
    assert "vim.lsp.completion.enable" in pieces[1]
    return f"{pieces[0]}\n{pieces[1]}"


@pytest.fixture(scope="module", params=["utf-8", "utf-16", "utf-32"])
def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Neovim]:
    """An editor that speaks one position encoding."""
    folder = tmp_path_factory.mktemp("neovim")
    config = folder / "init.lua"
    config.write_text(
        f"{documented_setup()}\n"
        "vim.o.completeopt = 'menuone,noinsert'\n"
        f"{neovim.speaking(request.param)}",
        encoding="utf-8",
    )
    with Neovim(neovim.required(), folder, config) as editor:
        spec = folder / "first.nimblock.json"
        spec.write_text(SPEC, encoding="utf-8")
        editor.press(f":edit {spec}<CR>")
        client = editor.wait_for("client", lambda client: client is not None)
        assert client == {"encoding": request.param, "initialized": True}
        yield editor


@pytest.fixture(autouse=True)
def fresh(editor: Neovim, tmp_path: Path) -> Iterator[None]:
    """The spec as it is at first, open and looked at, and nothing else."""
    spec = tmp_path / "spec.nimblock.json"
    spec.write_text(SPEC, encoding="utf-8")
    editor.press(f"<Esc>:silent! %bwipeout!<CR>:edit {spec}<CR>")
    editor.wait_for("text", lambda text: text == SPEC.rstrip("\n"))
    findings_are(editor, AT_FIRST)
    yield
    assert "Error" not in str(editor.ask("messages"))


def findings_are(editor: Neovim, expected: list[tuple[str, str]]) -> None:
    editor.wait_for("diagnostics", lambda found: shown(found) == sorted(expected))


def text_is(editor: Neovim, text: str) -> None:
    editor.wait_for("text", lambda found: found == text.rstrip("\n"))


def test_faults_come_and_go_with_the_typing(editor: Neovim) -> None:
    editor.ask("go", "{plyer}")
    editor.press("fya!<Esc>")
    broken = [AT_FIRST[0], ("nimblock/unbalanced-brace", "{ply!er}")]
    findings_are(editor, broken)

    editor.press("ciBplayer<Esc>")
    findings_are(editor, AT_FIRST[:1])
    assert "😋 {player} が来た 🎉" in str(editor.ask("text"))

    editor.press("uu")
    findings_are(editor, AT_FIRST)


def test_hover_tells_of_what_is_under_the_cursor(editor: Neovim) -> None:
    editor.ask("go", '{player}" }')
    editor.press("K")
    words = editor.wait_for("floating", lambda words: words is not None)
    assert "Player who is leaving" in str(words)


def test_a_variable_is_completed_as_it_is_typed(editor: Neovim) -> None:
    editor.ask("go", " が来た 🎉")
    editor.press("i{pl")
    editor.wait_for("menu", lambda words: words == ["{player}"])
    editor.press("<C-y><Esc>")
    text_is(editor, SPEC.replace(" が来た 🎉", "{player} が来た 🎉"))


def test_an_entry_is_completed_inside_its_quotes(editor: Neovim) -> None:
    editor.ask("go", "player.send_mesage")
    editor.press('ci"play<C-x><C-o>')
    menu = editor.wait_for("menu", lambda words: bool(words))
    assert isinstance(menu, list)
    assert "player.send_title" in menu
    editor.press("er.send_ac")
    editor.wait_for("menu", lambda words: words == ["player.send_actionbar"])
    editor.press("<C-y><Esc>")
    text_is(editor, SPEC.replace("player.send_mesage", "player.send_actionbar"))
    findings_are(editor, AT_FIRST[1:])


def test_a_quick_fix_mends_the_text(editor: Neovim) -> None:
    editor.ask("go", "player.send_mesage")
    titles = editor.ask("actions")
    assert isinstance(titles, list)
    title = next(title for title in titles if "player.send_message" in str(title))
    editor.ask("act", title)
    text_is(editor, SPEC.replace("player.send_mesage", "player.send_message"))
    findings_are(editor, AT_FIRST[1:])


def test_a_quick_fix_behind_emoji_hits_its_place(editor: Neovim) -> None:
    editor.ask("go", "{plyer}")
    titles = editor.ask("actions")
    assert isinstance(titles, list)
    title = next(title for title in titles if "{player}" in str(title))
    editor.ask("act", title)
    text_is(editor, SPEC.replace("{plyer}", "{player}"))


def test_the_outline_leads_to_the_rules(editor: Neovim) -> None:
    editor.press("gO")
    outline = editor.wait_for("outline", lambda found: bool(found))
    assert isinstance(outline, list)
    lines = {str(entry[0]): entry[1] for entry in outline if isinstance(entry, list)}
    (first,) = (line for name, line in lines.items() if "👋 いらっしゃい" in name)
    (second,) = (line for name, line in lines.items() if "さようなら" in name)
    assert first != second
    editor.press(":lclose<CR>")


def test_a_rule_gets_another_id(editor: Neovim) -> None:
    editor.ask("go", "welcome")
    editor.ask("rename", "irasshai")
    text_is(editor, SPEC.replace('"welcome"', '"irasshai"'))


def test_findings_go_when_the_file_is_closed_and_come_back(editor: Neovim) -> None:
    editor.press(":bdelete<CR>")
    findings_are(editor, [])
    editor.press(":edit #<CR>")
    findings_are(editor, AT_FIRST)
