"""A morning with a ruleset in a real Neovim, set up by the files of editors/nvim."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import neovim
import pytest
from neovim import Neovim, shown

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "editors" / "nvim"
QUESTIONS = Path(__file__).with_name("neovim_plugin.lua")
EXAMPLE = ROOT / "examples" / "ruleset" / "iron-tide.ruleset.json"


@pytest.fixture(scope="module", params=["utf-8", "utf-16"])
def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Neovim]:
    """An editor that speaks one position encoding."""
    setup = (
        f"vim.cmd.luafile('{QUESTIONS}')\n"
        "vim.o.completeopt = 'menuone,noinsert'\n"
        "vim.o.hidden = true\n"
        f"{neovim.speaking(request.param)}"
        "vim.lsp.enable('modwright')\n"
    )
    folder = tmp_path_factory.mktemp("neovim")
    with neovim.set_up(folder, setup, "filetype", [PLUGIN]) as editor:
        yield editor


@pytest.fixture
def text() -> str:
    """The example, with Japanese and an emoji before everything else in its lines."""
    text = EXAMPLE.read_text(encoding="utf-8")
    return text.replace('"label": "Diving"', '"label": "潜水 🤿"')


@pytest.fixture(autouse=True)
def no_errors(editor: Neovim) -> Iterator[None]:
    yield
    assert "Error" not in str(editor.ask("messages"))


def edit(editor: Neovim, folder: Path, text: str) -> Path:
    file = folder / "iron-tide.ruleset.json"
    file.write_text(text, encoding="utf-8")
    editor.press(f"<Esc>:silent! %bwipeout!<CR>:edit {file}<CR>")
    text_is(editor, text)
    editor.wait_for("client", lambda client: client is not None)
    return file


def text_is(editor: Neovim, text: str) -> None:
    editor.wait_for("text", lambda found: found == text.rstrip("\n"))


def findings_are(editor: Neovim, *expected: tuple[str, str]) -> None:
    editor.wait_for("diagnostics", lambda found: shown(found) == sorted(expected))


def test_an_id_is_completed_in_a_half_typed_entry(
    editor: Neovim, tmp_path: Path, text: str
) -> None:
    edit(editor, tmp_path, text)
    editor.ask("go", '"id": "salvage"')
    editor.press('A,<CR>{ "id": "swim", "label": "泳ぎ 🏊", "ability": "<C-x><C-o>')
    menu = editor.wait_for("menu", lambda words: bool(words))
    assert isinstance(menu, list)
    assert {"lungs", "hands"} <= {str(word) for word in menu}
    assert "diving" not in menu
    editor.press("lu")
    editor.wait_for("text", lambda found: '"ability": "lu' in str(found))
    editor.press("<C-y>")
    editor.wait_for("text", lambda found: '"泳ぎ 🏊", "ability": "lungs"' in str(found))
    editor.press("<Esc>A }<Esc>")
    editor.wait_for("text", lambda found: '"泳ぎ 🏊", "ability": "lungs" }' in str(found))
    findings_are(editor)


def test_an_id_is_renamed_wherever_it_is_used(editor: Neovim, tmp_path: Path, text: str) -> None:
    edit(editor, tmp_path, text)
    findings_are(editor)
    editor.ask("go", 'lungs" }]')
    editor.ask("rename", "chest")
    text_is(editor, text.replace('"lungs"', '"chest"'))
    findings_are(editor)


def test_a_misspelled_id_is_mended(editor: Neovim, tmp_path: Path, text: str) -> None:
    wrong = text.replace('"潜水 🤿", "ability": "lungs"', '"潜水 🤿", "ability": "lunsg"')
    assert wrong != text
    edit(editor, tmp_path, wrong)
    findings_are(editor, ("ruleset/unresolved-reference", '"lunsg"'))
    editor.ask("go", "lunsg")
    titles = editor.ask("actions")
    assert isinstance(titles, list)
    title = next(title for title in titles if "lungs" in str(title))
    editor.ask("act", title)
    text_is(editor, text)
    findings_are(editor)


def test_hover_tells_what_an_id_names(editor: Neovim, tmp_path: Path, text: str) -> None:
    edit(editor, tmp_path, text)
    editor.ask("go", 'lungs" }')
    editor.press("K")
    words = editor.wait_for("floating", lambda words: words is not None)
    assert "Lungs" in str(words)


def test_a_display_string_is_renamed_with_its_translations(editor: Neovim, tmp_path: Path) -> None:
    package = tmp_path / "lantern-road"
    shutil.copytree(ROOT / "examples" / "ruleset" / "lantern-road", package)
    ruleset = package / "ruleset.json"
    text = ruleset.read_text(encoding="utf-8")
    editor.press(f"<Esc>:silent! %bwipeout!<CR>:edit {ruleset}<CR>")
    text_is(editor, text)
    editor.wait_for("client", lambda client: client is not None)
    editor.ask("go", "Lamp oil")
    editor.ask("rename", "Oil 🪔")
    text_is(editor, text.replace('"Lamp oil"', '"Oil 🪔"'))
    for language in ("ja", "ar"):
        pack = package / "locales" / f"{language}.json"
        before = pack.read_text(encoding="utf-8")
        editor.press(f":edit {pack}<CR>")
        text_is(editor, before.replace('"Lamp oil"', '"Oil 🪔"'))


def test_a_catalog_in_a_file_of_its_own_knows_its_ruleset(editor: Neovim, tmp_path: Path) -> None:
    package = tmp_path / "lantern-road"
    shutil.copytree(ROOT / "examples" / "ruleset" / "lantern-road", package)
    ruleset, catalog = package / "ruleset.json", package / "catalogs" / "roadside.json"
    text = catalog.read_text(encoding="utf-8")
    editor.press(f"<Esc>:silent! %bwipeout!<CR>:edit {catalog}<CR>")
    text_is(editor, text)
    editor.wait_for("client", lambda client: client is not None)
    # An id of the ruleset, in an entry that is half typed.
    editor.ask("go", '"howl",')
    editor.press('O{ "id": "gaze", "name": "睨み 👁", "budget": "<C-x><C-o>')
    menu = editor.wait_for("menu", lambda words: bool(words))
    assert isinstance(menu, list)
    assert "action" in {str(word) for word in menu}
    assert "bite" not in menu
    editor.press("ac<C-y><Esc>")
    editor.wait_for("text", lambda found: '"睨み 👁", "budget": "action"' in str(found))
    editor.press("u:silent edit!<CR>")
    text_is(editor, text)
    # It is renamed in both files.
    editor.ask("go", "endure")
    editor.ask("rename", "withstand")
    text_is(editor, text.replace('"endure"', '"withstand"'))
    before = ruleset.read_text(encoding="utf-8")
    editor.press(f":edit {ruleset}<CR>")
    text_is(editor, before.replace('"endure"', '"withstand"'))
    findings_are(editor)
