"""An evening with a mutator in a real Neovim, set up as docs/editors/neovim.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import neovim
import pytest
from neovim import Neovim, shown

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = Path(__file__).with_name("neovim_oamut.lua")

MANIFEST = """\
oamut: 1
id: water-city
name: 水の都 🌊
version: 1.10           # 引用符がない
works-with: [*]
requires:
  engine: >=0.8.0
layers: [files]
options:
  - id: tide            # 潮 🌊
    type: number
    min: 1
    max: 9
    step: 1
    default: 3
"""
QUOTED = (
    MANIFEST.replace("1.10 ", '"1.10" ').replace("[*]", '["*"]').replace(">=0.8.0", '">=0.8.0"')
)
SCRIPT = """\
-- 潮が満ちると、街が沈みます 🌊
function mutate(ctx)
  local options = ctx.options
  print("🌊🌊 潮位", options.tide, ctx.options["tide"])
  return { files = { mask = { "海/波.txt" } } }
end
"""
TRAPS = [
    ("oamut/unquoted-range", ">=0.8.0"),
    ("oamut/unquoted-star", "*"),
    ("oamut/unquoted-version", "1.10"),
]


def documented_setup() -> str:
    """The pieces of `init.lua` in the document: the server, and the plan of a mutator."""
    text = (ROOT / "docs" / "editors" / "neovim.md").read_text(encoding="utf-8")
    pieces = re.findall(r"^```lua\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    server = pieces[0]
    assert "vim.lsp.enable('modwright')" in server
    (plan,) = (piece for piece in pieces if "modwright.plan" in piece)
    return f"{server}\n{plan}"


@pytest.fixture(scope="module", params=["utf-8", "utf-16"])
def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Neovim]:
    """An editor that speaks one position encoding."""
    setup = (
        f"{documented_setup()}\n"
        f"vim.cmd.luafile('{QUESTIONS}')\n"
        "vim.o.hidden = true\n"
        f"{neovim.speaking(request.param)}"
    )
    with neovim.set_up(tmp_path_factory.mktemp("neovim"), setup, "uri") as editor:
        yield editor


@pytest.fixture
def package(editor: Neovim, tmp_path: Path) -> Iterator[Path]:
    """A package on disk; nothing of it is open."""
    root = tmp_path / "water-city"
    root.mkdir()
    (root / "oamut.yaml").write_text(MANIFEST, encoding="utf-8")
    (root / "mutator.lua").write_text(SCRIPT, encoding="utf-8")
    editor.press("<Esc>:silent! %bwipeout!<CR>")
    yield root
    assert "Error" not in str(editor.ask("messages"))


def edit(editor: Neovim, file: Path) -> None:
    text = file.read_text(encoding="utf-8").rstrip("\n")
    editor.press(f"<Esc>:edit {file}<CR>")
    editor.wait_for("text", lambda found: found == text)
    editor.wait_for("client", lambda client: client is not None)


def findings_are(editor: Neovim, *expected: tuple[str, str]) -> None:
    editor.wait_for("diagnostics", lambda found: shown(found) == sorted(expected))


def text_is(editor: Neovim, text: str) -> None:
    editor.wait_for("text", lambda found: found == text.rstrip("\n"))


def title_with(editor: Neovim, words: str) -> str:
    """The one action at the cursor whose title has these words."""
    titles = editor.ask("actions")
    assert isinstance(titles, list)
    fitting = [str(title) for title in titles if words in str(title)]
    assert len(fitting) == 1, titles
    return fitting[0]


def test_a_quick_fix_puts_quotes_around_a_version(editor: Neovim, package: Path) -> None:
    edit(editor, package / "oamut.yaml")
    findings_are(editor, *TRAPS)
    editor.ask("go", "1.10")
    editor.ask("act", title_with(editor, '"1.10"'))
    text_is(editor, MANIFEST.replace("1.10 ", '"1.10" '))
    findings_are(editor, *TRAPS[:2])


def test_one_action_puts_quotes_wherever_they_are_needed(editor: Neovim, package: Path) -> None:
    edit(editor, package / "oamut.yaml")
    findings_are(editor, *TRAPS)
    editor.ask("go", ">=0.8.0")
    editor.ask("act", title_with(editor, "everything in quotes"))
    text_is(editor, QUOTED)
    findings_are(editor)


def test_an_option_is_renamed_in_both_files(editor: Neovim, package: Path) -> None:
    manifest, script = package / "oamut.yaml", package / "mutator.lua"
    manifest.write_text(QUOTED, encoding="utf-8")
    edit(editor, script)
    findings_are(editor)
    renamed = SCRIPT.replace("options.tide", "options.water").replace('["tide"]', '["water"]')

    # The manifest is only on disk: Neovim opens it to change it.
    editor.ask("go", 'tide"]')
    editor.ask("rename", "water")
    text_is(editor, renamed)
    expected = QUOTED.replace("id: tide", "id: water").rstrip("\n")
    editor.wait_for("text_of", lambda found: found == expected, str(manifest))
    findings_are(editor)

    # Now both are open, and neither is saved.
    editor.press(f"<Esc>:buffer {manifest}<CR>")
    editor.wait_for("text", lambda found: found == expected)
    editor.ask("go", "water  ")
    editor.ask("rename", "tide")
    text_is(editor, QUOTED)
    editor.wait_for("text_of", lambda found: found == SCRIPT.rstrip("\n"), str(script))
    findings_are(editor)


def test_what_is_typed_in_the_manifest_is_seen_in_the_script(editor: Neovim, package: Path) -> None:
    (package / "oamut.yaml").write_text(QUOTED, encoding="utf-8")
    edit(editor, package / "mutator.lua")
    edit(editor, package / "oamut.yaml")
    findings_are(editor)
    editor.ask("go", "tide")
    editor.press("ciwwave<Esc>")
    findings_are(
        editor,
        ("oamut/unknown-option", "tide"),
        ("oamut/unknown-option", '"tide"'),
        ("oamut/unused-option", "wave"),
    )
    editor.press("u")
    findings_are(editor)


def test_the_plan_is_shown_in_a_window(editor: Neovim, package: Path) -> None:
    (package / "oamut.yaml").write_text(QUOTED, encoding="utf-8")
    edit(editor, package / "mutator.lua")
    editor.press("<Esc>i<Esc>")
    editor.wait_for("lenses", lambda titles: titles == ["Run plan"])
    editor.ask("go", "function mutate")
    editor.press("grl")
    words = str(editor.wait_for("floating", lambda words: words is not None))
    assert "🌊🌊 潮位\t3\t3" in words
    assert "波.txt" in words


def test_the_plan_of_other_options_comes_by_command(editor: Neovim, package: Path) -> None:
    (package / "oamut.yaml").write_text(QUOTED, encoding="utf-8")
    edit(editor, package / "mutator.lua")
    editor.ask("go", "海/波.txt")
    editor.press("ciw山<Esc>")
    uri = editor.ask("uri")
    answer = editor.ask("command", "modwright.plan", [uri, {"options": {"tide": 9}}])
    assert isinstance(answer, Mapping)
    assert "🌊🌊 潮位\t9\t9" in str(answer["text"])
    assert "山/波.txt" in str(answer["plan"])
    answer = editor.ask("command", "modwright.plan", [uri, {"options": {"tide": 10}}])
    assert isinstance(answer, Mapping)
    assert "tide" in str(answer["problem"])
