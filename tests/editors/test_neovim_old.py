"""A Neovim from before 0.11, with the files of editors/nvim and editors/nvim-0.7.

Runs where there is one: the one that MODWRIGHT_OLD_NEOVIM names, else the system's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from neovim import Neovim, shown

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = (ROOT / "editors" / "nvim", ROOT / "editors" / "nvim-0.7")
QUESTIONS = Path(__file__).with_name("neovim_old.lua")
FIRST_NEW = (0, 11)

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
    }
  ]
}
"""
AT_FIRST = [
    ("nimblock/unknown-action", '"player.send_mesage"'),
    ("nimblock/unknown-variable", "{plyer}"),
]
MANIFEST = 'oamut: 1\nid: water-city\nname: 水の都 🌊\nversion: 1.10\nworks-with: ["*"]\n'


def version_of(program: str) -> tuple[int, ...]:
    done = subprocess.run(
        [program, "--version"], capture_output=True, encoding="utf-8", check=True, timeout=30
    )
    found = re.match(r"NVIM v(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else FIRST_NEW


@pytest.fixture(scope="module")
def program() -> str:
    ours = sysconfig.get_path("scripts")
    folders = [
        each for each in os.environ.get("PATH", "").split(os.pathsep) if each and each != ours
    ]
    named = os.environ.get("MODWRIGHT_OLD_NEOVIM")
    found = named or shutil.which("nvim", path=os.pathsep.join(folders))
    if found is None or version_of(found) >= FIRST_NEW:
        pytest.skip("no Neovim from before 0.11 here")
    return found


@pytest.fixture(scope="module")
def editor(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    folder = tmp_path_factory.mktemp("neovim")
    config = folder / "init.lua"
    config.write_text(f"vim.cmd('luafile {QUESTIONS}')\nvim.o.hidden = true\n", encoding="utf-8")
    with Neovim(program, folder, config, RUNTIME) as editor:

        def is_set_up() -> bool | None:
            # It listens before it has read its configuration.
            try:
                return editor.ask("answer") == "" or None
            except AssertionError:
                return None

        editor.until(is_set_up, "the configuration is read")
        yield editor


@pytest.fixture
def spec(editor: Neovim, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "spec.nimblock.json"
    open_file(editor, path, SPEC)
    findings_are(editor, AT_FIRST)
    yield path
    assert "Error" not in str(editor.ask("messages"))


def open_file(editor: Neovim, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    editor.press(f"<Esc>:silent! only<CR>:silent! %bwipeout!<CR>:edit {path}<CR>")
    editor.wait_for("text", lambda found: found == text.rstrip("\n"))


def findings_are(editor: Neovim, expected: list[tuple[str, str]]) -> None:
    editor.wait_for("diagnostics", lambda found: shown(found) == sorted(expected))


def text_is(editor: Neovim, text: str) -> None:
    editor.wait_for("text", lambda found: found == text.rstrip("\n"))


def test_a_spec_has_its_file_type(editor: Neovim, spec: Path) -> None:
    assert editor.ask("filetype") == "nimblock"


def test_faults_come_and_go_with_the_typing(editor: Neovim, spec: Path) -> None:
    editor.ask("go", "{plyer}")
    editor.press("fyaa<Esc>")
    text_is(editor, SPEC.replace("{plyer}", "{plyaer}"))
    findings_are(editor, [AT_FIRST[0], ("nimblock/unknown-variable", "{plyaer}")])
    editor.press("ciBplayer<Esc>")
    findings_are(editor, AT_FIRST[:1])


def test_hover_tells_of_what_is_under_the_cursor(editor: Neovim, spec: Path) -> None:
    editor.ask("go", "player.join")
    editor.press(":lua vim.lsp.buf.hover()<CR>")
    words = editor.wait_for("floating", lambda words: words is not None)
    assert "Player joins" in str(words)


def test_an_entry_is_completed_inside_its_quotes(editor: Neovim, spec: Path) -> None:
    editor.ask("go", "player.send_mesage")
    editor.press('ci"player.send_ac<C-x><C-o>')
    editor.wait_for("text", lambda text: '"player.send_actionbar"' in str(text))
    editor.press("<C-y><Esc>")
    text_is(editor, SPEC.replace("player.send_mesage", "player.send_actionbar"))
    findings_are(editor, AT_FIRST[1:])


def test_a_quick_fix_behind_emoji_hits_its_place(editor: Neovim, spec: Path) -> None:
    editor.ask("go", "{plyer}")
    editor.ask("fix", "{player}")
    text_is(editor, SPEC.replace("{plyer}", "{player}"))
    findings_are(editor, AT_FIRST[:1])


def test_a_rule_is_played_through(editor: Neovim, tmp_path: Path) -> None:
    text = SPEC.replace("send_mesage", "send_message").replace("{plyer}", "{player}")
    open_file(editor, tmp_path / "spec.nimblock.json", text)
    editor.wait_for("client", lambda client: client is not None)
    editor.ask("go", "player.send_message")
    editor.press(":ModwrightTrace player=ゆき❄<CR>")
    answer = editor.wait_for("answer", lambda answer: answer != "")
    assert "🎉 やあ、ゆき❄さん 😋!" in str(answer)


def test_a_manifest_is_looked_after(editor: Neovim, tmp_path: Path) -> None:
    open_file(editor, tmp_path / "oamut.yaml", MANIFEST)
    findings_are(editor, [("oamut/missing-file", "oamut"), ("oamut/unquoted-version", "1.10")])
    assert editor.ask("filetype") == "oamut"
