"""The files of editors/nvim in a real Neovim: file types, findings, commands, colours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import neovim
import pytest
from neovim import Neovim, shown

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "editors" / "nvim"
QUESTIONS = Path(__file__).with_name("neovim_plugin.lua")

SPEC = """\
{
  "specVersion": 1,
  "name": "広場 🏰",
  "rules": [
    {
      "name": "👋",
      "trigger": { "type": "player.join" },
      "actions": [
        { "type": "player.send_message", "params": { "message": "&6🎉 {{やあ}} {player}" } },
        { "type": "log", "params": { "message": "😋 {plyer}" } }
      ]
    }
  ]
}
"""
MANIFEST = """\
oamut: 1
id: water-city
name: 水の都 🌊
version: "1.0.0"
works-with: ["*"]
requires:
  engine: ">=0.8.0"
layers: [files]
options:
  - id: tide
    type: number
    min: 1
    max: 9
    step: 1
    default: 3
"""
SCRIPT = """\
function mutate(ctx)
  print("🌊 潮位", ctx.options.tide)
  return { files = { mask = { "海/波.txt" } } }
end
"""
RULESET = """\
{
  "schemaVersion": 1,
  "id": "ash-tide",
  "version": 1,
  "name": "灰の潮 🌊",
  "coverage": { "summary": "Tests." },
  "resolution": {
    "kind": "dice-sum",
    "abilityModifier": { "op": "identity" },
    "proficiencyTiers": [{ "id": "untrained", "label": "Untrained" }],
    "difficultyLadder": [{ "label": "Easy", "dc": 8 }]
  },
  "sheet": {
    "version": 1,
    "fields": [
      { "id": "road", "label": "Road", "type": "enum", "values": ["east", "west"] },
      { "id": "luck", "label": "Luck", "type": "number", "default": 1 }
    ]
  },
  "gm": { "checkGuidance": "Roll." },
  "layers": [
    {
      "id": "no_west",
      "label": "Nobody goes west",
      "fields": [{ "id": "road", "removeValues": ["west"] }]
    }
  ]
}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    setup = f"vim.cmd.luafile('{QUESTIONS}')\nvim.o.hidden = true\nvim.lsp.enable('modwright')\n"
    folder = tmp_path_factory.mktemp("neovim")
    with neovim.set_up(folder, setup, "filetype", [PLUGIN]) as editor:
        yield editor


@pytest.fixture(autouse=True)
def fresh(editor: Neovim) -> Iterator[None]:
    editor.press("<Esc>:silent! only<CR>:silent! %bwipeout!<CR>")
    yield
    assert "Error" not in str(editor.ask("messages"))


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def edit(editor: Neovim, file: Path) -> None:
    text = file.read_text(encoding="utf-8").rstrip("\n")
    editor.press(f"<Esc>:edit {file}<CR>")
    editor.wait_for("text", lambda found: found == text)


def filetype_is(editor: Neovim, file: Path, expected: str) -> None:
    edit(editor, file)
    editor.wait_for("filetype", lambda found: found == expected)


def answer(editor: Neovim, command: str) -> str:
    """What the window shows that a command opens."""
    editor.press(f"<Esc>:{command}<CR>")
    text = editor.wait_for("answer", lambda text: text != "")
    editor.press("q")
    editor.wait_for("answer", lambda text: text == "")
    return str(text)


def test_files_get_their_types_by_name(editor: Neovim, tmp_path: Path) -> None:
    filetype_is(editor, write(tmp_path / "a.nimblock.json", "{}"), "nimblock")
    filetype_is(editor, write(tmp_path / "nimblock" / "b.json", "{}"), "nimblock")
    filetype_is(editor, write(tmp_path / "oamut.yaml", "oamut: 1"), "oamut")
    filetype_is(editor, write(tmp_path / "game" / "ruleset.json", "{}"), "ruleset")
    filetype_is(editor, write(tmp_path / "game" / "locales" / "ja.json", "{}"), "ruleset-locale")
    filetype_is(editor, write(tmp_path / "ash-1.2.ruleset.json", "{}"), "ruleset")
    filetype_is(editor, write(tmp_path / "ash-1.2.pt-BR.json", "{}"), "ruleset-locale")


def test_other_files_stay_what_they_are(editor: Neovim, tmp_path: Path) -> None:
    filetype_is(editor, write(tmp_path / "package.json", "{}"), "json")
    filetype_is(editor, write(tmp_path / "site" / "locales" / "ja.json", "{}"), "json")
    filetype_is(editor, write(tmp_path / "other-1.2.ja.json", "{}"), "json")
    filetype_is(editor, write(tmp_path / "compose.yaml", "a: 1"), "yaml")


def test_a_fault_is_found_once(editor: Neovim, tmp_path: Path) -> None:
    edit(editor, write(tmp_path / "a.nimblock.json", SPEC))
    once = [("nimblock/unknown-variable", "{plyer}")]
    editor.wait_for("diagnostics", lambda found: shown(found) == once)


def test_the_parts_of_a_template_are_coloured(editor: Neovim, tmp_path: Path) -> None:
    edit(editor, write(tmp_path / "a.nimblock.json", SPEC))
    for part, server, syntax in (
        ("{player}", "@lsp.type.variable.nimblock", "modwrightVariable"),
        # Neovim does not draw `escapeSequence`.
        ("{{", "@lsp.type.regexp.nimblock", "modwrightEscape"),
        ("&6", "@lsp.type.decorator.nimblock", "modwrightColour"),
    ):
        editor.ask("go", part)
        editor.wait_for("colours", lambda names, of=server: isinstance(names, list) and of in names)
        names = editor.ask("colours")
        assert isinstance(names, list)
        # One of the two, by whether there is a JSON parser for tree-sitter here.
        assert syntax in names or "@string.special.nimblock" in names


def test_a_rule_is_played_through(editor: Neovim, tmp_path: Path) -> None:
    edit(editor, write(tmp_path / "a.nimblock.json", SPEC))
    editor.wait_for("client", lambda client: client is not None)
    editor.ask("go", "player.send_message")
    text = answer(editor, "ModwrightTrace player=ゆき❄")
    assert "🎉 {やあ} ゆき❄" in text


def test_a_plan_is_shown_with_other_options(editor: Neovim, tmp_path: Path) -> None:
    write(tmp_path / "oamut.yaml", MANIFEST)
    edit(editor, write(tmp_path / "mutator.lua", SCRIPT))
    editor.wait_for("client", lambda client: client is not None)
    assert "🌊 潮位\t3" in answer(editor, "ModwrightPlan")
    assert "🌊 潮位\t9" in answer(editor, "ModwrightPlan tide=9")
    editor.press("<Esc>:ModwrightPlan tide<CR>")
    editor.wait_for("messages", lambda text: "NAME=VALUE" in str(text))


def test_a_layer_is_shown_as_a_change(editor: Neovim, tmp_path: Path) -> None:
    edit(editor, write(tmp_path / "ruleset.json", RULESET))
    editor.wait_for("client", lambda client: client is not None)
    lines = answer(editor, "ModwrightLayers no_west").split("\n")
    assert any(line.startswith("-") and "west" in line for line in lines)


def test_translations_are_counted(editor: Neovim, tmp_path: Path) -> None:
    edit(editor, write(tmp_path / "ruleset.json", RULESET))
    editor.wait_for("client", lambda client: client is not None)
    assert "ruleset.json" in answer(editor, "ModwrightLocales")
